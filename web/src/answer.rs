//! Answers: JSON, and the bytes of a result.

use std::ptr::null_mut;

use serde_json::{Value, json};

use crate::memory::hand_out;

/// The answer of a function.
#[derive(Debug)]
pub struct Answer {
    /// The answer as JSON.
    pub json: Value,
    /// The converted record, if any.
    pub result: Vec<u8>,
}

impl Answer {
    /// Creates an answer without a result.
    pub fn of(json: Value) -> Self {
        Self {
            json,
            result: Vec::new(),
        }
    }

    /// Creates an answer with an error.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "errors are handed over where they are met"
    )]
    pub fn refuse(why: String) -> Self {
        Self::of(json!({ "error": why }))
    }

    /// Puts the answer into memory that the caller frees; null if there is not enough.
    pub fn into_memory(self) -> *mut u8 {
        let json = self.json.to_string();
        let (Ok(json_size), Ok(result_size)) =
            (u32::try_from(json.len()), u32::try_from(self.result.len()))
        else {
            return null_mut();
        };
        hand_out(&[
            &json_size.to_le_bytes(),
            &result_size.to_le_bytes(),
            json.as_bytes(),
            &self.result,
        ])
    }
}
