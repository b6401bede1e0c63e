//! The bytes of an event in their accounts.

use super::clean::is_ignored;
use super::line::{Keyword, Line};
use super::syntax;
use super::tokens::{self, LineKind};
use crate::diagnostic::{Diagnostics, Span};
use crate::format::account::{Account, Books, is_blank};

/// Books the lines of a text as if all of them were read. The reader itself books the lines that it leaves out.
pub(crate) fn book(text: &str, books: &mut Books) {
    for (kind, span) in tokens::lines(text.as_bytes()) {
        line(text, kind, span, books);
    }
    for item in syntax::parse(text, &mut Diagnostics::new()) {
        if matches!(item.line, Line::Remark(_) | Line::Unknown(_)) {
            books.book(item.span, Account::Kept);
        }
        for unread in item.unread() {
            books.book(*unread, Account::Kept);
        }
    }
    let ignored = text.char_indices().filter(|(_, c)| is_ignored(*c));
    ignored.for_each(|(at, _)| books.book(Span::new(at, at + 1), Account::WhiteSpace));
}

/// Books a line with its line end.
fn line(text: &str, kind: LineKind, line: Span, books: &mut Books) {
    let words = line.slice(text).trim_end_matches(['\r', '\n']).len();
    let words = Span::new(line.start, line.start + words);
    match kind {
        LineKind::Blank => return,
        LineKind::Body(_) => books.book(words, Account::Meaning),
        LineKind::Keyword(
            Keyword::Event | Keyword::Header(_) | Keyword::Remark | Keyword::Com | Keyword::User,
        ) => title(text, words, books),
        // A stray end is left out.
        LineKind::Keyword(Keyword::EndCom | Keyword::EndUser) => {}
        LineKind::Keyword(_) | LineKind::End(_) | LineKind::Unknown => {
            books.book_words(words, Account::Meaning);
        }
    }
    books.book(Span::new(words.end, line.end), Account::Syntax);
}

/// Books a keyword and the text after it. White space within the text counts.
fn title(text: &str, line: Span, books: &mut Books) {
    books.book_words(line, Account::Meaning);
    let all = line.slice(text).trim_start_matches(is_blank);
    let keyword = all.find(is_blank).unwrap_or(all.len());
    let data = all.get(keyword..).unwrap_or("");
    let start = line.end - data.trim_start_matches(is_blank).len();
    let end = start + data.trim_matches(is_blank).len();
    books.book(Span::new(start, end), Account::Meaning);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the letter of the account of each byte: `m`eaning, `k`ept, `s`yntax, `w`hite space.
    fn booked(text: &str) -> String {
        let mut books = Books::new(text);
        book(text, &mut books);
        let letter = |account| match account {
            Account::Meaning => "m",
            Account::Kept => "k",
            Account::Syntax => "s",
            Account::WhiteSpace => "w",
            Account::LeftOut => "l",
        };
        let stretches = books.stretches();
        let letters = stretches.map(|(span, of)| letter(of).repeat(span.end - span.start));
        letters.collect()
    }

    #[test]
    fn each_byte_of_a_line_is_in_an_account() {
        for (text, accounts) in [
            ("B 1  Q4\r\n", "mwmwwmmss"),
            (" B 1 Q4 x\n", "wmwmwmmwks"),
            ("EVENT  a  b \n", "mmmmmwwmmmmws"),
            ("KOMI\n", "mmmms"),
            ("COM t u\n x \nENDCOM v\n", "mmmwmmmsmmmsmmmmmmwks"),
            ("ENDCOM x\n", "kkkkkkkks"),
            ("REMARK r s\n", "kkkkkkkkkks"),
            ("no line\n", "kkkkkkks"),
            ("\n\n", "ww"),
            ("\u{1a}B 1\u{1} Q4", "wmwmwwmm"),
        ] {
            assert_eq!(booked(text), accounts, "{text:?}");
        }
    }
}
