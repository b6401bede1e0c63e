//! Records of Go servers: the corpus with the expected games, a second reading, damage, and the commands.

mod commands;
#[path = "../corpus/mod.rs"]
mod corpus;
mod damage;
#[path = "../files/mod.rs"]
#[expect(dead_code, reason = "no test here reads all records")]
mod files;
#[path = "../files/random.rs"]
mod random;
mod records;
#[path = "../files/servers.rs"]
mod servers;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ishi::model::{Game, Id, NodeId, Place, Value};
use ishi::{Collection, Format, convert, read};

use records::{Record, made, of_corpus};

/// The properties whose values the corpus expects. The others are a matter of taste.
const EXPECTED: &[Id] = &[
    Id::AddBlack,
    Id::AddWhite,
    Id::Handicap,
    Id::Komi,
    Id::Result,
    Id::Date,
    Id::PlayerBlack,
    Id::PlayerWhite,
    Id::RankBlack,
    Id::RankWhite,
    Id::Comment,
    Id::Label,
    Id::TimeLimit,
    Id::Overtime,
];

#[test]
fn each_record_has_the_moves_of_a_second_reading() {
    for record in made() {
        second_reading(&record);
    }
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn each_record_of_the_corpus_has_the_moves_of_a_second_reading() {
    for record in of_corpus(&corpus::folder()) {
        second_reading(&record);
    }
}

/// Compares the moves of each result with those that the oracle finds in the source.
fn second_reading(record: &Record) {
    let expected = ishi_oracle::servers::moves(&record.bytes);
    for to in Format::ALL {
        let result = convert(&record.bytes, *to).expect("a conversion");
        let result = read(&result).expect("a record");
        let [game] = result.games.as_slice() else {
            panic!("{}: {} games", record.name, result.games.len());
        };
        assert_eq!(moves(game), expected, "{} as {to}", record.name);
    }
}

/// Returns the moves of the main line: `B[pd]`, `W[]`.
fn moves(game: &Game<'_>) -> Vec<String> {
    let moves = game.main_line().filter_map(|node| game.mv(node));
    let one = |mv: ishi::model::Move| {
        let letter = |at: u8| char::from(b'a' + at);
        let point = match mv.place {
            Place::Point(point) => format!("{}{}", letter(point.column), letter(point.row)),
            _ => String::new(),
        };
        format!("{}[{point}]", mv.color.letter())
    };
    moves.map(one).collect()
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn the_corpus_gives_the_expected_games() {
    let records = of_corpus(&corpus::folder());
    assert!(records.len() >= 44, "{} records", records.len());
    let mut wrong = Vec::new();
    for record in &records {
        let expected = read(record.expected.as_bytes()).expect("a record in SGF");
        let found = read(&record.bytes).expect("a record of a server");
        compare(&record.name, &expected, &found, &mut wrong);
        // The same comes by way of the other formats.
        for way in [Format::Ishi, Format::SmartGo] {
            let there = convert(&record.bytes, way).expect("a conversion");
            let back = convert(&there, Format::Sgf).expect("a conversion");
            let back = read(&back).expect("a record in SGF");
            let name = format!("{} by way of {way}", record.name);
            compare(&name, &expected, &back, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compare(name: &str, expected: &Collection, found: &Collection, wrong: &mut Vec<String>) {
    let (expected, found) = (&expected.games[0], &found.games[0]);
    let nodes = |game: &Game<'static>| -> Vec<String> {
        game.nodes().map(|node| told(game, node)).collect()
    };
    let pairs = nodes(expected).into_iter().zip(nodes(found));
    if let Some((one, other)) = pairs.into_iter().find(|(one, other)| one != other) {
        wrong.push(format!("{name}: {one} was expected, {other} was found"));
    }
    if expected.node_count() != found.node_count() || expected.size != found.size {
        wrong.push(format!("{name}: other nodes or another board"));
    }
}

/// Returns a node with its move, its expected properties and the number of its children.
fn told(game: &Game<'_>, node: NodeId) -> String {
    let value = |id: &Id| match game.get(node, *id) {
        Some(Value::Points(_)) => {
            let points: BTreeSet<_> = game.points(node, *id).collect();
            format!("{points:?}")
        }
        Some(Value::Labels(labels)) => {
            let labels = labels
                .iter()
                .map(|label| format!("{:?} {}", label.point, label.text));
            format!("{:?}", labels.collect::<BTreeSet<_>>())
        }
        other => format!("{other:?}"),
    };
    let properties = EXPECTED.iter().filter(|id| game.has(node, **id));
    let properties: Vec<_> = properties
        .map(|id| format!("{}: {}", id.ident(), value(id)))
        .collect();
    let children = game.children(node).count();
    format!(
        "{:?} {properties:?} {children}",
        game.mv(node).map(|mv| (mv.color, mv.place))
    )
}

#[test]
fn snapshots_show_each_made_record() {
    for record in made() {
        let source = &mut ishi::source::Source::open(
            std::io::Cursor::new(&record.bytes),
            ishi::source::SourceOptions::default(),
        )
        .expect("a source");
        let (from, charset) = (source.read_from(), source.charset().label());
        let found = ishi::read_source(source).expect("a record");
        let mut text = format!("read as {from} in {charset}\n");
        for finding in found.findings.kept() {
            let one = &finding.diagnostic;
            let line = finding.place.as_ref().map_or(0, |place| place.line);
            let rule = one.rule.code;
            let _ = writeln!(
                text,
                "{}[{rule}] line {line}: {}",
                one.severity, one.message
            );
        }
        let sgf = convert(&record.bytes, Format::Sgf).expect("a conversion");
        text += &String::from_utf8(sgf).expect("UTF-8");
        insta::with_settings!({
            snapshot_path => "../../snapshots/servers",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(record.name, text);
        });
    }
}
