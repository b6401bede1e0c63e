#!/usr/bin/env python3
"""Times ishi beside sgfmill: speed.py moves|positions CORPUS [RECORDS [ROUNDS]]

`moves` lists the moves of the main lines; `positions` makes the data set of `examples/dataset.py`. Both are whole processes on
one core, one after the other in each round. They read at least RECORDS copies of the records of CORPUS that sgfmill reads, so
that the start of Python does not count. sgfmill is in PYTHONPATH, as ishi is. The exit status is 1 if ishi does not read a
record that sgfmill reads, or is less than 10 times as fast with `moves`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

DATASET = Path(__file__).resolve().parents[1] / "examples" / "dataset.py"

ISHI = """
import sys, ishi
total = 0
for game in ishi.walk(sys.argv[1], threads=1):
    moves = game.plays()
    total += len(moves)
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

# The data set of `examples/dataset.py` with sgfmill. It leaves out games that sgfmill cannot play.
SGFMILL_DATASET = """
import sys
from pathlib import Path
from sgfmill import sgf, sgf_grammar, sgf_moves
games = moves = 0
with open(sys.argv[1], "wb") as out:
    for path in sorted(Path(sys.argv[2]).iterdir()):
        for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
            game = sgf.Sgf_game.from_coarse_game_tree(tree)
            if game.get_size() != 19:
                continue
            try:
                board, plays = sgf_moves.get_setup_and_moves(game)
            except ValueError:
                continue
            games += 1
            for color, point in plays:
                if point is None:
                    continue
                planes = {"b": bytearray(361), "w": bytearray(361)}
                for stone, (row, column) in board.list_occupied_points():
                    planes[stone][19 * row + column] = 1
                out.write(planes[color] + planes["w" if color == "b" else "b"] + bytes([color == "w", *point]))
                moves += 1
                try:
                    board.play(*point, color)
                except ValueError:
                    break
print(f"{games} games, {moves} positions")
"""


# Runs a program, and writes the most memory that it had as the last line of stderr. The system's figure for a child counts
# the memory of its parent too.
MEASURED = """
import runpy, sys
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
with open("/proc/self/status") as status:
    print([line for line in status if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


def run(*arguments):
    """Return the output of a program of Python, its seconds of the processor, and its memory in MB."""
    before = os.times()
    done = subprocess.run([sys.executable, "-c", MEASURED, *arguments], check=True, capture_output=True)
    after = os.times()
    seconds = sum(after[2:4]) - sum(before[2:4])
    return done.stdout.decode(), seconds, int(done.stderr.split()[-1]) / 1024


def readable(corpus, folder):
    """Copy the records that sgfmill reads; return their paths by their new names, and those that ishi does not read."""
    from sgfmill import sgf, sgf_grammar

    import ishi

    names, unread = {}, []
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
        names[name] = path
        try:
            if len(ishi.read(data)) < len(trees):
                unread.append(path)
        except ishi.IshiError:
            unread.append(path)
    return names, unread


def print_differences(programs, once, names):
    """Print the records whose moves differ."""
    ours, theirs = (run(program, once, "list")[0].splitlines()[:-1] for program in programs)
    different = {line.split(" ", 1)[0] for line in set(ours) ^ set(theirs)}
    print(f"{len(names)} records that sgfmill reads; the moves of {len(different)} differ:")
    for name in sorted(different):
        print(f"  {names[name]}")


def main(what, corpus, records=10_000, rounds=5):
    # So that both have the same core, also where the system would move them.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        once, copies = Path(folder, "once"), Path(folder, "copies")
        once.mkdir()
        copies.mkdir()
        names, unread = readable(corpus, once)
        for path in unread:
            print(f"sgfmill reads {path}, and ishi does not")
        ours, theirs = Path(folder, "ours.py"), Path(folder, "theirs.py")
        ours.write_text(ISHI)
        if what == "moves":
            theirs.write_text(SGFMILL)
            print_differences([ours, theirs], once, names)
            programs = {"ishi": [ours, copies], "sgfmill": [theirs, copies]}
        else:
            theirs.write_text(SGFMILL_DATASET)
            programs = {"ishi": [DATASET, os.devnull, copies], "sgfmill": [theirs, os.devnull, copies]}
        for copy in range(-(-int(records) // len(names))):
            for name in names:
                os.link(once / name, copies / f"{copy:03}-{name}")
        print(f"{len(list(copies.iterdir()))} records on one core, seconds of the processor and MB of memory:")
        seconds = {name: [] for name in programs}
        for _ in range(int(rounds)):
            for name, arguments in programs.items():
                out, used, memory = run(*arguments)
                seconds[name].append(used)
                print(f"  {name:8} {used:7.2f} s {memory:5.0f} MB  {out.strip()}")
        ratio = sum(seconds["sgfmill"]) / sum(seconds["ishi"])
        print(f"ishi is {ratio:.1f} times as fast")
    return 1 if unread or (what == "moves" and ratio < 10) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
