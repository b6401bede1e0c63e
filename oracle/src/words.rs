//! Lines, letters and points.

use std::collections::BTreeSet;

use crate::form::{Region, Spot};

/// Makes one sign of each line break: LF, CR, LFCR and CRLF are one.
pub(crate) fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace("\n\r", "\n")
        .replace('\r', "\n")
}

/// Writes the signs of a text in one way: `▲` for `\t` and `\T`, where no letter or digit follows.
pub(crate) fn signs(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or("");
        let letter = after.chars().next().map(|c| c.to_ascii_lowercase());
        let sign = match letter.filter(|_| first == '\\') {
            Some('t') => Some('▲'),
            Some('s') => Some('■'),
            Some('d') => Some('♦'),
            Some('c') => Some('✓'),
            _ => None,
        };
        let end = after.get(1..).unwrap_or("");
        if let Some(sign) = sign.filter(|_| !end.starts_with(char::is_alphanumeric)) {
            out.push(sign);
            rest = end;
        } else {
            out.push(first);
            rest = after;
        }
    }
    out
}

/// Returns the label of the point of L with this number, from 0: A to Z, a to z, AA and so on.
pub(crate) fn letters(number: usize) -> String {
    let letter =
        |first: u8, place: usize| char::from(first + u8::try_from(place % 26).unwrap_or(0));
    match number {
        0..26 => letter(b'A', number).to_string(),
        26..52 => letter(b'a', number).to_string(),
        _ => [letter(b'A', (number - 52) / 26), letter(b'A', number)]
            .iter()
            .collect(),
    }
}

/// Returns the two letters of a point.
pub(crate) fn letters_of(spot: Spot) -> String {
    let letter = |n: u8| char::from(n + if n < 26 { b'a' } else { b'A' - 26 });
    [letter(spot.0), letter(spot.1)].iter().collect()
}

/// Returns the rectangle that points fill.
pub(crate) fn region(spots: &[Spot]) -> Option<Region> {
    let (all, filled) = (rectangle(spots), BTreeSet::from_iter(spots));
    let ends = all.first().copied().zip(all.last().copied());
    ends.filter(|_| filled.len() == all.len())
}

/// Returns the points of the smallest rectangle around some points.
pub(crate) fn rectangle(spots: &[Spot]) -> Vec<Spot> {
    let (columns, rows) = (
        spots.iter().map(|spot| spot.0),
        spots.iter().map(|spot| spot.1),
    );
    let ends = |all: &mut dyn Iterator<Item = u8>| {
        all.fold((u8::MAX, 0), |(least, most), n| (least.min(n), most.max(n)))
    };
    let (columns, rows) = (ends(&mut columns.into_iter()), ends(&mut rows.into_iter()));
    let row = |row| (columns.0..=columns.1).map(move |column| (column, row));
    (rows.0..=rows.1).flat_map(row).collect()
}
