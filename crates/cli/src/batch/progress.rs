//! A bar on the terminal: the number of files done, the speed, and the counts so far.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::When;

/// The progress of a run.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    over: AtomicBool,
}

impl Progress {
    /// Creates the bar of a run. It is hidden if standard error is no terminal, or if the run is short.
    pub fn new(when: When, worthwhile: bool) -> Self {
        let stderr = Term::stderr();
        let target = match when {
            When::Never => ProgressDrawTarget::hidden(),
            When::Auto if !worthwhile => ProgressDrawTarget::hidden(),
            When::Always if !stderr.is_term() => {
                ProgressDrawTarget::term_like_with_hz(Box::new(stderr), REDRAWN)
            }
            // It hides itself if there is no terminal.
            When::Auto | When::Always => ProgressDrawTarget::stderr_with_hz(REDRAWN),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        // The number of files is not known yet.
        set_style(&bar, "{pos} files so far{wide_msg}");
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self {
            bar,
            over: AtomicBool::new(false),
        }
    }

    /// Returns whether it is hidden.
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Notes how many files there are in all, members of archives too.
    pub fn counted(&self, files: u64) {
        self.bar.set_length(files);
        let (_, width) = Term::stderr().size();
        set_style(&self.bar, template(width));
    }

    /// Returns how many files are done, and how many there are as far as they have been counted.
    #[cfg(test)]
    pub fn counts(&self) -> (u64, Option<u64>) {
        (self.bar.position(), self.bar.length())
    }

    /// Counts one more file that is done. `counts` makes the text after the number of files.
    pub fn step(&self, counts: impl FnOnce() -> String) {
        self.bar.inc(1);
        if !self.is_hidden() {
            self.bar.set_message(counts());
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

/// The widths of a terminal that has room for the bar, and for the pace, in columns.
const ALL: u16 = 80;
const NO_BAR: u16 = 55;

/// Returns the template of a line that fits into so many columns, with counts of six digits.
fn template(width: u16) -> &'static str {
    match width {
        ALL.. => "{bar:24} {pos} of {len} files{pace}{wide_msg}",
        NO_BAR.. => "{pos} of {len} files{pace}{wide_msg}",
        _ => "{pos} of {len} files{wide_msg}",
    }
}

/// How often the bar is drawn again, at most, in a second.
const REDRAWN: u8 = 10;

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("pace", pace));
    }
}

/// Writes how fast the run is and how long it will take, as soon as both can be told.
fn pace(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "{}", pace_of(state.per_sec(), state.eta()));
    }
}

/// Returns a pace in files a second, and the time that is left.
fn pace_of(rate: f64, left: Duration) -> String {
    if rate < 1.0 {
        return String::new();
    }
    format!(", {rate:.0} a second, {} s left", left.as_secs().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_counts_what_is_done_until_the_run_is_over() {
        let progress = Progress::new(When::Never, true);
        assert!(progress.is_hidden() && !progress.is_over());
        progress.counted(3);
        progress.step(|| unreachable!("a hidden bar has no text"));
        progress.step(String::new);
        assert_eq!(progress.counts(), (2, Some(3)));
        let mut said = false;
        progress.aside(|| said = true);
        progress.finish();
        assert!(said && progress.is_over());
    }

    #[test]
    fn a_line_fits_the_terminal() {
        let pace = pace_of(12345.0, Duration::from_secs(1234));
        for width in [30, 50, 54, 55, 79, 80] {
            let line = template(width).replace("{bar:24}", &"#".repeat(24));
            let line = line.replace("{pos}", "123456").replace("{len}", "234567");
            let line = line.replace("{pace}", &pace).replace("{wide_msg}", "");
            assert!(line.len() < usize::from(width), "{width}: {line}");
        }
    }

    #[test]
    fn the_last_second_of_a_run_is_one_second() {
        let pace = |milliseconds| pace_of(20.4, Duration::from_millis(milliseconds));
        assert_eq!(pace(100), ", 20 a second, 1 s left");
        assert_eq!(pace(2900), ", 20 a second, 2 s left");
        assert_eq!(pace_of(0.4, Duration::from_secs(9)), "");
        assert_eq!(
            pace_of(1.0, Duration::from_secs(9)),
            ", 1 a second, 9 s left"
        );
    }
}
