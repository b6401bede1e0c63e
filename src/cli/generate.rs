//! `ishi completions` and `ishi man`: made from the definition of the command line.

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Ishi;
use super::{Status, closed, print};

/// Prints completions for a shell.
pub fn completions(shell: Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Ishi::command(), "ishi", &mut script);
    print(&script, Status::Done)
}

/// Prints the manual page: the program, then each of its commands.
pub fn manual() -> Status {
    let mut page = Vec::new();
    let mut command = Ishi::command().disable_help_subcommand(true);
    command.build();
    let mut written = head(&command, &mut page);
    for part in command.get_subcommands() {
        written = written.and_then(|()| section(part, &mut page));
    }
    match written {
        Ok(()) => print(&page, Status::Done),
        Err(error) => closed(&error),
    }
}

/// Writes the part about the program itself. What [`Man::render`] adds, a list of pages for the
/// commands, does not exist: they are on this page.
fn head(command: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let man = Man::new(command.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    man.render_extra_section(page)?;
    man.render_version_section(page)
}

/// Writes the part of the page about a command.
fn section(command: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let name = format!("ishi {}", command.get_name());
    let man = Man::new(command.clone().bin_name(name.clone()));
    page.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
    man.render_description_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_options_section(page)?;
    if command.get_after_long_help().is_some() {
        man.render_extra_section(page)?;
    }
    Ok(())
}
