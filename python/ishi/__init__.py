"""Read, edit, check, compare and convert Go game records: SGF, Smart-Go and the Ishi Standard Format of 1990.

    >>> import ishi
    >>> [game] = ishi.read(b"(;FF[4]SZ[9]PB[Anna];B[cg];W[gc])")
    >>> [(move.color, move.name) for move in game.moves()]
    [('b', 'C3'), ('w', 'G7')]
    >>> game.set("PB", "Anna Berg")
    >>> game.to_bytes()
    b'(;FF[4]SZ[9]PB[Anna Berg];B[cg];W[gc])'

Points are pairs ``(row, column)`` from the lower left, from 0, and players are ``"b"`` and ``"w"``, as in sgfmill.
Where a record is wrong, it is repaired, and the repairs are in the findings; an exception, `IshiError`, says that nothing
can be read or written. `ishi.sgfmill` has the interface of sgfmill for programs that move over.
"""

from ishi._ishi import (
    Board,
    Difference,
    Finding,
    Game,
    IshiError,
    Move,
    Node,
    Record,
    Walk,
    __version__,
    check,
    convert,
    diff,
    join,
    mend,
    read,
    walk,
)

__all__ = [
    "Board",
    "Difference",
    "Finding",
    "Game",
    "IshiError",
    "Move",
    "Node",
    "Record",
    "Walk",
    "__version__",
    "check",
    "convert",
    "diff",
    "join",
    "mend",
    "read",
    "walk",
]
