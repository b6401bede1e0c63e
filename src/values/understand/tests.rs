//! Tables of values with their meaning.

use super::*;

/// Returns the meaning of a value: `B+R`, `~B+R` if it is understood in part, `?1800` if it is doubtful, with its overtime.
/// Returns `-` if it is not understood, or in the form of `FF[4]`.
fn meaning(id: Id, text: &str) -> String {
    let Some(found) = understand(id, text) else {
        return "-".to_owned();
    };
    let sign = match found.certainty {
        Certainty::Whole => "",
        Certainty::Part => "~",
        Certainty::Doubtful => "?",
    };
    let overtime = found
        .overtime
        .map_or(String::new(), |text| format!(", {text}"));
    format!("{sign}{}{overtime}", found.form)
}

fn are_understood(id: Id, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(meaning(id, text), *expected, "{id:?} {text:?}");
    }
}

#[test]
fn results_are_understood() {
    are_understood(
        Id::Result,
        &[
            // In the form of FF[4].
            ("B+R", "-"),
            ("W+", "-"),
            ("0", "-"),
            ("Void", "-"),
            ("?", "-"),
            // English.
            ("B", "B+"),
            ("W", "W+"),
            ("Black", "B+"),
            ("Black wins", "B+"),
            ("Black wins by 3 1/2 points", "B+3.5"),
            ("W+0,5", "W+0.5"),
            ("W+time", "W+T"),
            ("B+R.", "B+R"),
            ("Jigo", "0"),
            ("White forfeits on time.", "B+T"),
            ("White forfeits.", "B+F"),
            ("Black resigns.", "W+R"),
            ("Black resigns. W 25.5 B 17.0", "~W+R"),
            ("White resigns. W 6.5 B 157.0", "~B+R"),
            ("W+2.25 {moves after 200 unknown}", "~W+2.25"),
            ("W+R (186 moves)", "~W+R"),
            ("? (No further moves known)", "~?"),
            // Chinese.
            ("黑中盘胜", "B+R"),
            ("黑方中盘胜", "B+R"),
            ("白中盤勝", "W+R"),
            ("白胜3.5目", "W+3.5"),
            ("白胜43.5目", "W+43.5"),
            ("黑胜3又3/4子", "B+7.5"),
            ("黑胜2又3/4子", "B+5.5"),
            ("黑胜1/4子", "B+0.5"),
            ("黑胜3.75子", "B+7.5"),
            ("黑胜3子", "~B+"),
            ("黑胜3.5子", "~B+"),
            ("黑胜184又3/4子", "-"),
            ("黑胜", "B+"),
            ("黑负", "W+"),
            ("白认输", "B+R"),
            ("白超时胜", "W+T"),
            ("白超时负", "B+T"),
            ("W+12.5点", "W+12.5"),
            ("W+12.5点。", "W+12.5"),
            ("W+12.05点", "W+12.05"),
            ("共226手 白胜", "~W+"),
            ("和棋", "0"),
            ("无胜负", "Void"),
            // Japanese.
            ("黒中押し勝ち", "B+R"),
            ("先番中押し勝ち", "B+R"),
            ("白番2目半勝ち", "W+2.5"),
            ("257手完, 黒中押し勝ち", "~B+R"),
            ("157手まで白中押し勝ち", "~W+R"),
            ("白1.5目勝ち!", "W+1.5"),
            ("黒2目半勝ち", "B+2.5"),
            ("白1目半勝ち", "W+1.5"),
            ("白四目半勝", "W+4.5"),
            ("白半目勝", "W+0.5"),
            ("黒６目勝ち", "B+6"),
            ("白投了", "B+R"),
            ("黒時間切れ負け", "W+T"),
            ("黒反則負け", "W+F"),
            ("持碁", "0"),
            ("ジゴ", "0"),
            // Korean.
            ("흑불계승", "B+R"),
            ("흑 불계승", "B+R"),
            ("226수 백불계승", "~W+R"),
            ("250수 흑7집승", "~B+7"),
            ("294수 흑0.5집승", "~B+0.5"),
            ("흑반집승", "B+0.5"),
            ("백시간패", "B+T"),
            ("무승부", "0"),
            // Not understood.
            ("", "-"),
            ("3", "-"),
            ("Black wins by a lot", "-"),
            ("W+2R", "-"),
            ("B+Illegal", "-"),
            ("-3.00", "-"),
            ("has adjourned.", "-"),
            ("B+1.5 ? W+timeout", "-"),
            ("黑 perhaps", "-"),
            ("Bob wins (B+3)", "-"),
            ("黑12目白13目", "-"),
        ],
    );
}

