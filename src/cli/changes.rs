//! The changed lines of a record, as `diff -u` prints them.

use std::collections::HashMap;
use std::time::Duration;

use ishi::printable;
use similar::TextDiff;

/// How many lines that are in one text alone a diff shows. To pair more would take time with the square of their number.
const MOST: usize = 1000;

/// How long lines are paired: after that the diff is right, but not the shortest.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the changed lines of a record, or a line that says how many there are if they are too many to show. Lines that end
/// with CR LF keep it, so that the patch applies.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    let count = changed(before, after);
    if count > MOST {
        return format!("{name}: too many changes to show: about {count} lines\n");
    }
    let mut diff = TextDiff::configure();
    let diff = diff.timeout(PATIENCE).diff_lines(before, after);
    // A tab ends a name with blanks, as `patch` wants it.
    let end = if name.contains(' ') { "\t" } else { "" };
    let header = format!("{name}{end}");
    let unified = diff.unified_diff().header(&header, &header).to_string();
    let mut shown = String::with_capacity(unified.len());
    for line in unified.split_inclusive('\n') {
        let end = if line.ends_with("\r\n") { "\r\n" } else { "" };
        let words = line.strip_suffix(end).unwrap_or(line);
        shown.push_str(&printable::lines(words));
        shown.push_str(end);
    }
    shown
}

/// Returns how many lines are in one of the texts alone.
fn changed(before: &str, after: &str) -> usize {
    let mut counts: HashMap<&str, isize> = HashMap::new();
    for line in before.lines() {
        *counts.entry(line).or_default() += 1;
    }
    for line in after.lines() {
        *counts.entry(line).or_default() -= 1;
    }
    counts.into_values().map(isize::unsigned_abs).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_keeps_the_ends_of_lines() {
        let patch = unified("a.go", "A\x1b\r\n1\r\n", "A\x1b\r\n2\r\n");
        let lines: Vec<_> = patch.split_inclusive('\n').skip(3).collect();
        assert!(matches!(lines[..], [same, "-1\r\n", "+2\r\n"] if same.ends_with("\r\n")));
        assert!(!patch.contains('\x1b'), "{patch}");
    }

    #[test]
    fn a_name_with_blanks_ends_with_a_tab() {
        let patch = unified("a b.sgf", "1\n", "2\n");
        assert!(
            patch.starts_with("--- a b.sgf\t\n+++ a b.sgf\t\n"),
            "{patch}"
        );
    }

    #[test]
    fn a_diff_has_a_limit() {
        let text = |lines: usize| "a\n".repeat(lines);
        let shown = unified("x", "b\n", &text(MOST - 1));
        assert!(shown.ends_with("\n+a\n"), "{shown}");
        let shown = unified("x", "b\n", &text(MOST));
        assert_eq!(shown, "x: too many changes to show: about 1001 lines\n");
    }
}
