use super::*;
use crate::bracket::property::{parse_move, parse_property};
use crate::model::{BoardSize, Dialect, Entry, Property};
use crate::outcome::Outcome;

/// Makes a game of a tree in SGF's shape: `;B[aa](;W[bb])(;W[cc]!late 1)`, with details after
/// `!` (facts) and `$` (own lines, `/` between the lines of a block). Brackets are balanced.
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

/// Cuts at `(`, `)`, `;` and before each property or detail.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut inside = false;
    let mut fresh = true;
    for c in text.chars() {
        match c {
            '(' | ')' | ';' if !inside => {
                parts.push(c.to_string());
                fresh = true;
            }
            _ => {
                let starts = !inside
                    && (fresh
                        || matches!(c, '!' | '$')
                        || parts.last().is_some_and(|p| p.ends_with(']')) && c != '[');
                if starts {
                    parts.push(String::new());
                }
                fresh = false;
                parts.last_mut().unwrap().push(c);
                inside = if matches!(parts.last().unwrap().chars().next(), Some('!' | '$')) {
                    false
                } else {
                    c == '[' || inside && c != ']'
                };
            }
        }
    }
    parts
}

fn add(game: &mut Game<'static>, node: NodeId, part: &str) {
    let size = game.size;
    if let Some(fact) = part.strip_prefix('!') {
        game.add_detail(node, Entry::new(Dialect::Fact, fact.trim().to_owned()));
    } else if let Some(line) = part.strip_prefix('$') {
        let line = line.trim().replace('/', "\n");
        game.add_detail(node, Entry::new(Dialect::Ishi, line));
    } else if let Some(mv) = parse_move(part, size) {
        game.set_move(node, Some(mv));
    } else {
        let property: Property<'static> = parse_property(part, size).unwrap();
        game.add_property(node, property);
    }
}

/// Writes a tree and returns its lines between `|`, without EVENT and BOARDSIZE at the start and
/// without carriers' checksums; continuation events count from 1.
fn written(tree: &str) -> String {
    let (mut text, _) = write_game(&game(9, tree), false);
    let numbers = text.split("F continuation ").skip(1);
    let numbers: Vec<_> = numbers
        .filter_map(|rest| Some(rest.split('\r').next()?.to_owned()))
        .collect();
    for (number, unique) in (1..).zip(numbers) {
        text = text.replace(&unique, &number.to_string());
    }
    let text = text
        .strip_prefix("EVENT\r\n")
        .unwrap_or(&text)
        .replace("\r\n", "|");
    let text: Vec<_> = text
        .split('|')
        .filter(|line| !line.is_empty())
        .map(|line| {
            if line.starts_with("USER ishi") {
                "USER"
            } else {
                line.trim()
            }
        })
        .collect();
    let text = text.join("|");
    text.replacen("BOARDSIZE 9|", "", 1)
}

fn write_game(game: &Game<'_>, plain: bool) -> (String, Outcomes) {
    let options = WriteOptions {
        plain,
        ..WriteOptions::default()
    };
    let mut out = String::new();
    let mut outcomes = Outcomes::new();
    write(game, &options, &mut out, &mut outcomes).unwrap();
    (out, outcomes)
}

