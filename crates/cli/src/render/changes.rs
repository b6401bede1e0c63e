//! The changed lines of a record, as `diff -u` prints them.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use foldhash::{HashMap, HashMapExt};
use ishi::charset::Charset;
use ishi::printable;
use similar::TextDiff;

/// How many lines that are in one text alone a diff shows. To pair more would take time with the square of their number.
const MOST: usize = 1000;

/// How long lines are paired: after that the diff is right, but not the shortest.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the changed lines of a record for standard output, or a line that says how many there are if they are too many to
/// show.
pub fn unified(name: &str, texts: [&[u8]; 2], charsets: [Charset; 2]) -> Vec<u8> {
    lines(name, texts, charsets, io::stdout().is_terminal())
}

/// Returns the changed lines as people read them on a terminal, else byte by byte, so that the patch applies.
fn lines(name: &str, texts: [&[u8]; 2], charsets: [Charset; 2], is_terminal: bool) -> Vec<u8> {
    let ([before, after], [old, new]) = (texts, charsets);
    let text = |bytes: &[u8], charset: Charset| {
        if is_terminal {
            charset.decode(bytes).into_owned()
        } else {
            characters(bytes)
        }
    };
    let (before, after) = (text(before, old), text(after, new));
    let count = changed(&before, &after);
    if count > MOST {
        return format!("{name}: too many changes to show: about {count} lines\n").into_bytes();
    }
    let mut diff = TextDiff::configure();
    let diff = diff.timeout(PATIENCE).diff_lines(&*before, &*after);
    let hunks = diff.unified_diff().to_string();
    if hunks.is_empty() {
        return Vec::new();
    }
    // A tab ends a name with blanks, as `patch` wants it.
    let end = if name.contains(' ') { "\t" } else { "" };
    let mut shown = format!("--- {name}{end}\n+++ {name}{end}\n");
    if is_terminal {
        shown.push_str(&hunks);
        return printable::lines(&shown).into_owned().into_bytes();
    }
    let mut patch = shown.into_bytes();
    patch.extend(hunks.chars().map(|c| c as u8));
    patch
}

/// Returns a character for each byte, with the same last byte. Only LF ends a line of a patch.
fn characters(bytes: &[u8]) -> String {
    let characters = bytes.iter().map(|byte| match byte {
        b'\r' => '\u{10D}',
        byte => char::from(*byte),
    });
    characters.collect()
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

    fn patch(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
        lines(name, [before, after], [Charset::Utf8; 2], false)
    }

    #[test]
    fn a_patch_has_the_bytes_of_the_record() {
        let found = patch("a b.go", b"A\x1b\xfc\r\n1\rx\n", b"A\x1b\xfc\r\n2\rx\n");
        let expected = b"--- a b.go\t\n+++ a b.go\t\n@@ -1,2 +1,2 @@\n A\x1b\xfc\r\n-1\rx\n+2\rx\n";
        assert_eq!(found, expected);
        assert_eq!(patch("a.go", b"same", b"same"), b"");
    }

    #[test]
    fn a_diff_has_a_limit() {
        let text = |lines: usize| "a\n".repeat(lines);
        let shown = patch("x", b"b\n", text(MOST - 1).as_bytes());
        assert!(shown.ends_with(b"\n+a\n"));
        let shown = patch("x", b"b\n", text(MOST).as_bytes());
        assert_eq!(shown, b"x: too many changes to show: about 1001 lines\n");
    }
}
