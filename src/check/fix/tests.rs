use std::io::Cursor;

use super::*;
use crate::edit::apply_bytes;
use crate::format::charset::Charset;
use crate::source::SourceOptions;

mod kept;
mod tables;

fn guesses() -> Choice {
    Choice {
        guesses: true,
        ..Choice::default()
    }
}

fn fixes_of(text: &str, choice: &Choice) -> Vec<Fix> {
    let mut source = Source::open(Cursor::new(text.as_bytes()), SourceOptions::default()).unwrap();
    fixes(&mut source, choice).unwrap()
}

fn fixed(text: &str, choice: &Choice) -> String {
    let edits: Vec<_> = fixes_of(text, choice)
        .into_iter()
        .map(|fix| fix.edit)
        .collect();
    String::from_utf8(apply_bytes(text.as_bytes(), &edits)).unwrap()
}

#[test]
fn words_that_a_person_wrote_stay() {
    let before = "EVENT\nREMARK old\nB 1 C3 and so on\nREMARK r\nW 1 D4\nCOM\nx\nENDCOM\n";
    let after = "EVENT\nREMARK old\nB 1 C3 and so on\nREMARK r\nW 2 D4\nCOM\nx\nENDCOM\n";
    assert_eq!(fixed(before, &guesses()), after);
    // The words belong to a line whose number would change.
    let before = "EVENT\nB 1 C3\nW 1 D4\nB 2 E5 or so\n";
    assert_eq!(fixed(before, &Choice::default()), before);
}

#[test]
fn a_fix_that_another_one_makes_possible_is_made_too() {
    let before = "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p]PW[Otake 9p]WR[];B[aa])";
    let after = "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p]PW[Otake]WR[9p];B[aa])";
    assert_eq!(fixed(before, &guesses()), after);
    assert_eq!(fixes_of(after, &guesses()), []);
}

#[test]
fn an_overtime_takes_the_place_of_an_empty_one() {
    let before = "(;FF[4]GM[1]SZ[9]TM[5:00:00(5x1:00)]OT[];B[aa])";
    let after = "(;FF[4]GM[1]SZ[9]TM[18000]OT[5x60 byo-yomi];B[aa])";
    assert_eq!(fixed(before, &guesses()), after);
    assert_eq!(fixes_of(after, &guesses()), []);
}

#[test]
fn a_handicap_becomes_the_number_of_stones_before_a_move_of_white() {
    let before = "(;FF[4]GM[1]SZ[9]HA[2]AB[ad][bc][ca];B[aa];AB[ee];W[gg])";
    assert_eq!(fixed(before, &guesses()), before.replace("HA[2]", "HA[4]"));
}

