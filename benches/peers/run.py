#!/usr/bin/env python3
"""Times `ishi` and other programs on one SGF collection, in turns, and prints ratios.

Usage: benches/peers/run.py COLLECTION [ROUNDS]

Each program reads the collection and writes it to a file, as a process of its own. The fastest of the rounds counts:
what else runs on the machine only ever makes a program slower. Needs Python 3 with sgfmill, cargo, and node with npm.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ISHI = ROOT / "target/dist/ishi"


def build() -> dict[str, list[str]]:
    """Builds what has to be built, and returns the command of each program."""
    subprocess.run(["cargo", "build", "--profile", "dist", "--quiet"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=HERE / "sgf-parse", check=True)
    convert = [str(ISHI), "convert", "--force", "-q", "-t", "sgf", "IN", "-o", "OUT"]
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


def run(command: list[str], source: Path, target: Path) -> tuple[float, int] | None:
    """Runs a program once; returns seconds and peak memory in KB, none if it failed."""
    words = [str(source) if word == "IN" else str(target) if word == "OUT" else word for word in command]
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (time.perf_counter() - start, usage.ru_maxrss) if process.returncode == 0 else None


def main(collection: str, rounds: int = 5) -> None:
    """Prints the table."""
    source = Path(collection).resolve()
    commands = build()
    best: dict[str, tuple[float, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, command in commands.items():
                if done := run(command, source, Path(folder) / "out.sgf"):
                    best[name] = min(done, best.get(name, done))
    ours = best["ishi, without proof"][0]
    print(f"{source.name}: {source.stat().st_size / 1e6:.1f} MB, best of {rounds} rounds in turns")
    for name in commands:
        if name in best:
            seconds, memory = best[name]
            print(f"{name:20} {seconds:8.3f} s {seconds / ours:7.1f} x {memory / 1024:8.0f} MB")
        else:
            print(f"{name:20} failed")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    main(sys.argv[1], *(int(word) for word in sys.argv[2:]))
