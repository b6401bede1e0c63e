//! The groups of a text: each has a structural sign, such as a move or the start of a variation, and the pieces of its
//! node by key.

use std::borrow::Cow;

use foldhash::{HashMap, HashSet, HashSetExt};

use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::format::Format;
use crate::format::piece::{Cut, Key};
use crate::ishi::content::{is_about_words, is_partly_read};
use crate::ishi::split::is_joint;
use crate::model::{Game, Id, Ident, NodeId, Property};
use crate::record::events::{Sign, sign_of};
use crate::record::ignored::ignored;

/// The key of words without meaning: lines that nobody read, stray text in brackets.
pub(super) const WORDS: &str = "?";

/// The key of a B or W line.
pub(super) const MOVE: &str = "MOVE";

/// The key of a bracket or semicolon.
const BRACKET: &str = "";

/// The sign of the last group. It has the words at the end of the text.
const END: &[u8] = b"end";

/// A part of a group, about one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::record) struct Piece<'t> {
    /// The identifier of a property, the keyword of a line, [`WORDS`] or [`MOVE`].
    pub key: Cow<'t, str>,
    /// Its text, without the end of its last line.
    pub text: Cow<'t, str>,
    /// Whether it has words without meaning.
    pub has_words: bool,
    /// Whether a text without it has the same content.
    pub is_silent: bool,
    /// The white space before it in the text.
    pub lead: &'t str,
}

impl<'t> Piece<'t> {
    /// Creates a piece.
    pub fn new(key: &'t str, text: &'t str) -> Self {
        Self {
            key: Cow::Borrowed(key),
            text: Cow::Borrowed(text),
            has_words: false,
            is_silent: false,
            lead: "",
        }
    }

    /// Returns whether the piece is a parenthesis or a semicolon.
    pub fn is_bracket(&self) -> bool {
        self.key == BRACKET
    }
}

/// A structural sign with the pieces of its node.
#[derive(Debug, Clone)]
pub(in crate::record) struct Group<'t> {
    /// The move or kind of the group, the same in every wording: `B pd`, `E`, `(B pd`.
    pub sign: Sign,
    /// The game and the node that the group is about.
    pub node: (usize, NodeId),
    /// The hash of the moves from the first node on.
    pub path: u32,
    /// Its pieces, in the order of the text.
    pub pieces: Vec<Piece<'t>>,
}

impl<'t> Group<'t> {
    /// Returns whether the group is the end of the text.
    pub fn is_end(&self) -> bool {
        *self.sign == *END
    }

    /// Returns whether the group is a move.
    pub fn is_move(&self) -> bool {
        matches!(self.sign.first(), Some(b'B' | b'W'))
    }

    /// Returns whether the group is a move or another node, and no start or end of a variation.
    pub fn is_node(&self) -> bool {
        self.is_move() || matches!(self.sign.first(), Some(b';' | b'D'))
    }

    /// Returns whether the group has the same pieces as another one.
    pub fn has_pieces_of(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|group| {
            let pieces = group.pieces.iter();
            pieces.map(|piece| (&piece.key, &piece.text))
        });
        own.eq(others)
    }

    /// Returns whether the group has no structure: it is the raw text of a hunk.
    pub fn raw(format: Format, text: &'t str) -> Self {
        let lead = if format == Format::Ishi { "" } else { "\n" };
        Self {
            sign: Sign::default(),
            node: (0, NodeId::ROOT),
            path: 0,
            pieces: vec![Piece {
                lead,
                ..Piece::new(BRACKET, text)
            }],
        }
    }

    /// Returns the group without the pieces of a key.
    pub fn without(&self, key: &str) -> Self {
        let mut group = self.clone();
        group.pieces.retain(|piece| piece.key != key);
        group
    }

    /// Returns whether the group is a parenthesis without words.
    pub fn is_parenthesis(&self) -> bool {
        matches!(self.sign.first(), Some(b'(' | b')')) && self.pieces.iter().all(Piece::is_bracket)
    }

    /// Returns whether the group is the end of a variation without words.
    pub fn is_bare_end(&self) -> bool {
        let is_bare =
            |piece: &Piece| piece.is_bracket() || piece.key == "ENDVAR" && !piece.has_words;
        matches!(self.sign.first(), Some(b'v' | b')')) && self.pieces.iter().all(is_bare)
    }
}

