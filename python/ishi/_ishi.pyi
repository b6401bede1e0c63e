"""The library ishi."""

import os
from typing import Any, Iterator, Literal, Optional, Sequence, Union, final, overload

Point = tuple[int, int]
"""Row and column from the lower left, from 0."""

Place = Union[Point, str, None]
"""A point, the name of one such as "C3", or `None` for a pass."""

Color = Literal["b", "w"]
Source = Union[bytes, bytearray, str, os.PathLike[str]]
"""The bytes of a record, or the path of a file."""

Format = Literal["sgf", "smartgo", "ishi"]

__version__: str

class IshiError(ValueError):
    """A record that cannot be read, written or converted, or a node that is missing."""

def read(source: Source, *, format: Optional[Format] = None, charset: Optional[str] = None) -> Record:
    """Read all games of a record; its content tells the format and the charset, if they are not named.

    A damaged record is repaired: see `Record.findings`. `IshiError` if it is not a record, `OSError` if the file cannot be
    read.
    """

def convert(
    source: Source,
    to: Format = "sgf",
    *,
    plain: bool = False,
    strict: bool = False,
    format: Optional[Format] = None,
    charset: Optional[str] = None,
    output_charset: Optional[str] = None,
) -> bytes:
    """Convert a record, and compare the result with it.

    With `plain` the result has no private data for parts that its format cannot express; with `strict` a warning or a loss is an
    `IshiError`.
    """

def check(source: Source, *, format: Optional[Format] = None, charset: Optional[str] = None) -> list[Finding]:
    """Return everything that is wrong or doubtful in a record."""

def mend(
    source: Source,
    *,
    guesses: bool = False,
    rules: list[str] = [],
    format: Optional[Format] = None,
    charset: Optional[str] = None,
) -> bytes:
    """Return the bytes of a record with the findings mended that have a fix: every other byte stays.

    With `guesses` also where the record itself does not prove the fix; with `rules` only findings of these codes.
    """

def diff(first: Source, second: Source) -> list[Difference]:
    """Return the differences in meaning between two records, which can have different formats."""

def join(records: list[Record]) -> Record:
    """Return one record with the games of all, which have one format and one charset. Each game keeps its bytes."""

def walk(*paths: Union[str, os.PathLike[str]], threads: Optional[int] = None) -> Walk:
    """Walk through all games below paths: files, folders, archives, in the order of their names.

    Records are read on all cores, or on so many threads. What cannot be read is in `Walk.findings` and not an exception.
    """

@final
class Walk(Iterator[Game]):
    """The games below paths."""

    @property
    def findings(self) -> list[Finding]:
        """The records that could not be read so far, each with the reason."""

    def __iter__(self) -> Walk: ...
    def __next__(self) -> Game: ...

@final
class Finding:
    """A mistake or a doubt in a record."""

    @property
    def code(self) -> str:
        """The code of the rule, such as B007; empty for a record that cannot be read."""

    @property
    def severity(self) -> str:
        """One of error, warning and note."""

    @property
    def message(self) -> str:
        """The mistake or doubt in words."""

    @property
    def help(self) -> Optional[str]:
        """How the record was repaired, or the expected form."""

    @property
    def mendable(self) -> Optional[str]:
        """`safe` or `guess` if `mend` has a fix for it."""

    @property
    def path(self) -> Optional[str]:
        """The file or the member of an archive; `None` for a record in memory."""

    @property
    def line(self) -> Optional[int]:
        """The line in the file, from 1."""

    @property
    def column(self) -> Optional[int]:
        """The column in characters, from 1."""

    @property
    def game(self) -> Optional[int]:
        """The number of the game, from 1."""

    @property
    def address(self) -> Optional[str]:
        """The address of the node: see `Game.find`."""

@final
class Difference:
    """A difference between two records."""

    @property
    def game(self) -> Optional[int]:
        """The number of the game, from 1; `None` if the numbers of games differ."""

    @property
    def address(self) -> str:
        """The address of the node: see `Game.find`. It is empty if the game as a whole differs."""

    @property
    def what(self) -> str:
        """What differs, in words: the move, or a property with its identifier."""

    @property
    def first(self) -> Optional[str]:
        """The text in the first record; `None` if it has none."""

    @property
    def second(self) -> Optional[str]:
        """The text in the second record; `None` if it has none."""