#[test]
fn variations_follow_the_move_that_they_replace() {
    for (tree, lines) in [
        (";(;B[ee];W[cc])", "B 1 E5|W 2 C7"),
        (
            ";(;B[ee]C[x];W[cc])(;B[dd](;W[aa])(;W[bb]))",
            "B 1 E5|COM|x|ENDCOM|VAR|B 1 D6|W 2 A9|VAR|W 2 B8|ENDVAR|ENDVAR|W 2 C7",
        ),
        (
            ";(;B[ee];W[cc])(;B[dd]N[a])(;B[cc]!attach 2)(;B[bb]N[c]$VAR c)",
            "B 1 E5|VAR a|B 1 D6|VAR|B 1 C7|ENDVAR|ENDVAR|VAR c|B 1 B8|ENDVAR|W 2 C7",
        ),
        // Markers and titles.
        (
            ";(;B[ee])(;B[dd]N[ab]C[c])(;B[cc]N[abc])(;B[bb]N[c]$VAR)(;B[aa]N[c]$VAR a)",
            "B 1 E5|VAR ab|B 1 D6|COM|c|ENDCOM|ENDVAR|VAR|B 1 C7|COM abc|ENDCOM|ENDVAR\
             |VAR|B 1 B8|COM c|ENDCOM|ENDVAR|VAR a|B 1 A9|COM c|ENDCOM|ENDVAR",
        ),
        // The marker would name a node that has no name any more.
        (
            ";(;B[ee])(;B[dd]$VAR a)(;N[x])",
            "B 1 E5|VAR|B 1 D6|ENDVAR|VAR x|ENDVAR",
        ),
        // Flags that do not fit the tree any more.
        (
            ";(;B[ee])(;B[dd]!attach 3)(;B[cc]!late 2)",
            "B 1 E5|VAR|B 1 D6|ENDVAR|VAR|B 1 C7|ENDVAR",
        ),
        (
            ";(;B[ee];W[gg](;B[gc])(;B[cc]))(;B[cg]!late 2)",
            "B 1 E5|VAR|B 1 C3|ENDVAR|W 2 G3|B 3 G7|VAR|B 3 C7|ENDVAR",
        ),
        (
            ";(;B[ee];FG[];W[cc])(;B[dd]N[x]!late 1$REMARK a$VAR x$REMARK b)",
            "B 1 E5|DIAGRAM|REMARK a|VAR x|REMARK b|B 1 D6|ENDVAR|W 2 C7",
        ),
        (
            ";(;B[ee])(;)(;$REMARK r$VAR)(;$REMARK r)",
            "B 1 E5|VAR|ENDVAR|REMARK r|VAR|ENDVAR|VAR|REMARK r|DIAGRAM|USER|S FG|ENDUSER|ENDVAR",
        ),
        (";(;B[ee])(;!end$REMARK r)", "B 1 E5|VAR|REMARK r|ENDVAR"),
        (
            ";;B[aa](;AB[bb]C[x])(;)(;W[bb])(;C[c];W[cc])",
            "B 1 A9|W 2 B8|USER|F order 3|ENDUSER\
             |VAR|DIAGRAM|USER|S FG|ENDUSER|SETUP B B8|COM|x|ENDCOM|ENDVAR\
             |VAR|ENDVAR\
             |VAR|DIAGRAM|USER|S FG|ENDUSER|COM|c|ENDCOM|W 2 C7|ENDVAR",
        ),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
    }
}

#[test]
fn nodes_without_a_move_are_diagrams() {
    for (tree, lines) in [
        (";;FG[];W[aa]", "DIAGRAM|W 1 A9"),
        (";;;W[aa]", "DIAGRAM|USER|S FG|ENDUSER|W 1 A9"),
        (
            ";;B[aa](;FG[]VW[aa:cc])(;FG[]AE[aa][ee])",
            "B 1 A9|DIAGRAM A7 C9|DIAGRAM|USER|S AE%5Baa%5D%5Bee%5D|ENDUSER|HIDE A9",
        ),
        (
            ";;B[aa](;W[bb])(;FG[]VW[aa:cc]!inline)(;W[cc])(;FG[]AW[dd]!inline)",
            "B 1 A9|DIAGRAM A7 C9|W 2 B8|VAR|DIAGRAM|SETUP W D6|W 2 C7|ENDVAR",
        ),
        (
            ";;B[aa](;FG[])(;FG[];W[bb])",
            "B 1 A9|USER|F continued 1 2|ENDUSER|DIAGRAM|EVENT (continued)\
             |USER|S AB|S FG%5B%5D|F continuation 1|ENDUSER|BOARDSIZE 9|SETUP B A9|W 2 B8",
        ),
        (
            ";;B[aa](;FG[])(;FG[])",
            "B 1 A9|DIAGRAM|USER|F leaf|ENDUSER|DIAGRAM|USER|F leaf|ENDUSER",
        ),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
    }
}

