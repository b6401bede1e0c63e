//! The Smart-Go reader, and each writer after it.

#![no_main]

mod common;

use ishi::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| common::check(bytes, Format::SmartGo));
