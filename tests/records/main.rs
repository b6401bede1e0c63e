//! Tests over whole records: fixtures, edits, large records, and the corpus.

mod carried;
mod conventions;
#[path = "../corpus/mod.rs"]
mod corpus;
mod dump;
#[path = "../files/each.rs"]
mod each;
mod edits;
mod everything;
mod exact;
#[path = "../files/mod.rs"]
mod files;
mod patches;
#[path = "../corpus/people.rs"]
mod people;
mod plain;
mod planted;
mod record;
mod snapshots;
mod texts;
mod threads;
mod values;
mod words;
