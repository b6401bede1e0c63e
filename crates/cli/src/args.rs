//! The arguments of the command line.

#![expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line, independent of the others"
)]

mod edit;
pub mod pattern;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ishi::charset::Charset;
use ishi::check::{Levels, catalogue};
use ishi::diagnostic::{Rule, Severity};
use ishi::{Format, SourceFormat};
use ishi_draw::{BoardStyle, Numbers};

pub use edit::{EditArgs, Edits};

/// Opens Go records from 1987 to today, also garbled and broken ones, and converts them between the
/// Ishi Standard Format, Smart-Go and SGF. Each result is read back and compared with its source.
#[derive(Debug, Parser)]
#[command(name = "ishi", version, arg_required_else_help = true)]
#[command(after_help = "`ishi COMMAND --help` explains a command with examples.")]
#[command(after_long_help = ISHI_EXAMPLES)]
pub struct Ishi {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Convert records to another format
    Convert(ConvertArgs),
    /// Report everything wrong or doubtful; --fix mends it
    Check(CheckArgs),
    /// Compare two records by meaning, whatever their formats
    Diff(DiffArgs),
    /// Change records: headers, sides, parts; every other byte stays
    Edit(Box<EditArgs>),
    /// Print the players, results, sizes, counts and formats of records
    Info(InfoArgs),
    /// Draw a position or a diagram: terminal, SVG or PNG
    Show(ShowArgs),
    /// Prove the results of earlier conversions again
    Verify(VerifyArgs),
    /// Show what each format can hold
    Formats {
        /// How the table is printed
        #[arg(long, value_enum, ignore_case = true, default_value_t)]
        format: Printed,
    },
    /// Print completions for a shell
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        #[arg(value_enum, ignore_case = true)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

const ISHI_EXAMPLES: &str = include_str!("args/examples/ishi.txt");
const CONVERT_EXAMPLES: &str = include_str!("args/examples/convert.txt");

/// Convert records to another format.
///
/// Without -o and -d the result is written next to the input with a new ending (.sgf, .go, .mgt); standard
/// input goes to standard output.
#[derive(Debug, Args)]
#[command(after_long_help = CONVERT_EXAMPLES)]
pub struct ConvertArgs {
    /// Files, folders, archives (.zip, .tar, .gz, .lzh) and images of disks (.img, .ima, .dsk) to convert; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Target format [default: by the ending of --output, else sgf]; json-positions is JSON with the
    /// position at each node
    #[arg(short, long, value_name = "FORMAT", ignore_case = true, value_parser = PossibleValuesParser::new(targets()))]
    pub to: Option<String>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// File to write, `-` for standard output; one input only
    #[arg(short, long, value_name = "PATH", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Write each result below this folder
    #[arg(short = 'd', long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,

    /// Replace existing files, also results that were changed by hand, which are kept as NAME.orig
    #[arg(long)]
    pub force: bool,

    /// Accept results that were changed by hand as they are, and remember it
    #[arg(long, conflicts_with = "force")]
    pub keep_edited: bool,

    /// Read source and result of each file again; without it a later run trusts their size and time
    #[arg(long)]
    pub recheck: bool,

    /// Replace each source by the same record made regular: a .sgf of any version becomes SGF in
    /// UTF-8, other records keep their format; each source is kept as NAME.orig, NAME.orig-2, ...
    #[arg(long, conflicts_with_all = ["to", "output", "out_dir", "split", "game", "skip_refused", "exact"])]
    pub in_place: bool,

    /// Write only what the target format defines; the data left out is listed as lost
    #[arg(long)]
    pub plain: bool,

    /// Let the text of the source travel along, so that its very bytes come back
    #[arg(long, conflicts_with = "plain")]
    pub exact: bool,

    /// Let an input fail for any warning, and for anything not kept
    #[arg(long)]
    pub strict: bool,

    /// Do not read the result back to compare it with the source
    #[arg(long)]
    pub no_verify: bool,

