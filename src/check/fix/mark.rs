//! The findings that fixes mend: a check tries the fixes, and compares what is found before and after them.

use std::io::{Read, Seek};

use super::{Choice, Fix, FoundFix, Settled, found_in, of_units, reopened};
use crate::check::Checked;
use crate::convert::{Finding, Findings};
use crate::diagnostic::{FixKind, Rule};
use crate::source::{Source, SourceError};

/// Checks a record, and notes in its findings which ones have a fix.
pub(in crate::check) fn checked<R: Read + Seek>(
    source: &mut Source<R>,
) -> Result<Checked, SourceError> {
    let settled = Settled::default();
    if source.read_from().is_read_only() {
        return Ok(of_units(source, None, (&settled, false))?.checked);
    }
    let choice = |guesses| Choice {
        guesses,
        ..Choice::default()
    };
    let all = found_in(source, &choice(true), &settled)?;
    let mut checked = all.checked.clone();
    if all.fixes.is_empty() {
        return Ok(checked);
    }
    let record = source.all_bytes()?;
    let with_left = |found: FoundFix| {
        if found.fixes.is_empty() {
            return Ok::<_, SourceError>((found.fixes, found.checked.findings));
        }
        if let Some(left) = found.left {
            return Ok((found.fixes, left));
        }
        let mut mended = reopened(source, (&found.fixes, found.charset), &record)?;
        let left = of_units(&mut mended, None, (&settled, true))?
            .checked
            .findings;
        Ok((found.fixes, left))
    };
    let are_safe = all.fixes.iter().all(|fix| fix.is_safe);
    let all = with_left(all)?;
    let safe = if are_safe {
        None
    } else {
        let mut again = reopened(source, (&[], source.charset()), &record)?;
        let found = found_in(&mut again, &choice(false), &settled)?;
        Some(with_left(found)?)
    };
    let safe = safe.as_ref().unwrap_or(&all);
    let found = checked.findings.clone();
    let mut rules: Vec<_> = found.counts().map(|(rule, ..)| rule).collect();
    rules.retain(|rule| rule.has_fix());
    rules.sort_by_key(|rule| rule.code);
    rules.dedup_by_key(|rule| rule.code);
    for rule in rules {
        let before = count(&found, rule);
        let mendable = |left: &Findings| before.saturating_sub(count(left, rule));
        let counts = [mendable(&safe.1), mendable(&all.1)];
        let is_mended = |(fixes, left): &(Vec<Fix>, Findings), count: usize, finding: &Finding| {
            let is_fewer = || alike(left, finding) < alike(&found, finding);
            let is_gone = || fixes.iter().any(|fix| mends(fix, finding)) && is_fewer();
            count > 0 && (count == before || is_gone())
        };
        let kind = |finding: &Finding| {
            let is_safe = is_mended(safe, counts[0], finding);
            let is_guess = || is_mended(&all, counts[1], finding);
            let guess = || is_guess().then_some(FixKind::Guess);
            is_safe.then_some(FixKind::Safe).or_else(guess)
        };
        let [safe, all] = counts;
        let counts = [safe, all.saturating_sub(safe)];
        if counts != [0, 0] {
            checked.findings.set_mendable(rule, counts, kind);
        }
    }
    Ok(checked)
}

/// Returns how many findings a rule has.
fn count(findings: &Findings, rule: &Rule) -> usize {
    let own = findings
        .counts()
        .filter(|(found, ..)| found.code == rule.code);
    own.map(|(.., count)| count).sum()
}

/// Returns how many findings are like one: of the same rule, at the same move and with the same words.
fn alike(findings: &Findings, finding: &Finding) -> usize {
    let one = &finding.diagnostic;
    let is_like = |other: &&Finding| {
        let two = &other.diagnostic;
        one.rule == two.rule
            && other.game == finding.game
            && one.address == two.address
            && one.message == two.message
    };
    findings.kept().iter().filter(is_like).count()
}

/// Returns whether a fix can mend a finding.
fn mends(fix: &Fix, finding: &Finding) -> bool {
    let diagnostic = &finding.diagnostic;
    let is_here = finding.place.as_ref().is_some_and(|place| {
        let (one, two) = (&place.bytes, &fix.edit.range);
        one.start <= two.end && two.start <= one.end
    });
    let is_node = diagnostic.address.is_some() && fix.address == diagnostic.address;
    fix.rules.contains(&diagnostic.rule)
        && finding.game.is_none_or(|game| game == fix.game)
        && (is_here || is_node)
}
