#!/usr/bin/env python3
"""Measures records with one repeated pattern: whether their time grows with their size, and how much memory they take.

    benches/patterns.py [--size BYTES] [--only WORD] target/dist/ishi > patterns.md

Each pattern is a start, a piece that is repeated, and an end. `%i` in a piece is its number, `%p` a point, `%c` a column of points, `%l` a location of Ishi.
`%crc` in a start is the checksum of the text that travels in the carrier after it.
Most cells are far below the bounds, so a first pass takes the time of the processor for records of 9, 38 and 150 KB (a quarter of each if a record of
9 KB becomes 150 KB: a piece of a few bytes can set up the whole board, and Ishi has a word for each stone). Only a cell that this leaves in doubt (`--count`
for all cells) has its instructions counted, in a record of 8 KB, or of 2 KB if the cell is expensive. If its time may grow faster than its record,
four times the pieces may take 4.8 times the instructions, in a record of 2 KB or in one of 8 KB (more if the bytes, read and written, are more than four
times as many); what takes more is printed, and the exit status is 1.
So is what takes more than 10 seconds, or ends by a signal: its figure is `inf`.

A result that is to be edited, and that a format refuses or says in a sixteenth of the bytes, is not measured.

So is what takes more than 6,000 instructions for each byte that is read or written (3,000 where a record is only read once), or more memory above
40 MB than `SECURITY.md` promises for the command. The figure of a cell that is not counted is the most that its time allows.

Needs valgrind and a C compiler; the instructions that a program needs to start are not counted.
"""

import argparse
import concurrent.futures
import functools
import os
import re
import subprocess
import sys
import tempfile
import time
import typing
import urllib.parse
import zlib
from pathlib import Path

COMMANDS = {
    "to SGF": ["convert", "-q", "-t", "sgf", "-o", "-"],
    "to Ishi": ["convert", "-q", "-t", "ishi", "-o", "-"],
    "to Smart-Go": ["convert", "-q", "-t", "smartgo", "-o", "-"],
    "to plain SGF": ["convert", "-q", "--plain", "-t", "sgf", "-o", "-"],
    "to JSON": ["convert", "-q", "-t", "json", "-o", "-"],
    "to JSON with positions": ["convert", "-q", "-t", "json-positions", "-o", "-"],
    "exactly to Ishi": ["convert", "-q", "--exact", "-t", "ishi", "-o", "-"],
    "exactly to SGF": ["convert", "-q", "--exact", "-t", "sgf", "-o", "-"],
    "edited in SGF, home": ["convert", "-q", "-o", "-", "-t"],
    "edited in Ishi, home": ["convert", "-q", "-o", "-", "-t"],
    "report in JSON": ["convert", "-q", "-o", "-", "--report"],
    "report as a page": ["convert", "-q", "-o", "-", "--report"],
    "info": ["info"],
    "check": ["check"],
    "check --diff": ["check", "--unsafe-fixes", "--diff"],
    "check --diff=unified": ["check", "--unsafe-fixes", "--diff=unified"],
    "check --fix": ["check", "--unsafe-fixes", "--fix", "--no-backup"],
    "show": ["show"],
    "show --list": ["show", "--list"],
    "show --list --all": ["show", "--list", "--all"],
    "show --sheet": ["show", "--sheet"],
    "show --kifu": ["show", "--kifu", "--format", "svg"],
    "diff": ["diff"],
    "verify": ["verify"],
}
# The most instructions, and bytes of memory above 40 MB (`SECURITY.md`), for each byte that a command reads or writes.
MOST, READING = 6_000, 3_000
BOUNDS = {
    **dict.fromkeys(COMMANDS, (READING, 300)),
    **{command: (MOST, 300) for command in COMMANDS if command.startswith(("to ", "exactly", "report", "verify"))},
    **{command: (MOST, 1_300) for command in COMMANDS if command.startswith("edited")},
    **{command: (MOST, 1_200) for command in COMMANDS if command.startswith("check")},
    **dict.fromkeys(["check --diff", "check --diff=unified"], (MOST, 6_000)),
    "show --sheet": (READING, 15_000),
}
FORMATS = {"bracketed": ("sgf", ".sgf"), "Smart-Go": ("smartgo", ".mgt"), "Ishi": ("ishi", ".go")}
FOUR_TIMES = 4.8
MEMORY = 40_000_000
# The first pass: seconds that a process may take in all, the most instructions of a second, and what leaves no doubt about growth: so few seconds, or
# less than a cell has from 38 KB to 150 KB if it grows by 4.8 from 8 KB to 32 KB (a + b = 1, 4a + 16b = 4.8).
LIMIT, A_SECOND, NO_DOUBT, NO_DOUBT_GROWTH = 10, 20e9, 0.02, 5.5

