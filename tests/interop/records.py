"""Where the records are, how they are converted, and how results are reported."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FIXTURES = REPOSITORY / "tests" / "fixtures"
CORPUS = Path(os.environ.get("ISHI_CORPUS", REPOSITORY.parent / "shared" / "corpus"))
WORKERS = 2
# Fixtures about broken records: every reader understands them in its own way.
BROKEN = {"mistakes", "files", "carriers", "damage"}
# Others that the judges, or the simple readers here, understand in their own way.
UNCLEAR = {
    # All moves are in variations that do not end: the last one becomes the main line.
    "ishi/tree/remarks-at-the-ends-of-events.go",
    "ishi/tree/vars-on-a-var-before-the-first-move.go",
    # Two labels are on one point: SGF gets the first, Ishi the same one in either order.
    "sgf/labels/two-on-a-point-in-both-orders.sgf",
    # Moves that are none: GNU Go and MGT end there, or read another point.
    "sgf/moves/off-the-board-edited-beside-its-carrier.sgf",
    "sgf/moves/unreadable.sgf",
    "smartgo/moves/unreadable.mgt",
    # A carrier that tells two comments of an event apart.
    "sgf/setup/carrier-of-an-event-without-setup.sgf",
    # Points in values of hundreds of characters.
    "sgf/setup/points-with-much-white-space.sgf",
}
# Records of the corpus that the judges, or the simple readers here, understand in their own way.
UNCLEAR_IN_CORPUS = {
    # The move after an escaped bracket.
    "09-escaped-bracket.sgf",
    "12-trailing-backslash.sgf",
    # No game: words in brackets that look like one.
    "10-identifier-only.sgf",
    # Ishi that lost its line breaks.
    "one-line-long.go",
    "one-line-short.go",
    # A backslash at the end of a name, which MGT takes for an escape.
    "made-names-with-brackets.gib.sgf",
}
ENDINGS = {".go": "ishi", ".sgf": "brackets", ".mgt": "brackets", ".sgb": "brackets"}


@dataclass
class Outcome:
    """What became of one record: counts for the summary, and failures to be shown."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Adds the counts and failures of another record."""
        self.counts += other.counts
        self.failures += other.failures


def found(kind: str) -> list[Path]:
    """Returns the records of a kind: all of the corpus, or the fixtures if it is not there."""
    top = CORPUS if CORPUS.is_dir() else FIXTURES
    if top == FIXTURES:
        print(f"  no corpus at {CORPUS}: only the fixtures are checked")
    paths = (path for path in top.rglob("*") if ENDINGS.get(path.suffix.lower()) == kind)
    return sorted(path for path in paths if not _is_unclear(path))


def _is_unclear(path: Path) -> bool:
    if not path.is_relative_to(FIXTURES):
        return path.name in UNCLEAR_IN_CORPUS
    return path.parent.name in BROKEN or path.relative_to(FIXTURES).as_posix() in UNCLEAR


def convert(ishi: str, source: Path, target: str, output: Path, *options: str) -> str | None:
    """Converts one record. Returns what the program said if it did not succeed."""
    command = [ishi, "convert", "-q", "--force", "-t", target, "-o", str(output), *options, str(source)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"status {done.returncode}: {' '.join(command)}\n{done.stderr.decode()}")
    return None if done.returncode == 0 else done.stderr.decode().strip()


def check_all(check: Callable[[list[Path]], Outcome], paths: list[Path], chunk: int = 40) -> Outcome:
    """Runs a check over records, some at a time, in several processes."""
    chunks = [paths[start : start + chunk] for start in range(0, len(paths), chunk)]
    total = Outcome()
    with ProcessPoolExecutor(WORKERS) as pool:
        for outcome in pool.map(check, chunks):
            total.add(outcome)
    return total


def shown(path: Path) -> str:
    """Returns a path as messages show it."""
    for top in (CORPUS, FIXTURES):
        if path.is_relative_to(top):
            return str(path.relative_to(top))
    return str(path)


def report(title: str, outcome: Outcome, names: Iterable[str] = (), limit: int = 20) -> bool:
    """Prints counts and failures. Returns whether there was no failure."""
    print(f"{title}:")
    for name in [*names, *sorted(set(outcome.counts) - set(names))]:
        print(f"  {outcome.counts[name]:7} {name}")
    for failure in outcome.failures[:limit]:
        print(f"  FAILED {failure}", file=sys.stderr)
    if len(outcome.failures) > limit:
        print(f"  FAILED and {len(outcome.failures) - limit} more", file=sys.stderr)
    return not outcome.failures
