"""Checks the JSON of records against its schema, and its moves and positions against sgfmill.

Usage: json_check.py path/to/ishi

The script knows nothing of Go: it puts setup and moves on a board and takes off what the JSON calls
captures. The positions must be those that sgfmill has for the SGF of the same record.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from functools import partial
from pathlib import Path

import jsonschema
from sgfmill import sgf

import records
import replay
from records import Outcome
from sgfmill_check import LARGEST, games, positions

SCHEMA = json.loads((records.REPOSITORY / "docs" / "game-record.schema.json").read_text("utf-8"))
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def point(name: str, rows: int) -> tuple[int, int]:
    """Returns column and row from the upper left corner, from 0."""
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
    column = 0
    for letter in letters:
        column = column * len(COLUMNS) + COLUMNS.index(letter) + 1
    return column - 1, rows - int(digits)


def expanded(names: list[str], rows: int) -> set[tuple[int, int]]:
    """Returns the points of a list of points and rectangles."""
    found = set()
    for name in names:
        corners = [point(corner, rows) for corner in name.split(":")]
        (left, top), (right, bottom) = corners[0], corners[-1]
        found |= {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
    return found


def replayed(game: dict) -> list[replay.Position]:
    """Returns the position before each move of the main line, and the one at its end."""
    rows, nodes = game["size"]["rows"], game["nodes"]
    stones: dict[tuple[int, int], str] = {}
    found, node = [], nodes[0]
    while True:
        setup = node.get("setup", {})
        for color in ("empty", "black", "white"):
            for place in expanded(setup.get(color, []), rows):
                stones.pop(place, None)
                if color != "empty":
                    stones[place] = color
        if move := node.get("move"):
            found.append(_position(stones))
            if "column" in move:
                assert point(move["at"], rows) == (move["column"], move["row"]), move
                stones[move["column"], move["row"]] = move["color"]
            for name in move.get("captures", []):
                del stones[point(name, rows)]
        assert node["position"] == _drawn(stones, game["size"]), node["address"]
        if not node["children"]:
            return [*found, _position(stones)]
        node = nodes[node["children"][0]]


def _drawn(stones: dict[tuple[int, int], str], size: dict) -> list[str]:
    letters = {at: color[0].upper() for at, color in stones.items()}
    rows = range(size["rows"])
    return ["".join(letters.get((column, row), ".") for column in range(size["columns"])) for row in rows]


def _position(stones: dict[tuple[int, int], str]) -> replay.Position:
    colors = ("black", "white")
    return tuple(frozenset(at for at, found in stones.items() if found == color) for color in colors)


def check(ishi: str, paths: list[Path]) -> Outcome:
    """Checks the JSON of records."""
    total = Outcome()
    validator = jsonschema.Draft202012Validator(SCHEMA)
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            total.add(_check(ishi, path, Path(folder), validator))
    return total


def _check(ishi: str, path: Path, folder: Path, validator: jsonschema.Draft202012Validator) -> Outcome:
    outcome, name = Outcome(), records.shown(path)
    output = folder / "record.json"
    if said := records.convert(ishi, path, "json-positions", output):
        known = any(words in said for words in ("not a game record", "no game in it", "no record", "unreadable record"))
        outcome.counts["records without JSON"] += 1
        if not known:
            outcome.failures.append(f"{name}: {said}")
        return outcome
    document = json.loads(output.read_text("utf-8"))
    outcome.counts["documents"] += 1
    for error in validator.iter_errors(document):
        where = "/".join(str(part) for part in error.absolute_path)
        outcome.failures.append(f"{name}: {where}: {error.message[:200]}")
        return outcome
    for game in document["games"]:
        outcome.counts["nodes"] += len(game["nodes"])
        if not _is_tree(game["nodes"]):
            outcome.failures.append(f"{name}: game {game['game']}: parents and children disagree")
    if records.convert(ishi, path, "sgf", folder / "record.sgf", "--skip-refused"):
        outcome.counts["records that were not converted to SGF"] += 1
        return outcome
    texts = list(games((folder / "record.sgf").read_text("utf-8")))
    boards = document["games"]
    if len(texts) != len(boards):
        outcome.failures.append(f"{name}: {len(boards)} games, in SGF {len(texts)}")
        return outcome
    for game, text in zip(boards, texts, strict=True):
        size = game["size"]
        if game["kind"] != 1 or size["columns"] != size["rows"] or not 2 <= size["rows"] <= LARGEST:
            outcome.counts["games that sgfmill does not play"] += 1
            continue
        _compare(game, text, outcome, f"{name}: game {game['game']}")
    return outcome


def _compare(game: dict, text: str, outcome: Outcome, name: str) -> None:
    try:
        expected = list(positions(sgf.Sgf_game.from_string(text)))
    except ValueError as error:
        outcome.counts["games that sgfmill refuses"] += 1
        outcome.counts[f"  {str(error)[:60]}"] += 1
        return
    found = replayed(game)
    outcome.counts["games"] += 1
    outcome.counts["positions"] += len(expected)
    if found != expected:
        where = next((i for i, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]), None)
        outcome.failures.append(f"{name}: {len(found)} and {len(expected)} positions, differing at {where}")


def _is_tree(nodes: list[dict]) -> bool:
    children = {child: node["node"] for node in nodes for child in node["children"]}
    numbered = all(node["node"] == index for index, node in enumerate(nodes))
    return numbered and all(children.get(node["node"]) == node["parent"] for node in nodes)


def main() -> int:
    """Checks all records; returns the exit status."""
    ishi = sys.argv[1]
    paths = [*records.found("ishi"), *records.found("brackets")]
    return 0 if records.report("JSON", records.check_all(partial(check, ishi), paths)) else 1


if __name__ == "__main__":
    sys.exit(main())
