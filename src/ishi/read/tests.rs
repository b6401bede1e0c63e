use super::*;
use crate::model::{Dialect, NodeId, Place, Property};
use crate::sgf::property::property_text;

/// Writes a game as one line per node: depth, move, properties and detail.
fn dump(game: &Game<'_>) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let mut depth = 0;
    for step in game.walk() {
        let crate::model::Step::Enter(node) = step else {
            depth -= 1;
            continue;
        };
        write!(text, "{:w$}", "", w = depth * 2).unwrap();
        depth += 1;
        if let Some(mv) = game.mv(node) {
            match mv.place {
                Place::Unreadable => write!(text, "{}[?]", mv.color.letter()).unwrap(),
                _ => text.push_str(&crate::sgf::property::move_text(mv)),
            }
        }
        let mut properties: Vec<_> = game.properties(node).iter().map(property_text).collect();
        properties.sort();
        for property in properties {
            write!(text, " {property}").unwrap();
        }
        for entry in game.details(node) {
            write!(
                text,
                " {{{} {}}}",
                entry.dialect.letter(),
                entry.text.replace('\n', "/")
            )
            .unwrap();
        }
        text.push('\n');
    }
    text
}

#[test]
fn adhoc() {
    let mut files: Vec<_> = std::fs::read_dir("/work/shared/corpus/ishi/cases")
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.push("/work/shared/corpus/ishi/testspec.go".into());
    files.push("/work/shared/corpus/ishi/old-chinese-game.fragment.go".into());
    files.sort();
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        let text: String = String::from_utf8(bytes.clone())
            .unwrap_or_else(|_| bytes.iter().map(|b| *b as char).collect());
        println!("=== {}", file.display());
        let mut rest = text.as_bytes();
        let mut state = crate::ishi::split::SplitState::default();
        let mut units = vec![];
        while let Some(n) = crate::ishi::split::next_unit(rest, true, &mut state) {
            units.push(std::str::from_utf8(&rest[..n]).unwrap());
            rest = &rest[n..];
        }
        if units.is_empty() {
            units.push("");
        }
        let mut written = String::new();
        let mut models = String::new();
        for unit in units {
            let mut log = Diagnostics::new();
            for game in read(unit, &ReadOptions::default(), &mut log) {
                println!("{}", dump(&game));
                models += &dump(&game);
                crate::ishi::write(
                    &game,
                    &crate::options::WriteOptions {
                        plain: false,
                        charset: Some(crate::charset::Charset::Utf8),
                        follows: false,
                    },
                    &mut written,
                    &mut crate::outcome::Outcomes::new(),
                )
                .unwrap();
            }
            for d in log.kept() {
                let s = d.span.unwrap_or_default();
                println!(
                    "  {} {} [{}] {:?}",
                    d.rule.code,
                    d.message,
                    &unit[s.start..s.end],
                    d.help
                );
            }
        }
        let mut again = String::new();
        let mut rest = written.as_bytes();
        let mut units = vec![];
        while let Some(n) = crate::ishi::split::next_unit(rest, true, &mut state) {
            units.push(std::str::from_utf8(&rest[..n]).unwrap());
            rest = &rest[n..];
        }
        if units.is_empty() {
            units.push("");
        }
        for unit in units {
            for game in read(unit, &ReadOptions::default(), &mut Diagnostics::new()) {
                again += &dump(&game);
            }
        }
        if again != models {
            println!("!!! DIFFERENT\n{written}\n{again}");
        }
    }
}