#[test]
fn points_of_rectangles_that_overlap_are_named_once() {
    let before = "(;FF[4]GM[1]SZ[9]DD[aa:bb][bb:cc])";
    let after = "(;FF[4]GM[1]SZ[9]DD[aa:bb][cb][bc][cc])";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn points_that_are_named_once_keep_their_order() {
    let before = "(;FF[4]GM[1]SZ[9]DD[ee][aa:bb][dd][ee])";
    let after = "(;FF[4]GM[1]SZ[9]DD[ee][aa:bb][dd])";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn two_stones_on_usual_points_are_a_handicap() {
    for (size, stones, is_safe) in [
        (19, "AB[dd][pp]", true),
        (19, "AB[dj][pj]", true),
        (19, "AB[dd][pq]", false),
        (18, "AB[dd][oo]", true),
        (18, "AB[dd][di]", false),
    ] {
        let before = format!("(;FF[4]GM[1]SZ[{size}]{stones};W[aa])");
        let after = format!("(;FF[4]GM[1]SZ[{size}]HA[2]{stones};W[aa])");
        assert_eq!(fixed(&before, &guesses()), after);
        let expected = if is_safe { after } else { before.clone() };
        assert_eq!(fixed(&before, &Choice::default()), expected);
    }
    // One stone is no handicap.
    let one = "(;FF[4]GM[1]SZ[19]HA[2]AB[dd];W[aa])";
    assert_eq!(fixed(one, &guesses()), one);
}

#[test]
fn a_number_that_falls_is_a_guess() {
    let before = "EVENT\nBOARDSIZE 9\nB 5 A1\nW 2 B1\n";
    assert_eq!(fixed(before, &Choice::default()), before);
    assert_eq!(fixed(before, &guesses()), before.replace("B 5", "B 1"));
    let before = "EVENT\nBOARDSIZE 9\nB 5 A1\nW 6 B1\nB 2 C1\n";
    assert_eq!(fixed(before, &Choice::default()), before);
    assert_eq!(fixed(before, &guesses()), before.replace("B 2", "B 7"));
}

#[test]
fn a_root_property_in_mid_tree_with_another_value_stays() {
    let before = "(;FF[4]GM[1]SZ[9]ST[0];B[aa]ST[1];W[bb]ST[0])";
    let after = "(;FF[4]GM[1]SZ[9]ST[0];B[aa]ST[1];W[bb])";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn no_fix_divides_a_node() {
    // Setup and a move are two nodes, so the canonical form of AB would move all other properties too.
    let before = "(;AB[ a a ]FF[1]GM[1]SZ[9]B[cc];W[dd])";
    assert_eq!(fixed(before, &Choice::default()), before);
}

#[test]
fn a_fix_of_two_values_is_made_in_both_or_in_neither() {
    // The letters of the date alone tell the charset, so its fix is left out, and with it all of the komi next to it.
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let text = "(;GM[1]SZ[9]AP[foxwq]RU[Chinese]DT[2020年5月7日]KM[375]PB[x]KM[375];B[aa])";
    let bytes = gb18030.encode(text).unwrap();
    let found = fixes_in(&bytes, None, &Choice::default());
    let komi = found.iter().filter(|fix| fix.before.contains("KM"));
    assert!(matches!(komi.count(), 0 | 2), "{found:?}");
}

#[test]
fn a_line_that_is_joined_with_the_line_below_leaves_no_half_of_it() {
    let before = "EVENT\nB\nOARDSIZE 9\nB 1 C3\nW 2\n C4 \nB 3 D4 W 4\nE5\n";
    let after = "EVENT\nBOARDSIZE 9\nB 1 C3\nW 2 C4 \nB 3 D4\nW 4 E5\n";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn a_move_off_the_board_never_becomes_a_pass() {
    for point in ["A7", "A3"] {
        let before = format!("EVENT\nBOARDSIZE 3\nW 11 A2 B 2 {point}\n");
        let after = before.replace(" B 2", "\nB 2");
        assert_eq!(fixed(&before, &Choice::default()), after);
    }
}

/// Returns the fixes of a record in a charset that a user names.
fn fixes_in(bytes: &[u8], charset: Option<Charset>, choice: &Choice) -> Vec<Fix> {
    let options = SourceOptions {
        charset,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).unwrap();
    fixes(&mut source, choice).unwrap()
}

#[test]
fn a_record_whose_charset_is_told_becomes_utf8() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let before = "(;FF[4]GM[1]SZ[9]PB[王小明]KM[6.5目]\n;B[aa]C[好棋])";
    let after = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明]KM[6.5]\n;B[aa]C[好棋])";
    let bytes = gb18030.encode(before).unwrap();
    let found = fixes_in(&bytes, Some(gb18030), &Choice::default());
    let edits: Vec<_> = found.iter().map(|fix| fix.edit.clone()).collect();
    assert_eq!(apply_bytes(&bytes, &edits), after.as_bytes());
    let again = fixes_in(after.as_bytes(), None, &Choice::default());
    assert_eq!(again, []);
    let named = before.replace("SZ[9]", "SZ[9]CA[GB18030]");
    let named = gb18030.encode(&named).unwrap();
    let found = fixes_in(&named, Some(gb18030), &Choice::default());
    let words: Vec<_> = found.iter().map(|fix| &*fix.after).collect();
    assert_eq!(words, ["KM[6.5]"]);
}

#[test]
fn each_game_becomes_utf8_by_fixes_of_its_own_text() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let text = "(;FF[4]GM[1]PB[王];B[aa])\n(;FF[4]GM[1]PB[李]KM[6,5]\nC[好];B[aa])";
    let bytes = gb18030.encode(text).unwrap();
    let found = fixes_in(&bytes, Some(gb18030), &Choice::default());
    let summary: Vec<_> = found
        .iter()
        .map(|fix| (fix.game, fix.line, &*fix.what, &*fix.before, &*fix.after))
        .collect();
    assert_eq!(
        summary,
        [
            (1, 1, "CA", "", "CA[UTF-8]"),
            (1, 1, "CA", "王", "王"),
            (2, 2, "CA", "", "CA[UTF-8]"),
            (2, 2, "CA", "李", "李"),
            (2, 2, "KM", "KM[6,5]", "KM[6.5]"),
            (2, 3, "CA", "好", "好"),
        ]
    );
    assert!(found.iter().all(|fix| fix.is_safe));
}

