//! `ishi show`.

mod files;
mod terminal;

use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;

use any_ascii::any_ascii;
use ishi::crash::contained;
use ishi::model::{AddressError, Area, Game, Id, NodeId, PointError};
use ishi::printable;
use ishi::{Format, Games};
use ishi_archive::Name;
use ishi_draw::{
    BoardPart, BoardStyle, DrawError, Drawing, Gallery, PictureOptions, Places, SheetOptions, Signs,
};
use thiserror::Error;

use files::PictureNames;

use super::Status;
use super::args::{Coordinates, Drawn, ShowArgs};
use super::input::{self, InputError};
use super::output::{Destination, Output, OutputError, is_stdout, occupied};
use super::render::{Messages, NO_FILE, counted};
use crate::disk::paths::{canonical, ending};

/// Draws a position, diagrams or a sheet.
pub fn run(arguments: &ShowArgs) -> Status {
    let messages = arguments.talk;
    let job = ShowJob {
        arguments,
        messages,
        format: format(arguments),
    };
    if let Some(path) = job.unknown_ending() {
        let message = format!(
            "{}: cannot tell the picture format from this name",
            Name::of(path)
        );
        let help = if arguments.sheet.is_some() {
            "a sheet is HTML; use .html, and print the page as PDF in a browser"
        } else {
            "use .txt, .svg or .png, or choose a format with --format"
        };
        return messages.misuse(&message, Some(help));
    }
    if let Err((message, help)) = job.check() {
        return messages.misuse(message, Some(help));
    }
    let input = input::name(arguments.input());
    let shown = contained(|| job.show(&input)).map_err(InputError::from);
    match shown.map_err(ShowError::from).flatten() {
        Ok(status) => status,
        Err(ShowError::Output(OutputError::Stdout(error)))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            Status::Done
        }
        Err(error) => {
            messages.error(&format!("{input}: {error}"), error.help());
            Status::Failed
        }
    }
}

