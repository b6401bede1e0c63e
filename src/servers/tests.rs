//! The statements about the formats of servers, one by one.

use super::*;
use crate::format::SourceFormat::{Gib, Ngf, Ugf};
use crate::format::charset::{Beginning, Detector};
use crate::model::Id;

/// A record in GIB without headers.
const EVENTS: &str = "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 15 \n\\GE\n";

/// The header of a record in NGF.
const HEADER: &str = "Rated game\n19\ncutter 3D\npebble 5K\nexample.com\n0\n0\n6\n20180304 [09:05]\n20\nProgressing!\n2\n";

/// Returns the game in SGF from the first property on, on one line.
fn sgf(format: SourceFormat, text: &str) -> String {
    let text = translate(format, text).text.replace('\n', "");
    let start = text.find("SZ[").expect("a size");
    text.split_at(start).1.to_owned()
}

/// Returns the codes of the findings, in order.
fn codes(format: SourceFormat, text: &str) -> Vec<&'static str> {
    let log = translate(format, text).log;
    log.kept().iter().map(|found| found.rule.code).collect()
}

/// Returns the value of a property of the game.
fn root(format: SourceFormat, text: &str, id: Id) -> Option<String> {
    let game = read(format, text, &mut Diagnostics::new());
    let values = game.properties(crate::model::NodeId::ROOT);
    let found = values.iter().find(|property| property.is(id))?;
    match &found.value {
        crate::model::Value::Text(text) => Some(text.to_string()),
        other => Some(format!("{other:?}")),
    }
}

fn gib(headers: &str, events: &str) -> String {
    format!("\\HS\r\n{headers}\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4 \r\n{events}\r\n\\GE\r\n")
}

fn ngf(line: usize, text: &str, moves: &str) -> String {
    let mut lines: Vec<_> = HEADER.lines().collect();
    lines[line - 1] = text;
    format!("{}\n{moves}", lines.join("\n"))
}

fn ugf(header: &str, sections: &str) -> String {
    format!("[Header]\r\nLang=SJIS\r\nSize=19\r\n{header}\r\n{sections}")
}

#[test]
fn gib_counts_columns_and_rows_from_the_upper_left_corner() {
    assert_eq!(sgf(Gib, EVENTS), "SZ[19];B[pd];W[dp])");
    assert_eq!(codes(Gib, EVENTS), [""; 0]);
}

#[test]
fn gib_has_any_line_end_and_words_around_it() {
    for ends in ["\r\n", "\r"] {
        assert_eq!(sgf(Gib, &EVENTS.replace('\n', ends)), "SZ[19];B[pd];W[dp])");
    }
    let mail = format!("Dear Anna,\n{EVENTS}\nregards\n");
    assert_eq!(sgf(Gib, &mail), "SZ[19];B[pd];W[dp])");
    assert_eq!(codes(Gib, &mail), ["S006"]);
    // One game a file.
    let two = EVENTS.repeat(2);
    assert_eq!(sgf(Gib, &two), "SZ[19];B[pd];W[dp])");
    assert_eq!(codes(Gib, &two)[0], "S005");
}

#[test]
fn a_pass_of_gib_is_of_the_player_whose_turn_it_is() {
    let passes = gib(
        "",
        "STO 0 2 1 15 3 \nSKI 0 3 \nSTO 0 4 1 3 3\nSKI 0 5\nSKI 0 6",
    );
    assert_eq!(sgf(Gib, &passes), "SZ[19];B[pd];W[];B[dd];W[];B[])");
    let first = gib("", "SKI 0 2 \nSTO 0 3 2 3 3 ");
    assert_eq!(sgf(Gib, &first), "SZ[19];B[];W[dd])");
    let handicap = first.replace("INI 0 1 0", "INI 0 1 2");
    assert_eq!(sgf(Gib, &handicap), "SZ[19]HA[2]AB[pd][dp];W[];W[dd])");
}

