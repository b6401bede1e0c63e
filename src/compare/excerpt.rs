//! Short forms of two texts that show where they differ.

/// How many characters of a text are shown.
const WIDTH: usize = 60;

/// How many equal characters are shown before the first that differs.
const BEFORE: usize = 20;

/// Returns both texts in short: from a little before the place where they differ, with control
/// characters as escapes.
pub(super) fn of(first: Option<&str>, second: Option<&str>) -> (Option<String>, Option<String>) {
    let skip = match (first, second) {
        (Some(first), Some(second)) => first
            .chars()
            .zip(second.chars())
            .take_while(|(a, b)| a == b)
            .count()
            .saturating_sub(BEFORE),
        _ => 0,
    };
    (
        first.map(|text| shortened(text, skip)),
        second.map(|text| shortened(text, skip)),
    )
}

fn shortened(text: &str, skip: usize) -> String {
    let mut out = String::new();
    if skip > 0 {
        out.push('…');
    }
    let mut rest = text.chars().skip(skip);
    for c in rest.by_ref().take(WIDTH) {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    if rest.next().is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shown_where_they_differ() {
        let long = "x".repeat(100);
        let (first, second) = of(Some(&format!("{long}a\nb")), Some(&format!("{long}c")));
        assert_eq!(first.unwrap(), format!("…{}a\\nb", "x".repeat(20)));
        assert_eq!(second.unwrap(), format!("…{}c", "x".repeat(20)));
        let (first, second) = of(Some(&long), None);
        assert_eq!(first.unwrap(), format!("{}…", "x".repeat(60)));
        assert_eq!(second, None);
    }
}
