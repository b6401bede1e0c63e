//! Finds the corpus of public records. It is not part of the project.
//!
//! Tests that read it are marked `#[ignore]`, so that no test passes without the corpus unseen: the outcome
//! of a plain `cargo test` does not depend on files outside the repository, and untested parts are listed as
//! ignored. `cargo test --tests -- --ignored` runs them, as `.ci/run` does.

use std::env;
use std::path::PathBuf;

/// Returns the folder of the corpus, without symbolic links: `$ISHI_CORPUS`, or `shared/corpus` next to the
/// repository. A test that needs it fails without it.
pub fn folder() -> PathBuf {
    let named = env::var_os("ISHI_CORPUS").unwrap_or("../shared/corpus".into());
    let folder = crate::files::root().join(named);
    match folder.canonicalize() {
        Ok(folder) if folder.is_dir() => folder,
        _ => panic!(
            "there is no corpus at {}; ISHI_CORPUS names the folder of another one",
            folder.display()
        ),
    }
}