#[test]
fn gib_implies_its_handicap_stones() {
    let handicap = |count: usize| EVENTS.replace("INI 0 1 0", &format!("INI 0 1 {count}"));
    assert_eq!(sgf(Gib, &handicap(1)), "SZ[19];B[pd];W[dp])");
    assert_eq!(
        sgf(Gib, &handicap(3)),
        "SZ[19]HA[3]AB[pd][dp][dd];B[pd];W[dp])"
    );
    assert_eq!(codes(Gib, &handicap(12)), ["S005"]);
}

#[test]
fn gib_numbers_its_events_from_2_and_rem_and_idx_count() {
    let skipped = gib("", "STO 0 2 1 15 3 \nREM 0 3 x\nIDX 0 4\nSTO 0 5 2 3 3 ");
    assert_eq!(codes(Gib, &skipped), ["S006"]);
    for gap in [
        "STO 0 3 1 15 3 ",
        "STO 0 2 1 15 3 \nSTO 0 4 2 3 3 ",
        "STO 0 2 1 15 3 \nSTO 0 2 2 3 3 ",
    ] {
        assert_eq!(codes(Gib, &gib("", gap)), ["S002"], "{gap}");
    }
}

#[test]
fn a_move_of_gib_off_the_board_is_no_move_and_no_pass() {
    for bad in [
        "STO 0 2 1 19 3 ",
        "STO 0 2 1 -1 3 ",
        "STO 0 2 1 3 99999999999999999999 ",
    ] {
        let text = gib("", &format!("{bad}\nSTO 0 3 2 3 3 "));
        assert_eq!(sgf(Gib, &text), "SZ[19];W[dd])", "{bad}");
        assert_eq!(codes(Gib, &text), ["S003"], "{bad}");
    }
    for bad in [
        "STO 0 2 3 15 3 ",
        "STO 0 2 1 15",
        "STO 0 2 1 x 3",
        "SKI",
        "foo",
    ] {
        assert!(codes(Gib, &gib("", bad)).contains(&"S005"), "{bad}");
    }
}

#[test]
fn names_of_gib_end_in_a_rank_if_the_last_brackets_read_as_one() {
    for (name, expected) in [
        ("kim (2D)", ("kim", Some("2d"))),
        ("kim(10K)", ("kim", Some("10k"))),
        (
            "Stone (the) Cutter (3段)",
            ("Stone (the) Cutter", Some("3d")),
        ),
        ("pebble]77\\ (9P)", ("pebble]77\\", Some("9p"))),
        ("kim (the)", ("kim (the)", None)),
        ("5급 (1급)", ("5급", Some("1k"))),
    ] {
        let text = gib(
            &format!("\\[GAMEBLACKNAME={name}\\]\n\\[GAMEBLACKNICK=x\\]"),
            "",
        );
        assert_eq!(
            root(Gib, &text, Id::PlayerBlack).as_deref(),
            Some(expected.0)
        );
        assert_eq!(root(Gib, &text, Id::RankBlack).as_deref(), expected.1);
    }
    // The other name of the same person, and never the names of GAMETAG, which are often garbled.
    let nick = gib(
        "\\[GAMEWHITENAME=\\]\n\\[GAMEWHITENICK=anna\\]\n\\[GAMETAG=A:bert\\]",
        "",
    );
    assert_eq!(root(Gib, &nick, Id::PlayerWhite).as_deref(), Some("anna"));
}

#[test]
fn results_of_gib_have_codes() {
    for (code, expected) in [
        (0, Some("B+7.5")),
        (1, Some("W+7.5")),
        (2, Some("0")),
        (3, Some("B+R")),
        (4, Some("W+R")),
        (5, Some("B+F")),
        (6, Some("W+F")),
        (7, Some("B+T")),
        (8, Some("W+T")),
        (255, None),
    ] {
        let main = gib(&format!("\\[GAMEINFOMAIN=GRLT:{code},ZIPSU:75\\]"), "");
        assert_eq!(root(Gib, &main, Id::Result).as_deref(), expected, "{code}");
        let tag = gib(&format!("\\[GAMETAG=W{code},Z75\\]"), "");
        assert_eq!(root(Gib, &tag, Id::Result).as_deref(), expected, "{code}");
    }
    assert_eq!(codes(Gib, &gib("\\[GAMEINFOMAIN=GRLT:9\\]", "")), ["S005"]);
    let words = gib("\\[GAMERESULT=white wins by resignation\\]", "");
    assert_eq!(root(Gib, &words, Id::Result).as_deref(), Some("W+R"));
    // GAMETAG repeats it.
    let both = gib("\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0\\]\n\\[GAMETAG=W4,Z0\\]", "");
    assert_eq!(root(Gib, &both, Id::Result).as_deref(), Some("B+R"));
}