#[test]
fn setup_in_mid_game_is_a_further_event() {
    for (tree, lines) in [
        (
            ";AB[aa]AW[bb]C[c]GC[g];W[cc]",
            "COM|g|ENDCOM|SETUP B A9 W B8|COM|c|ENDCOM|W 1 C7",
        ),
        (
            ";;AB[aa]C[x];W[bb]",
            "USER|F setup-node|ENDUSER|SETUP B A9|COM|x|ENDCOM|W 1 B8",
        ),
        (";C[x];AB[aa]FG[]", "COM|x|ENDCOM|DIAGRAM|SETUP B A9"),
        (
            ";EV[e];B[aa];AW[bb]AE[aa]LB[bb:1];B[cc]LB[cc:2]",
            "EVENT e|B 1 A9|USER|F continued 1 1|ENDUSER\
             |EVENT e (continued)|USER|S AE%5Baa%5D|F continuation 1|ENDUSER\
             |BOARDSIZE 9|SETUP W B8|MARK 1@B8|B 2 C7|MARK ALL",
        ),
        (
            ";;B[aa](;W[bb])(;AW[cc](;B[dd])(;AB[ee];W[ff]))",
            "B 1 A9|USER|F continued 1 2|ENDUSER|W 2 B8\
             |EVENT (continued)|USER|S AB|F continuation 1|F continued 2 2|ENDUSER\
             |BOARDSIZE 9|SETUP B A9 W C7|B 2 D6\
             |EVENT (continued)|USER|S AB%5Bee%5D|S AW|F continuation 2|ENDUSER\
             |BOARDSIZE 9|SETUP B A9 E5 W C7|W 2 F4",
        ),
        (
            ";B[aa]C[x]LB[aa:1]",
            "USER|F root-move|ENDUSER|B 1 A9|MARK ALL|COM|x|ENDCOM",
        ),
        (
            ";AB[bb]GC[g]B[aa]C[x]",
            "USER|F root-move|F game-comment|ENDUSER|COM|g|ENDCOM|SETUP B B8|B 1 A9|COM|x|ENDCOM",
        ),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
    }
}

#[test]
fn moves_have_numbers_and_prisoners() {
    for (tree, lines) in [
        (
            ";;B[];W[];W[zz]",
            "B 1 PASS|W 2 PASS|W 3 PASS|USER|S W%5Bzz%5D|ENDUSER",
        ),
        (
            ";;MN[5]B[aa];MN[6]W[bb];MN[0]B[cc];W[dd]",
            "B 5 A9|W 6 B8|USER|S MN%5B6%5D|ENDUSER|B 1 C7|USER|S MN%5B0%5D|ENDUSER|W 1 D6",
        ),
        (";;MN[0]B[aa]$B 0 A9", "B 0 A9"),
        (
            ";;MN[4294967295]B[aa];W[bb]",
            "B 999999999 A9|USER|S MN%5B4294967295%5D|ENDUSER|W 999999999 B8|USER|S MN|ENDUSER",
        ),
        (
            ";AB[ab]AW[aa];B[ba];W[aa]",
            "SETUP B A8 W A9|B 1 B9|PRISONER A9|W 2 A9|PRISONER A9",
        ),
        (
            ";AB[ab]AW[aa];B[ba]$PRISONER C3",
            "SETUP B A8 W A9|B 1 B9|PRISONER C3",
        ),
        (";AB[ab]AW[aa];B[ba]!no-prisoner", "SETUP B A8 W A9|B 1 B9"),
        (";AB[ab]AW[aa]!no-prisoners;B[ba]", "SETUP B A8 W A9|B 1 B9"),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
    }
}

