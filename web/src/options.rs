//! Options, as JSON: the names are those of the command line.

use std::path::Path;

use ishi::Format;
use ishi::charset::Charset;
use ishi::check::Choice;
use ishi::convert::ConvertOptions;
use ishi::model::Id;
use ishi::source::SourceOptions;
use ishi_draw::{BoardStyle, Numbers};
use serde_json::Value;

/// The target of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A format with a reader, so that the result is proven.
    Format(Format),
    /// JSON, which is written only.
    Json,
}

impl Default for Target {
    fn default() -> Self {
        Self::Format(Format::Sgf)
    }
}

/// The options of a call.
#[derive(Debug, Default)]
pub struct Options {
    /// The name of the input for reports; its ending is a hint of the format.
    pub name: String,
    /// The target; SGF unless it is given.
    pub to: Target,
    /// The format of the input, `None` to detect it from the content.
    pub from: Option<Format>,
    /// The charset of the input, `None` to detect it from the content.
    pub encoding: Option<Charset>,
    /// Whether to leave out carriers.
    pub plain: bool,
    /// Whether a warning, or anything that is not kept, makes the conversion fail.
    pub strict: bool,
    /// The number of a game, from 1.
    pub game: Option<usize>,
    /// The number of a node in its game, from 0.
    pub node: Option<usize>,
    /// A path to a node, like `12b3`.
    pub at: Option<String>,
    /// The number of a diagram in its game, from 1.
    pub diagram: Option<usize>,
    /// How a board is drawn.
    pub board: BoardOptions,
    /// How many moves a diagram of a sheet has at most; 100 unless it is given.
    pub moves: Option<usize>,
    /// Whether a conversion tells all games, for a list.
    pub rows: bool,
    /// The new texts, by their properties.
    pub set: Vec<(Id, String)>,
    /// The findings to mend.
    pub mending: Choice,
}

/// How a board and its tree are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct BoardOptions {
    /// On wood or on paper.
    pub style: BoardStyle,
    /// The numbers of moves on the stones, `None` for no numbers.
    pub numbers: Option<Numbers>,
    /// Whether the coordinates at the edges are left out.
    pub bare: bool,
    /// Whether the next moves of a problem are left out, because they are its answers.
    pub unanswered: bool,
    /// Whether the tree shows only the branches off the way to the node.
    pub folded: bool,
}

impl Options {
    /// Reads options.
    ///
    /// # Errors
    ///
    /// In words, if they are not a JSON object, or one has a value that it cannot have.
    pub fn parse(json: &[u8]) -> Result<Self, String> {
        let Value::Object(given) =
            serde_json::from_slice(json).map_err(|error| format!("options: {error}"))?
        else {
            return Err("options: expected an object".to_owned());
        };
        let mut options = Self::default();
        for (name, value) in &given {
            if value.is_null() {
                continue;
            }
            let known = match name.as_str() {
                "name" => set(&mut options.name, value.as_str().map(str::to_owned)),
                "to" if value == "json" => set(&mut options.to, Some(Target::Json)),
                "to" => set(&mut options.to, format(value).map(Target::Format)),
                "from" if value == "auto" => true,
                "from" => set(&mut options.from, format(value).map(Some)),
                "encoding" => {
                    let charset = value.as_str().and_then(Charset::from_label);
                    set(&mut options.encoding, charset.map(Some))
                }
                "plain" => set(&mut options.plain, value.as_bool()),
                "strict" => set(&mut options.strict, value.as_bool()),
                "game" => set(&mut options.game, number(value).map(Some)),
                "node" => set(&mut options.node, number(value).map(Some)),
                "diagram" => set(&mut options.diagram, number(value).map(Some)),
                "style" => set(&mut options.board.style, style(value)),
                "numbers" if *value == false => true,
                "numbers" => set(&mut options.board.numbers, numbers(value).map(Some)),
                "unanswered" => set(&mut options.board.unanswered, value.as_bool()),
                "bare" => set(&mut options.board.bare, value.as_bool()),
                "moves" => set(&mut options.moves, number(value).map(Some)),
                "rows" => set(&mut options.rows, value.as_bool()),
                "folded" => set(&mut options.board.folded, value.as_bool()),
                "set" => set(&mut options.set, texts(value)),
                "rules" => set(&mut options.mending.rules, words(value)),
                "guesses" => set(&mut options.mending.guesses, value.as_bool()),
                "at" => set(
                    &mut options.at,
                    value.as_str().map(|at| Some(at.to_owned())),
                ),
                _ => return Err(format!("options: `{name}` is not known")),
            };
            if !known {
                return Err(format!("options: `{name}` cannot be {value}"));
            }
        }
        Ok(options)
    }

    /// Returns how the input is to be read.
    pub fn source(&self) -> SourceOptions {
        SourceOptions {
            format: self.from,
            hint: Format::from_path(Path::new(&self.name)),
            charset: self.encoding,
            ..SourceOptions::default()
        }
    }

    /// Returns why the input is read in its charset: the reason of the library, or that it was chosen.
    pub fn why<'w>(&self, found: &'w str) -> &'w str {
        match self.encoding {
            Some(_) => "as you chose",
            None => found,
        }
    }

    /// Returns how the input is to be converted to a format.
    pub fn convert(&self, to: Format) -> ConvertOptions {
        ConvertOptions {
            plain: self.plain,
            strict: self.strict,
            game: self.game,
            ..ConvertOptions::new(to)
        }
    }
}

/// Sets an option to a value that it can have, and returns whether there is one.
fn set<T>(option: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *option = value;
            true
        }
        None => false,
    }
}

fn number(value: &Value) -> Option<usize> {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
}

/// Reads which moves have numbers: `true` is all, `10` the last ten, `[42, 99]` those from 42 to 99.
fn numbers(value: &Value) -> Option<Numbers> {
    if *value == true {
        return Some(Numbers::All);
    }
    if let Some([from, to]) = value.as_array().map(Vec::as_slice) {
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        return Some(Numbers::Range(number(from)?, number(to)?));
    }
    Some(Numbers::Last(number(value)?))
}

fn texts(value: &Value) -> Option<Vec<(Id, String)>> {
    let mut texts = value.as_object()?.iter();
    texts.try_fold(Vec::new(), |mut texts, (ident, text)| {
        texts.push((Id::from_ident(ident)?, text.as_str()?.to_owned()));
        Some(texts)
    })
}

fn words(value: &Value) -> Option<Vec<String>> {
    let words = value.as_array()?.iter();
    words.map(|word| word.as_str().map(str::to_owned)).collect()
}

fn style(value: &Value) -> Option<BoardStyle> {
    match value.as_str()? {
        "paper" => Some(BoardStyle::Paper),
        "wood" => Some(BoardStyle::Wood),
        _ => None,
    }
}

fn format(value: &Value) -> Option<Format> {
    let name = value.as_str()?.to_ascii_lowercase();
    Format::from_name(match name.as_str() {
        "smart-go" => "smartgo",
        name => name,
    })
}
