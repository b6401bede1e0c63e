#!/usr/bin/env python3
"""Times ishi beside sgfmill: speed.py CORPUS [COPIES [ROUNDS]]

Both are whole processes on one core that read all records of a folder and list the moves of the main lines. The folder has
COPIES of the records of CORPUS that sgfmill reads, so that the start of Python does not count. Their moves have to be equal.
sgfmill is in PYTHONPATH, as ishi is.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ISHI = """
import sys, ishi
for game in ishi.walk(sys.argv[1], threads=1):
    moves = game.plays()
    total = globals().get("total", 0) + len(moves)
    if len(sys.argv) > 2:
        print(game.path.rpartition("/")[2], game.number, moves)
print(total)
"""

SGFMILL = """
import sys
from pathlib import Path
from sgfmill import sgf, sgf_grammar
total = 0
for path in sorted(Path(sys.argv[1]).iterdir()):
    for number, tree in enumerate(sgf_grammar.parse_sgf_collection(path.read_bytes()), 1):
        game = sgf.Sgf_game.from_coarse_game_tree(tree)
        moves = [move for move in (node.get_move() for node in game.main_sequence_iter()) if move[0]]
        total += len(moves)
        if len(sys.argv) > 2:
            print(path.name, number, moves)
print(total)
"""


def run(program, *arguments):
    """Return the output of a program and its seconds of the processor."""
    before = os.times()
    out = subprocess.run([sys.executable, "-c", program, *arguments], check=True, stdout=subprocess.PIPE).stdout
    after = os.times()
    return out, sum(after[2:4]) - sum(before[2:4])


def readable(corpus, folder):
    """Copy the records that sgfmill reads; return their names, and those of them that ishi does not read."""
    from sgfmill import sgf, sgf_grammar

    import ishi

    names, unread = [], []
    for path in sorted(Path(corpus).rglob("*")):
        data = path.read_bytes() if path.is_file() else b""
        try:
            trees = [sgf.Sgf_game.from_coarse_game_tree(tree) for tree in sgf_grammar.parse_sgf_collection(data)]
            for tree in trees:
                for node in tree.main_sequence_iter():
                    node.get_move()
        except ValueError:
            continue
        name = f"{len(names):05}.sgf"
        Path(folder, name).write_bytes(data)
        names.append(name)
        try:
            if len(ishi.read(data)) < len(trees):
                unread.append(str(path))
        except ishi.IshiError:
            unread.append(str(path))
    return names, unread


def main(corpus, copies=20, rounds=3):
    with tempfile.TemporaryDirectory() as folder:
        once, all_of_them = Path(folder, "once"), Path(folder, "all")
        once.mkdir()
        all_of_them.mkdir()
        names, unread = readable(corpus, once)
        for path in unread:
            print(f"sgfmill reads {path}, and ishi does not")
        ours, theirs = (run(program, once, "list")[0].splitlines() for program in (ISHI, SGFMILL))
        different = {one.split(b" ", 2)[0].decode() for one in set(ours) ^ set(theirs)}
        print(f"{len(names)} records that sgfmill reads; other moves in {len(different)}: {' '.join(sorted(different)[:20])}")
        for copy in range(int(copies)):
            for name in names:
                os.link(once / name, all_of_them / f"{copy:03}-{name}")
        seconds = {"ishi": [], "sgfmill": []}
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        start = time.perf_counter()
        for _ in range(int(rounds)):
            for name, program in (("ishi", ISHI), ("sgfmill", SGFMILL)):
                seconds[name].append(run(program, all_of_them)[1])
        ours, theirs = min(seconds["ishi"]), min(seconds["sgfmill"])
        print(f"{len(names) * int(copies)} records on one core, best of {rounds}: ishi {ours:.2f} s, sgfmill {theirs:.2f} s of the")
        print(f"processor: {theirs / ours:.1f} times; all rounds took {time.perf_counter() - start:.0f} s")
    return 1 if unread or theirs / ours < 10 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
