//! Rules of the game.

use std::fmt;

/// The rules that Ishi knows (section 5.2, RULES); SGF's RU spells them the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Territory counting.
    Japanese,
    /// Area counting.
    Chinese,
}

impl Rules {
    /// Reads the name of the rules, whatever its case; other rules are not known.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        let known = [("Japanese", Self::Japanese), ("Chinese", Self::Chinese)];
        known
            .into_iter()
            .find_map(|(name, rules)| is(name).then_some(rules))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rules_are_known_in_any_case() {
        assert_eq!(Rules::parse("CHINESE"), Some(Rules::Chinese));
        assert_eq!(Rules::parse(" japanese "), Some(Rules::Japanese));
        for text in ["", "AGA", "Chinese rules", "JP"] {
            assert_eq!(Rules::parse(text), None, "{text}");
        }
    }
}
