//! The ledger of a record: the account of each byte of its file.
//!
//! Every byte is in exactly one [`Account`], so that the accounts of a ledger together have as many bytes as
//! the file. [`crate::convert`](mod@crate::convert) counts each part left out here as lost, unless the
//! text travels, and [`check`](mod@crate::check) reports it.

use std::io::{Read, Seek};
use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::format::account::{Books, is_blank};
use crate::source::{Source, SourceError, Unit};

pub use crate::format::account::Account;

/// A row of bytes in one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// The bytes in the file as it is on disk, from 0.
    pub bytes: Range<u64>,
    /// Their account.
    pub account: Account,
}

/// The accounts of all bytes of a file, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The rows of bytes: each starts where the one before it ends.
    pub bookings: Vec<Booking>,
}

impl Ledger {
    /// Books all bytes of a source.
    ///
    /// # Errors
    ///
    /// [`SourceError::Io`] if the bytes cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Cursor;
    /// use ishi::source::ledger::{Account, Ledger};
    /// use ishi::source::{Source, SourceOptions};
    ///
    /// let record = b"(;FF[4]GM[1] // a game\n;B[aa])";
    /// let mut source = Source::open(Cursor::new(record), SourceOptions::default())?;
    /// let ledger = Ledger::of(&mut source)?;
    /// assert_eq!(ledger.total(), record.len() as u64);
    /// assert_eq!(ledger.sum(Account::LeftOut), "//agame".len() as u64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<R: Read + Seek>(source: &mut Source<R>) -> Result<Self, SourceError> {
        let mut ledger = Self::default();
        while let Some(unit) = source.next_unit()? {
            // A mark of the encoding comes before the text.
            ledger.add(0..unit.byte_at(0), Account::Syntax);
            ledger.unit(&unit, source);
        }
        // The text after the last game is in no unit.
        let (rest, end) = source.rest()?;
        let account = if rest.chars().all(is_blank) {
            Account::WhiteSpace
        } else {
            Account::LeftOut
        };
        ledger.add(0..end, account);
        Ok(ledger)
    }

    /// Returns how many bytes are in an account.
    pub fn sum(&self, account: Account) -> u64 {
        let found = self.bookings.iter().filter(|one| one.account == account);
        found.map(|one| one.bytes.end - one.bytes.start).sum()
    }

    /// Returns how many bytes are in any account.
    pub fn total(&self) -> u64 {
        Account::ALL.iter().map(|account| self.sum(*account)).sum()
    }

    fn unit<R: Read + Seek>(&mut self, unit: &Unit, source: &Source<R>) {
        let text = unit.text();
        let mut log = Diagnostics::new();
        drop(dispatch::read(source.format(), text, &mut log));
        let mut books = Books::new(text);
        dispatch::book(source.format(), text, &mut books);
        // Ishi keeps words without a meaning.
        if source.format() != Format::Ishi {
            for words in log.left_out() {
                books.book_words(*words, Account::LeftOut);
            }
        }
        for character in unit.undecodable() {
            books.book(character, Account::LeftOut);
        }
        let mut places = unit.places();
        for (span, account) in books.stretches() {
            self.add(places.place(span).bytes, account);
        }
    }

    /// Adds bytes after the booked ones. Bytes that are booked already are not added again.
    fn add(&mut self, bytes: Range<u64>, account: Account) {
        let start = self.bookings.last().map_or(0, |last| last.bytes.end);
        if bytes.end <= start {
            return;
        }
        match self.bookings.last_mut() {
            Some(last) if last.account == account => last.bytes.end = bytes.end,
            _ => self.bookings.push(Booking {
                bytes: start..bytes.end,
                account,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::source::SourceOptions;

    #[test]
    fn the_accounts_of_a_file_follow_each_other() {
        use Account::{Kept, LeftOut, Meaning, Syntax, WhiteSpace};
        for (record, expected) in [
            (&b"EVENT\n"[..], &[(0..5, Meaning), (5..6, Syntax)][..]),
            // A byte order mark is a part of the syntax.
            (
                b"\xEF\xBB\xBF(;FF[4]) \n",
                &[
                    (0..5, Syntax),
                    (5..7, Meaning),
                    (7..8, Syntax),
                    (8..9, Meaning),
                    (9..11, Syntax),
                    (11..13, WhiteSpace),
                ],
            ),
            (
                b"(;B[aa]) words after",
                &[
                    (0..2, Syntax),
                    (2..3, Meaning),
                    (3..4, Syntax),
                    (4..6, Meaning),
                    (6..8, Syntax),
                    (8..9, WhiteSpace),
                    (9..14, LeftOut),
                    (14..15, WhiteSpace),
                    (15..20, LeftOut),
                ],
            ),
            (
                b"EVENT\nwords\n",
                &[
                    (0..5, Meaning),
                    (5..6, Syntax),
                    (6..11, Kept),
                    (11..12, Syntax),
                ],
            ),
        ] {
            let source = Source::open(Cursor::new(record), SourceOptions::default());
            let ledger = Ledger::of(&mut source.unwrap()).unwrap();
            let bookings = ledger.bookings.iter();
            let found: Vec<_> = bookings
                .map(|one| (one.bytes.clone(), one.account))
                .collect();
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(record));
            assert_eq!(ledger.total(), record.len() as u64);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_left_out() {
        use Account::{LeftOut, Meaning, Syntax};
        let options = SourceOptions {
            charset: Some(crate::format::charset::Charset::Utf8),
            ..SourceOptions::default()
        };
        let source = Source::open(Cursor::new(b"(;C[a\xFF\xFEb])"), options);
        let ledger = Ledger::of(&mut source.unwrap()).unwrap();
        let bookings = ledger.bookings.iter();
        let found: Vec<_> = bookings
            .map(|one| (one.bytes.clone(), one.account))
            .collect();
        assert_eq!(
            found,
            [
                (0..2, Syntax),
                (2..3, Meaning),
                (3..4, Syntax),
                (4..5, Meaning),
                (5..7, LeftOut),
                (7..8, Meaning),
                (8..10, Syntax),
            ]
        );
        assert_eq!(ledger.sum(LeftOut), 2);
    }
}
