//! Carriers: what the target format cannot say, in words of its own inside the target.

pub mod flag;
