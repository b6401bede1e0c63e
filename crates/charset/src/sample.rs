//! The part of a record that its charset can be told from.

use encoding_rs::Encoding;

/// How many bytes of a record are weighed.
const LIMIT: usize = 8 * 1024;

/// How many bytes are taken of a record that is valid UTF-8.
const LITTLE: usize = 160;

/// How many bytes are taken of each piece, once half of the limit is reached: so the end of a large
/// record counts too.
const OF_EACH: usize = 256;

/// How many bytes before and after a byte above 127 are taken. The bytes after it must show whether a closing
/// bracket ends a value.
const BEFORE: usize = 8;
const BEHIND: usize = 24;

/// Bytes above 127 with their surroundings, each stretch ended by a line feed. In a record that is
/// not UTF-8 these are its texts: all else in it is ASCII.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    bytes: Vec<u8>,
    /// The ASCII before the next byte.
    before: Vec<u8>,
    /// How many more bytes belong to the stretch.
    open: usize,
}

impl Sample {
    /// Takes a few useful bytes of a piece, while the record is valid UTF-8. They show only whether that is
    /// an accident.
    pub(super) fn feed_little(&mut self, piece: &[u8]) {
        if self.bytes.len() < LITTLE {
            self.take(piece, LITTLE);
        }
    }

    /// Returns whether [`Sample::feed_little`] took all there is.
    pub(super) fn is_little(&self) -> bool {
        self.bytes.len() < LITTLE
    }

    /// Takes the useful bytes of a piece of the record.
    pub(super) fn feed(&mut self, piece: &[u8]) {
        let room = if self.bytes.len() < LIMIT / 2 {
            LIMIT / 2
        } else {
            self.bytes.len() + OF_EACH
        };
        self.take(piece, room.min(LIMIT));
    }

    fn take(&mut self, piece: &[u8], room: usize) {
        let mut rest = piece;
        while let Some((&byte, behind)) = rest.split_first() {
            if !byte.is_ascii() {
                if self.bytes.len() >= room {
                    return self.close();
                }
                if self.open == 0 {
                    self.bytes.append(&mut self.before);
                }
                self.bytes.push(byte);
                self.open = BEHIND;
            } else if self.open > 0 {
                self.bytes.push(byte);
                self.open -= 1;
                if self.open == 0 {
                    self.close();
                }
            } else {
                let ascii = Encoding::ascii_valid_up_to(rest);
                let (skipped, behind) = rest.split_at_checked(ascii).unwrap_or((rest, &[]));
                self.remember(skipped);
                rest = behind;
                continue;
            }
            rest = behind;
        }
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn close(&mut self) {
        self.open = 0;
        self.before.clear();
        if self.bytes.last().is_some_and(|byte| *byte != b'\n') {
            self.bytes.push(b'\n');
        }
    }

    fn remember(&mut self, ascii: &[u8]) {
        let start = ascii.len().saturating_sub(BEFORE);
        self.before.extend(ascii.iter().skip(start));
        let excess = self.before.len().saturating_sub(BEFORE);
        self.before.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_with_what_stands_around_them() {
        let moves = ";B[aa];W[bb]".repeat(10);
        let record = [
            moves.as_bytes(),
            b"PB[\xFC]",
            moves.as_bytes(),
            b"C[\xE9",
            b"]",
        ]
        .concat();
        for length in [1, 3, 1000] {
            let mut sample = Sample::default();
            for piece in record.chunks(length) {
                sample.feed(piece);
            }
            let expected = b"W[bb]PB[\xFC];B[aa];W[bb];B[aa];W[bb\n;W[bb]C[\xE9]";
            let found = sample.bytes();
            assert_eq!(
                String::from_utf8_lossy(found),
                String::from_utf8_lossy(expected),
                "by {length}"
            );
        }
    }

    #[test]
    fn a_little_sample_that_is_full_takes_no_more() {
        let mut sample = Sample::default();
        for _ in 0..LITTLE {
            assert!(sample.is_little());
            sample.feed_little(b"\xE4");
        }
        assert!(!sample.is_little());
        sample.feed_little(b" more");
        assert_eq!(sample.bytes(), [0xE4].repeat(LITTLE));
    }

    #[test]
    fn the_first_piece_fills_half_of_a_sample() {
        let mut sample = Sample::default();
        sample.feed(&[0xE4].repeat(LIMIT));
        let half = [[0xE4].repeat(LIMIT / 2), b"\n".to_vec()].concat();
        assert_eq!(sample.bytes(), half);
    }

    #[test]
    fn a_sample_has_its_limits() {
        let mut sample = Sample::default();
        let fed = |sample: &mut Sample, count: usize| {
            sample.feed(&[0xE4].repeat(count));
            sample.bytes().len()
        };
        // One byte less than a half: the next piece fills it, and is closed.
        assert_eq!(fed(&mut sample, LIMIT / 2 - 1), LIMIT / 2 - 1);
        assert_eq!(fed(&mut sample, 2), LIMIT / 2 + 1);
        // From then on each piece adds a little, and a line feed.
        let mut length = LIMIT / 2 + 1;
        while length + OF_EACH < LIMIT {
            assert_eq!(fed(&mut sample, LIMIT), length + OF_EACH + 1);
            length += OF_EACH + 1;
        }
        assert_eq!(fed(&mut sample, LIMIT), LIMIT + 1);
        assert_eq!(fed(&mut sample, LIMIT), LIMIT + 1);
        let mut half = Sample::default();
        assert_eq!(fed(&mut half, LIMIT / 2), LIMIT / 2);
        assert_eq!(fed(&mut half, LIMIT), LIMIT / 2 + OF_EACH + 1);
    }

    #[test]
    fn stretches_that_touch_are_one() {
        let taken = |bytes: &[u8]| {
            let mut sample = Sample::default();
            sample.feed(bytes);
            String::from_utf8_lossy(sample.bytes()).into_owned()
        };
        let far = "123456789 123456789 1234";
        assert_eq!(taken(b"12345678\xE4\xF6"), "12345678\u{FFFD}\u{FFFD}");
        assert_eq!(taken(b"0123456789\xE4"), "23456789\u{FFFD}");
        let between = |length: usize| {
            let bytes = [b"\xE4", &far.as_bytes()[..length], b"\xF6"].concat();
            taken(&bytes)
        };
        assert_eq!(
            between(23),
            format!("\u{FFFD}{}\u{FFFD}", far.split_at(23).0)
        );
        // A stretch is closed after 24 bytes, and these do not come again.
        assert_eq!(between(24), format!("\u{FFFD}{far}\n\u{FFFD}"));
    }

    #[test]
    fn a_stretch_that_is_closed_for_lack_of_room_takes_no_byte_of_the_next_piece() {
        let mut sample = Sample::default();
        let half = LIMIT / 2;
        // The last stretch is open, and is closed because there is no room for the next byte.
        sample.feed(&[0xE4].repeat(half + 1));
        sample.feed(b"0123456789\xF6");
        assert_eq!(sample.bytes().get(half..), Some(&b"\n23456789\xF6"[..]));
    }

    #[test]
    fn large_records_are_sampled_to_their_end() {
        let mut sample = Sample::default();
        for letter in [0xE4, 0xF6, 0xFC_u8] {
            sample.feed(&[letter, b' '].repeat(20_000));
        }
        assert!(sample.bytes().len() <= LIMIT + BEHIND);
        assert!(sample.bytes().contains(&0xFC));
    }
}
