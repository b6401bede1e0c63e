//! Tests of the checks: every rule has an example that it reports and one that it accepts, and every byte of
//! a broken record is accounted for.

mod addresses;
mod bytes;
mod cases;
mod command;
#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../files/each.rs"]
mod each;
mod examples;
mod failures;
#[path = "../files/mod.rs"]
mod files;
mod fixes;
mod fixtures;
mod found;
mod harmless;
mod mend;
mod outline;
#[path = "../files/random.rs"]
mod random;
mod reported;
mod sgfc;
mod spans;
mod table;
mod written;
