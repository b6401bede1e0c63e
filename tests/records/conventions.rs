//! Conventions of programs: each line is an input, with a part of its result or without one.

use ishi::Format;
use ishi::convert::ConvertOptions;

use crate::corpus::folder;
use crate::record::Record;

/// Converts a text without a carrier, and puts the result on one line.
fn plain(text: &str, to: Format) -> String {
    let record = Record {
        bytes: text.into(),
        hint: text.starts_with('(').then_some(Format::Sgf),
    };
    let options = ConvertOptions {
        plain: true,
        ..ConvertOptions::new(to)
    };
    let (result, _) = record.convert(&options);
    let lines = String::from_utf8(result.unwrap()).unwrap();
    lines.replace("\r\n", " ").replace('\n', "")
}

/// Converts a text. Returns the result, and whether it has a carrier.
fn carried(text: &str, to: Format) -> (Record, bool) {
    let record = Record {
        bytes: text.into(),
        hint: None,
    };
    let result = record.to(to).unwrap();
    let carries = String::from_utf8_lossy(&result.bytes).contains("ishi 3 ");
    (result, carries)
}

#[test]
fn nobody_passes_who_did_not_pass() {
    use Format::{Ishi, Sgf, SmartGo};
    for (text, to, part) in [
        // A pass.
        ("(;FF[4]SZ[18];B[pd];W[ss];B[ss])", Sgf, ";B[pd];W[];B[]"),
        (
            "(;FF[4]SZ[9];B[jj];W[--];B[PASS];W[``];B[ ];W[tt])",
            Sgf,
            ";B[];W[];B[];W[];B[];W[]",
        ),
        ("(;FF[4]SZ[21];B[vv];W[tt])", Sgf, ";B[];W[tt]"),
        ("(;FF[4]SZ[9];B[jj];W[cc])", Ishi, "B 1 PASS W 2 C7"),
        ("(;FF[4]SZ[18];B[pd];W[ss])", Ishi, "W 2 PASS"),
        // No move: it stays in SGF, and has a number.
        ("(;B[at])", Sgf, "SZ[19]B[at])"),
        ("(;;B[at])", Ishi, "BOARDSIZE 19 DIAGRAM "),
        ("(;FF[4]SZ[9];W[n];B[cc])", Ishi, "DIAGRAM B 2 C7 "),
        ("(;FF[4]SZ[9];B[zz];W[cc])", Sgf, ";B[zz];W[cc]"),
        ("(;FF[4]SZ[9];B[?c];W[n];B[cc])", Sgf, ";B[?c];W[n];B[cc]"),
        (
            "(;FF[4]SZ[9];B[zz];W[cc])",
            Ishi,
            "BOARDSIZE 9 DIAGRAM W 2 C7 ",
        ),
        (
            "(;FF[4]SZ[9];B[?c]C[x];W[cc])",
            Ishi,
            "DIAGRAM COM x ENDCOM W 2 C7 ",
        ),
        ("(;FF[4]SZ[9];B[zz];W[cc])", SmartGo, "SZ[9];;W[cc])"),
        ("(;FF[4]SZ[9];B[?c];W[cc])", SmartGo, "SZ[9];;W[cc])"),
        (
            "BOARDSIZE 9\nB 1 Q16\nW 2 C3\nB 3 D4\n",
            Sgf,
            ";;W[cg]MN[2];B[df])",
        ),
    ] {
        let result = plain(text, to);
        assert!(result.contains(part), "{text}: {result}");
    }
}

#[test]
fn a_time_limit_has_the_unit_that_the_record_shows() {
    for (text, in_sgf, in_ishi) in [
        (
            "(;GM[1]CoPyright[free]SZ[19]TM[60]RE[B+Time];W[pp]WL[52];B[dj]BL[57])",
            "TM[60]",
            "TIMELIMIT 1 minute",
        ),
        (
            "(;GM[1]CoPyright[free]SZ[19]TM[3600];B[pd]BL[3587])",
            "TM[3600]",
            "TIMELIMIT 1 hour",
        ),
        ("(TM[70]PB[a];B[aa])", "TM[70]", "TIMELIMIT 70 seconds"),
    ] {
        assert!(plain(text, Format::Sgf).contains(in_sgf), "{text}");
        assert!(plain(text, Format::Ishi).contains(in_ishi), "{text}");
    }
}