#[test]
fn komi_of_gib_is_in_tenths_and_0_is_a_komi() {
    for (tenths, expected) in [("65", "6.5"), ("0", "0"), ("70", "7"), ("-55", "-5.5")] {
        for header in ["GAMEINFOMAIN=GONGJE:", "GAMEGONGJE=", "GAMETAG=G"] {
            let text = gib(&format!("\\[{header}{tenths}\\]"), "");
            assert_eq!(
                root(Gib, &text, Id::Komi).as_deref(),
                Some(expected),
                "{header}"
            );
        }
    }
}

#[test]
fn times_of_gib_stand_in_two_orders() {
    for header in ["GAMEINFOMAIN=GTIME:1200-30-3", "GAMETAG=T30-3-1200"] {
        let text = gib(&format!("\\[{header}\\]"), "");
        assert_eq!(root(Gib, &text, Id::TimeLimit).as_deref(), Some("1200"));
        assert_eq!(
            root(Gib, &text, Id::Overtime).as_deref(),
            Some("3x30 byo-yomi")
        );
    }
    // "Time for each: none", whatever GAMETAG says.
    let none = gib(
        "\\[GAMEINFOMAIN=GTIME:每方限时: 无\\]\n\\[GAMETAG=T20-1-0\\]",
        "",
    );
    assert_eq!(root(Gib, &none, Id::TimeLimit), None);
}

#[test]
fn dates_and_places_of_gib_come_from_the_headers_that_have_numbers() {
    for (header, expected) in [
        (
            "GAMEINFOSUB=GNAME:a,GDATE:2018- 3- 4- 9- 5- 7,GPLC:b",
            "2018-03-04",
        ),
        ("GAMETAG=S0,\t\tC2016:03:26:17:29", "2016-03-26"),
        ("GAMEDATE=2012年11月22日 下午 6:3", "2012-11-22"),
    ] {
        let text = gib(&format!("\\[{header}\\]"), "");
        assert_eq!(root(Gib, &text, Id::Date).as_deref(), Some(expected));
    }
    let text = gib("\\[GAMEPLACE=Tygem\r\nBaduk\\]\n\\[GAMENAME=Rank\\]", "");
    assert_eq!(root(Gib, &text, Id::Place).as_deref(), Some("Tygem  Baduk"));
    assert_eq!(root(Gib, &text, Id::Event).as_deref(), Some("Rank"));
    let dum = gib(
        "\\[GAMECONDITION=3 Handicap : White Dum(5)\\]\n\\[GAMEDUM=5\\]",
        "",
    );
    assert_eq!(
        root(Gib, &dum, Id::GameComment).as_deref(),
        Some("3 Handicap : White Dum(5)")
    );
}

#[test]
fn a_gib_that_is_cut_says_so() {
    let announced = EVENTS.replace("INI", "3 0 &4\nINI");
    assert_eq!(codes(Gib, &announced), [""; 0]);
    let without_end = announced.replace("\\GE\n", "");
    assert_eq!(codes(Gib, &without_end), [""; 0]);
    let cut = announced.replace("STO 0 3 2 3 15 \n\\GE\n", "");
    assert_eq!(codes(Gib, &cut), ["S001"]);
    assert_eq!(codes(Gib, &EVENTS.replace("\\GE\n", "")), ["S001"]);
    assert_eq!(codes(Gib, &EVENTS.replace("INI 0 1 0 &4 \n", "")), ["S001"]);
    let stones = gib("\\[GAMEINFOMAIN=TCNT:3\\]", "STO 0 2 1 15 3 \nSKI 0 3 ");
    assert_eq!(codes(Gib, &stones), ["S001"]);
    // Unfinished games have 0.
    assert_eq!(codes(Gib, &stones.replace("TCNT:3", "TCNT:0")), [""; 0]);
}

