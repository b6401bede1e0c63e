//! Finds the bytes of one character in a charset of several bytes per character.

use super::Charset;

/// How a charset makes characters of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitLayout {
    /// Each byte is a character, or the charset is another one.
    Single,
    /// UTF-8.
    Utf8,
    /// GBK and GB18030.
    Gb18030,
    /// Big5.
    Big5,
    /// `Shift_JIS`.
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// EUC-KR with the additions of CP949.
    EucKr,
}

impl UnitLayout {
    /// Returns the layout of a charset.
    pub(super) fn of(charset: Charset) -> Self {
        let encoding = match charset {
            Charset::Whatwg(encoding) => encoding,
            Charset::Utf8 => return Self::Utf8,
            _ => return Self::Single,
        };
        [
            (encoding_rs::GBK, Self::Gb18030),
            (encoding_rs::GB18030, Self::Gb18030),
            (encoding_rs::BIG5, Self::Big5),
            (encoding_rs::SHIFT_JIS, Self::ShiftJis),
            (encoding_rs::EUC_JP, Self::EucJp),
            (encoding_rs::EUC_KR, Self::EucKr),
        ]
        .into_iter()
        .find_map(|(known, layout)| (known == encoding).then_some(layout))
        .unwrap_or(Self::Single)
    }

    /// Returns whether the byte of `\` or `]` can be the second one of a character.
    pub(super) fn has_ascii_trails(self) -> bool {
        matches!(self, Self::Gb18030 | Self::Big5 | Self::ShiftJis)
    }

    /// Returns whether the text of a character tells how many bytes it has. A charset can read some characters that it
    /// writes in another way or not at all.
    fn is_regular(self, character: &[u8]) -> bool {
        match (self, character) {
            // The euro has two forms.
            (Self::Gb18030, [0x80] | [0xA2, 0xE3] | [_, _, _, _])
            // Characters of Hong Kong, and those that users of Shift_JIS define.
            | (Self::Big5, [0x81..=0xA0, _])
            | (Self::ShiftJis, [0xF0..=0xF9, _])
            // JIS X 0212.
            | (Self::EucJp, [_, _, _]) => false,
            _ => true,
        }
    }

    /// Returns whether the charset has no such characters.
    fn are_regular(self) -> bool {
        matches!(self, Self::Single | Self::Utf8 | Self::EucKr)
    }

    /// Returns where the first character ends whose text does not tell how many bytes it has.
    pub(super) fn end_of_irregular(self, bytes: &[u8]) -> Option<usize> {
        let mut rest = if self.are_regular() { &[] } else { bytes };
        while let Some((character, behind)) = rest.split_at_checked(self.length(rest)) {
            rest = behind;
            if !self.is_regular(character) {
                return Some(bytes.len() - rest.len());
            }
        }
        None
    }

    /// Returns how many bytes of a piece are whole characters. The next piece can have the other bytes of the last one.
    pub(super) fn whole(self, piece: &[u8]) -> usize {
        if self.are_regular() {
            return piece.len();
        }
        // A byte below `0` is never a part of a longer character.
        let start = piece.iter().rposition(|byte| *byte < b'0');
        let mut rest = piece.get(start.unwrap_or(0)..).unwrap_or_default();
        while let Some((_, behind)) = rest.split_at_checked(self.length(rest)) {
            rest = behind;
        }
        piece.len() - rest.len()
    }

    /// Returns how many bytes the first character has, at least 1. It can be cut off, or be unknown in the
    /// charset.
    pub(super) fn length(self, bytes: &[u8]) -> usize {
        let lead = bytes.first().copied().unwrap_or(0);
        match (self, lead) {
            (_, 0..=0x80 | 0xFF)
            | (Self::Single, _)
            | (Self::ShiftJis, 0xA0..=0xDF | 0xFD..=0xFE)
            | (Self::EucJp, 0x81..=0x8D | 0x90..=0xA0)
            | (Self::Utf8, 0x81..=0xC1 | 0xF5..) => 1,
            (Self::EucJp, 0x8F) | (Self::Utf8, 0xE0..=0xEF) => 3,
            (Self::Utf8, 0xF0..=0xF4) => 4,
            (Self::Gb18030, _) if bytes.get(1).is_some_and(u8::is_ascii_digit) => 4,
            _ => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_ends_with_a_whole_character() {
        for (layout, piece, expected) in [
            (UnitLayout::Gb18030, &b"\xC6\xE5\xC6"[..], 2),
            (UnitLayout::Gb18030, b"\xC6\xE5\xC6\xE5", 4),
            (UnitLayout::Gb18030, b"\xC6\xE5\x81\x30\x81", 2),
            (UnitLayout::Gb18030, b"\xC6\xE5\x81\x30\x81\x30", 6),
            // A blank is a part of no character.
            (UnitLayout::Gb18030, b"\xC6 \xE5", 2),
            (UnitLayout::Gb18030, b"", 0),
            (UnitLayout::ShiftJis, b"\xB1\x8A", 1),
            (UnitLayout::EucJp, b"\x8F\xB0\xA1\x8F\xB0", 3),
            // These charsets need no whole characters.
            (UnitLayout::Utf8, b"\xE6\xA3", 2),
            (UnitLayout::EucKr, b"\xB0", 1),
        ] {
            assert_eq!(layout.whole(piece), expected, "{layout:?} {piece:?}");
        }
    }
}
