//! The arguments of `ishi edit`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ishi::change::{Header, Strip, Symmetry, header_id};
use ishi::model::{Address, Id};

use super::{Messages, ReadingArgs};
use crate::args::pattern::Pattern;

/// Change records: headers, sides, parts; every other byte stays.
///
/// Each result keeps the format and the charset of its source, and is read back and compared with the edited
/// games.
#[derive(Debug, Args)]
#[command(after_long_help = include_str!("examples/edit.txt"))]
pub struct EditArgs {
    /// Files, folders and archives to edit; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub edits: Option<Edits>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// File to write, `-` for standard output; one input only, unless with --join
    #[arg(short, long, value_name = "PATH", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Write each result below this folder
    #[arg(short = 'd', long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,

    /// Replace each source; it is kept as NAME.orig, NAME.orig-2, ...
    #[arg(long, conflicts_with_all = ["output", "out_dir"])]
    pub in_place: bool,

    /// Print the changes as a patch, and write no file
    #[arg(long = "diff", conflicts_with_all = ["output", "out_dir", "in_place", "force"])]
    pub patch: bool,

    /// Replace existing files
    #[arg(long, conflicts_with = "in_place")]
    pub force: bool,

    /// Read hidden files and folders too
    #[arg(long)]
    pub hidden: bool,

    #[command(flatten)]
    pub talk: Messages,
}

/// The edits.
#[derive(Debug, Args)]
pub struct Edits {
    /// Set a header, for example black="Anna Berg" or KM=6.5; without a value it is removed (can be
    /// repeated). The words: black, white, black-rank, white-rank, date, event, round, place, result, komi, rules, time
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<Header>,

    /// Set headers only where they are empty
    #[arg(long, requires = "set")]
    pub fill: bool,

    /// Turn the board clockwise
    #[arg(long, value_name = "DEGREES", value_parser = turns())]
    pub rotate: Option<Symmetry>,

    /// Exchange left and right
    #[arg(long)]
    pub mirror: bool,

    /// Exchange the colours: of stones, players, ranks, clocks, territory and the result; komi and
    /// handicap stay
    #[arg(long)]
    pub swap_colors: bool,

    /// Remove all variations
    #[arg(long)]
    pub main_line: bool,

    /// Keep a node and all after it, with its position as setup: a count of moves, a point or a path
    #[arg(long, value_name = "WHERE", allow_hyphen_values = true)]
    pub part: Option<Address>,

    /// Remove a kind of data (can be repeated)
    #[arg(long, value_name = "KIND", ignore_case = true, value_parser = kinds())]
    pub strip: Vec<Strip>,

    /// Write the games of all inputs into one record
    #[arg(long, conflicts_with_all = ["out_dir", "in_place"])]
    pub join: bool,

    /// Sort the games of each record by a header: date, event, black, white or another one; games
    /// without it come last
    #[arg(long, value_name = "HEADER", value_parser = header_id)]
    pub sort: Option<Id>,

    /// Name the files by headers of the first game, with -d, for example '{date} {black} - {white}'
    #[arg(long, value_name = "PATTERN", requires = "out_dir", conflicts_with_all = ["output", "in_place", "patch"])]
    pub name: Option<Pattern>,
}

fn turns() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(["90", "180", "270"]).map(|degrees| match degrees.as_str() {
        "90" => Symmetry::Rotate90,
        "180" => Symmetry::Rotate180,
        _ => Symmetry::Rotate270,
    })
}

fn kinds() -> impl TypedValueParser<Value = Strip> {
    let of = |name: String| {
        let mut kinds = Strip::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name().eq_ignore_ascii_case(&name));
        kind.ok_or("this is no kind of data")
    };
    PossibleValuesParser::new(Strip::ALL.map(Strip::name)).try_map(of)
}