/// A text as groups, with the games that it means.
#[derive(Debug)]
pub(in crate::record) struct Groups<'t> {
    pub format: Format,
    pub games: Vec<Game<'t>>,
    #[allow(
        clippy::struct_field_names,
        reason = "the games of a text and its groups"
    )]
    pub groups: Vec<Group<'t>>,
    /// Whether the texts have no letters beyond ASCII.
    pub is_ascii: bool,
    /// The indexes of the moves with a number that travels, because a result does not show it.
    pub numbered: HashSet<usize>,
}

impl<'t> Groups<'t> {
    /// Cuts texts that follow each other into groups.
    pub fn of(format: Format, texts: &'t [String]) -> Self {
        let mut all = Self {
            format,
            games: Vec::new(),
            groups: Vec::new(),
            is_ascii: true,
            numbered: HashSet::new(),
        };
        let mut last = Vec::new();
        for text in texts {
            all.is_ascii &= text.is_ascii();
            let mut log = Diagnostics::unlimited();
            let (games, cuts) = dispatch::with_pieces(format, text, &mut log, |cuts| cuts);
            let odd = log.kept().iter().filter(|found| is_about_words(found.rule));
            let odd = united(odd.filter_map(|found| found.span).collect());
            let mut end = 0;
            for (number, (game, cut)) in games.iter().zip(&cuts).enumerate() {
                let number = all.games.len() + number;
                let mut cutter = Cutter::new(format, text, game, number, end);
                cutter.odd = &odd;
                cutter.take(cut);
                if cutter.groups.is_empty() && format == Format::Ishi {
                    cutter.push_event();
                }
                end = cutter.end;
                let mut groups = cutter.groups;
                if let Some(first) = groups.first_mut() {
                    first.pieces.splice(0..0, last.drain(..));
                    last = cutter.waiting;
                } else {
                    last.extend(cutter.waiting);
                }
                all.groups.append(&mut groups);
            }
            all.games.extend(games);
            let rest = text.get(end..).unwrap_or("");
            last.extend(words(format, rest));
        }
        all.groups.push(Group {
            sign: Sign::from_slice(END),
            node: (0, NodeId::ROOT),
            path: 0,
            pieces: last,
        });
        all
    }

    /// Returns a number for each group. Equal numbers can be partners. Diagrams have no move, so the node before them counts too.
    pub fn kinds(&self) -> Vec<u32> {
        let kind = |group: &Group<'_>| {
            let (game, node) = group.node;
            let game = self.games.get(game).filter(|_| *group.sign == *b"D");
            let before = game.and_then(|game| Some(sign_of(game, game.parent(node)?)));
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&group.sign);
            hasher.update(&before.unwrap_or_default());
            hasher.finalize()
        };
        self.groups.iter().map(kind).collect()
    }

    /// Returns the text of groups.
    pub fn text<'g>(format: Format, groups: impl IntoIterator<Item = &'g Group<'t>>) -> String
    where
        't: 'g,
    {
        let mut out = String::new();
        for Piece {
            text, lead, key, ..
        } in groups.into_iter().flat_map(|group| &group.pieces)
        {
            if format == Format::Ishi {
                for line in text.split('\n') {
                    out.extend([line.strip_suffix('\r').unwrap_or(line), "\r\n"]);
                }
                continue;
            }
            let is_apart = key == WORDS && lead.is_empty();
            out.push_str(if is_apart { "\n" } else { lead });
            out.push_str(text);
            out.push_str(if is_apart { "\n" } else { "" });
        }
        if format != Format::Ishi && !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }
}

/// Returns places in their order, without those that overlap.
fn united(mut places: Vec<Span>) -> Vec<Span> {
    places.sort_unstable_by_key(|place| place.start);
    places.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    places
}

/// Returns the words in a text between two pieces.
fn words(format: Format, gap: &str) -> Vec<Piece<'_>> {
    let text = gap.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{1A}');
    if text.is_empty() {
        return Vec::new();
    }
    if format == Format::Ishi {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return lines.map(|line| Piece::new(WORDS, line)).collect();
    }
    vec![Piece::new(WORDS, text)]
}

