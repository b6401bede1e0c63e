//! Tests of the checks: every rule has an example that it fires on and one that it is silent on,
//! and every byte of a broken record is accounted for.

mod addresses;
mod bytes;
mod cases;
mod command;
#[path = "../corpus/mod.rs"]
mod corpus;
mod examples;
mod failures;
mod fixtures;
mod found;
mod outline;
mod sgfc;
mod spans;
mod table;
mod written;