#[test]
fn dates_are_understood() {
    are_understood(
        Id::Date,
        &[
            ("1996-05-06", "-"),
            ("1974.04.09", "1974-04-09"),
            ("1978.09.08", "1978-09-08"),
            ("1974.04.09,10", "1974-04-09,10"),
            ("2014. 3. 9.", "2014-03-09"),
            ("1974.4", "1974-04"),
            ("1974.12", "1974-12"),
            ("2020/5/7", "2020-05-07"),
            ("20200507", "2020-05-07"),
            ("20201231", "2020-12-31"),
            ("2020年5月7日", "2020-05-07"),
            ("2020年5月", "2020-05"),
            ("2014년 3월 9일", "2014-03-09"),
            ("2025-06-12・13", "2025-06-12,13"),
            (
                "1913-05-05..25",
                &(5..=25)
                    .map(|day| format!("{day:02}"))
                    .collect::<Vec<_>>()
                    .join(",")
                    .replacen("05", "1913-05-05", 1),
            ),
            ("1913-05-30..06-01", "1913-05-30,31,06-01"),
            ("2010.05.05~07", "2010-05-05,06,07"),
            ("12th and 13th march 94", "1994-03-12,13"),
            ("2010.08.16 19:37", "~2010-08-16"),
            ("2018-01-09 17:01:05", "~2018-01-09"),
            ("2014-03-16T15:12:20Z", "~2014-03-16"),
            ("Sun Mar 16 15:12:20 GMT+09:00 2014", "~2014-03-16"),
            ("2020-05-07 09:30 PM", "~2020-05-07"),
            ("1848-08-23 (Kaei 1 VII 25)", "~1848-08-23"),
            ("8 March 1990 (second day)", "~1990-03-08"),
            ("2020年5月7日(木)", "~2020-05-07"),
            ("Summer 1857", "~1857"),
            ("1857年夏", "~1857"),
            ("early 1670", "~1670"),
            ("before the summer of 1857", "-"),
            ("Summers 1857", "-"),
            ("Winter 1857-58", "-"),
            ("1974.13", "-"),
            ("1974.0", "-"),
            ("1974.12.31,32", "-"),
            ("1974.4.32", "-"),
            ("1978.0.09", "-"),
            ("0800 approx. {Tang dynasty}", "-"),
            ("20201301", "-"),
            ("12345678", "-"),
            ("945277754", "-"),
            ("197.4", "-"),
            ("2011/12", "-"),
            ("6/3/1997", "-"),
            ("5/7/2020", "-"),
            ("01.08.2001", "-"),
            ("2018-01-09 47:01:05", "-"),
        ],
    );
}

#[test]
fn komi_are_understood() {
    are_understood(
        Id::Komi,
        &[
            ("6.5", "-"),
            ("375", "-"),
            ("5 1/2", "5.5"),
            ("6,5", "6.5"),
            ("half", "0.5"),
            ("none", "0"),
            ("6.5目", "6.5"),
            ("6.50目", "6.5"),
            ("6目半", "6.5"),
            ("六目半", "6.5"),
            ("６目半", "6.5"),
            ("黒6目半", "6.5"),
            ("黑贴3又3/4子", "7.5"),
            ("贴3又3/4子", "7.5"),
            ("3.75子", "7.5"),
            ("コミ6目半", "6.5"),
            ("先番6目半コミ出し", "6.5"),
            ("덤 6집반", "6.5"),
            ("3.5子", "-"),
            ("半", "-"),
            ("6.目", "-"),
            ("2又1/3子", "-"),
            ("又3/4子", "-"),
            ("-6目", "-"),
            ("six or so", "-"),
            ("", "-"),
        ],
    );
}

