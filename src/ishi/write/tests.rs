use super::*;
use crate::bracket::property::{parse_move, parse_property};
use crate::model::{BoardSize, Id, Move, Property};

/// Makes a game of a tree in SGF's shape: `;B[aa](;W[bb])(;W[cc]LB[cc:a])`. Brackets are balanced.
fn game(size: u8, text: &str) -> Game<'static> {
    let mut game = Game::new();
    game.size = BoardSize::square(size);
    let mut branches = Vec::new();
    let mut node = None;
    for part in parts(text) {
        match part.as_str() {
            "(" => branches.push(node),
            ")" => node = branches.pop().unwrap(),
            ";" => node = Some(node.map_or(NodeId::ROOT, |parent| game.add_child(parent))),
            part => add(&mut game, node.unwrap(), part),
        }
    }
    game
}

/// Cuts at `(`, `)`, `;` and before each property.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut inside = false;
    for c in text.chars() {
        let starts = match parts.last().map(String::as_str) {
            _ if inside => false,
            None | Some("(" | ")" | ";") => true,
            Some(part) => matches!(c, '(' | ')' | ';') || part.ends_with(']') && c != '[',
        };
        if starts {
            parts.push(String::new());
        }
        parts.last_mut().unwrap().push(c);
        inside = c == '[' || inside && c != ']';
    }
    parts
}

fn add(game: &mut Game<'static>, node: NodeId, part: &str) {
    match parse_move(part, game.size) {
        Some(mv) => game.set_move(node, Some(mv)),
        None => game.add_property(node, parse_property(part, game.size).unwrap()),
    }
}

/// Writes a tree and returns its lines between `|`, without EVENT and BOARDSIZE at the start.
fn written(tree: &str) -> String {
    let text = write_game(&game(9, tree));
    let text = text.strip_prefix("EVENT\r\n").unwrap_or(&text);
    let text = text.replacen("BOARDSIZE 9\r\n", "", 1);
    text.trim_end().replace("\r\n", "|")
}

fn write_game(game: &Game<'_>) -> String {
    let mut out = String::new();
    write(game, &WriteOptions::default(), &mut out).unwrap();
    out
}

fn check(cases: &[(&str, &str)]) {
    for (tree, lines) in cases {
        assert_eq!(written(tree), *lines, "{tree}");
    }
}

#[test]
fn variations_follow_the_move_that_they_replace() {
    check(&[
        (";(;B[ee];W[cc])", "B 1 E5|W 2 C7"),
        (
            ";(;B[ee]C[x];W[cc])(;B[dd](;W[aa])(;W[bb]))",
            "B 1 E5|COM|x|ENDCOM|VAR|B 1 D6|W 2 A9|VAR|W 2 B8|ENDVAR|ENDVAR|W 2 C7",
        ),
        (
            ";(;B[ee];W[cc])(;B[dd]N[a])(;B[cc])(;B[bb]N[c])",
            "B 1 E5|VAR a|B 1 D6|ENDVAR|VAR|B 1 C7|ENDVAR|VAR c|B 1 B8|ENDVAR|W 2 C7",
        ),
        // Markers and titles.
        (
            ";(;B[ee])(;B[dd]N[ab]C[c])(;B[cc]N[abc])(;B[bb]C[c])",
            "B 1 E5|VAR ab|B 1 D6|COM|c|ENDCOM|ENDVAR|VAR|B 1 C7|COM abc|ENDCOM|ENDVAR\
             |VAR|B 1 B8|COM|c|ENDCOM|ENDVAR",
        ),
        (
            ";(;B[ee];W[gg](;B[gc])(;B[cc]))(;B[cg])",
            "B 1 E5|VAR|B 1 C3|ENDVAR|W 2 G3|B 3 G7|VAR|B 3 C7|ENDVAR",
        ),
        (
            ";(;B[ee];FG[];W[cc])(;B[dd]N[x])",
            "B 1 E5|VAR x|B 1 D6|ENDVAR|DIAGRAM|W 2 C7",
        ),
        // A node without a line is an empty variation, one with a comment is a diagram.
        (
            ";(;B[ee])(;)(;N[x])(;C[x])",
            "B 1 E5|VAR|ENDVAR|VAR x|ENDVAR|VAR|DIAGRAM|COM|x|ENDCOM|ENDVAR",
        ),
        // The first child without a move continues the sequence if a move follows it.
        (
            ";(;;B[aa])(;W[bb])(;C[c];W[cc])",
            "DIAGRAM|B 1 A9|VAR|W 1 B8|ENDVAR|VAR|DIAGRAM|COM|c|ENDCOM|W 1 C7|ENDVAR",
        ),
        // The first move is the main line, whatever comes before it.
        (
            ";;B[aa](;AB[bb]C[x])(;)(;W[bb])(;C[c];W[cc])",
            "B 1 A9|W 2 B8|VAR|DIAGRAM|SETUP B B8|COM|x|ENDCOM|ENDVAR|VAR|ENDVAR\
             |VAR|DIAGRAM|COM|c|ENDCOM|W 2 C7|ENDVAR",
        ),
    ]);
}

