"""A reader for bracketed game records (Smart-Go and SGF) that shares nothing with the program under test.

It keeps what the checks compare: the tree, the properties of each node, and their values as they
stand between the brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# A bracket ends a value where a structure goes on behind it; otherwise it was not escaped.
END = r"\](?=\s*(?:[;()\[]|[A-Za-z][A-Za-z0-9]*\s*\[|\Z))"
VALUE = rf"\[((?:[^\]\\]|\\.|(?!{END})\])*){END}"
TOKEN = re.compile(rf"[();]|([A-Za-z][A-Za-z0-9]*)(?=\s*\[)|{VALUE}", re.DOTALL)
# A point of a move or of setup stones is whole: its bracket ends it, whatever follows.
STONES = {"B", "W", "AB", "AW", "AE"}
STONE = re.compile(r"\s*\[([A-Za-z]{2})\]")
CHARSET = re.compile(rb"CA\[([A-Za-z0-9_:\- ]+)\]")


@dataclass
class Node:
    """A node: its properties in order, and the nodes below it."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def values(self, ident: str) -> list[str]:
        """Returns the values of a property, none if the node does not have it."""
        return self.properties.get(ident, [])

    def first(self, ident: str) -> str | None:
        """Returns the first value of a property."""
        values = self.values(ident)
        return values[0] if values else None


@dataclass
class Tree:
    """A game tree: its root, and where it stands in the text."""

    root: Node
    start: int
    end: int

    def main_line(self) -> Iterator[Node]:
        """Yields the nodes of the main line, the root first."""
        node: Node | None = self.root
        while node:
            yield node
            node = node.children[0] if node.children else None

    def nodes(self) -> Iterator[tuple[int, Node]]:
        """Yields all nodes with their depth, in the order of the file."""
        stack = [(0, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack.extend((depth + 1, child) for child in reversed(node.children))


def decode(data: bytes) -> str:
    """Decodes a record so that every bracket in the text is a bracket."""
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace")
    for mark, label in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(label, "replace")
    if b"\0" in data[:2]:
        return data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le", "replace")
    named = CHARSET.search(data)
    for label in ([named[1].decode().strip()] if named else []) + ["utf-8"]:
        try:
            return data.decode(label)
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("latin-1")


def capitals(ident: str) -> str:
    """Returns an identifier without its lower-case letters; one of those alone in capitals."""
    return re.sub("[a-z]", "", ident) or ident.upper()


def parse(text: str) -> list[Tree]:
    """Reads all game trees of a record; what stands before the first one is skipped."""
    begin = re.search(r"\(\s*;", text) or re.search(r"\(", text)
    trees: list[Tree] = []
    stack: list[Node | None] = []
    root = current = None
    start, ident = 0, ""
    for match in _tokens(text, begin.start()) if begin else ():
        token = match[0]
        if token == "(":
            if not stack:
                root, current, start = None, None, match.start()
            stack.append(current)
        elif token == ")" and stack:
            current = stack.pop()
            if not stack and root:
                trees.append(Tree(root, start, match.end()))
                root = current = None
        elif not stack:
            continue
        elif token == ";":
            current = _child(current)
            root = root or current
        elif match.re is TOKEN and match[1]:
            ident = capitals(match[1])
        elif ident:
            current = current or _child(None)
            root = root or current
            current.properties.setdefault(ident, []).append(match[1] if match.re is STONE else match[2])
    if stack and root:
        trees.append(Tree(root, start, len(text)))
    return trees


def _tokens(text: str, at: int) -> Iterator[re.Match[str]]:
    stones = False
    while match := (stones and STONE.match(text, at)) or TOKEN.search(text, at):
        is_value = match.re is STONE or match[0].startswith("[")
        stones = stones if is_value else match[0] in STONES
        at = match.end()
        yield match


def _child(parent: Node | None) -> Node:
    node = Node()
    if parent:
        parent.children.append(node)
    return node


def unescape(value: str) -> str:
    """Returns a text with its escapes resolved and its line breaks as LF."""
    value = re.sub(r"\r\n|\n\r|\r", "\n", value)
    return re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else found[1], value, flags=re.DOTALL)


def has_digit(text: str) -> bool:
    """Returns whether an identifier has a digit, as Smart-Go allows."""
    without_values = re.sub(r"\[(?:[^\]\\]|\\.)*\]", "[]", text, flags=re.DOTALL)
    return bool(re.search(r"[A-Za-z][0-9]+\s*\[", without_values))


STRICT = re.compile(r"\((?:\s*[();]|\s*[A-Za-z]+(?:\[(?:[^\]\\]|\\.)*\]\s*)+)*", re.DOTALL)
POINT = re.compile("([a-zA-Z]{2}|)")


def is_plain(text: str, tree: Tree) -> bool:
    """Returns whether a tree is written as the specifications say, so that any reader loads it."""
    body = text[tree.start : tree.end]
    match = STRICT.match(body)
    if not match or match.end() != len(body) or "()" in re.sub(r"\s", "", body) or not body.endswith(")"):
        return False
    if re.search(r"\(\s*[^;\s]", re.sub(r"\[(?:[^\]\\]|\\.)*\]", "[]", body, flags=re.DOTALL)):
        return False
    lists = [value for _, node in tree.nodes() for ident in ("B", "W", "AB", "AW") for value in node.values(ident)]
    return all(POINT.fullmatch(value) for value in lists)
