//! Tests of the checks: every rule has an example that it fires on and one that it is silent on,
//! and every byte of a broken record is accounted for.

mod bytes;
mod cases;
mod command;
mod examples;
mod failures;
mod found;
mod outline;
mod sgfc;
mod spans;
mod table;
