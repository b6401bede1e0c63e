"""The main line of each event of an Ishi record, read without the program under test."""

from __future__ import annotations

import re
from collections.abc import Iterator

from replay import Board, Point, Position

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
Line = tuple[str, list[str]]


def events(text: str) -> Iterator[list[Line]]:
    """Yields the keyword lines of each event, without blocks, remarks and variations."""
    event: list[Line] = []
    started, depth, block = False, 0, ""
    for line in re.split(r"\r\n|\r|\n", text.replace("\x1a", "")):
        word, *rest = line.upper().split() or [""]
        if block:
            block = "" if word == f"END{block}" else block
        elif word in ("COM", "USER"):
            block, started = word, True
        elif word == "EVENT":
            if started:
                yield event
            event, started, depth = [], True, 0
        elif word in ("VAR", "ENDVAR"):
            depth += 1 if word == "VAR" else -1
        elif word and word != "REMARK":
            started = True
            if depth <= 0:
                event.append((word, rest))
    yield event


def positions(event: list[Line]) -> Iterator[Position]:
    """Yields the position before each move of an event's main line, and the one at its end."""
    sizes = [rest[0] for word, rest in event if word == "BOARDSIZE" and rest]
    lines = int(sizes[-1]) if sizes else 19
    board = Board(lines, lines)
    in_diagram = False
    for word, rest in event:
        if word in ("B", "W"):
            in_diagram = False
            yield board.position()
            where = location(rest[1], lines)
            if where and board.contains(where):
                board.play(where, word)
        elif word == "DIAGRAM":
            in_diagram = True
        elif word == "SETUP" and not in_diagram:
            _set_up(board, rest)
    yield board.position()


def _set_up(board: Board, words: list[str]) -> None:
    color = "B"
    for word in words:
        if word in ("B", "W"):
            color = word
        elif where := location(word, board.rows):
            board.stones[where] = color


def location(word: str, lines: int) -> Point | None:
    """Reads a location: column letter without I, row from the bottom."""
    match = re.fullmatch(rf"([{COLUMNS}])(\d+)", word.upper())
    return (COLUMNS.index(match[1]), lines - int(match[2])) if match else None
