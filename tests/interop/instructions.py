#!/usr/bin/env python3
"""Counts the instructions that fixed records take, and fails if a command takes more than its budget.

`instructions.py path/to/ishi`. The records are always the same: plain games, a dictionary with variations, labels and short comments,
games with long comments, and games of many events, which are measured in Ishi too. The budgets are instructions for each byte of the record, of the program that `cargo build` makes; they have a
tenth to spare, because another compiler makes another program. A result in Ishi is read back with and without proof, because
only its reading tells the words that have to travel. One record of the dictionary has two labels on a point, so it gets a patch. Needs valgrind.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from fixed_records import record

COMMANDS = {
    "to SGF without proof": ["convert", "-q", "-j1", "-o-", "--no-verify"],
    "to SGF": ["convert", "-q", "-j1", "-o-"],
    "to Ishi without proof": ["convert", "-q", "-j1", "-o-", "-t", "ishi", "--no-verify"],
    "to Ishi": ["convert", "-q", "-j1", "-o-", "-t", "ishi"],
    "to JSON": ["convert", "-q", "-j1", "-o-", "-t", "json"],
    "check": ["check", "-q"],
    "show --list": ["show", "--list"],
}
OF_ISHI = {
    "Ishi to SGF": ["convert", "-q", "-j1", "-o-", "-t", "sgf"],
    "Ishi to Smart-Go": ["convert", "-q", "-j1", "-o-", "-t", "smartgo"],
    "check of Ishi": ["check", "-q"],
}
GAMES = {"plain games": 40, "dictionary": 40, "long comments": 6, "events": 2}
# In the order of the commands.
BUDGETS = {
    "plain games": [205, 325, 920, 920, 970, 1020, 285],
    "dictionary": [550, 815, 2010, 2010, 735, 595, 630],
    "long comments": [99, 146, 275, 275, 98, 97, 101],
    "events": [300, 420, 2665, 2665, 395, 410, 385, 2645, 2800, 2080],
}


def count(ishi, arguments, path):
    """Returns how many instructions a command takes."""
    run = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", ishi, *arguments, path]
    errors = subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", errors)
    return int(found[1].replace(",", "")) if found else sys.exit(errors)


def main():
    ishi, failed = sys.argv[1], False
    with tempfile.TemporaryDirectory() as folder:
        for kind, games in GAMES.items():
            path, in_ishi = Path(folder) / "record.sgf", Path(folder) / "record.go"
            path.write_text(record(kind, games))
            rows = [(name, arguments, path) for name, arguments in COMMANDS.items()]
            if kind == "events":
                subprocess.run([ishi, "convert", "-q", path, "-o", in_ishi], check=True)
                rows += [(name, arguments, in_ishi) for name, arguments in OF_ISHI.items()]
            for (name, arguments, source), budget in zip(rows, BUDGETS[kind], strict=True):
                taken = count(ishi, arguments, source) / source.stat().st_size
                print(f"{kind}, {name}: {taken:.0f} of {budget} instructions a byte")
                failed |= taken > budget
    sys.exit("a budget is exceeded" if failed else 0)


if __name__ == "__main__":
    main()