#[test]
fn data_of_a_server_that_is_no_content_is_counted_by_kind() {
    let text = gib(
        "\\[GAMEBLACKLEVEL=20\\]\n\\[GAMEBAVATA=114\\]\n\\[TYPE=0\\]\n\\[GAMELECNAME=\\]",
        "",
    );
    let chat = text.replace("&4 ", "&4在272房间 ");
    let log = translate(Gib, &chat).log;
    let found: Vec<_> = log.kept().iter().map(|found| &*found.message).collect();
    let expected = "data of the server without a place in a game, lines of the chat room: 1, ratings and account data: 2";
    assert_eq!(found, [expected]);
    assert!(log.left_out().is_empty());
}

#[test]
fn ngf_counts_letters_from_b_and_a_a_is_a_pass() {
    let text = format!("{HEADER}PMABBQEEQ\nPMACWAAAA\n\n");
    assert_eq!(
        sgf(Ngf, &text),
        "SZ[19]EV[Rated game]PB[pebble]BR[5k]PW[cutter]WR[3d]DT[2018-03-04]PC[example.com]KM[6.5]TM[1200];B[pd];W[])"
    );
    assert_eq!(codes(Ngf, &text), [""; 0]);
    for bad in ["PMABBUEEU", "PMABBAEEA", "PMABBQAAQ"] {
        let text = format!("{HEADER}{bad}\nPMACWBBBB\n");
        assert!(sgf(Ngf, &text).ends_with(";W[aa])"), "{bad}");
        assert_eq!(codes(Ngf, &text), ["S003"], "{bad}");
    }
    // The last two letters repeat the point.
    let text = format!("{HEADER}PMABBQEEP\nPMACWBBBB\n");
    assert_eq!(codes(Ngf, &text), ["S004"]);
}

#[test]
fn ngf_numbers_its_moves_with_letters() {
    let line = |number: u8| {
        let letter = |at: u8| char::from(b'A' + at);
        let (high, low) = (letter(number / 26), letter(number % 26));
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let (x, y) = (letter(1 + (number % 15)), letter(1 + number / 15));
        format!("PM{high}{low}{color}{x}{y}{y}{x}\n")
    };
    let long = (1..=30).map(line).collect::<Vec<_>>().concat();
    let text = ngf(12, "30", &long);
    assert_eq!(codes(Ngf, &text), [""; 0]);
    assert_eq!(codes(Ngf, &text.replace("PMBAW", "PMBBW")), ["S002"; 2]);
    assert_eq!(codes(Ngf, &ngf(12, "31", &long)), ["S001"]);
    assert_eq!(codes(Ngf, &ngf(12, "29", &long)), ["S004"]);
}

#[test]
fn the_last_move_of_ngf_may_have_no_line_end_but_must_be_whole() {
    let whole = format!("{HEADER}PMABBQEEQ\nPMACWBBBB");
    assert_eq!(codes(Ngf, &whole), [""; 0]);
    for length in 1..9 {
        let (cut, _) = whole.split_at(whole.len() - length);
        assert!(codes(Ngf, cut).contains(&"S001"), "{cut}");
    }
}

#[test]
fn a_whole_komi_of_ngf_means_and_a_half_in_an_even_game() {
    for (komi, handicap, expected) in [
        ("6", "0", "6.5"),
        ("7", "0", "7.5"),
        ("0", "0", "0"),
        ("6.5", "0", "6.5"),
        ("0", "2", "0"),
        ("5", "6", "5"),
    ] {
        let text = ngf(8, komi, "").replace("example.com\n0", &format!("example.com\n{handicap}"));
        assert_eq!(
            root(Ngf, &text, Id::Komi).as_deref(),
            Some(expected),
            "{komi} {handicap}"
        );
    }
}

