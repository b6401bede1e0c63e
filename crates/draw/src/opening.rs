//! Where a reader opens a game.

use ishi::model::{Game, Id, NodeId};

/// Returns where a reader opens a game: a problem at its first position, a game with variations or with a comment
/// in its root at the start, any other game at its last move.
pub fn opening(game: &Game<'_>) -> NodeId {
    let is_annotated = || {
        game.has(NodeId::ROOT, Id::Comment)
            || game.nodes().any(|node| game.variations(node).count() > 0)
    };
    match problem(game) {
        Some(node) => node,
        None if is_annotated() => NodeId::ROOT,
        None => game.main_line().last().unwrap_or(NodeId::ROOT),
    }
}

/// Returns the node with the position of a problem. Returns `None` if the game is not a problem.
///
/// A problem is a game that puts white stones on the board before the first move of its main line.
/// Black stones alone are a handicap.
pub fn problem(game: &Game<'_>) -> Option<NodeId> {
    let mut setup = game.main_line().take_while(|&node| game.mv(node).is_none());
    setup.find(|&node| game.has(node, Id::AddWhite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_open_at_their_position_annotated_games_at_the_start_and_others_at_the_end() {
        for (text, index) in [
            ("(;SZ[9];B[aa];W[bb])", 2),
            ("(;SZ[9]HA[2]AB[cc][gg];W[bb])", 1),
            ("(;SZ[9]AB[cc]AW[dd];B[ee];W[ff])", 0),
            ("(;SZ[9];AB[cc]AW[dd];B[ee];W[ff])", 1),
            ("(;SZ[9];B[ee];AW[dd];W[ff])", 3),
            ("(;SZ[9])", 0),
            ("(;SZ[9]C[An introduction];B[ee];W[ff])", 0),
            ("(;SZ[9];B[ee]C[a remark];W[ff])", 2),
            ("(;SZ[9];B[ee](;W[ff])(;W[cc]))", 0),
            ("(;SZ[9]AW[dd];B[ee](;W[ff])(;W[cc]))", 0),
        ] {
            let record = ishi::read(text.as_bytes()).unwrap();
            assert_eq!(opening(&record.games[0]).index(), index, "{text}");
        }
    }
}
