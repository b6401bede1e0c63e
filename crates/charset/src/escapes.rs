//! Removes backslashes from encoded text.
//!
//! In `Shift_JIS`, Big5 and GBK the second byte of a character can be the byte of `\` or `]`. Some programs
//! escape a text and then encode it. Others encode it first, so `表` becomes three bytes, with a backslash in
//! the middle. This module removes that backslash before the text is decoded.

use super::Charset;
use super::units::UnitLayout;

/// Whether a closing bracket ends a value, judged by the bytes `behind` it.
pub(super) fn ends_value(behind: &[u8]) -> bool {
    let behind = behind.trim_ascii_start();
    match behind.first() {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(byte) if byte.is_ascii_alphabetic() => {
            let word = behind
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric());
            let rest = behind.get(word.count()..).unwrap_or(&[]);
            rest.trim_ascii_start().first() == Some(&b'[')
        }
        Some(_) => false,
    }
}

/// Returns whether the escapes of a bracketed record were put into its encoded bytes.
pub(super) fn are_in_bytes(layout: UnitLayout, bytes: &[u8]) -> bool {
    let (mut whole, mut raw) = (0, 0);
    let mut rest = bytes;
    while !rest.is_empty() {
        let length = layout.length(rest);
        if length == 2 {
            match order(rest.get(1..).unwrap_or(&[])) {
                Some(EscapeOrder::Text) => whole += 1,
                Some(EscapeOrder::Bytes) => raw += 1,
                None => {}
            }
        }
        rest = rest.get(length..).unwrap_or(&[]);
    }
    raw > whole
}

/// The order of escaping and encoding.
enum EscapeOrder {
    /// The text was escaped, then encoded.
    Text,
    /// The text was encoded, then its bytes were escaped.
    Bytes,
}

/// Detects the order from a second byte and the bytes after it.
fn order(rest: &[u8]) -> Option<EscapeOrder> {
    let (in_text, in_bytes) = (Some(EscapeOrder::Text), Some(EscapeOrder::Bytes));
    match rest {
        // A character that ends in `\`, and a bracket: the bracket ends the value, or it is an escaped second
        // byte in the middle of the text. The same with two backslashes between: an escaped backslash, or the
        // second byte and the escape of the bracket.
        [b'\\', b']', behind @ ..] | [b'\\', b'\\', b'\\', b']', behind @ ..] => {
            if ends_value(behind) {
                in_text
            } else {
                in_bytes
            }
        }
        // ... and a backslash: it escapes the bracket, or is the second byte itself.
        [b'\\', b'\\', b']', behind @ ..] => {
            if ends_value(behind) {
                in_bytes
            } else {
                in_text
            }
        }
        [b'\\', b'\\', b'\\' | b':', ..] => None,
        [b'\\', b'\\', ..] => in_bytes,
        [b'\\' | b']', ..] => in_text,
        _ => None,
    }
}

/// Takes escapes out of encoded text that comes piece by piece.
#[derive(Debug, Clone)]
pub struct Unescaper {
    layout: UnitLayout,
    /// Bytes of a character that is not complete yet.
    held: Vec<u8>,
}

impl Unescaper {
    pub(super) fn new(layout: UnitLayout) -> Self {
        Self {
            layout,
            held: Vec::new(),
        }
    }

    /// Takes a piece, and gives out stretches without escapes, each with the number of bytes it was
    /// made of; `last` means that no more pieces follow.
    ///
    /// Every stretch but the last one of a piece ends where an escape was taken out.
    pub fn feed(&mut self, bytes: &[u8], last: bool, take: &mut dyn FnMut(&[u8], usize)) {
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(bytes);
        let mut rest = all.as_slice();
        let mut stretch = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            let length = self.layout.length(rest);
            if !last && length > 1 && rest.len() < 3.max(length) {
                break;
            }
            if let [lead, b'\\', trail @ (b'\\' | b']'), behind @ ..] = rest
                && length == 2
            {
                stretch.extend([*lead, *trail]);
                take(&stretch, stretch.len() + 1);
                stretch.clear();
                rest = behind;
                continue;
            }
            let (unit, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            stretch.extend_from_slice(unit);
            rest = behind;
        }
        self.held = rest.to_vec();
        take(&stretch, stretch.len());
    }
}

