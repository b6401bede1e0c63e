//! Records that are far larger than any real one.

use ishi::Format;
use ishi::convert::ConvertError;

use crate::traps::{TRAPS, repeated};
use crate::{convert, is_long_run, survives};

/// Returns the full count on a long run, otherwise a tenth of it: still too many levels for a reader that
/// recurses, and too many items for one that searches all of them for each.
fn count_of(count: usize) -> usize {
    if is_long_run() { count } else { count / 10 }
}

/// Reads and writes a large record in its format, without the proof.
fn rewrites(text: &str, format: Format) -> usize {
    match convert(text.as_bytes(), Some(format), format, false) {
        Ok(bytes) => bytes.len(),
        Err(error) => panic!("{format}: {error}"),
    }
}

#[test]
fn a_million_nested_variations() {
    let count = count_of(1_000_000);
    let text = repeated("(;FF[4]GM[1]", "(;B[aa]", count, &")".repeat(count + 1));
    assert!(rewrites(&text, Format::Sgf) > 6 * count);
    let unclosed = repeated("(;FF[4]GM[1]", "(;B[aa]", count, "");
    assert!(rewrites(&unclosed, Format::Sgf) > 6 * count);
    let text = repeated("(;GM[1]", "(;B[aa]", count, &")".repeat(count + 1));
    assert!(rewrites(&text, Format::SmartGo) > 6 * count);
}

#[test]
fn a_million_nested_var_blocks() {
    let count = count_of(1_000_000);
    let text = repeated(
        "EVENT\nB 1 A1\n",
        "VAR\nB 1 A1\n",
        count,
        &"ENDVAR\n".repeat(count),
    );
    assert!(rewrites(&text, Format::Ishi) > 10 * count);
    let unclosed = repeated("EVENT\nB 1 A1\n", "VAR\nB 1 A1\n", count, "");
    assert!(rewrites(&unclosed, Format::Ishi) > 10 * count);
}

#[test]
fn a_million_variations_of_one_move() {
    let count = count_of(1_000_000);
    let text = repeated("(;FF[4]GM[1](;B[aa])", "(;B[bb])", count, ")");
    assert!(rewrites(&text, Format::Sgf) > 8 * count);
    let text = repeated("EVENT\nB 1 A1\n", "VAR\nB 1 B1\nENDVAR\n", count, "");
    assert!(rewrites(&text, Format::Ishi) > 10 * count);
}

#[test]
fn a_node_with_a_million_properties() {
    let count = count_of(1_000_000);
    assert!(
        rewrites(
            &repeated("(;FF[4]GM[1];B[aa]", "XY[z]", count, ")"),
            Format::Sgf
        ) > 3 * count
    );
    let mut text = String::from("(;FF[4]GM[1]");
    for number in 0..count {
        for place in 0..5 {
            let letter = number / 26_usize.pow(place) % 26;
            text.push(char::from(b'A' + u8::try_from(letter).unwrap_or(0)));
        }
        text.push_str("[x]");
    }
    text.push(')');
    assert!(rewrites(&text, Format::Sgf) > 8 * count);
}

#[test]
fn a_value_of_a_hundred_megabytes() {
    let value = "all work and no play ".repeat(count_of(5_000_000));
    let text = format!("(;FF[4]GM[1];B[aa]C[{value}])");
    assert!(rewrites(&text, Format::Sgf) > 20 * count_of(5_000_000));
    let text = format!("EVENT\nB 1 A1\nCOM\n{value}\nENDCOM\n");
    assert!(rewrites(&text, Format::Ishi) > 20 * count_of(5_000_000));
    let text = format!("(;GM[1];B[aa]C[{value}])");
    assert!(rewrites(&text, Format::SmartGo) > 20 * count_of(5_000_000));
}

#[test]
fn a_million_empty_games() {
    let count = count_of(1_000_000);
    assert!(rewrites(&"(;)".repeat(count), Format::Sgf) > 10 * count);
    assert!(rewrites(&"(;)".repeat(count), Format::SmartGo) > 8 * count);
    assert!(rewrites(&"EVENT\n".repeat(count), Format::Ishi) > 6 * count);
}

