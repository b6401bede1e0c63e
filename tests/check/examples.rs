//! Further records that rules fire on, each with the same record without the mistake. The first ones are in the rows of the rules.

use std::borrow::Cow;

use ishi::Format::{Ishi, Sgf, SmartGo};

use crate::cases::Case;

/// The records.
pub const CASES: &[Case] = &[
    // The syntax of the bracketed formats.
    Case::new("B004", Sgf, "(; , FF[4])", "(; FF[4])"),
    Case::new("B005", Sgf, "(;FF[4](;B[aa])", "(;FF[4](;B[aa]))"),
    Case::new("B006", Sgf, "(;FF[4]))", "(;FF[4])"),
    Case::new("B007", Sgf, "(;FF[4]C[text)", "(;FF[4]C[text])"),
    Case::new("B010", Sgf, "(FF[4]GM[1])", "(;FF[4]GM[1])"),
    Case::new(
        "B013",
        Sgf,
        "(;FF[4]C[an [15k]: b])",
        "(;FF[4]C[an [15k\\]: b])",
    ),
    Case::new("B014", Sgf, "(;FF[4];LB AB[aa])", "(;FF[4];LB[aa:x]AB[aa])"),
    Case::new("B015", Sgf, ";FF[4];B[aa])", "(;FF[4];B[aa])"),
    Case::new(
        "B030",
        SmartGo,
        "(;FF[3]KM[six or so])",
        "(;FF[3]KM[5 1/2])",
    ),
    Case::new("B030", SmartGo, "(;HA[three])", "(;TM[10h])"),
    Case::new("B032", Sgf, "(;FF[4]C[a]C[b])", "(;FF[4]C[a b])"),
    Case::new("B032", Sgf, "(;FF[4]SZ[9]SZ[13])", "(;FF[4]SZ[9]SZ[9])"),
    Case::new("B033", Sgf, "(;FF[4]AB[cc:aa])", "(;FF[4]AB[aa:cc])"),
    Case::new("B034", Sgf, "(;FF[4];B[a a])", "(;FF[4];B[aa])"),
    Case::new("B035", Sgf, "(;FF[4]AB[aa:aa])", "(;FF[4]AB[aa])"),
    Case::new("B036", Sgf, "(;FF[4]TM[1h 30min])", "(;FF[4]TM[5400])"),
    Case::new("B036", Sgf, "(;FF[4]RE[Black won])", "(;FF[4]RE[W+2.25])"),
    Case::new(
        "B036",
        Sgf,
        "(;FF[4]RE[W+2.25 {moves after 200 unknown}])",
        "(;FF[4]RE[unclear {moves after 200 unknown}])",
    ),
    Case::new("B042", Sgf, "(;FF[4]SZ[9:9])", "(;FF[4]SZ[9:7])"),
    Case::new("B042", Sgf, "(;FF[4]SZ[13x9])", "(;FF[4]SZ[13:9])"),
    Case::new("B043", Sgf, "(;FF[4];SZ[9])", "(;FF[4]SZ[9];)"),
    Case::new("B034", Sgf, "(;FF[4]SZ[ 9 ])", "(;FF[4]SZ[9])"),
    Case::new("B036", Sgf, "(;FF[4]AB[aa,bb])", "(;FF[4]AB[aa][bb])"),
    Case::new("B036", Sgf, "(;FF[4];B[C7])", "(;FF[4];B[cm])"),
    Case::new("B036", Sgf, "(;FF[4];B[aa]TE[])", "(;FF[4];B[aa]TE[1])"),
    Case::new("B044", Sgf, "(;FF[4];B[aa]AW[bb])", "(;FF[4];AW[bb];B[aa])"),
    Case::new("B045", Sgf, "(;FF[4];B[aa]W[bb])", "(;FF[4];B[aa];W[bb])"),
    Case::new("B047", Sgf, "(;FF[4]AP[Aya])", "(;FF[4]AP[Aya:5.56])"),
    Case::new(
        "B049",
        Sgf,
        "(;FF[4]RD[2018-04-24])",
        "(;FF[4]DT[2018-04-24])",
    ),
    // Properties of the bracketed formats.
    Case::new("B060", Sgf, "(;FF[4]PB[])", "(;FF[4]PB[a]TB[])"),
    Case::new("B061", Sgf, "(;FF[4]TC[3])", "(;FF[3]TC[3])"),
    Case::new(
        "B061",
        Sgf,
        "(;FF[4]GM[9]IS[tried:on])",
        "(;FF[4]GM[11]IS[tried:on])",
    ),
    Case::new("B063", Sgf, "(;FF[3]AR[aa:bb])", "(;FF[4]AR[aa:bb])"),
    // A feature that a reader made newer is not in the file.
    Case::new(
        "B063",
        SmartGo,
        "(;FF[1]RU[Japanese])",
        "(;FF[1]L[aa]M[bb])",
    ),
    Case::new(
        "B063",
        SmartGo,
        "(;FF[2]OM[10])",
        "(;FF[2];B[aa]TE[1]BM[1])",
    ),
    // Without a number no format is named.
    Case::new("B063", Sgf, "(;FF[4]L[aa])", "(;AP[a:1]L[aa])"),
    Case::new("B064", Sgf, "(;FF[3]SZ[21])", "(;FF[4]SZ[21])"),
    Case::new("B064", Sgf, "(;FF[3]AB[aa:bb])", "(;FF[4]AB[aa:bb])"),
    Case::new(
        "B065",
        Sgf,
        "(;FF[4]DT[6/3/1997])",
        "(;FF[4]DT[1997-03-06])",
    ),
    Case::new("B065", Sgf, "(;FF[4]TM[30:00])", "(;FF[4]TM[1800])"),
    Case::new("B065", Sgf, "(;FF[4]KM[six or so])", "(;FF[4]KM[6])"),
    Case::new("B067", Sgf, "(;FF[4]RU[JP])", "(;FF[4]RU[Tromp/Taylor])"),
    Case::new(
        "B071",
        Sgf,
        "(;FF[4]SZ[9]KM[6.5];B[aa])",
        "(;FF[4]GM[1]SZ[9]KM[6.5];B[aa])",
    ),
    Case::new("B071", Sgf, "(;FF[4]KM[5])", "(;FF[4]SZ[24];B[aa])"),
    Case::new(
        "B072",
        Sgf,
        "(;FF[4]C[White to play AB[cc])",
        "(;FF[4]C[White to play]AB[cc])",
    ),
    Case::new(
        "B072",
        Sgf,
        "(;FF[4]EV[7DT[1990])",
        "(;FF[4]EV[Go, B[1\\] and PWS[1\\]])",
    ),
    // Smart-Go.
    // Conversions; the format is the target.
    // Charsets.
    Case {
        code: "E001",
        format: Ishi,
        bad: Cow::Borrowed(b"EVENT J\x81rgen M\x81ller\r\n"),
        good: Cow::Borrowed(b"EVENT J\xC3\xBCrgen M\xC3\xBCller\r\n"),
    },
    Case {
        code: "E002",
        format: Sgf,
        bad: Cow::Borrowed(b"(;FF[4]CA[UTF-8]PB[J\xFCrgen])"),
        good: Cow::Borrowed(b"(;FF[4]CA[UTF-8]PB[J\xC3\xBCrgen])"),
    },
    Case::new("E002", Sgf, "(;FF[4]CA[klingon])", "(;FF[4]CA[EUC-JP])"),
    Case {
        code: "E003",
        format: Sgf,
        bad: Cow::Borrowed(b"(;FF[4]PB[J\xFCrgen])"),
        good: Cow::Borrowed(b"(;FF[4]PB[J\xC3\xBCrgen])"),
    },
    Case {
        code: "E004",
        format: Sgf,
        // A Japanese name in EUC-JP. It could be a Chinese one in GBK.
        bad: Cow::Borrowed(b"(;FF[4]PB[\xBB\xB3\xC5\xC4])"),
        good: Cow::Borrowed(b"(;FF[4]CA[EUC-JP]PB[\xBB\xB3\xC5\xC4])"),
    },
    Case::new("E007", Sgf, "(;FF[4]PB[Ján])", "(;FF[4]CA[UTF-8]PB[Ján])"),
    // The rules of Go.
    Case::new("G001", Sgf, "(;FF[4];B[aa]AW[aa])", "(;FF[4];W[aa]AW[aa])"),
    Case::new("G001", Ishi, "B 1 C3\nW 2 C3\n", "B 1 C3\nW 2 D3\n"),
    Case::new(
        "G014",
        Sgf,
        "(;FF[4]HA[3]AB[aa][bb];W[cc])",
        "(;FF[4]HA[2]AB[aa][bb];W[cc])",
    ),
    Case::new("G015", Sgf, "(;FF[4]HA[1])", "(;FF[4]HA[0])"),
    Case::new(
        "G016",
        Ishi,
        "SETUP B A19\nSETUP W A18 B19\n",
        "SETUP B A19\nSETUP W A18\n",
    ),
    Case::new(
        "G017",
        Sgf,
        "(;FF[4]RU[Chinese]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[];B[];W[bb])",
        "(;FF[4]RU[Japanese]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[];B[];W[bb])",
    ),
    Case::new(
        "G017",
        Sgf,
        "(;FF[4]RU[AGA]AB[ba][ab][bc]AW[ca][db][cc];W[bb];B[cb];W[];B[];W[bb])",
        "(;FF[4]RU[AGA]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[];B[];W[bb])",
    ),
    Case::new(
        "G014",
        Sgf,
        "(;FF[4]HA[2]AB[aa][bb][cc]AW[dd])",
        "(;FF[4]HA[2]AB[aa][bb]AW[dd])",
    ),
    // The specification of Ishi lets the stones differ from the number.
    Case::new(
        "G014",
        Ishi,
        "HANDICAP 7\nSETUP B C3\nW 1 D4\n",
        "HANDICAP 7\nW 1 D4\n",
    ),
    // Marks.
    Case::new("G020", Sgf, "(;FF[4]TR[bb]CR[bb])", "(;FF[4]TR[bb][bb])"),
    Case::new("G025", Sgf, "(;FF[4]TR[bb][bb])", "(;FF[4]TR[bb])"),
    Case::new(
        "G025",
        Sgf,
        "(;FF[4]DD[aa:bb][ab])",
        "(;FF[4]DD[aa:bb][cc])",
    ),
    // Annotations.
    // A property that only looks like an annotation.
    Case::new("G030", Sgf, "(;FF[4]TE[1])", "(;FF[4]TE[a tournament])"),
    Case::new(
        "G033",
        Sgf,
        "(;FF[4];B[aa]MN[5];W[bb]MN[5])",
        "(;FF[4];B[aa]MN[5];W[bb]MN[7])",
    ),
    // Game information.
    Case::new(
        "G034",
        Sgf,
        "(;FF[4];B[aa];W[bb]MN[2])",
        "(;FF[4];B[aa];W[bb]MN[3])",
    ),
    Case::new(
        "G049",
        Sgf,
        "(;FF[4]PB[Cho Chikun 9p])",
        "(;FF[4]PB[Cho Chikun]BR[9p])",
    ),
    Case::new(
        "G050",
        Sgf,
        "(;FF[4]GN[Cho vs Otake])",
        "(;FF[4]GN[Meijin, Cho vs Otake])",
    ),
    Case::new(
        "G042",
        Sgf,
        "(;FF[4]AP[foxwq:1]HA[2]RU[Chinese]KM[50])",
        "(;FF[4]AP[x:1]HA[2]RU[Chinese]KM[5])",
    ),
    Case::new("G042", Sgf, "(;FF[4]KM[375])", "(;FF[4]KM[3.75])"),
    Case::new(
        "G043",
        Sgf,
        "(;FF[4]KM[6.5]RE[B+3])",
        "(;FF[4]KM[6.5]RE[B+3.5])",
    ),
    // Backgammon.
    Case::new("G100", Sgf, "(;FF[4]GM[6];DI[70])", "(;FF[4]GM[6];DI[31])"),
    // Ishi.
    Case::new("I001", Ishi, "EVENT\nHELLO\n", "EVENT\nREMARK hello\n"),
    Case::new("I003", Ishi, "SETUP B X D4\n", "SETUP B D4\n"),
    Case::new("I004", Ishi, "B Q16\n", "B 1 Q16\n"),
    Case::new("I005", Ishi, "B 1 Q16 R7\n", "B 1 Q16\n"),
    Case::new("I006", Ishi, "B 1 Q16 2 D4\n", "B 1 Q16\nB 2 D4\n"),
    Case::new("I008", Ishi, "BOARDSIZE 20\n", "BOARDSIZE 19\n"),
    Case::new(
        "I009",
        Ishi,
        "B 1 Q16\nDIAGRAM A1\n",
        "B 1 Q16\nDIAGRAM A1 J9\n",
    ),
    Case::new(
        "I020",
        Ishi,
        "B 1 A1\nVAR\nB 1 B1\n",
        "B 1 A1\nVAR\nB 1 B1\nENDVAR\n",
    ),
    Case::new("I032", Ishi, "B 1 Q16\n", "BOARDSIZE 19\nB 1 Q16\n"),
    Case::new("I032", Ishi, "SETUP W A14\n", "SETUP W N13\n"),
    Case::new(
        "I045",
        Ishi,
        "B 1 A1\nPRISONER C3\n",
        "SETUP B A2\nSETUP W A1\nB 1 B1\nPRISONER A1\n",
    ),
    Case::new("I046", Ishi, "B 2 A1\nW 1 B1\n", "B 1 A1\nW 2 B1\n"),
    // Files without a number have the rules of FF[4].
    Case::new("B064", SmartGo, "(;FF[1]AB[aa:bb])", "(;AB[aa:bb])"),
    Case::new("B064", SmartGo, "(;FF[1]SZ[20])", "(;FF[1]SZ[19])"),
    Case::new("B064", SmartGo, "(;FF[1]SZ[1])", "(;FF[1]SZ[2])"),
    Case::new("B064", SmartGo, "(;FF[1]SZ[9:13])", "(;FF[1]SZ[13])"),
    Case::new("B064", SmartGo, "(;FF[1]V[1.5])", "(;FF[1]V[1])"),
    Case::new("B064", SmartGo, "(;FF[1]B[aa]FG[1:x])", "(;FF[1]B[aa]FG[])"),
    Case::new("B064", SmartGo, "(;FF[1]L[aa:bb])", "(;FF[1]L[aa][bb])"),
    Case::new("B064", SmartGo, "(;FF[2]AB[aa:bb])", "(;FF[4]AB[aa:bb])"),
    Case::new(
        "B043",
        SmartGo,
        "(;FF[1];VW[aa][cc])",
        "(;FF[1]VW[aa][cc];)",
    ),
    Case::new("B063", SmartGo, "(;FF[1]LB[aa:x])", "(;FF[1]L[aa])"),
    Case::new("B063", SmartGo, "(;FF[1]TR[aa])", "(;FF[1]M[aa])"),
    Case::new("B108", SmartGo, "(;VW[aa])", "(;VW[aa][cc])"),
    // Once is enough: a reader has reported the empty value.
    Case::new("B060", Sgf, "(;FF[4]KM[])", "(;FF[4]DM[])"),
    // Nodes of Backgammon.
    Case::new(
        "B031",
        Sgf,
        "(;FF[4]GM[6];W[31hefe][41])",
        "(;FF[4]GM[6];W[31hefe])",
    ),
    Case::new(
        "B031",
        Sgf,
        "(;FF[4]GM[6];CO[c][b])",
        "(;FF[4]GM[6];CO[c]AB[a][a])",
    ),
    Case::new(
        "B044",
        Sgf,
        "(;FF[4]GM[6];DI[31]W[31hefe])",
        "(;FF[4]GM[6];DI[31];W[31hefe])",
    ),
    Case::new(
        "B044",
        Sgf,
        "(;FF[4]GM[6];AB[a]W[31hefe])",
        "(;FF[4]GM[6];AB[a]DI[31])",
    ),
    Case::new(
        "B045",
        Sgf,
        "(;FF[4]GM[6];W[31hefe]B[52])",
        "(;FF[4]GM[6];W[31hefe];B[52])",
    ),
    Case::new("G109", Sgf, "(;FF[4]GM[6];CO[B])", "(;FF[4]GM[6];CO[b])"),
    Case::new("G106", Sgf, "(;FF[4]GM[6]RE[W+R])", "(;FF[4]GM[6]RE[W+4])"),
    // Handicaps.
    Case::new("G014", Sgf, "(;GM[1]HA[2])", "(;GM[1]HA[2]AB[dd][pp])"),
    Case::new(
        "G014",
        Sgf,
        "(;FF[4]AB[dd][pp];W[cc])",
        "(;FF[4]AB[dd][pp];B[cc])",
    ),
    // Lines of Ishi in their order.
    Case::new(
        "I031",
        Ishi,
        "SETUP B C3\nMARK a@C3\nSETUP W D4\n",
        "SETUP B C3\nSETUP W D4\nMARK a@C3\n",
    ),
    Case::new(
        "I031",
        Ishi,
        "B 1 A1\nDIAGRAM\nSETUP B C3\nREMARK x\nSETUP W D4\n",
        "B 1 A1\nREMARK x\nDIAGRAM\nSETUP B C3\nSETUP W D4\n",
    ),
    Case::new("I046", Ishi, "B 1 A1\nW 3 B1\n", "B 5 A1\nW 6 B1\n"),
    Case::new(
        "I049",
        Ishi,
        "B 1 A1\nW 2 B1\nB 1 C1\n",
        "B 1 A1\nW 2 B1\nVAR\nW 1 C1\nENDVAR\n",
    ),
    Case::new("I049", Ishi, "B 5 A1\nW 5 B1\n", "B 5 A1\nW 6 B1\n"),
    Case::new(
        "I053",
        Ishi,
        "B 1 C3\nCOM\nGood. ENDCOM\nW 2 D4\n",
        "B 1 C3\nCOM\nGood.\nENDCOM\nW 2 D4\n",
    ),
    Case::new(
        "I054",
        Ishi,
        "EVENT Cup BOARDSIZE 9\n",
        "EVENT Cup\nBOARDSIZE 9\n",
    ),
    // The formats of servers; their games stand in SGF.
];
