//! The part of the corpus that people made.

/// Folders with games and problems that people recorded, played on servers or let programs play. The others
/// test programs: damaged files, examples, one-point probes, the same games in many charsets, and records
/// that a program wrote of those of another.
pub const FOLDERS: &[&str] = &[
    "sgf/real",
    "sgf/kogo-joseki",
    "sgf/charsets/orig",
    "sgf/fox",
    "smartgo/cgoban1",
    "smartgo/fuego-ff1-jago",
    "smartgo/fuego-ff3-explorer",
    "smartgo/fuego-longident",
    "smartgo/fuego-noff",
    "smartgo/gnugo-old",
    "smartgo/gnugo-text-header",
    "smartgo/mgt",
];

/// Files below these folders that test a program.
pub const TESTS: &str = "sgf/real/eidogo";
