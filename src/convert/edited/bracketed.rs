//! Edits of records in SGF and Smart-Go.

mod carriers;
mod nodes;
mod page;
mod tree;

pub(super) use carriers::{
    carrier_damaged, carrier_deleted, carrier_doubled, carrier_moved, games_interleaved,
};
pub(super) use nodes::{
    comment_added, comment_changed, label_changed, letter_moved, mark_moved, move_changed,
    move_passed, name_changed, plain_mark_moved, same_in_ascii, sign_changed, stones_changed,
    text_deleted,
};
pub(super) use tree::{
    line_deleted, node_deleted, node_emptied, node_inserted, variation_deleted, variation_inserted,
    variation_moved,
};
