//! Runs on a disk that fails: each call fails in turn, is cut short, or is the last one before a crash.
//!
//! In each case no source is lost, no half-written file has the name of a result, and the next run ends like
//! an undisturbed one. `ISHI_LONG=1` tries all pairs of unsynced steps.

mod folder;
mod scenes;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ishi_archive::MANIFEST;

use crate::Status;
use crate::disk::simulator::{Calls, Crash, Fault, Model, Step, Unsynced};
use folder::Folder;
use scenes::Scene;

/// How many random fates of the unsynced steps are tried after each step.
const SAMPLES: usize = 4;

#[test]
fn any_call_of_a_first_run_may_fail_or_be_the_last() {
    disturb(&scenes::first());
}

/// After a fault such results can have other names than in an undisturbed run.
#[test]
fn any_call_of_a_run_whose_names_clash_may_be_the_last() {
    let scene = scenes::clashes();
    Whole::of(&scene).each_crash();
}

#[test]
fn any_call_of_a_later_run_may_fail_or_be_the_last() {
    disturb(&scenes::later());
}

#[test]
fn any_call_of_a_run_in_place_may_fail_or_be_the_last() {
    disturb(&scenes::in_place());
}

#[test]
fn a_rename_before_its_sync_is_found() {
    let scene = scenes::first();
    let whole = Whole::of(&scene);
    let renames = whole.renames();
    let sync = whole.last_before(*renames.start(), |step| *step == Step::SyncDisk);
    let journal = moved(&whole.journal, sync..=sync, *renames.end());
    assert!(whole.first_bad_crash(&journal).contains("is half-written"));
}

#[test]
fn a_line_of_the_manifest_before_its_result_is_found() {
    let scene = scenes::first();
    let whole = Whole::of(&scene);
    let renames = whole.renames();
    let manifest = |step: &Step| matches!(step, Step::Create(path, _) if path.ends_with(MANIFEST));
    let Step::Create(_, id) = whole.journal[whole.last_before(whole.journal.len(), manifest)]
    else {
        panic!("no manifest is made");
    };
    let line = whole.last_before(
        whole.journal.len(),
        |step| matches!(step, Step::Write(file, _) if *file == id),
    );
    assert_eq!(whole.journal[line + 1], Step::Sync(id));
    let journal = moved(&whole.journal, line..=line + 1, *renames.start());
    assert!(
        whole
            .first_bad_crash(&journal)
            .contains("differs from its hash in the manifest")
    );
}

#[test]
fn a_kept_source_that_is_swept_is_found() {
    let scene = scenes::in_place();
    let whole = Whole::of(&scene);
    let is_kept = |step: &Step| matches!(step, Step::Link(..));
    let kept = whole.last_before(whole.journal.len(), is_kept);
    let Step::Link(name, id) = &whole.journal[kept] else {
        panic!("no source is kept");
    };
    let mut journal = whole.journal.clone();
    journal.insert(kept + 1, Step::Remove(name.clone(), *id));
    assert!(whole.first_bad_crash(&journal).contains("is lost"));
}

#[test]
fn a_result_that_cannot_be_read_is_not_proven() {
    let scene = scenes::first();
    let folder = Folder::new(&scene.start);
    assert_eq!(folder.run(&scene, None).0, Status::Done);
    folder.put("out/in/b.sgf", b"(;FF[4]GM[1]SZ[9];B[aa])");
    let (whole, calls) = folder.verify(None);
    let whole = whole.expect("a manifest");
    assert!(
        whole.len() == 10 && whole["in/b.sgf"] == "changed",
        "{whole:?}"
    );
    for number in 0..calls {
        let fault = Fault::Once(number, ErrorKind::PermissionDenied);
        let Ok(found) = folder.verify(Some(fault)).0 else {
            continue;
        };
        for (result, status) in found {
            let is_good = status == "proven" && whole[&result] == "proven";
            let is_told = status == "missing" || status == "changed" || status == "differs";
            assert!(is_good || is_told, "{result} is {status}, call {number}");
        }
    }
}

/// Moves steps of a journal to the step with a number: after it, or before it if they come from later.
fn moved(journal: &[Step], steps: RangeInclusive<usize>, to: usize) -> Vec<Step> {
    let mut rest = journal.to_vec();
    let taken: Vec<_> = rest.drain(steps.clone()).collect();
    let to = if to > *steps.end() {
        to + 1 - taken.len()
    } else {
        to
    };
    rest.splice(to..to, taken);
    rest
}

/// Lets everything happen to a run that can happen to it.
fn disturb(scene: &Scene) {
    let whole = Whole::of(scene);
    whole.each_fault();
    whole.each_crash();
}

/// A scene with its undisturbed run.
struct Whole<'s> {
    scene: &'s Scene,
    start: Model,
    journal: Vec<Step>,
    calls: Calls,
    /// How the folder looks in the end.
    end: BTreeMap<String, Vec<u8>>,
}

impl<'s> Whole<'s> {
    fn of(scene: &'s Scene) -> Self {
        let folder = Folder::new(&scene.start);
        let start = folder.model();
        let (status, journal, calls) = folder.run(scene, None);
        assert_eq!(status, scene.status);
        let end = folder.state();
        Self {
            scene,
            start,
            journal,
            calls,
            end,
        }
    }

    /// Returns the numbers of the first and the last step that puts a result in place.
    fn renames(&self) -> RangeInclusive<usize> {
        let is_result =
            |step: &Step| matches!(step, Step::Rename(_, to, _) if to.starts_with("out/in"));
        let first = self.journal.iter().position(is_result);
        let last = self.journal.iter().rposition(is_result);
        first.expect("a result")..=last.expect("a result")
    }

