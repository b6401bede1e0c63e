//! `ishi formats`: what each format can hold.

/// The table.
pub const TABLE: &str = "\
x
";
