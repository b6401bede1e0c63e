#!/usr/bin/env python3
"""Checks that a record survives SGF, another program that saves it again, and the way back; also with an edit.

`resaved.py path/to/ishi`. The programs are sgfmill and @sabaki/sgf. The edit is another name of Black: it has to come back, and
everything else has to stay.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from sgfmill import sgf_grammar

import records
from records import Outcome

PACKAGES = records.REPOSITORY / "target" / "interop"
NAME = "Edited Stone"
# Records that @sabaki/sgf understands in its own way.
UNCLEAR = {
    # Text before a game becomes a first node without properties.
    "charsets/orig/0640.sgf",
    # A value without an identifier, behind white space, belongs to the property before it.
    "probes/21c-values-no-id.sgf",
}


class Sabaki:
    """A process of @sabaki/sgf, which starts with the first record."""

    process: subprocess.Popen[str] | None = None

    @classmethod
    def save(cls, path: Path, name: str = "") -> None:
        """Saves a file again. Raises ValueError if it cannot be read."""
        if cls.process is None:
            command = ["node", str(Path(__file__).with_name("resave.mjs")), str(PACKAGES / "sabaki")]
            cls.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        cls.process.stdin.write(f"{path}\t{name}\n")
        cls.process.stdin.flush()
        answer = cls.process.stdout.readline().strip()
        if answer != "done":
            raise ValueError(answer)


def sgfmill(path: Path) -> None:
    """Saves a file again. Raises ValueError if it cannot be read."""
    trees = sgf_grammar.parse_sgf_collection(path.read_bytes().decode("utf-8").encode("utf-8"))
    path.write_bytes(b"".join(sgf_grammar.serialise_game_tree(tree, wrap=79) for tree in trees))


SAVERS = {"sgfmill": sgfmill, "@sabaki/sgf": Sabaki.save, "@sabaki/sgf, with an edit": partial(Sabaki.save, name=NAME)}


def check(ishi: str, paths: list[Path]) -> Outcome:
    """Checks records with each program."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check(ishi, path, Path(folder)))
    return total


def _check(ishi: str, path: Path, folder: Path) -> Outcome:
    outcome = Outcome()
    source = {"ishi": "ishi", "brackets": "smartgo"}[records.ENDINGS[path.suffix.lower()]]
    start, output = folder / f"start.{source}", folder / "converted.sgf"
    if records.convert(ishi, path, source, start) or records.convert(ishi, start, "sgf", output):
        outcome.counts["records that were not converted"] += 1
        return outcome
    converted = output.read_bytes()
    is_unclear = any(str(path).endswith(name) for name in UNCLEAR)
    for title, save in SAVERS.items():
        if is_unclear and "sabaki" in title:
            outcome.counts[f"{title}: records that it understands in its own way"] += 1
            continue
        output.write_bytes(converted)
        try:
            save(output)
        except ValueError:
            # The text of an SGF source comes back as it was, with its mistakes and in its charset.
            if path.suffix.lower() != ".sgf":
                raise
            outcome.counts[f"{title}: sources in SGF that it cannot read"] += 1
            continue
        if re.search(rb"(FF\[4\]|GM\[1\])\[", output.read_bytes()):
            # One list of two FF or GM properties: the version or the game has no meaning any more.
            outcome.counts[f"{title}: sources in SGF with two FF or GM properties"] += 1
            continue
        outcome.counts[f"{title}: records saved again and converted back"] += 1
        failure = _way_back(ishi, start, output, folder / f"back.{source}", "edit" in title)
        outcome.failures += [f"{title}: {records.shown(path)}: {failure}"] if failure else []
    return outcome


def _way_back(ishi: str, start: Path, saved: Path, back: Path, is_edited: bool) -> str:
    if message := records.convert(ishi, saved, back.suffix[1:], back):
        return message[-300:]
    compared = subprocess.run([ishi, "diff", str(start), str(back)], capture_output=True, check=False)
    differences = (compared.stdout or compared.stderr).decode() if compared.returncode else ""
    lines = differences.strip().splitlines()
    if not is_edited:
        return "\n".join(lines)[:400]
    others = [line for line in lines if NAME not in line]
    return "\n".join(others)[:400] if others or lines else "the edit did not come back"


def main(ishi: str) -> int:
    """Runs the check and returns the exit status."""
    paths = records.found("brackets") + records.found("ishi")
    return 0 if records.report("Records saved again by other programs", records.check_all(partial(check, ishi), paths)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
