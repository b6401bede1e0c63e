//! The bytes of an event in their accounts.

use super::clean::Clean;
use super::item::Item;
use super::line::Line;
use super::syntax;
use crate::account::{Account, Books, is_blank};
use crate::diagnostic::{Diagnostics, Span};

/// Books the lines of a text, as if all of them were read: the reader books what it leaves out.
pub(crate) fn book(text: &str, books: &mut Books) {
    let Some(clean) = Clean::of(text) else {
        return book_lines(text, books);
    };
    *books = Books::new(&clean.text);
    book_lines(&clean.text, books);
    clean.restore_books(books);
}

fn book_lines(text: &str, books: &mut Books) {
    for (line, end) in lines(text, Span::new(0, text.len())) {
        if !slice(text, line).chars().all(is_blank) {
            books.book(end, Account::Syntax);
        }
    }
    for item in syntax::parse(text, &mut Diagnostics::new()) {
        self::item(text, &item, books);
        for unread in item.unread() {
            books.book(*unread, Account::Kept);
        }
    }
}

fn item(text: &str, item: &Item<'_>, books: &mut Books) {
    match item.line {
        Line::Unknown(_) => books.book(item.span, Account::Kept),
        Line::Event(_) | Line::Header(..) | Line::Remark(_) => title(text, item.span, books),
        Line::Com(_) | Line::User(_) => block(text, item.span, books),
        _ => books.book_words(item.span, Account::Meaning),
    }
}

/// Books a keyword and the text after it, in which white space counts.
fn title(text: &str, line: Span, books: &mut Books) {
    books.book_words(line, Account::Meaning);
    let all = slice(text, line);
    let keyword = all.find(is_blank).unwrap_or(all.len());
    let said = slice(text, Span::new(line.start + keyword, line.end));
    let start = line.end - said.trim_start_matches(is_blank).len();
    let end = start + said.trim_matches(is_blank).len();
    books.book(Span::new(start, end), Account::Meaning);
}

/// Books a block: in the lines between its first and its last one all counts.
fn block(text: &str, block: Span, books: &mut Books) {
    let mut lines = lines(text, block).peekable();
    if let Some((first, end)) = lines.next() {
        title(text, first, books);
        books.book(end, Account::Syntax);
    }
    while let Some((line, end)) = lines.next() {
        if lines.peek().is_some() {
            books.book(line, Account::Meaning);
            books.book(end, Account::Syntax);
        } else {
            books.book_words(line, Account::Meaning);
        }
    }
}

/// Returns the lines of a part of a text, each with its line end.
fn lines(text: &str, part: Span) -> impl Iterator<Item = (Span, Span)> {
    let mut start = part.start;
    std::iter::from_fn(move || {
        let rest = slice(text, Span::new(start, part.end));
        if rest.is_empty() {
            return None;
        }
        let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let after = rest.get(length..).unwrap_or("");
        let end = match after.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        let line = Span::new(start, start + length);
        start = line.end + end;
        Some((line, Span::new(line.end, start)))
    })
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start..span.end).unwrap_or("")
}
