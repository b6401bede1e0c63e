"""Makes a data set of positions and moves of whole folders and archives: dataset.py FILE.bin PATH...

For each move of a game on 19x19 the file gets 725 bytes: the stones of the player who moves, those of the opponent (361
bytes each, 1 for a stone, rows from the bottom), and the player (0 Black, 1 White); then two bytes: row and column.
With numpy: `numpy.fromfile(FILE, dtype="u1").reshape(-1, 725)`.
"""

import sys
import time

import ishi

PLANE = 19 * 19
start, games, moves = time.perf_counter(), 0, 0
walk = ishi.walk(*sys.argv[2:])
with open(sys.argv[1], "wb") as out:
    for game in walk:
        if game.kind != 1 or game.size != (19, 19):
            continue
        games += 1
        planes = bytes(game.positions())
        for index, move in enumerate(game.moves()):
            if move.point is None:
                continue
            black = index * 2 * PLANE
            white = black + PLANE
            own, other = (black, white) if move.color == "b" else (white, black)
            out.write(planes[own : own + PLANE] + planes[other : other + PLANE])
            out.write(bytes([move.color == "w", *move.point]))
            moves += 1
print(f"{games} games, {moves} positions, {len(walk.findings)} records that cannot be read")
print(f"{time.perf_counter() - start:.1f} s", file=sys.stderr)
