use std::io::Cursor as Bytes;

use super::*;
use crate::diagnostic::Span;

fn open(bytes: &[u8], charset: Option<&str>) -> Source<Bytes<Vec<u8>>> {
    let options = SourceOptions {
        charset: charset.map(|label| Charset::from_label(label).unwrap()),
        ..SourceOptions::default()
    };
    Source::open(Bytes::new(bytes.to_vec()), options).unwrap()
}

fn units(source: &mut Source<Bytes<Vec<u8>>>) -> Vec<Unit> {
    std::iter::from_fn(|| source.next_unit().unwrap()).collect()
}

#[test]
fn places_count_every_kind_of_line_break_and_characters() {
    let mut source = open("(;FF[4]\r\nC[ü]\rB[aa]\nW[bb])".as_bytes(), None);
    let unit = source.next_unit().unwrap().unwrap();
    for (needle, line, column, byte) in [
        ("FF", 1, 3, 2),
        ("C[", 2, 1, 9),
        ("]\rB", 2, 4, 13),
        ("B[", 3, 1, 15),
        ("W[", 4, 1, 21),
    ] {
        let start = unit.text().find(needle).unwrap();
        let place = unit.places().place(Span::new(start, start + 1));
        assert_eq!((place.line, place.column), (line, column), "{needle}");
        assert_eq!(place.bytes, byte..byte + 1, "{needle}");
    }
}

#[test]
fn bytes_are_those_of_the_file_in_every_charset() {
    for label in ["utf-8", "shift_jis", "gb18030", "utf-16be", "euc-kr"] {
        let charset = Charset::from_label(label).unwrap();
        let text = "(;FF[4]\nC[表示]\nPB[大]B[aa])";
        let mut bytes = match label {
            "utf-16be" => vec![0xFE, 0xFF],
            _ => Vec::new(),
        };
        bytes.extend(charset.encode(text).unwrap());
        let unit = open(&bytes, Some(label)).next_unit().unwrap().unwrap();
        for needle in ["示", "PB", "大", "aa"] {
            let start = unit.text().find(needle).unwrap();
            let place = unit.places().place(Span::new(start, start + needle.len()));
            let range = place.bytes.start as usize..place.bytes.end as usize;
            assert_eq!(charset.decode(&bytes[range]), needle, "{label}");
        }
    }
}

#[test]
fn games_keep_their_places_in_the_file() {
    let mut source = open(b"(;FF[4]\n)(;C[x]) (;\nB[aa])", None);
    let units = units(&mut source);
    let lines: Vec<_> = units.iter().map(Unit::line).collect();
    assert_eq!(lines, [1, 2, 2]);
    let unit = &units[1];
    let start = unit.text().find('x').unwrap();
    let place = unit.places().place(Span::new(start, start + 1));
    assert_eq!((place.line, place.column, place.bytes), (2, 6, 13..14));
    assert_eq!(place.excerpt.text, "(;C[x])");
    assert_eq!(place.excerpt.text.get(place.excerpt.span).unwrap(), "x");
}

#[test]
fn an_empty_record_is_an_event_in_ishi_only() {
    for (format, games) in [(Format::Ishi, 1), (Format::Sgf, 0), (Format::SmartGo, 0)] {
        let options = SourceOptions {
            format: Some(format),
            ..SourceOptions::default()
        };
        let mut source = Source::open(Bytes::new(b"\n".to_vec()), options).unwrap();
        assert_eq!(units(&mut source).len(), games, "{format}");
    }
}

#[test]
fn long_lines_are_cut_around_the_finding() {
    let text = format!("(;C[{}X{}])", "a".repeat(5000), "b".repeat(5000));
    let unit = open(text.as_bytes(), None).next_unit().unwrap().unwrap();
    let start = text.find('X').unwrap();
    let place = unit.places().place(Span::new(start, start + 1));
    assert_eq!(place.column, 5005);
    assert_eq!(place.excerpt.text.len(), 121);
    assert_eq!(place.excerpt.text.get(place.excerpt.span).unwrap(), "X");
}

