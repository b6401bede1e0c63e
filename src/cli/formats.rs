//! `ishi formats`: what each format can hold.

/// The table.
pub const TABLE: &str = "\
                        ishi                smartgo             sgf
reads                   Standard Format     Smart Game Board    SGF FF[4]
                        of 17 March 1990    FF[1] to FF[3]
writes                  ASCII, CR LF        FF[1], ASCII        FF[4], UTF-8
usual endings           .go .prb .std       .mgt .sgb .sgf      .sgf
                        .ish .ishi
games                   Go                  Go                  any
boards                  square, 2 to 19     square, 2 to 19     1 to 52, rectangular
several in a file       yes                 yes                 yes
variations              yes                 yes                 yes
moves, passes           yes                 yes                 yes
setup stones            at the start and    in any node         in any node
                        in diagrams
players, date, result   yes                 yes                 yes
ranks                   after the name      yes                 yes
clock times             carried             yes                 yes
comments                yes                 yes                 yes
marks                   triangle, square,   two kinds           triangle, square,
                        circle, cross                           circle, cross, more
labels                  2 characters        letters A, B, C     any text
marks by move number    yes                 carried             carried
diagrams of a region    yes                 carried             yes
captured stones         yes                 by the rules        by the rules
arrows, lines           carried             carried             yes
text in other scripts   transliterated,     transliterated,     yes
                        exact text carried  exact text carried
unknown data            carried             kept as private     kept as private
                                            properties          properties

carried: the format cannot express it; it travels as private data (a block USER in Ishi, a
property XI in SGF and Smart-Go) and comes back exactly. With --plain it is left out and listed.
";
