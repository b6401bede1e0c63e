//! The start of a game whose first parenthesis or semicolon is missing or damaged, and the end of one that
//! has a closing parenthesis too many.

use super::contest::{is_space, trimmed};

/// Properties of which only the first node of a game has any: of the record, and of the game. The
/// grammar has the same list.
const ROOT: [&[u8]; 33] = [
    b"AN", b"AP", b"BR", b"BT", b"CA", b"CP", b"DT", b"EV", b"FF", b"GC", b"GM", b"GN", b"HA",
    b"KM", b"ON", b"OT", b"PB", b"PC", b"PW", b"RE", b"RO", b"RU", b"SO", b"ST", b"SZ", b"TM",
    b"US", b"WR", b"WT", b"ID", b"BS", b"WS", b"MI",
];

/// How many bytes after a closing parenthesis are looked at for a node.
const WINDOW: usize = 64;

/// What [`bare_root`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// The root starts at an offset.
    At(usize),
    /// No root starts here.
    Elsewhere,
    /// This cannot be told without the bytes after the text.
    Unknown,
}

/// Returns where a text starts with the first node of a game, a semicolon and a property of the root, which
/// has no parenthesis before it, or one character in its place. `at_end` means that nothing comes after the
/// text.
pub(crate) fn bare_root(text: &[u8], at_end: bool) -> Root {
    let cut_off = if at_end {
        Root::Elsewhere
    } else {
        Root::Unknown
    };
    let rest = trimmed(text);
    let start = text.len() - rest.len();
    let (start, rest) = match rest {
        [] => return cut_off,
        [b'(', ..] => return Root::Elsewhere,
        [b';', ..] => (0, rest),
        _ => {
            let length = character(rest);
            let after = rest.get(length..).unwrap_or(&[]);
            let is_break = |byte: &&u8| matches!(**byte, b'\r' | b'\n');
            let breaks = after.iter().take_while(is_break).count();
            let rest = after.get(breaks..).unwrap_or(&[]);
            (start + length + breaks, rest)
        }
    };
    let rest = match rest {
        [] => return cut_off,
        [b';', rest @ ..] => trimmed(rest),
        _ => return Root::Elsewhere,
    };
    let Some((ident, rest)) = rest.split_at_checked(2) else {
        return cut_off;
    };
    match trimmed(rest) {
        _ if !ROOT.contains(&ident) => Root::Elsewhere,
        [] => cut_off,
        [b'[', ..] => Root::At(start),
        _ => Root::Elsewhere,
    }
}

/// Returns whether a text, which comes after a parenthesis, is the first node of a game with another
/// character in place of its semicolon. None if that cannot be told yet.
pub(super) fn damaged_root(text: &[u8], at_end: bool) -> Option<bool> {
    let Some((ident, rest)) = text
        .get(character(text)..)
        .and_then(|rest| rest.split_at_checked(2))
    else {
        return at_end.then_some(false);
    };
    match rest {
        _ if !ROOT.contains(&ident) => Some(false),
        [] => at_end.then_some(false),
        rest => Some(rest.starts_with(b"[")),
    }
}

/// Returns how many bytes the character has that a text starts with.
fn character(text: &[u8]) -> usize {
    match text.first() {
        Some(0xC0..0xE0) => 2,
        Some(0xE0..0xF0) => 3,
        Some(0xF0..) => 4,
        _ => 1,
    }
}

/// Returns whether a game continues after a closing parenthesis that has no opening one left: more of its
/// nodes follow, before another game can start. None if that cannot be told yet.
pub(super) fn continues(text: &[u8], at_end: bool) -> Option<bool> {
    let rest = trimmed(text);
    if let [b'(', ..] = rest {
        return Some(false);
    }
    match bare_root(rest, at_end) {
        Root::At(_) => return Some(false),
        Root::Elsewhere => {}
        Root::Unknown => return None,
    }
    let enough = at_end || rest.len() >= WINDOW;
    let near = rest.get(..WINDOW).unwrap_or(rest);
    let between = near.split(|byte| *byte == b'(').next().unwrap_or(near);
    if between.first() == Some(&b'[') || is_property(between) {
        return Some(true);
    }
    let mut nodes = between.split(|byte| *byte == b';').skip(1);
    if nodes.any(|node| is_property(trimmed(node))) {
        return Some(true);
    }
    (enough || between.len() < near.len()).then_some(false)
}

/// Returns whether a text starts with an identifier of one or two capitals and a bracket.
fn is_property(text: &[u8]) -> bool {
    let capitals = text.iter().take_while(|byte| byte.is_ascii_uppercase());
    let count = capitals.count();
    let after = text.get(count..).unwrap_or(&[]);
    matches!(count, 1 | 2) && after.iter().find(|byte| !is_space(**byte)) == Some(&b'[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_without_a_parenthesis_is_known_by_its_properties() {
        for text in [
            ";GM[1]",
            " \n; SZ [9];B[aa]",
            ";FF[",
            ";CA[UTF-8])",
            ";\nEV[x]",
        ] {
            let found = bare_root(text.as_bytes(), true);
            assert_eq!(found, Root::At(0), "{text}");
        }
        for text in [
            "(;GM[1])", ";B[aa]", "xy;GM[1]", ";GMX[1]", ";GM;[1]", "> ;GM[1]",
        ] {
            assert_eq!(bare_root(text.as_bytes(), false), Root::Elsewhere, "{text}");
        }
        for text in ["", " ", ";", "; ", ";G", ";GM", ";GM \n", "x", "x;PB"] {
            assert_eq!(bare_root(text.as_bytes(), false), Root::Unknown, "{text}");
            assert_eq!(bare_root(text.as_bytes(), true), Root::Elsewhere, "{text}");
        }
    }

    #[test]
    fn another_character_may_be_in_place_of_the_parenthesis() {
        for (text, start) in [("x;GM[1]", 1), (" );PB[x]", 2), ("\u{e9}\r\n;SZ[9]", 4)] {
            let found = bare_root(text.as_bytes(), true);
            assert_eq!(found, Root::At(start), "{text}");
        }
    }

    #[test]
    fn another_character_may_be_in_place_of_the_semicolon() {
        for text in [">GM[1]", "yFF[4]", "\u{e9}PB["] {
            assert_eq!(damaged_root(text.as_bytes(), false), Some(true), "{text}");
        }
        for text in [";;GM[1]", "see [1]", "> GM[1]", ">AB[aa]"] {
            assert_eq!(damaged_root(text.as_bytes(), false), Some(false), "{text}");
        }
        assert_eq!(damaged_root(b">GM", false), None);
        assert_eq!(damaged_root(b">GM", true), Some(false));
    }

    #[test]
    fn a_game_continues_where_its_nodes_do() {
        for text in [
            ";B[aa])",
            " \n;W [bb]",
            "W[bf]WL[255]",
            "[ee];B[fd])",
            "kk];B[hm];",
        ] {
            assert_eq!(continues(text.as_bytes(), true), Some(true), "{text}");
        }
        for text in [
            "",
            "\n",
            "(;B[aa])",
            " ;GM[1];B[aa])",
            "x\n;SZ[9];B[aa])",
            ")) ok (;B[a])",
            "see [1] for more",
            "a; b [c]",
        ] {
            assert_eq!(continues(text.as_bytes(), true), Some(false), "{text}");
        }
        for text in ["", " ", "; ", "kk", "a; b [c]"] {
            assert_eq!(continues(text.as_bytes(), false), None, "{text}");
        }
    }
}
