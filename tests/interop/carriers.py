#!/usr/bin/env python3
"""Reads the carriers of results with `examples/carrier.py`, a program that follows the page about carriers alone.

`carriers.py path/to/ishi`. The fixtures become SGF, Smart-Go and Ishi. Each carrier must have its checksum and known lines, and a whole
text (`--exact`) must have the bytes of its source.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import records

READER = records.REPOSITORY / "examples" / "carrier.py"
ENDINGS = {"ishi": ".go", "smartgo": ".mgt", "sgf": ".sgf"}


def converted(ishi: str, source: Path, to: str, folder: Path, *options: str) -> Path | None:
    """Converts a record; None if the target cannot hold it."""
    result = folder / f"result{ENDINGS[to]}"
    result.unlink(missing_ok=True)
    ran = subprocess.run([ishi, "convert", "-q", "-t", to, *options, "-o", result, source], capture_output=True, check=False)
    return result if ran.returncode == 0 else None


def read(result: Path, *options: str) -> tuple[bytes, str]:
    """Runs the reader; returns what it prints, and its messages."""
    ran = subprocess.run([sys.executable, READER, *options, result], capture_output=True, check=False)
    return ran.stdout, ran.stderr.decode()


def main(ishi: str) -> int:
    """Checks all fixtures; returns the exit status."""
    carriers, texts, wrong = 0, 0, []
    # A source with a carrier brings that along too, and the games of a source with several have a part each.
    sources = [path for path in sorted(records.FIXTURES.glob("*/*/*")) if path.parent.name != "carriers"]
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for to in ENDINGS:
                if source.parts[len(records.FIXTURES.parts)] == to:
                    continue
                result = converted(ishi, source, to, Path(folder))
                if result is not None:
                    shown, messages = read(result)
                    carriers += shown.count(b": from ")
                    if "damaged" in messages or b"not understood" in shown:
                        wrong.append(f"{source} to {to}: {messages or shown.decode()}")
                result = converted(ishi, source, to, Path(folder), "--exact")
                if result is not None:
                    text, _ = read(result, "--source")
                    texts += bool(text)
                    if text and text not in source.read_bytes():
                        wrong.append(f"{source} to {to}: another text than the source")
    print(f"{carriers} carriers and {texts} whole texts of {len(sources)} records")
    print("\n".join(wrong))
    return 1 if wrong or carriers < 100 or texts < 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
