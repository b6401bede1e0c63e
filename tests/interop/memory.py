#!/usr/bin/env python3
"""Measures how much memory a folder of results takes, and fails if many files take much more than few.

`memory.py path/to/ishi`. Compares a folder of 1,000 records with one of 8,000: the first conversion and a second one with other options,
so that the manifest knows each source. The names of sources and results are in memory, the lines of the manifest are not. Needs GNU time.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

FEW, MANY = 1_000, 8_000
# Bytes for each file. The largest memory of a run moves by some hundred kilobytes.
BUDGET = 650


def convert(ishi, source, results, *options):
    """Returns the largest memory of a conversion, in bytes."""
    run = ["time", "-f", "%M", ishi, "convert", "-q", "-j1", "-t", "ishi", *options, source, "-d", results]
    run = subprocess.run(run, capture_output=True, text=True)
    return int(run.stderr) * 1024 if run.returncode == 0 else sys.exit(run.stderr)


def measure(ishi, folder, count):
    """Returns the memory of two conversions of a folder with so many records."""
    source, results = folder / f"in-{count}", folder / f"out-{count}"
    source.mkdir()
    for number in range(count):
        (source / f"game-{number:06}.sgf").write_text(f"(;GM[1]FF[4]SZ[19]PB[{number}];B[pd];W[dp];B[pp])\n")
    return [convert(ishi, source, results), convert(ishi, source, results, "--plain")]


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        few, many = [measure(sys.argv[1], Path(folder), count) for count in (FEW, MANY)]
        for name, less, more in zip(["a first run", "other options"], few, many, strict=True):
            each = (more - less) / (MANY - FEW)
            print(f"{name}: {each:.0f} of {BUDGET} bytes of memory for each file, {more / 2**20:.1f} MB in all")
            failed |= each > BUDGET
    sys.exit("the budget is exceeded" if failed else 0)


if __name__ == "__main__":
    main()
