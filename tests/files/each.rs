//! Checks of many files. All are done even if some fail.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Checks each file, and fails after the last one if a check failed.
pub fn each(files: &[PathBuf], check: impl Fn(&Path)) {
    let fails = |file: &&PathBuf| catch_unwind(AssertUnwindSafe(|| check(file))).is_err();
    let failed: Vec<_> = files.iter().filter(fails).collect();
    assert!(failed.is_empty(), "{} files fail: {failed:?}", failed.len());
}
