"""Loads our SGF with sgfmill and compares positions, and looks at records without their carriers.

Usage: sgfmill_check.py path/to/ishi

Two checks:
- sgfmill loads the SGF of every record, and its main line has the positions of an independent replay;
- without carriers, moves, setup, marks, labels, texts and headers are still there.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sgfmill import boards, sgf

import brackets
import ishi_records
import records
import replay
from gnugo import SEVERAL, limit
from records import Outcome

LARGEST = 26


def games(text: str) -> Iterator[str]:
    """Yields the text of each game tree of a record."""
    for tree in brackets.parse(text):
        yield text[tree.start : tree.end]


def positions(game: sgf.Sgf_game) -> Iterator[replay.Position]:
    """Yields the position before each move of the main line, and the one at its end."""
    size = game.get_size()
    board = boards.Board(size)
    for node in game.get_main_sequence():
        if node.has_setup_stones() and not board.apply_setup(*node.get_setup_stones()):
            raise ValueError("setup stones without liberties, which sgfmill takes off")
        color, move = node.get_move()
        if color is None:
            continue
        yield _position(board)
        if move:
            board.play(*move, color)
    yield _position(board)


def _position(board: boards.Board) -> replay.Position:
    top = board.side - 1
    found = [(stone == "b", (column, top - row)) for stone, (row, column) in board.list_occupied_points()]
    black = frozenset([point for is_black, point in found if is_black])
    return black, frozenset([point for is_black, point in found if not is_black])


def check_load(ishi: str, paths: list[Path]) -> Outcome:
    """Checks that sgfmill loads our SGF and sees the positions of the source."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check_load(ishi, path, Path(folder) / "converted.sgf"))
    return total


def _check_load(ishi: str, path: Path, output: Path) -> Outcome:
    outcome, name = Outcome(), records.shown(path)
    if records.convert(ishi, path, "sgf", output):
        outcome.counts["records that were not converted"] += 1
        return outcome
    expected = _source_positions(path)
    for number, text in enumerate(games(output.read_text("utf-8"))):
        tree = brackets.parse(text)[0]
        columns, rows = replay.size(tree.root)
        named = replay.named_size(tree.root) == (columns, rows)
        if (tree.root.first("GM") or "1") != "1" or not named or columns != rows or columns > LARGEST:
            outcome.counts["games that sgfmill cannot hold"] += 1
            continue
        outcome.counts["games loaded"] += 1
        wanted = expected[number] if number < len(expected) else None
        outcome.failures += [f"{name}: game {number + 1}: {failure}" for failure in _differences(text, wanted)]
    return outcome


def _source_positions(path: Path) -> list[list[replay.Position] | None]:
    data = path.read_bytes()
    if path.suffix.lower() == ".go":
        return [list(ishi_records.positions(event)) for event in ishi_records.events(data.decode("cp437"))]
    trees = brackets.parse(brackets.decode(data))
    return [list(replay.positions(tree)) if _has_single_moves(tree) else None for tree in trees]


def _has_single_moves(tree: brackets.Tree) -> bool:
    found = limit(tree)
    return found is None or found.construct != SEVERAL


def _differences(text: str, expected: list[replay.Position] | None) -> list[str]:
    tree = brackets.parse(text)[0]
    if not brackets.is_plain(text, tree):
        return []
    try:
        game = sgf.Sgf_game.from_bytes(text.encode("utf-8"))
        if limit(tree) or not replay.stays_on_board(tree) or game.get_size() == 1:
            return []
        seen = list(positions(game))
    except ValueError as error:
        return [f"sgfmill: {error!r}"]
    if expected and replay.ends_in_diagram(tree):
        expected, seen = expected[:-1], seen[:-1]
    if expected is None or seen == expected:
        return []
    return [f"sgfmill sees {len(seen) - 1} moves, or other positions than the {len(expected) - 1} of the source"]


def without_carriers(text: str) -> str:
    """Returns an Ishi record without the USER blocks that carry what Ishi cannot say."""
    return re.sub(r"(?m)^USER ishi 3 [0-9a-f]{8} .*\r\n(?:[|+].*\r\n)*ENDUSER\r\n", "", text)


