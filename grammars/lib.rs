//! The grammars of `ishi`, and the parsers that pest generates from them.
//!
//! Each file is one grammar, and each of its rules has a comment with its meaning and the section of the specification. The
//! parsers are a separate package, because the compiler then makes them while it reads the library.

// The parsers that pest makes name it.
extern crate alloc;

/// Makes the parser of a grammar, with the name of a rule for each rule of the file.
macro_rules! grammar {
    ($(#[$doc:meta])* $module:ident, $file:literal) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "the rules have their comments in the grammar")]
        pub mod $module {
            /// The parser.
            #[derive(pest_derive::Parser)]
            #[grammar = $file]
            pub struct Grammar;
        }
    };
}

grammar!(
    /// Values of Backgammon: checkers, moves and cubes.
    backgammon,
    "backgammon.pest"
);
grammar!(
    /// GIB of Tygem.
    gib,
    "gib.pest"
);
grammar!(
    /// Lines of the Ishi Standard Format.
    ishi,
    "ishi.pest"
);
grammar!(
    /// NGF of `CyberOro` and `WBaduk`.
    ngf,
    "ngf.pest"
);
grammar!(
    /// The bracketed formats: pieces of a text, and the forms of values of `FF[4]`.
    sgf,
    "sgf.pest"
);
grammar!(
    /// The values that Smart-Go writes in another form.
    smartgo,
    "smartgo.pest"
);
grammar!(
    /// UGF and UGI of `PandaNet`.
    ugf,
    "ugf.pest"
);
grammar!(
    /// Dates, komi, results and other values in words.
    values,
    "values.pest"
);
