"""Boards as sgfmill has them, over `ishi.Board`."""

from __future__ import annotations

from typing import Iterable, List, Optional, Set, Tuple

import ishi
from ishi.sgfmill._values import Point


class Board:
    """A legal position."""

    def __init__(self, side: int) -> None:
        if side < 2:
            raise ValueError("size out of range: %s" % side)
        self.side = side
        self.board_points = [(row, column) for row in range(side) for column in range(side)]
        self._board = ishi.Board(side)

    def copy(self) -> Board:
        """Return a board with the same position."""
        board = Board(self.side)
        board._board = self._board.copy()
        return board

    def is_empty(self) -> bool:
        """Return whether there is no stone."""
        return not self.list_occupied_points()

    def get(self, row: int, col: int) -> Optional[str]:
        """Return `b`, `w` or None."""
        self._check(row, col)
        return self._board.get(row, col)

    def play(self, row: int, col: int, colour: str) -> Optional[Point]:
        """Play a stone with its captures; return the point where the opponent must not take back in a ko at once."""
        if self.get(row, col) is not None:
            raise ValueError("there is a stone at %r" % ((row, col),))
        captured = self._board.play(row, col, colour)
        around = [self.get(*point) for point in self._neighbours((row, col))]
        is_alone = self.get(row, col) == colour and colour not in around and around.count(None) == 1
        return captured[0] if len(captured) == 1 and is_alone else None

    def apply_setup(
        self, black_points: Iterable[Point], white_points: Iterable[Point], empty_points: Iterable[Point]
    ) -> bool:
        """Set points, and remove groups without liberties; return whether there were none."""
        for colour, points in (("b", black_points), ("w", white_points), (None, empty_points)):
            for row, col in points:
                self._check(row, col)
                self._board.set(row, col, colour)
        dead = set()
        for _, point in self.list_occupied_points():
            if point not in dead:
                group, around = self._region(point)
                if None not in around:
                    dead |= group
        for row, col in dead:
            self._board.set(row, col, None)
        return not dead

    def list_occupied_points(self) -> List[Tuple[str, Point]]:
        """Return all stones with their points."""
        return sorted(self._board.list_occupied_points(), key=lambda stone: stone[1])

    def area_score(self) -> int:
        """Return the area of Black without that of White; all stones are alive."""
        score = 0
        seen: Set[Point] = set()
        for point in self.board_points:
            if point in seen:
                continue
            region, around = self._region(point)
            seen |= region
            owners = {self.get(*point)} if self.get(*point) else around
            if owners == {"b"}:
                score += len(region)
            elif owners == {"w"}:
                score -= len(region)
        return score

    def _check(self, row: int, col: int) -> None:
        if not (0 <= row < self.side and 0 <= col < self.side):
            raise IndexError((row, col))

    def _neighbours(self, point: Point) -> List[Point]:
        row, col = point
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [(row, col) for row, col in around if 0 <= row < self.side and 0 <= col < self.side]

    def _region(self, point: Point) -> Tuple[Set[Point], Set[Optional[str]]]:
        """Return the points that hang together with one, and what is around them."""
        colour = self.get(*point)
        region, todo, around = {point}, [point], set()
        while todo:
            for neighbour in self._neighbours(todo.pop()):
                if self.get(*neighbour) != colour:
                    around.add(self.get(*neighbour))
                elif neighbour not in region:
                    region.add(neighbour)
                    todo.append(neighbour)
        return region, around