    fn last_before(&self, end: usize, is: impl Fn(&Step) -> bool) -> usize {
        self.journal[..end].iter().rposition(is).expect("a step")
    }

    fn first_bad_crash(&self, journal: &[Step]) -> String {
        let crashes = self.crashes(journal);
        let wrong = first_wrong(&crashes, |crash| self.recovered(crash));
        wrong.expect("the planted mistake is found")
    }

    /// Lets each call fail in each way, and runs again.
    fn each_fault(&self) {
        let faults = (0..self.calls.all).flat_map(|number| {
            [
                Fault::Once(number, ErrorKind::PermissionDenied),
                Fault::Once(number, ErrorKind::Interrupted),
                Fault::Full(number),
            ]
        });
        let cut = self.calls.writes.iter().map(|number| Fault::Short(*number));
        let faults: Vec<_> = faults.chain(cut).collect();
        let wrong = first_wrong(&faults, |fault| self.failed(*fault));
        assert_eq!(wrong, None);
    }

    /// Ends the run after each call, and runs again.
    fn each_crash(&self) {
        let crashes = self.crashes(&self.journal);
        assert!(crashes.len() > self.calls.all / 2, "{}", crashes.len());
        let wrong = first_wrong(&crashes, |crash| self.recovered(crash));
        assert_eq!(wrong, None);
    }

    fn failed(&self, fault: Fault) -> Result<(), String> {
        let folder = Folder::new(&self.scene.start);
        let (status, ..) = folder.run(self.scene, Some(fault));
        self.look(&folder.model())?;
        // A failed run must not report success.
        if status == self.scene.status && self.scene.status == Status::Done {
            self.compared(&folder.results())?;
        }
        self.again(&folder)
    }

    /// Checks the folder after a crash, and runs again.
    fn recovered(&self, left: &Left) -> Result<(), String> {
        self.look(&left.model)?;
        self.again(&Folder::new(&left.model))
    }

    /// Checks that all sources are there, and that no half-written file has the name of a result.
    fn look(&self, left: &Model) -> Result<(), String> {
        folder::Look {
            start: &self.start,
            left,
            end: &self.end,
        }
        .all()
    }

    fn again(&self, folder: &Folder) -> Result<(), String> {
        let (status, ..) = folder.run(self.scene, None);
        if status != self.scene.status {
            return Err(format!("the next run ends with {status:?}"));
        }
        self.compared(&folder.state())
    }

    fn compared(&self, state: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
        for (name, bytes) in &self.end {
            let is = state.get(name).map(|is| String::from_utf8_lossy(is));
            let expected = String::from_utf8_lossy(bytes);
            if is.as_deref() != Some(&expected) {
                return Err(format!("{name} is {is:?} and not {expected:?}"));
            }
        }
        match state.keys().find(|name| !self.end.contains_key(*name)) {
            Some(name) => Err(format!("{name} is left")),
            None => Ok(()),
        }
    }

    /// Returns the folders that crashes of a run can leave, each once.
    fn crashes(&self, journal: &[Step]) -> Vec<Left> {
        let mut random = Random(1990);
        let mut seen = BTreeSet::new();
        let mut all: Vec<Left> = Vec::new();
        for count in 0..=journal.len() {
            let crash = Crash {
                start: &self.start,
                steps: &journal[..count],
            };
            for fates in fates(&crash.unsynced(), &mut random) {
                let model = crash.left(&fates);
                if seen.insert(model.digest()) {
                    all.push(Left {
                        model,
                        count,
                        fates,
                    });
                }
            }
        }
        all
    }
}

/// The state after a crash.
struct Left {
    model: Model,
    /// How many steps the run took, and the fates of the unsynced ones.
    count: usize,
    fates: Fates,
}

impl fmt::Debug for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps and {:?}", self.count, self.fates)
    }
}

/// The fates of the unsynced steps.
type Fates = BTreeMap<usize, Unsynced>;

/// Returns fates of unsynced steps: all are done, all are lost, and some at random. With `ISHI_LONG` one step
/// or two end in another way than the others, in all ways.
fn fates(unsynced: &[usize], random: &mut Random) -> Vec<Fates> {
    let all = |fate| -> Fates { unsynced.iter().map(|step| (*step, fate)).collect() };
    let mut fates = vec![all(Unsynced::Done), all(Unsynced::Lost)];
    for _ in 0..SAMPLES {
        fates.push(unsynced.iter().map(|step| (*step, random.fate())).collect());
    }
    if env::var_os("ISHI_LONG").is_none() {
        return fates;
    }
    let ways = [
        (Unsynced::Done, Unsynced::Lost),
        (Unsynced::Done, Unsynced::Half),
        (Unsynced::Lost, Unsynced::Done),
        (Unsynced::Lost, Unsynced::Half),
    ];
    for (others, own) in ways {
        for (place, step) in unsynced.iter().enumerate() {
            for second in unsynced.get(place..).unwrap_or_default() {
                let mut two = all(others);
                two.extend([(*step, own), (*second, own)]);
                fates.push(two);
            }
        }
    }
    fates
}

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn fate(&mut self) -> Unsynced {
        // Xorshift, with the shifts of Marsaglia.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        match self.0 % 4 {
            0 | 1 => Unsynced::Done,
            2 => Unsynced::Lost,
            _ => Unsynced::Half,
        }
    }
}

/// Tries all cases on all cores, and returns the first failure.
fn first_wrong<T: Sync + fmt::Debug>(
    cases: &[T],
    test: impl Fn(&T) -> Result<(), String> + Sync,
) -> Option<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(wrong) = test(case) {
                next.store(cases.len(), Ordering::Relaxed);
                return Some(format!("{wrong}, after {case:?}"));
            }
        }
        None
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = all.into_iter();
        all.find_map(|thread| thread.join().expect("a thread"))
    })
}
