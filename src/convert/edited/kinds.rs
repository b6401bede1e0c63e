//! The kinds of edits.

use super::scene::{Edit, Scene};
use super::{bracketed, lines};
use crate::format::Format;

/// Makes an edit of a record. `None` if this edit is not possible in the record.
pub(super) type Make = fn(&Scene<'_>) -> Option<Edit>;

/// A kind of edit, with its function for each format. `None` if the format does not have the construct to edit.
pub(super) struct Kind {
    pub name: &'static str,
    sgf: Option<Make>,
    smart_go: Option<Make>,
    ishi: Option<Make>,
}

impl Kind {
    /// Returns how the edit is made in records of a format.
    pub(super) fn of(&self, format: Format) -> Option<Make> {
        match format {
            Format::Sgf => self.sgf,
            Format::SmartGo => self.smart_go,
            Format::Ishi => self.ishi,
        }
    }
}

macro_rules! kinds {
    ($($name:literal: $sgf:expr, $smart_go:expr, $ishi:expr;)*) => {
        /// All kinds.
        pub(super) const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            sgf: $sgf,
            smart_go: $smart_go,
            ishi: $ishi,
        }),*];
    };
}

/// The same in both bracketed formats.
macro_rules! both {
    ($($name:literal: $make:ident;)*) => { kinds! {
        $($name: Some(bracketed::$make), Some(bracketed::$make), Some(lines::$make);)*
        "stones set up elsewhere": Some(bracketed::stones_changed), Some(bracketed::stones_changed), None;
        "mark moved": Some(bracketed::mark_moved), Some(bracketed::plain_mark_moved), Some(lines::mark_moved);
        "sign of a mark changed": Some(bracketed::sign_changed), None, Some(lines::sign_changed);
        "label changed": Some(bracketed::label_changed), Some(bracketed::letter_moved), Some(lines::label_changed);
        "move emptied": Some(bracketed::node_emptied), Some(bracketed::node_emptied), None;
    } };
}

both! {
    "comment changed": comment_changed;
    "name changed": name_changed;
    "text changed to one with the same ASCII form": same_in_ascii;
    "text deleted": text_deleted;
    "comment added": comment_added;
    "move changed": move_changed;
    "move made a pass": move_passed;
    "node deleted": node_deleted;
    "rest of a line deleted": line_deleted;
    "variation deleted": variation_deleted;
    "variation moved": variation_moved;
    "node inserted": node_inserted;
    "variation inserted": variation_inserted;
    "carrier deleted": carrier_deleted;
    "carrier doubled": carrier_doubled;
    "carrier damaged": carrier_damaged;
    "carrier moved": carrier_moved;
    "games interleaved": games_interleaved;
}
