//! Damage to a record: bytes that are lost, doubled or replaced.

use crate::random::Random;

/// The damaged character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Bracket,
    Parenthesis,
    Semicolon,
    Letter,
    /// A byte outside ASCII.
    Utf8,
}

/// The kind of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Dropped,
    Doubled,
    Replaced,
}

pub const TARGETS: [Target; 5] = [
    Target::Bracket,
    Target::Parenthesis,
    Target::Semicolon,
    Target::Letter,
    Target::Utf8,
];

pub const CHANGES: [Change; 3] = [Change::Dropped, Change::Doubled, Change::Replaced];

impl Target {
    fn is(self, byte: u8) -> bool {
        match self {
            Self::Bracket => matches!(byte, b'[' | b']'),
            Self::Parenthesis => matches!(byte, b'(' | b')'),
            Self::Semicolon => byte == b';',
            Self::Letter => byte.is_ascii_alphabetic(),
            Self::Utf8 => !byte.is_ascii(),
        }
    }
}

/// Damages a record in some places. Returns `None` if it has too few of them.
pub fn damaged(
    bytes: &[u8],
    (target, change): (Target, Change),
    places: usize,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut known: Vec<usize> = (0..bytes.len())
        .filter(|&at| target.is(bytes[at]))
        .collect();
    if known.len() < places {
        return None;
    }
    let mut chosen: Vec<usize> = (0..places)
        .map(|_| known.swap_remove(random.below(known.len())))
        .collect();
    chosen.sort_unstable();
    let mut result = bytes.to_vec();
    for at in chosen.into_iter().rev() {
        match change {
            Change::Dropped => {
                result.remove(at);
            }
            Change::Doubled => result.insert(at, bytes[at]),
            Change::Replaced => result[at] = other(bytes[at], random),
        }
    }
    Some(result)
}

/// Returns another byte of the same kind: printable ASCII for ASCII.
fn other(byte: u8, random: &mut Random) -> u8 {
    loop {
        let found = if byte.is_ascii() {
            b' ' + random.below(95) as u8
        } else {
            128 + random.below(128) as u8
        };
        if found != byte {
            return found;
        }
    }
}
