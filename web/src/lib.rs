//! The converter `ishi` with a C interface, for WebAssembly: a page and a package for Node use it.
//!
//! A caller [allocates](memory::allocate) memory for its data, calls one of the functions below, and
//! [frees](memory::free) both that memory and the answer. Each function takes options as JSON and the bytes
//! of a record. An answer starts with two numbers of 32 bits, least significant byte first: the number of
//! bytes of JSON, and the number of bytes of a result after the JSON.

mod answer;
mod archive;
mod charsets;
mod convert;
mod findings;
mod memory;
mod mend;
mod options;
mod record;
mod show;
pub mod tree;

use std::cell::RefCell;

pub use answer::Answer;
pub use archive::unpack;
pub use convert::{check, convert};
pub use memory::{allocate, free};
pub use mend::{edit, mend};
pub use options::Options;
pub use record::Record;

use memory::given;

thread_local! {
    /// The record that [`show`] draws.
    static OPEN: RefCell<Option<Record>> = const { RefCell::new(None) };
}

/// Runs a function for a caller: reads the options, and puts the answer into memory.
///
/// # Safety
///
/// As of [`ishi_convert`].
unsafe fn answer(
    (options, options_size): (*const u8, usize),
    (record, record_size): (*const u8, usize),
    task: impl FnOnce(&Options, &[u8]) -> Result<Answer, String>,
) -> *mut u8 {
    // SAFETY: the caller promises it.
    let (options, record) = unsafe { (given(options, options_size), given(record, record_size)) };
    Options::parse(options)
        .and_then(|options| task(&options, record))
        .unwrap_or_else(Answer::refuse)
        .into_memory()
}

/// Exports functions that take options and a record.
macro_rules! export {
    ($($(#[$about:meta])* $name:ident: $task:expr;)+) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            options: *const u8,
            options_size: usize,
            record: *const u8,
            record_size: usize,
        ) -> *mut u8 {
            // SAFETY: the caller promises it.
            unsafe { answer((options, options_size), (record, record_size), $task) }
        }
    )+};
}

export! {
    /// Converts a record: the JSON is the entry of a report, the result the converted record.
    ///
    /// # Safety
    ///
    /// Each address and size belong to memory from [`memory::allocate`], or the size is 0.
    ishi_convert: |options, record| Ok(convert(options, record));

    /// Checks a record: the JSON is the entry of a report, and there is no result.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_check: |options, record| Ok(check(options, record));

    /// Reads a record: the result is its games as the library writes them in JSON.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_read: |options, record| Ok(Answer {
        json: serde_json::json!({}),
        result: Record::open(options, record)?.document()?,
    });

    /// Unpacks an archive: the JSON lists its members, the result is their contents one after the other.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_unpack: unpack;

    /// Sets texts of a game: the JSON lists the changes, the result is the changed record, as [`edit`] says.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_edit: edit;

    /// Makes fixes of findings: the JSON lists them, the result is the changed record, as [`mend`] says.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_mend: mend;

    /// Opens a record for [`ishi_show`]: the JSON lists its games and the charsets that it may be in.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_open: |options, record| {
        OPEN.set(None);
        let opened = Record::open(options, record)?;
        let games = opened.games(options, record);
        OPEN.set(Some(opened));
        Ok(Answer::of(games))
    };
}

/// Exports functions that take options, and work on the record that [`ishi_open`] has opened.
macro_rules! export_of_open {
    ($($(#[$about:meta])* $name:ident: $task:expr;)+) => {$(
        $(#[$about])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(options: *const u8, options_size: usize) -> *mut u8 {
            let task = |options: &Options, _: &[u8]| {
                OPEN.with_borrow(|open| match open {
                    Some(record) => $task(record, options),
                    None => Err("no record is open".to_owned()),
                })
            };
            // SAFETY: the caller promises it, and the record is empty.
            unsafe { answer((options, options_size), (std::ptr::null(), 0), task) }
        }
    )+};
}

export_of_open! {
    /// Draws a node: the JSON describes it, with the drawing as SVG.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_show: |record: &Record, options: &Options| show::show(record, options).map(Answer::of);

    /// Lays out the tree of a game: the result has the places of its nodes, as [`tree::layout`] says.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_tree: tree::layout;

    /// Tells the texts of a game and of a node that [`ishi_edit`] sets.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_texts: mend::texts;

    /// Writes a game, or all of them, as a page to print: the result is HTML.
    ///
    /// # Safety
    ///
    /// As of [`ishi_convert`].
    ishi_sheet: |record: &Record, options: &Options| Ok(Answer {
        json: serde_json::json!({}),
        result: record.sheet(options)?.into_bytes(),
    });
}
