//! Tests of texts that open nothing.

use super::*;

#[test]
fn an_open_text_is_not_clean() {
    for (format, text, expected) in [
        (Format::Sgf, "(;FF[4]GM[1];B[aa]", false),
        (Format::SmartGo, "(;Comment[a", false),
        (Format::Ishi, "EVENT\r\nCOM\r\nopen\r\n", false),
        (Format::Ishi, "EVENT\r\nB 1 A1\r\nVAR\r\nW 1 A1\r\n", false),
        (Format::Ishi, "B 1 A1\r\n", false),
        (Format::Ishi, "EVENT\r\nB 1 A1", false),
        (Format::Sgf, "(;FF[4]GM[1];B[aa])\n", true),
    ] {
        let mut log = Diagnostics::new();
        dispatch::read(format, text, &mut log);
        assert_eq!(is_clean(format, text, &log), expected, "{text:?}");
    }
}
