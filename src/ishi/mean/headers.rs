//! The header lines of an event as game information of SGF (Ishi specification, section 5.2; SGF `FF[4]`,
//! game-info properties).

use std::borrow::Cow;

use super::comment::plain;
use crate::ishi::line::{Header, Line};
use crate::model::{Id, Property};
use crate::values::{
    Certainty, Dates, Decimal, GameResult, Handicap, Rank, TimeLimit, ishi_rules, split_player,
};

/// The separator between the texts of repeated lines of a header.
const JOINT: &str = "; ";

/// Words after which a sentence continues in the next line.
const LEADING: [&str; 27] = [
    "a", "about", "after", "an", "and", "as", "at", "before", "between", "by", "during", "for",
    "from", "in", "into", "near", "of", "on", "over", "since", "the", "through", "to", "under",
    "until", "with", "without",
];

/// The header lines of an event, in order, with their texts trimmed.
type HeaderLines<'l> = [(Header, &'l str)];

/// Returns the game information that the header lines among lines mean, as [`from_lines`] does.
pub fn properties<'l, 'a: 'l>(
    lines: impl IntoIterator<Item = &'l Line<'a>>,
) -> Vec<Property<'static>> {
    let lines: Vec<_> = lines
        .into_iter()
        .filter_map(|line| match line {
            Line::Header(header, text) => Some((*header, plain(text))),
            _ => None,
        })
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let lines: Vec<_> = lines
        .iter()
        .map(|(header, text)| (*header, &**text))
        .collect();
    from_lines(&lines)
}

/// Returns the game information that header lines mean, in the order of [`Id`].
///
/// Of BLACK, WHITE, RESULT, RULES, KOMI and HANDICAP the last line counts. The lines of all other keywords are one text,
/// joined with `; ` (section 5.2), or with a blank if a sentence of running text continues, for example of PLACE. The
/// lines of DATE are one list of dates. A RESULT, KOMI or HANDICAP that is not
/// understood as a whole, and a DATE without a year, gives no property ([`is_unread`]). TIMELIMIT is main time,
/// overtime (OT) or both; any other text is OT too.
pub fn from_lines(lines: &HeaderLines<'_>) -> Vec<Property<'static>> {
    let mut found = Vec::with_capacity(2 * lines.len().min(Header::ALL.len()));
    for &header in Header::ALL {
        let texts = lines.iter().filter(|(of, _)| *of == header);
        from_header(header, texts.map(|(_, text)| text.trim()), &mut found);
    }
    found.sort_by_key(|property| property.ident.standard());
    found
}

/// Returns whether the text of a header is not understood, so that the line is a line of the game comment.
pub fn is_unread(header: Header, text: &str) -> bool {
    !text.is_empty()
        && match header {
            Header::Date => date(text).is_none(),
            Header::Result => result(text).is_none(),
            Header::Komi => komi(text).is_none(),
            Header::Handicap => Handicap::parse(text).is_none(),
            _ => false,
        }
}

/// Returns whether the text of a header says more than its property: the hour of a date, the number of moves of a result.
pub fn is_partly_understood(header: Header, text: &str) -> bool {
    match header {
        Header::Date if Dates::parse_sgf(text).is_some() => false,
        Header::Date => match Dates::read(text) {
            Some((_, certainty)) => certainty == Certainty::Part,
            None => Dates::year(text).is_some(),
        },
        Header::Result => matches!(GameResult::read(text), Some((_, Certainty::Part))),
        _ => false,
    }
}

/// Returns the header lines that count but are not understood, with their keywords, in the order of the writer.
/// `found` has the properties of the header lines.
pub fn unread(lines: &[&Line<'_>], found: &[Property<'_>]) -> Vec<String> {
    let mut unread = Vec::new();
    for header in [Header::Date, Header::Result, Header::Komi, Header::Handicap] {
        let texts = lines.iter().filter_map(|line| match line {
            Line::Header(of, text) if *of == header => Some(text),
            _ => None,
        });
        let count = texts.clone().count();
        let counting = if header.is_once_only() {
            count.min(1)
        } else {
            count
        };
        if counting < 2 && found.iter().any(|property| property.is(header.property())) {
            continue;
        }
        let texts = texts.skip(count - counting).map(plain);
        let texts = texts.filter(|text| is_unread(header, text));
        unread.extend(texts.map(|text| format!("{} {text}", header.keyword())));
    }
    unread
}

/// Adds the properties of the lines of one header, given their texts.
fn from_header<'l>(
    header: Header,
    mut texts: impl DoubleEndedIterator<Item = &'l str> + Clone,
    out: &mut Vec<Property<'static>>,
) {
    let all = texts.clone();
    let Some(last) = texts.next_back() else {
        return;
    };
    let mut add =
        |id: Id, text: Option<String>| out.extend(text.map(|text| Property::text(id, text)));
    match header {
        Header::Black => player(last, Id::PlayerBlack, Id::RankBlack, add),
        Header::White => player(last, Id::PlayerWhite, Id::RankWhite, add),
        Header::Result => add(Id::Result, result(last)),
        Header::Rules => add(Id::Rules, Some(rules(last))),
        Header::Komi => add(Id::Komi, komi(last)),
        Header::Handicap => {
            let count = Handicap::parse(last);
            add(Id::Handicap, count.map(|count| count.to_string()));
        }
        Header::Date => add(Id::Date, dates(all)),
        Header::TimeLimit => time_limit(joined(all), add),
        Header::Recorder => add(Id::Recorder, Some(joined(all))),
        _ => add(header.property(), Some(sentences(all))),
    }
}

