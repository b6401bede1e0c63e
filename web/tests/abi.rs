//! The C interface as a caller on the other side uses it.

use ishi_web::{
    allocate, free, ishi_check, ishi_convert, ishi_edit, ishi_mend, ishi_open, ishi_read,
    ishi_sheet, ishi_show, ishi_texts, ishi_tree, ishi_unpack,
};
use serde_json::{Value, json};

type OfOpen = unsafe extern "C" fn(*const u8, usize) -> *mut u8;
type Function = unsafe extern "C" fn(*const u8, usize, *const u8, usize) -> *mut u8;

/// Puts bytes into memory of the module.
fn put(bytes: &[u8]) -> (*mut u8, usize) {
    let start = allocate(bytes.len());
    if !start.is_null() {
        // SAFETY: the memory is new, and as large as the bytes.
        unsafe { start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }
    (start, bytes.len())
}

/// Takes an answer out of memory and frees it.
fn take(answer: *mut u8) -> (Value, Vec<u8>) {
    assert!(!answer.is_null());
    // SAFETY: an answer starts with both sizes, and has as many bytes.
    unsafe {
        let size = |at: usize| {
            let bytes = std::slice::from_raw_parts(answer.add(at), 4);
            u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize
        };
        let (json, result) = (size(0), size(4));
        let all = std::slice::from_raw_parts(answer, 8 + json + result).to_vec();
        free(answer, all.len());
        let json = serde_json::from_slice(&all[8..8 + json]).expect("JSON");
        (json, all[all.len() - result..].to_vec())
    }
}

fn call(function: Function, options: &Value, record: &[u8]) -> (Value, Vec<u8>) {
    let (options, options_size) = put(options.to_string().as_bytes());
    let (record, record_size) = put(record);
    // SAFETY: both were allocated above with these sizes.
    let answer = take(unsafe { function(options, options_size, record, record_size) });
    // SAFETY: as above, and they have not been freed.
    unsafe {
        free(options, options_size);
        free(record, record_size);
    }
    answer
}

/// Calls a function that works on the open record.
fn ask(function: OfOpen, options: &Value) -> (Value, Vec<u8>) {
    let (options, size) = put(options.to_string().as_bytes());
    // SAFETY: the options were allocated above with this size.
    let answer = take(unsafe { function(options, size) });
    // SAFETY: as above, and they have not been freed.
    unsafe { free(options, size) };
    answer
}

fn show(options: &Value) -> Value {
    ask(ishi_show, options).0
}

const RECORD: &[u8] =
    b"EVENT\nBLACK Anna\nREMARK old\nB 1 Q16\nVAR\nB 1 D4\nENDVAR\nW 2 D16\nDIAGRAM\n";

#[test]
fn results_are_those_of_the_library() {
    for to in [ishi::Format::Sgf, ishi::Format::Ishi, ishi::Format::SmartGo] {
        let (report, result) = call(ishi_convert, &json!({"to": to.name()}), RECORD);
        assert_eq!(report["status"], "verified", "{report}");
        assert_eq!(result, ishi::convert(RECORD, to).expect("a record"));
    }
    let (report, _) = call(ishi_convert, &json!({"name": "a.go"}), RECORD);
    assert_eq!(report["summary"]["properties"]["PB"], "Anna");
    assert_eq!(report["ending"], "sgf");
    // Ishi has no property for a good move and for territory.
    let record = b"(;FF[4]SZ[9]\n;B[aa]TE[1]\n;W[bb]TB[cc])";
    let (report, _) = call(ishi_convert, &json!({"to": "ishi"}), record);
    assert_eq!(report["items"][1]["line"], 3, "{report}");
}

#[test]
fn what_cannot_be_done_has_a_status_and_no_result() {
    let (report, result) = call(ishi_convert, &json!({}), b"Dear Anna");
    assert_eq!(
        (&report["status"], result.len()),
        (&json!("not-a-record"), 0)
    );
    let chess = b"(;FF[4]GM[3])";
    let (report, result) = call(ishi_convert, &json!({"to": "ishi"}), chess);
    assert_eq!((&report["status"], result.len()), (&json!("refused"), 0));
    let (report, _) = call(ishi_check, &json!({}), b"");
    assert!(
        report["message"].is_string() || report["games"] == 0,
        "{report}"
    );
    for options in [json!({"to": "pdf"}), json!({"colour": "red"}), json!([])] {
        let (report, _) = call(ishi_convert, &options, RECORD);
        assert!(report["error"].is_string(), "{report}");
    }
}

#[test]
fn a_record_is_opened_and_walked() {
    let (opened, _) = call(ishi_open, &json!({}), RECORD);
    assert_eq!(opened["count"], 1);
    let shown = show(&json!({"game": 1, "at": "2"}));
    assert_eq!(shown["move"], "White D16");
    assert!(
        shown["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    let line = shown["line"].as_array().expect("a line");
    let first = show(&json!({"node": line[1]}));
    assert_eq!(
        first["variations"].as_array().map(Vec::len),
        Some(2),
        "{first}"
    );
    assert_eq!(show(&json!({"diagram": 1}))["drawn_as_diagram"], true);
    assert!(show(&json!({"diagram": 9}))["error"].is_string());
    assert!(show(&json!({"at": "99"}))["error"].is_string());
    let (opened, _) = call(ishi_open, &json!({}), b"Dear Anna");
    assert!(opened["error"].is_string());
    assert_eq!(show(&json!({}))["error"], "no record is open");
}

#[test]
fn a_problem_hides_its_next_moves_and_tells_right_from_wrong() {
    let record = b"(;FF[4]SZ[9]AB[cc]AW[dd]LB[ee:A](;B[ee]TE[2])(;B[ff]BM[1])(;B[gg]C[Correct.])(;B[hh]C[so]))";
    let (opened, _) = call(ishi_open, &json!({}), record);
    assert_eq!(opened["count"], 1);
    let ghosts = |options: &Value| {
        let svg = show(options)["svg"].as_str().unwrap_or_default().to_owned();
        svg.matches("stroke-dasharray").count()
    };
    assert_eq!(ghosts(&json!({"unanswered": true})), 0);
    assert_eq!(ghosts(&json!({})), 1);
    let start = show(&json!({"unanswered": true}));
    assert_eq!([&start["problem"], &start["lettered"]], [true, false]);
    assert_eq!(start["points"].as_array().map(Vec::len), Some(4));
    assert_eq!(start["grid"], json!([40.0, 40.0, 40.0, 0, 0, 9, 9]));
    let judged = [1, 2, 3, 4].map(|node| show(&json!({"node": node}))["judged"].clone());
    assert_eq!(
        judged,
        [json!("right"), json!("wrong"), json!("right"), json!(null)]
    );
    // A game from a position that was set up has players.
    let game = b"(;FF[4]SZ[9]PB[Anna]AB[cc]AW[dd](;B[ee])(;B[ff]))";
    let (opened, _) = call(ishi_open, &json!({}), game);
    assert_eq!(opened["count"], 1);
    assert_eq!(ghosts(&json!({"unanswered": true})), 1);
}

#[test]
fn a_conversion_tells_all_games_for_a_list() {
    let record = b"(;FF[4]SZ[9]PB[Anna]PW[Bert]RE[B+R];B[ee]C[slack])(;FF[4]SZ[9]EV[Cup])";
    let (report, _) = call(ishi_convert, &json!({"rows": true}), record);
    let expected = json!([
        ["Anna \u{2013} Bert", [null, "B+R", null, null], "slack\n"],
        ["Cup", [null, null, "Cup", null], ""],
    ]);
    assert_eq!(report["rows"], expected);
    assert!(call(ishi_convert, &json!({}), record).0["rows"].is_null());
}

#[test]
fn numbers_are_on_the_moves_that_are_wanted() {
    let (opened, _) = call(ishi_open, &json!({}), b"(;FF[4]SZ[9];B[aa];W[bb];B[cc])");
    assert_eq!(opened["count"], 1);
    for (numbers, shown) in [
        (json!(2), "2 3"),
        (json!([1, 2]), "1 2"),
        (json!(false), ""),
    ] {
        let svg = show(&json!({"numbers": numbers, "bare": true}))["svg"].to_string();
        let texts = svg
            .split("</text>")
            .filter_map(|part| part.rsplit('>').next());
        let digits: Vec<_> = texts.filter(|text| text.parse::<u32>().is_ok()).collect();
        assert_eq!(digits.join(" "), shown);
    }
}

#[test]
fn a_board_is_drawn_as_it_is_wanted() {
    let record = b"(;FF[4]SZ[9]RE[B+R];B[ba];W[aa](;B[ab])(;B[cc]LB[dd:a longer label]))";
    let (opened, _) = call(ishi_open, &json!({}), record);
    let words = &opened["games"][0]["words"];
    assert_eq!(*words, json!([["Result", "Black won by resignation"]]));
    let opening = show(&json!({}));
    assert_eq!([&opening["node"], &opening["takes"]], [0, 0]);
    let end = show(&json!({"at": "3"}));
    assert_eq!([&end["node"], &end["takes"]], [3, 1]);
    let svg = |options: &Value| show(options)["svg"].as_str().unwrap_or_default().to_owned();
    assert!(svg(&json!({"style": "wood"})).contains("ishi-wood"));
    assert!(!svg(&json!({})).contains("ishi-wood"));
    assert!(svg(&json!({"numbers": true})).contains(">3</text>"));
    assert!(!svg(&json!({"bare": true})).contains("<text"));
    assert_eq!(
        show(&json!({"style": "glass"}))["error"],
        "options: `style` cannot be \"glass\""
    );
    let before = show(&json!({"at": "2"}));
    let points: Vec<_> = before["points"].as_array().into_iter().flatten().collect();
    assert_eq!(points.len(), 2, "{before}");
    assert_eq!(points[1]["node"], 4);
    assert_eq!(
        show(&json!({"node": 4}))["notes"],
        json!(["D6: a longer label"])
    );
}

#[test]
fn a_tree_is_told_in_numbers() {
    call(
        ishi_open,
        &json!({}),
        b"(;FF[4]SZ[9];B[ba]C[so](;W[aa])(;W[bb];B[cc]))",
    );
    let (told, bytes) = ask(ishi_tree, &json!({"node": 1, "folded": true}));
    assert_eq!(told["nodes"], 5);
    let numbers: Vec<_> = bytes[..100]
        .chunks(4)
        .map(|number| i32::from_le_bytes(number.try_into().expect("four bytes")))
        .collect();
    let (ids, columns, rows) = ([0, 1, 2, 3, 4], [0, 1, 2, 2, 3], [0, 0, 0, 1, 1]);
    let (parents, folded) = ([-1, 0, 1, 1, 3], [0; 5]);
    assert_eq!(numbers, [ids, columns, rows, parents, folded].concat());
    assert_eq!(bytes[100..], [0, 1 + 8, 2, 2, 1]);
    // A folded node is not in the list.
    let (told, bytes) = ask(ishi_tree, &json!({"node": 0, "folded": true}));
    assert_eq!((&told["nodes"], bytes.len()), (&json!(3), 3 * 21));
    let (told, _) = ask(ishi_tree, &json!({"node": 9}));
    assert_eq!(told["error"], "there is no node 9");
}

/// Sets texts, and returns the changes and the record after them.
fn edit(options: &Value, record: &[u8]) -> (Value, String) {
    let (told, result) = call(ishi_edit, options, record);
    (told, String::from_utf8(result).expect("text"))
}

#[test]
fn a_text_is_set_and_every_other_byte_stays() {
    let record = b"( ;FF[4]GM[1] PB[Ana]\nPW[Bert];B[aa] C[so]\n(;W[ b b]) (;W[cc]))";
    call(ishi_open, &json!({}), record);
    let (texts, _) = ask(ishi_texts, &json!({"node": 1}));
    assert_eq!(texts, json!({"PB": "Ana", "PW": "Bert", "C": "so"}));
    let set = json!({"PB": "Anna", "C": "so\nit is", "RE": "Black wins by resignation"});
    let (told, after) = edit(&json!({"node": 1, "set": set}), record);
    let expected =
        "( ;FF[4]GM[1] PB[Anna]\nPW[Bert]\nRE[B+R];B[aa] C[so\nit is]\n(;W[ b b]) (;W[cc]))";
    assert_eq!(after, expected, "{told}");
    let change = json!({"line": 1, "before": "PB[Ana]", "after": "PB[Anna]"});
    assert_eq!((&told["count"], &told["changes"][0]), (&json!(3), &change));
    let (_, after) = edit(&json!({"set": {"PW": ""}}), record);
    assert!(
        !after.contains("Bert") && after.contains("PB[Ana]"),
        "{after}"
    );
    let (told, _) = edit(&json!({"set": {"KM": "six"}}), record);
    assert_eq!(
        told["error"],
        "KM: \"six\" is not a value; expected a decimal number"
    );
    let (told, _) = edit(&json!({"set": {"hello": "six"}}), record);
    assert!(told["error"].is_string());
}

#[test]
fn a_rank_is_set_where_the_format_has_it() {
    for (record, expected) in [
        (
            "EVENT\r\nBLACK  Ana\r\nB 1 Q16\r\n",
            "EVENT\r\nBLACK Ana 5-kyu\r\nB 1 Q16\r\n",
        ),
        (
            "(;FF[4]SZ[9]PB[Ana] BR[6k];B[aa])",
            "(;FF[4]SZ[9]PB[Ana] BR[5k];B[aa])",
        ),
        (
            "(;GaMe[1]SiZe[9]PlayerBlack[Ana];B[aa])",
            "(;GaMe[1]SiZe[9]PlayerBlack[Ana]BR[5k];B[aa])",
        ),
    ] {
        let (told, after) = edit(&json!({"set": {"BR": "5k"}}), record.as_bytes());
        // A new property may stand on a new line.
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(words(&after), words(expected), "{told}");
        call(ishi_open, &json!({}), after.as_bytes());
        let (texts, _) = ask(ishi_texts, &json!({}));
        assert_eq!((&texts["PB"], &texts["BR"]), (&json!("Ana"), &json!("5k")));
    }
}

#[test]
fn a_name_in_other_letters_is_set_in_each_format() {
    for (record, last) in [
        ("EVENT\r\nBLACK Ana\r\nB 1 Q16\r\n", "B 1 Q16"),
        (
            "(;FF[4]SZ[9]PB[Ana];B[aa])",
            "(;FF[4]SZ[9]PB[M\u{fc}ller];B[aa])",
        ),
        (
            "(;GaMe[1]SiZe[9]PlayerBlack[Ana];B[aa])",
            "(;GaMe[1]SiZe[9]PB[M\u{fc}ller];B[aa])",
        ),
    ] {
        let name = "M\u{fc}ller";
        let (told, after) = edit(&json!({"set": {"PB": name}}), record.as_bytes());
        call(ishi_open, &json!({}), after.as_bytes());
        assert_eq!(ask(ishi_texts, &json!({})).0["PB"], name, "{told}");
        assert_eq!(after.lines().last(), Some(last));
    }
    let korean = json!({"encoding": "euc-kr", "set": {"PB": "M\u{fc}ller"}});
    let (told, _) = edit(
        &korean,
        b"(;FF[4]GM[1]SZ[19]PB[\xc0\xcc\xc3\xa2\xc8\xa3];B[dp])",
    );
    let why = told["error"].as_str().unwrap_or_default();
    assert!(
        why.starts_with("euc-kr does not have the character"),
        "{told}"
    );
}

#[test]
fn findings_are_mended_one_rule_at_a_time() {
    let record = b"(;FF[4]GM[1]SZ[19]AP[foxwq]RU[Chinese]KM[375]PC[Ulm]GN[];B[pd])";
    let (all, _) = call(ishi_mend, &json!({"guesses": true}), record);
    assert_eq!(all["count"], 2, "{all}");
    let (told, after) = call(ishi_mend, &json!({"rules": ["B036"]}), record);
    let change = json!({"line": 1, "before": "KM[375]", "after": "KM[7.5]", "rules": ["B036"], "is_safe": true});
    assert_eq!(told["changes"], json!([change]));
    let expected = String::from_utf8_lossy(record).replace("KM[375]", "KM[7.5]");
    assert_eq!(String::from_utf8_lossy(&after), expected);
}

#[test]
fn games_are_written_as_sheets() {
    call(
        ishi_open,
        &json!({}),
        b"(;FF[4]SZ[9]PB[Anna];B[ba])(;FF[4]SZ[9]PB[Carl];B[ba])",
    );
    let sheet = |options: &Value| String::from_utf8(ask(ishi_sheet, options).1).expect("text");
    let all = sheet(&json!({}));
    assert!(all.contains("Anna") && all.contains("Carl"));
    let second = sheet(&json!({"game": 2, "moves": 50}));
    assert!(!second.contains("Anna") && second.contains("Carl"));
    let (told, _) = ask(ishi_sheet, &json!({"game": 3}));
    assert_eq!(told["error"], "there is no game 3: the record has 2");
}

#[test]
fn garbled_names_are_told_in_the_charsets_that_they_may_be_in() {
    let record = b"(;FF[4]GM[1]CA[ISO-8859-1]PB[\xc4\xf4\xce\xc0\xc6\xbd];B[pd])";
    let (opened, _) = call(ishi_open, &json!({}), record);
    let charsets = opened["charsets"].as_array().expect("a list");
    let told = |label: &str| charsets.iter().find(|charset| charset["label"] == label);
    let mut labels: Vec<_> = charsets
        .iter()
        .map(|charset| charset["label"].as_str())
        .collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), charsets.len(), "each once: {opened}");
    let chinese = "\u{8042}\u{536b}\u{5e73}";
    assert_eq!(
        told("gb18030").expect("it is likely")["text"],
        chinese,
        "{opened}"
    );
    let likely: Vec<_> = charsets
        .iter()
        .filter(|charset| charset["likely"] == true)
        .map(|charset| charset["label"].as_str().expect("a label"))
        .collect();
    assert_eq!(likely.first(), Some(&"gb18030"), "{opened}");
    assert!(likely.len() < charsets.len(), "{opened}");
    // Another one is used when it is chosen, and said to be.
    let (opened, _) = call(ishi_open, &json!({"encoding": "big5"}), record);
    assert_eq!(opened["encoding"]["why"], "as you chose");
    assert_eq!(opened["charsets"][0]["label"], "big5");
    let (opened, _) = call(ishi_open, &json!({}), RECORD);
    assert_eq!(opened["charsets"], json!([]));
}

#[test]
fn nothing_is_said_in_words_of_the_command_line() {
    for record in [
        &b"(;FF[4]GM[1]PB[J\xfcrgen];B[pd])"[..],
        b"(;FF[4]GM[1]CA[UTF-8]PB[\xc4\xf4\xce\xc0\xc6\xbd];B[pd])",
        b"(;FF[4]GM[1]CA[big5]PB[\xc3\xbc\xc3\xa9\xe4\xb8\xad];B[pd])",
        b"(;FF[4]GM[1]CA[UTF-8]PB[\xc3\xbc\xc3\xa9\xe4\xb8\xad\xff\xe4\xb8\xad];B[pd])",
        b"Dear Anna",
        b"Rar!\x1a\x07\x01\0",
    ] {
        for encoding in [Value::Null, "shift_jis".into()] {
            let options = json!({"encoding": encoding});
            for function in [ishi_convert as Function, ishi_check, ishi_open] {
                let (told, _) = call(function, &options, record);
                let told = told.to_string();
                for word in ["--", "command line", "unrar"] {
                    assert!(!told.contains(word), "{word}: {told}");
                }
            }
        }
    }
}

/// Returns a tar archive with these files.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, content) in files {
        let mut header = [0; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..108].copy_from_slice(b"0000644\0");
        header[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
        header[136..148].copy_from_slice(b"00000000000\0");
        header[148..156].copy_from_slice(b"        ");
        header[156] = b'0';
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend(header);
        archive.extend(*content);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

#[test]
fn archives_are_unpacked() {
    let archive = tar(&[
        ("games/a.go", RECORD),
        (".hidden/b.go", RECORD),
        ("../out.go", RECORD),
        ("c.sgf", b"(;)"),
    ]);
    let options = json!({"name": "club/old.tar"});
    let (report, result) = call(ishi_convert, &options, &archive);
    assert_eq!(
        (&report["status"], result.len()),
        (&json!("archive"), 0),
        "{report}"
    );
    let (told, contents) = call(ishi_unpack, &options, &archive);
    let named = |index: usize| told["members"][index]["name"].as_str();
    assert_eq!(named(0), Some("club/old/games/a.go"), "{told}");
    assert!(told["members"][1]["why"].is_string(), "{told}");
    assert_eq!(named(2), Some("club/old/c.sgf"), "{told}");
    assert_eq!(told["members"][3], Value::Null, "{told}");
    assert_eq!(contents, [RECORD, b"(;)"].concat());
    let (broken, _) = call(ishi_unpack, &options, &archive[..700]);
    assert!(broken["broken"].is_string() || broken["members"][0]["why"].is_string());
    let (none, _) = call(ishi_unpack, &json!({}), RECORD);
    assert_eq!(none["error"], "it is not an archive");
}

#[test]
fn json_is_a_target_that_nothing_proves() {
    let (report, result) = call(ishi_convert, &json!({"to": "json"}), RECORD);
    let (_, document) = call(ishi_read, &json!({}), RECORD);
    let [mut converted, read] =
        [result, document].map(|bytes| serde_json::from_slice::<Value>(&bytes).expect("JSON"));
    let nodes = converted["games"][0]["nodes"].as_array_mut();
    // A conversion has the lines without a meaning too.
    let words = nodes
        .into_iter()
        .flatten()
        .filter_map(|node| node.as_object_mut()?.remove("words"));
    assert!(words.count() > 0);
    assert_eq!(converted, read);
    assert_eq!(report["status"], "unverified");
    assert_eq!((&report["games"], &report["moves"]), (&json!(1), &json!(3)));
    let (report, result) = call(ishi_convert, &json!({"to": "json"}), b"Dear Anna");
    assert_eq!(
        (&report["status"], result.len()),
        (&json!("not-a-record"), 0)
    );
}

#[test]
fn a_record_is_read_as_the_librarys_json() {
    let (_, document) = call(ishi_read, &json!({}), RECORD);
    let document: Value = serde_json::from_slice(&document).expect("JSON");
    assert_eq!(document["source"]["format"], "ishi");
    assert_eq!(document["games"].as_array().map(Vec::len), Some(1));
}

#[test]
fn no_memory_is_asked_for_nothing() {
    assert!(allocate(0).is_null());
    assert!(allocate(usize::MAX).is_null());
    // SAFETY: freeing a null pointer is allowed.
    unsafe { free(std::ptr::null_mut(), 5) };
}
