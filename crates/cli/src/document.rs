//! Games as documents of JSON, for other programs. They are written only, so there is no proof.

use std::io::{self, Read, Seek, Write};

use ishi::Games;
use ishi::convert::{ConvertError, Report, Sink};
use ishi::json::Writer;
use ishi::source::Source;
use serde_json::Value;

/// Writes the games of a source as one document, or only the game with the number `wanted`, which counts from
/// 1. With `positions`, each node has its position. The report gets the counts and findings.
pub fn write<R: Read + Seek>(
    source: &mut Source<R>,
    positions: bool,
    wanted: Option<usize>,
    report: &mut Report,
    sink: &mut Sink<'_>,
) -> Result<(), ConvertError> {
    let origin = (source.read_from(), source.charset());
    report.from = Some(origin.0);
    report.charset = Some((origin.1, source.why().to_owned()));
    let mut games = Games::new(source).with_carried();
    let written = Writer::new(Out { sink }, Some(origin))
        .map_err(ConvertError::Write)
        .and_then(|writer| {
            let writer = writer.with_positions(positions);
            write_games(&mut games, writer, wanted, report)
        });
    report.findings = games.findings().clone();
    written
}

fn write_games<R: Read + Seek, W: Write>(
    games: &mut Games<'_, R>,
    mut writer: Writer<W>,
    wanted: Option<usize>,
    report: &mut Report,
) -> Result<(), ConvertError> {
    let mut there = 0;
    while let Some(game) = games.next() {
        let game = game?;
        there += 1;
        if wanted.is_some_and(|wanted| wanted != there) {
            continue;
        }
        report.games += 1;
        for node in game.nodes() {
            report.nodes += 1;
            report.moves += usize::from(game.mv(node).is_some());
        }
        let written = writer.game_with_words(&game, &games.words(&game));
        written.map_err(ConvertError::Write)?;
        if wanted.is_some() {
            break;
        }
    }
    match wanted {
        _ if there == 0 => return Err(ConvertError::NoGame),
        Some(wanted) if wanted > there => {
            let games = there;
            return Err(ConvertError::NoSuchGame { wanted, games });
        }
        _ => {}
    }
    let ended = writer.finish().map(|_| ());
    ended.map_err(ConvertError::Write)
}

/// A sink that bytes can be written into.
struct Out<'o, 's> {
    sink: &'o mut Sink<'s>,
}

impl Write for Out<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.sink)(1, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether two documents say the same; the program that wrote them may have another version.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    let content = |bytes: &[u8]| {
        let mut value: Value = serde_json::from_slice(bytes).ok()?;
        value.as_object_mut()?.remove("generator");
        Some(value)
    };
    content(a).is_some_and(|a| content(b) == Some(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_of_other_versions_are_compared_by_content() {
        let new = br#"{"version":1,"generator":"ishi 0.2.0","games":[{"game":1}]}"#;
        let old = br#"{"generator":"ishi 0.1.0","version":1, "games":[{"game":1}]}"#;
        let other = br#"{"version":1,"generator":"ishi 0.2.0","games":[{"game":2}]}"#;
        assert!(same(new, old) && !same(new, other));
        assert!(!same(b"", b"") && !same(b"[]", b"[]"));
    }
}
