//! The subjects of keys: pieces about one subject at one node travel together.

use crate::ishi::line::Header;

/// Returns the subject of the identifier of a property, or of a keyword of Ishi.
pub(super) fn subject(key: &str) -> &str {
    match Header::of(key).map_or(key, |header| header.property().ident()) {
        "EV" | "GN" | "RO" | "EVENT" => "event",
        "PB" | "BR" | "BT" => "black",
        "PW" | "WR" | "WT" => "white",
        "TM" | "OT" => "time",
        "C" | "N" | "GC" | "COM" | "VAR" => "comment",
        "AB" | "AW" | "AE" | "SETUP" | "HIDE" => "stones",
        "LB" | "L" | "M" | "TR" | "SQ" | "CR" | "MA" | "SL" | "MARK" => "marks",
        "FG" | "VW" | "DIAGRAM" => "figure",
        "B" | "W" | "MN" | "KO" | super::groups::MOVE => "move",
        "SZ" | "BOARDSIZE" => "size",
        other => other,
    }
}

/// Returns the subject of a property that differs, and its point if it is a list: `LB dd` are the marks of one point.
pub(super) fn subject_and_point(place: &str) -> (&str, Option<&str>) {
    match place.split_once(' ') {
        Some((ident, point)) => (subject(ident), Some(point)),
        None => (subject(place), None),
    }
}

/// Returns whether a property is a list of points or labels, whose values travel one by one.
pub(super) fn is_list(key: &str) -> bool {
    matches!(
        key,
        "AB" | "AW" | "AE" | "LB" | "L" | "M" | "TR" | "SQ" | "CR" | "MA" | "SL"
    )
}

/// Returns whether a text that says more or less of it has the same content: properties of the file, and lines that follow
/// from others.
pub(super) fn is_silent(key: &str) -> bool {
    matches!(key, "FF" | "GM" | "CA" | "SZ" | "BOARDSIZE" | "PRISONER")
}

/// Returns whether a key has words without meaning, of which a node can have several.
pub(super) fn is_words(key: &str) -> bool {
    matches!(key, "REMARK" | "USER" | super::groups::WORDS)
}
