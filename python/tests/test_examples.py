"""The examples run, and print what they should."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "examples"
LESSON = FOLDER.parents[1] / "examples" / "first-lesson.go"


def run(name, *arguments):
    command = [sys.executable, FOLDER / name, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8").stdout


class Examples(unittest.TestCase):
    def test_convert(self):
        self.assertEqual(run("convert.py", LESSON).splitlines()[-1], "first-lesson.go: 494 bytes of SGF, 0 differences")

    def test_edit(self):
        lines = run("edit.py", LESSON).splitlines()
        self.assertEqual(lines[0], "BLACK Anna Berg-Holm 5-kyu")
        self.assertEqual(lines[2:], ["B 10 E4", "And so the game could have gone on."])

    def test_walk(self):
        lines = run("walk.py", LESSON).splitlines()
        self.assertEqual(lines[:2], ["Anna Berg against Otto Lind, 2 lines", "   1 w G3"])
        self.assertEqual(len(lines), 20)

    def test_dataset(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder, "a.sgf")
            record.write_bytes(b"(;FF[4];B[pd];W[dp];B[];W[pp])(;FF[4]SZ[9];B[aa])")
            data = Path(folder, "data.bin")
            self.assertEqual(run("dataset.py", data, record), "1 games, 3 positions, 0 records that cannot be read\n")
            written = data.read_bytes()
        self.assertEqual(len(written), 3 * 725)
        self.assertEqual([written[index * 725 : (index + 1) * 725].count(1) for index in range(3)], [0, 2, 3])
        self.assertEqual(written[722:725], bytes([0, 15, 15]))


if __name__ == "__main__":
    unittest.main()
