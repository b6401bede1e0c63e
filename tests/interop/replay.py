"""An independent replay of Go: setup, moves, captures, suicide, moves on occupied points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from brackets import Node, Tree

Point = tuple[int, int]
Position = tuple[frozenset[Point], frozenset[Point]]


@dataclass
class Board:
    """A position. Points are column from the left and row from the top, both from 0."""

    columns: int
    rows: int
    stones: dict[Point, str] = field(default_factory=dict)

    def contains(self, point: Point) -> bool:
        """Returns whether the point is on the board."""
        return 0 <= point[0] < self.columns and 0 <= point[1] < self.rows

    def around(self, point: Point) -> list[Point]:
        """Returns the points beside a point."""
        return _around(self.columns, self.rows, point)

    def dead_group(self, start: Point) -> set[Point]:
        """Returns the group of a stone if it has no liberty, else nothing."""
        group, todo = {start}, [start]
        while todo:
            for other in self.around(todo.pop()):
                if other not in self.stones:
                    return set()
                if self.stones[other] == self.stones[start] and other not in group:
                    group.add(other)
                    todo.append(other)
        return group

    def play(self, point: Point, color: str) -> None:
        """Plays a stone on any point of the board, as SGF FF[4] says."""
        self.stones[point] = color
        dead: set[Point] = set()
        for other in self.around(point):
            if self.stones.get(other) not in (None, color):
                dead |= self.dead_group(other)
        for taken in dead or self.dead_group(point):
            del self.stones[taken]

    def position(self) -> Position:
        """Returns the black and the white stones."""
        black = frozenset([point for point, color in self.stones.items() if color == "B"])
        return black, frozenset(self.stones) - black


@cache
def _around(columns: int, rows: int, point: Point) -> list[Point]:
    column, row = point
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(column, row) for column, row in near if 0 <= column < columns and 0 <= row < rows]


@lru_cache(maxsize=4096)
def point(value: str) -> Point | None:
    """Reads a point of two letters; capitals stand for columns and rows from 27."""
    value = re.sub(r"\s", "", value)
    if not re.fullmatch("[a-zA-Z]{2}", value):
        return None
    column, row = (ord(c) - (97 if c >= "a" else 39) for c in value)
    return column, row


def points(values: list[str]) -> Iterator[Point]:
    """Reads a point list with its rectangles, and points that commas join."""
    for value in (part for value in values for part in value.split(",")):
        first, _, second = value.partition(":")
        a, b = point(first), point(second or first)
        if a and b:
            for row in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
                for column in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
                    yield column, row


def named_size(root: Node) -> tuple[int, int] | None:
    """Returns columns and rows as the record names them, none for what is no size."""
    match = re.fullmatch(r"\s*(\d+)(?::(\d+))?\s*", root.first("SZ") or "19")
    return (int(match[1]), int(match[2] or match[1])) if match else None


def size(root: Node) -> tuple[int, int]:
    """Returns columns and rows of the board; 19 for what no board has."""
    lines = named_size(root)
    return lines if lines and all(1 <= line <= 52 for line in lines) else (19, 19)


def moves(node: Node) -> list[tuple[str, str]]:
    """Returns the moves of a node, in the order in which it names them."""
    found = ((ident, values) for ident, values in node.properties.items() if ident in ("B", "W"))
    return [(ident, value.strip()) for ident, values in found for value in values]


def positions(tree: Tree) -> Iterator[Position]:
    """Yields the position before each move of the main line, and the one at its end."""
    board = Board(*size(tree.root))
    for node in tree.main_line():
        for ident, color in (("AE", None), ("AB", "B"), ("AW", "W")):
            for where in filter(board.contains, points(node.values(ident))):
                board.stones.pop(where, None)
                if color:
                    board.stones[where] = color
        for color, value in moves(node):
            yield board.position()
            where = point(value)
            if where and board.contains(where):
                board.play(where, color)
    yield board.position()


def steps(tree: Tree) -> list[object]:
    """Returns all that the positions of the main line depend on: records with the same steps have the same positions."""
    nodes = ([moves(node), *map(node.values, ("AE", "AB", "AW"))] for node in tree.main_line())
    return [size(tree.root), *nodes]


def ends_in_diagram(tree: Tree) -> bool:
    """Returns whether the main line ends in a diagram, which may change the position for itself."""
    return list(tree.main_line())[-1].first("FG") is not None


def stays_on_board(tree: Tree) -> bool:
    """Returns whether all stones of the main line are put on the board."""
    board = Board(*size(tree.root))
    named = (value for node in tree.main_line() for ident in ("B", "W", "AB", "AW") for value in node.values(ident))
    return all(board.contains(where) for value in named for where in points([value]) if value != "tt")