/// Returns the hash of the signs from the first node to each node, by its index.
pub(crate) fn paths(game: &Game<'_>) -> Vec<u32> {
    let mut hashers: Vec<Option<crc32fast::Hasher>> = vec![None; game.index_limit()];
    let mut paths = vec![0; game.index_limit()];
    for node in game.nodes() {
        let above = game.parent(node);
        let above = above.and_then(|at| hashers.get(at.index()).cloned().flatten());
        let mut hasher = above.map_or_else(crc32fast::Hasher::new, |mut hasher| {
            hasher.update(b" ");
            hasher
        });
        hasher.update(&sign_of(game, node));
        if let (Some(place), Some(path)) =
            (hashers.get_mut(node.index()), paths.get_mut(node.index()))
        {
            *path = hasher.clone().finalize();
            *place = Some(hasher);
        }
    }
    paths
}

/// Makes groups of the pieces of one game.
struct Cutter<'t, 'g> {
    format: Format,
    text: &'t str,
    game: &'g Game<'t>,
    number: usize,
    paths: Vec<u32>,
    groups: Vec<Group<'t>>,
    /// Words that belong to the next group, or to the last one if that goes on.
    waiting: Vec<Piece<'t>>,
    end: usize,
    /// The places of words without meaning, in their order.
    odd: &'g [Span],
    /// The properties that are no content.
    ignored: HashMap<NodeId, Vec<&'g Property<'t>>>,
}

impl<'t, 'g> Cutter<'t, 'g> {
    fn new(format: Format, text: &'t str, game: &'g Game<'t>, number: usize, end: usize) -> Self {
        Self {
            format,
            text,
            game,
            number,
            paths: paths(game),
            groups: Vec::new(),
            waiting: Vec::new(),
            end,
            odd: &[],
            ignored: ignored(game),
        }
    }

    fn take(&mut self, cut: &Cut) {
        for piece in &cut.pieces {
            let gap = self.text.get(self.end..piece.span.start).unwrap_or("");
            self.end = piece.span.end;
            self.waiting.extend(words(self.format, gap));
            let words = piece.span.slice(self.text);
            let lead = if gap.trim().is_empty() { gap } else { "" };
            let before = self.odd.partition_point(|odd| odd.end <= piece.span.start);
            let odd = self.odd.get(before);
            let is_odd = odd.is_some_and(|odd| odd.start < piece.span.end);
            self.piece(piece.node, &piece.key, words, lead, is_odd);
        }
    }

    fn piece(&mut self, node: usize, key: &Key, text: &'t str, lead: &'t str, is_odd: bool) {
        let node = self.game.node_at(node).unwrap_or(NodeId::ROOT);
        let is_lines = self.format == Format::Ishi;
        let [open, close] = if is_lines { *b"Vv" } else { *b"()" };
        let (sign, name) = match key {
            Key::Open => (Some(self.sign(node, open)), "VAR"),
            Key::Close => (Some(self.sign(node, close)), "ENDVAR"),
            Key::Start => {
                let sign = sign_of(self.game, node);
                let is_diagram = is_lines && *sign == *b";";
                let diagram = is_diagram.then(|| Sign::from_slice(b"D"));
                (Some(diagram.unwrap_or(sign)), MOVE)
            }
            Key::Keyword("EVENT", _) => (Some(Sign::from_slice(b"E")), "EVENT"),
            Key::Keyword("DIAGRAM", _) => (Some(Sign::from_slice(b"D")), "DIAGRAM"),
            Key::Keyword("SETUP", _) if self.is_event() => (Some(Sign::from_slice(b"S")), "SETUP"),
            Key::Keyword(name @ ("" | "REMARK"), _) => {
                let name = if name.is_empty() { WORDS } else { name };
                return self.waiting.push(Piece::new(name, text.trim()));
            }
            Key::Keyword("USER", _) if is_joint(text.as_bytes()) => return,
            Key::Keyword(name, _) => (None, *name),
            Key::Property(ident) => {
                let key = match ident.standard() {
                    Some(id) => Cow::Borrowed(id.ident()),
                    None => Cow::Owned(ident.to_string()),
                };
                let is_silent = self.is_silent(node, ident);
                let piece = Piece {
                    key,
                    is_silent,
                    lead,
                    ..Piece::new(BRACKET, text)
                };
                return self.add(node, None, piece);
            }
            Key::Whole => (None, MOVE),
        };
        let piece = if is_lines {
            // Readers ignore control characters.
            let is_read = |c: &char| !c.is_control() || matches!(c, '\t' | '\r' | '\n');
            let is_odd = is_odd && (sign.is_none() || text.chars().all(|c| is_read(&c)));
            let end = |c| !is_read(&c) || matches!(c, '\r' | '\n');
            let blank = |c| !is_read(&c) || matches!(c, ' ' | '\t');
            let text = text.trim_end_matches(end).trim_matches(blank);
            let text = if text.chars().all(|c| is_read(&c)) {
                Cow::Borrowed(text)
            } else {
                Cow::Owned(text.chars().filter(is_read).collect())
            };
            let is_long = name == "DIAGRAM" && text.split_whitespace().count() > 3;
            Piece {
                has_words: is_odd || is_long || is_partly_read(name, &text),
                text,
                ..Piece::new(name, "")
            }
        } else {
            Piece {
                lead,
                ..Piece::new(BRACKET, text)
            }
        };
        self.add(node, sign, piece);
    }