#[test]
fn nodes_without_a_move_are_diagrams() {
    check(&[
        (";;FG[];W[aa]", "DIAGRAM|W 1 A9"),
        (";;;W[aa]", "DIAGRAM|W 1 A9"),
        (
            ";;B[aa](;FG[]VW[aa:cc])(;FG[]AE[aa][ee])",
            "B 1 A9|DIAGRAM A7 C9|DIAGRAM|HIDE A9",
        ),
        (
            ";;B[aa](;W[bb])(;FG[]VW[aa:cc])(;W[cc])(;FG[]AW[dd])",
            "B 1 A9|W 2 B8|VAR|DIAGRAM A7 C9|ENDVAR|VAR|W 2 C7|ENDVAR\
             |VAR|DIAGRAM|SETUP W D6|ENDVAR",
        ),
        // Play continues from the second diagram, so it is an event of its own.
        (
            ";;B[aa](;FG[])(;FG[];W[bb])",
            "B 1 A9|DIAGRAM|EVENT (continued)|BOARDSIZE 9|SETUP B A9|W 2 B8",
        ),
        (";;B[aa](;FG[])(;FG[])", "B 1 A9|DIAGRAM|DIAGRAM"),
        (
            ";AB[cc];AE[cc]AB[aa]",
            "SETUP B C7|DIAGRAM|SETUP B A9|HIDE C7",
        ),
        (
            ";;FG[1:Dia 3]VW[aa:cc]C[x]LB[aa:x]",
            "DIAGRAM A7 C9|MARK x@A9|COM Dia 3|x|ENDCOM",
        ),
        // A region ends the sequence, so a diagram before a move is written without a region.
        (";;FG[]VW[aa:cc];B[aa]", "DIAGRAM|B 1 A9"),
    ]);
}

#[test]
fn a_bare_node_after_a_figure_is_a_further_event_because_a_diagram_would_come_first() {
    check(&[
        (
            ";;B[aa](;FG[]AB[cc])(;C[x])",
            "B 1 A9|DIAGRAM|SETUP B C7|EVENT (continued)|BOARDSIZE 9|SETUP B A9|COM|x|ENDCOM",
        ),
        (
            ";;B[aa](;FG[])(;FG[]AB[cc])",
            "B 1 A9|DIAGRAM|DIAGRAM|SETUP B C7",
        ),
    ]);
}

#[test]
fn setup_in_mid_game_is_a_further_event() {
    check(&[
        (
            ";AB[aa]AW[bb]C[c]GC[g];W[cc]",
            "COM|g|ENDCOM|SETUP B A9 W B8|COM|c|ENDCOM|W 1 C7",
        ),
        (
            ";GC[t]N[n]AB[aa]LB[aa:x]TR[bb]",
            "COM|t|ENDCOM|SETUP B A9|COM n|ENDCOM|MARK x@A9 \\t@B8",
        ),
        (
            ";GC[g]C[c]LB[aa:x];W[cc]",
            "COM|g|ENDCOM|COM|c|ENDCOM|MARK x@A9|W 1 C7",
        ),
        (";;AB[aa]C[x];W[bb]", "SETUP B A9|COM|x|ENDCOM|W 1 B8"),
        (";C[x];AB[aa]FG[]", "COM|x|ENDCOM|DIAGRAM|SETUP B A9"),
        (
            ";EV[e];B[aa];AW[bb]AE[aa]LB[bb:1];B[cc]LB[cc:2]",
            "EVENT e|B 1 A9\
             |EVENT e (continued)|BOARDSIZE 9|SETUP W B8|MARK 1@B8|B 2 C7|MARK ALL",
        ),
        (
            ";;B[aa](;W[bb])(;AW[cc](;B[dd])(;AB[ee];W[ff]))",
            "B 1 A9|W 2 B8\
             |EVENT (continued)|BOARDSIZE 9|SETUP B A9 W C7|B 2 D6\
             |EVENT (continued)|BOARDSIZE 9|SETUP B A9 E5 W C7|W 2 F4",
        ),
        (";B[aa]C[x]LB[aa:1]", "B 1 A9|MARK ALL|COM|x|ENDCOM"),
        (
            ";AB[bb]GC[g]B[aa]C[x]",
            "COM|g|ENDCOM|SETUP B B8|B 1 A9|COM|x|ENDCOM",
        ),
    ]);
}

