//! Converting and checking a record.

use std::io::Cursor;

use ishi::Games;
use ishi::check::Levels;
use ishi::convert::{Conversion, ConvertError, ConvertedGame, Report};
use ishi::diagnostic::Span;
use ishi::json::Writer;
use ishi::outcome::Outcome;
use ishi::source::{Source, SourceError};
use serde_json::{Value, json};

use crate::options::Target;
use crate::record::{MOST_GAMES, Record, glance, row};
use crate::{Answer, Options, archive, findings};

/// How many constructs that are not native are listed for one record; all are counted.
const MOST_ITEMS: usize = 1000;

/// Converts a record and proves the result. An archive only gets the status `archive`.
pub fn convert(options: &Options, record: &[u8]) -> Answer {
    let answer = json!({"input": options.name, "output": null});
    let refuse = |status: &str, message: Value| {
        let mut answer = answer.clone();
        answer["status"] = status.into();
        answer["message"] = message;
        Answer::of(answer)
    };
    match (archive::kind(options, record), options.to) {
        (Err(why), _) => refuse("not-a-record", why.into()),
        (Ok(Some(_)), _) => refuse("archive", "it is an archive of records".into()),
        (Ok(None), Target::Json) => to_json(options, record, answer.clone())
            .unwrap_or_else(|why| refuse("not-a-record", why.into())),
        (Ok(None), Target::Format(to)) => to_format(options, record, to, answer),
    }
}

/// Writes a record as JSON, without a proof.
fn to_json(options: &Options, record: &[u8], mut answer: Value) -> Result<Answer, String> {
    let open = Record::open(options, record)?;
    if open.is_empty() {
        return Err("there is no game in it".to_owned());
    }
    let result = document(options, record)?;
    open.report(options, &mut answer);
    answer["status"] = "unverified".into();
    answer["to"] = "json".into();
    answer["ending"] = "json".into();
    answer["output_encoding"] = "utf-8".into();
    answer["items"] = json!([]);
    Ok(Answer {
        json: answer,
        result,
    })
}

/// Returns the games as a document, with the texts that travel in the record, as the program writes it.
fn document(options: &Options, record: &[u8]) -> Result<Vec<u8>, String> {
    let mut source = Source::open(Cursor::new(record), options.source()).map_err(in_words)?;
    let origin = (source.read_from(), source.charset());
    let mut writer = Writer::new(Vec::new(), Some(origin)).map_err(in_words)?;
    let mut games = Games::new(&mut source).with_carried();
    while let Some(game) = games.next() {
        let game = game.map_err(in_words)?;
        let words = games.words(&game);
        writer.game_with_words(&game, &words).map_err(in_words)?;
    }
    writer.finish().map_err(in_words)
}

fn in_words(error: impl std::error::Error) -> String {
    error.to_string()
}

fn to_format(options: &Options, record: &[u8], to: ishi::Format, mut answer: Value) -> Answer {
    let mut source = match Source::open(Cursor::new(record), options.source()) {
        Ok(source) => source,
        Err(error) => {
            let error = ConvertError::from(error);
            answer["status"] = status_of(&error).into();
            answer["message"] = error.to_string().into();
            return Answer::of(answer);
        }
    };
    let how = options.convert(to);
    let mut items = Vec::new();
    let mut first = None;
    let mut rows = Vec::new();
    let mut watch = |game: &ConvertedGame<'_>| {
        first.get_or_insert_with(|| glance(game.game));
        if options.rows && rows.len() < MOST_GAMES {
            rows.push(row(game.game));
        }
        if items.len() < MOST_ITEMS {
            items.extend(game_items(game).into_iter().take(MOST_ITEMS - items.len()));
        }
    };
    let mut conversion = Conversion::new(&how).watched(&mut watch);
    let converted = conversion.collect(&mut source);
    let charset = conversion.charset();
    let report = conversion.into_report();
    answer["to"] = to.name().into();
    fill(&mut answer, options, &report);
    answer["summary"] = first.unwrap_or_default();
    if options.rows {
        answer["rows"] = rows.into();
    }
    answer["items"] = items.into();
    let mut found = findings::all(&report.findings);
    let result = match converted {
        Ok(result) => {
            let lost = report.outcomes.count(Outcome::Lost) > 0;
            answer["status"] = match (report.verified, lost) {
                (false, _) => "unverified",
                (true, false) => "verified",
                (true, true) => "verified-with-losses",
            }
            .into();
            answer["output_encoding"] = charset.label().into();
            answer["ending"] = how.to.ending().into();
            result
        }
        Err(error) => {
            answer["status"] = status_of(&error).into();
            answer["message"] = error.to_string().into();
            found.extend(error.findings().iter().map(findings::one));
            Vec::new()
        }
    };
    answer["diagnostics"] = found.into();
    Answer {
        json: answer,
        result,
    }
}

/// Returns the outcome of each construct of a game that is not native.
fn game_items(game: &ConvertedGame<'_>) -> Vec<Value> {
    if game.items.is_empty() {
        return Vec::new();
    }
    let mut places = game.unit.places();
    let item = |item: &ishi::outcome::Item| {
        let start = game.span_of(item.node).map(|span| span.start);
        let line = start.map(|start| places.place(Span::new(start, start)).line);
        json!({
            "outcome": item.outcome.to_string(),
            "what": item.what,
            "game": game.number,
            "node": item.node.index(),
            "line": line,
        })
    };
    game.items.iter().take(MOST_ITEMS).map(item).collect()
}

fn fill(answer: &mut Value, options: &Options, report: &Report) {
    answer["from"] = report.from.map(ishi::SourceFormat::name).into();
    answer["encoding"] = match &report.charset {
        Some((charset, why)) => json!({"label": charset.label(), "why": options.why(why)}),
        None => Value::Null,
    };
    answer["games"] = report.games.into();
    answer["nodes"] = report.nodes.into();
    answer["moves"] = report.moves.into();
    let count = |outcome| report.outcomes.count(outcome);
    answer["outcomes"] = json!({
        "native": count(Outcome::Native),
        "kept": count(Outcome::Kept),
        "adapted": count(Outcome::Adapted),
        "lost": count(Outcome::Lost),
        "damaged": count(Outcome::Damaged),
    });
}

fn status_of(error: &ConvertError) -> &'static str {
    match error {
        ConvertError::Refused(_) => "refused",
        ConvertError::NoGame | ConvertError::Source(SourceError::NoRecord(_)) => "not-a-record",
        _ => "failed",
    }
}

/// Checks a record.
pub fn check(options: &Options, record: &[u8]) -> Answer {
    let checked = Source::open(Cursor::new(record), options.source())
        .and_then(|mut source| ishi::check::check(&mut source, &Levels::default()));
    Answer::of(match checked {
        Ok(checked) => json!({
            "input": options.name,
            "from": checked.format.name(),
            "encoding": {"label": checked.charset.label(), "why": options.why(&checked.why)},
            "games": checked.games,
            "nodes": checked.nodes,
            "moves": checked.moves,
            "diagnostics": findings::all(&checked.findings),
        }),
        Err(error) => json!({
            "input": options.name,
            "status": "not-a-record",
            "message": error.to_string(),
        }),
    })
}
