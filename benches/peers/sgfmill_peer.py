"""Reads a collection with sgfmill and writes it: sgfmill_peer.py IN OUT."""

import sys
from pathlib import Path

from sgfmill import sgf_grammar

trees = sgf_grammar.parse_sgf_collection(Path(sys.argv[1]).read_bytes())
Path(sys.argv[2]).write_bytes(b"\n".join(sgf_grammar.serialise_game_tree(tree) for tree in trees))