SGF = "(;FF[4]GM[1]SZ[19]"
LARGEST = "(;FF[4]GM[1]SZ[52]"
# A carrier with an Ishi text, in a record that shows its first move.
CARRYING = SGF + "XI[ishi 2 %crc 1 ishi us-ascii lf whole|EVENT|B 1 A19"
AFTER_CARRIER = "];B[aa])"
# Name, start, piece, end.
BRACKETED = [
    ("moves", SGF, ";B[%p]", ")"),
    ("passes", SGF, ";B[]", ")"),
    ("moves at one point", SGF, ";B[aa];W[aa]", ")"),
    ("moves without semicolons", SGF, "B[%p]W[%p]", ")"),
    ("moves off the board", SGF, ";B[zz]", ")"),
    ("moves of three letters", SGF, ";B[abc]", ")"),
    ("moves of one player", SGF, ";W[%p]", ")"),
    ("two moves in a node", SGF, ";B[%p]W[%p]", ")"),
    ("moves with several values", SGF, ";B[%p][%p]", ")"),
    ("ko", SGF + "AB[ab][ba][bc]AW[ac][bd][cc]", ";W[bb];B[cb]", ")"),
    ("large captures", SGF, ";AW[aa:ss];AE[ss]AB[ss];AE[aa:ss]", ")"),
    ("empty nodes", SGF, ";", ")"),
    ("variations", SGF, "(;B[%p])", ")"),
    ("nested variations", SGF, "(;B[%p]", ")"),
    ("nested and closed", SGF, "(;B[%p](;W[%p]))", ")"),
    ("empty variations", SGF, "()", ")"),
    ("variations without nodes", SGF, "(B[%p])", ")"),
    ("games", "", SGF + ";B[%p])", ""),
    ("games without an end", "", SGF + ";B[%p]", ""),
    ("games without a start", SGF + ")", "GM[1];B[%p])", ""),
    ("text between games", "", "(;GM[1]) words ", ""),
    ("parentheses between games", "(;GM[1])", "( words ) ", "(;GM[1])"),
    ("closing parentheses", SGF, ")", ""),
    ("opening parentheses", SGF, "(", ""),
    ("comments", SGF, ";C[words %i]", ")"),
    ("one long comment", SGF + "C[", "words %i ", "])"),
    ("lines of a comment", SGF + "C[", "line\n", "])"),
    ("soft line breaks", SGF + "C[", "line\\\n", "])"),
    ("backslashes", SGF + "C[", "\\\\", "])"),
    ("escaped brackets", SGF + "C[", "\\]", "])"),
    ("opening brackets in a text", SGF + "C[", "[", "])"),
    ("closing brackets in a text", SGF + "C[", "] ", "])"),
    ("brackets around words", SGF + "C[", "[word] ", "])"),
    ("semicolons after brackets in a text", SGF + "C[", "];x ", "])"),
    ("identifiers after brackets in a text", SGF + "C[", "] AB[", "])"),
    ("text that looks like a game", SGF + "C[", "](;B[aa]", "])"),
    ("comments without an end", SGF, ";C[words ", ")"),
    ("white space after brackets in a text", SGF + "C[", "]\n\n\n\n-", "])"),
    ("parentheses after brackets in a text", SGF + "C[", "] (see %i) ", "])"),
    ("ends of games in a text", SGF + "C[", "]) words ", "])"),
    ("games in a text", SGF + "C[", "] (;B[%p]) ", "])"),
    ("private properties after brackets in a text", SGF + "C[", "] X%a[%i] - ", "])"),
    ("backslashes and brackets in a text", SGF + "C[", "\\\\\\]] ", "])"),
    ("texts that take in moves", SGF, ";C[words %i;B[%p]", ")"),
    ("moves without closing brackets", SGF, ";B[%p", "])"),
    ("moves without opening brackets", SGF, ";B%p]", ")"),
    ("moves with two opening brackets", SGF, ";B[[%p]", ")"),
    ("moves with two closing brackets", SGF, ";B[%p]]", ")"),
    ("setup without closing brackets", SGF + "AB", "[%p", "])"),
    ("setup without closing brackets, with backslashes", SGF + "AB", "[%p\\x", "])"),
    ("numbers without closing brackets", SGF + ";", "BL[%i", "])"),
    ("labels with brackets", SGF + ";LB", "[%p:a]]", ")"),
    ("labels with opening brackets", SGF + ";LB", "[%p:[x]", ")"),
    ("labels without closing brackets", SGF + ";LB", "[%p:a", "])"),
    ("pairs of colons and brackets", SGF + ";FG", "[%i:a\\:] b]", ")"),
    ("nodes after the end of a game", SGF, ");B[%p]", ")"),
    ("games whose start is lost", "", "x;GM[1]SZ[19];B[%p])", ""),
    ("two comments in a node", SGF + ";", "C[words %i]", ")"),
    ("values of a comment", SGF + ";C", "[words %i]", ")"),
    ("empty values", SGF + ";C", "[]", ")"),
    ("identifiers without values", SGF + ";", "AB ", ")"),
    ("rubbish between properties", SGF + ";", "? ", ")"),
    ("commas between properties", SGF + ";", "B[%p], ", ")"),
    ("lines of quoted mail", SGF, "\n> ;B[%p]", ")"),
    ("numbers out of range", SGF + ";", "ST[%i]", ")"),
    ("private properties of one name", SGF + ";", "XX[%i]", ")"),
    ("private properties of many names", SGF + ";", "X%a[%i]", ")"),
    ("private properties in nodes", SGF, ";XX[%i]", ")"),
    ("small letters in identifiers", SGF, ";BLack[%p]Comment[x]", ")"),
    ("setup", SGF + "AB", "[%p]", ")"),
    ("setup at one point", SGF + "AB", "[aa]", ")"),
    ("setup with rectangles", SGF + "AB", "[aa:ss]", ")"),
    ("setup with rectangles that overlap", SGF + "AB", "[%p:ss]", ")"),
    ("setup in all lists", SGF + ";", "AB[%p]AW[%p]AE[%p]", ")"),
    ("setup in nodes", SGF, ";AB[%p]AW[%p]", ")"),
    ("boards filled and cleared", SGF, ";AB[aa:ss];AW[aa:ss];AE[aa:ss]", ")"),
    ("rectangles of the largest board", LARGEST + "AB", "[aa:ZZ]", ")"),
    ("largest boards filled and cleared", LARGEST, ";AB[aa:ZZ];AW[aa:ZZ];AE[aa:ZZ]", ")"),
    ("columns of the largest board", LARGEST, ";AB[%ca:%cZ];AE[aa:ZZ]", ")"),
    ("marks on the largest board", LARGEST, ";TR[aa:ZZ]", ")"),
    ("setup after moves", SGF, ";B[%p];AW[%p]", ")"),
    ("setup beside moves", SGF, ";B[%p]AW[%p]", ")"),
    ("setup in variations", SGF, "(;AB[aa:ss];W[aa])", ")"),
    ("triangles", SGF + ";TR", "[%p]", ")"),
    ("triangles at one point", SGF + ";TR", "[aa]", ")"),
    ("rectangles of marks", SGF + ";TR", "[aa:ss]", ")"),
    ("all marks on all points", SGF, ";TR[aa:ss]SQ[aa:ss]CR[aa:ss]MA[aa:ss]", ")"),
    ("marks in nodes", SGF, ";B[%p]TR[%p]", ")"),
    ("labels", SGF + ";LB", "[%p:%i]", ")"),
    ("labels at one point", SGF + ";LB", "[aa:%i]", ")"),
    ("long labels", SGF + ";LB", "[%p:words %i]", ")"),
    ("labels in nodes", SGF, ";B[%p]LB[%p:%i]", ")"),
    ("labels without a point", SGF + ";LB", "[%i]", ")"),
    ("territory", SGF, ";B[%p]TB[aa:ss]TW[aa:ss]", ")"),
    ("arrows", SGF + ";AR", "[aa:%p]", ")"),
    ("lines", SGF + ";LN", "[aa:%p]", ")"),
    ("figures", SGF, ";B[%p]FG[257:Figure %i]", ")"),
    ("views", SGF, ";B[%p]VW[aa:jj]", ")"),
    ("dimmed points", SGF, ";B[%p]DD[aa:ss]", ")"),
    ("move numbers", SGF, ";B[%p]MN[%i]", ")"),
    ("numbers that are none", SGF, ";B[%p]MN[x]BL[y]WL[z]", ")"),
    ("times", SGF, ";B[%p]BL[%i.5]OB[3]", ")"),
    ("annotations", SGF, ";B[%p]TE[2]BM[1]", ")"),
    ("names of nodes", SGF, ";B[%p]N[node %i]", ")"),
    ("root properties again", SGF, ";B[%p]SZ[9]GM[1]", ")"),
    ("sizes in the root", "(;FF[4]GM[1]", "SZ[9]", ";B[aa])"),
    ("game information again", SGF, ";B[%p]PB[Name %i]", ")"),
    ("a long name", SGF + "PB[", "Name ", "])"),
    ("a long result", SGF + "RE[", "B+3 ", "])"),
    ("a long date", SGF + "DT[", "1990-03-08,", "1990])"),
    ("dates of one year", SGF + "DT[1990-01-01", ",02", "])"),
    ("carriers of another version", SGF, ";B[%p]XI[ishi 1|I MARK a@A1]", ")"),
    ("damaged carriers", SGF, ";B[%p]XI[ishi 2 00000000 1 ishi us-ascii lf whole|EVENT]", ")"),
    ("many carriers in a root", SGF + "XI", "[ishi 2 %crc 1 ishi us-ascii lf whole|EVENT|REMARK x]", ")"),
    ("a carrier with remarks", CARRYING, "|REMARK %i", AFTER_CARRIER),
    ("a carrier with moves", CARRYING, "|W %n %l", AFTER_CARRIER),
    ("a carrier with variations", CARRYING, "|VAR|B 1 %l|ENDVAR", AFTER_CARRIER),
    ("a carrier with marks", CARRYING, "|MARK a@%l", AFTER_CARRIER),
    ("a carrier with headers", CARRYING, "|RESULT odd %i", AFTER_CARRIER),
    ("a carrier with escapes", CARRYING + "|REMARK ", "%25", AFTER_CARRIER),
    ("a carrier with a long line", CARRYING + "|REMARK", " words", AFTER_CARRIER),
    ("letters outside ASCII", SGF + "CA[UTF-8]C[", "\u00e9\u5f20", "])"),
    ("names outside ASCII", SGF + "CA[UTF-8]", ";B[%p]N[\u5f20 %i]", ")"),
    ("white space", SGF, "; \n\t ", ")"),
    ("white space in values", SGF + "AB", "[ a a ]", ")"),
    ("header lines in the game comment", SGF + "GC[", "RESULT odd %i\n", "])"),
    ("games of other kinds", "", "(;GM[2]FF[4];B[e4])", ""),
    ("Backgammon", "(;FF[4]GM[6]", ";B[31hefe];W[52xy]", ")"),
]
SMART = "(;GM[1]SZ[19]"
SMART_GO = [
    (name, start.replace("FF[4]", ""), piece.replace("FF[4]", ""), end)
    for name, start, piece, end in BRACKETED
    if not name.startswith(("arrows", "lines", "labels", "long labels", "dimmed", "all marks", "games of", "Backgammon", "figures"))
] + [
    ("letters", SMART + ";L", "[%p]", ")"),
    ("letters at one point", SMART + ";L", "[aa]", ")"),
    ("letters in nodes", SMART, ";B[%p]L[%p][aa]", ")"),
    ("marks M", SMART + ";M", "[%p]", ")"),
    ("marks M in nodes", SMART, ";B[%p]M[%p]", ")"),
    ("text before the game", "", "header text %i\n", "(;GM[1];B[aa])"),
    ("identifiers with digits", SMART, ";B[%p]A1[x]", ")"),
    ("long identifiers", SMART, ";Black[%p]Comment[words]", ")"),
    ("stones before the first move", SMART + "B", "[%p]", ")"),
    ("two corners of a view", SMART, ";B[%p]VieW[aa][jj]", ")"),
    ("names of figures", SMART, ";B[%p]FG[]N[Figure %i]", ")"),
    ("values of annotations", SMART, ";B[%p]TE[1]DO[1]CH[1]", ")"),
    ("positions by letters", SMART, ";B[%p]C[A and B]L[%p][%p]", ")"),
    ("times in minutes", SMART + "TM[30]", ";B[%p]BL[29]", ")"),
]
ISHI = [
    ("moves", "EVENT\n", "B %n %l\n", ""),
    ("moves of both", "EVENT\n", "B %n %l\nW %n %l\n", ""),
    ("passes", "EVENT\n", "B %n PASS\n", ""),
    ("moves with one number", "EVENT\n", "B 1 %l\n", ""),
    ("moves on one line", "EVENT\nB 1 Q4 ", "W %n %l ", "\n"),
    ("moves in column I", "EVENT\n", "B %n I4\n", ""),
    ("moves off the board", "EVENT\nBOARDSIZE 9\n", "B %n Q16\n", ""),
    ("moves without a place", "EVENT\n", "B %n\n", ""),
    ("moves at one point", "EVENT\n", "B %n A1\nW %n A1\n", ""),
    ("prisoners", "EVENT\n", "B %n %l\nPRISONER D4 E4\n", ""),
    ("prisoners of one move", "EVENT\nB 1 Q4\n", "PRISONER %l\n", ""),
    ("a long PRISONER", "EVENT\nB 1 Q4\nPRISONER ", "%l ", "\n"),
    ("prisoners by number", "EVENT\nB 1 Q4\nPRISONER ", "#%n ", "\n"),
    ("ranges of prisoners", "EVENT\nB 1 Q4\nPRISONER ", "#1-%n ", "\n"),
    ("real captures", "EVENT\n", "B %n A1\nW %n B1\nW %n A2\nPRISONER A1\n", ""),
    ("variations", "EVENT\nB 1 Q4\n", "VAR\nB 1 %l\nENDVAR\n", ""),
    ("nested variations", "EVENT\nB 1 Q4\n", "VAR\nB 1 %l\n", ""),
    ("nested and closed", "EVENT\nB 1 Q4\n", "VAR\nB 1 %l\nVAR\nB 1 D4\nENDVAR\nENDVAR\n", ""),
    ("empty variations", "EVENT\nB 1 Q4\n", "VAR\nENDVAR\n", ""),
    ("variations of no move", "EVENT\n", "VAR\nB 1 %l\nENDVAR\n", ""),
    ("variations of each move", "EVENT\n", "B %n %l\nVAR\nB %n D4\nENDVAR\n", ""),
    ("variation markers", "EVENT\nB 1 Q4\n", "VAR %n\nB 1 %l\nENDVAR\n", ""),
    ("ends of variations", "EVENT\nB 1 Q4\n", "ENDVAR\n", ""),
    ("words after ENDVAR", "EVENT\nB 1 Q4\n", "VAR\nB 1 %l\nENDVAR back\n", ""),
    ("diagrams", "EVENT\nB 1 Q4\n", "DIAGRAM\n", ""),
    ("diagrams of parts", "EVENT\nB 1 Q4\n", "DIAGRAM A1 J9\n", ""),
    ("diagrams after moves", "EVENT\n", "B %n %l\nDIAGRAM A1 J9\n", ""),
    ("diagrams with setup", "EVENT\nB 1 Q4\n", "DIAGRAM\nSETUP B %l W D4\n", ""),
    ("diagrams that hide", "EVENT\nB 1 Q4\n", "DIAGRAM\nHIDE Q4\n", ""),
    ("diagrams of other sizes", "EVENT\nB 1 Q4\n", "DIAGRAM 9x9\n", ""),
    ("diagrams that cannot be read", "EVENT\nB 1 Q4\n", "DIAGRAM fig %i\n", ""),
    ("diagrams in variations", "EVENT\nB 1 Q4\n", "VAR\nDIAGRAM\nENDVAR\n", ""),
    ("marks", "EVENT\nB 1 Q4\n", "MARK a@%l\n", ""),
    ("a long MARK", "EVENT\nB 1 Q4\nMARK ", "a@%l ", "\n"),
    ("marks at one point", "EVENT\nB 1 Q4\nMARK ", "a@Q4 ", "\n"),
    ("MARK ALL", "EVENT\n", "B %n %l\nMARK ALL\n", ""),
    ("MARK ALL of one move", "EVENT\nB 1 Q4\n", "MARK ALL\n", ""),
    ("marks by number", "EVENT\n", "B %n %l\nMARK #%n\n", ""),
    ("marks by ranges", "EVENT\n", "B %n %l\nMARK #1-%n\n", ""),
    ("labels by ranges", "EVENT\n", "B %n %l\nMARK a@#1-%n\n", ""),
    ("signs by ranges", "EVENT\n", "B %n %l\nMARK \\t@#1-%n\n", ""),
    ("MARK ALL and a label", "EVENT\n", "B %n %l\nMARK ALL a@Q4\n", ""),
    ("ranges of marks of one move", "EVENT\nB 1 Q4\nMARK ", "#1-%n ", "\n"),
    ("signs", "EVENT\nB 1 Q4\nMARK ", "\\t@%l \\s@%l ", "\n"),
    ("signs in nodes", "EVENT\n", "B %n %l\nMARK \\t@%l\n", ""),
    ("UNMARK", "EVENT\nB 1 Q4\n", "MARK a@%l\nUNMARK %l\n", ""),
    ("UNMARK ALL", "EVENT\nB 1 Q4\n", "MARK a@%l\nUNMARK ALL\n", ""),
    ("marks off the board", "EVENT\nBOARDSIZE 9\nB 1 A1\n", "MARK a@T19\n", ""),
    ("marks that cannot be read", "EVENT\nB 1 Q4\n", "MARK 100@C3\n", ""),
    ("labels of two letters", "EVENT\nB 1 Q4\nMARK ", "ab@%l ", "\n"),
    ("comments", "EVENT\n", "B %n %l\nCOM\nwords\nENDCOM\n", ""),
    ("comments of one move", "EVENT\nB 1 Q4\n", "COM\nwords %i\nENDCOM\n", ""),
    ("comments of the event", "EVENT\n", "COM\nwords %i\nENDCOM\n", ""),
    ("titles of comments", "EVENT\n", "B %n %l\nCOM title %i\nENDCOM\n", ""),
    ("one long comment", "EVENT\nB 1 Q4\nCOM\n", "words %i\n", "ENDCOM\n"),
    ("one long line", "EVENT\nB 1 Q4\nCOM\n", "words ", "\nENDCOM\n"),
    ("empty lines of a comment", "EVENT\nB 1 Q4\nCOM\n", "\n", "ENDCOM\n"),
    ("comments without an end", "EVENT\nB 1 Q4\n", "COM\n", ""),
    ("ends of comments", "EVENT\nB 1 Q4\n", "ENDCOM\n", ""),
    ("user data", "EVENT\n", "B %n %l\nUSER data\n1\nENDUSER\n", ""),
    ("user data of one move", "EVENT\nB 1 Q4\n", "USER %i\nENDUSER\n", ""),
    ("one long block of user data", "EVENT\nB 1 Q4\nUSER\n", "data %i\n", "ENDUSER\n"),
    ("damaged carriers", "EVENT\nB 1 Q4\n", "USER ishi 2 00000000 1 sgf utf-8 lf whole\n| (;)\nENDUSER\n", ""),
    ("many carriers in an event", "EVENT\n", "USER ishi 2 %crc 1 sgf utf-8 lf whole\n| (;XX[a])\nENDUSER\n", "B 1 A19\n"),
    ("a carrier with properties", "EVENT\nUSER ishi 2 %crc 1 sgf utf-8 lf whole\n| (;SZ[19];B[aa]", "\n| X%a[%i]", ")\nENDUSER\nB 1 A19\n"),
    ("a carrier with nodes", "EVENT\nUSER ishi 2 %crc 1 sgf utf-8 lf whole\n| (;SZ[19];B[aa]", "\n| ;XX[%i]", ")\nENDUSER\nB 1 A19\n"),
    ("a carrier with a long line", "EVENT\nUSER ishi 2 %crc 1 sgf utf-8 lf whole\n| (;SZ[19];B[aa]XX[", "\n+ words", "])\nENDUSER\nB 1 A19\n"),
    ("remarks", "EVENT\n", "REMARK words %i\n", ""),
    ("remarks before moves", "EVENT\n", "REMARK words\nB %n %l\n", ""),
    ("remarks before variations", "EVENT\nB 1 Q4\n", "REMARK a\nVAR\nB 1 %l\nENDVAR\n", ""),
    ("remarks at the ends of variations", "EVENT\nB 1 Q4\n", "VAR\nB 1 %l\nREMARK a\nENDVAR\n", ""),
    ("remarks among headers", "", "EVENT\nREMARK a\nBLACK x\n", ""),
    ("remarks at the ends of events", "", "EVENT\nB 1 Q4\nREMARK a\n", ""),
    ("events", "", "EVENT %i\nB 1 Q4\n", ""),
    ("empty events", "", "EVENT\n", ""),
    ("events with headers", "", "EVENT\nBLACK a\nWHITE b\nKOMI 5.5\n", ""),
    ("setup", "EVENT\n", "SETUP B %l\n", ""),
    ("a long SETUP", "EVENT\nSETUP B ", "%l ", "\n"),
    ("setup at one point", "EVENT\nSETUP B ", "A1 ", "\n"),
    ("setup of both colours", "EVENT\nSETUP ", "B %l W %l ", "\n"),
    ("setup without a colour", "EVENT\n", "SETUP %l\n", ""),
    ("setup after moves", "EVENT\n", "B %n %l\nSETUP W D4\n", ""),
    ("lines between SETUP lines", "EVENT\n", "SETUP B %l\nMARK a@D4\n", ""),
    ("hidden stones outside diagrams", "EVENT\nB 1 Q4\n", "HIDE %l\n", ""),
    ("hidden ranges", "EVENT\nB 1 Q4\nDIAGRAM\nHIDE ", "#1-%n ", "\n"),
    ("board sizes", "EVENT\n", "BOARDSIZE 9\n", ""),
    ("late board sizes", "EVENT\n", "B %n %l\nBOARDSIZE 19\n", ""),
    ("names", "EVENT\n", "BLACK name %i\n", ""),
    ("dates", "EVENT\n", "DATE 8 March 1990\n", ""),
    ("dates without a year", "EVENT\n", "DATE Spring %i\n", ""),
    ("one long date", "EVENT\nDATE ", "8 March 1990 and ", "9 March 1990\n"),
    ("results", "EVENT\n", "RESULT Black wins by 3\n", ""),
    ("results that are not understood", "EVENT\n", "RESULT odd %i\n", ""),
    ("komi", "EVENT\n", "KOMI 5 1/2\n", ""),
    ("handicaps", "EVENT\n", "HANDICAP 4\n", ""),
    ("time limits", "EVENT\n", "TIMELIMIT 1 hour\n", ""),
    ("one long time limit", "EVENT\nTIMELIMIT ", "1 hour and ", "2 hours\n"),
    ("sources", "EVENT\n", "SOURCE book %i,\n", ""),
    ("places", "EVENT\n", "PLACE town %i\n", ""),
    ("a long title", "EVENT ", "words ", "\n"),
    ("late headers", "EVENT\n", "B %n %l\nPLACE town\n", ""),
    ("unknown lines", "EVENT\n", "WHAT %i\n", ""),
    ("unknown lines of moves", "EVENT\n", "B %n %l\nWHAT\n", ""),
    ("unknown lines before the record", "", "words %i\n", "EVENT\nB 1 Q4\nB 2 D4\n"),
    ("small letters", "event\n", "b %n %l\nmark \\T@d4\n", ""),
    ("control characters", "EVENT\n", "B\x01 %n Q\x024\n", ""),
    ("Control-Z", "EVENT\n", "B %n %l\n\x1a", ""),
    ("white space", "EVENT\n", "   \t  \n", "B 1 Q4\n"),
    ("letters outside ASCII", "EVENT\nCOM\n", "\u00e9\u5f20 ", "\nENDCOM\n"),
]
PATTERNS = {"bracketed": BRACKETED, "Smart-Go": SMART_GO, "Ishi": ISHI}