    /// Charset to write [default: UTF-8 for SGF, ASCII for Ishi and Smart-Go]
    #[arg(long, value_name = "LABEL", value_parser = charset_to_write)]
    pub output_encoding: Option<Charset>,

    /// Convert only the N-th game of each input, counted from 1
    #[arg(long, value_name = "N", value_parser = count)]
    pub game: Option<NonZeroUsize>,

    /// Convert the other games when some cannot exist in the target
    #[arg(long)]
    pub skip_refused: bool,

    /// Write one file per game: NAME-001.sgf, ...
    #[arg(long)]
    pub split: bool,

    /// Do everything but write the results
    #[arg(short = 'n', long)]
    pub dry_run: bool,

    /// Write a report of the run: a page for people (.html) or data for programs (.json)
    #[arg(long, value_name = "PATH")]
    pub report: Option<PathBuf>,

    /// Threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = count)]
    pub jobs: Option<NonZeroUsize>,

    /// Read hidden files and folders too
    #[arg(long)]
    pub hidden: bool,

    /// Show the progress of the run
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        ignore_case = true,
        default_value_t
    )]
    pub progress: When,

    #[command(flatten)]
    pub talk: Messages,
}

const VERIFY_EXAMPLES: &str = include_str!("args/examples/verify.txt");

/// Prove the results of earlier conversions again.
///
/// The manifest in a folder of results names the source of each result. If a source is unchanged, it is
/// converted again and the results are compared; if it is gone, the result is compared with its hash.
#[derive(Debug, Args)]
#[command(after_long_help = VERIFY_EXAMPLES)]
pub struct VerifyArgs {
    /// The folder of results, or a folder whose records were changed with --in-place
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// How it is printed
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub format: Printed,

    #[command(flatten)]
    pub talk: Messages,
}

/// The arguments that only a check of records uses.
const CHECKING: &str = "inputs rules deny statistics fix diff fix_only unsafe_fixes hidden";

const CHECK_EXAMPLES: &str = include_str!("args/examples/check.txt");

/// Report everything wrong or doubtful; nothing is changed.
///
/// A finding that many records in a folder or an archive have is printed once, with their number; -v
/// prints each.
#[derive(Debug, Args)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Files, folders and archives to check; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// How findings are printed
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub format: CheckFormat,

    /// Give a rule another severity: CODE=error, warning, note or off (can be repeated)
    #[arg(long = "rule", value_name = "CODE=SEVERITY", value_parser = rule_level)]
    pub rules: Vec<RuleLevel>,

    /// Let warnings count as errors do; the only value is `warnings`
    #[arg(long, value_name = "SEVERITY", ignore_case = true, value_parser = [PossibleValue::new("warnings").help("Warnings").alias("warning")])]
    pub deny: Option<String>,

    /// Print all rules
    #[arg(long, conflicts_with_all = CHECKING.split(' '))]
    pub list_rules: bool,

    /// Print what a rule means: a record that has the finding, its message and its fix
    #[arg(long, value_name = "CODE", value_parser = known_code)]
    #[arg(conflicts_with_all = CHECKING.split(' '), conflicts_with_all = ["list_rules", "format"])]
    pub explain: Vec<String>,

    /// Print a table with the number of findings for each rule, not the findings
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub fixing: FixingArgs,

    /// Read hidden files and folders too
    #[arg(long)]
    pub hidden: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub talk: Messages,
}

impl CheckArgs {
    /// Returns the severities of the rules.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for level in &self.rules {
            levels.set(level.rule, level.severity);
        }
        levels
    }
}

/// Chooses the findings to mend, and how to mend them.
#[derive(Debug, Clone, Args)]
pub struct FixingArgs {
    /// Mend the findings that have a safe fix, keep each source as NAME.orig, NAME.orig-2, ..., then
    /// check the records again
    #[arg(long)]
    pub fix: bool,

