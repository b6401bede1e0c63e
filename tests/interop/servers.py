"""Reads the GIB and NGF files of the corpus with pysgf too, and compares its games with those of ishi: servers.py ISHI

pysgf (PyPI) is the reader of KaTrain. The table has each difference and who is right. A difference without an answer fails the test.
Sabaki's readers are in no package of npm, so they are not run here; they were compared by hand, and the page has their differences too.
"""

import pathlib
import subprocess
import sys

from pysgf import GoGame

from records import CORPUS

PROPERTIES = ["SZ", "KM", "HA", "RE", "PB", "PW", "BR", "WR", "DT", "AB", "AW"]

# The kind of file, the property, and who is right. docs/formats/server-formats.md has the reasons.
ANSWERS = {
    ("gib", "moves"): "ishi: SKI is a pass; pysgf leaves it out",
    ("gib", "RE"): "ishi: 2 is a draw, 5 and 6 are forfeits; pysgf does not know these codes",
    ("gib", "KM"): "ishi: GONGJE 0 is a komi of 0; pysgf leaves it out",
    ("gib", "DT"): "ishi: GAMEINFOSUB has the date in numbers too, if there is no GAMETAG",
    ("gib", "PB"): "ishi: the charset by words of Go; the last brackets are the rank",
    ("gib", "PW"): "ishi: the charset by words of Go; the last brackets are the rank",
    ("gib", "BR"): "ishi: ranks become those of SGF (3D, 3段 -> 3d)",
    ("gib", "WR"): "ishi: ranks become those of SGF (3D, 3段 -> 3d)",
    ("gib", "AB"): "the same stones in another order",
    ("ngf", "moves"): "ishi: A A is a pass; pysgf leaves it out",
    ("ngf", "RE"): "ishi: the margin belongs to the result; words in four languages",
    ("ngf", "KM"): "ishi: 0 is a komi, and the second layout has its komi in line 10",
    ("ngf", "DT"): "ishi: the second layout has its date in line 6; a date can have hyphens",
    ("ngf", "SZ"): "ishi: the second layout has its size in line 7",
    ("ngf", "HA"): "ishi: the second layout has no handicap in line 6",
    ("ngf", "PB"): "ishi: names may have blanks, in any charset; in the second layout GI is no name",
    ("ngf", "PW"): "ishi: names may have blanks, in any charset; in the second layout GI is no name",
    ("ngf", "BR"): "ishi: 9DP is 9p, and a star is no part of a rank",
    ("ngf", "WR"): "ishi: 9DP is 9p, and a star is no part of a rank",
    ("ngf", "error"): "ishi: pysgf does not read the file",
    ("gib", "error"): "ishi: pysgf does not read the file",
}


def told(root) -> dict:
    """The properties of the first node, and the moves of the main line."""
    moves, node = [], root
    while node:
        moves += [color + (node.properties.get(color) or [""])[0] for color in "BW" if color in node.properties]
        node = node.children[0] if node.children else None
    found = {name: [str(value) for value in root.properties.get(name, [])] for name in PROPERTIES}
    # SGF takes 19 lines for granted, and a margin of 11.0 is one of 11.
    found["SZ"] = found["SZ"] or ["19"]
    found["RE"] = [value.removesuffix(".0") for value in found["RE"]]
    return {**found, "AB": sorted(found["AB"]), "AW": sorted(found["AW"]), "moves": moves}


def by_pysgf(file: pathlib.Path) -> dict:
    try:
        return told(GoGame.parse_file(str(file)))
    except Exception as error:  # Another reader can fail in any way.
        return {"error": repr(error)}


def by_ishi(ishi: str, file: pathlib.Path) -> dict:
    run = [ishi, "convert", "-q", "-t", "sgf", "-o", "-", str(file)]
    done = subprocess.run(run, capture_output=True, check=True)
    return told(GoGame.parse_sgf(done.stdout.decode()))


def main() -> int:
    ishi = sys.argv[1]
    folder = pathlib.Path(CORPUS) / "other-formats"
    files = sorted([*folder.glob("gib/*.gib"), *folder.glob("ngf/*.ngf")])
    if not files:
        print("skipped: the corpus has no files of servers")
        return 0
    differences, open_ones = 0, []
    print("| file | property | pysgf | ishi | who is right |\n|---|---|---|---|---|")
    for file in files:
        there, here = by_pysgf(file), by_ishi(ishi, file)
        for name in there:
            if there[name] == here.get(name):
                continue
            differences += 1
            answer = ANSWERS.get((file.parent.name, name))
            if answer is None:
                open_ones.append(f"{file.name}: {name}")
            cells = [str(one)[:40].replace("|", " ") for one in (there[name], here.get(name))]
            if name == "moves":
                cells = [f"{len(there[name])} moves", f"{len(here[name])} moves"]
            print(f"| {file.name} | {name} | {cells[0]} | {cells[1]} | {answer or '?'} |")
    print(f"{len(files)} files, {differences} differences, {len(open_ones)} without an answer {open_ones}")
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
