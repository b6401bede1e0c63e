//! The report for people: one page that loads no other file.
//!
//! The page holds a line of the table for each input, and a line with its details. Both are JSON in blocks of
//! text. A script parses them when they are displayed.

use std::io::{self, Read, Write};
use std::path::Path;

use ishi::convert::{ConvertedGame, Finding};
use ishi::diagnostic::Severity;
use ishi::model::Id;
use ishi::outcome::Outcome;
use ishi::summary::{Position, Summary};
use ishi_archive::Name;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{json as data, outputs, places};
use crate::disk::paths::{absolute, relative};
use crate::done::tally::RunTally;
use crate::done::{Done, Results};
use crate::input::is_stdin;
use crate::output::folder_of;
use crate::render::parts_of_line;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// How many games of a file the page tells about.
const GAMES: usize = 50;

/// How many constructs of a file the page lists.
const ITEMS: usize = 200;

/// How many characters of the players' names can be searched for.
const PLAYERS: usize = 300;

/// The parts of the page before the rows, between rows and details, and after the details.
fn parts() -> [&'static str; 3] {
    let (before, rest) = PAGE.split_once("{{rows}}").unwrap_or((PAGE, ""));
    let (between, behind) = rest.split_once("{{details}}").unwrap_or((rest, ""));
    [before, between, behind]
}

/// Marks a page as a report.
const MARK: &str = "<meta name=\"generator\" content=\"ishi\">";

/// Returns whether a file with this beginning is a report.
pub fn is_ours(head: &[u8]) -> bool {
    memchr::memmem::find(head, MARK.as_bytes()).is_some()
}

/// Returns the hash of a block as a content security policy names it: in base64.
fn digest(block: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let block = format!("\n{block}\n");
    let hash = Sha256::digest(block.as_bytes());
    let mut text = String::new();
    for three in hash.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..=three.len() {
            let letter = (bits >> (18 - 6 * place)) as usize & 63;
            text.extend(LETTERS.get(letter).copied().map(char::from));
        }
    }
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// Starts the page.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    let [before, ..] = parts();
    let policy = format!(
        "default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; \
         base-uri 'none'; form-action 'none'",
        digest(STYLE),
        digest(SCRIPT)
    );
    let page = before.replace("{{policy}}", &policy);
    out.write_all(page.replace("{{style}}", STYLE).as_bytes())
}

/// Ends the page.
pub fn end(out: &mut impl Write, details: &mut impl Read, tally: &RunTally) -> io::Result<()> {
    let [_, between, behind] = parts();
    out.write_all(between.as_bytes())?;
    io::copy(details, out)?;
    let mut summary = data::summary(tally);
    if let Some(summary) = summary.as_object_mut() {
        summary.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        summary.insert("games".to_owned(), tally.games.into());
        for (key, counts) in [("reasons", &tally.reasons), ("others", &tally.others)] {
            let counts = counts.iter().map(|(what, count)| json!([what, count]));
            summary.insert(key.to_owned(), counts.collect());
        }
    }
    let page = behind
        .replace("{{summary}}", &inert(&summary.to_string()))
        .replace("{{script}}", SCRIPT);
    out.write_all(page.as_bytes())
}

/// Escapes `<` in JSON, so that the text cannot end the block around it.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Collects the games and the data that is not native, up to a limit.
#[derive(Default)]
pub struct Recorder {
    count: usize,
    /// JSON, as all rows that wait.
    games: Vec<String>,
    items: Vec<String>,
    players: String,
}

impl Recorder {
    /// Notes a game.
    pub fn game(&mut self, game: &ConvertedGame<'_>) {
        self.count += 1;
        if self.games.len() < GAMES {
            let summary = Summary::of(game.game);
            self.search_for(&summary);
            self.games.push(about(game, &summary).to_string());
        }
        let room = ITEMS.saturating_sub(self.items.len());
        if room > 0 {
            let items = game.items.iter().zip(game.addresses());
            let items = items.zip(places(game)).take(room);
            self.items.extend(items.map(|((item, address), place)| {
                json!([
                    item.outcome.to_string(),
                    item.what,
                    game.number,
                    address.to_string(),
                    place.as_ref().map(|place| place.line),
                    place.as_ref().map(parts_of_line),
                ])
                .to_string()
            }));
        }
    }

    fn search_for(&mut self, summary: &Summary) {
        let names = [Id::PlayerBlack, Id::PlayerWhite].map(|id| summary.fact(id));
        if names == [None, None] || self.players.len() > PLAYERS {
            return;
        }
        if !self.players.is_empty() {
            self.players.push_str("; ");
        }
        let [black, white] = names.map(|name| name.unwrap_or("?"));
        let names: String = format!("{black} – {white}").chars().take(PLAYERS).collect();
        self.players.push_str(&names);
    }