def check_deletion(ishi: str, paths: list[Path]) -> Outcome:
    """Checks what is left of a record without carriers: all that the formats share."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check_deletion(ishi, path, Path(folder)))
    return total


def _check_deletion(ishi: str, path: Path, folder: Path) -> Outcome:
    outcome = Outcome()
    whole, through, bare = folder / "whole.sgf", folder / "through.go", folder / "bare.sgf"
    if records.convert(ishi, path, "sgf", whole) or records.convert(ishi, whole, "ishi", through):
        outcome.counts["records that Ishi cannot hold"] += 1
        return outcome
    through.write_bytes(without_carriers(through.read_bytes().decode("latin-1")).encode("latin-1"))
    if message := records.convert(ishi, through, "sgf", bare):
        outcome.failures.append(f"{records.shown(path)}: {message[-300:]}")
        return outcome
    wanted = [tree for text in games(whole.read_text("utf-8")) for tree in brackets.parse(text)]
    found = [tree for text in games(bare.read_text("utf-8")) for tree in brackets.parse(text)]
    if not all(map(sayable, wanted)):
        outcome.counts["records with nodes that Ishi has no native form for"] += 1
        return outcome
    outcome.counts["records compared without carriers"] += 1
    outcome.counts["nodes compared without carriers"] += sum(1 for tree in wanted for _ in tree.nodes())
    outcome.failures += [f"{records.shown(path)}: {failure}" for failure in _lost(wanted, found)]
    return outcome


def sayable(tree: brackets.Tree) -> bool:
    """Returns whether Ishi has a native form for the tree: every node but the root is a plain move."""
    nodes = [node for _, node in tree.nodes()]
    setup = any(node.values(ident) for node in nodes[1:] for ident in ("AB", "AW", "AE"))
    root_move = any(nodes[0].values(color) for color in "BW")
    return not setup and not root_move and all(len(replay.moves(node)) == 1 for node in nodes[1:])


def _lost(wanted: list[brackets.Tree], found: list[brackets.Tree]) -> list[str]:
    if len(wanted) != len(found):
        return [f"{len(wanted)} games became {len(found)}"]
    failures = []
    for a, b in zip(wanted, found, strict=True):
        left, right = list(a.nodes()), list(b.nodes())
        if [depth for depth, _ in left] != [depth for depth, _ in right]:
            return [f"{len(left)} nodes became {len(right)}, or their order differs"]
        size = replay.size(a.root)
        for number, ((_, node), (_, other)) in enumerate(zip(left, right, strict=True)):
            before, after = native(node, size), native(other, size)
            missing = {key: value for key, value in before.items() if after.get(key) != value}
            if missing:
                failures.append(f"node {number}: {missing!r} became { {key: after.get(key) for key in missing}!r}")
    return failures[:3]


def native(node: brackets.Node, size: tuple[int, int]) -> dict[str, object]:
    """Returns what Ishi says natively about a node: marks by point, plain labels and plain text."""
    said: dict[str, object] = {}
    for color in ("B", "W"):
        if (value := node.first(color)) is not None:
            where = replay.point(value)
            on_board = where and where[0] < size[0] and where[1] < size[1]
            said[color] = where if on_board else None
    board = replay.Board(*size)
    black, white = (frozenset(filter(board.contains, replay.points(node.values(ident)))) for ident in ("AB", "AW"))
    for ident, stones in (("AB", black - white), ("AW", white)):  # white comes second on a shared point
        if stones:
            said[ident] = stones
    said |= _marks(node, size)
    # Without setup Ishi has one place for both comments of the root.
    merged = node.values("GC") and not (black or white)
    for ident in ("N",) if merged else ("C", "N"):
        if text := node.first(ident):
            text = brackets.unescape(text)
            # `\t` is a sign in a comment of Ishi.
            special = re.search(r"(?i)ENDCOM|\\[cdst]", text)
            if re.fullmatch(r"[\x20-\x7e\n]*[\x21-\x7e][\x20-\x7e\n]*", text) and not special:
                said[ident] = text.strip() if ident == "N" else text
    return said


def _marks(node: brackets.Node, size: tuple[int, int]) -> dict[str, object]:
    signs: dict[replay.Point, list[str]] = {}
    for ident in ("TR", "SQ", "CR", "MA"):
        for where in replay.points(node.values(ident)):
            signs.setdefault(where, []).append(ident)
    for value in node.values("LB"):
        where, _, text = value.partition(":")
        if spot := replay.point(where):
            signs.setdefault(spot, []).append(brackets.unescape(text))
    return {
        f"mark on {where}": found[0]
        for where, found in signs.items()
        if len(found) == 1 and where[0] < size[0] and where[1] < size[1] and _is_plain(found[0])
    }


def _is_plain(mark: str) -> bool:
    return bool(re.fullmatch(r"[\x21-\x7e]{1,2}", mark)) and not re.fullmatch(r"\\[cdstCDST]", mark)


def main(ishi: str) -> int:
    """Runs the checks and returns the exit status."""
    brackets_found, ishi_found = records.found("brackets"), records.found("ishi")
    everything = brackets_found + ishi_found
    checks = [
        ("SGF loaded by sgfmill", check_load),
        ("Records without carriers", check_deletion),
    ]
    good = True
    for title, check in checks:
        good &= records.report(title, records.check_all(partial(check, ishi), everything))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
