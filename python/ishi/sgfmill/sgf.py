"""Game trees as sgfmill has them: nodes with properties in bytes."""

from __future__ import annotations

import datetime
import re
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

import ishi
from ishi.sgfmill._values import Point, Presenter, codec_name

Move = Tuple[Optional[str], Optional[Point]]
Properties = Dict[str, List[bytes]]

IDENTIFIER = re.compile(r"[A-Z]{1,64}\Z")
VALUE = re.compile(rb"(?:[^\\\]]|\\.)*\Z", re.DOTALL)


class Tree_node:
    """A node of a game."""

    def __init__(self, properties: Properties, owner: Sgf_game, parent: Optional[Tree_node] = None) -> None:
        self._properties = properties
        self._children: List[Tree_node] = []
        self.owner = owner
        self.parent = parent

    def get_size(self) -> int:
        """Return the size of the board."""
        return self.owner.size

    def get_encoding(self) -> str:
        """Return the charset of the raw values."""
        return self.owner.presenter.encoding

    def get_presenter(self) -> Presenter:
        """Return what understands values."""
        return self.owner.presenter

    def has_property(self, identifier: str) -> bool:
        """Return whether the node has a property."""
        return identifier in self._properties

    def properties(self) -> List[str]:
        """Return the identifiers of the properties."""
        return list(self._properties)

    def get_raw_list(self, identifier: str) -> List[bytes]:
        """Return what is between the brackets of each value."""
        return self._properties[identifier]

    def get_raw(self, identifier: str) -> bytes:
        """Return what is between the brackets of the first value."""
        return self._properties[identifier][0]

    def get_raw_property_map(self) -> Properties:
        """Return all properties."""
        return self._properties

    def get(self, identifier: str) -> Any:
        """Return what a property means; a ValueError says that its value is not of its type."""
        return self.owner.presenter.interpret(identifier, self._properties[identifier])

    def get_raw_move(self) -> Tuple[Optional[str], Optional[bytes]]:
        """Return the player and the letters of the move."""
        for identifier, colour in (("B", "b"), ("W", "w")):
            if identifier in self._properties:
                return colour, self.get_raw(identifier)
        return None, None

    def get_move(self) -> Move:
        """Return the player and the point of the move, or None and None."""
        colour, _ = self.get_raw_move()
        return (None, None) if colour is None else (colour, self.get(colour.upper()))

    def get_setup_stones(self) -> Tuple[Set[Point], Set[Point], Set[Point]]:
        """Return black, white and cleared points."""
        black, white, empty = (
            self.get(identifier) if self.has_property(identifier) else set() for identifier in ("AB", "AW", "AE")
        )
        return black, white, empty

    def has_setup_stones(self) -> bool:
        """Return whether the node adds or clears stones."""
        return any(map(self.has_property, ("AB", "AW", "AE")))

    def set_raw_list(self, identifier: str, values: Sequence[bytes]) -> None:
        """Set what is between the brackets of each value."""
        _check_identifier(identifier)
        values = list(values)
        if not values:
            raise ValueError("empty property list")
        if not all(map(VALUE.match, values)):
            raise ValueError("ill-formed raw property value")
        self._check_size(identifier, values)
        self._properties[identifier] = values

    def set_raw(self, identifier: str, value: bytes) -> None:
        """Set what is between the brackets of the only value."""
        self.set_raw_list(identifier, [value])

    def set(self, identifier: str, value: Any) -> None:
        """Set a property so that it means this."""
        _check_identifier(identifier)
        if identifier == "SZ" and self.parent is None and value != self.owner.size:
            raise ValueError("changing size is not permitted")
        self.set_raw_list(identifier, self.owner.presenter.serialise(identifier, value))

    def unset(self, identifier: str) -> None:
        """Remove a property."""
        if identifier in self._properties:
            self._check_size(identifier, [b"19"])
        del self._properties[identifier]

    def _check_size(self, identifier: str, values: List[bytes]) -> None:
        if identifier == "SZ" and self.parent is None and values != [b"%d" % self.owner.size]:
            raise ValueError("changing size is not permitted")

    def set_move(self, colour: str, move: Optional[Point]) -> None:
        """Set the move, in place of the one that the node has."""
        if colour not in ("b", "w"):
            raise ValueError("not a colour: %r" % (colour,))
        self._properties.pop("B", None)
        self._properties.pop("W", None)
        self.set(colour.upper(), move)

    def set_setup_stones(self, black: Iterable[Point], white: Iterable[Point], empty: Iterable[Point] = ()) -> None:
        """Set black, white and cleared points, in place of those that the node has."""
        for identifier, points in (("AB", black), ("AW", white), ("AE", empty)):
            self._properties.pop(identifier, None)
            if points:
                self.set(identifier, points)

    def add_comment_text(self, text: str) -> None:
        """Add a paragraph to the comment."""
        before = self.get("C") + "\n\n" if self.has_property("C") else ""
        self.set("C", before + text)

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, key: Any) -> Any:
        return self._children[key]

    def __iter__(self) -> Iterator[Tree_node]:
        return iter(self._children)

    def __str__(self) -> str:
        encoding = self.get_encoding()
        return "".join(
            identifier + "".join("[%s]" % value.decode(encoding, "replace") for value in values) + "\n"
            for identifier, values in sorted(self._properties.items())
        )

    def index(self, child: Tree_node) -> int:
        """Return the index of a child."""
        return self._children.index(child)

    def new_child(self, index: Optional[int] = None) -> Tree_node:
        """Add an empty child, as the last one or before that with this index."""
        child = Tree_node({}, self.owner, self)
        self._children.insert(len(self) if index is None else index, child)
        return child

    def delete(self) -> None:
        """Remove the node with all below it."""
        if self.parent is None:
            raise ValueError("can't remove the root node")
        self.parent._children.remove(self)

    def reparent(self, new_parent: Tree_node, index: Optional[int] = None) -> None:
        """Move the node with all below it below another node."""
        if new_parent.owner is not self.owner:
            raise ValueError("new parent doesn't belong to the same game")
        if self in self.owner.get_sequence_above(new_parent) + [new_parent]:
            raise ValueError("would create a loop")
        self.delete()
        self.parent = new_parent
        new_parent._children.insert(len(new_parent) if index is None else index, self)

    def find(self, identifier: str) -> Optional[Tree_node]:
        """Return the nearest node from this one up that has a property."""
        node: Optional[Tree_node] = self
        while node is not None and not node.has_property(identifier):
            node = node.parent
        return node

    def find_property(self, identifier: str) -> Any:
        """Return what a property means in the nearest node from this one up that has it."""
        node = self.find(identifier)
        if node is None:
            raise KeyError(identifier)
        return node.get(identifier)


