"""Values of properties: the bytes between the brackets, and what they mean in Python (SGF FF[4], section 3)."""

from __future__ import annotations

import codecs
import re
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

Point = Tuple[int, int]

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

LINE_BREAK = re.compile(r"\r\n|\n\r|\n|\r")
ESCAPED = re.compile(r"\\(\n?)(.?)", re.DOTALL)


def codec_name(label: str) -> str:
    """Return the name of a charset as SGF spells it: `UTF-8`, `ISO-8859-1`."""
    name = codecs.lookup(label).name.replace("_", "-").upper()
    return name.replace("ISO8859", "ISO-8859")


def read_point(raw: bytes, size: int) -> Optional[Point]:
    """Return the row and the column from the lower left, or None for a pass."""
    if raw == b"" or (raw == b"tt" and size <= 19):
        return None
    if len(raw) != 2:
        raise ValueError("not a point: %r" % raw)
    column, row = (LETTERS.find(letter) for letter in raw)
    if not (0 <= column < size and 0 <= row < size):
        raise ValueError("not a point of the board: %r" % raw)
    return size - 1 - row, column


def write_point(point: Optional[Point], size: int) -> bytes:
    """Return the letters of a point, or those of a pass for None."""
    if point is None:
        return b"tt" if size <= 19 else b""
    row, column = point
    if not (0 <= row < size and 0 <= column < size):
        raise ValueError("not a point of the board: %r" % (point,))
    return bytes((LETTERS[column], LETTERS[size - 1 - row]))


def unescape(text: str) -> str:
    """Return a text without its escapes and soft line breaks."""
    text = LINE_BREAK.sub("\n", text)
    text = text.translate({ord(blank): " " for blank in "\t\v\f"})
    return ESCAPED.sub(lambda found: found[2], text)


def escape(text: str) -> str:
    """Return a text as a value has it."""
    if not isinstance(text, str):
        raise TypeError("expected string, given %s" % type(text).__name__)
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split(raw: bytes) -> Tuple[bytes, Optional[bytes]]:
    """Return the parts of a value before and after its colon."""
    found = re.match(rb"((?:[^\\:]|\\.)*):(.*)", raw, re.DOTALL)
    return (found[1], found[2]) if found else (raw, None)


class Presenter:
    """What is needed to understand values: the size of the board and the charset."""

    def __init__(self, size: int, encoding: str) -> None:
        if not encoding.isascii():
            raise ValueError("encoding names must be ascii")
        try:
            self.encoding = codec_name(encoding)
        except LookupError:
            raise ValueError("unknown encoding: %s" % encoding) from None
        self.size = size

    def interpret(self, identifier: str, raw: Sequence[bytes]) -> Any:
        """Return what the values of a property mean."""
        kind = KINDS.get(identifier, "text")
        if kind in LISTS:
            return LISTS[kind][0](self, [] if list(raw) == [b""] else raw)
        if len(raw) > 1:
            raise ValueError("multiple values")
        return SINGLES[kind][0](self, raw[0])

    def serialise(self, identifier: str, value: Any) -> List[bytes]:
        """Return the values of a property that mean this."""
        kind = KINDS.get(identifier, "text")
        if kind not in LISTS:
            return [SINGLES[kind][1](self, value)]
        raw = LISTS[kind][1](self, value)
        if not raw and kind != "elist":
            raise ValueError("empty list")
        return raw or [b""]

    def text(self, raw: bytes) -> str:
        return unescape(raw.decode(self.encoding))

    def line(self, raw: bytes) -> str:
        return self.text(raw).replace("\n", " ")

    def from_text(self, text: str) -> bytes:
        return escape(text).encode(self.encoding)

    def point(self, raw: bytes) -> Point:
        point = read_point(raw, self.size)
        if point is None:
            raise ValueError("a pass is not a point")
        return point

    def from_point(self, point: Point) -> bytes:
        if point is None:
            raise ValueError("a pass is not a point")
        return write_point(point, self.size)

    def points(self, raw: Sequence[bytes]) -> Any:
        found = set()
        for value in raw:
            first, colon, second = value.partition(b":")
            top, left = self.point(first)
            bottom, right = self.point(second) if colon else (top, left)
            if bottom > top or left > right:
                raise ValueError("not a rectangle: %r" % value)
            found |= {(row, column) for row in range(bottom, top + 1) for column in range(left, right + 1)}
        return found

    def pair_of(self, raw: bytes) -> Tuple[bytes, bytes]:
        first, second = split(raw)
        if second is None:
            raise ValueError("no colon in %r" % raw)
        return first, second

    def figure(self, raw: bytes) -> Optional[Tuple[int, str]]:
        if raw == b"":
            return None
        flags, name = self.pair_of(raw)
        return int(flags), self.line(name)

    def from_figure(self, value: Optional[Tuple[int, str]]) -> bytes:
        return b"" if value is None else b"%d:" % value[0] + self.from_text(value[1])

    def application(self, raw: bytes) -> Tuple[str, str]:
        name, version = split(raw)
        return self.line(name), self.line(version or b"")

    def labels(self, raw: Sequence[bytes]) -> List[Tuple[Point, str]]:
        pairs = map(self.pair_of, raw)
        return [(self.point(point), self.line(text)) for point, text in pairs]

    def lines(self, raw: Sequence[bytes]) -> List[Tuple[Point, Point]]:
        return [(self.point(one), self.point(other)) for one, other in map(self.pair_of, raw)]


