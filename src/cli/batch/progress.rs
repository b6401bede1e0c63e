//! A bar on the terminal: how far the run has come, how fast it is, what failed.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::cli::args::When;

/// The progress of a run.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    failed: AtomicUsize,
    over: AtomicBool,
}

impl Progress {
    /// Creates the progress of a run of which people can see something.
    pub fn new(when: When, worthwhile: bool) -> Self {
        let target = match when {
            When::Never => ProgressDrawTarget::hidden(),
            When::Auto if !worthwhile || !io::stderr().is_terminal() => {
                ProgressDrawTarget::hidden()
            }
            When::Auto => ProgressDrawTarget::stderr(),
            When::Always if io::stderr().is_terminal() => ProgressDrawTarget::stderr(),
            When::Always => ProgressDrawTarget::term_like_with_hz(Box::new(Stderr), 5),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = "{bar:24} {pos}/{len} files, {per_sec}, {eta} left{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self {
            bar,
            failed: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Returns whether it is hidden.
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Adds files that are to be done.
    pub fn grow(&self, files: u64) {
        self.bar.inc_length(files);
    }

    /// Takes away files that need not be done.
    pub fn shrink(&self, files: u64) {
        self.bar.dec_length(files);
    }

    /// Counts one more file that is done.
    pub fn step(&self, failed: bool) {
        self.bar.inc(1);
        if failed {
            let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_message(format!(", {failed} failed"));
        }
    }

    /// Writes messages in the place of the bar.
    pub fn aside(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }

    /// Returns whether the run is over.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// Standard error that is not a terminal, for users who want the bar anyway.
#[derive(Debug)]
struct Stderr;

impl Stderr {
    fn control(count: usize, letter: char) -> io::Result<()> {
        match count {
            0 => Ok(()),
            _ => write!(io::stderr(), "\x1b[{count}{letter}"),
        }
    }
}

impl TermLike for Stderr {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        Self::control(lines, 'A')
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        Self::control(lines, 'B')
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        Self::control(columns, 'C')
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        Self::control(columns, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
