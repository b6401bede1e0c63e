//! The C interface as a caller on the other side uses it.

use ishi_web::{allocate, free, ishi_check, ishi_convert, ishi_open, ishi_read, ishi_show};
use serde_json::{Value, json};

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

fn show(options: &Value) -> Value {
    let (options, size) = put(options.to_string().as_bytes());
    // SAFETY: the options were allocated above with this size.
    let (answer, _) = take(unsafe { ishi_show(options, size) });
    // SAFETY: as above, and they have not been freed.
    unsafe { free(options, size) };
    answer
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
    assert_eq!(report["items"][1]["line"], 4, "{report}");
    assert_eq!(report["ending"], "sgf");
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
    let (opened, _) = call(ishi_open, &json!({}), RECORD);
    assert_eq!(opened["charsets"], json!([]));
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
    // SAFETY: freeing nothing is allowed.
    unsafe { free(std::ptr::null_mut(), 5) };
}
