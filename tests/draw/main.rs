//! Tests of drawings: snapshots of fixtures, and every diagram of the corpus.

mod corpus;
#[cfg(feature = "png")]
mod pictures;
mod program;
mod read_back;
mod snapshots;
mod sources;
