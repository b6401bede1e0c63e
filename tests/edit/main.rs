//! `ishi edit`: each edit in each format, the places of the results, and the corpus.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../files/mod.rs"]
mod files;
mod places;
mod records;
mod scene;
mod sweep;