@final
class Record:
    """The games of a record, as a list that cannot be changed: `record[0]`, `len(record)`, `for game in record`."""

    @property
    def path(self) -> Optional[str]:
        """The file that the record was read from; `None` for a record in memory."""

    @property
    def format(self) -> Format:
        """The format: sgf, smartgo or ishi."""

    @property
    def charset(self) -> str:
        """The charset, such as utf-8."""

    @property
    def findings(self) -> list[Finding]:
        """What was wrong or doubtful when the record was read."""

    def sort(self, header: str) -> None:
        """Sort the games by a header, for example date; those without it come last. Take the games from the record again."""

    def to_bytes(self) -> bytes:
        """Return the record with all changes of its games; every other byte is as it was read."""

    def edits(self) -> list[tuple[int, int, bytes]]:
        """Return the changes that `to_bytes` makes: the offsets of the removed bytes, and the bytes in their place."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Game]: ...
    @overload
    def __getitem__(self, index: int, /) -> Game: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Game]: ...

@final
class Game:
    """A game of a record, or a new one: `Game(19)`."""

    def __new__(cls, size: int = 19, *, rows: Optional[int] = None, format: Format = "sgf") -> Game: ...
    @property
    def path(self) -> Optional[str]:
        """The file or the member of an archive that the game was read from."""

    @property
    def number(self) -> int:
        """The number of the game in its record, from 1."""

    @property
    def kind(self) -> int:
        """The kind of game: 1 is Go."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and the rows of the board."""

    @property
    def root(self) -> Node:
        """The first node, with the names of the players and so on."""

    def get_size(self) -> int:
        """Return the columns of the board."""

    def get_root(self) -> Node:
        """Return the same as `root`."""

    def get_last_node(self) -> Node:
        """Return the last node of the main line."""

    def main_line(self) -> list[Node]:
        """Return the nodes of the main line: the root, its first child, and so on."""

    def get_main_sequence(self) -> list[Node]:
        """Return the same as `main_line`."""

    def nodes(self) -> list[Node]:
        """Return all nodes in the order of the record."""

    def leaves(self) -> list[Node]:
        """Return the last node of each line, the main line first."""

    def find(self, address: str) -> Node:
        """Return the node at an address: `42` is move 42, `12b3` the third move of the second variation after move 12,
        `D4` the latest move there, `end` the end of the main line."""

    def moves(self) -> list[Move]:
        """Return the moves of the main line."""

    def plays(self) -> list[tuple[Color, Optional[Point]]]:
        """Return the players and points of the moves of the main line, `None` for a pass: the quickest way to all moves."""

    def positions(self) -> memoryview[int]:
        """Return the position before each move of the main line, and the last one: one more than `moves`.

        The shape is (positions, 2, rows, columns), the type int8: a plane of Black's stones and one of White's. Rows count
        from the bottom, as those of points do: `positions[i, 0, row, column]`. `numpy.asarray` takes it without a copy.
        """

    def get(self, identifier: str) -> Any:
        """Return a property of the root: see `Node.get`."""

    def set(self, identifier: str, value: Any) -> None:
        """Set a property of the root: see `Node.set`."""

    def unset(self, identifier: str) -> None:
        """Remove a property of the root; `KeyError` without it."""

    def set_header(self, name: str, value: str, *, fill: bool = False) -> bool:
        """Set a header by a word such as black or date, or by its identifier; return whether the game changed.

        The value gets the form of SGF: `8 March 1990` becomes `1990-03-08`. An empty value removes the header. With `fill` a
        game that has a value keeps it. `IshiError` names the form of a wrong value.
        """

    def turn(self, degrees: int) -> None:
        """Turn the board clockwise by 90, 180 or 270 degrees."""

    def mirror(self) -> None:
        """Exchange left and right."""

    def swap_colors(self) -> None:
        """Exchange the colours of stones, players, ranks, clocks, territory and the result."""

    def keep_main_line(self) -> int:
        """Remove all variations; return how many nodes they had."""

    def keep_part(self, address: str) -> None:
        """Keep the node at an address and all after it, with its position as setup."""

    def strip(self, kind: str) -> dict[str, int]:
        """Remove comments, markup, analysis, clocks or private properties; return how many there were of each identifier."""

    def get_player_name(self, colour: Color) -> Optional[str]:
        """Return the name of a player; `None` without one."""

    def get_komi(self) -> float:
        """Return the komi, 0.0 without one; `IshiError` if it is not a number."""

    def to_bytes(self) -> bytes:
        """Return the record with this game alone; bytes that no change is about are as they were read."""

    def written(self) -> list[tuple[Optional[int], dict[str, list[str]]]]:
        """Return the nodes as the record wrote them when it was read: the index of the parent, and for each property the
        text between its brackets. A record of the Ishi Standard Format has none."""