/// Why there is no drawing.
#[derive(Debug, Error)]
enum ShowError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("there is no game in it")]
    Empty,
    #[error("there is no game {asked}; it has {there}")]
    NoGame { asked: usize, there: String },
    #[error(transparent)]
    Place(#[from] AddressError),
    #[error("--crop: {0}; expected `auto`, or two corners like A1:K10")]
    Part(#[from] PointError),
    #[error("there is no diagram {asked} in game {game}; it has {there}")]
    NoDiagram {
        game: usize,
        asked: usize,
        there: String,
    },
    #[error("there is no diagram and no figure in it")]
    NoDiagrams,
    #[error(transparent)]
    Draw(#[from] DrawError),
    #[error(transparent)]
    Png(#[from] ishi_draw::PngError),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl ShowError {
    fn help(&self) -> Option<&str> {
        match self {
            Self::Input(InputError::Folder) => Some("name a file in it"),
            Self::Input(error) => error.help(),
            Self::Place(AddressError::NoVariation { .. }) => Some(
                "a place is `start`, `end`, a point (`D4`), a count of moves (`42`, or `-3` from the end), or a path \
                 like `12b3`; --list prints those in the record",
            ),
            Self::Place(_) => Some("--list prints the places in the record, each with its address"),
            Self::NoDiagram { .. } => Some("--list prints the diagrams in the record"),
            Self::NoGame { .. } => Some("--list prints the games and their places"),
            Self::NoDiagrams => Some("--at draws a position instead"),
            Self::Output(error) => error.help(),
            _ => None,
        }
    }
}

/// Returns the format: as given, else by the ending of the output, else SVG for a folder and text.
fn format(arguments: &ShowArgs) -> Drawn {
    let named = arguments.output.as_deref().and_then(ending_format);
    arguments
        .format
        .or(named)
        .unwrap_or(if arguments.out_dir.is_some() {
            Drawn::Svg
        } else {
            Drawn::Text
        })
}

/// The formats with their endings.
const ENDINGS: [(&str, Drawn); 3] = [
    ("txt", Drawn::Text),
    ("svg", Drawn::Svg),
    ("png", Drawn::Png),
];

/// Returns the format that the ending of a path names.
fn ending_format(path: &Path) -> Option<Drawn> {
    let ending = ending(path);
    let known = ENDINGS.iter().find(|(known, _)| *known == ending)?;
    Some(known.1)
}

struct ShowJob<'a> {
    arguments: &'a ShowArgs,
    messages: Messages,
    format: Drawn,
}

impl ShowJob<'_> {
    /// Returns a mistake in the command line, and a way to mend it.
    fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let arguments = self.arguments;
        let to_stdout = arguments.out_dir.is_none()
            && arguments.output.as_ref().is_none_or(|path| is_stdout(path));
        let force = arguments.force && to_stdout;
        self.messages.without_effect(&[(force, "--force", NO_FILE)]);
        let is_text = self.format == Drawn::Text && arguments.sheet.is_none();
        let help = "--format svg or png draws a picture, as -o with .svg or .png does";
        if is_text && arguments.style.is_some() {
            let message = "--style is for pictures, but this drawing is made of characters";
            return Err((message, help));
        }
        if is_text && arguments.size.is_some() {
            let message = "--size is in pixels, but this drawing is made of characters";
            return Err((message, help));
        }
        if arguments.all && !arguments.list && arguments.output.is_some() {
            return Err((
                "--all draws several pictures, and --output names one file",
                "-d names the folder where they go",
            ));
        }
        if arguments.all && self.format != Drawn::Text && to_stdout {
            return Err((
                "--all writes several pictures, and standard output holds one",
                "choose a folder with -d",
            ));
        }
        if self.format == Drawn::Png && to_stdout && io::stdout().is_terminal() {
            return Err((
                "a PNG cannot be shown in a terminal",
                "choose a file with -o",
            ));
        }
        Ok(())
    }

    /// Returns the output if neither its ending nor an option names a known format.
    fn unknown_ending(&self) -> Option<&Path> {
        let arguments = self.arguments;
        let output = arguments.output.as_ref().filter(|path| !is_stdout(path))?;
        let is_device = matches!(Destination::at(output.clone()), Destination::Device(_));
        let is_named = arguments.format.is_some() || arguments.list || is_device;
        let is_known = match arguments.sheet {
            Some(_) => matches!(&*ending(output), "html" | "htm"),
            None => ending_format(output).is_some(),
        };
        (!is_named && !is_known).then_some(output)
    }

    /// Returns the part of a board that the command line names.
    fn part(&self, game: &Game<'_>) -> Result<BoardPart, PointError> {
        Ok(match self.arguments.crop.as_deref() {
            None => BoardPart::Whole,
            Some(auto) if auto.eq_ignore_ascii_case("auto") => BoardPart::Used,
            Some(part) => BoardPart::Area(Area::from_name(part, game.size)?),
        })
    }

    /// Returns a drawing with the crop and the coordinates of the command line.
    fn styled(&self, game: &Game<'_>, drawing: Drawing) -> Result<Drawing, ShowError> {
        let drawing = drawing.cropped(self.part(game)?);
        Ok(match self.arguments.coordinates {
            Coordinates::A1 => drawing,
            Coordinates::None => drawing.without_coordinates(),
        })
    }

    fn show(&self, input: &Name) -> Result<Status, ShowError> {
        let (met, mut source) = input::first(self.arguments.input(), &self.arguments.reading)?;
        if let Some(name) = met {
            self.messages.note(
                &format!("{input} may have many records; this is the first, {name}"),
                Some("name another one to show it"),
            );
        }
        let signs = match source.format() {
            Format::Ishi => Signs::Ishi,
            Format::SmartGo | Format::Sgf => Signs::Sgf,
        };
        let mut reader = Games::new(&mut source);
        let games = reader.by_ref().collect::<Result<Vec<_>, _>>();
        let games = games.map_err(InputError::from)?;
        let errors = Messages {
            quiet: true,
            ..self.messages
        };
        errors.findings(&input.to_string(), reader.findings());
        let chosen = self.chosen(&games)?;
        if self.arguments.list {
            let places = if self.arguments.all {
                Places::All
            } else {
                Places::Landmarks
            };
            let list = list(&chosen, games.len(), places);
            let mut list = printable::lines(&list).into_owned();
            if !terminal::speaks_unicode() {
                list = any_ascii(&list);
            }
            return self.put(self.target(), list.as_bytes());
        }
        if self.arguments.all {
            return self.all(&chosen, games.len(), signs);
        }
        let Some(&(number, game)) = chosen.first() else {
            return Err(ShowError::Empty);
        };
        if let Some(moves) = self.arguments.sheet {
            let games: Vec<_> = chosen.iter().map(|(_, game)| *game).collect();
            let options = SheetOptions {
                moves: moves.get(),
                signs,
                part: self.part(game)?,
                style: self.style(),
                columns: self.arguments.columns.map_or(2, NonZeroUsize::get),
            };
            let sheet = ishi_draw::sheet(&games, options)?;
            return self.put(self.target(), sheet.as_bytes());
        }
        if games.len() > 1 && self.arguments.game.is_none() {
            let count = games.len();
            self.messages.note(
                &format!("{input} has {count} games; this is the first"),
                Some("choose another with --game"),
            );
        }
        let drawing = self.drawing(game, number, signs)?;
        let done = self.put(self.target(), &self.render(&drawing)?)?;
        self.tell_of_letters(self.is_spelled(&drawing));
        Ok(done)
    }

    /// Returns the games that were asked for, with their numbers.
    fn chosen<'g>(
        &self,
        games: &'g [Game<'static>],
    ) -> Result<Vec<(usize, &'g Game<'static>)>, ShowError> {
        let all: Vec<_> = (1..).zip(games).collect();
        if all.is_empty() {
            return Err(ShowError::Empty);
        }
        let Some(asked) = self.arguments.game.map(NonZeroUsize::get) else {
            return Ok(all);
        };
        match all.get(asked - 1) {
            Some(&game) => Ok(vec![game]),
            None => Err(ShowError::NoGame {
                asked,
                there: counted(all.len(), "game"),
            }),
        }
    }

    fn drawing(&self, game: &Game<'_>, number: usize, signs: Signs) -> Result<Drawing, ShowError> {
        if let Some(asked) = self.arguments.diagram.map(NonZeroUsize::get) {
            let diagrams = ishi_draw::diagrams(game);
            let node = diagrams
                .get(asked - 1)
                .ok_or_else(|| ShowError::NoDiagram {
                    game: number,
                    asked,
                    there: counted(diagrams.len(), "diagram"),
                })?;
            return self.styled(game, Drawing::diagram(game, *node, signs)?);
        }
        let node = game.find(self.arguments.at.as_deref().unwrap_or("end"))?;
        let drawing = match self.arguments.move_numbers {
            _ if self.arguments.kifu => Drawing::kifu(game, node, signs)?,
            Some(numbers) => {
                let drawing = Drawing::numbered(game, node, signs, numbers)?;
                if drawing == Drawing::position(game, node, signs)? {
                    let help = "--list prints the moves of the record with their numbers";
                    let message =
                        "no move up to this position has a number that --move-numbers names";
                    self.messages.note(message, Some(help));
                }
                drawing
            }
            None => Drawing::position(game, node, signs)?,
        };
        self.styled(game, drawing)
    }

    /// Draws every diagram of the games, into files or one below the other. A game without a drawing is an error before
    /// anything is written.
    fn all(
        &self,
        chosen: &[(usize, &Game<'static>)],
        games: usize,
        signs: Signs,
    ) -> Result<Status, ShowError> {
        let mut drawings = Vec::new();
        for &(number, game) in chosen {
            for (diagram, (_, drawing)) in (1..).zip(Gallery::diagrams(game, signs)?) {
                drawings.push((number, diagram, self.styled(game, drawing)?));
            }
        }
        let Some(most) = drawings.iter().map(|(_, diagram, _)| *diagram).max() else {
            return Err(ShowError::NoDiagrams);
        };
        let Some(folder) = &self.arguments.out_dir else {
            let mut out = Vec::new();
            for (game, diagram, drawing) in &drawings {
                out.extend_from_slice(title(*game, *diagram, games).as_bytes());
                out.extend(self.render(drawing)?);
                out.push(b'\n');
            }
            return self.put(Destination::Stdout, &out);
        };
        let known = ENDINGS.iter().find(|(_, known)| *known == self.format);
        let names = PictureNames {
            stem: files::stem(self.arguments.input()),
            ending: known.map_or("", |(ending, _)| ending),
            games,
            most,
        };
        let name = |(game, diagram, drawing): &(usize, usize, Drawing)| {
            folder.join(names.name(*game, *diagram, drawing.caption.as_deref()))
        };
        let render = |one: &(usize, usize, Drawing)| Ok((name(one), self.render(&one.2)?));
        let pictures = drawings.iter().map(render);
        let pictures: Vec<_> = pictures.collect::<Result<_, ShowError>>()?;
        // Without `--force`, no file is written if one of them holds something else.
        let is_other = |path: &Path, bytes: &[u8]| {
            occupied(path) && !fs::read(path).is_ok_and(|there| there == bytes)
        };
        let mut others = pictures
            .iter()
            .filter(|(path, bytes)| is_other(path, bytes));
        if let Some((path, _)) = others.next().filter(|_| !self.arguments.force) {
            return Err(OutputError::Exists(path.clone()).into());
        }
        for (path, bytes) in pictures {
            self.put(Destination::at(path), &bytes)?;
        }
        self.tell_of_letters(
            drawings
                .iter()
                .any(|(.., drawing)| self.is_spelled(drawing)),
        );
        let count = counted(drawings.len(), "diagram");
        self.messages
            .say(&format!("{count} in {}", folder.display()));
        Ok(Status::Done)
    }

    /// Returns whether a drawing has words that its format shows in other letters.
    fn is_spelled(&self, drawing: &Drawing) -> bool {
        self.format == Drawn::Png && drawing.transliterated() != *drawing
    }

    fn tell_of_letters(&self, is_spelled: bool) {
        if is_spelled {
            self.messages.note(
                "PNG has Latin letters only; words in other letters were transliterated",
                Some("SVG and text show them as they are"),
            );
        }
    }

    fn render(&self, drawing: &Drawing) -> Result<Vec<u8>, ShowError> {
        let options = PictureOptions {
            size: self.arguments.size,
            style: self.style(),
            board_only: false,
        };
        Ok(match self.format {
            Drawn::Text => {
                let in_terminal =
                    self.target() == Destination::Stdout && self.arguments.out_dir.is_none();
                let options = terminal::options(self.arguments.talk.color, in_terminal);
                printable::drawing(&drawing.text(&options))
                    .into_owned()
                    .into_bytes()
            }
            Drawn::Svg => drawing.svg(options).into_bytes(),
            Drawn::Png => drawing.png(options)?,
        })
    }

    fn style(&self) -> BoardStyle {
        self.arguments.style.unwrap_or(BoardStyle::Paper)
    }

    fn target(&self) -> Destination {
        match &self.arguments.output {
            Some(path) if !is_stdout(path) => Destination::at(path.clone()),
            _ => Destination::Stdout,
        }
    }

    fn put(&self, target: Destination, bytes: &[u8]) -> Result<Status, ShowError> {
        if let Destination::File(path) = &target
            && path.is_dir()
        {
            return Err(OutputError::Folder(path.clone()).into());
        }
        let inputs = canonical(&[self.arguments.input().to_owned()]);
        let mut output = Output::new(target, self.arguments.force, &inputs);
        output.is_drawing = self.format == Drawn::Text && self.arguments.sheet.is_none();
        output.game(1, bytes)?;
        output.put_in_place()?;
        Ok(Status::Done)
    }
}

/// Lists the places of some games.
fn list(chosen: &[(usize, &Game<'static>)], games: usize, places: Places) -> String {
    let mut out = String::new();
    for &(number, game) in chosen {
        if games > 1 {
            if !out.is_empty() {
                out.push('\n');
            }
            let _ = write!(out, "game {number}");
            let root = |id| game.text(NodeId::ROOT, id).map(str::trim);
            for name in [Id::Event, Id::PlayerBlack, Id::PlayerWhite].map(root) {
                if let Some(name) = name.filter(|name| !name.is_empty()) {
                    out.push_str(", ");
                    out.extend(name.chars().filter(|c| !c.is_control()));
                }
            }
            out.push('\n');
        }
        out.push_str(&ishi_draw::outline(game, places));
    }
    out
}

fn title(game: usize, diagram: usize, games: usize) -> String {
    if games > 1 {
        format!("game {game}, diagram {diagram}\n")
    } else {
        format!("diagram {diagram}\n")
    }
}
