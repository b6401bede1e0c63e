//! The results that are taken by a source.

use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::Path;

/// How many claims are looked up in a table before they are sorted in.
const FEW: usize = 4096;

/// The results that inputs have claimed.
///
/// Stores an 8-byte hash of each path, because the paths would take too much memory. If two paths have the
/// same hash, the second input fails although it could be converted, but no file is overwritten.
#[derive(Debug, Default)]
pub struct Claims {
    hasher: RandomState,
    sorted: Vec<u64>,
    recent: HashSet<u64>,
}

impl Claims {
    /// Claims a result, and returns whether no task did so before.
    pub fn claim(&mut self, result: &Path) -> bool {
        let hash = self.hasher.hash_one(result);
        if self.sorted.binary_search(&hash).is_ok() || !self.recent.insert(hash) {
            return false;
        }
        if self.recent.len() >= FEW.max(self.sorted.len() / 8) {
            self.sorted.extend(self.recent.drain());
            self.sorted.sort_unstable();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_result_is_claimed_once() {
        let mut claims = Claims::default();
        let paths: Vec<_> = (0..3 * FEW).map(|number| number.to_string()).collect();
        assert!(paths.iter().all(|path| claims.claim(Path::new(path))));
        assert!(!paths.iter().any(|path| claims.claim(Path::new(path))));
    }
}
