"""Compares the stones in text drawings with those that GNU Go has.

Usage: drawings.py path/to/ishi

The position in the middle of the first game of a record is drawn in plain characters and read back. A drawing
with signs or labels, which may hide stones, is passed over.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import brackets
import gnugo
import records
import replay
from records import Outcome

WANTED = 200
COMPARED = "drawings with the stones of GNU Go"


def stones(drawing: str) -> replay.Position | None:
    """Returns the black and the white stones of a drawing, none if something else is on a point."""
    lines = drawing.splitlines()
    head = next((line for line in lines if re.match(r"\s+A( B|$)", line)), None)
    if head is None:
        # Labels of several characters make the columns wider.
        return None
    columns = [match.start() for match in re.finditer(r"\b[A-HJ-T]\b", head)]
    rows = [line for line in lines if re.match(r"\s*\d+ ", line)]
    found: tuple[set[replay.Point], set[replay.Point]] = (set(), set())
    for row, line in enumerate(rows):
        for column, at in enumerate(columns):
            sign = line[at]
            if sign not in "XO.+":
                return None
            if sign in "XO":
                found["XO".index(sign)].add((column, row))
    return frozenset(found[0]), frozenset(found[1])


def check(ishi: str, paths: list[Path]) -> Outcome:
    """Draws and compares one position of each record."""
    outcome, judge = Outcome(), gnugo.GnuGo()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            _check_record(ishi, judge, path, Path(folder) / "game.sgf", outcome)
    return outcome


def _check_record(ishi: str, judge: gnugo.GnuGo, path: Path, game: Path, outcome: Outcome) -> None:
    text = brackets.decode(path.read_bytes())
    trees = brackets.parse(text)
    if not trees or not gnugo.is_go(trees[0]) or gnugo.limit(trees[0]):
        return
    data, _ = gnugo.loadable(text, trees[0])
    game.write_bytes(data)
    move = (len(list(replay.positions(trees[0]))) - 1) // 2
    if move == 0 or _sets_up_after_a_move(trees[0]):
        # GNU Go stops before the next move, after setup that comes before it.
        return
    done = subprocess.run(
        [ishi, "show", "-q", "--color", "never", "--format", "text", "--at", str(move), str(game)],
        capture_output=True, check=False, env={**os.environ, "LC_ALL": "C", "TERM": "dumb"},
    )
    if done.returncode:
        outcome.failures.append(f"{records.shown(path)}: {done.stderr.decode()[-200:]}")
        return
    drawn = stones(done.stdout.decode())
    if drawn is None:
        outcome.counts["drawings with signs or labels"] += 1
        return
    seen = judge.position(game, move + 1)
    outcome.counts[COMPARED] += 1
    if isinstance(seen, str) or seen[1] != drawn:
        outcome.failures.append(f"{records.shown(path)}: at {move}: drawn {drawn}, GNU Go has {seen}")


def _sets_up_after_a_move(tree: brackets.Tree) -> bool:
    moved = False
    for node in tree.main_line():
        if moved and any(node.values(ident) for ident in ("AB", "AW")):
            return True
        moved = moved or bool(replay.moves(node))
    return False


def main(ishi: str) -> int:
    """Runs the check and returns the exit status."""
    paths = records.found("brackets")
    step = max(1, len(paths) // (2 * WANTED))
    outcome = records.check_all(partial(check, ishi), paths[::step])
    good = records.report("Stones in drawings", outcome, [COMPARED])
    if records.CORPUS.is_dir() and outcome.counts[COMPARED] < WANTED:
        print(f"  FAILED only {outcome.counts[COMPARED]} drawings were compared", file=sys.stderr)
        good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
