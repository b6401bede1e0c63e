//! Edits of records in the Ishi Standard Format.

mod carriers;
mod marks;
mod page;
mod texts;
mod tree;

pub(super) use carriers::{
    carrier_damaged, carrier_deleted, carrier_doubled, carrier_moved, games_interleaved,
};
pub(super) use marks::{label_changed, mark_moved, move_changed, move_passed, sign_changed};
pub(super) use texts::{comment_added, comment_changed, name_changed, same_in_ascii, text_deleted};
pub(super) use tree::{
    line_deleted, node_deleted, node_inserted, variation_deleted, variation_inserted,
    variation_moved,
};