/// Joins the texts that are not empty.
fn joined<'l>(texts: impl Iterator<Item = &'l str>) -> String {
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(JOINT)
}

/// Joins the texts that are not empty; a sentence that continues in the next text stays one.
fn sentences<'l>(texts: impl Iterator<Item = &'l str>) -> String {
    let mut all = String::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if !all.is_empty() {
            all.push_str(if continues(&all, text) { " " } else { JOINT });
        }
        all.push_str(text);
    }
    all
}

/// Returns whether a sentence continues in a further line: the one before ends in a comma, a hyphen or a
/// word that cannot be the last, or the next one starts in lower case.
fn continues(before: &str, next: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or(before);
    let unquoted = before.trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}']);
    unquoted.ends_with([',', '-'])
        || LEADING.contains(&last)
        || next.starts_with(char::is_lowercase)
}

fn player(text: &str, name_id: Id, rank_id: Id, mut add: impl FnMut(Id, Option<String>)) {
    let (name, rank) = split_player(text);
    add(name_id, name.map(ToOwned::to_owned));
    add(rank_id, rank.map(Rank::sgf));
}

/// Returns the text of RE. A text in a form of SGF, for example `B+3.5`, stays unchanged, so that a result from SGF
/// comes back unchanged.
fn result(text: &str) -> Option<String> {
    if text.is_empty() || GameResult::parse_sgf(text).is_some() {
        return Some(text.to_owned());
    }
    GameResult::read(text).map(|(result, _)| result.sgf())
}

fn rules(text: &str) -> String {
    ishi_rules(text).unwrap_or(text).to_owned()
}

/// Returns the text of KM; a Real of SGF stays as it is.
fn komi(text: &str) -> Option<String> {
    if Decimal::is_sgf(text) {
        return Some(text.to_owned());
    }
    Decimal::parse_komi(text).map(|komi| komi.to_string())
}

/// Returns the text of DT. A single line in SGF's form stays unchanged. Of an uncertain date only the year counts.
fn dates<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<String> {
    let first = lines.next()?;
    let rest: Vec<&str> = lines.collect();
    if rest.is_empty() && (first.is_empty() || Dates::parse_sgf(first).is_some()) {
        return Some(first.to_owned());
    }
    let mut all = std::iter::once(first).chain(rest).filter_map(date);
    let mut dates = all.next()?;
    all.for_each(|more| dates.append(more));
    Some(dates.sgf())
}

fn date(line: &str) -> Option<Dates> {
    let sgf = || Dates::parse_sgf(line);
    let read = Dates::read(line).map(|(dates, _)| dates);
    read.or_else(|| Dates::year(line)).or_else(sgf)
}

fn time_limit(text: String, mut add: impl FnMut(Id, Option<String>)) {
    match TimeLimit::read(&text) {
        Some((limit, overtime, Certainty::Whole)) => {
            add(Id::TimeLimit, Some(limit.sgf()));
            add(Id::Overtime, overtime.map(Cow::into_owned));
        }
        _ => add(Id::Overtime, Some(text)),
    }
}
