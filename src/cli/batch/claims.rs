//! The results that are taken by a source.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::Path;

use crate::cli::table::Table;

/// The results that inputs have claimed.
///
/// Stores an 8-byte digest of each path, because the paths would take too much memory. If two paths have the
/// same digest, the second input fails although it could be converted, but no file is overwritten.
#[derive(Debug, Default)]
pub struct Claims {
    hasher: RandomState,
    taken: Table<()>,
}

impl Claims {
    /// Claims a result, and returns whether no task did so before.
    pub fn claim(&mut self, result: &Path) -> bool {
        self.taken.insert(self.hasher.hash_one(result), ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_result_is_claimed_once() {
        let mut claims = Claims::default();
        let paths: Vec<_> = (0..100).map(|number| number.to_string()).collect();
        assert!(paths.iter().all(|path| claims.claim(Path::new(path))));
        assert!(!paths.iter().any(|path| claims.claim(Path::new(path))));
    }
}