#[test]
fn moves_have_numbers_and_prisoners() {
    check(&[
        (";;B[];W[];W[zz];B[aa]", "B 1 PASS|W 2 PASS|DIAGRAM|B 4 A9"),
        (
            ";;MN[5]B[aa];MN[6]W[bb];MN[0]B[cc];W[dd]",
            "B 5 A9|W 6 B8|B 1 C7|W 1 D6",
        ),
        (
            ";;MN[4294967295]B[aa];W[bb]",
            "B 999999999 A9|W 999999999 B8",
        ),
        (
            ";AB[ab]AW[aa];B[ba];W[aa]",
            "SETUP B A8 W A9|B 1 B9|PRISONER A9|W 2 A9|PRISONER A9",
        ),
    ]);
}

#[test]
fn a_game_is_appended_as_an_event_with_its_board() {
    let mut out = String::from("EVENT\r\n");
    let options = WriteOptions::default();
    write(&game(19, ";B[pd]"), &options, &mut out).unwrap();
    assert_eq!(out, "EVENT\r\nEVENT\r\nBOARDSIZE 19\r\nB 1 Q16\r\n");
    assert_eq!(
        write_game(&game(9, ";EV[e]KM[6]")),
        "EVENT e\r\nBOARDSIZE 9\r\nKOMI 6\r\n"
    );
}

#[test]
fn what_ishi_cannot_say_is_left_out_or_shown_as_near_as_it_can() {
    check(&[
        (
            ";EV[\u{e9}];B[aa]TB[bb]C[\u{767d}\u{e9}];LB[aa:xyz]W[zz];;",
            "EVENT e|B 1 A9|COM|Baie|ENDCOM|DIAGRAM|MARK xy@A9|DIAGRAM|DIAGRAM",
        ),
        (";;B[aa]TE[1]BM[2]XX[private]", "B 1 A9"),
        (
            ";;B[aa]LB[aa:a]TR[aa]CR[bb][cc]MA[cc]",
            "B 1 A9|MARK a@A9 \\d@B8 \\d@C7",
        ),
    ]);
}

#[test]
fn other_games_and_boards_are_refused() {
    let refusal = |change: fn(&mut Game<'_>)| {
        let mut game = Game::new();
        change(&mut game);
        let mut out = String::new();
        let result = write(&game, &WriteOptions::default(), &mut out);
        (result.is_err(), out.is_empty())
    };
    assert_eq!(refusal(|game| game.kind = 6), (true, true));
    assert_eq!(
        refusal(|game| game.size = BoardSize::square(21)),
        (true, true)
    );
    assert_eq!(
        refusal(|game| game.size = BoardSize::square(1)),
        (true, true)
    );
    assert_eq!(refusal(|game| game.size.rows = 13), (true, true));
    assert_eq!(
        refusal(|game| game.size = BoardSize::square(2)),
        (false, false)
    );
}

#[test]
fn depth_costs_no_stack() {
    const DEPTH: usize = 100_000;
    let mut game = Game::new();
    let mut node = NodeId::ROOT;
    for level in 0..DEPTH {
        let point = Point::new(
            u8::try_from(level % 19).unwrap(),
            u8::try_from(level / 19 % 19).unwrap(),
        );
        for _ in 0..2 {
            let child = game.add_child(node);
            game.set_move(child, Some(Move::at(Color::Black, point)));
        }
        node = game.last_child(node).unwrap();
    }
    let text = write_game(&game);
    assert_eq!(text.matches("\r\nVAR\r\n").count(), DEPTH);
    assert_eq!(text.matches("ENDVAR\r\n").count(), DEPTH);
    let mut wide = Game::new();
    for _ in 0..DEPTH {
        let child = wide.add_child(NodeId::ROOT);
        wide.set_move(child, Some(Move::pass(Color::Black)));
    }
    let text = write_game(&wide);
    assert_eq!(text.matches("ENDVAR\r\n").count(), DEPTH - 1);
}

#[test]
fn setup_is_black_then_white_under_80_columns() {
    check(&[(";AB[dd][ai][dd]AW[ai]", "SETUP B D6 W A1")]);
    let all: Vec<_> = BoardSize::DEFAULT.area().points().collect();
    for count in 0..40 {
        let (black, white) = all.split_at(count);
        let colors = [(Id::AddBlack, black), (Id::AddWhite, white)];
        let lists = colors.map(|(id, points)| Property::points(id, points.iter().copied()));
        let mut game = Game::new();
        game.set_properties(NodeId::ROOT, lists.into());
        let text = write_game(&game);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        let stones = |line: &str| line.split(' ').filter(|word| word.len() > 1).count() - 1;
        let setups = text.lines().filter(|line| line.starts_with("SETUP "));
        assert_eq!(setups.map(stones).sum::<usize>(), 361);
    }
}
