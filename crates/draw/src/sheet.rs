//! Games as pages to print: diagrams with the numbers of the moves, figures and comments.

mod moves;
mod texts;

use std::collections::HashMap;
use std::fmt::Write;

use super::svg::{self, Letters, Svg, escaped};
use super::{BoardPart, BoardStyle, DrawError, Drawing, Gallery, PictureOptions, Signs, opening};
use ishi::model::{GO, Game, Id, NodeId};
use ishi::summary::Summary;
use texts::{SheetText, short_problem, texts};

/// How a sheet is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetOptions {
    /// How many moves each diagram of a game has at most.
    pub moves: usize,
    /// The shapes of CR and MA.
    pub signs: Signs,
    /// The part of each board that is drawn.
    pub part: BoardPart,
    /// The look of the boards.
    pub style: BoardStyle,
    /// How many columns a printed page has: with 2, six problems are on it.
    pub columns: usize,
}

impl Default for SheetOptions {
    fn default() -> Self {
        Self {
            moves: 100,
            signs: Signs::default(),
            part: BoardPart::default(),
            style: BoardStyle::default(),
            columns: 2,
        }
    }
}

/// The look of a sheet, on a screen and on paper.
const STYLE: &str = include_str!("sheet/sheet.css");

/// A page of paper between its margins, the room between two columns, and the room for the words of a problem and
/// for the caption of a diagram, in millimetres.
const PAGE: (f64, f64) = (182.0, 262.0);
const GAP: f64 = 8.0;
const WORDS: f64 = 26.0;
const CAPTION: f64 = 8.0;

/// The longest problem that is printed with its solution in words, in moves.
const SOLUTION: usize = 40;