def piece(text, number):
    """Returns a piece with its number, a point and a location that go over the board."""
    if "%" not in text:
        return text
    column, row = number % 19, number // 19 % 19
    letter = "ABCDEFGHJKLMNOPQRST"[column]
    name = ""
    rest = number
    while True:
        name = chr(ord("A") + rest % 26) + name
        rest //= 26
        if not rest:
            break
    values = {"%i": str(number), "%n": str(number + 1), "%p": chr(97 + column) + chr(97 + row), "%l": f"{letter}{row + 1}", "%c": chr(97 + column), "%a": name}
    return re.sub(r"%[inplca](?![0-9A-F]|rc )", lambda found: values[found[0]], text)


def record(pattern, count):
    _, start, middle, end = pattern
    text = start + "".join(piece(middle, number) for number in range(count)) + end
    return re.sub(r"(%crc)( [^|\n]*)(\|[^]]*|\n(?:[|+] .*\n)*)", summed, text).encode()


def summed(found):
    """Returns a carrier with its checksum; its text is after `|` in a property, and in lines of a USER block."""
    title, text = found[2], found[3]
    if text.startswith("|"):
        carried = text[1:].replace("|", "\n")
    else:
        carried = text.replace("\n+ ", "").replace("\n| ", "\n").strip("\n")
    return f"{zlib.crc32(urllib.parse.unquote(carried).encode()):08x}{title}{text}"


