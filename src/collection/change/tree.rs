//! The tree of a game: its main line alone, a part of it, or the tree without some kinds of data.

use std::collections::BTreeMap;

use super::board::{BoardError, of_go};
use crate::ishi;
use crate::model::{Color, Game, Id, Ident, NodeId, Property, PropertyType, Value};

/// A kind of data that can be taken out of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strip {
    /// Comments (C), names of nodes (N) and the comment on the game (GC).
    Comments,
    /// Marks, labels, lines, arrows, territory and dimmed points. The visible part of the board (VW) stays.
    Markup,
    /// The values and lines of engines: V, and the private properties of analysis programs.
    Analysis,
    /// The time and the moves that are left.
    Clocks,
    /// All properties that no version of SGF defines.
    Private,
}

impl Strip {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Comments,
        Self::Markup,
        Self::Analysis,
        Self::Clocks,
        Self::Private,
    ];

    /// Returns the name of the kind: `comments`.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns whether a property is of this kind.
    pub fn has(self, ident: &Ident) -> bool {
        let (_, ids, names) = self.row();
        match ident {
            Ident::Standard(id) => ids.contains(id),
            Ident::Private(name) => self == Self::Private || names.contains(&&**name),
        }
    }

    /// Returns the name of the kind, and its properties: those that SGF defines, and others.
    #[rustfmt::skip]
    const fn row(self) -> (&'static str, &'static [Id], &'static [&'static str]) {
        match self {
            Self::Comments => ("comments", &[Id::Comment, Id::Name, Id::GameComment], &[]),
            Self::Markup => ("markup", &[
                Id::Triangle, Id::Square, Id::Circle, Id::Cross, Id::Selected, Id::Label, Id::TerritoryBlack, Id::TerritoryWhite,
                Id::Arrow, Id::Line, Id::Dimmed, Id::Mark, Id::Letters, Id::Region, Id::Secure,
            ], &[]),
            // Smart-Go's levels (MD), Lizzie and its relatives (LZ), Sabaki (SBKV), OGS (OGSC), KaTrain (KT).
            Self::Analysis => ("analysis", &[Id::NodeValue, Id::Evaluation, Id::ExpectedMove], &[
                "MD", "LZ", "LZ2", "LZOP", "LZOP2", "SBKV", "OGSC", "KT", "KTV",
            ]),
            Self::Clocks => ("clocks", &[Id::TimeBlack, Id::TimeWhite, Id::MovesLeftBlack, Id::MovesLeftWhite], &["TL"]),
            Self::Private => ("private", &[], &[]),
        }
    }
}

/// Removes the properties of a kind, and returns how many there were of each.
///
/// # Examples
///
/// ```
/// use ishi::change::{Strip, strip};
///
/// let mut record = ishi::read(b"(;FF[4];B[aa]C[good]LZ[0.17 52.1];W[bb]C[bad])")?;
/// let removed = strip(&mut record.games[0], Strip::Comments);
/// assert_eq!(removed.into_iter().collect::<Vec<_>>(), [("C".into(), 2)]);
/// assert_eq!(record.write()?, b"(;FF[4];B[aa]LZ[0.17 52.1];W[bb])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strip(game: &mut Game<'_>, kind: Strip) -> BTreeMap<Ident, usize> {
    let mut removed = BTreeMap::new();
    // The reader of Ishi puts header lines that it does not understand into the game comment.
    let headers = match kind {
        Strip::Comments => ishi::unread_headers(game),
        _ => String::new(),
    };
    let is_read =
        |value: &Value<'_>| headers.is_empty() || *value != Value::Text((&*headers).into());
    for node in game.nodes_with_properties().collect::<Vec<_>>() {
        let all = game.properties(node).iter().cloned();
        let (gone, kept): (Vec<_>, _) =
            all.partition(|property| kind.has(&property.ident) && is_read(&property.value));
        if !gone.is_empty() {
            game.set_properties(node, kept);
        }
        for property in gone {
            *removed.entry(property.ident).or_default() += 1;
        }
    }
    if !headers.is_empty() {
        game.set_text(NodeId::ROOT, Id::GameComment, headers);
    }
    removed
}

