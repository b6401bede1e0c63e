//! The start of a game whose first parenthesis is missing.

use super::contest::trimmed;

/// Properties of which only the first node of a game has any. The grammar has the same list.
const ROOT: [&[u8]; 6] = [b"AP", b"CA", b"FF", b"GM", b"ST", b"SZ"];

/// Returns whether a text starts with the first node of a game, which has no parenthesis before it: a
/// semicolon and a property of the root. None if that cannot be told without the bytes after the text;
/// `at_end` means that there are none.
pub(crate) fn lacks_parenthesis(text: &[u8], at_end: bool) -> Option<bool> {
    let cut_off = at_end.then_some(false);
    let rest = match trimmed(text) {
        [] => return cut_off,
        [b';', rest @ ..] => trimmed(rest),
        _ => return Some(false),
    };
    let Some((ident, rest)) = rest.split_at_checked(2) else {
        return cut_off;
    };
    match trimmed(rest) {
        _ if !ROOT.contains(&ident) => Some(false),
        [] => cut_off,
        rest => Some(rest.starts_with(b"[")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_without_a_parenthesis_is_known_by_its_properties() {
        for text in [";GM[1]", " \n; SZ [9];B[aa]", ";FF[", ";CA[UTF-8])"] {
            assert_eq!(
                lacks_parenthesis(text.as_bytes(), true),
                Some(true),
                "{text}"
            );
        }
        for text in [
            "(;GM[1])", ";B[aa]", "x;GM[1]", ";GMX[1]", ";GM;[1]", "> ;GM[1]",
        ] {
            assert_eq!(
                lacks_parenthesis(text.as_bytes(), false),
                Some(false),
                "{text}"
            );
        }
        for text in ["", " ", ";", "; ", ";G", ";GM", ";GM \n"] {
            assert_eq!(lacks_parenthesis(text.as_bytes(), false), None, "{text}");
            assert_eq!(
                lacks_parenthesis(text.as_bytes(), true),
                Some(false),
                "{text}"
            );
        }
    }
}
