//! The bytes of a game tree in their accounts.

use super::node::capitals;
use super::syntax::TokenKind;
use super::tokenizer;
use crate::diagnostic::Span;
use crate::format::account::{Account, Books};
use crate::model::Id;

/// Books a game tree with any text before and after it, as if all of it were read. The reader then books the
/// text that it leaves out.
pub(crate) fn book(text: &str, books: &mut Books) {
    let mut is_charset = false;
    for token in tokenizer::tokens(text) {
        let span = Span::new(token.start, token.end());
        match token.kind {
            TokenKind::Preface => books.book_words(span, Account::Kept),
            TokenKind::Identifier => {
                let ident = span.slice(text);
                // The charset tells how to read the record, but no fact about the game.
                is_charset = capitals(ident) == Id::Charset.ident();
                if !is_charset {
                    // Small letters do not count, unless all letters are small.
                    let are_ignored = capitals(ident).len() < ident.len();
                    letters(text, span, books, |c| {
                        !are_ignored || !c.is_ascii_lowercase()
                    });
                }
            }
            TokenKind::Value | TokenKind::Unclosed if is_charset => {}
            TokenKind::Value | TokenKind::Unclosed | TokenKind::Stray => {
                books.book(span, Account::Meaning);
            }
            _ => {}
        }
    }
}

/// Books as meaning the characters of an item that have some.
fn letters(text: &str, span: Span, books: &mut Books, has_meaning: impl Fn(char) -> bool) {
    let item = span.slice(text);
    for (at, _) in item.char_indices().filter(|(_, c)| has_meaning(*c)) {
        let start = span.start + at;
        books.book(Span::new(start, start + 1), Account::Meaning);
    }
}