    /// Starts an event that has no EVENT line.
    fn push_event(&mut self) {
        self.groups.push(Group {
            sign: Sign::from_slice(b"E"),
            node: (self.number, NodeId::ROOT),
            path: self.paths.first().copied().unwrap_or(0),
            pieces: Vec::new(),
        });
    }

    fn sign(&self, node: NodeId, kind: u8) -> Sign {
        let mut sign = sign_of(self.game, node);
        sign.insert(0, kind);
        sign
    }

    fn is_silent(&self, node: NodeId, ident: &Ident) -> bool {
        // A reader drops the name of this program.
        let is_own = *ident == Id::Application.into() && !self.game.has(node, Id::Application);
        let ignored = self.ignored.get(&node);
        is_own || ignored.is_some_and(|all| all.iter().any(|property| property.ident == *ident))
    }

    fn is_event(&self) -> bool {
        self.groups.last().is_none_or(|group| *group.sign == *b"E")
    }

    /// Adds a piece. It starts a group if it has a sign.
    fn add(&mut self, node: NodeId, sign: Option<Sign>, piece: Piece<'t>) {
        let is_bracket = |piece: &&Piece| piece.key == BRACKET;
        let is_root = self.format != Format::Ishi
            && piece.text == ";"
            && matches!(self.groups.as_slice(), [only] if only.pieces.iter().filter(is_bracket).all(|piece| piece.text == "(")
                && only.pieces.iter().filter(|piece| !is_bracket(piece)).all(|piece| piece.key == WORDS));
        // The parenthesis and the semicolon of a game are one group, and so is a first line that is no EVENT.
        let starts = sign.filter(|_| !is_root);
        let path = self.paths.get(node.index()).copied().unwrap_or(0);
        if self.groups.is_empty()
            && self.format == Format::Ishi
            && starts.as_ref().is_none_or(|sign| **sign != *b"E")
        {
            self.push_event();
        }
        let number = self.number;
        let group = |sign: Sign, pieces| Group {
            sign,
            node: (number, node),
            path,
            pieces,
        };
        let is_start = starts.is_some();
        if let Some(sign) = starts {
            let sign = if self.groups.is_empty() && self.format != Format::Ishi {
                Sign::from_slice(b"(")
            } else {
                sign
            };
            let new = group(sign, std::mem::take(&mut self.waiting));
            self.groups.push(new);
        } else if self.groups.is_empty() {
            let new = group(Sign::from_slice(b"("), std::mem::take(&mut self.waiting));
            self.groups.push(new);
        }
        let is_header = !matches!(
            &*piece.key,
            "MARK" | "HIDE" | "COM" | "USER" | "SETUP" | "PRISONER"
        );
        let count = self.groups.len();
        let place = match self.groups.as_slice() {
            [.., event, stones]
                if !is_start && *stones.sign == *b"S" && *event.sign == *b"E" && is_header =>
            {
                count - 2
            }
            _ => count - 1,
        };
        if let Some(group) = self.groups.get_mut(place) {
            // Words below an EVENT line belong to the next group, because words above it can be those of another event.
            let is_event = *group.sign == *b"E" && !group.pieces.is_empty();
            if !is_start && !is_event {
                group.pieces.append(&mut self.waiting);
            }
            // Most nodes are a semicolon and a move, or a line.
            group
                .pieces
                .reserve_exact(2_usize.saturating_sub(group.pieces.len()));
            group.pieces.push(piece);
        }
    }
}