class Program:
    """Runs the commands of a program in copies of one small process (`again.c`), whose memory is not counted as that of the program."""

    def __init__(self, program, library, folder, *under):
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        self.printed = self.folder / "printed"
        self.process = subprocess.Popen(
            [*under, program, *["again"] * 15],
            env={**os.environ, "LD_PRELOAD": str(library)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, how, words):
        """Has a command run; returns the bytes of memory that it takes, and its seconds of processor time."""
        print(how, self.printed, *words, sep="\t", file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"the program ended: {' '.join(map(str, words))}")
        signal, memory, seconds = map(float, answer)
        if signal:
            raise Ended(f"signal {signal:.0f} after {seconds:.1f} seconds: {' '.join(map(str, words))}")
        return memory * 1024, seconds


class Ended(Exception):
    """A signal ended a command, such as the one at its limit of processor time."""


class Counter(Program):
    """Counts the instructions of a program's commands."""

    def __init__(self, program, library, folder):
        log = Path(folder) / f"log-{os.getpid()}"
        log.touch()
        self.log = log.open()
        valgrind = ["valgrind", "--max-threads=2000", "--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null", f"--log-file={log}"]
        super().__init__(program, library, folder, *valgrind)

    def count(self, words):
        """Returns how many instructions a command takes, without those that came before."""
        before = self.counted(0, words)
        return self.counted(LIMIT, words) - before

    def counted(self, seconds, words):
        self.run(seconds, words)
        return sum(map(int, re.findall(r"Total instructions: (\d+)", self.log.read())))


def start(program, library, folder):
    """Prepares a process that measures."""
    global native, idle, counter
    native = Program(program, library, folder)
    nothing = native.folder / "nothing.sgf"
    nothing.write_text("(;GM[1])")
    idle = min(native.run(LIMIT, ["check", nothing])[1] for _ in range(5))
    counter = functools.cache(lambda: Counter(program, library, folder))


@functools.cache
def to_start(command, kind):
    """Counts the instructions that a command takes to start, with those for its line, and the bytes of a record without moves and of its result."""
    path = native.folder / f"start{FORMATS[kind][1]}"
    path.write_text("EVENT\n" if kind == "Ishi" else "(;GM[1])")
    words, files = prepared(command, kind, path)
    return counter().count(words), handled(files, counter().printed)


def prepared(command, kind, path):
    """Returns the words of a command about a record, and the files that it reads and writes."""
    words, form = COMMANDS[command], ["-f", FORMATS[kind][0]]
    other = path.with_name(f"{command.replace(' ', '-')}-{path.name}")
    if command.startswith("report"):
        other = other.with_suffix(".json" if "JSON" in command else ".html")
        return [*words, other, *form, path], [path, other]
    if command.startswith("edited"):
        other = other.with_suffix(".ishi" if "Ishi" in command else ".sgf")
        return [*words, FORMATS[kind][0], edited(form, path, other)], [other]
    if command == "check --fix":
        other.write_bytes(path.read_bytes())
        return [*words, *form, other], [path, other]
    if command == "verify":
        if not other.exists():
            # A record that cannot be converted leaves a folder without results.
            other.mkdir()
            native.run(LIMIT, ["convert", "-q", *form, path, "-d", other])
        return [*words, other], [path, *other.rglob("*")]
    if command == "diff":
        other.write_bytes(path.read_bytes() + b"\n")
        return [*words, *form, path, other], [path, other]
    return [*words, *form, path], [path]


def handled(files, printed):
    """Returns how many bytes a command reads and writes."""
    return sum(path.stat().st_size for path in [*files, printed] if path.is_file())


class NoResult(Exception):
    """A record has no result in a format, or a much shorter one, so that there is nothing to measure for a byte."""


def edited(form, path, result):
    """Writes the result of a record in another format, with a comment that was added outside of the carrier."""
    if not result.exists():
        native.run(LIMIT, ["convert", "-q", "-t", result.suffix[1:], *form, "-o", result, path])
        if not result.exists() or result.stat().st_size < path.stat().st_size / 16:
            raise NoResult
        text = result.read_bytes().rstrip()
        added = text + b"\r\nCOM\r\nedited\r\nENDCOM\r\n" if result.suffix == ".ishi" else text.removesuffix(b")") + b";C[edited])\n"
        result.write_bytes(added)
    return result


def growth(larger, smaller, constant):
    """Returns how many times the instructions four times the pieces take. The bytes count if they grow faster: with a label in each node for each
    move, a result has the square of the pieces, and so has the record that is edited then. `constant` bytes are in all results, for example those of
    an empty page, and do not grow."""
    (instructions, length), (before, shorter) = larger, smaller
    return instructions / before * 4 / max(4, (length - constant) / (shorter - constant))


def measure(job):
    """Measures the commands about a pattern."""
    kind, pattern, commands, *sizes = job
    with tempfile.TemporaryDirectory(dir=native.folder) as folder:

        @functools.cache
        def file(count):
            path = Path(folder) / f"{count}{FORMATS[kind][1]}"
            path.write_bytes(record(pattern, max(1, count)))
            return path

        cells = (cell(kind, pattern, command, file, *sizes) for command in commands)
        return [row for row in cells if row]


def cell(kind, pattern, command, file, small, large, is_counted):
    """Measures one command about a pattern."""
    # The start and the end have no share in the length of a piece.
    small, large = (size * 8 // (len(record(pattern, 108)) - len(record(pattern, 100))) for size in (small, large))

    def timed(count):
        words, files = prepared(command, kind, file(count))
        memory, seconds = native.run(LIMIT, words)
        return max(0, seconds - idle), memory, handled(files, native.printed)

    def counted(count):
        words, files = prepared(command, kind, file(count))
        taken = -to_start(command, kind)[0] + counter().count(words)
        return max(1, taken), handled(files, counter().printed)

    four_times, for_a_byte, memory, total = 0, float("inf"), 0, 0
    most = BOUNDS[command][0]
    try:
        if timed(large // 16)[2] > 16 * file(large // 16).stat().st_size:
            small, large = small // 4, large // 4
        seconds, memory, total = timed(large)
        at_most = seconds * A_SECOND / total
        grows = seconds > NO_DOUBT and seconds / max(timed(large // 4)[0], NO_DOUBT / 4) > NO_DOUBT_GROWTH
        is_counted |= grows or at_most > most
        if not is_counted:
            for_a_byte = at_most
        else:
            # Code of this command is translated from here on.
            counter().run("translate", prepared(command, kind, file(8))[0])
            taken, length = counted(4 * small if grows or at_most < 4 * most else small)
            for_a_byte = taken / length
        if grows:
            four_times = float("inf")
            four_times = growth((taken, length), counted(small), to_start(command, kind)[1])
        if four_times > FOUR_TIMES:
            # A board has 361 points: once they are all named, a record may take more than before. What is larger must not.
            four_times = float("inf")
            four_times = growth(counted(16 * small), (taken, length), to_start(command, kind)[1])
    except NoResult:
        return None
    except Ended as end:
        print(end, file=sys.stderr, flush=True)
    return Row(kind, pattern[0], command, is_counted, four_times, for_a_byte, memory, total)


class Row(typing.NamedTuple):
    kind: str
    name: str
    command: str
    is_counted: bool
    four_times: float
    for_a_byte: float
    memory: int
    bytes: int

    def memory_for_a_byte(self):
        return max(0, self.memory - MEMORY) / max(1, self.bytes)

    def is_wrong(self):
        instructions, memory = BOUNDS[self.command]
        return self.four_times > FOUR_TIMES or self.for_a_byte > instructions or self.memory_for_a_byte() > memory

    def __str__(self):
        growth = f"{self.four_times:.2f}, " if self.four_times else ""
        memory = f"{self.memory / 1e6:.0f} MB for {self.bytes / 1e6:.2f} MB"
        return f"{self.kind}, {self.name}, {self.command}: {growth}{self.for_a_byte:.0f} for a byte; {memory}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--size", type=int, default=2000, help="bytes of the smallest record")
    parser.add_argument("--large", type=int, default=150000, help="bytes of the record whose memory is measured")
    parser.add_argument("--only", default="", help="patterns or commands with this word")
    parser.add_argument("--count", action="store_true", help="count the instructions of all cells")
    options = parser.parse_args()
    began, rows = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "again.so"
        source = Path(__file__).with_name("again.c")
        subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        jobs = []
        for kind, patterns in PATTERNS.items():
            for pattern in patterns:
                commands = [command for command in COMMANDS if options.only in f"{kind} {pattern[0]} {command}"]
                if commands:
                    jobs.append((kind, pattern, commands, options.size, options.large, options.count))
        with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), initializer=start, initargs=(options.program, library, folder)) as pool:
            for number, found in enumerate(pool.map(measure, jobs), 1):
                rows += found
                for row in found:
                    if row.is_wrong():
                        print(row, file=sys.stderr)
                if number % 10 == 0:
                    print(f"{number} of {len(jobs)} patterns after {time.monotonic() - began:.0f} seconds", file=sys.stderr, flush=True)
    report(rows)


def report(rows):
    """Prints the most that each command takes, and the cells over a bound."""
    print("| command | cells, counted | four times the pieces, counted | instructions for a byte | memory for a byte, above 40 MB |\n|---|---|---|---|---|")
    for command in COMMANDS:
        own = [row for row in rows if row.command == command]
        if own:
            print(f"| {command} | {len(own)}, {sum(row.is_counted for row in own)} | {' | '.join(most(own))} |")
    wrong = [row for row in rows if row.is_wrong()]
    print("", *(f"- {row}" for row in wrong), sep="\n")
    sys.exit(1 if wrong else 0)


def most(rows):
    """Returns the largest value of each kind, with the pattern that has it."""
    instructions, memory = BOUNDS[rows[0].command]

    def largest(rows, key, form):
        row = max(rows, key=key, default=None)
        return f"{form.format(key(row))}: {row.name} ({row.kind})" if row else ""

    yield largest([row for row in rows if row.four_times], lambda row: row.four_times, "{:.2f}")
    yield largest(rows, lambda row: row.for_a_byte, f"{{:,.0f}} of {instructions:,}")
    yield largest(rows, Row.memory_for_a_byte, f"{{:,.0f}} of {memory:,}")


if __name__ == "__main__":
    main()