def colour(raw: bytes) -> str:
    letter = raw.decode("ascii").lower()
    if letter not in ("b", "w"):
        raise ValueError("not a colour: %r" % raw)
    return letter


def from_colour(letter: str) -> bytes:
    if letter not in ("b", "w"):
        raise ValueError("not a colour: %r" % letter)
    return letter.upper().encode()


def real(raw: bytes) -> float:
    number = float(raw)
    if number - number != 0:
        raise ValueError("not a number: %r" % raw)
    return number


def from_real(number: float) -> bytes:
    number = float(number)
    if number == int(number):
        return b"%d" % int(number)
    text = repr(number)
    return b"0" if "e-" in text else text.encode()


Reader = Callable[[Presenter, Any], Any]

# For each kind of value how it is read and how it is written.
SINGLES: Dict[str, Tuple[Reader, Reader]] = {
    "none": (lambda at, raw: True, lambda at, value: b""),
    "number": (lambda at, raw: int(raw.replace(b" ", b"")), lambda at, value: b"%d" % value),
    "real": (lambda at, raw: real(raw), lambda at, value: from_real(value)),
    "double": (lambda at, raw: 2 if raw.strip() == b"2" else 1, lambda at, value: b"2" if value == 2 else b"1"),
    "colour": (lambda at, raw: colour(raw), lambda at, value: from_colour(value)),
    "line": (Presenter.line, Presenter.from_text),
    "text": (Presenter.text, Presenter.from_text),
    "move": (lambda at, raw: read_point(raw, at.size), lambda at, value: write_point(value, at.size)),
    "figure": (Presenter.figure, Presenter.from_figure),
    "application": (
        Presenter.application,
        lambda at, value: at.from_text(value[0]).replace(b":", b"\\:") + b":" + at.from_text(value[1]),
    ),
}

LISTS: Dict[str, Tuple[Reader, Reader]] = {
    "list": (Presenter.points, lambda at, points: sorted(map(at.from_point, points))),
    "labels": (
        Presenter.labels,
        lambda at, labels: [at.from_point(point) + b":" + at.from_text(text) for point, text in labels],
    ),
    "lines": (
        Presenter.lines,
        lambda at, lines: [at.from_point(one) + b":" + at.from_point(other) for one, other in lines],
    ),
}
LISTS["elist"] = LISTS["list"]

KINDS = {
    identifier: kind
    for kind, identifiers in {
        "none": "DO IT KO",
        "number": "FF GM HA MN OB OW PM ST SZ",
        "real": "BL KM TM V WL",
        "double": "BM DM GB GW HO TE UC",
        "colour": "PL",
        "line": "AN BR BT CA CP DT EV GN N ON OT PB PC PW RE RO RU SO US WR WT",
        "text": "C GC",
        "move": "B W",
        "figure": "FG",
        "application": "AP",
        "list": "AB AE AW CR MA SL SQ TR",
        "elist": "DD TB TW VW",
        "labels": "LB",
        "lines": "AR LN",
    }.items()
    for identifier in identifiers.split()
}