    /// Print the changes that --fix would make, and make none; the exit status is 1 if there is a change
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true, num_args = 0..=1, require_equals = true, default_missing_value = "list", conflicts_with_all = ["fix", "rules", "deny", "statistics"])]
    pub diff: Option<DiffForm>,

    /// Mend only the findings of a rule, with --fix or --diff (can be repeated)
    #[arg(long, value_name = "CODE", value_parser = rule_code)]
    pub fix_only: Vec<String>,

    /// Mend findings with an unsafe fix too, with --fix or --diff: it can be a wrong guess
    #[arg(long)]
    pub unsafe_fixes: bool,

    /// Keep no NAME.orig, with --fix
    #[arg(long, requires = "fix", conflicts_with = "diff")]
    pub no_backup: bool,
}

/// How the changes of fixes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffForm {
    /// A line for each change.
    List,
    /// A patch.
    Unified,
}

fn known_code(text: &str) -> Result<String, String> {
    let rule = catalogue::find(text).ok_or(NO_RULE)?;
    Ok(rule.code.to_owned())
}

fn rule_code(text: &str) -> Result<String, String> {
    let rule = catalogue::find(text).ok_or(NO_RULE)?;
    if rule.has_fix() {
        return Ok(rule.code.to_owned());
    }
    Err(
        "findings of this rule have no fix; `ishi check --list-rules` names those that have one"
            .to_owned(),
    )
}

const NO_RULE: &str = "no rule has this code; `ishi check --list-rules` prints all";

/// How findings are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One document for programs.
    Json,
    /// SARIF 2.1.0 for code scanners.
    Sarif,
}

/// A rule with its new severity, `None` to leave its findings out.
#[derive(Debug, Clone, Copy)]
pub struct RuleLevel {
    pub rule: &'static Rule,
    pub severity: Option<Severity>,
}

fn rule_level(text: &str) -> Result<RuleLevel, String> {
    let (code, severity) = text
        .split_once('=')
        .ok_or("a code, \"=\" and a severity are expected")?;
    let rule = catalogue::find(code).ok_or(NO_RULE)?;
    let severity = match severity.to_ascii_lowercase().as_str() {
        "error" => Some(Severity::Error),
        "warning" => Some(Severity::Warning),
        "note" => Some(Severity::Note),
        "off" => None,
        _ => return Err("the severity is error, warning, note or off".to_owned()),
    };
    Ok(RuleLevel { rule, severity })
}

const DIFF_EXAMPLES: &str = include_str!("args/examples/diff.txt");

/// Compare two records by meaning, whatever their formats.
#[derive(Debug, Args)]
#[command(after_long_help = DIFF_EXAMPLES)]
pub struct DiffArgs {
    /// The first record; `-` is standard input
    pub a: PathBuf,

    /// The second record
    pub b: PathBuf,

    /// How differences are printed
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub format: Printed,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub talk: Messages,
}

const INFO_EXAMPLES: &str = include_str!("args/examples/info.txt");

/// Print the players, results, sizes, counts and formats of records.
///
/// One record gets a page, several get a line each.
#[derive(Debug, Args)]
#[command(after_long_help = INFO_EXAMPLES)]
pub struct InfoArgs {
    /// Files, folders and archives to look at; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// How the result is printed
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub format: Printed,

    /// Read hidden files and folders too
    #[arg(long)]
    pub hidden: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub talk: Messages,
}

const SHOW_EXAMPLES: &str = include_str!("args/examples/show.txt");

/// Draw a position or a diagram.
///
/// Without --at and --diagram the last position of the main line is drawn. In a terminal that
/// knows it the drawing uses Unicode and colour, else plain ASCII.
#[derive(Debug, Args)]
#[command(after_long_help = SHOW_EXAMPLES)]
pub struct ShowArgs {
    /// The record; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,

    /// The N-th game of the record, counted from 1 [default: the first; all for --list and --all]
    #[arg(long, value_name = "N", value_parser = count)]
    pub game: Option<NonZeroUsize>,

