//! Each edit on a record in each format.

use std::fmt::Write as _;

use crate::scene::Scene;

const SGF: &str = "(;FF[4]GM[1]SZ[9]  PB[Anna]PW[Otto]BR[3d]DT[1990]RE[B+R]KM[6.5]\n\
    AB[ba][ca]PL[W]; W[dd] C[a \\] b]TR[dd]LB[ba:x]WL[90]LZ[0.17 52.1]\n\
    ( ;B[cc]N[n]V[-2]BL[80]AR[aa:ca];W[cd]VW[aa:ee]) (;B[gg]C[other]))\n";
const ISHI: &str = "EVENT A game\r\nBOARDSIZE 9\r\nBLACK Anna\r\nWHITE Otto\r\nDATE  1990\r\n\
    RESULT Black by 3 1/2\r\nKOMI 6.5\r\nREMARK  a remark\r\nB 1 C3\r\nMARK A@C3 B@D4\r\nCOM\r\nfirst\r\nENDCOM\r\n\
    W  2 G7\r\nVAR better\r\nW 2 E5\r\nENDVAR\r\nDIAGRAM A1 E5\r\nHIDE C3\r\nSETUP W B2\r\nB 3 D4\r\n";
const SMARTGO: &str = "(;GaMe[1]VWVieW[]SiZe[9]PlayerBlack[Anna]PlayerWhite[Otto]DaTe[1990] KoMi[6.5]\n\
    AddBlack[ba][ca];White[dd]Comment[words] Marks[dd]Letters[ba][aa]EL[3]MD[60](;Black[cc];White[cd]TW[aa])(;Black[gg]))\n";

const EDITS: &[&[&str]] = &[
    &[
        "--set",
        "black=Anna Berg",
        "--set",
        "date=12 May 1990",
        "--set",
        "KM=",
    ],
    &[
        "--fill",
        "--set",
        "PB=Berta",
        "--set",
        "event=Cup",
        "--set",
        "RE=W+R",
    ],
    &["--rotate", "90"],
    &["--rotate", "180"],
    &["--mirror"],
    &["--swap-colors"],
    &["--main-line"],
    &["--part", "1"],
    &["--part", "1b"],
    &["--strip", "comments"],
    &["--strip", "markup", "--strip", "clocks"],
    &["--strip", "analysis"],
    &["--strip", "private"],
    &[
        "--rotate",
        "270",
        "--mirror",
        "--main-line",
        "--set",
        "round=2",
    ],
];

#[test]
fn each_edit_changes_its_part_of_a_record() {
    let scene = Scene::new(&[]);
    let mut all = String::new();
    for edit in EDITS {
        let _ = writeln!(all, "==== {}", edit.join(" "));
        for (format, record) in [("sgf", SGF), ("ishi", ISHI), ("smartgo", SMARTGO)] {
            let (status, stdout, stderr) = scene.edit(edit, record);
            let stdout = stdout.replace("\r\n", "\n");
            let _ = writeln!(
                all,
                "-- {format}, status {status:?}\n{}{stderr}",
                changes(&record.replace("\r\n", "\n"), &stdout)
            );
        }
    }
    insta::with_settings!({
        snapshot_path => "../../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("edit", all);
    });
}

/// Returns the lines that differ.
fn changes(before: &str, after: &str) -> String {
    let diff = similar::TextDiff::from_lines(before, after);
    let lines = diff
        .iter_all_changes()
        .filter(|change| change.tag() != similar::ChangeTag::Equal);
    lines.fold(String::new(), |mut text, change| {
        let _ = write!(text, "{}{}", change.tag(), change.value());
        text
    })
}

#[test]
fn edits_that_take_each_other_back_leave_the_bytes() {
    let scene = Scene::new(&[]);
    for record in [SGF, ISHI, SMARTGO] {
        for edit in [&["--mirror"][..], &["--swap-colors"], &["--rotate", "180"]] {
            let (status, once, stderr) = scene.edit(edit, record);
            assert_eq!(status, Some(0), "{stderr}");
            assert_ne!(once, record, "{edit:?}");
            let (_, twice, _) = scene.edit(edit, &once);
            let read = |text: &str| {
                ishi::read(text.as_bytes())
                    .expect("a record")
                    .games
                    .remove(0)
            };
            let found = ishi::compare::compare(&read(record), &read(&twice));
            assert!(found.is_same(), "{edit:?}: {:?}", found.differences);
            // Remarks and layout stay.
            let lines = |text: &str| {
                text.matches("REMARK  a remark\r\nB 1").count()
                    + text.matches(";FF[4]GM[1]SZ[9]  P").count()
            };
            assert_eq!(lines(record), lines(&twice), "{edit:?}");
        }
    }
}

