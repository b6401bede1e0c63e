//! A reader with the rule of SGFC: the first unescaped bracket ends every value.

use crate::moves::Played;

/// Returns the moves of a text in its order. Parentheses and semicolons do not matter to it.
pub fn moves(text: &str) -> Vec<Played> {
    let mut moves = Vec::new();
    let mut ident = String::new();
    let mut chars = text.chars();
    let mut ended = true;
    while let Some(c) = chars.next() {
        match c {
            'A'..='Z' => {
                if std::mem::take(&mut ended) {
                    ident.clear();
                }
                ident.push(c);
            }
            '[' => {
                let value = value(&mut chars);
                ended = true;
                moves.extend(played(&ident, &value));
            }
            // White space may be before a bracket, and small letters do not count.
            c if c.is_ascii_whitespace() || c.is_ascii_lowercase() => {}
            _ => {
                ended = true;
                ident.clear();
            }
        }
    }
    moves
}

fn value(chars: &mut std::str::Chars<'_>) -> String {
    let mut value = String::new();
    while let Some(c) = chars.next() {
        match c {
            ']' => break,
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    value
}

fn played(ident: &str, value: &str) -> Option<Played> {
    let color = match ident {
        "B" => 'B',
        "W" => 'W',
        _ => return None,
    };
    let value = value.trim();
    let point = match value.as_bytes() {
        [] | b"tt" => None,
        [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
            Some((number(*column), number(*row)))
        }
        _ => return None,
    };
    Some((color, point))
}

/// Returns the number of a column or row, from 0.
fn number(letter: u8) -> u8 {
    match letter {
        b'a'..=b'z' => letter - b'a',
        _ => letter - b'A' + 26,
    }
}

#[test]
fn it_ends_values_at_the_first_bracket() {
    let text = "(;SZ[19]C[a \\] b [B1] W[xx]\n;B[aa] ;W [bb]B[]PB[x)";
    assert_eq!(
        moves(text),
        [
            ('W', Some((23, 23))),
            ('B', Some((0, 0))),
            ('W', Some((1, 1))),
            ('B', None)
        ]
    );
}
