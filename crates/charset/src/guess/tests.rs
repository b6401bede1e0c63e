//! Tests of the charset that is the most likely.

use super::*;

/// Returns by how much each candidate costs more than the text alone, in tenths, in the order of its label.
fn extra(family: Family, foreign: bool, sample: &[u8], named: Option<Charset>) -> String {
    let ranked = rank(family, foreign, sample, named).into_iter();
    let mut extra: Vec<_> = ranked
        .map(|(charset, cost, _)| {
            let score = score::score(charset, sample, family != Family::Ishi).unwrap();
            (charset.label(), cost - score.cost)
        })
        .collect();
    extra.sort_by(|(a, _), (b, _)| a.cmp(b));
    let words = extra
        .iter()
        .map(|(label, extra)| format!("{label} {extra:.1}"));
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn latin_letters_are_usual_in_the_formats_that_were_made_for_them() {
    // `chardetng` takes this name for Western, which costs three less.
    let name = b"M\xFCller";
    let sgf = "big5 1.5, euc-jp 2.5, euc-kr 1.5, gb18030 0.5, macintosh 3.0, shift_jis 1.5, utf-8 2.0, windows-1252 -3.0";
    for (family, foreign, expected) in [
        (
            Family::Ishi,
            false,
            "big5 4.5, cp437 0.0, euc-jp 5.5, euc-kr 4.5, gb18030 3.5, macintosh 6.0, shift_jis 4.5, utf-8 5.0, windows-1252 1.0",
        ),
        (
            Family::SmartGo,
            false,
            "big5 3.0, euc-jp 4.0, euc-kr 3.0, gb18030 2.0, macintosh 0.0, shift_jis 3.0, utf-8 3.5, windows-1252 -0.5",
        ),
        // A program that names itself or a charset is a newer one.
        (Family::SmartGo, true, sgf),
        (Family::Sgf, false, sgf),
        (Family::Sgf, true, sgf),
    ] {
        assert_eq!(extra(family, foreign, name, None), expected, "{family:?}");
    }
}

#[test]
fn a_charset_that_only_the_second_opinion_has_is_a_candidate_too() {
    let (words, _, _) = encoding_rs::WINDOWS_1251.encode("Привет, это хорошая партия. Иван Петров");
    let found = extra(Family::Sgf, false, &words, None);
    assert!(
        found.ends_with("windows-1251 5.0, windows-1252 0.0"),
        "{found}"
    );
}

#[test]
fn a_named_charset_is_likelier_by_eleven_and_a_half_for_each_of_twenty_characters() {
    let named = Charset::Whatwg(encoding_rs::SHIFT_JIS);
    let cost = |sample: &[u8], charset: Charset, named| {
        let ranked = rank(Family::Sgf, true, sample, named);
        let found = ranked.into_iter().find(|(one, ..)| *one == charset);
        found.unwrap().1
    };
    for (count, expected) in [(1, 11.5), (19, 20.5), (20, 21.0), (21, 21.0), (60, 21.0)] {
        let sample = named.encode(&"碁".repeat(count)).unwrap();
        // Without its name the charset costs 1.5.
        let found = cost(&sample, named, None) - cost(&sample, named, Some(named)) - 1.5;
        assert!((found - expected).abs() < 1e-6, "{count}: {found}");
        // The other charsets cost the same.
        let other = Charset::Whatwg(encoding_rs::GB18030);
        let change = cost(&sample, other, None) - cost(&sample, other, Some(named));
        assert!(change.abs() < 1e-6, "{count}: {change}");
    }
    // A text that the named charset cannot have is not likelier.
    let sample = b"\xFC\xFC\xFC M\xFCller";
    let big5 = Charset::Whatwg(encoding_rs::BIG5);
    assert!(cost(sample, big5, Some(big5)) + 1.5 - cost(sample, big5, None) >= -1e-6);
}

#[test]
fn a_named_charset_of_latin_letters_leaves_only_western_ones() {
    let labels = |named, sample: &[u8]| {
        let ranked = rank(Family::Sgf, true, sample, Some(named));
        let mut labels: Vec<_> = ranked.iter().map(|(charset, ..)| charset.label()).collect();
        labels.sort();
        labels.join(" ")
    };
    let latin = [&b"M\xFCller "[..]].repeat(8).concat();
    assert_eq!(labels(Charset::LATIN_1, &latin), "macintosh windows-1252");
    let gbk = Charset::Whatwg(encoding_rs::GBK);
    // GBK takes the place of GB18030.
    assert_eq!(
        labels(gbk, b"M\xFCller"),
        "big5 euc-jp euc-kr gbk macintosh shift_jis utf-8 windows-1252"
    );
}

#[test]
fn a_second_charset_is_named_unless_it_is_far_less_likely() {
    let texts: [(Charset, &str); 4] = [
        (
            Charset::LATIN_1,
            "J\u{FC}rgen M\u{FC}ller gegen Andr\u{E9} Lef\u{E8}vre, Se\u{F1}or Mu\u{F1}oz, \u{C5}ke \u{D6}berg, \u{DF}\u{E7}\u{F8}",
        ),
        (
            Charset::CP437,
            "J\u{FC}rgen M\u{FC}ller gegen Andr\u{E9} Lef\u{E8}vre, Se\u{F1}or Mu\u{F1}oz, \u{C5}ke \u{D6}berg",
        ),
        (
            Charset::Whatwg(encoding_rs::GB18030),
            "黑棋在这里落子，白棋应以小飞。常昊马晓春聂卫平",
        ),
        (
            Charset::Whatwg(encoding_rs::SHIFT_JIS),
            "黒は小目に打ち、白は星に打つ。武宮正樹趙治勲",
        ),
    ];
    // How often there is a second charset, and how often there is none: of several bytes for a character, of letters.
    let mut seen = [[0; 2]; 2];
    for (charset, text) in texts {
        let letters: Vec<char> = text.chars().collect();
        for end in (1..=letters.len()).step_by(3) {
            let part: String = letters[..end].iter().collect();
            let sample = charset.encode(&part).unwrap();
            for family in [Family::Ishi, Family::Sgf] {
                let ranked = rank(family, false, &sample, None);
                let (best, cost, _) = ranked[0];
                let (second, other, _) = *ranked[1..].iter().find(|one| one.2).unwrap();
                let are_letters = [best, second].map(UnitLayout::of) == [UnitLayout::Single; 2];
                let is_near = other - cost < if are_letters { 8.0 } else { 12.0 };
                let found = guess(family, false, &sample, None).unwrap();
                assert_eq!(found.charset, best, "{part}");
                assert_eq!(found.rival, is_near.then_some(second), "{part}");
                seen[usize::from(are_letters)][usize::from(is_near)] += 1;
            }
        }
    }
    assert!(seen.iter().flatten().all(|count| *count > 0), "{seen:?}");
}
