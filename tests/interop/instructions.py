#!/usr/bin/env python3
"""Counts the instructions that fixed records take, and fails if a command takes more than its budget.

`instructions.py path/to/ishi`. The records are always the same: plain games, a dictionary with variations, labels and short comments, and
games with long comments. The budgets are instructions for each byte of the record, of the program that `cargo build` makes; they
have a tenth to spare, because another compiler makes another program. Needs valgrind.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

LETTERS = "abcdefghijklmnopqrs"
WITHOUT = ["--no-verify"]
# The budgets of a record: to SGF without and with the proof, to Ishi likewise, JSON, `check`, `show --list`.
COMMANDS = {
    "to SGF without proof": ["convert", "-q", "-j1", "-o-", *WITHOUT],
    "to SGF": ["convert", "-q", "-j1", "-o-"],
    "to Ishi without proof": ["convert", "-q", "-j1", "-o-", "-t", "ishi", *WITHOUT],
    "to Ishi": ["convert", "-q", "-j1", "-o-", "-t", "ishi"],
    "to JSON": ["convert", "-q", "-j1", "-o-", "-t", "json"],
    "check": ["check", "-q"],
    "show --list": ["show", "--list"],
}
BUDGETS = {
    "plain games": [195, 300, 445, 615, 785, 1020, 275],
    "dictionary": [380, 555, 1480, 1500, 490, 545, 535],
    "long comments": [95, 135, 245, 245, 95, 95, 100],
}


class Dice:
    """Throws the same numbers every time."""

    def __init__(self):
        self.state = 1990

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def point(self):
        return LETTERS[self.below(19)] + LETTERS[self.below(19)]

    def words(self, count):
        return " ".join("".join(LETTERS[self.below(19)] for _ in range(2 + self.below(8))) for _ in range(count))


def header(dice):
    day = f"{1 + dice.below(28):02d}"
    return f"FF[4]GM[1]SZ[19]PB[{dice.words(1)}]PW[{dice.words(1)}]BR[{1 + dice.below(9)}d]DT[2001-05-{day}]KM[6.5]RE[B+R]"


def plain_games(dice):
    """Returns games of 200 moves."""
    for _ in range(40):
        moves = "".join(f";{'BW'[turn % 2]}[{dice.point()}]" for turn in range(200))
        yield f"(;{header(dice)}{moves})"


def dictionary(dice):
    """Returns games of short variations with labels and comments."""
    for _ in range(40):
        node = lambda turn: f";{'BW'[turn % 2]}[{dice.point()}]"
        remark = lambda: f"C[{dice.words(6)}]LB[{dice.point()}:A][{dice.point()}:B]"
        lines = [f"({node(3)}{node(4)}{remark()}{node(5)})" for _ in range(20)]
        yield f"(;{header(dice)}{node(0)}{node(1)}{node(2)}{remark()}{''.join(lines)})"


def long_comments(dice):
    """Returns games with a comment of some lines after each move."""
    for _ in range(6):
        comment = lambda: "\n".join(dice.words(12).replace("a", "\\]") for _ in range(8))
        moves = "".join(f";{'BW'[turn % 2]}[{dice.point()}]C[{comment()}]\n" for turn in range(30))
        yield f"(;{header(dice)}{moves})"


def count(ishi, arguments, path):
    """Returns how many instructions a command takes."""
    run = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", ishi, *arguments, path]
    errors = subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", errors)
    return int(found[1].replace(",", "")) if found else sys.exit(errors)


def main():
    ishi, failed = sys.argv[1], False
    with tempfile.TemporaryDirectory() as folder:
        for kind, games in [("plain games", plain_games), ("dictionary", dictionary), ("long comments", long_comments)]:
            path = Path(folder) / "record.sgf"
            path.write_text("\n".join(games(Dice())))
            for (name, arguments), budget in zip(COMMANDS.items(), BUDGETS[kind], strict=True):
                taken = count(ishi, arguments, path) / path.stat().st_size
                print(f"{kind}, {name}: {taken:.0f} of {budget} instructions a byte")
                failed |= taken > budget
    sys.exit("a budget is exceeded" if failed else 0)


if __name__ == "__main__":
    main()
