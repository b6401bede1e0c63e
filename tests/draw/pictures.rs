//! Pictures of fixtures, compared with approved pictures, with a tolerance.
//!
//! They are in `snapshots/draw/`. A missing one is written, for you to look at.

use std::fs;

use ishi_draw::{BoardStyle, PictureOptions};
use tiny_skia::Pixmap;

use crate::sources::{Record, drawings, fixtures, positions};

/// How much the colours of a pixel may differ, and how many of a thousand pixels may differ more.
const TOLERANCE: u8 = 40;
const PER_MILLE: usize = 5;

#[test]
fn of_fixtures() {
    let (paper, wood) = (BoardStyle::Paper, BoardStyle::Wood);
    for (name, number, style, kept) in [
        ("poster.go", 0, paper, "poster.png"),
        ("marks.sgf", 1, paper, "marks.png"),
        ("backgammon.sgf", 5, paper, "backgammon.png"),
        ("poster.go", 0, wood, "poster-wood.png"),
        ("marks.sgf", 1, wood, "marks-wood.png"),
        ("views.sgf", 0, wood, "views-wood.png"),
    ] {
        let record = Record::from_file(&fixtures().join(name)).expect("a record");
        let game = record.games.first().expect("a game");
        let mut all = drawings(game, record.signs);
        all.extend(positions(game, record.signs));
        let (what, drawing) = &all[number];
        let options = PictureOptions {
            size: Some(480),
            style,
            ..PictureOptions::default()
        };
        let png = drawing.png(options).expect("a picture");
        let kept = crate::files::root().join("snapshots/draw").join(kept);
        if !kept.exists() {
            fs::write(&kept, &png).expect("a file");
        }
        let before = Pixmap::decode_png(&fs::read(&kept).expect("a file")).expect("a picture");
        let now = Pixmap::decode_png(&png).expect("a picture");
        assert_eq!(
            (before.width(), before.height()),
            (now.width(), now.height()),
            "{name}"
        );
        let pixels = before.pixels().iter().zip(now.pixels());
        let other = pixels
            .filter(|(a, b)| {
                let differ = |a: u8, b: u8| a.abs_diff(b) > TOLERANCE;
                differ(a.red(), b.red())
                    || differ(a.green(), b.green())
                    || differ(a.blue(), b.blue())
            })
            .count();
        let most = before.pixels().len() * PER_MILLE / 1000;
        assert!(
            other <= most,
            "{name}, {what}: {other} pixels differ, {most} may"
        );
    }
}
