//! A disk for tests, below one folder: it notes each call, lets one fail, and tells how the folder
//! looks after a crash.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Call;
pub use model::{Crash, Model, Step, Unsynced};

mod model;

/// A fault at the call with a number; the first call is 0.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// The call fails.
    Once(usize, ErrorKind),
    /// From this call on there is no room.
    Full(usize),
    /// A write takes half of its bytes, and there is no room for the rest.
    Short(usize),
}

/// The calls of a run.
#[derive(Debug, Default)]
pub struct Calls {
    /// How many there are.
    pub all: usize,
    /// The numbers of the writing calls.
    pub writes: Vec<usize>,
}

/// A folder in which calls are noted.
#[derive(Debug)]
pub struct Simulator {
    root: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    fault: Option<Fault>,
    calls: Calls,
    model: Model,
    /// The number of the next file.
    next: usize,
    journal: Vec<Step>,
}

/// A file below such a folder.
#[derive(Debug)]
pub struct Watched {
    simulator: Arc<Simulator>,
    id: usize,
}

static ALL: Mutex<Vec<Arc<Simulator>>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<Arc<Simulator>>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(path: &Path) -> Option<Arc<Simulator>> {
    let all = all();
    let mut all = all.iter();
    all.find(|simulator| path.starts_with(&simulator.root))
        .cloned()
}

impl Simulator {
    /// Notes the calls in a folder while something is done there. Returns its result, the steps that
    /// changed the folder, and the calls.
    pub fn watch<T>(
        root: &Path,
        fault: Option<Fault>,
        act: impl FnOnce() -> T,
    ) -> (T, Vec<Step>, Calls) {
        let model = Model::read(root);
        let simulator = Arc::new(Self {
            root: root.to_owned(),
            state: Mutex::new(State {
                fault,
                calls: Calls::default(),
                next: model.next(),
                model,
                journal: Vec::new(),
            }),
        });
        all().push(simulator.clone());
        let done = act();
        all().retain(|other| !Arc::ptr_eq(other, &simulator));
        let state = &mut *simulator.state();
        let calls = std::mem::take(&mut state.calls);
        (done, std::mem::take(&mut state.journal), calls)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn below(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.root)
            .expect("a path below the folder")
            .to_owned()
    }

    /// Returns the step that a call is, if it changes anything.
    fn step(&self, call: Call<'_>) -> Option<Step> {
        let state = &mut *self.state();
        let (model, next) = (&state.model, &mut state.next);
        let id = |path: &Path| model.file(&self.below(path));
        Some(match call {
            Call::Open(_) | Call::Permit(_) => return None,
            Call::MakeFolder(path) => Step::Folder(self.below(path)),
            Call::Append(path) if id(path).is_some() => return None,
            Call::Create(path) | Call::Append(path) => {
                *next += 1;
                Step::Create(self.below(path), *next)
            }
            Call::Rename(from, to) => Step::Rename(self.below(from), self.below(to), id(from)?),
            Call::Link(from, to) => Step::Link(self.below(to), id(from)?),
            Call::Remove(path) => Step::Remove(self.below(path), id(path)?),
            Call::RemoveFolder(path) => Step::RemoveFolder(self.below(path)),
            Call::SyncFolder(path) => Step::SyncFolder(self.below(path)),
            Call::Time(file, time) => Step::Time(file.watched.as_ref()?.id, time),
            Call::Sync(file) => Step::Sync(file.watched.as_ref()?.id),
            Call::SyncDisk(_) => Step::SyncDisk,
        })
    }

    fn note(&self, step: Option<Step>) {
        if let Some(step) = step {
            let state = &mut *self.state();
            state.model.apply(&step);
            state.journal.push(step);
        }
    }
}

impl State {
    /// Counts a write.
    fn write(&mut self) -> io::Result<bool> {
        self.calls.writes.push(self.calls.all);
        self.count(true)
    }

    /// Counts a call, and lets it fail if it is its turn. Returns whether a write is cut short.
    fn count(&mut self, needs_room: bool) -> io::Result<bool> {
        let number = self.calls.all;
        self.calls.all += 1;
        match self.fault {
            Some(Fault::Once(at, kind)) if number == at => Err(kind.into()),
            Some(Fault::Full(at)) if number >= at && needs_room => {
                Err(ErrorKind::StorageFull.into())
            }
            Some(Fault::Short(at)) if number == at => {
                self.fault = Some(Fault::Full(at));
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

impl Call<'_> {
    fn simulator(self) -> Option<Arc<Simulator>> {
        match self {
            Self::MakeFolder(path)
            | Self::Create(path)
            | Self::Append(path)
            | Self::Open(path)
            | Self::Rename(path, _)
            | Self::Link(path, _)
            | Self::Remove(path)
            | Self::RemoveFolder(path)
            | Self::SyncFolder(path) => find(path),
            Self::Time(file, _) | Self::Permit(file) | Self::Sync(file) | Self::SyncDisk(file) => {
                Some(file.watched.as_ref()?.simulator.clone())
            }
        }
    }

    fn needs_room(self) -> bool {
        matches!(
            self,
            Self::MakeFolder(_) | Self::Create(_) | Self::Append(_) | Self::Link(..)
        )
    }
}

/// Makes a call, unless the simulator of its folder lets it fail.
pub(super) fn around<T>(call: Call<'_>, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let Some(simulator) = call.simulator() else {
        return act();
    };
    simulator.state().count(call.needs_room())?;
    let step = simulator.step(call);
    let done = act()?;
    simulator.note(step);
    Ok(done)
}

/// Makes a call that syncs. Below a simulator it is only noted, because it takes long.
pub(super) fn synced(call: Call<'_>, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    match call.simulator() {
        Some(_) => around(call, || Ok(())),
        None => act(),
    }
}

/// Writes to a file.
pub(super) fn write(
    watched: Option<&Watched>,
    file: &mut fs::File,
    bytes: &[u8],
) -> io::Result<usize> {
    let Some(Watched { simulator, id }) = watched else {
        return file.write(bytes);
    };
    let is_cut = simulator.state().write()?;
    let length = if is_cut { bytes.len() / 2 } else { bytes.len() };
    file.write_all(&bytes[..length])?;
    simulator.note(Some(Step::Write(*id, bytes[..length].to_owned())));
    Ok(length)
}

/// Returns a file that was opened, if there is a simulator for its folder.
pub(super) fn watched(path: &Path) -> Option<Watched> {
    let simulator = find(path)?;
    let id = simulator.state().model.file(&simulator.below(path))?;
    Some(Watched { simulator, id })
}