@final
class Move:
    """A move of the main line."""

    @property
    def color(self) -> Color:
        """The player, b or w."""

    @property
    def point(self) -> Optional[Point]:
        """The point; `None` for a pass."""

    @property
    def name(self) -> str:
        """The name of the point, such as C3, or pass."""

    @property
    def number(self) -> int:
        """The number of the move: the property MN of its node, else one more than the move before."""

    @property
    def node(self) -> Node:
        """The node of the move."""

@final
class Node:
    """A node of a game, and a list of its children: `node[0]`, `len(node)`, `for child in node`. It is true even without
    children."""

    @property
    def parent(self) -> Optional[Node]:
        """The node before it; `None` for the root."""

    @property
    def children(self) -> list[Node]:
        """The nodes after it: the first continues the line, the others are variations."""
    @property
    def address(self) -> str:
        """The address of the node: see `Game.find`."""

    @property
    def comment(self) -> Optional[str]:
        """The comment; `None` without one."""
    @property
    def to_play(self) -> Color:
        """Whose turn it is after the node."""

    def get_move(self) -> tuple[Optional[Color], Optional[Point]]:
        """Return the player and the point of the move; `None` and `None` without a move."""

    def set_move(self, colour: Color, point: Place) -> None:
        """Set the move: a point, the name of one such as C3, or `None` for a pass."""

    def play(self, place: Place, colour: Optional[Color] = None, *, legal: bool = False) -> Node:
        """Add a move as the last child, of the player to move if no colour is named.

        With `legal` a taken point, a suicide and a ko that is taken back at once are an `IshiError`.
        """

    def new_child(self, index: Optional[int] = None) -> Node:
        """Add an empty child with this index, or as the last one."""

    def move_to(self, index: int) -> None:
        """Give the node another index among its siblings: 0 continues the line."""

    def delete(self) -> None:
        """Remove the node with all below it."""

    def board(self) -> Board:
        """Return the position after the node."""

    def captures(self) -> list[Point]:
        """Return the points that the move of the node captures."""

    def has_property(self, identifier: str) -> bool:
        """Return whether the node has a property; its move is one too."""

    def properties(self) -> list[str]:
        """Return the identifiers of the properties, that of the move first."""

    def get(self, identifier: str) -> Any:
        """Return the value of a property, as its type says: a text, a number, `b` or `w`, True, a list of points.

        A private property is the list of its values as they are written. `KeyError` without the property.
        """

    def set(self, identifier: str, value: Any) -> None:
        """Set a property: a text, a number, a list of points, of pairs of a point and a label, of pairs of points."""

    def unset(self, identifier: str) -> None:
        """Remove a property; `KeyError` without it."""

    def mark(self, identifier: str, points: Sequence[Place]) -> None:
        """Add points to a property, such as TR, SQ, CR, MA, AB."""

    def has_setup_stones(self) -> bool:
        """Return whether the node adds or clears stones."""

    def get_setup_stones(self) -> tuple[list[Point], list[Point], list[Point]]:
        """Return Black's, White's and cleared points."""

    def index(self, child: Node) -> int:
        """Return the index of a child; `ValueError` for any other node."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Node]: ...
    @overload
    def __getitem__(self, index: int, /) -> Node: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Node]: ...

@final
class Board:
    """A position with the rules of capture."""

    def __new__(cls, size: int = 19, rows: Optional[int] = None) -> Board: ...
    @property
    def side(self) -> int:
        """The columns of the board."""

    @property
    def columns(self) -> int:
        """The columns of the board."""

    @property
    def rows(self) -> int:
        """The rows of the board."""

    def get(self, row: int, column: int) -> Optional[Color]:
        """Return the stone at a point: b, w, or `None`."""

    def play(self, row: int, column: int, colour: str) -> list[Point]:
        """Play a stone, and return the captured points; those of its group, if it is a suicide."""

    def set(self, row: int, column: int, colour: Optional[str]) -> None:
        """Set a point to a stone or to `None`, without captures."""

    def list_occupied_points(self) -> list[tuple[Color, Point]]:
        """Return all stones, each with its point."""

    def copy(self) -> Board:
        """Return a copy."""