/// Writes games as one HTML file to print. It has no script and loads no other file.
///
/// # Errors
///
/// [`DrawError::Kind`] if a game is neither Go nor Backgammon.
pub fn sheet(games: &[&Game<'_>], options: SheetOptions) -> Result<String, DrawError> {
    let title = games.first().and_then(|game| Summary::of(game).title());
    let untitled = if is_book(games) {
        "Problems"
    } else {
        "Game record"
    };
    let title = title.as_deref().unwrap_or(untitled);
    let on_page: String = title
        .chars()
        .filter(|c| !matches!(c, '"' | '\\' | '<') && !c.is_control())
        .collect();
    let title = escaped(title);
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>{title}</title>\n\
         <style>\n{STYLE}@page {{ @top-left {{ content: \"{on_page}\"; }} }}\n</style>\n</head>\n<body>\n\
         <main class=\"sheet\">\n{}</main>\n</body>\n</html>\n",
        sheet_body(games, options)?
    ))
}

/// Writes the content of the `main` element of [`sheet`], for a page with other styles.
///
/// # Errors
///
/// As of [`sheet`].
pub fn sheet_body(games: &[&Game<'_>], options: SheetOptions) -> Result<String, DrawError> {
    let pages = games.iter().map(|game| Sheet::of(game, options));
    let pages = pages.collect::<Result<Vec<_>, _>>()?;
    let words = if is_book(games) { WORDS } else { CAPTION };
    let board = board(&pages, words, options);
    let columns = options.columns.max(1);
    let mut out = format!("<div class=\"columns\" style=\"--columns: {columns}\">\n");
    let both: Vec<_> = games.iter().zip(&pages).collect();
    for group in both.chunk_by(|(a, _), (b, _)| is_problem(a) == is_problem(b)) {
        let is_book = group.len() > 1 && group.first().is_some_and(|(game, _)| is_problem(game));
        if is_book {
            out.push_str("<div class=\"problems\">\n");
        }
        for (number, (game, page)) in (1..).zip(group) {
            out.push_str("<article>\n");
            let mut title = head(game, is_book.then_some(number));
            for (drawing, texts) in &page.sections {
                let title = std::mem::take(&mut title);
                figure(&mut out, &title, drawing.as_ref(), texts, board);
            }
            if page.unshown > 0 {
                let _ = writeln!(
                    out,
                    "<p class=\"left-out\">Not drawn: marks at nodes without a diagram ({}).</p>",
                    page.unshown
                );
            }
            out.push_str("</article>\n");
        }
        if is_book {
            out.push_str("</div>\n");
        }
    }
    out.push_str("</div>\n");
    Ok(out)
}

/// A drawing with its picture.
type Drawn = (Drawing, Svg);

/// A game to print: diagrams, each with the texts below it.
struct Sheet {
    sections: Vec<(Option<Drawn>, Vec<SheetText>)>,
    /// How many positions have marks that no diagram shows.
    unshown: usize,
}

impl Sheet {
    fn of(game: &Game<'_>, options: SheetOptions) -> Result<Self, DrawError> {
        let figures: Vec<_> = Gallery::diagrams(game, options.signs)?.collect();
        // The diagrams of a problem book show its moves.
        let problem = short_problem(game, SOLUTION)
            .or_else(|| opening::problem(game).filter(|_| !figures.is_empty()));
        let mut drawings = Vec::new();
        let mut owners = HashMap::new();
        if game.kind == GO {
            match problem {
                Some(node) if game.has(node, Id::Figure) => {}
                Some(node) => {
                    let mut drawing = Drawing::position(game, node, options.signs)?;
                    drawing.caption = None;
                    drawings.push(drawing.cropped(options.part));
                }
                None => {
                    for stretch in moves::stretches(game, options) {
                        let own = stretch.nodes.into_iter().map(|node| (node, drawings.len()));
                        owners.extend(own);
                        drawings.push(stretch.drawing.cropped(options.part));
                    }
                }
            }
        }
        for (number, (node, mut drawing)) in (1..).zip(figures) {
            drawing
                .caption
                .get_or_insert_with(|| format!("Diagram {number}"));
            owners.insert(node, drawings.len());
            drawings.push(drawing.cropped(options.part));
        }
        let told = game.kind == GO && problem.is_none();
        let (mut texts, unshown) = texts(game, &owners, told, drawings.len());
        if let (Some(first), Some(text)) =
            (texts.first_mut(), game.text(NodeId::ROOT, Id::GameComment))
        {
            let text = text.trim().to_owned();
            first.insert(
                0,
                SheetText {
                    place: None,
                    text,
                    has_comment: true,
                },
            );
        }
        let picture = PictureOptions {
            board_only: true,
            style: options.style,
            ..PictureOptions::default()
        };
        let mut drawings = drawings.into_iter().map(|drawing| {
            let svg = svg::draw(&drawing, picture, Letters::Text);
            (drawing, svg)
        });
        let sections = texts.into_iter().map(|texts| (drawings.next(), texts));
        Ok(Self {
            sections: sections.collect(),
            unshown,
        })
    }
}

/// Returns the size of the printed boards, in millimetres for a unit of a drawing, so that all points have one size and
/// a page is full: with two columns it has three rows. `words` is the room below each board.
fn board(pages: &[Sheet], words: f64, options: SheetOptions) -> f64 {
    let columns = f64::from(u32::try_from(options.columns.max(1)).unwrap_or(u32::MAX));
    let drawings = pages.iter().flat_map(|page| &page.sections);
    let pictures = drawings.filter_map(|(drawing, _)| Some(&drawing.as_ref()?.1));
    let (wide, high) = pictures.fold((1.0_f32, 1.0_f32), |(wide, high), svg| {
        (wide.max(svg.width), high.max(svg.height))
    });
    let width = (PAGE.0 - GAP * (columns - 1.0)) / columns;
    let height = PAGE.1 / (columns + 1.0) - words;
    (width / f64::from(wide)).min(height / f64::from(high))
}

fn is_problem(game: &Game<'_>) -> bool {
    short_problem(game, SOLUTION).is_some()
}

/// Tells if the games are a book of problems alone.
fn is_book(games: &[&Game<'_>]) -> bool {
    games.len() > 1 && games.iter().all(|game| is_problem(game))
}

/// Returns the name of a game, or its number among the problems of a book, and the facts that its record states.
fn head(game: &Game<'_>, number: Option<usize>) -> String {
    let summary = Summary::of(game);
    let untitled = || {
        number.map_or("Game record".to_owned(), |number| {
            format!("Problem {number}")
        })
    };
    let title = &*summary.title().unwrap_or_else(untitled);
    let mut out = format!("<header>\n<h1>{}</h1>\n", escaped(title));
    let mut facts = summary.in_words();
    for id in [
        Id::GameName,
        Id::Opening,
        Id::Annotator,
        Id::Recorder,
        Id::Source,
        Id::Copyright,
    ] {
        let text = game.text(NodeId::ROOT, id).map_or("", str::trim);
        let is_told = |(_, told): &(_, String)| told.contains(text);
        if !text.is_empty() && !title.contains(text) && !facts.iter().any(is_told) {
            facts.push((id.meaning(), text.to_owned()));
        }
    }
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
    out
}

/// Writes a diagram below its title, which no page separates, with its notes and texts next to it. `board` is the size
/// of a unit in millimetres.
fn figure(out: &mut String, title: &str, drawing: Option<&Drawn>, texts: &[SheetText], board: f64) {
    let _ = write!(out, "<section>\n<div class=\"board\">\n{title}");
    if let Some((drawing, svg)) = drawing {
        let (width, svg) = (board * f64::from(svg.width), &svg.element);
        let _ = write!(out, "<figure style=\"--width: {width:.1}mm\">\n{svg}");
        if let Some(caption) = &drawing.caption {
            let _ = writeln!(out, "<figcaption>{}</figcaption>", escaped(caption));
        }
        out.push_str("</figure>\n");
    }
    out.push_str("</div>\n<div>\n");
    let notes = drawing.map(|(drawing, svg)| [&drawing.notes[..], &svg.cut].concat());
    if let Some(notes) = notes.filter(|notes| !notes.is_empty()) {
        let notes = escaped(&notes.join(", "));
        let _ = writeln!(out, "<p class=\"notes\">{notes}</p>");
    }
    for text in texts {
        let kind = if text.has_comment { "comment" } else { "line" };
        let _ = write!(out, "<p class=\"{kind}\">");
        if let Some(place) = &text.place {
            let _ = write!(out, "<strong>{}</strong> ", escaped(place));
        }
        let _ = writeln!(out, "{}</p>", escaped(&text.text));
    }
    out.push_str("</div>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn body(text: &str, moves: usize) -> String {
        let record = ishi::read(text.as_bytes()).unwrap();
        let games: Vec<_> = record.games.iter().collect();
        let signs = Signs::Sgf;
        let options = SheetOptions {
            moves,
            signs,
            ..SheetOptions::default()
        };
        sheet_body(&games, options).unwrap()
    }

    #[test]
    fn a_game_is_printed_in_stretches_with_its_comments() {
        let sheet = body(
            "(;SZ[9]PB[Anna]PW[Bert]C[Hello];B[aa];W[ab];B[cc]C[a <b>];W[dd])",
            2,
        );
        for expected in [
            "<h1>Anna – Bert</h1>",
            "<figcaption>Moves 1–2</figcaption>",
            "<figcaption>Moves 3–4</figcaption>",
            "<p class=\"comment\">Hello</p>",
            "<p class=\"comment\"><strong>Move 3</strong> a &lt;b&gt;</p>",
        ] {
            assert!(sheet.contains(expected), "{expected}:\n{sheet}");
        }
        assert_eq!(sheet.matches("<figure ").count(), 2);
    }

    #[test]
    fn a_problem_is_printed_as_its_diagrams() {
        let sheet = body(
            "(;SZ[9]AB[aa]AW[bb]FG[1:Black to play]C[Where?];B[cc])",
            100,
        );
        assert_eq!(sheet.matches("<figure ").count(), 1);
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
    fn a_problem_without_diagrams_is_printed_as_its_question_and_its_solution() {
        let sheet = body("(;SZ[9]AB[aa]AW[bb];B[cc])", 100);
        assert!(
            sheet.contains("<strong>Moves</strong> B 1 C7</p>"),
            "{sheet}"
        );
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
            ("", "<header>\n<h1>Game record</h1>\n</header>"),
            (
                "PB[Anna]PW[Bert]",
                "<h1>Anna – Bert</h1>\n<dl><div><dt>Black</dt><dd>Anna</dd></div><div><dt>White</dt>",
            ),
            (
                "EV[Cup]DT[1990-01-02]",
                "<h1>Cup</h1>\n<dl><div><dt>Date</dt><dd>1990-01-02</dd></div></dl>\n</header>",
            ),
        ] {
            let sheet = body(&format!("(;SZ[9]{root};B[aa])"), 100);
            assert!(
                sheet.contains(head),
                "{root}: {}",
                sheet.split("<svg").next().unwrap()
            );
        }
        let record = ishi::read(b"(;SZ[9]EV[A & B];B[aa])").unwrap();
        let whole = sheet(&[&record.games[0]], SheetOptions::default()).unwrap();
        assert!(whole.contains("<title>A &amp; B</title>"));
    }

    #[test]
    fn a_game_without_moves_is_printed_as_its_position() {
        assert_eq!(body("(;SZ[9]AB[aa])", 100).matches("<figure ").count(), 1);
    }

    #[test]
    fn no_page_separates_a_title_from_its_board_and_the_words_go_on_over_pages() {
        let problem = "(;SZ[9]AB[aa]AW[bb]C[Where?];B[cc])";
        let game = "(;SZ[9]PB[Anna];B[cc]C[Here];W[dd])";
        for (text, titles) in [
            (game.to_owned(), 1),
            (problem.repeat(2), 2),
            ([game, problem, problem].concat(), 3),
        ] {
            let sheet = body(&text, 100);
            assert!(sheet.starts_with("<div class=\"columns\" style=\"--columns: 2\">"));
            let boards: Vec<_> = sheet.split("<div class=\"board\">").skip(1).collect();
            assert_eq!(boards.len(), titles);
            let widths = boards.iter().map(|board| {
                let (kept, words) = board.split_once("</figure>\n</div>\n").unwrap();
                assert!(kept.starts_with("\n<header>") && !kept.contains("<p class"));
                assert!(words.contains("class=\"comment\""), "{words}");
                kept.split("--width: ")
                    .nth(1)
                    .and_then(|width| width.split('"').next())
            });
            let widths: HashSet<_> = widths.collect();
            assert_eq!(widths.len(), 1, "{widths:?}");
        }
        for rule in [
            ".sheet .board { break-inside: avoid; }",
            ".sheet .columns { columns: var(--columns);",
        ] {
            assert!(STYLE.contains(rule), "{rule}");
        }
    }

    #[test]
    fn a_number_at_a_point_that_was_taken_is_told() {
        let sheet = body("(;SZ[9];B[ba];W[aa];B[ab];W[cc];B[dd];W[aa])", 100);
        assert!(sheet.contains("<p class=\"notes\">6 at 2</p>"), "{sheet}");
    }
}
