//! The fixes of many records: they mend, keep moves and tree, and a second run finds no more to mend.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use ishi::check::{Choice, Fix, fixes};
use ishi::model::equal::same_move;
use ishi::model::{Color, GO, Game, Step};
use ishi::source::{Source, SourceOptions};

/// The outcomes of the fixes.
#[derive(Default)]
pub struct Fixes {
    /// For each rule how many fixes there were, safe ones and guesses.
    counts: BTreeMap<&'static str, [usize; 2]>,
    /// How many records had a fix.
    records: usize,
    /// The changes, for a person to read.
    pub samples: Vec<String>,
    /// The failures.
    pub failures: Vec<String>,
}

impl Fixes {
    /// Mends records.
    pub fn over(files: &[PathBuf]) -> Self {
        let mut sweep = Self::default();
        for file in files {
            let bytes = fs::read(file).expect("a file that was read before");
            for guesses in [false, true] {
                if let Err(problem) = sweep.record(&bytes, guesses) {
                    sweep
                        .failures
                        .push(format!("{}: {problem}", file.display()));
                }
            }
        }
        sweep
    }

    fn record(&mut self, bytes: &[u8], guesses: bool) -> Result<(), String> {
        let choice = Choice {
            guesses,
            ..Choice::default()
        };
        let found = fixes_of(bytes, &choice)?;
        if !guesses {
            self.records += usize::from(!found.is_empty());
        }
        for fix in found.iter().filter(|fix| guesses != fix.is_safe) {
            let Fix { before, after, .. } = fix;
            for rule in &fix.rules {
                let [safe, guess] = self.counts.entry(rule.code).or_default();
                *if fix.is_safe { safe } else { guess } += 1;
            }
            let codes: Vec<_> = fix.rules.iter().map(|rule| rule.code).collect();
            self.samples
                .push(format!("{codes:?} {before:?} -> {after:?}"));
        }
        let mended = apply(bytes, &found);
        let again = fixes_of(&mended, &choice)?;
        if let Some(fix) = again.first() {
            return Err(format!("mended again: {:?} -> {:?}", fix.before, fix.after));
        }
        let read = |bytes: &[u8]| ishi::read(bytes).map_err(|error| error.to_string());
        let (before, after) = (read(bytes)?, read(&mended)?);
        if before.games.len() != after.games.len() {
            return Err("other games".to_owned());
        }
        let mut games = before.games.iter().zip(&after.games);
        if games.any(|(before, after)| !are_same_moves(before, after)) {
            return Err("other moves".to_owned());
        }
        let adds_stones = |fix: &Fix| fix.rules.iter().any(|rule| rule.code == HANDICAP_STONES);
        let mut games = before.games.iter().zip(&after.games);
        if !found.iter().any(adds_stones)
            && games.any(|(before, after)| last_stones(before) != last_stones(after))
        {
            return Err("other stones".to_owned());
        }
        Ok(())
    }
}

/// The rule whose fix sets up stones: a handicap without stones.
const HANDICAP_STONES: &str = "G014";

/// Returns the stones at the end of the main line, point by point.
fn last_stones(game: &Game<'_>) -> Vec<Option<Color>> {
    let Some(last) = game.main_line().last().filter(|_| game.kind == GO) else {
        return Vec::new();
    };
    let position = game.position(last);
    let stones = game
        .size
        .area()
        .points()
        .map(|point| position.board().stone(point));
    stones.map(|stone| stone.map(|stone| stone.color)).collect()
}

impl fmt::Display for Fixes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} records mended", self.records)?;
        for (code, [safe, guesses]) in &self.counts {
            writeln!(f, "{code}: {safe} safe, {guesses} guesses")?;
        }
        Ok(())
    }
}

fn fixes_of(bytes: &[u8], choice: &Choice) -> Result<Vec<Fix>, String> {
    let source = Source::open(Cursor::new(bytes), SourceOptions::default());
    let found = source.and_then(|mut source| fixes(&mut source, choice));
    found.map_err(|error| error.to_string())
}

/// Makes the edits as any program would: bytes for bytes.
fn apply(bytes: &[u8], fixes: &[Fix]) -> Vec<u8> {
    let mut result = bytes.to_vec();
    for fix in fixes.iter().rev() {
        let range = fix.edit.range.start as usize..fix.edit.range.end as usize;
        result.splice(range, fix.edit.bytes.iter().copied());
    }
    result
}

fn are_same_moves(before: &Game<'_>, after: &Game<'_>) -> bool {
    let (mut left, mut right) = (before.walk(), after.walk());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(Step::Enter(a)), Some(Step::Enter(b)))
                if same_move(before.mv(a), after.mv(b)) => {}
            (Some(Step::Leave(_)), Some(Step::Leave(_))) => {}
            _ => return false,
        }
    }
}