#[test]
fn letters_before_a_game_become_utf8_too() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let bytes = gb18030
        .encode("王 (;FF[4]GM[1]SZ[9]PB[王小明];B[aa])")
        .unwrap();
    let found = fixes_in(&bytes, Some(gb18030), &Choice::default());
    let edits: Vec<_> = found.into_iter().map(|fix| fix.edit).collect();
    let after = "王 (;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明];B[aa])";
    let mended = apply_bytes(&bytes, &edits);
    assert_eq!(String::from_utf8_lossy(&mended), after);
}

#[test]
fn no_game_becomes_utf8_after_one_that_cannot() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let game = "(;FF[4]GM[1]SZ[9]PB[王小明];B[aa])";
    // Only FF[4] has CA.
    let text = format!("{game}{}{game}", game.replace("FF[4]", ""));
    let bytes = gb18030.encode(&text).unwrap();
    assert_eq!(fixes_in(&bytes, Some(gb18030), &Choice::default()), []);
}

#[test]
fn a_guess_at_the_charset_is_a_guess() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let text = "(;FF[4]GM[1]SZ[9]PB[王小明]PW[李世石]C[这盘棋下得很好，黑棋中盘胜。])";
    let bytes = gb18030.encode(text).unwrap();
    assert_eq!(fixes_in(&bytes, None, &Choice::default()), []);
    let found = fixes_in(&bytes, None, &guesses());
    assert!(found.iter().all(|fix| !fix.is_safe) && !found.is_empty());
    let edits: Vec<_> = found.iter().map(|fix| fix.edit.clone()).collect();
    let after = text.replace("GM[1]", "GM[1]CA[UTF-8]");
    assert_eq!(apply_bytes(&bytes, &edits), after.as_bytes());
}

#[test]
fn a_guess_among_several_charsets_is_no_fix() {
    let euc_jp = Charset::from_label("euc-jp").unwrap();
    for text in [
        "(;FF[4]GM[1]SZ[9]PB[CGI]BR[9段])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[CGI]BR[9段])",
    ] {
        let bytes = euc_jp.encode(text).unwrap();
        assert_eq!(fixes_in(&bytes, None, &guesses()), []);
        assert_ne!(fixes_in(&bytes, Some(euc_jp), &Choice::default()), []);
    }
}

#[test]
fn an_empty_value_takes_no_other_value_of_its_name_away() {
    let text = "(;FF[4]GM[1]SZ[9];B[aa]N[]N[x])";
    assert_eq!(fixed(text, &Choice::default()), text);
    let empty = fixed("(;FF[4]GM[1]SZ[9]GN[][])", &Choice::default());
    assert_eq!(empty, "(;FF[4]GM[1]SZ[9])");
}

#[test]
fn a_number_stays_if_a_label_repeats_it() {
    let text = "EVENT\nBOARDSIZE 19\nB 12 Q3\nB 11 R5\nB 12 R8\nMARK #12\n";
    assert_eq!(fixed(text, &guesses()), text);
}

#[test]
fn a_fix_takes_away_no_word_that_tells_the_charset() {
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let text = "(;FF[4]GM[1]SZ[9]PB[王小明]RE[黑中盘胜]C[这盘棋])";
    let bytes = gb18030.encode(text).unwrap();
    let found = fixes_in(&bytes, None, &Choice::default());
    let edits: Vec<_> = found.iter().map(|fix| fix.edit.clone()).collect();
    let mended = apply_bytes(&bytes, &edits);
    let source = Source::open(Cursor::new(mended), SourceOptions::default()).unwrap();
    assert_eq!(source.charset(), gb18030);
}

#[test]
fn the_only_size_and_the_only_kind_of_a_game_stay_in_mid_tree() {
    let text = "(;FF[4];B[aa]SZ[19]GM[1])";
    assert_eq!(fixed(text, &guesses()), text);
    let text = "(;FF[4]GM[1]SZ[19];B[aa]SZ[19]GM[1])";
    assert_eq!(fixed(text, &guesses()), "(;FF[4]GM[1]SZ[19];B[aa])");
}

