//! Edits of results: a record is converted, its result is edited outside of the carriers, and comes home.

#![no_main]

use std::io::Cursor;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceError, SourceOptions};
use libfuzzer_sys::fuzz_target;

/// Texts that an edit can add, in brackets and in Ishi.
const ADDED: &[&str] = &[
    ";B[aa]",
    "(;W[bb])",
    "AB[cc]",
    "AW[dd:ee]",
    "C[x]",
    "LB[aa:A]",
    "(",
    ")",
    ";",
    "]",
    "\nB 1 Q4\n",
    "\nW 2 D4\n",
    "\nVAR\n",
    "\nENDVAR\n",
    "\nCOM\nx\nENDCOM\n",
    "\nDIAGRAM\n",
    "\nSETUP B C3\n",
    "\nMARK a@Q4\n",
    "\nEVENT\n",
    " ",
    "7",
];

/// The target, then each edit: its place, its kind, how much it removes.
type Edits = (u8, [(u16, u8, u8); 3]);

fuzz_target!(|input: (Edits, &[u8])| {
    let ((to, edits), bytes) = input;
    let to = Format::ALL[usize::from(to) % Format::ALL.len()];
    let Some((from, mut result)) = convert(bytes, None, to) else {
        return;
    };
    for edit in edits {
        change(&mut result, edit);
    }
    let Some((_, home)) = convert(&result, Some(to), from) else {
        return;
    };
    // A record that came home is as good as any other.
    convert(&home, Some(from), to);
});

/// Converts a record with the proof. Returns its format and the result, or `None` if there is no result.
fn convert(bytes: &[u8], from: Option<Format>, to: Format) -> Option<(Format, Vec<u8>)> {
    let options = SourceOptions {
        format: from,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).ok()?;
    match Conversion::new(&ConvertOptions::new(to)).collect(&mut source) {
        Ok(result) => Some((source.format(), result)),
        Err(ConvertError::Source(SourceError::Io(error))) => panic!("{error}"),
        // An edit can leave a game that no text shows; the error loses no file.
        Err(_) => None,
    }
}

/// Makes an edit, unless its place is in a carrier.
fn change(result: &mut Vec<u8>, (place, kind, removed): (u16, u8, u8)) {
    let places: Vec<usize> = outside(result);
    if places.is_empty() {
        return;
    }
    let start = usize::from(place) % places.len();
    let removed = usize::from(removed % 16).min(places.len() - start);
    // The removed bytes follow each other, without a carrier between them.
    let run = (0..removed).take_while(|count| places[start + count] == places[start] + count);
    let at = places[start];
    let end = at + run.count();
    let added = ADDED.get(usize::from(kind)).map_or("", |added| added);
    result.splice(at..end, added.bytes());
}

/// Returns the places of all bytes outside of carriers.
fn outside(result: &[u8]) -> Vec<usize> {
    let mut inside = vec![false; result.len()];
    for (open, close) in [(&b"XI[ishi"[..], &b"]"[..]), (b"USER ishi", b"ENDUSER")] {
        for start in memchr::memmem::find_iter(result, open) {
            let end = memchr::memmem::find_iter(&result[start..], close)
                .map(|end| start + end)
                .find(|end| result[end - 1] != b'\\');
            let end = end.map_or(result.len(), |end| end + close.len());
            inside[start..end].fill(true);
        }
    }
    (0..result.len()).filter(|place| !inside[*place]).collect()
}
