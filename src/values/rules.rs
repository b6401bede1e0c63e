//! Rules of the game.

/// Returns the rules that Ishi knows (section 5.2, RULES), if a text names them in any case; SGF's RU spells them the same.
pub(crate) fn ishi_rules(text: &str) -> Option<&'static str> {
    let is_meant = |name: &&str| text.trim().eq_ignore_ascii_case(name);
    ["Japanese", "Chinese"].into_iter().find(is_meant)
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
        assert_eq!(ishi_rules("CHINESE"), Some("Chinese"));
        assert_eq!(ishi_rules(" japanese "), Some("Japanese"));
        for text in ["", "AGA", "Chinese rules", "JP"] {
            assert_eq!(ishi_rules(text), None, "{text}");
        }
    }
}
