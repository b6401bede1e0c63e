//! Hostile records: huge, broken or absurd ones do not stop the program.
//!
//! With `ISHI_LONG=1` in the environment the records are ten times as large, and every byte of
//! some is changed to all others.

mod bytes;
mod convert;
mod corpus;
#[path = "../files/mod.rs"]
mod files;
mod large;
mod ledger;
#[path = "../corpus/mod.rs"]
mod records;
mod traps;

use convert::convert;
use ishi::Format;
use ishi::convert::ConvertError;

/// Whether the environment asks for the long run.
fn is_long_run() -> bool {
    std::env::var_os("ISHI_LONG").is_some_and(|value| value == "1")
}

/// Converts a record to all formats. Each failure must be an allowed error.
fn survives(bytes: &[u8], from: Option<Format>) {
    for &to in Format::ALL {
        match convert(bytes, from, to, true) {
            Ok(_)
            | Err(ConvertError::NoGame | ConvertError::Refused(_) | ConvertError::Source(_)) => {}
            Err(error) => {
                let shown = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes));
                panic!("{from:?} to {to}: {error}\n{shown:?}");
            }
        }
    }
}
