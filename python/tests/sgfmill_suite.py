#!/usr/bin/env python3
"""Runs sgfmill's own tests of `sgf` and `sgf_moves` against `ishi.sgfmill`: sgfmill_suite.py FOLDER

FOLDER is the unpacked source package of sgfmill 1.1.1. Each test either passes or is in `DIFFERENT` with the reason, and a
test of that list must fail.
"""

import sys
import unittest

DIFFERENT = {
    "test_sgf_game_from_coarse_game_tree": "there is no parser below ishi.read that a program could feed",
    "test_sgf_game_from_bytes": "a missing end, a wrong size and an unknown charset are repaired instead of refused",
    "test_loaded_sgf_game_encoding": "text in another charset than the named one is read in its own, and CA is corrected",
    "test_serialise_transcoding": "the same: a letter that the named charset lacks does not survive as a broken byte",
    "test_main_sequence": "there are no nodes without a parent: the main line is not read apart from the tree",
    "test_node_aliasing": "the same: main_sequence_iter gives the nodes of the tree",
}


def main(folder):
    sys.path.insert(0, folder)
    from ishi.sgfmill import sgf, sgf_moves

    import sgfmill

    # The tests import these from sgfmill; boards and diagrams stay sgfmill's, because the tests compare with them.
    for module in sgf, sgf_moves:
        name = module.__name__.rpartition(".")[2]
        sys.modules[f"sgfmill.{name}"] = module
        setattr(sgfmill, name, module)
    from sgfmill import boards as their_boards
    from sgfmill_tests import sgf_moves_tests, sgf_tests, test_framework

    sgf_moves.boards = their_boards
    suite = unittest.TestSuite()
    sgf_tests.make_tests(suite)
    sgf_moves_tests.make_tests(suite)
    result = unittest.TestResult()
    suite.run(result)
    failed = {name_of(test): trace for test, trace in result.failures + result.errors}
    unexpected = failed.keys() - DIFFERENT.keys()
    for name in sorted(unexpected):
        print(f"{name}:\n{failed[name]}", file=sys.stderr)
    for name in sorted(DIFFERENT.keys() - failed.keys()):
        print(f"{name} passes: take it off the list", file=sys.stderr)
    print(f"{result.testsRun - len(failed)} of {result.testsRun} tests of sgfmill pass")
    for name, reason in DIFFERENT.items():
        print(f"  different on purpose: {name}: {reason}")
    return 0 if failed.keys() == DIFFERENT.keys() and result.testsRun == 47 else 1


def name_of(test):
    return str(test).rpartition(".")[2].split()[-1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
