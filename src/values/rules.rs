//! Rules of the game.

/// Returns the rules that Ishi knows (section 5.2, RULES), if a text names them in any case; SGF's RU spells them the same.
pub(crate) fn ishi_rules(text: &str) -> Option<&'static str> {
    let is_meant = |name: &&str| text.trim().eq_ignore_ascii_case(name);
    ["Japanese", "Chinese"].into_iter().find(is_meant)
}

/// Rules by their usual names, each with its other names in small letters: `RU` of `FF[4]` names AGA, GOE, Japanese and
/// NZ.
const USUAL: [(&str, &[&str]); 6] = [
    (
        "Japanese",
        &[
            "jp",
            "japan",
            "japanese rules",
            "日本",
            "日本规则",
            "日本規則",
            "日本ルール",
        ],
    ),
    (
        "Chinese",
        &[
            "cn",
            "china",
            "chinese rules",
            "中国",
            "中國",
            "中国规则",
            "中國規則",
            "中国ルール",
        ],
    ),
    (
        "Korean",
        &[
            "kr",
            "korea",
            "korean rules",
            "韩国规则",
            "韓国ルール",
            "한국룰",
        ],
    ),
    ("AGA", &["aga rules", "american", "american rules"]),
    ("NZ", &["nz rules", "new zealand", "new zealand rules"]),
    (
        "GOE",
        &["goe rules", "ing", "ing rules", "ing goe", "ing's rules"],
    ),
];

/// Returns the usual name of rules that a text names in another way: `JP` and `japanese` -> `Japanese`.
pub(crate) fn usual_rules(text: &str) -> Option<&'static str> {
    let word = text.trim().to_lowercase();
    let is_meant = |name: &str, others: &[&str]| {
        name.to_lowercase() == word || others.contains(&word.as_str())
    };
    let mut known = USUAL.into_iter();
    let (name, _) = known.find(|(name, others)| is_meant(name, others))?;
    (name != text).then_some(name)
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
        assert_eq!(ishi_rules("CHINESE"), Some("Chinese"));
        assert_eq!(ishi_rules(" japanese "), Some("Japanese"));
        for text in ["", "AGA", "Chinese rules", "JP"] {
            assert_eq!(ishi_rules(text), None, "{text}");
        }
    }
}