/// A program that looks at a million things a million times does not finish.
#[test]
fn a_million_of_everything_that_lures_a_reader() {
    for (what, formats, trap) in TRAPS {
        let text = trap(count_of(1_000_000));
        for format in *formats {
            let converted = convert(text.as_bytes(), Some(*format), *format, false);
            let is_expected = matches!(converted, Ok(_) | Err(ConvertError::NoGame));
            assert!(is_expected, "{what}: {:?}", converted.err());
        }
    }
}

#[test]
fn a_million_marks_and_labels() {
    let count = count_of(1_000_000);
    rewrites(
        &repeated("(;FF[4]GM[1];B[aa]TR", "[bb]", count, ")"),
        Format::Sgf,
    );
    rewrites(
        &repeated("(;FF[4]GM[1];B[aa]LB", "[bb:x]", count, ")"),
        Format::Sgf,
    );
    rewrites(
        &repeated("(;GM[1];B[aa]L", "[bb]", count, ")"),
        Format::SmartGo,
    );
    rewrites(
        &repeated("EVENT\nB 1 A1\nMARK", " x@B2", count, "\n"),
        Format::Ishi,
    );
    rewrites(
        &repeated("EVENT\nB 1 A1\n", "MARK x@B2\nUNMARK ALL\n", count / 10, ""),
        Format::Ishi,
    );
}

/// Ishi carries all of them, and the report names each.
#[test]
fn a_million_private_properties_of_different_names() {
    let letter = |number: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]);
    let count = count_of(1_000_000);
    let properties = (0..count).map(|number| {
        let name = [1, 26, 676, 17_576].map(|of| letter(number / of));
        format!("X{}[1]", String::from_iter(name))
    });
    let text = format!("(;FF[4]GM[1]{})", properties.collect::<String>());
    let converted = convert(text.as_bytes(), Some(Format::Sgf), Format::Ishi, true);
    assert!(converted.is_ok_and(|bytes| bytes.len() > 8 * count));
}

/// The remark waits for a move, so the next event does not start a unit.
#[test]
fn a_million_events_that_share_a_unit() {
    let count = count_of(1_000_000) / 4;
    let text = "EVENT\nREMARK a\nBLACK x\n".repeat(count);
    assert!(rewrites(&text, Format::Ishi) > 20 * count);
}

/// Ko fights over and over: each move captures.
#[test]
fn ten_thousand_captures_in_ko() {
    let start = "(;FF[4]GM[1]SZ[19]AB[ab][ba][bc]AW[db][ca][cc][bb]";
    let text = repeated(start, ";B[cb];W[bb]", 5_000, ")");
    survives(text.as_bytes(), Some(Format::Sgf));
    let ishi = convert(text.as_bytes(), None, Format::Ishi, true).expect("a game of Go");
    assert_eq!(
        String::from_utf8_lossy(&ishi).matches("PRISONER").count(),
        10_000
    );
    let back = convert(&ishi, Some(Format::Ishi), Format::Sgf, true).expect("a game of Go");
    assert_eq!(
        String::from_utf8_lossy(&back).matches(";B[cb]").count(),
        5_000
    );
}

/// Each level starts with a variation that is not a move. Ishi can only write it out of order.
#[test]
fn fifty_thousand_levels_out_of_order() {
    let count = count_of(50_000);
    let text = repeated(
        "(;FF[4]GM[1]",
        "(;C[x])(;B[aa]",
        count,
        &")".repeat(count + 1),
    );
    let ishi = convert(text.as_bytes(), Some(Format::Sgf), Format::Ishi, true);
    let ishi = ishi.unwrap_or_else(|error| panic!("{error}"));
    assert!(rewrites(&String::from_utf8_lossy(&ishi), Format::Ishi) > 10 * count);
}
