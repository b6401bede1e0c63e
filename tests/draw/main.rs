//! Tests of drawings: snapshots of fixtures, and every diagram of the corpus.

mod addresses;
#[path = "../corpus/mod.rs"]
mod corpus;
mod everything;
mod pictures;
mod program;
mod read_back;
mod snapshots;
mod sources;