#[test]
fn white_lose_by_resign_is_a_result_of_ngf() {
    for (words, expected) in [
        ("White lose by resign", "B+R"),
        ("Black lose on time", "W+T"),
    ] {
        let text = ngf(11, words, "");
        assert_eq!(root(Ngf, &text, Id::Result).as_deref(), Some(expected));
    }
}

#[test]
fn results_of_ngf_are_words() {
    for (words, expected) in [
        ("Black wins by 0.5!", Some("B+0.5")),
        ("White Win by Resign!", Some("W+R")),
        ("White wins by  resign!", Some("W+R")),
        ("White loses on time", Some("B+T")),
        (
            "Black wins by 16.5 points! >> White(66):Black(89)",
            Some("B+16.5"),
        ),
        ("White 19Win >> White(83):Black(64)", Some("W+19")),
        ("250수 흑7집승", Some("B+7")),
        ("흑 1.5집 승", Some("B+1.5")),
        ("黒中押し勝ち!", Some("B+R")),
        ("白5.5目勝ち!", Some("W+5.5")),
        ("232手完、黒2目半勝ち", Some("B+2.5")),
        ("白時間切れ勝ち！", Some("W+T")),
        ("黑中盘胜", Some("B+R")),
        // 94 - 82 = 12 tells that the stones are points.
        ("白棋12子 >> 白方(94):黑方(82)", Some("W+12")),
        ("白棋12子", Some("W+")),
        ("Progressing!", None),
        ("", None),
        // Words that nobody understands stay.
        ("Anna was better", Some("Anna was better")),
    ] {
        let text = ngf(11, words, "");
        assert_eq!(root(Ngf, &text, Id::Result).as_deref(), expected, "{words}");
    }
}

#[test]
fn names_of_ngf_are_divided_at_the_last_blanks() {
    for (line, expected) in [
        ("cutter      7D*", ("cutter", Some("7d"))),
        ("the cutter  9DP", ("the cutter", Some("9p"))),
        ("小石  五段", ("小石", Some("5d"))),
        ("the cutter", ("the cutter", None)),
    ] {
        let text = ngf(4, line, "");
        assert_eq!(
            root(Ngf, &text, Id::PlayerBlack).as_deref(),
            Some(expected.0)
        );
        assert_eq!(root(Ngf, &text, Id::RankBlack).as_deref(), expected.1);
    }
}

#[test]
fn the_second_layout_of_ngf_has_gi_before_each_line() {
    let text = "GIStone Cup\nGIpebble 1D\nGIcutter 5D\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI1\nPMABBREER\nGI1\nIDB[1] Black wins by resignation(result)[EndTxt]\n";
    assert_eq!(
        sgf(Ngf, text),
        "SZ[19]EV[Stone Cup]PB[pebble]BR[1d]PW[cutter]WR[5d]DT[2006-09-05]RE[B+R]KM[6.5];B[qd])"
    );
    assert_eq!(codes(Ngf, text), [""; 0]);
    assert_eq!(sniff(text.as_bytes()), Some(Ngf));
}

#[test]
fn a_header_of_ngf_that_lacks_lines_says_so() {
    let text = format!("{HEADER}PMABBQEEQ\nPMACWBBBB\n").replace("20\nProgressing!\n", "");
    assert!(codes(Ngf, &text).contains(&"S001"));
    assert!(sgf(Ngf, &text).ends_with(";B[pd];W[aa])"));
}

#[test]
fn rows_of_ugf_count_from_the_bottom_only_with_igs() {
    let data = "[Data]\r\nPD,B1,1,0\r\nDP,W1,2,0\r\n";
    assert_eq!(
        sgf(Ugf, &ugf("CoordinateType=IGS", data)),
        "SZ[19];B[pp];W[dd])"
    );
    assert_eq!(
        sgf(Ugf, &ugf("CoordinateType=JPN", data)),
        "SZ[19];B[pd];W[dp])"
    );
    assert_eq!(sgf(Ugf, &ugf("", data)), "SZ[19];B[pd];W[dp])");
    let ends = ugf("CoordinateType=IGS", data).replace("\r\n", "\r");
    assert_eq!(
        sgf(Ugf, &format!("# made up\r{ends}")),
        "SZ[19];B[pp];W[dd])"
    );
}

