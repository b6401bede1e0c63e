//! Detects the abilities of the terminal.

use std::env;
use std::io;

use anstream::{AutoStream, ColorChoice};
use ishi_draw::TextOptions;
use terminal_size::terminal_size;

use crate::args::When;

/// The width of a drawing in a file.
const FILE_WIDTH: usize = 80;

/// Returns how to draw on standard output, or into a file.
pub fn options(color: When, to_stdout: bool) -> TextOptions {
    let wanted = match color {
        When::Auto => to_stdout && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        When::Always => true,
        When::Never => false,
    };
    let width = terminal_size().map_or(FILE_WIDTH, |(width, _)| usize::from(width.0));
    TextOptions {
        width: if to_stdout { width } else { FILE_WIDTH },
        unicode: !to_stdout || speaks_unicode(),
        color: wanted,
    }
}

/// Returns whether the terminal shows Unicode, by the locale.
pub fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let charset = locale.unwrap_or_default().to_ascii_uppercase();
    let is_utf8 = charset.contains("UTF-8") || charset.contains("UTF8");
    // The terminals of Windows that know colours know Unicode, and no locale tells.
    is_utf8 || (cfg!(windows) && env::var_os("WT_SESSION").is_some())
}