#[test]
fn words_of_servers_are_understood_in_ishi_too() {
    let text = "(;FF[4]SZ[9]RE[W+12.5点]TM[30:00+30:00/25]KM[6.5目];B[cc])";
    let expected = "RESULT White wins by 12.5 KOMI 6.5 TIMELIMIT 30 minutes, 25/1800 Canadian B 1";
    let result = plain(text, Format::Ishi);
    assert!(result.contains(expected), "{result}");
}

#[test]
fn the_fox_server_stays_the_application() {
    for (applications, written) in [
        ("AP[GNU Go:3.8]KM[0]AP[foxwq]", "AP[foxwq]"),
        ("AP[GNU Go:3.8][foxwq]KM[0]", "AP[foxwq]"),
        ("AP[foxwq][GNU Go:3.8]KM[0]", "AP[foxwq]"),
        ("AP[GNU Go:3.8]AP[Editor:1]KM[0]", "AP[GNU Go:3.8]"),
    ] {
        let text = format!("(;FF[4]GM[1]SZ[19]{applications};B[pd])");
        let result = plain(&text, Format::Sgf);
        assert!(result.contains(&format!("{written}SZ")), "{result}");
    }
}

#[test]
fn the_names_of_the_dialect_are_those_of_the_standard() {
    let header = "TE[Cup]RD[2025-06-12]TM[1時間]LT[30秒]LC[5回]KO[黒6目半]HD[2]RE[257手完, 黒中押し勝ち]GK[1]";
    let result = plain(&format!("({header};B[pd];W[dd])"), Format::Sgf);
    for part in [
        "EV[Cup]",
        "DT[2025-06-12]",
        "TM[3600]OT[5x30 byo-yomi]",
        "KM[6.5]",
        "HA[2]",
        "RE[B+R]",
    ] {
        assert!(result.contains(part), "{part}: {result}");
    }
    // KO beside a move is a flag, and TE a good move.
    let flags = "(;FF[4]SZ[9];B[cc]KO[1]TE[1];W[dd])";
    assert!(plain(flags, Format::Sgf).contains(";B[cc]KO[]TE[1];"));
}

#[test]
fn the_round_is_in_the_title_as_people_write_it() {
    for (info, title, carries) in [
        ("EV[Cup]RO[2]", "Cup, round 2", false),
        ("EV[Cup]RO[round 2]", "Cup, round 2", false),
        ("EV[Cup]RO[final]", "Cup, final", false),
        ("EV[League]RO[Round 12]", "League, Round 12", false),
        ("EV[League]RO[semi-final]", "League, semi-final", false),
        ("EV[Cup]RO[league]", "Cup, league", false),
        ("RO[2]", "Round 2", false),
        (
            "EV[Cup]RO[Last preliminary]",
            "Cup, Last preliminary",
            false,
        ),
        ("EV[Cup]RO[class A]", "Cup", true),
    ] {
        let text = format!("(;FF[4]SZ[9]{info};B[cc])");
        let start = format!("EVENT {title} BOARDSIZE");
        assert!(plain(&text, Format::Ishi).starts_with(&start), "{text}");
        assert_eq!(carried(&text, Format::Ishi).1, carries, "{text}");
    }
    for (title, info) in [
        ("Cup, Round 2", "EV[Cup]RO[Round 2]"),
        ("Cup, semi-final, game 2", "EV[Cup]RO[semi-final, game 2]"),
        ("US Go Congress, 1989", "EV[US Go Congress, 1989]"),
        ("Round 2", "RO[2]"),
    ] {
        let result = plain(&format!("EVENT {title}\nB 1 C3\n"), Format::Sgf);
        assert!(result.contains(&format!("SZ[19]{info};")), "{result}");
    }
}