#[test]
fn a_point_off_the_board_is_a_pass_of_ugf_if_its_column_is_y_or_z() {
    for pass in ["YA", "YR", "YS", "YZ", "ZZ"] {
        let text = ugf("", &format!("[Data]\n{pass},B1,1,0\nDP,W1,2,0\n"));
        assert_eq!(sgf(Ugf, &text), "SZ[19];B[];W[dp])");
    }
    let nobody = ugf("", "[Data]\nDD,B1,1,0\nYZ,MK,2,0\nYZ,MK,3,0\n");
    assert_eq!(sgf(Ugf, &nobody), "SZ[19];B[dd];W[];B[])");
    for bad in ["TA", "AT", "XX"] {
        let text = ugf("", &format!("[Data]\n{bad},B1,1,0\nDP,W1,2,0\n"));
        assert_eq!(sgf(Ugf, &text), "SZ[19];W[dp])");
        assert_eq!(codes(Ugf, &text), ["S003"]);
    }
}

#[test]
fn a_number_of_0_is_setup_in_any_colour_and_others_have_no_gap() {
    let text = ugf(
        "Hdcp=2,0.00",
        "[Data]\nDP,B1,0,0\nPD,B2,0,0\nPP,W1,0,0\nDD,W2,1,0\n",
    );
    assert_eq!(sgf(Ugf, &text), "SZ[19]HA[2]KM[0]AB[dp][pd]AW[pp];W[dd])");
    let gap = ugf("", "[Data]\nDP,B1,1,0\nPD,W1,3,0\n");
    assert_eq!(codes(Ugf, &gap), ["S002"]);
    let cut = ugf("", "[Data]\nDP,B1,1,0\nPD,W1,2");
    assert_eq!(codes(Ugf, &cut), ["S005"]);
    let seconds = ugf("", "[Data]\nDP,B1,1,12 '00:00:12\n");
    assert_eq!(codes(Ugf, &seconds), ["S006"]);
    let less = ugf("Moves=2", "[Data]\nDP,B1,1,0\n");
    assert_eq!(codes(Ugf, &less), ["S001"]);
    let more = ugf("Moves=1", "[Data]\nDP,B1,1,0\nPD,W1,2,0\n");
    assert_eq!(codes(Ugf, &more), ["S004"]);
}

#[test]
fn the_header_of_ugf_has_fields_with_commas() {
    for (header, id, expected) in [
        ("Title=2019,PANDA-NET,", Id::Event, "2019, PANDA-NET"),
        ("Place=Hall", Id::Place, "Hall"),
        ("Writer=Egg", Id::Recorder, "Egg"),
        ("Commentator=Anna", Id::Annotator, "Anna"),
        ("Copyright=Net", Id::Copyright, "Net"),
        ("Comment=words", Id::GameComment, "words"),
        (
            "Date=2019/03/08,22:09:00,2019/03/09,07:16:59",
            Id::Date,
            "2019-03-08,09",
        ),
        (
            "Date=2019/03/08,22:09:00,2019/03/08,23:00:00",
            Id::Date,
            "2019-03-08",
        ),
        ("Date=2019/03/08,,//,", Id::Date, "2019-03-08"),
        ("Rule=JPN", Id::Rules, "Japanese"),
        ("Rule=CHN", Id::Rules, "Chinese"),
        ("Hdcp=0,6.50", Id::Komi, "6.5"),
        ("Hdcp=0,-5.50", Id::Komi, "-5.5"),
        ("Ptime=J;240;0;0,J;240;0;0,0,0", Id::TimeLimit, "14400"),
        ("Winner=B,7.50", Id::Result, "B+7.5"),
        ("Winner=W,C", Id::Result, "W+R"),
        ("Winner=W,F", Id::Result, "W+F"),
        ("Winner=B,T", Id::Result, "B+T"),
        ("Winner=D,", Id::Result, "0"),
        ("Winner=N,", Id::Result, "Void"),
        ("Winner=A,", Id::Result, "?"),
        ("PlayerB=anna,2k?,,x@example.com", Id::RankBlack, "2k?"),
        (
            "PlayerB=one,2k,,\nPlayerB2=two,3k,,",
            Id::PlayerBlack,
            "one, 2k & two, 3k",
        ),
        (
            "PlayerW=one,,,\nWMemb1=two,3k,,",
            Id::PlayerWhite,
            "one & two, 3k",
        ),
        ("PlayerW=本因坊石工,,,", Id::PlayerWhite, "本因坊石工"),
    ] {
        let text = ugf(header, "[Data]\nDP,B1,1,0\n");
        assert_eq!(root(Ugf, &text, id).as_deref(), Some(expected), "{header}");
    }
    for (header, id) in [
        ("Winner=P,", Id::Result),
        ("Ptime=N;0;0;0,N;0;0;0,0,0", Id::TimeLimit),
        ("Date=//,,//,", Id::Date),
        ("Hdcp=1,0.50", Id::Handicap),
    ] {
        let text = ugf(header, "[Data]\nDP,B1,1,0\n");
        assert_eq!(root(Ugf, &text, id), None, "{header}");
    }
}

