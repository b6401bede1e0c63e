//! Every diagram, figure and last position of the corpus, drawn in every way.

use std::time::{Duration, Instant};

use ishi::model::NodeId;
use ishi_draw::{DrawError, Drawing, PictureOptions, Signs, TextOptions};

use crate::corpus;
use crate::files;
use crate::sources::{Record, drawings};

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_diagram_figure_and_last_position_draws() {
    let corpus = corpus::folder();
    let (mut drawn, mut others, mut in_svg) = (0_usize, 0, Duration::ZERO);
    for file in files::below(&corpus) {
        let Some(record) = Record::of_corpus(&file) else {
            continue;
        };
        for game in &record.games {
            if let Err(error) = Drawing::position(game, NodeId::ROOT, Signs::Sgf) {
                assert_eq!(error, DrawError::Kind(game.kind));
                others += 1;
                continue;
            }
            for (what, drawing) in drawings(game, record.signs) {
                let place = format!("{}, {what}", file.display());
                check_text(&drawing, &place);
                let start = Instant::now();
                let svg = drawing.svg(PictureOptions::default());
                in_svg += start.elapsed();
                check_svg(&svg, &place);
                check_png(&drawing, &place);
                drawn += 1;
            }
        }
    }
    println!("{drawn} drawings, {others} records of other games; SVG took {in_svg:?}");
    assert!(drawn > 1000, "{drawn}");
}

fn check_text(drawing: &Drawing, place: &str) {
    for unicode in [false, true] {
        let options = TextOptions {
            unicode,
            color: unicode,
            ..TextOptions::default()
        };
        let text = drawing.text(&options);
        assert!(text.lines().count() > 2, "{place}");
        assert!(unicode || text.is_ascii(), "{place}");
    }
}

fn check_svg(svg: &str, place: &str) {
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{place}"
    );
    let has_nan = svg.contains("NaN") || svg.contains("inf\"");
    assert!(!has_nan && !svg.contains("\"-0\""), "{place}");
    for (open, close) in [("<g ", "</g>"), ("<text ", "</text>")] {
        let (open, close) = (svg.matches(open).count(), svg.matches(close).count());
        assert_eq!(open, close, "{place}");
    }
}

fn check_png(drawing: &Drawing, place: &str) {
    let options = PictureOptions {
        size: Some(200),
        ..PictureOptions::default()
    };
    let png = drawing
        .png(options)
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    assert!(png.starts_with(b"\x89PNG\r\n"), "{place}");
}
