//! Crashes: a panic about one record becomes an error of that record, so that the other records have their results.

use std::any::Any;
use std::cell::RefCell;
use std::mem;
use std::panic::{self, AssertUnwindSafe};

use thiserror::Error;

thread_local! {
    /// The place of the latest panic in the source code, while this thread does contained work.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that ended the work on one record, with its place in the source code of `ishi`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("ishi crashed: {0}")]
pub struct Crash(String);

impl Crash {
    /// Advice.
    pub const HELP: &str = "please report this line, with the record if you may share it; the other records are not affected";

    fn of(payload: Box<dyn Any + Send>, place: Option<String>) -> Self {
        let payload = match payload.downcast::<Self>() {
            Ok(crash) => return *crash,
            Err(payload) => payload,
        };
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no reason given");
        Self(match place.filter(|place| !place.is_empty()) {
            Some(place) => format!("{text} ({place})"),
            None => text.to_owned(),
        })
    }

    /// Ends the work on a record in this thread, because it crashed in another one.
    pub(crate) fn resume(self) -> ! {
        panic::resume_unwind(Box::new(self))
    }
}

/// Does the work on one record, and makes an error of a panic. In WebAssembly a panic still ends the program.
///
/// # Errors
///
/// [`Crash`] if the work panics.
pub fn contained<T>(work: impl FnOnce() -> T) -> Result<T, Crash> {
    let before = PLACE.replace(Some(String::new()));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    let place = PLACE.replace(before);
    done.map_err(|payload| Crash::of(payload, place))
}

/// Lets crashes name their places. Contained panics print nothing from here on, because each becomes an error.
pub fn name_places() {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_contained = PLACE.with_borrow_mut(|place| {
            let at = panic.location().map(ToString::to_string);
            place
                .as_mut()
                .map(|place| mem::replace(place, at.unwrap_or_default()))
                .is_some()
        });
        if !is_contained {
            others(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_place() {
        name_places();
        assert_eq!(contained(|| 1), Ok(1));
        let crash = contained(|| assert_eq!(1, 2)).unwrap_err().to_string();
        assert!(crash.contains("left: 1"), "{crash}");
        assert!(crash.contains("src/diagnostic/crash.rs:"), "{crash}");
        // The place of an inner crash does not become that of the outer work.
        let both = contained(|| contained(|| panic!("inner")).unwrap_err().resume());
        let both = contained(|| both.map(|(): ()| ()).unwrap_err().resume());
        let crash = both.map(|(): ()| ()).unwrap_err().to_string();
        assert!(
            crash.starts_with("ishi crashed: inner (src/diagnostic/crash.rs:"),
            "{crash}"
        );
    }
}
