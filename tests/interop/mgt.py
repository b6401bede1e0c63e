"""Compares our Smart-Go text with what MGT, a program of 1993, reads in it and writes again.

Usage: mgt.py path/to/ishi

MGT keeps the first game: its tree, moves, setup, L, M, N, comments and some game information. It
loses private properties, TB, TW, V and annotations, and it damages text with a backslash.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import brackets
import records
import replay
from brackets import Node, has_digit
from records import Outcome

PROGRAM = shutil.which("mgt") or "/usr/games/mgt"
LISTS = ("AB", "AW", "AE", "L", "M")
ORDERED = ("L",)
SINGLE = {"B": "[a-t]{2}", "W": "[a-t]{2}", "PL": "[BW]"}
TEXTS = ("N", "C")
INFO = ("GN", "GC", "EV", "RO", "DT", "PC", "PB", "PW", "BR", "WR", "RE", "US", "TM", "SO", "HA", "KM")
BACKSLASH = "\\\\"
LARGEST_KOMI = 100


def rewrite(path: Path) -> bool:
    """Lets MGT read a file and write it in its place."""
    done = subprocess.run(
        [PROGRAM, "-s", path.name], cwd=path.parent, input=b"w*\nqy\n\n", capture_output=True, check=False,
        timeout=60, env={**os.environ, "TERM": "vt100"},
    )
    return done.returncode == 0


def kept(node: Node) -> dict[str, object]:
    """Returns what MGT keeps of a node, in a form that can be compared."""
    found: dict[str, object] = {}
    for ident in LISTS:
        if values := [value for value in node.values(ident) if replay.point(value)]:
            found[ident] = values if ident in ORDERED else sorted(values)
    for ident, form in SINGLE.items():
        if (value := node.first(ident)) and re.fullmatch(form, value):
            found[ident] = value
    return found | texts(node, TEXTS)


def texts(node: Node, idents: tuple[str, ...]) -> dict[str, object]:
    """Returns texts that stand once in a node and have no backslash."""
    found: dict[str, object] = {}
    for ident in idents:
        values = node.values(ident)
        if len(values) == 1 and BACKSLASH not in values[0] and (text := words(brackets.unescape(values[0]))):
            found[ident] = text
    return found


def information(tree: brackets.Tree) -> dict[str, object]:
    """Returns the game information of a tree, wherever it stands: MGT moves it to the root.

    MGT keeps a handicap from 2, and loses a digit of a komi from 100.
    """
    found: dict[str, object] = {}
    for _, node in tree.nodes():
        for ident, text in texts(node, INFO).items():
            found[ident] = number(str(text)) if ident in ("HA", "KM") else text
    if not isinstance(handicap := found.get("HA", 0), float) or handicap < 2:
        found.pop("HA", None)
    if not isinstance(komi := found.get("KM", 0), float) or abs(komi) >= LARGEST_KOMI:
        found.pop("KM", None)
    return found


def number(text: str) -> float | str:
    """Returns a number whatever its form: MGT writes `0.0` as `0.`."""
    try:
        return float(text)
    except ValueError:
        return text


def words(text: str) -> str:
    """Returns a text with its white space evened out at the ends of lines, where MGT changes it."""
    return "\n".join(line.rstrip() for line in text.split("\n")).strip()


def differences(ours: brackets.Tree, theirs: brackets.Tree) -> list[str]:
    """Compares two game trees node by node."""
    a, b = list(ours.nodes()), list(theirs.nodes())
    if [depth for depth, _ in a] != [depth for depth, _ in b]:
        return [f"{len(a)} nodes became {len(b)}, or their order differs"]
    info, kept_info = information(ours), information(theirs)
    found = _different("game information", info, {ident: kept_info.get(ident) for ident in info})
    for index, ((_, node), (_, other)) in enumerate(zip(a, b, strict=True)):
        if not any(BACKSLASH in value for values in node.properties.values() for value in values):
            found += _different(f"node {index}", kept(node), kept(other))
    return found[:3]


def _different(where: str, ours: dict[str, object], theirs: dict[str, object]) -> list[str]:
    idents = sorted(ident for ident in ours.keys() | theirs.keys() if ours.get(ident) != theirs.get(ident))
    return [f"{where}: {ident}: {ours.get(ident)!r} became {theirs.get(ident)!r}" for ident in idents]


def check(ishi: str, paths: list[Path]) -> Outcome:
    """Converts records to Smart-Go, lets MGT rewrite the result, and compares the first game."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check_record(ishi, path, Path(folder)))
    return total


def _check_record(ishi: str, path: Path, folder: Path) -> Outcome:
    outcome, ours, theirs = Outcome(), folder / "ours.mgt", folder / "theirs.mgt"
    if records.convert(ishi, path, "smartgo", ours):
        outcome.counts["records that Smart-Go cannot hold"] += 1
        return outcome
    text = brackets.decode(ours.read_bytes())
    trees = brackets.parse(text)
    if not trees:
        outcome.counts["records without a game"] += 1
        return outcome
    if has_digit(text):
        outcome.counts["records with a digit in an identifier, which MGT drops"] += 1
        return outcome
    if not re.match(r"\(\s*[;(]", text[trees[0].start :]):
        # Smart-Go in Smart-Go keeps its text.
        outcome.counts["records without their first semicolon, whose first node MGT drops"] += 1
        return outcome
    theirs.write_text(text[trees[0].start : trees[0].end] + "\n", "utf-8")
    outcome.counts["records that MGT rewrote"] += 1
    if not rewrite(theirs):
        outcome.failures.append(f"{records.shown(path)}: MGT failed")
        return outcome
    rewritten = brackets.parse(brackets.decode(theirs.read_bytes()))
    found = differences(trees[0], rewritten[0]) if rewritten else ["MGT found no game"]
    outcome.counts["nodes compared"] += sum(1 for _ in trees[0].nodes())
    outcome.failures += [f"{records.shown(path)}: {difference}" for difference in found]
    return outcome


def main(ishi: str) -> int:
    """Runs the check and returns the exit status."""
    paths = records.found("brackets") + records.found("ishi")
    outcome = records.check_all(partial(check, ishi), paths)
    return 0 if records.report("Smart-Go rewritten by MGT", outcome) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
