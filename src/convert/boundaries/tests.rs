//! Tests of the boundaries between games.

use super::*;

#[test]
fn the_games_of_texts_come_apart_as_they_were_put_together() {
    let (clean, open) = (("(;FF[4];B[aa])\n", 1, true), ("(;W[bb]\n", 1, false));
    for (to, texts, written, found) in [
        (Format::Sgf, &[][..], 0, Some(0)),
        // One text has no boundary.
        (Format::Ishi, &[("", 1, false)], 1, Some(1)),
        (Format::Sgf, &[clean], 1, Some(1)),
        (Format::Sgf, &[clean, clean], 3, Some(2)),
        (Format::Sgf, &[clean, open], 2, Some(2)),
        (Format::Sgf, &[clean, clean, open], 3, Some(3)),
        // The last parenthesis is one too many, so that all are variations of the first game.
        (
            Format::Sgf,
            &[clean, ("(;W[aa])\n(;L[aa];B[aa]))\n", 2, false)],
            3,
            Some(1),
        ),
        // Text after the last game is no game.
        (
            Format::Sgf,
            &[clean, ("(;W[aa])\nend\n", 1, false)],
            2,
            Some(2),
        ),
        // No game was found in a text, so that the splitter sees it.
        (Format::Sgf, &[("(;FF[4])\n", 0, true), clean], 2, Some(2)),
        (
            Format::Ishi,
            &[("EVENT\r\n", 1, true), ("EVENT\r\nEVENT\r\n", 1, false)],
            2,
            Some(3),
        ),
        // A text that is not clean is seen beside the one before it.
        (
            Format::Ishi,
            &[("EVENT\r\nB 1 A1\r\n", 1, true), ("W 2 B2\r\n", 1, false)],
            2,
            Some(1),
        ),
    ] {
        let mut boundaries = Boundaries::new(to);
        for (text, games, is_clean) in texts {
            boundaries.push("", text, *games, *is_clean);
        }
        let result = match boundaries.finish(written) {
            Ok(()) => Some(written),
            Err(ConvertError::Boundaries { found, .. }) => Some(found),
            Err(_) => None,
        };
        assert_eq!(result, found, "{to} {texts:?}");
    }
}