    /// The position to draw: `start`, `end`, a count of moves, -3 from the end, the last move at D4,
    /// or a path like 12b3
    #[arg(long, value_name = "WHERE", allow_hyphen_values = true, conflicts_with_all = ["diagram", "list", "all"])]
    pub at: Option<String>,

    /// The N-th diagram or figure of the game, counted from 1
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["list", "all"])]
    pub diagram: Option<NonZeroUsize>,

    /// List variations, diagrams and comments with the addresses for --at; with --all every node
    #[arg(long, conflicts_with_all = ["format", "size", "out_dir", "coordinates"])]
    pub list: bool,

    /// Draw every diagram and figure; with --list, list every node
    #[arg(long)]
    pub all: bool,

    /// Format of the drawing [default: by the ending of --output; svg for --out-dir, else text]
    #[arg(long, value_name = "FORMAT", value_enum, ignore_case = true)]
    pub format: Option<Drawn>,

    /// File to write, `-` for standard output
    #[arg(short, long, value_name = "PATH", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Write one file per diagram below this folder, named in order; with --all
    #[arg(short = 'd', long, value_name = "DIR", requires = "all")]
    pub out_dir: Option<PathBuf>,

    /// Replace existing files
    #[arg(long)]
    pub force: bool,

    /// The longer side of the picture, in pixels; for SVG and PNG
    #[arg(long, value_name = "PIXELS", value_parser = pixels)]
    pub size: Option<u32>,

    /// Write the numbers of moves on their stones: all, 10-50, 10- or the last ten as -10
    #[arg(long, value_name = "RANGE", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    #[arg(value_parser = numbers, conflicts_with_all = ["diagram", "list", "all", "kifu"])]
    pub move_numbers: Option<Numbers>,

    /// Draw the whole game on one diagram, with notes about moves at points that were taken
    #[arg(long, conflicts_with_all = ["diagram", "list", "all"])]
    pub kifu: bool,

    /// Write an HTML page to print, with the games in diagrams of so many moves [default: 100], their
    /// figures, variations and comments; --crop, --style and --columns change it
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true, default_missing_value = "100")]
    #[arg(value_parser = count)]
    #[arg(conflicts_with_all = [
        "at", "diagram", "list", "all", "format", "size", "move_numbers", "kifu", "coordinates"
    ])]
    pub sheet: Option<NonZeroUsize>,

    /// How many columns a printed sheet has [default: 2]
    #[arg(long, value_name = "N", requires = "sheet", value_parser = count)]
    pub columns: Option<NonZeroUsize>,

    /// Look of the board in a picture; for SVG, PNG and --sheet
    #[arg(long, value_name = "STYLE", ignore_case = true, value_parser = styles(), conflicts_with = "list")]
    pub style: Option<BoardStyle>,

    /// Draw a part of the board: A1:K10, or `auto` for the part that has stones
    #[arg(long, value_name = "PART", conflicts_with = "list")]
    pub crop: Option<String>,

    /// Names of the lines at the edges
    #[arg(
        long,
        value_name = "STYLE",
        value_enum,
        ignore_case = true,
        default_value = "a1"
    )]
    pub coordinates: Coordinates,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub talk: Messages,
}

impl ShowArgs {
    /// Returns the record to draw.
    pub fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new("-"))
    }
}

/// The names of the lines at the edges of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Coordinates {
    /// No names.
    None,
    /// Letters without I from the left, numbers from the bottom.
    A1,
}

fn styles() -> impl TypedValueParser<Value = BoardStyle> {
    let plain = PossibleValue::new("plain").alias("paper");
    let plain = plain.help("Black ink on white paper");
    let wood = PossibleValue::new("wood").help("Wood, and stones with light and shadow");
    PossibleValuesParser::new([plain, wood]).map(|style| {
        if style.eq_ignore_ascii_case("wood") {
            BoardStyle::Wood
        } else {
            BoardStyle::Paper
        }
    })
}

