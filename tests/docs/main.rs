//! The documentation: its examples are run, its pictures and tables compared with the program, and its riddle
//! words counted.
//!
//! `ISHI_DOCS=update cargo test --test docs` writes today's output of the program into the pages. Look at the
//! difference before you commit it.

#![cfg(unix)]

mod english;
mod examples;
#[path = "../files/mod.rs"]
mod files;
mod grammar;
#[path = "../judge/mod.rs"]
mod judge;
mod links;
mod mapping;
mod page;
mod properties;
mod rows;
mod sgfc;
mod tables;

use ishi as library;

#[test]
fn a_workflow_checks_the_advisories_about_dependencies() {
    let root = files::root();
    let workflow =
        std::fs::read_to_string(root.join(".github/workflows/ci.yml")).expect("a workflow");
    // `deny.toml` says so.
    assert!(workflow.contains("- run: cargo deny --manifest-path crates/cli/Cargo.toml check\n"));
}