#[test]
fn the_file_format_in_mid_tree_stays() {
    let text = "(;FF[4]GM[1]SZ[9]B[aa];FF[4]W[bb])";
    assert_eq!(fixed(text, &guesses()), text);
    let text = "(;ST[1]FF[1]GM[1]SZ[9]B[aa];FF[4]W[bb])";
    let after = "(;ST[1]FF[4]GM[1]SZ[9]B[aa];FF[4]W[bb])";
    assert_eq!(fixed(text, &guesses()), after);
}

#[test]
fn a_property_with_two_values_is_mended_in_one_run() {
    let text = "(;FF[4]GM[1]SZ[9]RE[黑中盘胜]RE[B+R];B[aa])";
    let after = "(;FF[4]GM[1]CA[UTF-8]SZ[9]RE[B+R];B[aa])";
    assert_eq!(fixed(text, &Choice::default()), after);
    let gb18030 = Charset::from_label("gb18030").unwrap();
    let found = fixes_in(
        &gb18030.encode(text).unwrap(),
        Some(gb18030),
        &Choice::default(),
    );
    let changes: Vec<_> = found
        .iter()
        .map(|fix| (&*fix.before, &*fix.after))
        .collect();
    assert_eq!(changes, [("RE[黑中盘胜]RE[B+R]", "RE[B+R]")]);
}

#[test]
fn a_komi_is_mended_with_the_result_that_proves_it() {
    let text = "(;FF[4]GM[1]CA[UTF-8]RU[Chinese]KM[375]RE[W+12.75点])";
    let after = "(;FF[4]GM[1]CA[UTF-8]RU[Chinese]KM[7.5]RE[W+12.75])";
    assert_eq!(fixed(text, &Choice::default()), after);
}

#[test]
fn a_number_stays_if_a_later_one_would_fall() {
    let text = "EVENT\nB 1 A1\nW 2 B1\nB 3 C1\nW 1 D1\nB 3 E1\n";
    let found = fixes_of(text, &Choice::default());
    assert!(found.iter().all(|fix| fix.before != "W 1 D1"), "{found:?}");
    // As `B 3`, the second move would repeat the number of the third.
    let text = "EVENT\nBOARDSIZE 2\nW 2 A2\nB 1 A2\nB 3 A2\nB 4 A2\n";
    assert_eq!(fixes_of(text, &guesses()), []);
}

#[test]
fn an_added_end_of_a_variation_names_its_rule() {
    let text = "EVENT\nB 1 C3\nVAR\nB 1 D4\nW 2 E5\nVAR\nW 2 F6\n";
    let found = fixes_of(text, &Choice::default());
    let codes: Vec<_> = found[0].rules.iter().map(|rule| rule.code).collect();
    assert_eq!(
        (&*found[0].after, &*codes),
        ("ENDVAR\nENDVAR", &["I020"][..])
    );
}

#[test]
fn a_newer_file_format_is_a_guess_that_changes_nothing_else() {
    let text = "(;FF[3]GM[1]SZ[9]AP[x:1];B[aa])";
    assert_eq!(fixed(text, &Choice::default()), text);
    assert_eq!(fixed(text, &guesses()), text.replace("FF[3]", "FF[4]"));
    let games = format!("{text}\n{text}");
    let found = fixes_of(&games, &guesses());
    let words: Vec<_> = found
        .iter()
        .map(|fix| (fix.game, fix.line, &*fix.before, &*fix.after))
        .collect();
    assert_eq!(words, [(1, 1, "FF[3]", "FF[4]"), (2, 2, "FF[3]", "FF[4]")]);
    // The letters and the time limit have another meaning in FF[4], and one of two games stays.
    for text in [
        "(;FF[3]GM[1]SZ[9]AP[x:1];B[aa]L[bb])",
        "(;FF[1]GM[1]SZ[9]OT[x]TM[30];B[aa]M[bb])",
        "(;FF[3]GM[1]SZ[9]AP[x:1];B[aa])(;FF[3]GM[1]SZ[9];B[aa])",
    ] {
        assert_eq!(fixed(text, &guesses()), text);
    }
}