#[test]
fn own_lines_stay_while_they_say_the_same() {
    for (tree, lines) in [
        (";;B[aa]LB[aa:1]$MARK a@A9 #1", "B 1 A9|MARK a@A9 #1"),
        (";;B[aa]LB[aa:2]$MARK a@A9 #1", "B 1 A9|MARK 2@A9"),
        (";;B[aa]$MARK #1$UNMARK ALL", "B 1 A9|MARK #1|UNMARK ALL"),
        (
            ";;B[aa]C[x]$COM/x/ENDCOM$USER u/  y/ENDUSER$REMARK r$?",
            "REMARK r|B 1 A9|COM|x|ENDCOM|USER u|y|ENDUSER|?",
        ),
        (";;B[aa]C[y]$COM/x/ENDCOM", "B 1 A9|COM|y|ENDCOM"),
        (";KM[5]$KOMI 3$KOMI 5.0;B[aa]", "KOMI 3|KOMI 5.0|B 1 A9"),
        (";KM[6]$KOMI 3$KOMI 5.0;B[aa]", "KOMI 6|B 1 A9"),
        (
            ";!no-boardsize$BOARDSIZE 8$BOARDSIZE 9;B[aa]",
            "BOARDSIZE 8|B 1 A9",
        ),
        (
            ";GC[t]N[n]AB[aa]LB[aa:x]TR[bb]!comment-title$REMARK a$MARK \\t@B8!setup$REMARK b$MARK x@A9",
            "REMARK a|EVENT|COM t|ENDCOM|MARK \\t@B8|REMARK b|SETUP B A9|COM n|ENDCOM|MARK x@A9",
        ),
        (
            ";AB[aa]C[c]TR[aa]!event-comment!event-marks",
            "COM|c|ENDCOM|MARK \\t@A9|SETUP B A9",
        ),
        (
            ";FG[];FG[]VW[aa:ii]$DIAGRAM 9x9",
            "USER|S FG%5B%5D|ENDUSER|DIAGRAM 9x9",
        ),
        // Remarks at the end of a sequence that continues by now.
        (
            ";;B[aa]$REMARK a!end$REMARK b;W[bb]",
            "REMARK a|REMARK b|B 1 A9|W 2 B8",
        ),
        // Flags of others only travel; those about a file and its tree are made again.
        (
            ";;B[aa]LB[aa:1]!x-mine!order 2!leaf$MARK a@A9 #1;W[bb]!root-move!continued 1 2",
            "B 1 A9|USER|F x-mine|ENDUSER|MARK a@A9 #1|W 2 B8",
        ),
        (
            ";;B[aa]LB[aa:1]!x-mine$MARK a@A9 #1!end$REMARK r",
            "B 1 A9|USER|F x-mine|ENDUSER|MARK a@A9 #1|REMARK r",
        ),
        // Entries that are not one line, or that would end a sequence, only travel.
        (
            ";;B[aa]$REMARK r/EVENT$ENDVAR",
            "B 1 A9|USER|I REMARK r%0AEVENT|I ENDVAR|ENDUSER",
        ),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
    }
}

#[test]
fn own_lines_that_say_nothing_new_are_left_out() {
    for (tree, lines, left_out) in [
        (
            ";KM[5.5]AB[cc]LB[ai:a][bi:b]$KOMI 5.5$SETUP B C7$MARK a@A1$MARK b@B1",
            "KOMI 5.5|SETUP B C7|MARK a@A1 b@B1",
            4,
        ),
        (
            ";;B[aa]LB[ai:a][bi:b]C[x]$B 1 A9$MARK a@A1$MARK b@B1$COM/x/ENDCOM",
            "B 1 A9|MARK a@A1 b@B1|COM|x|ENDCOM",
            4,
        ),
        // Nothing is set up any more, so there are no two places for marks.
        (
            ";LB[ai:a][bi:b]$MARK a@A1!setup$MARK b@B1",
            "MARK a@A1 b@B1",
            2,
        ),
        (";AB[cc]LB[ai:a]$MARK a@A1", "SETUP B C7|MARK a@A1", 1),
        (
            ";AB[cc]LB[ai:a][bi:b]$MARK a@A1!setup$MARK b@B1",
            "MARK a@A1|SETUP B C7|MARK b@B1",
            0,
        ),
        (
            ";AB[cc];AE[cc]AB[aa]$HIDE C7$SETUP B A9",
            "SETUP B C7|DIAGRAM|USER|S FG|ENDUSER|SETUP B A9|HIDE C7",
            2,
        ),
        (
            ";;B[aa]C[\u{e9}]$COM/\u{e9}/ENDCOM",
            "B 1 A9|USER|S C%5B%C3%A9%5D|I COM%0A%C3%A9%0AENDCOM|ENDUSER|COM|e|ENDCOM",
            0,
        ),
        (";;B[aa]LB[ai:a]$MARK", "B 1 A9|MARK a@A1", 1),
        (";;B[aa]$MARK", "B 1 A9|MARK", 0),
    ] {
        assert_eq!(written(tree), lines, "{tree}");
        let outcomes = write_game(&game(9, tree), false).1;
        assert_eq!(outcomes.stale_entries().len(), left_out, "{tree}");
    }
}

