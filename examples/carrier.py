"""Print what the carriers of Go records hold.

A carrier is private data with which `ishi` keeps content that a format cannot show: the property
XI of SGF and Smart-Go, the block USER of Ishi. This program follows docs/formats/carrier.md.

    python3 carrier.py [--source] FILE...    (--source: only the texts that travel whole)
"""
import re
import sys
from urllib.parse import unquote
from zlib import crc32

COLUMNS, EOLS = "ABCDEFGHJKLMNOPQRSTUVWXYZ", {"crlf": "\r\n", "lf": "\n", "cr": "\r"}
DOS_SIGNS = str.maketrans("♦▲✓", "\x04\x1e√")  # what Python has at these codes of CP437
WORDS = {"@0": "in the first node", "@end": "at the end of the record", "~0": "the whole text",
         "+": "added", "=": "replaced", "-": "removed", ">": "moved", "?": "unread", ":": "text"}
BRACKETS = re.compile(r"(?s)([();]|[A-Za-z]*\s*(?=\[))(?:\[((?:\\.|[^]\\])*)(?:\]|\Z))?")
ISHI = re.compile(r"(?ims)^\s*(\w+)((?:(?<=\bCOM)|(?<=\bUSER))\b.*?(?=^\s*END[CU]|\Z)|.*?$)")
TITLE = re.compile(r"ishi 3 (\w{8}) \w{8} (ishi|smartgo|sgf) (\S+?)(-bom)? (crlf|lf|cr) .+")
HUNK = re.compile(r"@(?:0|end|(\d+) ([0-9a-f]{4,6})([0-9a-f]{2}).{4})|~(?:0|(\d+) (\d+) .{6})")


def read_games(text):
    """Return the games of a record: the size, the paths of the nodes, and the carriers."""
    games, stack, path, name, is_ishi = [], [], "", "", not text.lstrip().startswith("(")
    for word, value in (ISHI if is_ishi else BRACKETS).findall(text):
        before, name = name, word.strip().upper() or name
        if name == "EVENT" or name == "(" and not stack or not games:
            stack, path = [], ";" if is_ishi else ""
            games.append({"size": 19, "carriers": [], "paths": [path] if is_ishi else []})
        game, paths = games[-1], games[-1]["paths"]
        if name in ("(", "VAR"):
            stack.append(path)
            path = re.sub(" [BW][^BW]*$", "", path) if is_ishi else path
        elif name in (")", "ENDVAR"):
            path = stack.pop() if stack else path
        elif name in (";", "DIAGRAM") or is_ishi and name in ("B", "W"):
            path = f"{path} ;".strip()
            paths.append(path)
        if name in ("B", "W") and path.endswith(" ;"):
            point = re.search(r" ([A-HJ-T])([12]?\d)\b", value.upper())
            if point:
                value = chr(97 + COLUMNS.index(point[1])) + chr(97 + game["size"] - int(point[2]))
            is_point = re.fullmatch("(?!tt)[A-Za-z]{2}", value)
            path = paths[-1] = path[:-1] + (f"{name} {value}" if is_point else name)
        elif name in ("SZ", "BOARDSIZE") and re.match(r"\s*\d\d?\b", value):
            game["size"] = int(re.search(r"\d+", value)[0])
        elif name == "XI" and value.split()[:1] == ["ishi"]:
            value = re.sub(r"\\\n?", "", value).replace("{", "[").replace("}", "]")
            game["carriers"].append((value.split("|"), len(paths) == 1))
        elif name == "USER" and value.split()[:1] == ["ishi"]:
            lines = re.split(r"\n\s*\|", re.sub(r"\s*\n\s*\+ ?", "", value))
            game["carriers"].append((lines, before in ("EVENT", "ENDUSER")))
    return games


def place(hunk, game):
    """Say where a hunk belongs: the path of its node, which the hashes tell, or a number."""
    number, path_hash, sign_hash, first, count = hunk.groups()
    for path in game["paths"] if number else ():
        ends = [a + b for a in ("", *"Vv()") for b in (path[-4:].lstrip(), path[-1], "D", "S")]
        if f"{crc32(path.encode()):08x}".endswith(path_hash) and any(
                crc32(end.encode()) % 256 == int(sign_hash, 16) for end in ends):
            return "at" + (re.sub(" ([a-y])([a-y])", lambda p: f" {COLUMNS[ord(p[1]) - 97]}"
                                  f"{game['size'] + 97 - ord(p[2])}", path[1:]) or " the root")
    return WORDS.get(hunk[0], f"at group {first or number}" + f", {count} groups go" * bool(first))


def show(lines, game, label):
    """Print what a carrier holds; with --source write the whole text, if it has one."""
    title = TITLE.fullmatch(lines[0])
    if not title:
        kind = "the game goes on" if " continues " in lines[0] else "no patch of version 3"
        return print(f"{label}: {kind}: {lines[0]:.70}", file=sys.stderr)
    checksum, form, charset, bom, eol = title.groups()
    whole = lines[1:2] == ["~0"]
    text = (EOLS[eol] if whole else "\n").join(line[whole:] for line in lines[1 + whole:])
    text = re.sub("%=([0-9A-F]{2})", lambda b: chr(int(b[1], 16) + 0xDC00 * (b[1] > "7F")), text)
    text = unquote(text).translate(DOS_SIGNS if charset[:2] == "cp" and whole else {})
    data = text.encode(charset if whole else "utf-8", "surrogateescape")
    if int(checksum, 16) != crc32(data):
        print(f"{label}: damaged: checksum {crc32(data):08x}, not {checksum}", file=sys.stderr)
    if "--source" in sys.argv:
        return whole and sys.stdout.buffer.write(("\ufeff" * bool(bom)).encode(charset) + data)
    print(f"{label}: from {form}, charset {charset}{bom or ''}, line ends {eol}")
    for line in lines[1:]:
        hunk, kind = HUNK.fullmatch(line), WORDS.get(line[:1], "not understood")
        print(" ", place(hunk, game) if hunk else f"  {kind}: {unquote(line[1:])}")


if __name__ == "__main__":
    for name in [name for name in sys.argv[1:] if name[:2] != "--"] or sys.exit(__doc__):
        with open(name, encoding="utf-8-sig", errors="replace") as file:
            for number, game in enumerate(read_games(file.read()), 1):
                for lines, is_first in game["carriers"]:
                    label = f"{name}, game {number}{'' if is_first else ', at a wrong place'}"
                    try:
                        show([" ".join(line.split()) for line in lines], game, label)
                    except (LookupError, ValueError) as error:
                        print(f"{label}: damaged: {error}", file=sys.stderr)
