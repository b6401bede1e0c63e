"""Compares the stones that GNU Go sees in a record before and after conversion.

Usage: gnugo.py path/to/ishi

GNU Go replays the main line of the first game. What it cannot load is decided beforehand from what
is in the record, and is compared by an independent replay instead.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import brackets
import ishi_records
import records
import replay
from records import Outcome

PROGRAM = shutil.which("gnugo") or "/usr/games/gnugo"
LETTERS = "ABCDEFGHJKLMNOPQRST"
EVERY = 10
COMPARED = "Go games compared with GNU Go"
SEVERAL = "several moves in one node"
REPLAYED = "Go games compared by independent replay only"


class GnuGo:
    """GNU Go in GTP mode, started again whenever it has ended itself."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def ask(self, commands: list[str]) -> list[str] | None:
        """Sends commands and returns the answers, none if GNU Go ended."""
        process = self._started()
        try:
            process.stdin.write("".join(f"{command}\n" for command in commands))
            process.stdin.flush()
        except BrokenPipeError:
            return self._ended()
        answers = [self._answer(process) for _ in commands]
        return self._ended() if None in answers else answers

    def _started(self) -> subprocess.Popen[str]:
        if self.process is None:
            self.process = subprocess.Popen(
                [PROGRAM, "--mode", "gtp"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True, errors="replace",
            )
        return self.process

    def _answer(self, process: subprocess.Popen[str]) -> str | None:
        lines = []
        while line := process.stdout.readline():
            if line == "\n" and lines:
                return "".join(lines).strip()
            lines.append(line)
        return None

    def _ended(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process = None

    def position(self, path: Path, before: int) -> tuple[str, replay.Position] | str:
        """Returns board size and stones before a move (from 1), or what is wrong."""
        answers = self.ask([f"loadsgf {path} {before}", "query_boardsize", "list_stones black", "list_stones white"])
        if answers is None:
            return "GNU Go ended"
        if any(not answer.startswith("=") for answer in answers):
            return "; ".join(answer for answer in answers if not answer.startswith("="))
        size = answers[1].lstrip("= ")
        return size, (_stones(answers[2], int(size)), _stones(answers[3], int(size)))


def _stones(answer: str, size: int) -> frozenset[replay.Point]:
    return frozenset((LETTERS.index(word[0]), size - int(word[1:])) for word in answer.lstrip("= ").split())


@dataclass(frozen=True)
class Limit:
    """A construct that GNU Go cannot load, and how many positions it loads before that."""

    construct: str
    positions: int = 0


def limit(tree: brackets.Tree) -> Limit | None:
    """Returns the construct that GNU Go cannot load, none if it can load the game."""
    columns, rows = replay.size(tree.root)
    if replay.named_size(tree.root) != (columns, rows):
        return Limit("board size that no board has")
    if columns != rows or not 1 <= columns <= 19:
        return Limit(f"board {columns}x{rows}")
    return _limit_of_moves(tree, columns)


def _limit_of_moves(tree: brackets.Tree, lines: int) -> Limit | None:
    board, done = replay.Board(lines, lines), 0
    for node in tree.main_line():
        if node.values("AE"):
            return Limit("AE", done)
        if any(value and not any(replay.points([value])) for ident in ("AB", "AW") for value in node.values(ident)):
            return Limit("a value that is no point", done)
        for ident in ("AB", "AW"):
            for where in replay.points(node.values(ident)):
                if where in board.stones:
                    return Limit("setup on an occupied point", done)
                board.stones[where] = ident[1]
        if (node.values("AB") or node.values("AW")) and any(board.dead_group(where) for where in board.stones):
            return Limit("setup stones without liberties", done)
        played = replay.moves(node)
        if played and any(node.values(ident) for ident in ("AB", "AW")):
            return Limit("setup and move in one node", done)
        if len(played) > 1:
            return Limit(SEVERAL, done)
        for color, value in played:
            done += 1
            where = replay.point(value)
            if where in board.stones:
                return Limit("move on an occupied point", done)
            if where and board.contains(where):
                board.play(where, color)
    return None


def loadable(text: str, tree: brackets.Tree) -> tuple[bytes, bool]:
    """Returns a record in UTF-8 for GNU Go, and whether it had to be repaired.

    A record that is not written as the specifications say makes GNU Go end, or read something
    else. It gets the main line as the independent reader understood it.
    """
    columns, rows = replay.size(tree.root)
    if brackets.is_plain(text, tree) and not brackets.has_digit(text):
        return text.encode("utf-8", "replace"), False
    board = replay.Board(columns, rows)
    lines = [f"(;FF[4]GM[1]SZ[{columns}]"]
    for node in tree.main_line():
        setup = "".join(
            ident + "".join(f"[{_letters(where)}]" for where in stones)
            for ident in ("AB", "AW")
            if (stones := list(dict.fromkeys(filter(board.contains, replay.points(node.values(ident))))))
        )
        played = "".join(f";{color}[{re.sub(chr(92) + 's', '', value)}]" for color, value in replay.moves(node))
        lines.append((f";{setup}" if setup else "") + played)
    return ("\n".join(lines) + ")\n").encode(), True


def _letters(where: replay.Point) -> str:
    return "".join(chr(97 + index) for index in where)


def is_go(tree: brackets.Tree) -> bool:
    """Returns whether the game is Go: GM[1] or no GM."""
    return (tree.root.first("GM") or "1").strip() in ("1", "")


def compare(gnugo: GnuGo, paths: dict[str, Path], expected: list[replay.Position]) -> list[str]:
    """Compares records of one game at the start, at each tenth move and at the end."""
    for before in {*range(1, len(expected) + 1, EVERY), len(expected)}:
        seen = {name: gnugo.position(path, before) for name, path in paths.items()}
        if len(set(seen.values())) > 1:
            return [f"before move {before}: {_difference(seen)}"]
    return []


def _difference(seen: dict[str, tuple[str, replay.Position] | str]) -> str:
    first, *others = seen.items()
    for name, other in others:
        if isinstance(other, str) or isinstance(first[1], str):
            if other != first[1]:
                return f"{first[0]}: {str(first[1])[:80]}, {name}: {str(other)[:80]}"
            continue
        stones = [sorted(a ^ b) for a, b in zip(first[1][1], other[1], strict=True)]
        if any(stones):
            return f"{name} differs from the {first[0]}: black {stones[0]}, white {stones[1]}"
    return "different board sizes"


def check_brackets(ishi: str, paths: list[Path]) -> Outcome:
    """Checks bracketed records: source, converted to SGF, and through Ishi to SGF."""
    total, gnugo = Outcome(), GnuGo()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check_bracketed(ishi, gnugo, path, Path(folder)))
    return total


def _check_bracketed(ishi: str, gnugo: GnuGo, path: Path, folder: Path) -> Outcome:
    outcome = Outcome()
    text = brackets.decode(path.read_bytes())
    trees = brackets.parse(text)
    if not trees or not is_go(trees[0]):
        outcome.counts["records of other games, or none"] += 1
        return outcome
    outcome.counts["Go games"] += 1
    source, sgf = folder / "source.sgf", folder / "converted.sgf"
    through, back, home = folder / "through.go", folder / "back.sgf", folder / "home.sgf"
    data, repaired = loadable(text, trees[0])
    outcome.counts["  of these repaired for GNU Go"] += repaired
    source.write_bytes(data)
    if message := records.convert(ishi, path, "sgf", sgf):
        outcome.failures.append(f"{records.shown(path)}: {message[-300:]}")
        return outcome
    results = {"source": source, "converted": sgf}
    # The text that comes back can be one that GNU Go does not read, in UTF-16 or with a list of points in words.
    steps = [(path, "ishi", through), (through, "sgf", back), (back, "sgf", home)]
    if all(records.convert(ishi, step, target, result) is None for step, target, result in steps):
        results["through Ishi"] = home
        outcome.counts["of these also through Ishi"] += 1
    _compare_all(gnugo, records.shown(path), limit(trees[0]), trees[0], results, outcome)
    return outcome


def _compare_all(
    gnugo: GnuGo, name: str, reason: Limit | None, tree: brackets.Tree, results: dict[str, Path], outcome: Outcome
) -> None:
    expected, steps = list(replay.positions(tree)), replay.steps(tree)
    for result, path in list(results.items())[1:]:
        if reason and reason.construct == SEVERAL:
            break
        trees = brackets.parse(brackets.decode(path.read_bytes()))
        if trees and replay.steps(trees[0]) == steps:
            continue
        replayed = list(replay.positions(trees[0])) if trees else []
        if replayed != expected:
            outcome.failures.append(f"{name}: {result}: the replay differs{_first_difference(expected, replayed)}")
    if reason:
        outcome.counts[f"  of these not loaded whole: {reason.construct}"] += 1
        expected = expected[: reason.positions]
    if not expected:
        outcome.counts[REPLAYED] += 1
        return
    outcome.counts[COMPARED] += 1
    outcome.counts["positions compared with GNU Go"] += 1 + -(-len(expected) // EVERY)
    outcome.failures += [f"{name}: {failure}" for failure in compare(gnugo, results, expected)]


def _first_difference(a: list[replay.Position], b: list[replay.Position]) -> str:
    if len(a) != len(b):
        return f": {len(a) - 1} moves became {len(b) - 1}"
    return f" before move {1 + next(i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)}"


def check_ishi(ishi: str, paths: list[Path]) -> Outcome:
    """Checks Ishi records: each event as GNU Go sees it in the SGF, against a replay of the source."""
    total, gnugo = Outcome(), GnuGo()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check_ishi(ishi, gnugo, path, Path(folder)))
    return total


def _check_ishi(ishi: str, gnugo: GnuGo, path: Path, folder: Path) -> Outcome:
    outcome, sgf = Outcome(), folder / "converted.sgf"
    name = records.shown(path)
    if message := records.convert(ishi, path, "sgf", sgf):
        outcome.failures.append(f"{name}: {message[-300:]}")
        return outcome
    text = sgf.read_text("utf-8")
    trees = brackets.parse(text)
    events = list(ishi_records.events(path.read_bytes().decode("cp437")))
    if len(trees) != len(events):
        outcome.failures.append(f"{name}: {len(events)} events became {len(trees)} games")
    for number, (event, tree) in enumerate(zip(events, trees, strict=False), 1):
        outcome.failures += [f"{name}: event {number}: {f}" for f in _check_event(gnugo, event, tree, text, folder)]
        outcome.counts["Ishi events compared with GNU Go"] += 1
    return outcome


def _check_event(
    gnugo: GnuGo, event: list[ishi_records.Line], tree: brackets.Tree, text: str, folder: Path
) -> list[str]:
    expected = list(ishi_records.positions(event))
    replayed = list(replay.positions(tree))
    if replay.ends_in_diagram(tree):
        expected, replayed = expected[:-1], replayed[:-1]
    if replayed != expected:
        return [f"the replay differs{_first_difference(expected, replayed)}"]
    alone = folder / "event.sgf"
    alone.write_text(text[tree.start : tree.end], "utf-8")
    if limit(tree):
        return []
    size = str(replay.size(tree.root)[0])
    for before, position in enumerate(expected, 1):
        seen = gnugo.position(alone, before)
        if seen != (size, position):
            return [f"before move {before}: {_difference({'source': (size, position), 'GNU Go': seen})}"]
    return []


def main(ishi: str) -> int:
    """Runs both checks and returns the exit status."""
    outcome = records.check_all(partial(check_brackets, ishi), records.found("brackets"))
    good = records.report("Positions, bracketed records", outcome, ["Go games", COMPARED, REPLAYED])
    games = outcome.counts["Go games"]
    if records.CORPUS.is_dir() and outcome.counts[COMPARED] * 100 < games * 99:
        print(f"  FAILED only {outcome.counts[COMPARED]} of {games} Go games were compared", file=sys.stderr)
        good = False
    samples = [path for path in records.found("ishi") if "examples" not in path.name]
    good &= records.report("Positions, Ishi records", records.check_all(partial(check_ishi, ishi), samples, 10))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
