"""Positions and moves as sgfmill has them."""

from __future__ import annotations

from typing import Any, List, Optional, Set, Tuple

from ishi.sgfmill import boards
from ishi.sgfmill._values import Point, read_point
from ishi.sgfmill.sgf import Sgf_game


def get_setup_and_moves(sgf_game: Sgf_game, board: Any = None) -> Tuple[Any, List[Tuple[str, Optional[Point]]]]:
    """Return the position of the root and the moves of the main line; a later setup is a ValueError."""
    size = sgf_game.get_size()
    if board is None:
        board = boards.Board(size)
    elif board.side != size:
        raise ValueError("wrong board size, must be %d" % size)
    elif not board.is_empty():
        raise ValueError("board not empty")
    root = sgf_game.get_root()
    nodes = sgf_game.get_main_sequence()
    black, white, empty = root.get_setup_stones()
    if black or white:
        if not board.apply_setup(black, white, empty):
            raise ValueError("setup position not legal")
        if root.get_raw_move()[0] is not None:
            raise ValueError("mixed setup and moves in root node")
        nodes = nodes[1:]
    moves = []
    for node in nodes:
        if node.has_setup_stones():
            raise ValueError("setup properties after the root node")
        colour, raw = node.get_raw_move()
        if colour is not None and raw is not None:
            moves.append((colour, read_point(raw, size)))
    return board, moves


def set_initial_position(sgf_game: Sgf_game, board: Any) -> None:
    """Set the setup stones of the root to those of a board."""
    black: Set[Point] = set()
    white: Set[Point] = set()
    for colour, point in board.list_occupied_points():
        (black if colour == "b" else white).add(point)
    sgf_game.get_root().set_setup_stones(black, white)


def indicate_first_player(sgf_game: Sgf_game) -> None:
    """Set PL in the root if the first move is not of the player who is expected, or if stones are set up."""
    root = sgf_game.get_root()
    player, _ = root[0].get_move()
    if player is None:
        return
    has_handicap = root.has_property("HA")
    has_setup = root.has_property("AW") or (root.has_property("AB") and not has_handicap)
    if has_setup or player != ("w" if has_handicap else "b"):
        root.set("PL", player)