    /// Writes the row for an input, and its details, into the page at a path.
    pub fn write(
        self,
        done: &Done,
        page: &Path,
        rows: &mut impl Write,
        details: &mut impl Write,
    ) -> io::Result<()> {
        let report = done.report.as_ref();
        let count = |outcome| report.map_or(0, |report| report.outcomes.count(outcome));
        let found = |severity| report.map_or(0, |report| report.findings.count(severity));
        let errors = found(Severity::Error);
        let row = json!([
            done.name.to_string(),
            done.status(),
            report.and_then(|report| Some(report.from?.name())),
            report.map_or(0, |report| report.games.max(self.count)),
            report.map_or(0, |report| report.moves),
            count(Outcome::Kept),
            count(Outcome::Adapted),
            count(Outcome::Lost),
            errors,
            found(Severity::Warning) - errors,
            self.players,
            count(Outcome::Damaged),
        ]);
        writeln!(rows, "{}", inert(&row.to_string()))?;
        writeln!(details, "{}", inert(&self.details(done, page)))
    }

    fn details(self, done: &Done, page: &Path) -> String {
        let report = done.report.as_ref();
        let result = match &done.results {
            Results::Files(paths) if done.has_results() => paths.first(),
            _ => None,
        };
        let names: Vec<_> = outputs(done).iter().map(ToString::to_string).collect();
        let encoding = report.and_then(|report| report.charset.as_ref());
        let failure = done.failure.as_ref().map(|failure| {
            let message: String = failure.to_string().chars().take(1000).collect();
            json!([message, failure.help()])
        });
        let kinds = |outcome| {
            let kinds = report.map(|report| report.outcomes.kinds(outcome));
            let kinds = kinds.into_iter().flatten().take(ITEMS);
            kinds
                .map(|(what, count)| json!([what, count]))
                .collect::<Value>()
        };
        let findings = report.map(|report| report.findings.kept());
        let all: usize = report.map_or(0, |report| report.findings.count(Severity::Note));
        let details = json!({
            "links": [
                link(page, &done.file).filter(|_| !is_stdin(&done.file)),
                result.and_then(|path| link(page, path)),
            ],
            "output": (!names.is_empty()).then(|| names.join(", ")),
            "remark": done.noted(),
            "to": done.to.name(),
            "charset": encoding.map(|(charset, why)| json!([charset.label(), why])),
            "failure": failure,
            "native": report.map_or(0, |report| report.outcomes.count(Outcome::Native)),
            "kept": kinds(Outcome::Kept),
            "adapted": kinds(Outcome::Adapted),
            "lost": kinds(Outcome::Lost),
            "damaged": kinds(Outcome::Damaged),
            "findings": findings.unwrap_or_default().iter().map(finding).collect::<Value>(),
            "found": all,
        });
        let details = details.to_string();
        let open = details.strip_suffix('}').unwrap_or(&details);
        let [games, items] = [self.games, self.items].map(|all| all.join(","));
        format!("{open},\"games\":[{games}],\"items\":[{items}]}}")
    }
}

/// Returns the facts and positions of a game for the page.
fn about(game: &ConvertedGame<'_>, summary: &Summary) -> Value {
    let facts = summary.facts.iter();
    let facts: Value = facts
        .map(|(id, text)| json!([id.meaning(), text]))
        .collect();
    let position = summary.position.as_ref().map(ToString::to_string);
    let back = match game.back {
        [back] => Some(Position::last(back).to_string()),
        _ => None,
    };
    // An equal position is written as `=`.
    let back = match &back {
        Some(_) if back == position => json!("="),
        other => json!(other),
    };
    json!({
        "n": game.number,
        "line": game.unit.line(),
        "kind": summary.kind,
        "facts": facts,
        "nodes": summary.nodes,
        "moves": summary.moves,
        "main": summary.main_line,
        "variations": summary.variations,
        "position": position,
        "back": back,
    })
}

fn finding(finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref();
    json!([
        diagnostic.severity.to_string(),
        diagnostic.rule.code,
        diagnostic.message,
        diagnostic.help,
        finding.game,
        diagnostic.address.as_ref().map(ToString::to_string),
        place.map(|place| place.line),
        place.map(|place| place.column),
        place.map(parts_of_line),
    ])
}

/// Returns the way from a page to a file, as a reference.
fn link(page: &Path, file: &Path) -> Option<String> {
    let folder = absolute(folder_of(page)).ok()?;
    let way = relative(&folder, &absolute(file).ok()?);
    let uri = Name::of(&way).uri();
    Some(if way.is_absolute() {
        format!("file://{uri}")
    } else {
        format!("./{uri}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_a_block_by_its_hash_in_base64() {
        assert_eq!(digest("x"), "0j+bQHb1Xx5lDFk/gPRR8glNxZzORwwGPrIq6mPkyzk=");
        assert_eq!(parts().map(str::is_empty), [false; 3]);
    }

    #[test]
    #[cfg(unix)]
    fn links_lead_from_the_page_to_a_file() {
        for (page, file, way) in [
            ("r.html", "in/a game.go", "./in/a%20game.go"),
            ("no/such/folder/r.html", "in/a.go", "./../../../in/a.go"),
            ("in/r.html", "in/a.go", "./a.go"),
        ] {
            let found = link(Path::new(page), Path::new(file));
            assert_eq!(found.as_deref(), Some(way), "{page}");
        }
    }
}