/// Removes all variations, and returns how many nodes they had. A diagram stays: a node with FG that has neither a move nor
/// nodes after it.
///
/// # Examples
///
/// ```
/// let mut record = ishi::read(b"(;FF[4];B[aa](;W[bb])(;W[cc];B[dd]))")?;
/// assert_eq!(ishi::change::keep_main_line(&mut record.games[0]), 2);
/// assert_eq!(record.games[0].node_count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn keep_main_line(game: &mut Game<'_>) -> usize {
    let before = game.node_count();
    let is_diagram = |node: &NodeId| {
        let has_moves = game.mv(*node).is_some() || game.first_child(*node).is_some();
        game.has(*node, Id::Figure) && !has_moves
    };
    let variations = game.main_line().flat_map(|node| game.variations(node));
    let variations: Vec<_> = variations.filter(|node| !is_diagram(node)).collect();
    for variation in variations {
        // It is not the root, so it can be removed.
        let _ = game.remove_node(variation);
    }
    before - game.node_count()
}

/// Keeps the part of a game from a node on: the node becomes the root, with its position as setup, and with the game information.
/// Moves keep their numbers (MN). Captured stones and clocks before it are gone.
///
/// # Errors
///
/// [`BoardError::OtherGame`] if the game is not Go; the game is as it was.
///
/// # Examples
///
/// ```
/// let mut record = ishi::read(b"(;FF[4]SZ[9]PB[Anna];B[cc];W[dd];B[ee];W[ff])")?;
/// let game = &mut record.games[0];
/// let node = game.find("2")?;
/// ishi::change::keep_part(game, node)?;
/// let part = "(;FF[4]SZ[9]PB[Anna]AB[cc]AW[dd];B[ee]MN[3];W[ff])";
/// assert_eq!(String::from_utf8(record.write()?)?, part);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn keep_part(game: &mut Game<'_>, node: NodeId) -> Result<(), BoardError> {
    of_go(game)?;
    if node == NodeId::ROOT {
        return Ok(());
    }
    let position = game.position(node);
    let next = game.to_play(node);
    let mut properties = kept(game, node);
    for (id, color) in [(Id::AddBlack, Color::Black), (Id::AddWhite, Color::White)] {
        let stones = position.board().stones();
        let own = stones.filter(|(_, stone)| stone.color == color);
        let points: Vec<_> = own.map(|(point, _)| point).collect();
        if !points.is_empty() {
            properties.push(Property::points(id, points));
        }
    }
    let former: Vec<_> = game.children(NodeId::ROOT).collect();
    for child in game.children(node).collect::<Vec<_>>() {
        // Neither is the root, and the root is not below the child.
        let _ = game.move_node(child, NodeId::ROOT, usize::MAX);
    }
    for child in former {
        let _ = game.remove_node(child);
    }
    game.set_move(NodeId::ROOT, None);
    game.set_properties(NodeId::ROOT, properties);
    // The next move tells its player.
    let has_move = game.main_line().any(|node| game.mv(node).is_some());
    if !has_move && game.to_play(NodeId::ROOT) != next {
        game.set_text(NodeId::ROOT, Id::PlayerToMove, next.letter().to_string());
    }
    number_moves(game, position.number().saturating_add(1));
    Ok(())
}

/// Returns the properties that a node keeps as the root: its own ones that are not about a move or setup, and those of the nodes
/// before it that are about the whole game: the game information, and private properties of the root.
fn kept<'a>(game: &Game<'a>, node: NodeId) -> Vec<Property<'a>> {
    let is_private = |ident| Strip::Private.has(ident) && !Strip::Analysis.has(ident);
    let mut kept: Vec<Property<'a>> = Vec::new();
    for above in game.line_to(node) {
        for property in game.properties(above) {
            let is_own = above == node && property.property_type() == PropertyType::Free;
            let id = property.ident.standard();
            let is_about_game = id.is_some_and(Id::is_of_root)
                || above == NodeId::ROOT && is_private(&property.ident);
            if is_own {
                kept.retain(|other| other.ident != property.ident);
            }
            let is_new = kept.iter().all(|other| other.ident != property.ident);
            if is_new && (is_own || is_about_game) {
                kept.push(property.clone());
            }
        }
    }
    kept
}

/// Gives a number to the first move of each line.
fn number_moves(game: &mut Game<'_>, number: u32) {
    let mut waiting: Vec<_> = game.children(NodeId::ROOT).collect();
    while let Some(node) = waiting.pop() {
        if game.mv(node).is_none() {
            waiting.extend(game.children(node));
        } else if number > 1 && game.move_number(node).is_none() {
            game.set_text(node, Id::MoveNumber, number.to_string());
        }
    }
}
