//! `ishi completions` and `ishi man`: made from the definition of the command line.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::usage::grouped;
use super::{Status, closed, print};

/// The meaning of each exit status.
const EXIT: [(&str, &str); 4] = [
    (
        "0",
        "Everything was done; there may be warnings. For diff: the records are the same. For check: there are no errors.",
    ),
    (
        "1",
        "At least one input failed, was refused, or was not proven. For diff: the records differ. For check: there are errors.",
    ),
    (
        "2",
        "The command line is wrong, or nothing could be started. For diff: a record cannot be read.",
    ),
    (
        "130",
        "The run was interrupted; temporary files are removed.",
    ),
];

/// Prints completions for a shell.
pub fn completions(shell: Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut grouped(), "ishi", &mut script);
    print(&script, Status::Done)
}

/// Prints the manual page.
pub fn manual() -> Status {
    let mut command = grouped().disable_help_subcommand(true);
    command.build();
    match page(&command) {
        Ok(page) => print(&page, Status::Done),
        Err(error) => closed(&error),
    }
}

/// Returns the page: each section once, with a part for each command.
fn page(ishi: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(ishi.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let commands: Vec<PagePart> = ishi.get_subcommands().map(PagePart::new).collect();
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    for part in &commands {
        roff.text([bold(&part.usage)]).control("br", []);
    }
    roff.control("SH", ["DESCRIPTION"]);
    roff.text([roman(about(ishi))]);
    for part in &commands {
        roff.control("SS", [part.name.as_str()]);
        for text in &part.description {
            roff.control("PP", []).text([roman(text)]);
        }
    }
    page.extend(roff.to_roff().bytes());

    page.extend(b".SH OPTIONS\n");
    page.extend(options(ishi)?.bytes());
    for command in ishi.get_subcommands() {
        let mut roff = Roff::new();
        roff.control("SS", [name(command).as_str()]);
        page.extend(roff.to_roff().bytes());
        page.extend(options(command)?.bytes());
    }

    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in EXIT {
        roff.control("TP", []).text([bold(status)]);
        roff.text([roman(meaning)]);
    }
    roff.control("SH", ["EXAMPLES"]);
    for part in commands.iter().filter(|part| !part.examples.is_empty()) {
        roff.control("SS", [part.name.as_str()]).control("nf", []);
        for line in &part.examples {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    page.extend(roff.to_roff().bytes());
    Ok(page)
}

/// The page of a command, besides its options.
struct PagePart {
    name: String,
    usage: String,
    /// Paragraphs.
    description: Vec<String>,
    /// Lines.
    examples: Vec<String>,
}

impl PagePart {
    fn new(command: &Command) -> Self {
        let usage = command.clone().render_usage().to_string();
        let mut part = Self {
            name: name(command),
            usage: usage.trim_start_matches("Usage: ").to_owned(),
            description: about(command).split("\n\n").map(unbroken).collect(),
            examples: Vec::new(),
        };
        // The help ends with examples and paragraphs; the exit status has a section by itself.
        let more = command.get_after_long_help().map(ToString::to_string);
        for text in more.iter().flat_map(|more| more.split("\n\n")) {
            match text.strip_prefix("Examples:\n") {
                Some(examples) => part.examples.extend(examples.lines().map(str::to_owned)),
                None if text.starts_with("The exit status") => {}
                None => part.description.push(unbroken(text)),
            }
        }
        part
    }
}

fn name(command: &Command) -> String {
    format!("ishi {}", command.get_name())
}

fn about(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about());
    about.map(ToString::to_string).unwrap_or_default()
}

fn unbroken(text: &str) -> String {
    text.replace('\n', " ")
}

/// Returns the options of a command, without the head of their section. The heads of groups are words in bold, because a
/// section with the name of a group would end the part of the command.
fn options(command: &Command) -> io::Result<String> {
    let mut section = Vec::new();
    Man::new(command.clone()).render_options_section(&mut section)?;
    let section = String::from_utf8_lossy(&section);
    let options = section.split_once(".SH OPTIONS\n");
    Ok(options.map_or(String::new(), |(_, options)| {
        options.replace("\n.SH ", "\n.PP\n.B ")
    }))
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    #[test]
    fn a_page_has_each_section_once_with_a_part_for_each_command() {
        let first = Command::new("one")
            .about("Does one thing")
            .long_about("Does one thing.\n\nAnd says\nso.")
            .after_long_help(
                "Examples:\n  ishi one a\n  ishi one b\n\nMore\nwords.\n\nThe exit status is 0.",
            )
            .arg(Arg::new("file").help("The file"));
        let second = Command::new("two").about("Does two");
        let mut command = Command::new("ishi")
            .about("A program")
            .version("1")
            .disable_help_subcommand(true)
            .subcommands([first, second]);
        command.build();
        let page = String::from_utf8(page(&command).unwrap()).unwrap();
        insta::with_settings!({
            snapshot_path => "../../../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!("manual", page);
        });
    }
}