#[test]
fn a_date_of_ugf_without_a_day_stays() {
    for (date, expected) in [("2019//,,//,", "2019"), ("2019/03/,", "2019-03")] {
        let text = ugf(&format!("Date={date}"), "[Data]\nDP,B1,1,0\n");
        assert_eq!(root(Ugf, &text, Id::Date).as_deref(), Some(expected));
    }
}

#[test]
fn a_reason_of_ugf_that_cannot_be_read_is_named() {
    for (winner, expected) in [("W,R", Some("W+R")), ("B,Q", Some("B+")), ("X,5", None)] {
        let text = ugf(&format!("Winner={winner}"), "[Data]\nDP,B1,1,0\n");
        assert_eq!(root(Ugf, &text, Id::Result).as_deref(), expected);
        let is_named = codes(Ugf, &text).contains(&"S005");
        assert_eq!(is_named, winner != "W,R", "{winner}");
    }
}

#[test]
fn an_encrypted_ugf_is_no_record() {
    let text = |kind| format!("[Header]\nCrypt=0,{kind},READ_WRITE\n[Data]\n");
    assert!(is_encrypted(text("CRYPTED").as_bytes()));
    assert!(!is_encrypted(text("PLAIN_UGF_FILE").as_bytes()));
}

const REVIEW: &str = "[Data]\nDP,B1,1,0\nPD,W1,2,0\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,4,16\n  VARIATION,\n    NODE,10,2,3,6\n  VARIATION,\n    NODE,13,1,4,6\n  VARIATIONEND,\n    NODE,12,1,4,5\n  VARIATIONEND,\nNODE,3,2,16,4\nNODE,4,2,20,20\nNODE,14,0,0,0\n[ReviewComment]\n.Comment,1\n anna 3d : hello\n.Comment,10\ntwo\nlines\n.Comment,13\ndeep\n";

#[test]
fn a_variation_of_a_review_follows_the_node_before_it() {
    let text = ugf("", REVIEW);
    assert_eq!(
        sgf(Ugf, &text),
        "SZ[19]C[anna 3d : hello];B[dp](;W[pd])(;W[cf]C[twolines](;B[df]C[deep])(;B[de])))"
    );
    // NODE 4 comes after the end of the game.
    assert_eq!(codes(Ugf, &text), ["S006"]);
    let open = text.replacen("  VARIATIONEND,\n", "", 1);
    assert!(codes(Ugf, &open).contains(&"S001"));
    let other = text.replace("NODE,3,2,16,4", "NODE,3,2,16,5");
    assert!(codes(Ugf, &other).contains(&"S004"));
    let lost = text.replace(".Comment,13", ".Comment,99");
    assert!(codes(Ugf, &lost).contains(&"S004"));
    assert!(codes(Ugf, &ugf("Ver=REVIEW1,200", "[Data]\nDP,B1,1,0\n")).contains(&"S001"));
}

