//! Games as documents of JSON, for other programs. They are written only, so there is no proof.

use std::io::{self, Read, Seek, Write};

use ishi::Games;
use ishi::convert::{ConvertError, ConvertOptions, Report, Sink};
use ishi::diagnostic::Severity;
use ishi::json::Writer;
use ishi::source::Source;
use serde_json::Value;

/// Writes the games of a source as one document, or as one document each if they are split. With `positions`, each node has
/// its position. The report gets the counts and findings. Of the options only `game`, `split` and `strict` count.
pub fn write<R: Read + Seek>(
    source: &mut Source<R>,
    positions: bool,
    options: &ConvertOptions,
    report: &mut Report,
    sink: &mut Sink<'_>,
) -> Result<(), ConvertError> {
    let origin = (source.read_from(), source.charset());
    report.from = Some(origin.0);
    report.charset = Some((origin.1, source.why().to_owned()));
    let mut games = Games::new(source).with_carried();
    let number = options.game.unwrap_or(1);
    let start = |out| Ok(Writer::new(out, Some(origin))?.with_positions(positions));
    let written = write_games(&mut games, Out { sink, number }, start, options, report);
    report.findings = games.findings().clone();
    written?;
    let findings = report.findings.count(Severity::Warning);
    if options.strict && findings > 0 {
        return Err(ConvertError::Strict { findings, lost: 0 });
    }
    Ok(())
}

fn write_games<'o, 's, R: Read + Seek>(
    games: &mut Games<'_, R>,
    out: Out<'o, 's>,
    start: impl Fn(Out<'o, 's>) -> io::Result<Writer<Out<'o, 's>>>,
    options: &ConvertOptions,
    report: &mut Report,
) -> Result<(), ConvertError> {
    let mut writer = start(out).map_err(ConvertError::Write)?;
    let mut there = 0;
    while let Some(game) = games.next() {
        let game = game?;
        there += 1;
        if options.game.is_some_and(|wanted| wanted != there) {
            continue;
        }
        report.games += 1;
        report.nodes += game.node_count();
        report.moves += game.move_count();
        let written = writer.game_with_words(&game, &games.words(&game));
        written.map_err(ConvertError::Write)?;
        if options.split {
            let mut out = writer.finish().map_err(ConvertError::Write)?;
            out.number = there + 1;
            writer = start(out).map_err(ConvertError::Write)?;
        }
        if options.game.is_some() {
            break;
        }
    }
    match options.game {
        _ if there == 0 => Err(ConvertError::NoGame),
        Some(wanted) if wanted > there => Err(ConvertError::NoSuchGame {
            wanted,
            games: there,
        }),
        _ if options.split => Ok(()),
        _ => writer.finish().map(|_| ()).map_err(ConvertError::Write),
    }
}

/// A sink that bytes of the game with a number can be written into.
struct Out<'o, 's> {
    sink: &'o mut Sink<'s>,
    number: usize,
}

impl Write for Out<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.sink)(self.number, bytes)?;
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
