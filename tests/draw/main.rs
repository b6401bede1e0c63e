//! Tests of drawings: snapshots of fixtures, and every diagram of the corpus.

mod corpus;
mod read_back;
mod snapshots;
mod sources;
