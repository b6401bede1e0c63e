//! Tests over whole records: fixtures, edits, large records, and the corpus.

#[path = "../corpus/mod.rs"]
mod corpus;
mod dump;
mod edits;
mod everything;
mod exact;
mod plain;
mod planted;
mod record;
mod snapshots;
mod threads;
mod words;
