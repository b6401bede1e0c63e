//! Carriers: what the target format cannot express, in words of its own inside the target.

mod encoding;
pub mod overlay;

pub use encoding::{
    Block, FORM, PROPERTY, VERSION, about_of, decode_block, decode_property, encode_block,
    encode_property, version_of,
};
pub(crate) use encoding::{is_blank, unescape};
