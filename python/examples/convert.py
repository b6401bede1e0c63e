"""Converts records to SGF, and says what was wrong in them: convert.py RECORD..."""

import sys
from pathlib import Path

import ishi

for name in sys.argv[1:]:
    for finding in ishi.check(name):
        print(finding)
    sgf = ishi.convert(name, to="sgf")
    print(f"{Path(name).name}: {len(sgf)} bytes of SGF, {len(ishi.diff(name, sgf))} differences")