#[test]
fn time_limits_are_understood() {
    are_understood(
        Id::TimeLimit,
        &[
            ("3600", "-"),
            ("60 minutes", "3600"),
            ("1h 30min", "5400"),
            ("9 hours", "32400"),
            ("5h", "18000"),
            ("1:00:00", "3600"),
            ("1:00:00(5x1:00)", "3600, 5x60 byo-yomi"),
            ("5:00:00(5x1:00)", "18000, 5x60 byo-yomi"),
            ("10:00(5x1:00)", "600, 5x60 byo-yomi"),
            ("30:00+30:00/25", "1800, 25/1800 Canadian"),
            ("30 minutes, 5x30 byo-yomi", "1800, 5x30 byo-yomi"),
            ("3時間", "10800"),
            ("1時間30分", "5400"),
            ("各90分", "5400"),
            ("2 小时", "7200"),
            ("3시간", "10800"),
            ("60000分", "3600000"),
            ("1000:59:59(5x1:00)", "3603599, 5x60 byo-yomi"),
            ("30:00", "?1800"),
            ("60000:59", "?3600059"),
            ("1800,0,30,5", "-"),
            ("5:70(1x1:00)", "-"),
            ("30分1時間", "-"),
            ("9999999999999999999時間", "-"),
            ("1001:00:00(5x1:00)", "-"),
            ("60001:00", "-"),
            ("as long as it takes", "-"),
            ("-", "-"),
            ("", "-"),
        ],
    );
    are_understood(
        Id::TimeBlack,
        &[("0:07:42", "462"), ("14 0", "-"), ("30:00", "-")],
    );
}

#[test]
fn other_values_are_understood() {
    are_understood(
        Id::Handicap,
        &[
            ("3 stones", "3"),
            ("3子", "3"),
            ("让2子", "2"),
            ("4점", "4"),
            ("three", "-"),
            ("02", "-"),
            ("对子", "-"),
        ],
    );
    are_understood(
        Id::PlayerToMove,
        &[("black", "B"), ("white", "W"), ("W", "-"), ("1", "-")],
    );
    are_understood(Id::Tesuji, &[("", "1")]);
    are_understood(Id::MoveNumber, &[("", "-")]);
    are_understood(Id::Event, &[("5 1/2", "-")]);
}

#[test]
fn values_are_told_from_the_words_after_them() {
    for (id, text, expected) in [
        (Id::MovesLeftBlack, "1 kk", Some("1")),
        (Id::MoveNumber, "+7th", Some("+7")),
        (Id::MoveNumber, "-7 th", Some("-7")),
        (Id::MoveNumber, "+ th", None),
        (Id::MoveNumber, "++7 th", None),
        (Id::MoveNumber, "7", None),
        (Id::MoveNumber, "7.5", None),
        (Id::MoveNumber, "7 of 9", None),
        (Id::MoveNumber, "kk 1", None),
        (Id::Tesuji, " 2!", Some("2")),
        (Id::Tesuji, "3 x", None),
        (Id::Tesuji, "-1 x", None),
        (Id::IllegalMove, "xxxx", Some("")),
        (Id::PlayerToMove, "w 123", Some("W")),
        (Id::PlayerToMove, "White, please", Some("W")),
        (Id::PlayerToMove, "B.", Some("B")),
        (Id::PlayerToMove, "who 1", None),
        (Id::TimeBlack, "14 0", None),
    ] {
        assert_eq!(leading(id, text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn values_that_were_not_understood_get_their_form() {
    for (values, expected) in [
        (&[" 5 1/2 "][..], Value::Text("5.5".into())),
        (&["x"], Value::Raw(Box::new(["x".into()]))),
        (
            &["5 1/2", "6"],
            Value::Raw(Box::new(["5 1/2".into(), "6".into()])),
        ),
    ] {
        let raw = Value::Raw(values.iter().map(|&text| text.into()).collect());
        assert_eq!(in_form(Property::new(Id::Komi, raw)).value, expected);
    }
}
