//! Random numbers for tests.

/// Numbers that are the same in each run (the generator of Steele, Lea and Flood).
pub struct Random(pub u64);

impl Random {
    /// Returns a number from 0 to below an end.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }
}
