#!/usr/bin/env python3
"""Edits each record of a folder through the module: corpus.py FOLDER

In each record one game gets a name, a comment and a mark on its last move, each by itself. The record has to be written,
read back with the edit, and differ from the bytes before in one place only, in 99 of 100.
"""

import sys
from collections import Counter
from pathlib import Path

import ishi


def name(game):
    game.set("PB", "Otto Lind")
    # In other games than Go a property is a list of values as they are written.
    return lambda again: again.get("PB") in ("Otto Lind", ["Otto Lind"])


def comment(game):
    game.get_last_node().set("C", "a comment")
    return lambda again: again.get_last_node().get("C") in ("a comment", ["a comment"])


def mark(game):
    last = game.moves()[-1]
    last.node.mark("TR", [last.point])
    return lambda again: last.point in again.find(last.node.address).get("TR")


def is_free(game):
    """Return whether the last move is on a point without a mark, as SGF allows one mark on a point."""
    moves = game.moves()
    if not moves or not moves[-1].point:
        return False
    node = moves[-1].node
    return not any(node.has_property(mark) for mark in ("TR", "SQ", "CR", "MA", "SL"))


def main(folder):
    counts, failures = Counter(), []
    for path in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
        try:
            record = ishi.read(path)
        except ishi.IshiError:
            continue
        if not len(record):
            continue
        before = path.read_bytes()
        if record.to_bytes() != before:
            failures.append(f"{path}: other bytes without an edit")
        for edit in name, comment, mark:
            record = ishi.read(path)
            game = record[len(record) // 2]
            if edit is mark and not is_free(game):
                continue
            is_there = edit(game)
            counts[edit.__name__, "records"] += 1
            try:
                places = record.edits()
                again = ishi.read(record.to_bytes(), format=record.format)
            except ishi.IshiError as error:
                counts[edit.__name__, "refused"] += 1
                print(f"{path}: {edit.__name__}: {error}")
                continue
            if not is_there(again[len(record) // 2]):
                failures.append(f"{path}: {edit.__name__} does not come back")
            counts[edit.__name__, "one place"] += len(places) == 1
    for edit in name, comment, mark:
        count, one = counts[edit.__name__, "records"], counts[edit.__name__, "one place"]
        print(f"{edit.__name__}: {one} of {count} records in one place, the rest byte for byte")
        if one < 0.99 * count:
            failures.append(f"{edit.__name__}: {one} of {count}")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
