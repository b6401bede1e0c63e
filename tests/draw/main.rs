//! Tests of drawings: snapshots of fixtures, and every diagram of the corpus.

mod addresses;
#[path = "../corpus/mod.rs"]
mod corpus;
mod everything;
#[path = "../files/mod.rs"]
mod files;
mod pictures;
mod program;
mod read_back;
mod snapshots;
mod sources;
