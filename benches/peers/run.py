#!/usr/bin/env python3
"""Times `ishi` and other programs on SGF collections, in turns, and prints the processor time of one core, ratios and memory.

Usage: benches/peers/run.py [COLLECTION...]

Without a collection it makes three: plain games, a dictionary of variations, and games with long comments. Each program is a
whole process on one core, reads the collection and writes it to a file. The fastest of five rounds counts, because other
programs on the machine only make a program slower. Needs Python 3, cargo, and node with npm, sgfmill
from `tests/interop/install`, and the Debian package `time`.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ISHI = ROOT / "target/dist/ishi"
ROUNDS = 5
# So many games take about 5 MB.
GAMES = {"plain games": 4000, "dictionary": 1900, "long comments": 270}

sys.path.insert(0, str(ROOT / "tests/interop"))
from fixed_records import record  # noqa: E402 # it is found there


def build() -> dict[str, list[str]]:
    """Builds what has to be built, and returns the command of each program."""
    subprocess.run(["cargo", "build", "--profile", "dist", "--quiet"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=HERE / "sgf-parse", check=True)
    convert = [str(ISHI), "convert", "--force", "-q", "-j1", "-t", "sgf", "IN", "-o", "OUT"]
    commands = {
        "ishi, without proof": [*convert, "--no-verify"],
        "ishi": convert,
        "sgf-parse": [str(HERE / "sgf-parse/target/release/peer-sgf-parse"), "IN", "OUT"],
        "sgfmill": [sys.executable, str(HERE / "sgfmill_peer.py"), "IN", "OUT"],
    }
    if shutil.which("npm"):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=HERE, check=True)
        commands["@sabaki/sgf"] = ["node", "--stack-size=4000", str(HERE / "sabaki.js"), "IN", "OUT"]
        commands["sgfgrove"] = ["node", "--stack-size=4000", str(HERE / "sgfgrove.js"), "IN", "OUT"]
    return commands


def seconds(command: list[str]) -> float | None:
    """Runs a program once; returns seconds of processor time, or `None` if it failed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime if process.returncode == 0 else None


def megabytes(command: list[str]) -> float:
    """Returns the peak memory of a program. A child of this process would count the memory of Python too."""
    told = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(told.stderr.split()[-1]) / 1024


def compare(commands: dict[str, list[str]], source: Path) -> None:
    """Prints the table of a collection."""
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        places = {"IN": str(source), "OUT": str(Path(folder) / "out.sgf")}
        commands = {name: [places.get(word, word) for word in command] for name, command in commands.items()}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                if (taken := seconds(command)) is not None:
                    best[name] = min(taken, best.get(name, taken))
        ours = best["ishi, without proof"]
        print(f"\n{source.name}: {source.stat().st_size / 1e6:.1f} MB, processor time of one core, best of {ROUNDS} rounds in turns")
        for name, command in commands.items():
            if name in best:
                print(f"{name:20} {best[name]:8.3f} s {best[name] / ours:7.1f} x {megabytes(command):8.0f} MB")
            else:
                print(f"{name:20} failed")


def main(collections: list[str]) -> None:
    """Compares the programs on each collection."""
    commands = build()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        sources = [Path(collection).resolve() for collection in collections]
        if not sources:
            for kind, games in GAMES.items():
                sources.append(Path(folder) / f"{kind}.sgf")
                sources[-1].write_text(record(kind, games))
        for source in sources:
            compare(commands, source)


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = str(ROOT / "target/interop")
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    main(sys.argv[1:])
