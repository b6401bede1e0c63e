//! The bytes of a game tree in their accounts.

use super::node::capitals;
use super::syntax::{self, Kind, Token};
use crate::account::{Account, Books};
use crate::diagnostic::Span;
use crate::model::Id;

/// Books a game tree with any text before and after it, as if all of it were read: the reader books
/// what it leaves out.
pub(crate) fn book(text: &str, books: &mut Books) {
    let mut is_charset = false;
    for token in syntax::tokens(text) {
        let span = Span::new(token.start, token.end());
        match token.kind {
            Kind::Open | Kind::Close | Kind::Node => {}
            Kind::Preface => books.book_words(span, Account::Kept),
            Kind::Moves => moves(&token, books),
            Kind::Identifier => {
                // The charset tells how to read the record, and says nothing about the game.
                is_charset = capitals(token.text) == Id::Charset.ident();
                if !is_charset {
                    identifier(&token, books);
                }
            }
            Kind::Value(_) if is_charset => {}
            Kind::Value(_) | Kind::Unterminated | Kind::Stray => {
                books.book(span, Account::Meaning);
            }
        }
    }
}

/// Books moves with the starts of the nodes after them: letters are the only meaning there.
fn moves(token: &Token<'_>, books: &mut Books) {
    letters(token, books, |c| c.is_ascii_alphabetic());
}

/// Books an identifier: its small letters do not count, unless it has no others.
fn identifier(token: &Token<'_>, books: &mut Books) {
    let are_ignored = capitals(token.text).len() < token.text.len();
    letters(token, books, |c| !are_ignored || !c.is_ascii_lowercase());
}

/// Books as meaning the characters of a token that have some.
fn letters(token: &Token<'_>, books: &mut Books, has_meaning: impl Fn(char) -> bool) {
    for (at, _) in token.text.char_indices().filter(|(_, c)| has_meaning(*c)) {
        let start = token.start + at;
        books.book(Span::new(start, start + 1), Account::Meaning);
    }
}
