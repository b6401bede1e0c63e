//! Carriers hold the data that the target format cannot express, inside a record of that format.

mod encoding;
pub mod overlay;

pub use encoding::{
    Block, FORM, PROPERTY, VERSION, about_of, decode_block, decode_property, encode_block,
    encode_property, version_of,
};
pub(crate) use encoding::{is_blank, unescape};
