//! The converter `ishi` with a C interface, for WebAssembly: a page and a package for Node use it.
//!
//! A caller [allocates](memory::allocate) memory for what it passes, calls one of the functions
//! below, and [frees](memory::free) both that memory and the answer. Each function takes options as
//! JSON and the bytes of a record. An answer starts with two numbers of 32 bits, least significant
//! byte first: how many bytes of JSON follow, and how many bytes of a result follow after those.

mod answer;
mod charsets;
mod convert;
mod findings;
mod memory;
mod options;
mod record;

use std::cell::RefCell;

pub use answer::Answer;
pub use convert::{check, convert};
pub use memory::{allocate, free};
pub use options::Options;
pub use record::Record;

use memory::given;

thread_local! {
    /// The record that [`show`] draws.
    static OPEN: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Converts a record: the JSON is the entry of a report, the result the converted record.
///
/// # Safety
///
/// Each address and size are those of memory from [`memory::allocate`], or the size is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ishi_convert(
    options: *const u8,
    options_size: usize,
    record: *const u8,
    record_size: usize,
) -> *mut u8 {
    // SAFETY: the caller promises it.
    let (options, record) = unsafe { (given(options, options_size), given(record, record_size)) };
    Options::parse(options)
        .map_or_else(Answer::refuse, |options| convert(&options, record))
        .into_memory()
}

/// Checks a record: the JSON is the entry of a report, and there is no result.
///
/// # Safety
///
/// As of [`ishi_convert`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ishi_check(
    options: *const u8,
    options_size: usize,
    record: *const u8,
    record_size: usize,
) -> *mut u8 {
    // SAFETY: the caller promises it.
    let (options, record) = unsafe { (given(options, options_size), given(record, record_size)) };
    Options::parse(options)
        .map_or_else(Answer::refuse, |options| check(&options, record))
        .into_memory()
}

/// Reads a record: the result is its games as the library writes them in JSON.
///
/// # Safety
///
/// As of [`ishi_convert`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ishi_read(
    options: *const u8,
    options_size: usize,
    record: *const u8,
    record_size: usize,
) -> *mut u8 {
    // SAFETY: the caller promises it.
    let (options, record) = unsafe { (given(options, options_size), given(record, record_size)) };
    Options::parse(options)
        .and_then(|options| Record::open(&options, record)?.document())
        .map_or_else(Answer::refuse, |result| Answer {
            json: serde_json::json!({}),
            result,
        })
        .into_memory()
}

/// Opens a record for [`ishi_show`]: the JSON lists its games and the charsets that it may be in.
///
/// # Safety
///
/// As of [`ishi_convert`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ishi_open(
    options: *const u8,
    options_size: usize,
    record: *const u8,
    record_size: usize,
) -> *mut u8 {
    // SAFETY: the caller promises it.
    let (options, record) = unsafe { (given(options, options_size), given(record, record_size)) };
    let opened = Options::parse(options).and_then(|options| Record::open(&options, record));
    let answer = match opened {
        Ok(record) => {
            let answer = Answer::of(record.games());
            OPEN.set(Some(record));
            answer
        }
        Err(why) => {
            OPEN.set(None);
            Answer::refuse(why)
        }
    };
    answer.into_memory()
}

/// Draws a node of the record that [`ishi_open`] has opened: the JSON describes
/// the node, with the drawing as SVG.
///
/// # Safety
///
/// As of [`ishi_convert`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ishi_show(options: *const u8, options_size: usize) -> *mut u8 {
    // SAFETY: the caller promises it.
    let options = unsafe { given(options, options_size) };
    let shown = Options::parse(options).and_then(|options| {
        OPEN.with_borrow(|open| match open {
            Some(record) => record.show(&options),
            None => Err("no record is open".to_owned()),
        })
    });
    shown.map_or_else(Answer::refuse, Answer::of).into_memory()
}