#[test]
fn a_game_that_may_not_be_go_gets_no_kind() {
    let twixt = "(;FF[4]EV[twixt]PB[a]PW[b]SZ[24];B[dd];W[th])";
    assert_eq!(fixed(twixt, &Choice::default()), twixt);
    for named in ["gm[1]", "GaMe[1]"] {
        let text = format!("(;FF[4]{named}KM[6.5];B[dd])");
        assert_eq!(fixed(&text, &Choice::default()), text);
    }
}

#[test]
fn a_board_that_may_be_smaller_gets_no_size() {
    let text = "EVENT\nB 1 C3\nW 2 N13\n";
    assert_eq!(fixed(text, &Choice::default()), text);
    let far = "EVENT\nB 1 C3\nW 2 O13\n";
    assert_eq!(
        fixed(far, &Choice::default()),
        far.replace("EVENT\n", "EVENT\nBOARDSIZE 19\n")
    );
}

#[test]
fn a_handicap_of_ishi_needs_no_stones() {
    let text = "EVENT\nHANDICAP 2\nW 1 C3\n";
    assert_eq!(fixed(text, &guesses()), text);
}

#[test]
fn a_later_line_that_gets_another_number_names_the_rule_of_numbers() {
    let text = "EVENT\nBOARDSIZE 9\nB 1 A2\nB 1 A1\nB 2 B2\nDIAGRAM\nW 3 D4\n";
    let found = fixes_of(text, &guesses());
    let last = found.last().expect("a fix");
    let codes: Vec<_> = last.rules.iter().map(|rule| rule.code).collect();
    assert_eq!((&*last.after, &*codes), ("W 4 D4", &["I049"][..]));
}

#[test]
fn a_damaged_record_keeps_its_games() {
    // The empty EV tells that a game starts. Without it, the node would belong to the first game, unless the surplus
    // parenthesis is removed too.
    let before = "(;FF[4]GM[1]SZ[9];B[aa])\n(;EV[]B[bb]))\n";
    let only = Choice {
        rules: vec!["B060".to_owned()],
        ..Choice::default()
    };
    assert_eq!(fixed(before, &only), before);
    let after = "(;FF[4]GM[1]SZ[9];B[aa])\n(;B[bb])\n";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn a_list_beside_an_unreadable_one_keeps_its_line_ends() {
    let before = "(;FF[1]GM[1]SZ[9];M[?]M[ib][ah]\n[fh])\n";
    assert_eq!(fixed(before, &Choice::default()), before);
}

#[test]
fn a_record_with_both_forms_of_the_euro_becomes_utf8() {
    // The charset is not UTF-8, and `A2 E3` and `80` are the euro.
    let record =
        b"(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[\xBA\xDA\xC6\xE5]C[\xA2\xE3\x80\xBA\xC3\xC6\xE5]N[])";
    let mut source = Source::open(Cursor::new(record), SourceOptions::default()).unwrap();
    let fixes = fixes(&mut source, &guesses()).unwrap();
    let after = String::from_utf8(mended(&mut source, &fixes).unwrap()).unwrap();
    assert_eq!(after, "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[黑棋]C[€€好棋])");
}

#[test]
fn a_fix_is_left_out_with_all_of_its_changes() {
    // Without the letter after 6.5, the charset of the record would be another one.
    let record = b"(; CR[aa][aa]  KM[6.5\xC4\xBF]  PB[J\x810\x822rg]  CR[aa][aa]  KM[6,5] FF[4]GM[1]CA[UTF-8]SZ[2]\nB[aa])";
    let mut source = Source::open(Cursor::new(record), SourceOptions::default()).unwrap();
    let found = fixes(&mut source, &guesses()).unwrap();
    assert_eq!(
        found.iter().map(|fix| &*fix.what).collect::<Vec<_>>(),
        ["CR", "CR"]
    );
}

#[test]
fn a_fix_that_would_make_an_error_is_left_out_and_the_others_are_made() {
    // A move is on a usual point of the handicap stones.
    let before = "(;GM[1]FF[4]SZ[19]HA[2]GN[]RU[japanese];W[dp];B[pd])";
    let after = before.replace("GN[]RU[japanese]", "RU[Japanese]");
    assert_eq!(fixed(before, &guesses()), after);
    assert_eq!(fixes_of(&after, &guesses()), []);
}
