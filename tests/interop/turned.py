#!/usr/bin/env python3
"""Checks with sgfmill, node by node, that `ishi edit` turns boards and exchanges colours.

`turned.py path/to/ishi`. sgfmill reads each record of real games before and after the edit. The second one must have the moves, setup,
marks, labels and territory of the first one at the places that this script computes, and the same comments.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sgfmill import sgf

import records
from records import Outcome

Place = tuple[int, int]
# Where a point (row from the bottom, column) of a board with so many lines goes.
EDITS: dict[str, Callable[[Place, int], Place]] = {
    "--rotate=90": lambda place, lines: (lines - 1 - place[1], place[0]),
    "--rotate=180": lambda place, lines: (lines - 1 - place[0], lines - 1 - place[1]),
    "--mirror": lambda place, lines: (place[0], lines - 1 - place[1]),
    "--swap-colors": lambda place, _: place,
}
# A record of FF[1], so marks get the name of Smart-Go, M, which sgfmill does not know.
UNCLEAR = {"gogo.sgf"}
POINTS = ("TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD")
SWAPPED = {"b": "w", "w": "b", "TB": "TW", "TW": "TB"}


def check(ishi: str, edit: str, paths: list[Path]) -> Outcome:
    """Edits records and compares them."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check(ishi, edit, path, Path(folder) / "edited.sgf"))
    return total


def _check(ishi: str, edit: str, path: Path, edited: Path) -> Outcome:
    outcome = Outcome()
    try:
        before = sgf.Sgf_game.from_bytes(path.read_bytes())
    except ValueError:
        outcome.counts[f"{edit}: records that sgfmill cannot read"] += 1
        return outcome
    command = [ishi, "edit", "-q", edit, "--force", "-o", str(edited), str(path)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        outcome.counts[f"{edit}: records that are refused"] += 1
        return outcome
    after = sgf.Sgf_game.from_bytes(edited.read_bytes())
    stack = [(before.get_root(), after.get_root())]
    while stack:
        old, new = stack.pop()
        try:
            wanted, found = _seen(old, edit, before.get_size()), _seen(new, "", before.get_size())
        except (ValueError, KeyError):
            outcome.counts[f"{edit}: nodes that sgfmill cannot read"] += 1
        else:
            outcome.counts[f"{edit}: nodes compared"] += 1
            if wanted != found:
                outcome.failures.append(f"{edit}: {records.shown(path)}: {wanted} became {found}")
        if len(old) != len(new):
            outcome.failures.append(f"{edit}: {records.shown(path)}: {len(old)} children became {len(new)}")
        stack += zip(old, new, strict=False)
    return outcome


def _seen(node: sgf.Tree_node, edit: str, lines: int) -> dict[str, object]:
    """Returns the content of a node, as it is after an edit."""
    move = EDITS.get(edit, lambda place, _: place)
    place = lambda at: at and move(at, lines)
    name = lambda word: SWAPPED.get(word, word) if edit == "--swap-colors" else word
    color, at = node.get_move()
    black, white, empty = ({place(at) for at in stones} for stones in node.get_setup_stones())
    if edit == "--swap-colors":
        black, white = white, black
    seen: dict[str, object] = {"move": (name(color), place(at)), "setup": (black, white, empty)}
    for ident in filter(node.has_property, POINTS):
        seen[name(ident)] = {place(at) for at in node.get(ident)}
    if node.has_property("LB"):
        seen["LB"] = {(place(at), text) for at, text in node.get("LB")}
    if node.has_property("C"):
        seen["C"] = node.get("C")
    return seen


def main(ishi: str) -> int:
    """Runs the check and returns the exit status."""
    paths = [path for path in records.found("brackets") if records.CORPUS / "sgf" / "real" in path.parents]
    paths = [path for path in paths if path.name not in UNCLEAR]
    if not paths:
        print("Boards turned: not compared, because there is no corpus")
        return 0
    total = Outcome()
    for edit in EDITS:
        total.add(records.check_all(partial(check, ishi, edit), paths))
    return 0 if records.report("Boards turned, compared by sgfmill", total) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