#[test]
fn a_text_of_ugf_is_the_comment_and_the_labels_of_its_move() {
    let text = ugf(
        "CoordinateType=IGS",
        "[Data]\nDP,B1,1,0\nPD,W1,2,0\n[Figure]\n.Text,0\nstart\n.EndText\n.Text,2\na\n\nb\n.#,6,16,A\n.EndText\n",
    );
    let found = translate(Ugf, &text).text;
    assert!(
        found.contains("C[start]") && found.contains("C[a\n\nb]LB[fd:A]"),
        "{found}"
    );
    assert_eq!(codes(Ugf, &text), [""; 0]);
    let off = text.replace(".#,6,16,A", ".#,6,20,A");
    assert_eq!(codes(Ugf, &off), ["S003"]);
    let open = text.replace(".EndText\n.Text,2", ".Text,2");
    assert!(codes(Ugf, &open).contains(&"S001"));
    let nowhere = text.replace(".Text,2", ".Text,7");
    assert_eq!(codes(Ugf, &nowhere), ["S004"]);
}

#[test]
fn a_diagram_of_ugf_is_a_variation_where_the_game_has_its_position() {
    let diagram = "[Figure]\n.Fig,2,1,1,19,19,Dia 1,1,0\nDP,B1,0,0\nQQ,W1,1,0\nCC,B1,2,0\n.Text,0\nalso good\n.EndText\n.EndFig\n";
    let text = ugf("", &format!("[Data]\nDP,B1,1,0\nPD,W1,2,0\n{diagram}"));
    assert_eq!(
        sgf(Ugf, &text),
        "SZ[19];B[dp](;W[pd])(;W[qq]N[Dia 1];B[cc]C[also good]))"
    );
    let other = text.replace("DP,B1,0,0", "DQ,B1,0,0");
    assert_eq!(sgf(Ugf, &other), "SZ[19];B[dp];W[pd])");
    assert_eq!(codes(Ugf, &other), ["S006"]);
}

#[test]
fn pictures_and_messages_of_ugf_are_no_content() {
    let text = ugf(
        "",
        "[Remote]\nbuy this\n[Data]\nDP,B1,1,0\n[Files]\n00FF\n[End]\n",
    );
    assert_eq!(sgf(Ugf, &text), "SZ[19];B[dp])");
    assert_eq!(codes(Ugf, &text), ["S006"]);
}

#[test]
fn the_charset_is_told_by_the_few_words_of_a_record() {
    for (label, text) in [
        (
            "euc-kr",
            "\\[GIBOKIND=Global\\]\n\\[GAMERESULT=흑 불계승\\]",
        ),
        (
            "gb18030",
            "\\[GIBOKIND=Global\\]\n\\[GAMERESULT=白11目胜\\]",
        ),
        ("big5", "\\[GIBOKIND=Taiwan\\]\n\\[GAMERESULT=黑中盤勝\\]"),
        ("shift_jis", "黒中押し勝ち!"),
        ("big5", "白棋12子 >> 白方(94):黑方(82) 升級對局"),
        ("euc-kr", "250수 흑7집승"),
        ("gb18030", "黑中盘胜"),
        ("shift_jis", "[Header]\nPlayerB=小石,二段"),
    ] {
        let charset = Charset::from_label(label).unwrap();
        let mut detector = Detector::new(Format::Sgf, Beginning::default());
        detector.feed(&charset.encode(text).unwrap());
        let found = detector.finish();
        assert_eq!(found.charset.label(), label, "{text}");
        assert!(!found.is_doubtful && found.note.is_some());
    }
    let named = |text: &str| charset_label(text.as_bytes());
    assert_eq!(named("[Header]\r\nLang=SJIS\r\n").as_deref(), Some("SJIS"));
    assert_eq!(named("[Header]\r\nLang=JPN\r\n"), None);
}
