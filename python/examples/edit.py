"""Edits a record, and prints its changed lines: edit.py RECORD

Every byte that no change is about stays as it is, in every format.
"""

import sys
from pathlib import Path

import ishi

path = Path(sys.argv[1])
record = ishi.read(path)
game = record[0]
game.set("PB", "Anna Berg-Holm")
end = game.find("end")
end.mark("TR", ["C4"])
end.play("E4", legal=True).set("C", "And so the game could have gone on.")

before = path.read_bytes().decode(record.charset).splitlines()
for line in record.to_bytes().decode(record.charset).splitlines():
    if line not in before:
        print(line)
