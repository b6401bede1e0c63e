//! Chooses the most likely of the charsets that a record can be in.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::units::UnitLayout;
use super::{Charset, alphabet, score};

/// A family of records, which tells the usual charsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Lines in the Ishi Standard Format, written under DOS.
    Ishi,
    /// Properties in brackets, written by Smart Game Board or one of its successors.
    SmartGo,
    /// Properties in brackets, written by a program of today.
    Sgf,
}

/// By how much the charset that the record names is more likely than its text alone makes it: about
/// as much as two characters add, and something for each of the first characters, so that names of
/// rare characters do not overrule it and a comment in another charset does.
const NAMED: f64 = 11.0;
const NAMED_FOR_EACH: f64 = 0.5;
const NAMED_FOR_ALL: f64 = 10.0;

/// By how much the guess of `chardetng` is likelier than the text alone makes it.
const SECOND_OPINION: f64 = 3.0;

/// Below these differences the message names the second charset too: it is then thousands of
/// times less likely, but by a measure that is rough, most of all where languages share characters.
const CLEAR: f64 = 12.0;
const CLEAR_OF_LETTERS: f64 = 8.0;

/// The most likely charset of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guess {
    /// The charset.
    pub(super) charset: Charset,
    /// The second most likely, if it is not much less likely.
    pub(super) rival: Option<Charset>,
}

/// Guesses the charset of a record that is not valid UTF-8, from a sample of its texts and from the
/// charset that it names.
pub(super) fn guess(
    family: Family,
    foreign: bool,
    sample: &[u8],
    named: Option<Charset>,
) -> Option<Guess> {
    let mut ranked = rank(family, foreign, sample, named).into_iter();
    let (charset, cost, _) = ranked.next()?;
    let rival = ranked.find(|(_, _, decodes)| *decodes);
    let rival = rival.filter(|(rival, other, _)| {
        let letters = [charset, *rival].map(UnitLayout::of) == [UnitLayout::Single; 2];
        other - cost < if letters { CLEAR_OF_LETTERS } else { CLEAR }
    });
    Some(Guess {
        charset,
        rival: rival.map(|(charset, ..)| charset),
    })
}

/// Returns the charsets that a record may be in, the most likely first, each with its cost and
/// whether the sample can be decoded from it.
pub(super) fn rank(
    family: Family,
    foreign: bool,
    sample: &[u8],
    named: Option<Charset>,
) -> Vec<(Charset, f64, bool)> {
    let mut candidates = usual(family, foreign);
    let opinion = second_opinion(sample);
    let is_latin = named.is_some_and(|named| {
        UnitLayout::of(named) == UnitLayout::Single && alphabet::is_latin_text(named, sample)
    });
    if is_latin {
        // If the named charset gives Latin letters, only Western charsets are candidates.
        candidates.retain(|(charset, _)| alphabet::is_western(*charset));
    } else if !candidates
        .iter()
        .any(|(charset, _)| is_same(*charset, opinion))
    {
        candidates.push((opinion, 5.0 + SECOND_OPINION));
    }
    if let Some(named) = named {
        candidates.retain(|(charset, _)| !is_same(*charset, named));
        candidates.push((named, 0.0));
    }
    let bracketed = family != Family::Ishi;
    let mut costs: Vec<_> = candidates
        .into_iter()
        .filter_map(|(charset, prior)| {
            let score = score::score(charset, sample, bracketed)?;
            let mut cost = score.cost + prior;
            if Some(charset) == named && score.decodes {
                let count = f64::from(u16::try_from(score.count).unwrap_or(u16::MAX));
                cost -= NAMED + NAMED_FOR_ALL.min(NAMED_FOR_EACH * count);
            }
            if is_same(charset, opinion) {
                cost -= SECOND_OPINION;
            }
            Some((charset, cost, score.decodes))
        })
        .collect();
    costs.sort_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
    costs
}

/// The usual charsets of records, each with its cost before the text is weighed.
fn usual(family: Family, foreign: bool) -> Vec<(Charset, f64)> {
    let single: &[_] = match family {
        Family::Ishi => &[
            (Charset::CP437, 0.0),
            (Charset::LATIN_1, 4.0),
            (Charset::MAC_ROMAN, 6.0),
        ],
        Family::SmartGo if !foreign => &[(Charset::MAC_ROMAN, 0.0), (Charset::LATIN_1, 2.5)],
        Family::SmartGo | Family::Sgf => &[(Charset::LATIN_1, 0.0), (Charset::MAC_ROMAN, 3.0)],
    };
    // The first programs for Ishi and Smart Game Board were written for languages with Latin letters.
    let rarer = match family {
        Family::Ishi => 3.0,
        Family::SmartGo if !foreign => 1.5,
        Family::SmartGo | Family::Sgf => 0.0,
    };
    let mut all = single.to_vec();
    let others = [
        (Charset::Whatwg(encoding_rs::GB18030), 0.5),
        (Charset::Whatwg(encoding_rs::BIG5), 1.5),
        (Charset::Whatwg(encoding_rs::SHIFT_JIS), 1.5),
        (Charset::Whatwg(encoding_rs::EUC_KR), 1.5),
        (Charset::Whatwg(encoding_rs::EUC_JP), 2.5),
        (Charset::Utf8, 2.0),
    ];
    all.extend(others.map(|(charset, prior)| (charset, prior + rarer)));
    all
}

/// Whether two charsets are the same, for example GBK and GB18030.
pub(super) fn is_same(a: Charset, b: Charset) -> bool {
    let layout = UnitLayout::of(a);
    a == b || layout != UnitLayout::Single && layout == UnitLayout::of(b)
}

fn second_opinion(sample: &[u8]) -> Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    Charset::Whatwg(detector.guess(None, Utf8Detection::Deny))
}

#[cfg(test)]
mod tests;
