//! Games as pages to print: diagrams with the numbers of the moves, figures and comments.

mod moves;

use std::fmt::Write;

use super::svg::escaped;
use super::{DrawError, Drawing, Gallery, PictureOptions, Signs, opening};
use crate::model::{GO, Game};
use crate::summary::Summary;

/// How a sheet is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetOptions {
    /// How many moves each diagram of a game has at most.
    pub moves: usize,
    /// The shapes of CR and MA.
    pub signs: Signs,
}

impl Default for SheetOptions {
    fn default() -> Self {
        Self {
            moves: 100,
            signs: Signs::default(),
        }
    }
}

/// The look of a sheet, on a screen and on paper.
const STYLE: &str = include_str!("sheet/sheet.css");

/// Writes games as one HTML file to print. It has no script and loads no other file.
///
/// # Errors
///
/// [`DrawError::Kind`] if a game is neither Go nor Backgammon.
pub fn sheet(games: &[&Game<'_>], options: SheetOptions) -> Result<String, DrawError> {
    let title = games.first().and_then(|game| Summary::of(game).title());
    let title = escaped(title.as_deref().unwrap_or("Game record"));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main class=\"sheet\">\n{}</main>\n</body>\n</html>\n",
        sheet_body(games, options)?
    ))
}

/// Writes the content of the `main` element of [`sheet`], for a page with other styles.
///
/// # Errors
///
/// As of [`sheet`].
pub fn sheet_body(games: &[&Game<'_>], options: SheetOptions) -> Result<String, DrawError> {
    let mut out = String::new();
    for game in games {
        out.push_str("<article>\n");
        head(&mut out, game);
        let is_problem = opening::problem(game).is_some();
        let figures: Vec<_> = Gallery::diagrams(game, options.signs)?.collect();
        // The diagrams of a problem book show its moves.
        let is_book = is_problem && !figures.is_empty();
        if game.kind == GO && !is_book {
            for stretch in moves::stretches(game, options) {
                figure(&mut out, &stretch.drawing, &stretch.comments);
            }
        }
        for (number, (_, drawing)) in (1..).zip(figures) {
            let comments = drawing.comment.iter().cloned();
            let comments: Vec<_> = comments.map(|text| (None, text)).collect();
            let mut drawing = drawing;
            drawing
                .caption
                .get_or_insert_with(|| format!("Diagram {number}"));
            figure(&mut out, &drawing, &comments);
        }
        out.push_str("</article>\n");
    }
    Ok(out)
}

/// Writes the name of a game, and the facts that its record states.
fn head(out: &mut String, game: &Game<'_>) {
    let summary = Summary::of(game);
    let title = summary.title();
    let title = title.as_deref().unwrap_or("Game record");
    let _ = writeln!(out, "<header>\n<h2>{}</h2>", escaped(title));
    let mut facts = summary.in_words();
    facts.retain(|(_, text)| text != title);
    if !facts.is_empty() {
        out.push_str("<dl>");
        for (label, text) in facts {
            let _ = write!(
                out,
                "<div><dt>{label}</dt><dd>{}</dd></div>",
                escaped(&text)
            );
        }
        out.push_str("</dl>\n");
    }
    out.push_str("</header>\n");
}

/// Writes a diagram, with its notes and comments next to it. A comment names its move.
fn figure(out: &mut String, drawing: &Drawing, comments: &[(Option<String>, String)]) {
    let options = PictureOptions {
        board_only: true,
        ..PictureOptions::default()
    };
    let _ = write!(out, "<section>\n<figure>\n{}", drawing.svg(options));
    if let Some(caption) = &drawing.caption {
        let _ = writeln!(out, "<figcaption>{}</figcaption>", escaped(caption));
    }
    out.push_str("</figure>\n<div>\n");
    let notes: Vec<_> = drawing
        .notes
        .iter()
        .cloned()
        .chain(drawing.cut_labels())
        .collect();
    if !notes.is_empty() {
        let notes = escaped(&notes.join(", "));
        let _ = writeln!(out, "<p class=\"notes\">{notes}</p>");
    }
    for (place, text) in comments {
        out.push_str("<p class=\"comment\">");
        if let Some(place) = place {
            let _ = write!(out, "<strong>{}</strong> ", escaped(place));
        }
        let _ = writeln!(out, "{}</p>", escaped(text));
    }
    out.push_str("</div>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str, moves: usize) -> String {
        let record = crate::read(text.as_bytes()).unwrap();
        let games: Vec<_> = record.games.iter().collect();
        let signs = Signs::Sgf;
        sheet_body(&games, SheetOptions { moves, signs }).unwrap()
    }

    #[test]
    fn a_game_is_printed_in_stretches_with_its_comments() {
        let sheet = body(
            "(;SZ[9]PB[Anna]PW[Bert]C[Hello];B[aa];W[ab];B[cc]C[a <b>];W[dd])",
            2,
        );
        for expected in [
            "<h2>Anna – Bert</h2>",
            "<figcaption>Moves 1–2</figcaption>",
            "<figcaption>Moves 3–4</figcaption>",
            "<p class=\"comment\">Hello</p>",
            "<p class=\"comment\"><strong>Move 3</strong> a &lt;b&gt;</p>",
        ] {
            assert!(sheet.contains(expected), "{expected}:\n{sheet}");
        }
        assert_eq!(sheet.matches("<figure>").count(), 2);
    }

    #[test]
    fn a_problem_is_printed_as_its_diagrams() {
        let sheet = body(
            "(;SZ[9]AB[aa]AW[bb]FG[1:Black to play]C[Where?];B[cc])",
            100,
        );
        assert_eq!(sheet.matches("<figure>").count(), 1);
        assert!(
            sheet.contains("<figcaption>Black to play</figcaption>"),
            "{sheet}"
        );
        assert!(sheet.contains("<p class=\"comment\">Where?</p>"));
    }

    #[test]
    fn a_comment_is_printed_once_and_the_moves_on_the_whole_board() {
        let sheet = body("(;SZ[9]EV[Cup];B[aa];W[ab]C[Here]FG[1:x]VW[aa:cc])", 100);
        assert_eq!(sheet.matches("Here").count(), 1);
        assert_eq!(sheet.matches("Cup").count(), 1);
        assert_eq!(
            sheet.matches("viewBox=\"0 0 400 400\"").count(),
            1,
            "{sheet}"
        );
    }

    #[test]
    fn a_diagram_has_at_least_one_move_and_the_comments_up_to_the_next_one() {
        let text = "(;SZ[9]C[start];B[aa]C[one];C[between];W[bb];B[]C[three])";
        for moves in [0, 1] {
            let sheet = body(text, moves);
            let lines = sheet
                .lines()
                .filter(|line| line.starts_with("<figcaption>") || line.starts_with("<p class"));
            let expected = [
                "<figcaption>Move 1</figcaption>",
                "<p class=\"comment\">start</p>",
                "<p class=\"comment\"><strong>Move 1</strong> one</p>",
                "<p class=\"comment\">between</p>",
                "<figcaption>Move 2</figcaption>",
                "<figcaption>Move 3</figcaption>",
                "<p class=\"notes\">3 passes</p>",
                "<p class=\"comment\"><strong>Move 3</strong> three</p>",
            ];
            assert_eq!(lines.collect::<Vec<_>>(), expected);
        }
        let whole = body(text, 3);
        assert_eq!(whole.matches("<figcaption>").count(), 1);
        assert!(
            whole.contains("<figcaption>Moves 1–3</figcaption>"),
            "{whole}"
        );
    }

    #[test]
    fn a_problem_without_diagrams_is_printed_with_its_moves() {
        let sheet = body("(;SZ[9]AB[aa]AW[bb];B[cc])", 100);
        assert!(sheet.contains("<figcaption>Move 1</figcaption>"), "{sheet}");
        let numbered = body(
            "(;SZ[9]AB[aa]AW[bb]FG[];B[cc];W[dd](;B[ee])(;FG[];B[ff]))",
            100,
        );
        let captions = numbered
            .lines()
            .filter(|line| line.starts_with("<figcaption>"));
        let expected = [
            "<figcaption>Diagram 1</figcaption>",
            "<figcaption>Diagram 2</figcaption>",
        ];
        assert_eq!(captions.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_head_has_the_title_and_the_other_facts() {
        for (root, head) in [
            ("", "<header>\n<h2>Game record</h2>\n</header>"),
            (
                "PB[Anna]PW[Bert]",
                "<h2>Anna – Bert</h2>\n<dl><div><dt>Black</dt><dd>Anna</dd></div><div><dt>White</dt>",
            ),
            (
                "EV[Cup]DT[1990-01-02]",
                "<h2>Cup</h2>\n<dl><div><dt>Date</dt><dd>1990-01-02</dd></div></dl>\n</header>",
            ),
        ] {
            let sheet = body(&format!("(;SZ[9]{root};B[aa])"), 100);
            assert!(
                sheet.contains(head),
                "{root}: {}",
                sheet.split("<svg").next().unwrap()
            );
        }
        let record = crate::read(b"(;SZ[9]EV[A & B];B[aa])").unwrap();
        let whole = sheet(&[&record.games[0]], SheetOptions::default()).unwrap();
        assert!(whole.contains("<title>A &amp; B</title>"));
    }

    #[test]
    fn a_game_without_moves_is_printed_as_its_position() {
        assert_eq!(body("(;SZ[9]AB[aa])", 100).matches("<figure>").count(), 1);
    }

    #[test]
    fn a_number_at_a_point_that_was_taken_is_told() {
        let sheet = body("(;SZ[9];B[ba];W[aa];B[ab];W[cc];B[dd];W[aa])", 100);
        assert!(sheet.contains("<p class=\"notes\">6 at 2</p>"), "{sheet}");
    }
}
