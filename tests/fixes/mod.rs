//! For each fix a record before and after it.

/// A record with a finding that has a fix.
pub struct Example {
    /// The rule of the finding.
    pub code: &'static str,
    /// Whether the fix is a guess.
    pub is_guess: bool,
    /// The charset of the record, if it is not UTF-8, and whether the user names it.
    pub charset: Option<(&'static str, bool)>,
    /// The record.
    pub before: &'static str,
    /// The record with the fix.
    pub after: &'static str,
}

impl Example {
    const fn safe(code: &'static str, before: &'static str, after: &'static str) -> Self {
        Self {
            code,
            is_guess: false,
            charset: None,
            before,
            after,
        }
    }

    const fn guess(code: &'static str, before: &'static str, after: &'static str) -> Self {
        Self {
            is_guess: true,
            ..Self::safe(code, before, after)
        }
    }
}

/// The examples, in the order of the codes.
pub const EXAMPLES: &[Example] = &[
    Example::safe(
        "B004",
        "(;FF[4]GM[1]SZ[9];B[dd];W[[ee])",
        "(;FF[4]GM[1]SZ[9];B[dd];W[ee])",
    ),
    Example::guess(
        "B004",
        "(;FF[4]GM[1]SZ[9];B[dd]\n---\n;W[ee])",
        "(;FF[4]GM[1]SZ[9];B[dd]\n;W[ee])",
    ),
    Example::safe(
        "B005",
        "(;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]\n",
        "(;FF[4]GM[1]SZ[9](;B[dd])(;B[ee]))\n",
    ),
    Example::safe(
        "B006",
        "(;FF[4]GM[1]SZ[9]AB[aa])[bb]AW[cc];B[dd])",
        "(;FF[4]GM[1]SZ[9]AB[aa][bb]AW[cc];B[dd])",
    ),
    Example::safe(
        "B007",
        "(;FF[4]GM[1]SZ[9];B[dd;W[ee])",
        "(;FF[4]GM[1]SZ[9];B[dd];W[ee])",
    ),
    Example::guess(
        "B007",
        "(;FF[4]GM[1]SZ[9]C[\\];B[dd])",
        "(;FF[4]GM[1]SZ[9]C[\\]];B[dd])",
    ),
    Example::safe(
        "B010",
        "(FF[4]GM[1]SZ[9];B[dd])",
        "(;FF[4]GM[1]SZ[9];B[dd])",
    ),
    Example::guess(
        "B014",
        "(;FF[4]GM[1]SZ[9];B[aa] see page 12 ;W[bb])",
        "(;FF[4]GM[1]SZ[9];B[aa] ;W[bb])",
    ),
    Example::safe(
        "B013",
        "(;FF[4]GM[1]SZ[9];B[aa]C[see [1] ] x];W[bb])",
        "(;FF[4]GM[1]SZ[9];B[aa]C[see [1\\] \\] x];W[bb])",
    ),
    Example::safe(
        "B015",
        ";FF[4]GM[1]SZ[9];B[dd])",
        "(;FF[4]GM[1]SZ[9];B[dd])",
    ),
    Example::safe(
        "B032",
        "(;FF[4]GM[1]SZ[9]AB[aa]PB[x]AB[bb])",
        "(;FF[4]GM[1]SZ[9]AB[aa][bb]PB[x])",
    ),
    Example::safe(
        "B033",
        "(;FF[4]GM[1]SZ[9]AB[cc:aa])",
        "(;FF[4]GM[1]SZ[9]AB[aa:cc])",
    ),
    Example::safe(
        "B034",
        "(;FF[4]GM[1]SZ[ 9 ]\n;B[ a a ])",
        "(;FF[4]GM[1]SZ[9]\n;B[aa])",
    ),
    Example::safe(
        "B035",
        "(;FF[4]GM[1]SZ[9]AB[aa:aa])",
        "(;FF[4]GM[1]SZ[9]AB[aa])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]AB[aa][])",
        "(;FF[4]GM[1]SZ[9]AB[aa])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]AB[aa,bb])",
        "(;FF[4]GM[1]SZ[9]AB[aa][bb])",
    ),
    Example::guess(
        "B036",
        "(;FF[4]GM[1]SZ[9];B[C7])",
        "(;FF[4]GM[1]SZ[9];B[cc])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]RE[Black wins by 3])",
        "(;FF[4]GM[1]SZ[9]RE[B+3])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]DT[1974.04.09])",
        "(;FF[4]GM[1]SZ[9]DT[1974-04-09])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9] TM[5:00:00(5x1:00)] )",
        "(;FF[4]GM[1]SZ[9] TM[18000]OT[5x60 byo-yomi] )",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[黑中盘胜])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[B+R])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]KM[3.75子])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]KM[7.5])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[375])",
        "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[7.5])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Chinese]KM[0];AB[pd][dp];W[dd])",
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Chinese]KM[0.5];AB[pd][dp];W[dd])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Japanese]KM[50])",
        "(;FF[4]GM[1]AP[foxwq]HA[2]RU[Japanese]KM[0.5])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]AP[foxwq]RU[Japanese]KM[650])",
        "(;FF[4]GM[1]AP[foxwq]RU[Japanese]KM[6.5])",
    ),
    Example::safe(
        "B036",
        "(;FF[4]GM[1]RU[Chinese]KM[375]RE[W+12.75])",
        "(;FF[4]GM[1]RU[Chinese]KM[7.5]RE[W+12.75])",
    ),
    Example::guess(
        "B036",
        "(;FF[4]GM[1]SZ[9]DT[2017.06.21 19:43])",
        "(;FF[4]GM[1]SZ[9]DT[2017-06-21]GC[date: 2017.06.21 19:43])",
    ),
    Example::guess(
        "B036",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[294수 흑0.5집승])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]RE[B+0.5]GC[result: 294수 흑0.5집승])",
    ),
    Example::safe("B042", "(;FF[4]GM[1]SZ[9:9])", "(;FF[4]GM[1]SZ[9])"),
    Example::safe("B042", "(;FF[4]GM[1]SZ[13x9])", "(;FF[4]GM[1]SZ[13:9])"),
    Example::safe(
        "B043",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa]ST[1])",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa])",
    ),
    Example::guess(
        "B043",
        "(;FF[4]GM[1]SZ[9];B[aa]ST[1])",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa])",
    ),
    Example::safe(
        "B044",
        "(;FF[4]GM[1]SZ[9] ;B[dd]C[a]AB[ee] ;W[ff])",
        "(;FF[4]GM[1]SZ[9] ;AB[ee];B[dd]C[a] ;W[ff])",
    ),
    Example::safe(
        "B045",
        "(;FF[4]GM[1]SZ[9];B[dd]W[ee]C[a];B[ff])",
        "(;FF[4]GM[1]SZ[9];B[dd];W[ee]C[a];B[ff])",
    ),
    Example::safe(
        "B045",
        "(;FF[4]GM[1]SZ[9]W[aa][bb][cc];B[ff])",
        "(;FF[4]GM[1]SZ[9]AW[aa][bb][cc];B[ff])",
    ),
    Example::safe(
        "B047",
        "(;FF[4]GM[1]SZ[9]AP[Aya] PB[x])",
        "(;FF[4]GM[1]SZ[9]AP[Aya:] PB[x])",
    ),
    Example::safe(
        "B049",
        "(;GK[1]SZ[19]TE[Cup]RD[2018-04-24]LT[15]LC[3]KO[7.5];B[qc])",
        "(;GM[1]SZ[19]EV[Cup]DT[2018-04-24]OT[3x15 byo-yomi]KM[7.5];B[qc])",
    ),
    Example::safe(
        "B060",
        "(;FF[4]GM[1]SZ[9]GN[] ;B[aa])",
        "(;FF[4]GM[1]SZ[9] ;B[aa])",
    ),
    Example::safe(
        "B060",
        "(;FF[4]GM[1]SZ[9]C[];B[aa]C[])",
        "(;FF[4]GM[1]SZ[9];B[aa])",
    ),
    Example::guess(
        "B063",
        "(;FF[3]GM[1]SZ[9]AP[Jago:Version 4.60];B[aa])",
        "(;FF[4]GM[1]SZ[9]AP[Jago:Version 4.60];B[aa])",
    ),
    Example::guess(
        "B064",
        "(;FF[3]GM[1]SZ[9]AB[aa:bb];W[cc])",
        "(;FF[4]GM[1]SZ[9]AB[aa:bb];W[cc])",
    ),
    Example::guess("B065", "(;FF[4]GM[1]TM[30:00])", "(;FF[4]GM[1]TM[1800])"),
    Example::safe(
        "B067",
        "(;FF[4]GM[1]SZ[9]RU[JP])",
        "(;FF[4]GM[1]SZ[9]RU[Japanese])",
    ),
    Example::safe(
        "B071",
        "(;FF[4]AP[GoGui:1.4.0]SZ[9]KM[7.5];B[aa])",
        "(;FF[4]GM[1]AP[GoGui:1.4.0]SZ[9]KM[7.5];B[aa])",
    ),
    Example {
        charset: Some(("gb18030", true)),
        ..Example::safe(
            "E001",
            "(;FF[4]GM[1]SZ[9]PB[王小明] KM[6.5];B[aa]C[好棋])",
            "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明] KM[6.5];B[aa]C[好棋])",
        )
    },
    Example::safe(
        "E002",
        "(;FF[4]GM[1]SZ[9]CA[GB2312]PB[王小明])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[王小明])",
    ),
    Example::safe(
        "E007",
        "(;FF[4]GM[1]SZ[9]PB[王小明];B[aa])",
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明];B[aa])",
    ),
    Example::safe(
        "G014",
        "(;FF[4]GM[1]SZ[19]HA[2];W[dd])",
        "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])",
    ),
    Example::safe(
        "G014",
        "(;FF[4]GM[1]SZ[19]AB[pd][dp];W[dd])",
        "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])",
    ),
    Example::safe(
        "G014",
        "(;FF[4]GM[1]SZ[19];AB[pd][dp];W[dd])",
        "(;FF[4]GM[1]SZ[19]HA[2];AB[pd][dp];W[dd])",
    ),
    Example::guess(
        "G014",
        "(;FF[4]GM[1]SZ[9]AB[aa][bb];W[cc])",
        "(;FF[4]GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])",
    ),
    Example::guess(
        "G014",
        "(;FF[4]GM[1]SZ[9]HA[3]AB[aa][bb];W[cc])",
        "(;FF[4]GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])",
    ),
    Example::guess(
        "G014",
        "(;FF[4]GM[1]SZ[19]HA[3];B[dd])",
        "(;FF[4]GM[1]SZ[19]HA[3]AB[pd][dp][pp];B[dd])",
    ),
    Example::guess(
        "G015",
        "(;FF[4]GM[1]SZ[19]HA[1]AB[pd]KM[0.5](;W[dp];B[pp])(;W[dd]))",
        "(;FF[4]GM[1]SZ[19]KM[0.5];B[pd](;W[dp];B[pp])(;W[dd]))",
    ),
    Example::safe(
        "G025",
        "(;FF[4]GM[1]SZ[9]DD[aa:bb][ab])",
        "(;FF[4]GM[1]SZ[9]DD[aa:bb])",
    ),
    Example::safe(
        "G034",
        "(;FF[4]GM[1]SZ[9];B[aa];W[bb]MN[2]C[x];B[cc]MN[5];W[dd]MN[6])",
        "(;FF[4]GM[1]SZ[9];B[aa];W[bb]C[x];B[cc]MN[5];W[dd])",
    ),
    Example::guess("G042", "(;FF[4]GM[1]KM[650])", "(;FF[4]GM[1]KM[6.5])"),
    Example::safe(
        "G049",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p] PW[Otake (9p)])",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p] PW[Otake]WR[9p])",
    ),
    Example::safe(
        "G049",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p]BR[9p]PW[Otake]WR[9p])",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p]PW[Otake]WR[9p])",
    ),
    Example::guess(
        "G049",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun 9p]PW[Otake])",
        "(;FF[4]GM[1]SZ[9]PB[Cho Chikun]BR[9p]PW[Otake])",
    ),
    Example::guess(
        "G050",
        "(;FF[4]GM[1]SZ[9]GN[Cho Chikun vs Otake 9p])",
        "(;FF[4]GM[1]SZ[9]GN[Cho Chikun vs Otake 9p]PB[Cho Chikun]PW[Otake]WR[9p])",
    ),
    Example::safe("I001", "EVENT\nB1 Q4\nW 2 D4\n", "EVENT\nB 1 Q4\nW 2 D4\n"),
    Example::safe("I003", "EVENT\nSETUP B D4,C3\n", "EVENT\nSETUP B D4 C3\n"),
    Example::safe(
        "I004",
        "EVENT\nB 1. Q4\nW 2 D4\n",
        "EVENT\nB 1 Q4\nW 2 D4\n",
    ),
    Example::safe("I005", "EVENT\nB 1 Q4 W 2 D4\n", "EVENT\nB 1 Q4\nW 2 D4\n"),
    Example::safe("I006", "EVENT\nB 1 Q16 2 D4\n", "EVENT\nB 1 Q16\nW 2 D4\n"),
    Example::safe(
        "I008",
        "EVENT\nBOARDSIZE 9x9\nB 1 C3\n",
        "EVENT\nBOARDSIZE 9\nB 1 C3\n",
    ),
    Example::safe(
        "I009",
        "EVENT\nB 1 C3\nDIAGRAM A1 - J9\n",
        "EVENT\nB 1 C3\nDIAGRAM A1 J9\n",
    ),
    Example::safe(
        "I020",
        "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\n",
        "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\nENDVAR\n",
    ),
    Example::safe(
        "I032",
        "EVENT\nB 1 Q16\nW 2 D4\n",
        "EVENT\nBOARDSIZE 19\nB 1 Q16\nW 2 D4\n",
    ),
    Example::guess(
        "I045",
        "EVENT\nSETUP B A2\nSETUP W A1\nB 1 B1\nPRISONER C3\n",
        "EVENT\nSETUP B A2\nSETUP W A1\nB 1 B1\nPRISONER A1\n",
    ),
    Example::guess(
        "I046",
        "EVENT\nB 3 A1\nW 4 B1\nB 2 C1\n",
        "EVENT\nB 3 A1\nW 4 B1\nB 5 C1\n",
    ),
    Example::guess(
        "I049",
        "EVENT\nB 1 C3\nW 1 D4\n\nB 2 E5\n",
        "EVENT\nB 1 C3\nW 2 D4\n\nB 3 E5\n",
    ),
    Example::guess(
        "I049",
        "EVENT\nB 1 C3\nW 3 D4\nB 3 E5\nW 4 F6\n",
        "EVENT\nB 1 C3\nW 2 D4\nB 3 E5\nW 4 F6\n",
    ),
    Example::safe(
        "I053",
        "EVENT\nB 1 C3\nCOM\nGood. ENDCOM\nW 2 D4\n",
        "EVENT\nB 1 C3\nCOM\nGood.\nENDCOM\nW 2 D4\n",
    ),
    Example::safe(
        "I053",
        "EVENT\nB 1 C3\nVAR\nB 1 D4\nCOM\nGood.\nENDCOM ENDVAR\nW 2 D4\n",
        "EVENT\nB 1 C3\nVAR\nB 1 D4\nCOM\nGood.\nENDCOM\nENDVAR\nW 2 D4\n",
    ),
];
