//! A map from digests to small values, and numbers of a few bytes.

/// How many parts a map has. Ten thousand entries in each are still found and moved quickly.
const PARTS: usize = 1024;

/// Which part of its entries a full list makes room for.
const GROWTH: usize = 8;

/// A map from digests to small values: sorted lists, because a hash map takes twice the memory, and three times
/// while it grows. 58 bits of a digest count.
#[derive(Debug)]
pub struct Table<V> {
    /// The entries, each in the part that the end of its digest tells.
    parts: Vec<Vec<(Small<6>, V)>>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<V> Table<V> {
    /// Returns the value of a digest.
    pub fn get(&self, digest: u64) -> Option<&V> {
        let part = self.parts.get(part(digest))?;
        let (_, value) = part.get(place(part, digest).ok()?)?;
        Some(value)
    }

    /// Returns the value of a digest, to be changed.
    pub fn get_mut(&mut self, digest: u64) -> Option<&mut V> {
        let part = self.parts.get_mut(part(digest))?;
        let place = place(part, digest).ok()?;
        let (_, value) = part.get_mut(place)?;
        Some(value)
    }

    /// Returns whether there is a value of a digest.
    pub fn has(&self, digest: u64) -> bool {
        self.get(digest).is_some()
    }

    /// Sets the value of a digest, and returns whether it had no value.
    pub fn insert(&mut self, digest: u64, value: V) -> bool {
        if let Some(known) = self.get_mut(digest) {
            *known = value;
            return false;
        }
        self.parts.resize_with(PARTS, Vec::new);
        if let Some(part) = self.parts.get_mut(part(digest))
            && let Err(place) = place(part, digest)
        {
            if part.len() == part.capacity() {
                part.reserve_exact(part.len() / GROWTH + 1);
            }
            part.insert(place, (key(digest), value));
        }
        true
    }

    /// Returns all values, in any order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.parts.iter().flatten().map(|(_, value)| value)
    }
}

fn part(digest: u64) -> usize {
    usize::try_from(digest % PARTS as u64).unwrap_or(0)
}

/// Returns the bits of a digest that its part does not tell.
fn key(digest: u64) -> Small<6> {
    Small::new(digest / PARTS as u64)
}

/// Returns the place of a digest in a part, or the place where it belongs.
fn place<V>(part: &[(Small<6>, V)], digest: u64) -> Result<usize, usize> {
    part.binary_search_by_key(&key(digest), |(digest, _)| *digest)
}

/// A number of a few bytes. It needs no more room than these, also beside others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Small<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Small<BYTES> {
    /// Returns the last bytes of a number.
    pub fn new(number: u64) -> Self {
        let last = number.to_be_bytes().last_chunk().copied();
        Self(last.unwrap_or([0; BYTES]))
    }

    /// Returns the number.
    pub fn get(self) -> u64 {
        let bytes = self.0.iter();
        bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_digest_has_the_value_that_was_set_last() {
        let mut table = Table::default();
        let count = 3 * PARTS as u64;
        let digest = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for number in 0..count {
            assert!(table.insert(digest(number), number));
        }
        for number in (0..count).step_by(3) {
            assert!(!table.insert(digest(number), number + 1));
        }
        if let Some(value) = table.get_mut(digest(1)) {
            *value = 7;
        }
        assert_eq!(table.get(digest(0)), Some(&1));
        assert_eq!(table.get(digest(1)), Some(&7));
        assert_eq!(table.get(digest(count - 1)), Some(&(count - 1)));
        assert!(!table.has(digest(count)));
        assert_eq!(table.values().count(), 3 * PARTS);
    }

    #[test]
    fn a_small_number_is_its_last_bytes() {
        let number = 0x0102_0304_0506_0708;
        assert_eq!(Small::<5>::new(number).get(), 0x04_0506_0708);
        assert_eq!(Small::<5>::new(u64::MAX).get(), 0xff_ffff_ffff);
        assert!(Small::<6>::new(255) < Small::new(256));
    }
}