#[test]
fn several_games_are_joined_and_sorted() {
    let scene = Scene::new(&[
        ("a.sgf", b"(;FF[4]DT[1990-05-12]PB[b];B[aa])"),
        (
            "b.sgf",
            b"(;FF[4]PB[x];W[aa])\n(;FF[4]DT[1847]PB[A];W[bb])\n",
        ),
        ("c.go", b"EVENT x\nB 1 C3\n"),
        ("d.sgf", "(;FF[4]PB[Größe];B[cc])".as_bytes()),
    ]);
    let (status, stdout, stderr) = scene.edit(
        &["--join", "--sort", "date", "-o", "-", "a.sgf", "b.sgf"],
        "",
    );
    assert_eq!((status, &*stderr), (Some(0), "2 files: 2 edited\n"));
    assert_eq!(
        stdout,
        "(;FF[4]DT[1847]PB[A];W[bb])\n(;FF[4]DT[1990-05-12]PB[b];B[aa])\n(;FF[4]PB[x];W[aa])\n"
    );
    let (_, stdout, _) = scene.edit(&["--sort", "black", "-o", "-", "b.sgf"], "");
    assert_eq!(stdout, "(;FF[4]DT[1847]PB[A];W[bb])\n(;FF[4]PB[x];W[aa])\n");
    let (status, stdout, _) = scene.edit(&["--join", "-o", "-", "a.sgf", "d.sgf"], "");
    assert_eq!(status, Some(0));
    assert!(
        stdout.ends_with("PB[b];B[aa])\n(;FF[4]PB[Größe];B[cc])\n"),
        "{stdout}"
    );
    let (status, stdout, stderr) = scene.edit(&["--join", "-o", "-", "a.sgf", "c.go"], "");
    assert_eq!((status, &*stdout), (Some(1), ""));
    assert!(
        stderr.starts_with("error: c.go: it is Ishi, and the records before it are SGF\n"),
        "{stderr}"
    );
}

#[test]
fn remarks_that_go_are_counted() {
    let scene = Scene::new(&[]);
    let record = "EVENT x\nBOARDSIZE 9\nB 1 C3\nREMARK one\nW 2 D4\nREMARK two\nB 3 E5\n";
    for (edit, warning) in [
        (&["--mirror"][..], ""),
        (
            &["--part", "2"],
            "warning: standard input: lost: 1 line of REMARK or USER, because the edit removed this part of the record, or wrote it again\n",
        ),
    ] {
        let (status, _, stderr) = scene.edit(edit, record);
        assert_eq!(status, Some(0));
        assert_eq!(stderr, format!("{warning}1 file: 1 edited\n"), "{edit:?}");
    }
}

#[test]
fn records_that_are_not_joined_are_not_counted_as_edited() {
    let scene = Scene::new(&[
        ("a.sgf", b"(;FF[4])"),
        ("b.go", b"EVENT\nB 1 C3\n"),
        ("j.sgf", b""),
    ]);
    for (inputs, counts) in [
        (["a.sgf", "b.go"], "2 files: 1 not joined, 1 failed\n"),
        (["a.sgf", "a.sgf"], "2 files: 2 failed\n"),
    ] {
        let (status, _, told) = scene.edit(&[&["--join", "-o", "j.sgf"], &inputs[..]].concat(), "");
        assert!(status == Some(1) && told.ends_with(counts), "{told}");
    }
}