fn numbers(text: &str) -> Result<Numbers, String> {
    let wrong = || "expected `all`, a range like 10-50 or 10-, or -10 for the last ten".to_owned();
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let range = |from: u32, to: u32| {
        if from <= to {
            return Ok(Numbers::Range(from, to));
        }
        Err(format!(
            "no move is after {from} and before {to}; expected {to}-{from}"
        ))
    };
    match text.split_once('-') {
        _ if text.eq_ignore_ascii_case("all") => Ok(Numbers::All),
        None => number(text).map(|only| Numbers::Range(only, only)),
        Some(("", last)) => number(last).map(|last| Numbers::Last(last as usize)),
        Some((from, "")) => Ok(Numbers::Range(number(from)?, u32::MAX)),
        Some((from, to)) => range(number(from)?, number(to)?),
    }
}

/// Reads the size of a picture.
fn pixels(text: &str) -> Result<u32, String> {
    const SIZES: std::ops::RangeInclusive<u32> = 16..=16384;
    let size = text.parse().ok().filter(|size| SIZES.contains(size));
    size.ok_or_else(|| {
        format!(
            "expected a number from {} to {}",
            SIZES.start(),
            SIZES.end()
        )
    })
}

/// Reads a number from 1.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a number, 1 or more".to_owned())
}

const COMPLETIONS_EXAMPLES: &str = include_str!("args/examples/completions.txt");

/// The format of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    /// Characters.
    Text,
    /// A picture of lines and areas.
    Svg,
    /// A picture of pixels.
    Png,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Printed {
    /// Lines for people.
    #[default]
    Text,
    /// One document for programs.
    Json,
}

/// How inputs are to be understood.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// Source format
    #[arg(short, long, value_name = "FORMAT", default_value = "auto", ignore_case = true, value_parser = PossibleValuesParser::new(formats_or_auto()))]
    pub from: String,

    /// Charset of the input, when the guess is wrong: cp437, latin1, gb18030, ...
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub encoding: Option<Charset>,
}

impl ReadingArgs {
    /// Returns the source format, `None` to detect it from the content.
    pub fn format(&self) -> Option<SourceFormat> {
        SourceFormat::from_name(&self.from)
    }
}

/// How much is printed, and how.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Messages {
    /// Print only errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print more: the charset, and the outcome of each kind of data
    #[arg(short, long, overrides_with = "verbose")]
    pub verbose: bool,

    /// Colour messages, and drawings in a terminal
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        ignore_case = true,
        default_value_t
    )]
    pub color: When,
}

/// When messages are coloured, or a bar is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

fn formats(all: &[SourceFormat]) -> Vec<PossibleValue> {
    let named = |format: &SourceFormat| {
        let others = format.other_names();
        PossibleValue::new(format.name()).aliases(others.filter(|other| *other != format.name()))
    };
    all.iter().map(named).collect()
}

fn targets() -> Vec<PossibleValue> {
    let written = Format::ALL.iter().map(|format| SourceFormat::from(*format));
    let mut names = formats(&written.collect::<Vec<_>>());
    names.extend(["json", "json-positions"].map(PossibleValue::new));
    names
}

fn formats_or_auto() -> Vec<PossibleValue> {
    let mut names = formats(SourceFormat::ALL);
    names.insert(0, PossibleValue::new("auto"));
    names
}

fn charset(label: &str) -> Result<Charset, String> {
    let known = "utf-8, utf-16, ascii, latin1, latin2, cp437, cp850, cp1252, koi8-r, cp1251, gb18030, gbk, big5, shift_jis, \
                 euc-kr and more";
    let charset = Charset::from_label(label);
    charset.ok_or_else(|| format!("no charset has this name; known are {known}"))
}

fn charset_to_write(label: &str) -> Result<Charset, String> {
    let charset = charset(label)?;
    if charset.is_ascii_compatible() {
        return Ok(charset);
    }
    Err("records are not written in UTF-16; utf-8 has all letters".to_owned())
}

#[cfg(test)]
mod tests;