Node = Tree_node


class Sgf_game:
    """A game."""

    def __init__(self, size: int, encoding: str = "UTF-8") -> None:
        if not 1 <= size <= 52:
            raise ValueError("size out of range: %s" % size)
        self.size = size
        self.presenter = Presenter(size, encoding)
        charset = self.presenter.encoding.encode()
        self.root = Tree_node({"FF": [b"4"], "GM": [b"1"], "SZ": [b"%d" % size], "CA": [charset]}, self)

    @classmethod
    def from_bytes(cls, data: bytes, override_encoding: Optional[str] = None) -> Sgf_game:
        """Read the first game of a record; a damaged one is repaired."""
        if isinstance(data, str):
            raise TypeError("expected bytes, given str")
        record = ishi.read(bytes(data), charset=override_encoding)
        if record.format == "ishi":
            record = ishi.read(ishi.convert(bytes(data), "sgf", charset=override_encoding))
        if not len(record):
            raise ValueError("no SGF data found")
        written = record[0].written()
        game = cls(record[0].get_size(), override_encoding or _encoding(written))
        nodes: List[Tree_node] = []
        for parent, properties in written:
            raw = {name: [value.encode(game.presenter.encoding) for value in values] for name, values in properties.items()}
            if parent is None:
                game.root._properties = raw
                nodes.append(game.root)
            else:
                nodes.append(Tree_node(raw, game, nodes[parent]))
                nodes[parent]._children.append(nodes[-1])
        if override_encoding or game.presenter.encoding == "UTF-8":
            game._name_charset(override_encoding is not None)
        return game

    @classmethod
    def from_string(cls, text: str) -> Sgf_game:
        """Read the first game of a record that is a string."""
        if not isinstance(text, str):
            raise TypeError("expected string, given %s" % type(text).__name__)
        return cls.from_bytes(text.encode("utf-8"), override_encoding="utf-8")

    def _name_charset(self, always: bool) -> None:
        """Set CA where it names another charset than that of the values."""
        try:
            named = self.get_charset()
        except ValueError:
            named = ""
        if always or named != self.presenter.encoding:
            self.root._properties["CA"] = [self.presenter.encoding.encode()]

    def serialise(self, wrap: Optional[int] = 79) -> bytes:
        """Return the record, in the charset that its CA names."""
        try:
            encoding = self.get_charset()
        except ValueError:
            raise ValueError("unsupported charset: %r" % self.root.get_raw("CA")) from None
        pieces = list(_pieces(self.root)) + [b"\n"]
        data = b"".join(pieces) if wrap is None else b"\n".join(_lines(pieces, wrap))
        if encoding == self.presenter.encoding:
            return data
        return data.decode(self.presenter.encoding).encode(encoding)

    def get_property_presenter(self) -> Presenter:
        """Return what understands values."""
        return self.presenter

    def get_root(self) -> Tree_node:
        """Return the root."""
        return self.root

    def get_last_node(self) -> Tree_node:
        """Return the last node of the main line."""
        return self.get_main_sequence()[-1]

    def get_main_sequence(self) -> List[Tree_node]:
        """Return the nodes of the main line."""
        return [self.root] + self.get_main_sequence_below(self.root)

    def get_main_sequence_below(self, node: Tree_node) -> List[Tree_node]:
        """Return the nodes of the main line below a node."""
        if node.owner is not self:
            raise ValueError("node doesn't belong to this game")
        found = []
        while node:
            node = node[0]
            found.append(node)
        return found

    def get_sequence_above(self, node: Tree_node) -> List[Tree_node]:
        """Return the nodes from the root to a node, without it."""
        if node.owner is not self:
            raise ValueError("node doesn't belong to this game")
        found = []
        while node.parent is not None:
            node = node.parent
            found.append(node)
        return found[::-1]

    def main_sequence_iter(self) -> Iterator[Tree_node]:
        """Return the nodes of the main line one by one."""
        return iter(self.get_main_sequence())

    def extend_main_sequence(self) -> Tree_node:
        """Add an empty node to the main line."""
        return self.get_last_node().new_child()

    def get_size(self) -> int:
        """Return the size of the board."""
        return self.size

    def get_charset(self) -> str:
        """Return the charset that CA names, else ISO-8859-1."""
        if not self.root.has_property("CA"):
            return "ISO-8859-1"
        label = self.root.get("CA")
        try:
            return codec_name(label)
        except LookupError:
            raise ValueError("no codec available for CA %s" % label) from None

    def get_komi(self) -> float:
        """Return the komi, 0.0 without one."""
        return float(self.root.get("KM")) if self.root.has_property("KM") else 0.0

    def get_handicap(self) -> Optional[int]:
        """Return the handicap, None without one."""
        handicap = self.root.get("HA") if self.root.has_property("HA") else 0
        if handicap == 1:
            raise ValueError("1 is not a handicap")
        return handicap or None

    def get_player_name(self, colour: str) -> Optional[str]:
        """Return the name of a player."""
        identifier = {"b": "PB", "w": "PW"}[colour]
        return str(self.root.get(identifier)) if self.root.has_property(identifier) else None

    def get_winner(self) -> Optional[str]:
        """Return the player who won."""
        result = self.root.get("RE") if self.root.has_property("RE") else ""
        letter = result[:1].lower()
        return letter if letter in ("b", "w") else None

    def set_date(self, date: Optional[datetime.date] = None) -> None:
        """Set DT to a day, by default today."""
        self.root.set("DT", (date or datetime.date.today()).strftime("%Y-%m-%d"))


