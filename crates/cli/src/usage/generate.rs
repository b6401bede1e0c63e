//! `ishi completions` and `ishi man`: made from the definition of the command line.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::usage::grouped;
use crate::{Status, ended, print};

/// The meaning of each exit status.
const EXIT: &str = "\
0    Everything was done; there may be warnings. For diff: the records are the same.
     For check: there are no errors.
1    At least one input failed, was refused, or was not proven. For diff: the records
     differ. For check: there are errors.
2    The command line is wrong, or nothing could be started. For diff: a record cannot
     be read.
130  The run was interrupted; temporary files are removed.";

/// Prints completions for a shell.
pub fn completions(shell: Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut grouped(), "ishi", &mut script);
    print(&script, Status::Done)
}

/// Prints the manual page.
pub fn manual() -> Status {
    let command = grouped().disable_help_subcommand(true);
    // The page leaves out the help of an option that the short help leaves out.
    let mut command =
        command.mut_subcommands(|command| command.mut_args(|option| option.hide_short_help(false)));
    command.build();
    ended(page(&command).map(|page| print(&page, Status::Done)))
}

/// Returns the page, with a section for each command.
fn page(ishi: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(ishi.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for command in ishi.get_subcommands() {
        section(command, &mut page)?;
    }
    page.extend(as_typed("SH", "EXIT STATUS", EXIT).bytes());
    Ok(page)
}

/// Writes the section of a command.
fn section(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(command.clone());
    let usage = command.clone().render_usage().to_string();
    let name = format!("ishi {}", command.get_name());
    page.extend(as_typed("SH", &name, usage.trim_start_matches("Usage: ")).bytes());
    let mut text = Vec::new();
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    // A section would end that of the command.
    let text = String::from_utf8_lossy(&text).replace("\n.SH ", "\n.SS ");
    page.extend(text.bytes());
    if let Some(more) = command.get_after_long_help() {
        let more = more.to_string();
        let examples = more.strip_prefix("Examples:\n").unwrap_or(&more);
        page.extend(as_typed("SS", "EXAMPLES", examples).bytes());
    }
    Ok(())
}

/// Returns a section whose lines stay as they are.
fn as_typed(kind: &str, title: &str, text: &str) -> String {
    let mut roff = Roff::new();
    roff.control(kind, [title]).control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.to_roff()
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    #[test]
    fn a_page_has_a_section_for_each_command() {
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
            snapshot_path => "../../../../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!("manual", page);
        });
    }
}