#[test]
fn a_right_answer_is_a_very_good_move() {
    let problem = "EVENT\nBOARDSIZE 9\nSETUP B C3 W D4\nB 1 E5\nUSER\nCORRECT ANSWER\nENDUSER\n";
    let (result, carries) = carried(problem, Format::Sgf);
    assert!(plain(problem, Format::Sgf).contains(";B[ee]TE[2])"));
    assert!(!carries);
    let back = result.to(Format::Ishi).unwrap();
    assert_eq!(
        String::from_utf8(back.bytes).unwrap(),
        problem.replace('\n', "\r\n")
    );
    // Without stones of both colours it is no problem, and later moves are no answers.
    for text in [
        "(;FF[4]SZ[9]AB[cc];B[dd]TE[2])",
        "(;FF[4]SZ[9]AB[cc]AW[dd];B[ee];W[ff]TE[2])",
        "(;FF[4]SZ[9]AB[cc]AW[dd];B[ee]TE[1])",
    ] {
        assert!(!plain(text, Format::Ishi).contains("ANSWER"), "{text}");
        assert!(carried(text, Format::Ishi).1, "{text}");
    }
}

#[test]
fn what_is_no_content_never_travels() {
    for (text, carries) in [
        ("(;FF[4]SZ[9]AP[Editor:1]ST[1]PL[B];B[cc];W[dd])", false),
        ("(;FF[4]SZ[9];B[cc]TR[dd][dd];W[dd])", false),
        ("(;FF[4]SZ[9]PL[W];B[cc])", true),
        ("(;FF[4]SZ[9]PL[W])", true),
        ("(;FF[4]SZ[9]AP[foxwq:];B[cc])", true),
    ] {
        assert_eq!(carried(text, Format::Ishi).1, carries, "{text}");
    }
    let text = "(;FF[4]SZ[9]AP[Editor:1]ST[1]PL[W];B[cc])";
    assert!(plain(text, Format::Sgf).contains("AP[Editor:1]SZ[9]ST[1]PL[W];B[cc]"));
}

#[test]
fn labels_are_read_as_meant_and_are_no_wrong_numbers() {
    let turned = plain("(;FF[3]SZ[19]LB[A:dd][B:pp];B[cc])", Format::Sgf);
    assert!(turned.contains("LB[dd:A][pp:B]"), "{turned}");
    assert!(plain("(;FF[3]SZ[19]LB[A:dd][B:pp];B[cc])", Format::Ishi).contains("MARK A@D16 B@Q4"));
    let large = "(;FF[4]SZ[19];B[cc]LB[dd:100][ee:99])";
    assert!(plain(large, Format::Ishi).contains("MARK 99@E15 "));
    assert!(carried(large, Format::Ishi).1);
}

#[test]
fn stones_that_lost_the_a_of_their_property_are_setup() {
    let text = "(;FF[4]SZ[9]AB[aa]W[bb][cc][dd];B[ee])";
    assert!(plain(text, Format::Sgf).contains("AB[aa]AW[bb][cc][dd];B[ee]"));
    assert!(plain("(;FF[4]SZ[9];B[bb][cc])", Format::Sgf).contains(";B[bb];B[cc]"));
}

#[test]
fn an_escaped_bracket_swallows_no_move() {
    for text in [
        "(;FF[4]SZ[9]C[\\];B[aa];W[bb])",
        "(;FF[4]SZ[9]SO[C:\\GO\\];B[aa];W[bb])",
    ] {
        let record = Record {
            bytes: text.into(),
            hint: None,
        };
        let (result, report) = record.convert(&ConvertOptions::new(Format::Sgf));
        assert!(
            String::from_utf8(result.unwrap())
                .unwrap()
                .contains(";B[aa];W[bb]")
        );
        let found = report
            .findings
            .kept()
            .iter()
            .map(|found| found.diagnostic.message.clone());
        let found: Vec<_> = found.collect();
        assert!(
            found
                .iter()
                .any(|found| found.contains("the backslash escapes it")),
            "{found:?}"
        );
    }
}