def _check_identifier(identifier: str) -> None:
    if not IDENTIFIER.match(identifier):
        raise ValueError("ill-formed property identifier")


def _encoding(nodes: List[Tuple[Optional[int], Dict[str, List[str]]]]) -> str:
    """Return the charset that CA names, or the default one, if it has all letters of a game; else UTF-8."""
    text = "".join(value for _, properties in nodes for values in properties.values() for value in values)
    label = nodes[0][1].get("CA", ["ISO-8859-1"])[0]
    try:
        text.encode(label)
        return codec_name(label)
    except (LookupError, UnicodeEncodeError, ValueError):
        return "UTF-8"


def _pieces(root: Tree_node) -> Iterator[bytes]:
    """Return the brackets, semicolons and properties of a tree."""
    todo: List[Union[Tree_node, bytes]] = [b")", root, b"("]
    while todo:
        node = todo.pop()
        if isinstance(node, bytes):
            yield node
            continue
        yield b";"
        properties = node.get_raw_property_map()
        for identifier in sorted(properties, key=lambda name: (name != "FF", name)):
            yield identifier.encode() + b"".join(b"[" + value + b"]" for value in properties[identifier])
        if len(node) == 1:
            todo.append(node[0])
        else:
            for child in reversed(node[:]):
                todo += [b")", child, b"("]


def _lines(pieces: Iterable[bytes], width: int) -> Iterator[bytes]:
    """Put pieces together into lines of at most this width, if they are not longer themselves."""
    line = b""
    for piece in pieces:
        if len(line) + len(piece) > width:
            yield line
            line = b""
        line += piece
    yield line