#[test]
fn places_in_long_lines_are_counted_from_their_start() {
    let line = "表示 PB ".repeat(1000);
    let text = format!("(;FF[4]\nC[{line}])(;\nC[{line}]\n)");
    for label in ["utf-8", "shift_jis", "iso-2022-jp"] {
        let charset = Charset::from_label(label).unwrap();
        let bytes = charset.encode(&text).unwrap();
        for unit in units(&mut open(&bytes, Some(label))) {
            let mut places = unit.places();
            let start = unit.text().find("C[").unwrap();
            for (at, _) in unit.text().match_indices("PB").step_by(37) {
                let place = places.place(Span::new(at, at + 2));
                let column = unit.text().get(start..at).unwrap().chars().count() + 1;
                assert_eq!((place.line - unit.line(), place.column), (1, column));
                assert_eq!(place.bytes.start, unit.byte_at(at), "{label}");
                assert_eq!(place.excerpt.text.get(place.excerpt.span).unwrap(), "PB");
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_reported_where_they_stand() {
    let unit = open(b"EVENT a\nBLACK \xFF\n", Some("utf-8"))
        .next_unit()
        .unwrap()
        .unwrap();
    let finding = unit.malformed().unwrap();
    assert_eq!(finding.rule.code, "E003");
    assert_eq!(unit.places().place(finding.span.unwrap()).line, 2);
    let unit = open("EVENT \u{FFFD}\n".as_bytes(), None)
        .next_unit()
        .unwrap()
        .unwrap();
    assert_eq!(unit.malformed(), None);
}

#[test]
fn damage_behind_characters_that_are_longer_in_their_charset_is_reported() {
    let bytes = b"\xB3\xBD\xC20\x10\x8C\xCA\x80\x879\xEC\x82\x83\xAC\xF7@";
    let options = SourceOptions {
        format: Some(Format::Ishi),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Bytes::new(bytes.to_vec()), options).unwrap();
    let unit = source.next_unit().unwrap().unwrap();
    assert_eq!(unit.malformed().map(|found| found.rule.code), Some("E003"));
}

#[test]
fn places_are_right_from_the_damage_on_and_the_damage_is_counted() {
    let bytes = b"(;PB[\xE4\xB8\xAD\xE5\x9B\xBD\xE6\xA3\x8B\xE6\x89\x8B\xE5\x95\x8A]\
        PW[\xE6\x9D\x8E\xE5?\x83\xE6\xB0?\xE4\xB8\x96]KM[0]AP[foxwq])";
    let mut source = open(bytes, None);
    assert_eq!(source.charset(), Charset::Utf8);
    let unit = source.next_unit().unwrap().unwrap();
    for ident in ["PW", "KM", "AP"] {
        let at = unit.text().find(ident).unwrap();
        let byte = unit.byte_at(at) as usize;
        assert_eq!(bytes.get(byte..byte + 2).unwrap(), ident.as_bytes());
    }
    let finding = unit.malformed().unwrap();
    assert_eq!(
        finding.message,
        "4 bytes that are not utf-8 text, in 3 places"
    );
}

#[test]
fn places_are_right_after_replacement_characters_of_a_damaged_file() {
    let bytes = b"(;PB[\xEF\xBF\xBD\xE6\xB0?\xEF\xBF\xBD]PW[\xEF\xBF\xBD\xE4\xB8\x96]KM[0])";
    let unit = open(bytes, Some("utf-8")).next_unit().unwrap().unwrap();
    for ident in ["PB", "PW", "KM"] {
        let at = unit.text().find(ident).unwrap();
        let byte = unit.byte_at(at) as usize;
        assert_eq!(bytes.get(byte..byte + 2).unwrap(), ident.as_bytes());
    }
}

/// Returns all characters of a charset of several bytes, with their text.
fn characters(charset: Charset) -> Vec<(Vec<u8>, String)> {
    let longer: Vec<_> = match charset.label().as_str() {
        "euc-jp" => (0xA1..=0xFE).map(|byte| vec![0x8F, byte, 0xB0]).collect(),
        "gb18030" | "gbk" => (0x81..=0xFE)
            .map(|byte| vec![0x82, 0x35, byte, 0x37])
            .collect(),
        _ => Vec::new(),
    };
    let bytes = 0x80..=0xFF;
    let pairs = bytes
        .clone()
        .flat_map(|lead| (0x30..=0xFF).map(move |trail| vec![lead, trail]));
    let all = bytes
        .clone()
        .map(|byte| vec![byte])
        .chain(pairs)
        .chain(longer);
    let decoded = all.map(|bytes| {
        let text = charset.decode(&bytes).into_owned();
        (bytes, text)
    });
    // Two characters of one byte are in the list already, and a byte order mark is no character.
    let decoded = decoded.filter(|(bytes, text)| {
        let is_mark = matches!(bytes.as_slice(), [0xFE, 0xFF] | [0xFF, 0xFE]);
        let is_known = !text.contains('\u{FFFD}') && !is_mark;
        is_known
            && (bytes.len() == 1
                || text.chars().next() != charset.decode(&bytes[..1]).chars().next())
    });
    decoded.collect()
}

#[test]
fn places_are_right_after_each_character_of_a_charset() {
    for label in ["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] {
        let charset = Charset::from_label(label).unwrap();
        let mut bytes = b"(;C[".to_vec();
        let mut places = Vec::new();
        for (number, (character, text)) in characters(charset).into_iter().enumerate() {
            // A line break makes the places right again.
            bytes.extend_from_slice(if number % 16 == 0 { b"\n" } else { b" " });
            bytes.extend(&character);
            places.push((bytes.len(), text));
        }
        bytes.extend(b"])");
        assert!(places.len() > 6000, "{label}: {}", places.len());
        let unit = open(&bytes, Some(label)).next_unit().unwrap().unwrap();
        let mut end = "(;C[".len();
        for (byte, text) in places {
            end += 1 + text.len();
            assert!(
                unit.text().get(..end).unwrap().ends_with(&text),
                "{label}: {text}"
            );
            assert_eq!(unit.byte_at(end), byte as u64, "{label}: {text}");
        }
    }
}

#[test]
fn places_are_right_after_a_character_on_the_border_of_two_pieces() {
    for (label, character) in [
        ("gb18030", "棋"),
        ("gb18030", "\u{11357}"),
        ("big5", "棋"),
        ("shift_jis", "碁"),
    ] {
        let character = Charset::from_label(label)
            .unwrap()
            .encode(character)
            .unwrap();
        for before in 1..=character.len() {
            let comment = vec![b'x'; PIECE - "(;C[".len() - before];
            let bytes = [
                b"(;C[",
                comment.as_slice(),
                &character,
                &character,
                b"]B[aa])",
            ]
            .concat();
            let unit = open(&bytes, Some(label)).next_unit().unwrap().unwrap();
            let start = unit.text().find("B[aa]").unwrap();
            let range = unit.byte_at(start) as usize..unit.byte_at(start + 5) as usize;
            assert_eq!(bytes.get(range).unwrap(), b"B[aa]", "{label}: {before}");
        }
    }
}

#[test]
fn places_are_right_again_after_a_line_that_is_damaged() {
    for (label, damaged) in [
        ("utf-8", &b"\xE6\xB8x\xFF"[..]),
        ("utf-8", b"\xF0\x9F\x98"),
        ("us-ascii", b"\xE6\xB8x\xFF"),
        ("gb18030", b"\xFF\x81 \x81"),
        ("big5", b"\x81\xFF\xFF"),
    ] {
        let bytes = [b"(;C[", damaged, b"]\n;B[aa])(;", damaged, b"B[bb])"].concat();
        let units = units(&mut open(&bytes, Some(label)));
        let [first, second] = units.as_slice() else {
            panic!("{label}: {units:?}");
        };
        let start = first.text().find("B[aa]").unwrap();
        let range = first.byte_at(start) as usize..first.byte_at(start + 5) as usize;
        assert_eq!(bytes.get(range).unwrap(), b"B[aa]", "{label}");
        // On the line itself places may be too small, but they are never outside the file.
        let (from, to) = (second.byte_at(0), second.byte_at(second.text().len()));
        assert_eq!(from, first.byte_at(first.text().len()), "{label}");
        assert!(
            from <= to && to <= bytes.len() as u64,
            "{label}: {from}..{to}"
        );
    }
}

#[test]
fn a_character_that_is_cut_off_ends_with_the_file() {
    for label in ["utf-8", "euc-jp", "gb18030", "shift_jis"] {
        // The last one is the euro of code page 936.
        for damaged in [&b""[..], b"\xFF\n", b"\x99\xD6\xD6", b"\x80"] {
            let bytes = [b"(;C[", damaged, b"])(;C[", damaged, b"\xE6"].concat();
            let units = units(&mut open(&bytes, Some(label)));
            let end = units.last().map(|unit| unit.byte_at(unit.text().len()));
            assert!(end <= Some(bytes.len() as u64), "{label}: {end:?}");
        }
    }
}

#[test]
fn games_are_decoded_each_in_the_charset_it_names() {
    let mut bytes = Vec::new();
    let games = [
        ("shift_jis", "(;CA[shift_jis]PB[表]C[ソ (;)])"),
        ("big5", "(;CA[big5]PB[許功]PW[俞])"),
        ("utf-8", "(;CA[utf-8]PB[Jürgen])"),
        ("gb18030", "(;CA[gb18030]\nPB[黑棋]\nPW[陳誠];B[aa])"),
    ];
    for (label, game) in games {
        bytes.extend(Charset::from_label(label).unwrap().encode(game).unwrap());
    }
    bytes.push(b'\n');
    let units = units(&mut open(&bytes, None));
    let texts: Vec<_> = units.iter().map(Unit::text).collect();
    assert_eq!(texts, games.map(|(_, text)| text));
    let unit = units.last().unwrap();
    let start = unit.text().find("B[aa]").unwrap();
    let place = unit.places().place(Span::new(start, start + 5));
    let range = place.bytes.start as usize..place.bytes.end as usize;
    assert_eq!(bytes.get(range).unwrap(), b"B[aa]");
}

#[test]
fn escapes_in_encoded_bytes_keep_their_places() {
    let bytes = b"(;CA[shift_jis]PB[\x95\\\\ \x83\\]]\nC[\x94\\\\])";
    let unit = open(bytes, None).next_unit().unwrap().unwrap();
    assert_eq!(unit.text(), "(;CA[shift_jis]PB[表 ゾ]\nC[能])");
    let start = unit.text().find("]\nC").unwrap();
    let place = unit.places().place(Span::new(start, start + 3));
    let range = place.bytes.start as usize..place.bytes.end as usize;
    assert_eq!(bytes.get(range).unwrap(), b"]\nC");
}

#[test]
fn a_source_is_read_from_its_start() {
    let bytes = b"\xEF\xBB\xBF(;FF[4]GM[1]PB[\xC3\xBC];B[aa])";
    let mut reader = Bytes::new(bytes.to_vec());
    reader.set_position(9);
    let mut source = Source::open(reader, SourceOptions::default()).unwrap();
    assert_eq!(source.charset(), Charset::Utf8);
    assert_eq!(units(&mut source)[0].text(), "(;FF[4]GM[1]PB[ü];B[aa])");
    assert_eq!(source.all_bytes().unwrap(), bytes);
}

#[test]
fn games_longer_than_a_piece_have_their_bytes() {
    let games: Vec<String> = (0..4)
        .map(|number| format!("(;FF[4]GM[1]C[{}])\n", number.to_string().repeat(PIECE)))
        .collect();
    let bytes = games.concat().into_bytes();
    for mark in [&b""[..], b"\xEF\xBB\xBF"] {
        let bytes = [mark, &bytes, b"words\n"].concat();
        let mut source = open(&bytes, None);
        let mut found = Vec::new();
        while let Some(unit) = source.next_unit_with_bytes().unwrap() {
            assert_eq!(unit.is_marked(), !mark.is_empty());
            found.push(unit.bytes().to_vec());
        }
        let last = found.len() - 1;
        assert_eq!(found[0], games[0].as_bytes());
        assert!(found[last].ends_with(b"words\n"));
        assert_eq!([mark, &found.concat()].concat(), bytes);
    }
}

#[test]
fn long_games_are_decoded_each_in_the_charset_it_names() {
    let mut bytes = Vec::new();
    let games = [
        ("gb18030", "黑棋在这里落子，白棋应以小飞。"),
        ("big5", "黑棋在這裡落子，白棋應以小飛。"),
    ];
    let games = games.map(|(label, words)| {
        let comment = words.repeat(PIECE / 16);
        let game = format!("(;CA[{label}]C[{comment}];B[aa])\n");
        bytes.extend(Charset::from_label(label).unwrap().encode(&game).unwrap());
        game
    });
    let mut source = open(&bytes, None);
    assert!(source.has_several_charsets());
    let units = units(&mut source);
    let text: String = units.iter().map(Unit::text).collect();
    assert!(text.trim_end() == games.concat().trim_end());
    let second = &units[1];
    let start = second.text().find("B[aa]").unwrap();
    let range = second.byte_at(start) as usize..second.byte_at(start + 5) as usize;
    assert_eq!(bytes.get(range).unwrap(), b"B[aa]");
}

#[test]
fn zero_bytes_are_counted_once() {
    for (first, last, expected) in [
        ("", "", None),
        ("\0", "", Some("1 NUL character (code 0)")),
        ("\0", "\0", Some("2 NUL characters (code 0)")),
        ("", "\0", Some("1 NUL character (code 0)")),
    ] {
        let comment = "x".repeat(3 * PIECE);
        let text = format!("(;FF[4]GM[1]N[{first}]C[{comment}{last}])");
        let found = open(text.as_bytes(), None).nuls();
        assert_eq!(found.as_ref().map(|found| &*found.message), expected);
    }
}

#[test]
fn zero_bytes_of_utf_16_are_no_nuls() {
    let text = "(;FF[4]C[x])";
    for label in ["utf-16le", "utf-16be"] {
        let charset = Charset::from_label(label).unwrap();
        for mark in ["", "\u{FEFF}"] {
            let bytes = charset.encode(&format!("{mark}{text}")).unwrap();
            let mut source = open(&bytes, None);
            assert_eq!(source.charset(), charset);
            assert_eq!(source.nuls(), None);
            assert_eq!(units(&mut source)[0].text(), text);
        }
    }
}
