//! The accounts of a ledger: the ways in which a byte of a record counts.

use crate::diagnostic::Span;

/// The fate of a byte of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// It has a meaning: a keyword, an identifier, a value, a text.
    Meaning,
    /// It has no meaning, but is kept unchanged: unknown lines and words, text before the game of Smart-Go.
    Kept,
    /// It holds the record together: brackets, semicolons, parentheses, line ends, the small letters of
    /// identifiers, and the label of the charset.
    Syntax,
    /// It separates, or has no meaning: white space and control characters outside texts.
    WhiteSpace,
    /// It is not in the result, and a finding names it.
    LeftOut,
}

impl Account {
    /// Every account, in the order of the enumeration.
    pub const ALL: &'static [Self] = &[
        Self::Meaning,
        Self::Kept,
        Self::Syntax,
        Self::WhiteSpace,
        Self::LeftOut,
    ];
}

/// The accounts of the bytes of one text.
#[derive(Debug, Clone)]
pub(crate) struct Books {
    accounts: Vec<Account>,
}

impl Books {
    /// Opens the books of a text. Until a byte is booked it is white space if it has no meaning, otherwise
    /// syntax.
    pub(crate) fn new(text: &str) -> Self {
        let mut accounts = Vec::with_capacity(text.len());
        for c in text.chars() {
            let account = if is_blank(c) {
                Account::WhiteSpace
            } else {
                Account::Syntax
            };
            accounts.extend(std::iter::repeat_n(account, c.len_utf8()));
        }
        Self { accounts }
    }

    /// Books a part of the text.
    pub(crate) fn book(&mut self, span: Span, account: Account) {
        let part = self.accounts.get_mut(span.start..span.end);
        part.into_iter().flatten().for_each(|old| *old = account);
    }

    /// Books a part of the text, but for the white space in it.
    pub(crate) fn book_words(&mut self, span: Span, account: Account) {
        let part = self.accounts.get_mut(span.start..span.end);
        let words = part.into_iter().flatten();
        words
            .filter(|old| **old != Account::WhiteSpace)
            .for_each(|old| *old = account);
    }

    /// Returns the stretches of bytes that are in one account, in order.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = (Span, Account)> {
        let mut start = 0;
        self.accounts
            .chunk_by(|a, b| a == b)
            .filter_map(move |stretch| {
                let span = Span::new(start, start + stretch.len());
                start = span.end;
                Some((span, *stretch.first()?))
            })
    }
}

/// Returns whether a character has no meaning between the words of a record.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}