/// How many of the next bytes are needed to judge a byte.
const AHEAD: usize = 32;

/// Adds about `count` bytes to `masked`. Characters of several bytes, and the escapes between them, become
/// letters, so each bracket or backslash that is left has its meaning.
///
/// `last` means that no bytes follow. Otherwise the last bytes are left for the next call.
pub fn mask(label: Option<&str>, bytes: &[u8], count: usize, last: bool, masked: &mut Vec<u8>) {
    let layout = label
        .and_then(Charset::from_label)
        .map_or(UnitLayout::Single, UnitLayout::of);
    let mut rest = bytes;
    while !rest.is_empty() && bytes.len() - rest.len() < count && (last || rest.len() >= AHEAD) {
        let mut length = layout.length(rest);
        if length == 2
            && layout.has_ascii_trails()
            && let Some(EscapeOrder::Bytes) = order(rest.get(1..).unwrap_or(&[]))
        {
            length = 3;
        }
        let (unit, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        match unit {
            [byte] => masked.push(*byte),
            _ => masked.extend(unit.iter().map(|_| b'x')),
        }
        rest = behind;
    }
}

/// Returns a text without escapes in its bytes.
pub(super) fn undone(layout: UnitLayout, bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    Unescaper::new(layout).feed(bytes, true, &mut |stretch, _| {
        text.extend_from_slice(stretch);
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> UnitLayout {
        UnitLayout::of(Charset::from_label("shift_jis").unwrap())
    }

    /// Encodes a text after or before its escapes are put in.
    fn encode(text: &str, into_bytes: bool) -> Vec<u8> {
        let charset = Charset::from_label("shift_jis").unwrap();
        if !into_bytes {
            return charset
                .encode(&text.replace('\\', "\\\\").replace(']', "\\]"))
                .unwrap();
        }
        let bytes = charset.encode(text).unwrap();
        bytes
            .iter()
            .flat_map(|byte| match byte {
                b'\\' | b']' => vec![b'\\', *byte],
                _ => vec![*byte],
            })
            .collect()
    }

    #[test]
    fn both_orders_are_told_apart() {
        for text in [
            "表",
            "ソ",
            "ゾ",
            "表示",
            "ゾラ",
            "[表]",
            "表]ソ",
            "構図 十段 能",
            "ゾ]",
        ] {
            for into_bytes in [false, true] {
                for behind in ["]", "]WB[x]", "]\n;B[aa]"] {
                    let bytes = [b"PB[", &encode(text, into_bytes)[..], behind.as_bytes()].concat();
                    let has = encode(text, true) != encode(text, false);
                    assert_eq!(
                        are_in_bytes(layout(), &bytes),
                        has && into_bytes,
                        "{text} {into_bytes} {behind:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_escape_inside_a_character_is_masked_with_it() {
        for text in ["ゾ", "表"] {
            let bytes = [b"PB[", &encode(text, true)[..], b"]WB[x]"].concat();
            let mut masked = Vec::new();
            mask(Some("shift_jis"), &bytes, bytes.len(), true, &mut masked);
            assert_eq!(masked, b"PB[xxx]WB[x]", "{text}");
        }
    }

    #[test]
    fn escapes_are_undone_across_pieces() {
        let bytes = encode("aゾ表 ソ]示\\", true);
        for length in 1..=bytes.len() {
            let mut unescaper = Unescaper::new(layout());
            let (mut text, mut taken) = (Vec::new(), 0);
            let mut take = |stretch: &[u8], count| {
                text.extend_from_slice(stretch);
                taken += count;
            };
            for piece in bytes.chunks(length) {
                unescaper.feed(piece, false, &mut take);
            }
            unescaper.feed(&[], true, &mut take);
            let charset = Charset::from_label("shift_jis").unwrap();
            assert_eq!(charset.decode(&text), "aゾ表 ソ\\]示\\\\", "by {length}");
            assert_eq!(taken, bytes.len());
        }
    }
}
