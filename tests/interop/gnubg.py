"""Loads our SGF of Backgammon games with GNU Backgammon and compares its matches before and after.

Usage: gnubg.py path/to/ishi

GNU Backgammon loads each record as it is and as our program writes it from SGF to SGF, and exports
both as a match of text and saves both again. The exports are the same, and our output twice is the same.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import records
from records import Outcome

TIMEOUT = 120
# What GNU Backgammon says in its exports about the moment or the file, not about the match.
VOLATILE = re.compile(r"^.*(?:generated|\.sgf|\d\d:\d\d:\d\d).*$", re.MULTILINE | re.IGNORECASE)


def backgammon() -> list[Path]:
    """Returns the records of Backgammon games."""
    top = records.CORPUS / "backgammon"
    if top.is_dir():
        return sorted(top.glob("*.sgf"))
    print(f"  no corpus at {records.CORPUS}: only the fixture is checked")
    return [records.FIXTURES / "sgf" / "games" / "backgammon.sgf"]


def exported(record: Path, folder: Path) -> str:
    """Returns what GNU Backgammon exports of a record, and what it says about its position."""
    target = folder / f"{record.stem}.exported"
    commands = [
        f'load match "{record}"',
        "show board",
        f'export match mat "{target}.mat"',
        f'save match "{target}.sgf"',
    ]
    script = folder / "commands"
    script.write_text("\n".join(commands) + "\n")
    done = subprocess.run(
        ["gnubg", "-t", "-q", "-r", "-c", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        cwd=folder,
        errors="replace",
    )
    parts = [line for line in done.stdout.splitlines() if str(folder) not in line]
    for path in sorted(folder.glob(f"{target.name}*")):
        parts.append(f"== {path.suffix}")
        parts.append(path.read_text(errors="replace"))
        path.unlink()
    return VOLATILE.sub("", "\n".join(parts).replace(str(folder), ""))


def check(ishi: str, record: Path) -> Outcome:
    """Compares the matches of one record before and after."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, after, again = (folder / step / "match.sgf" for step in ("before", "after", "again"))
        for path in (before, after, again):
            path.parent.mkdir()
        before.write_bytes(record.read_bytes())
        for source, target in ((before, after), (after, again)):
            if said := records.convert(ishi, source, "sgf", target):
                outcome.failures.append(f"{record.name}: {said}")
                return outcome
        if after.read_bytes() != again.read_bytes():
            outcome.failures.append(f"{record.name}: written twice it is not the same")
        first, second = (exported(path, path.parent) for path in (before, after))
        if "== .mat" not in first:
            outcome.failures.append(f"{record.name}: GNU Backgammon does not load it")
        elif first == second:
            outcome.counts["matches that GNU Backgammon has the same before and after"] += 1
        else:
            lines = zip(first.splitlines(), second.splitlines(), strict=False)
            found = next((pair for pair in lines if pair[0] != pair[1]), ("", "other length"))
            outcome.failures.append(f"{record.name}: {found[0]!r} became {found[1]!r}")
    return outcome


def main() -> int:
    """Checks all records; returns the exit status."""
    ishi = sys.argv[1]
    total = Outcome()
    for record in backgammon():
        total.add(check(ishi, record))
    return 0 if records.report("matches of GNU Backgammon", total) else 1


if __name__ == "__main__":
    sys.exit(main())
