//! Carriers in texts, for tests that take them out, change them, and put them back.

use crate::bracket::content::end_of_first_node;
use crate::format::Format;

/// Returns a text without its first carrier, and the carrier. It is empty if there is no carrier.
pub fn split(format: Format, text: &str) -> (String, &str) {
    let (open, close) = match format {
        Format::Ishi => ("USER ishi 3", "\r\nENDUSER\r\n"),
        Format::SmartGo | Format::Sgf => ("XI[ishi 3", "]"),
    };
    let carrier = text.find(open).and_then(|start| {
        let end = start + text.get(start..)?.find(close)? + close.len();
        text.get(start..end)
    });
    let carrier = carrier.unwrap_or("");
    (text.replacen(carrier, "", 1), carrier)
}

/// Puts a carrier into a canonical text without one.
pub fn join(format: Format, text: &str, carrier: &str) -> String {
    let place = match format {
        Format::Ishi => text.find("\r\n").map_or(0, |at| at + 2),
        Format::SmartGo | Format::Sgf => end_of_first_node(text).unwrap_or(0),
    };
    let (before, after) = text.split_at(place);
    [before, carrier, after].concat()
}
