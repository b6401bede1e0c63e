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

    #[test]
    fn sixty_characters_are_shown_and_twenty_equal_ones_before_a_difference() {
        for (equal, rest, expected) in [
            (0, 60, format!("a{}", "b".repeat(59))),
            (0, 61, format!("a{}…", "b".repeat(59))),
            (20, 1, format!("{}a", "x".repeat(20))),
            (21, 1, format!("…{}a", "x".repeat(20))),
            (21, 40, format!("…{}a{}", "x".repeat(20), "b".repeat(39))),
            (21, 41, format!("…{}a{}…", "x".repeat(20), "b".repeat(39))),
        ] {
            let first = format!("{}a{}", "x".repeat(equal), "b".repeat(rest - 1));
            let second = "x".repeat(equal);
            let found = of(Some(&first), Some(&second)).0;
            assert_eq!(found, Some(expected), "{equal} {rest}");
        }
    }
}