#[test]
fn records_of_the_older_formats_are_joined_sorted_and_named() {
    for (ending, games) in [
        (
            "go",
            [
                "EVENT x\r\nBLACK  Berta\r\nB 1 C3\r\n",
                "EVENT y\r\nBLACK Anna\r\nREMARK  a\r\nB 1 D4\r\n",
            ],
        ),
        (
            "mgt",
            [
                "(;GaMe[1]PlayerBlack[Berta];Black[cc])\n",
                "(;GaMe[1] PlayerBlack[Anna];Black[dd])\n",
            ],
        ),
    ] {
        let names = ["1", "2"].map(|name| format!("{name}.{ending}"));
        let files = [0, 1].map(|number| (&*names[number], games[number].as_bytes()));
        let scene = Scene::new(&files);
        let inputs = [&*names[0], &*names[1]];
        let run = |edit: &[&str]| scene.edit(&[edit, &inputs].concat(), "");
        let (status, joined, _) = run(&["--join", "--sort", "black", "-o", "-"]);
        assert_eq!((status, joined), (Some(0), [games[1], games[0]].concat()));
        let (status, ..) = run(&["--name", "{black}", "-d", "named"]);
        assert_eq!(status, Some(0));
        for (name, game) in ["Berta", "Anna"].into_iter().zip(games) {
            assert_eq!(scene.read(&format!("named/{name}.{ending}")), game);
        }
    }
}

#[test]
fn new_letters_get_the_charset_that_the_record_names_or_utf8() {
    let scene = Scene::new(&[]);
    let run = |record: &str| {
        let (status, stdout, stderr) = scene.edit(&["--set", "event=Größe"], record);
        assert_eq!(status, Some(0), "{stderr}");
        stdout
    };
    let sgf = "(;CA[UTF-8]GM[1]FF[4]SZ[9] EV[x];B[aa])";
    assert_eq!(run(sgf), sgf.replace("EV[x]", "EV[Größe]"));
    let without_charset = run("(;GM[1]FF[4]SZ[9] EV[x];B[aa])");
    assert!(without_charset.contains("EV[Größe]"), "{without_charset}");
    let ishi = "EVENT x\r\nBOARDSIZE 9\r\nB 1 C3\r\n";
    assert_eq!(run(ishi), ishi.replace("EVENT x", "EVENT Größe"));
}

#[test]
fn a_source_that_is_named_twice_is_edited_once() {
    let before = "(;FF[4]GM[1]SZ[9];B[ca])";
    let scene = Scene::new(&[("a.sgf", before.as_bytes())]);
    let (status, ..) = scene.edit(&["--mirror", "--in-place", "a.sgf", "./a.sgf"], "");
    assert_eq!(status, Some(0));
    assert_eq!(scene.read("a.sgf"), before.replace("ca", "ga"));
}

#[test]
fn analysis_under_a_name_with_a_digit_goes_and_no_other_byte() {
    let scene = Scene::new(&[]);
    let record = "(;FF[4] GM[1]SZ[9] ;B[cc]LZ2[x] C[a];W[dd] LZ[y])";
    let (status, stdout, _) = scene.edit(&["--strip", "analysis"], record);
    let expected = "(;FF[4] GM[1]SZ[9] ;B[cc] C[a];W[dd])";
    assert_eq!((status, &*stdout), (Some(0), expected));
}

#[test]
fn header_lines_that_nobody_read_are_no_comment() {
    let scene = Scene::new(&[]);
    let record = "EVENT x\r\nBOARDSIZE 9\r\nKOMI weird\r\nB 1 C3\r\nCOM\r\ngood\r\nENDCOM\r\n";
    let (status, stdout, stderr) = scene.edit(&["--strip", "comments"], record);
    let expected = "EVENT x\r\nBOARDSIZE 9\r\nKOMI weird\r\nB 1 C3\r\n";
    assert_eq!((status, &*stdout), (Some(0), expected));
    assert_eq!(stderr, "1 file: 1 edited; removed 1 C\n");
}

#[test]
fn all_marks_of_ff_3_turn_with_the_board() {
    let record = "(;FF[3]GM[1]SZ[9]LB[ab:1]CR[cb]SL[db];B[ee])\n";
    let scene = Scene::new(&[("a.sgf", record.as_bytes())]);
    let (status, stdout, _) = scene.edit(&["--mirror", "-o", "-", "a.sgf"], "");
    let mirrored = "(;FF[3]GM[1]SZ[9]LB[ib:1]CR[gb]SL[fb];B[ee])\n";
    assert_eq!((status, &*stdout), (Some(0), mirrored));
}
