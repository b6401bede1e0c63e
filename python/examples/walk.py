"""Prints the moves of games with what they capture, and the variations: walk.py RECORD_OR_FOLDER..."""

import sys

import ishi

games = ishi.walk(*sys.argv[1:])
for game in games:
    black, white = game.get_player_name("b") or "?", game.get_player_name("w") or "?"
    print(f"{black} against {white}, {len(game.leaves())} lines")
    for move in game.moves():
        captures = len(move.node.captures())
        print(f"{move.number:4} {move.color} {move.name}" + (f", captures {captures}" if captures else ""))
    print(game.get_last_node().board())
for finding in games.findings:
    print(finding)