/// Converts a file of the corpus without a carrier.
fn of_corpus(name: &str, to: Format) -> String {
    let record = Record::from_file(&folder().join(name));
    let options = ConvertOptions {
        plain: true,
        ..ConvertOptions::new(to)
    };
    String::from_utf8(record.convert(&options).0.unwrap()).unwrap()
}

#[test]
#[ignore = "reads a corpus of public records"]
fn reported_conventions_are_understood() {
    use Format::{Ishi, Sgf};
    for (name, to, part) in [
        ("01-server-seconds", Sgf, "\nTM[3600]\n"),
        ("01-server-seconds", Ishi, "TIMELIMIT 1 hour\r\n"),
        ("02-fox-two-ap", Sgf, "AP[foxwq]SZ[19]\nPB[a]"),
        ("02-fox-two-ap", Sgf, "KM[7.5]"),
        ("03-no-ff-result", Sgf, "DT[2018-05-02]\nRE[W+43.5]"),
        ("04-sina-header", Sgf, "\nEV[2018测试杯公开赛2]\n"),
        ("04-sina-header", Sgf, "\nDT[2018-04-24]\n"),
        (
            "04-sina-header",
            Sgf,
            "\nRE[B+5.5]\nKM[7.5]\nTM[4200]\nOT[3x15 byo-yomi]",
        ),
        ("04-sina-header", Ishi, "DATE 24 April 2018\r\n"),
        ("05-first-semicolon-time", Sgf, "PB[a]\nTM[70]\n"),
        ("11-korean-move-count", Sgf, "RE[B+0.5]"),
        ("07-pass-18x18", Sgf, ";B[pd];W[];B[dp];W[];B[]"),
        ("08-labels-backwards", Sgf, "LB[dd:A][pp:B]"),
        ("08-labels-backwards", Ishi, "MARK A@D16 B@Q4"),
        ("09-escaped-bracket", Sgf, ";B[aa];W[bb]"),
        ("17-round-twice", Ishi, "EVENT League, Round 12\r\n"),
    ] {
        let result = of_corpus(&format!("sgf/reported/{name}.sgf"), to);
        assert!(result.contains(part), "{name}: {result}");
    }
    let round = Record::from_file(&folder().join("sgf/reported/17-round-twice.sgf"));
    let (ishi, carries) = carried(&String::from_utf8(round.bytes).unwrap(), Ishi);
    assert!(!carries);
    assert!(plain(&String::from_utf8(ishi.bytes).unwrap(), Sgf).contains("EV[League]RO[Round 12]"));
}

#[test]
#[ignore = "reads a corpus of public records"]
fn the_answers_of_published_problems_are_those_of_their_makers() {
    for (name, answers) in [
        ("problem-correct-answer.go", 1),
        ("problem-two-correct-answers.go", 2),
        ("problem-marks-before-user.go", 1),
        ("problem-at-label.go", 1),
        ("problem-capture-without-prisoner.go", 1),
        ("problem-white-first.go", 1),
        ("one-line-long.go", 1),
        ("procishi-shape.go", 0),
    ] {
        let result = of_corpus(&format!("ishi/real/{name}"), Format::Sgf);
        assert_eq!(result.matches("TE[2]").count(), answers, "{name}: {result}");
    }
    let games = ["go", "sgf"].map(|ending| {
        let name = format!("ishi/real/problem-correct-answer.{ending}");
        // The makers' texts end with a line break.
        let text = of_corpus(&name, Format::Sgf).replace("\n]", "]");
        Record::written(text.into_bytes(), Format::Sgf)
            .games()
            .unwrap()
    });
    let [ours, makers] = games;
    let differences = ishi::compare::compare(&ours[0], &makers[0]).differences;
    assert!(differences.is_empty(), "{differences:?}");
}