#[test]
fn only_the_first_event_of_a_file_can_be_implicit() {
    let mut game = game(19, ";!implicit-event!no-boardsize;B[pd]");
    assert_eq!(write_game(&game, false).0, "B 1 Q16\r\n");
    let mut out = String::from("EVENT\r\n");
    let options = WriteOptions::default();
    write(&game, &options, &mut out, &mut Outcomes::new()).unwrap();
    assert!(out.starts_with("EVENT\r\nEVENT\r\nUSER ishi 1 "));
    assert!(out.ends_with("| F implicit-event\r\nENDUSER\r\nB 1 Q16\r\n"));
    game = Game::new();
    game.add_detail(NodeId::ROOT, Fact::ImplicitEvent.into());
    game.add_detail(NodeId::ROOT, Fact::NoBoardSize.into());
    assert_eq!(write_game(&game, false).0, "");
}

#[test]
fn what_ishi_cannot_say_is_carried_or_lost() {
    let game = game(9, ";EV[\u{e9}];B[aa]TB[bb]C[\u{767d}];LB[aa:xyz]W[zz];;");
    let (text, outcomes) = write_game(&game, false);
    assert!(text.is_ascii());
    let found: Vec<_> = outcomes
        .items()
        .iter()
        .map(|item| format!("{} {}", item.outcome, item.what))
        .collect();
    assert_eq!(
        found,
        [
            "adapted event (EV)",
            "kept territory of Black (TB)",
            "adapted comment (C)",
            "adapted move off the board",
            "adapted labels (LB)",
            "adapted node without a move",
            "adapted node without a move",
        ]
    );
    assert_eq!(outcomes.count(Outcome::Native), 1);
    let (plain, outcomes) = write_game(&game, true);
    assert!(!plain.contains("USER"));
    assert_eq!(outcomes.count(Outcome::Lost), 7);
}

#[test]
fn other_games_and_boards_are_refused() {
    let refusal = |change: fn(&mut Game<'_>)| {
        let mut game = Game::new();
        change(&mut game);
        let mut out = String::new();
        let result = write(
            &game,
            &WriteOptions::default(),
            &mut out,
            &mut Outcomes::new(),
        );
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
            game.set_move(child, Some(crate::model::Move::at(Color::Black, point)));
        }
        node = game.last_child(node).unwrap();
    }
    let (text, _) = write_game(&game, false);
    assert_eq!(text.matches("\r\nVAR\r\n").count(), DEPTH);
    assert_eq!(text.matches("ENDVAR\r\n").count(), DEPTH);
    let mut wide = Game::new();
    for _ in 0..DEPTH {
        let child = wide.add_child(NodeId::ROOT);
        wide.set_move(child, Some(crate::model::Move::pass(Color::Black)));
        wide.add_detail(child, Fact::Attach(2).into());
    }
    let (text, _) = write_game(&wide, false);
    assert_eq!(text.matches("ENDVAR\r\n").count(), DEPTH - 1);
}

#[test]
fn kept_marks_by_number_give_way_where_more_is_marked_now() {
    let kept = written(";;B[aa]LB[aa:a]$MARK a@#1");
    assert_eq!(kept, "B 1 A9|MARK a@#1");
    let marked = written(";;B[aa]LB[aa:a]TR[bb]$MARK a@#1");
    assert_eq!(marked, "B 1 A9|MARK a@A9 \\t@B8");
    let unmarked = written(";;B[aa]$MARK a@#1");
    assert_eq!(unmarked, "B 1 A9");
}
