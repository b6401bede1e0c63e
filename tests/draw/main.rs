//! Tests of drawings: snapshots of fixtures, and every diagram of the corpus.

mod addresses;
mod corpus;
mod pictures;
mod program;
mod read_back;
mod snapshots;
mod sources;
