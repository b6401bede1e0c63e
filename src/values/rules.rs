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
    /// Reads the name of the rules, in any case. Returns `None` for other rules.
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

/// The usual names of rules, each with its other names in small letters: `RU` of `FF[4]` names AGA, GOE, Japanese and NZ.
const USUAL: [(&str, &[&str]); 6] = [
    ("Japanese", &["japanese", "jp", "japan", "日本"]),
    ("Chinese", &["chinese", "cn", "china", "中国", "中國"]),
    ("Korean", &["korean", "kr", "korea", "韩国", "韓国", "한국"]),
    ("AGA", &["aga", "american"]),
    ("NZ", &["nz", "new zealand"]),
    ("GOE", &["goe", "ing", "ing goe", "ing's"]),
];

/// The words for rules after a name.
const RULES: [&str; 5] = [" rules", "规则", "規則", "ルール", "룰"];

/// Returns the usual name of rules that a text names in another way: `JP` and `Japanese rules` -> `Japanese`.
pub(crate) fn usual_rules(text: &str) -> Option<&'static str> {
    let words = text.trim().to_lowercase();
    let name = RULES.iter().find_map(|rules| words.strip_suffix(rules));
    let name = name.unwrap_or(&words);
    let mut known = USUAL.into_iter();
    let (usual, _) = known.find(|(_, names)| names.contains(&name))?;
    (usual != text).then_some(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_usual_names() {
        for (text, name) in [
            ("JP", Some("Japanese")),
            ("japanese", Some("Japanese")),
            ("Japanese", None),
            (" Chinese", Some("Chinese")),
            ("中国规则", Some("Chinese")),
            ("New Zealand", Some("NZ")),
            ("Ing", Some("GOE")),
            ("Old Chinese", None),
            ("Tromp/Taylor", None),
            ("", None),
        ] {
            assert_eq!(usual_rules(text), name, "{text}");
        }
    }

    #[test]
    fn two_rules_are_known_in_any_case() {
        assert_eq!(Rules::parse("CHINESE"), Some(Rules::Chinese));
        assert_eq!(Rules::parse(" japanese "), Some(Rules::Japanese));
        for text in ["", "AGA", "Chinese rules", "JP"] {
            assert_eq!(Rules::parse(text), None, "{text}");
        }
    }
}
