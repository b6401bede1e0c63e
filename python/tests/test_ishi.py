"""The module, by what programs do with it."""

import ast
import inspect
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path

import ishi

LESSON = Path(__file__).resolve().parents[2] / "examples" / "first-lesson.go"
RECORD = b"(;FF[4]SZ[9]KM[0.5]PB[Anna]XX[a\\]b][c];B[cg]C[one];W[gc](;B[cc])(;B[gg]LB[aa:x]))\n"


class Reading(unittest.TestCase):
    def test_a_record_is_a_sequence_of_games(self):
        record = ishi.read(RECORD + b"(;FF[4]SZ[5])")
        self.assertEqual(len(record), 2)
        self.assertEqual([game.number for game in record], [1, 2])
        self.assertEqual(record[-1].size, (5, 5))
        self.assertEqual((record.format, record.charset, record.path), ("sgf", "us-ascii", None))
        with self.assertRaisesRegex(IndexError, "no game 2"):
            record[2]
        self.assertEqual([game.number for game in record[::-1]], [2, 1])
        self.assertEqual((record[:1], record[5:]), ([record[0]], []))
        self.assertEqual(repr(record), "<ishi.Record in memory: 2 games, sgf>")

    def test_files_and_bytes_are_read_in_every_format(self):
        for source in (LESSON, str(LESSON), LESSON.read_bytes(), bytearray(LESSON.read_bytes())):
            [game] = ishi.read(source)
            self.assertEqual(game.get_player_name("w"), "Otto Lind")
        with self.assertRaises(FileNotFoundError) as failed:
            ishi.read("missing.sgf")
        self.assertEqual(str(failed.exception), "[Errno 2] No such file or directory: 'missing.sgf'")
        with self.assertRaisesRegex(ishi.IshiError, "must be bytes"):
            ishi.read(RECORD.decode())

    def test_what_is_no_record_is_an_exception_and_what_is_damaged_a_finding(self):
        with self.assertRaisesRegex(ishi.IshiError, "not a game record"):
            ishi.read(b"a note")
        record = ishi.read(b"(;FF[4];B[aa")
        self.assertEqual([finding.code for finding in record.findings], ["B007", "B005"])
        self.assertTrue(str(record.findings[0]).startswith("1:10: error[B007]: "))

    def test_a_crash_is_the_exception_of_its_record(self):
        bad = b"(;FF[4]SZ[9];B[cg]C[a planted panic])"
        try:
            ishi.read(bad)
        except ishi.IshiError:
            pass
        else:
            self.skipTest("only `python/build dev` has the panic")
        for task in (ishi.read, ishi.convert, ishi.check, lambda record: ishi.diff(RECORD, record)):
            with self.assertRaisesRegex(ishi.IshiError, r"ishi crashed: planted \(.*dispatch\.rs:"):
                task(bad)
        with tempfile.TemporaryDirectory() as folder:
            for name, record in (("a.sgf", RECORD), ("bad.sgf", bad), ("c.sgf", RECORD)):
                (Path(folder) / name).write_bytes(record)
            with zipfile.ZipFile(Path(folder) / "old.zip", "w") as archive:
                archive.writestr("bad.sgf", bad)
                archive.writestr("c.sgf", RECORD)
            for threads in (1, 2):
                walk = ishi.walk(folder, threads=threads)
                self.assertEqual(len(list(walk)), 3)
                self.assertEqual(len(walk.findings), 2)
                self.assertTrue(all("bad.sgf" in str(found) and "ishi crashed" in str(found) for found in walk.findings))

    def test_a_charset_can_be_named(self):
        data = "(;FF[4]PB[Ján])".encode("cp852")
        self.assertEqual(ishi.read(data, charset="cp852")[0].get("PB"), "Ján")
        with self.assertRaisesRegex(ishi.IshiError, "`klingon` is not a charset"):
            ishi.read(data, charset="klingon")

    def test_moves_have_colour_point_and_number(self):
        [game] = ishi.read(RECORD)
        moves = [(move.number, move.color, move.point, move.name) for move in game.moves()]
        self.assertEqual(moves, [(1, "b", (2, 2), "C3"), (2, "w", (6, 6), "G7"), (3, "b", (6, 2), "C7")])
        self.assertEqual(game.moves()[0].node.comment, "one")
        self.assertEqual(game.plays(), [(move.color, move.point) for move in game.moves()])

    def test_moves_that_sgfmill_reads_in_other_ways(self):
        # docs/guides/sgf-in-python.md has the reasons.
        for record, plays in [
            (b"(;FF[4]GM[4]SZ[15];B[hh](;W[ih]))", []),
            (b"(;GM[2]SZ[8];B[ff];W[])", []),
            (b"(;FF[4]SZ[24];b[dd];r[th];b[kj])", [("b", (20, 3)), ("b", (14, 10))]),
            (b"(;GM[1]C[path c:\\games\\];B[aa])", [("b", (18, 0))]),
            (b"(;FF[4]GM[1];B[cc]B[dd])", [("b", (16, 2)), ("b", (15, 3))]),
            (b"(;FF[4]GM[1];B[aa]W[bb])", [("b", (18, 0)), ("w", (17, 1))]),
        ]:
            [game] = ishi.read(record)
            self.assertEqual(game.plays(), plays, record)

    def test_moves_of_other_games_are_values(self):
        [game] = ishi.read(b"(;FF[4]GM[4]SZ[15];B[hh])")
        last = game.get_last_node()
        self.assertEqual((last.properties(), last.get("B")), (["B"], ["hh"]))
        with self.assertRaises(KeyError):
            last.get("W")

    def test_values_have_the_types_of_their_properties(self):
        [game] = ishi.read(RECORD)
        self.assertEqual((game.get("SZ"), game.get("KM"), game.get("GM")), (9, 0.5, 1))
        self.assertEqual(game.get("XX"), ["a\\]b", "c"])
        last = game.find("2b")
        self.assertEqual(last.get("LB"), [((8, 0), "x")])
        self.assertEqual(last.get("B"), (2, 6))
        self.assertEqual(last.properties(), ["B", "LB"])
        with self.assertRaises(KeyError):
            last.get("W")


class Walking(unittest.TestCase):
    def test_lines_lead_through_the_tree(self):
        [game] = ishi.read(RECORD)
        self.assertEqual([node.address for node in game.main_line()], ["0", "1", "2", "3"])
        self.assertEqual([node.address for node in game.nodes()], ["0", "1", "2", "3", "2b"])
        self.assertEqual([node.address for node in game.leaves()], ["3", "2b"])
        fork = game.find("2")
        self.assertEqual((len(fork), fork[1], fork[-1].parent), (2, fork.children[1], fork))
        self.assertEqual(len({fork, game.find("2")}), 1)
        self.assertEqual((list(fork), fork[1:]), (fork.children, [fork[1]]))
        self.assertEqual(fork.index(game.find("2b")), 1)
        with self.assertRaises(ValueError):
            fork.index(fork)

    def test_positions_come_before_their_moves(self):
        [game] = ishi.read(b"(;FF[4]SZ[5];B[aa];W[ab];C[no move];B[ee];W[ba])")
        planes = game.positions()
        self.assertEqual((planes.shape, planes.format), ((5, 2, 5, 5), "b"))
        stones = [sum(position.count(1) for position in map(bytes, split(planes, index))) for index in range(5)]
        self.assertEqual(stones, [0, 1, 2, 3, 3])
        for index, move in enumerate(game.moves()):
            row, column = move.point
            self.assertEqual(planes[index, 0, row, column] + planes[index, 1, row, column], 0)
            if move.number < 4:
                self.assertEqual(planes[index + 1, move.color == "w", row, column], 1)

    def test_positions_of_records_without_moves_and_with_a_move_in_the_root(self):
        self.assertEqual(ishi.read(b"(;FF[4]AB[aa])")[0].positions().shape, (1, 2, 19, 19))
        planes = ishi.read(b"(;FF[4]B[aa];W[bb])")[0].positions()
        self.assertEqual((planes.shape[0], planes[0, 0, 18, 0], planes[1, 0, 18, 0]), (3, 0, 1))
        with self.assertRaisesRegex(ishi.IshiError, "kind 6"):
            ishi.read(b"(;FF[4]GM[6])")[0].positions()

    def test_boards_capture(self):
        [game] = ishi.read(b"(;FF[4]SZ[5];B[aa];W[ab];B[ee];W[ba])")
        end = game.get_last_node()
        self.assertEqual(end.captures(), [(4, 0)])
        board = end.board()
        self.assertEqual((board.get(4, 0), board.get(4, 1), board.side), (None, "w", 5))
        self.assertEqual(board.play(4, 0, "b"), [(4, 0)])
        self.assertEqual(str(board).splitlines()[0], ". o . . .")
        with self.assertRaises(ishi.IshiError):
            board.get(5, 0)

    def test_folders_and_archives_are_walked_and_bad_records_are_findings(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in range(20):
                Path(folder, f"{number:02}.sgf").write_bytes(b"(;FF[4]GN[%d])" % number)
            Path(folder, "05.sgf").write_bytes(b"a note")
            with zipfile.ZipFile(Path(folder, "more.zip"), "w") as archive:
                archive.writestr("a.sgf", RECORD + RECORD)
            for threads in (None, 1, 4):
                walk = ishi.walk(folder, threads=threads)
                games = list(walk)
                names = [game.get("GN") for game in games[:19]]
                self.assertEqual(names, [str(number) for number in range(20) if number != 5])
                self.assertEqual([game.path for game in games[19:]], [f"{folder}/more.zip/a.sgf"] * 2)
                [finding] = walk.findings
                self.assertEqual((finding.path, finding.severity), (f"{folder}/05.sgf", "error"))
                self.assertIn("05.sgf: error: unreadable record", str(finding))


class Editing(unittest.TestCase):
    def test_a_record_of_another_game_without_a_file_format_is_edited(self):
        record = ishi.read(b"(;GM[2] SZ[8] ;B[ff];W[])")
        record[0].set("PB", "Anna")
        self.assertEqual(record.to_bytes(), b"(;GM[2] SZ[8]PB[Anna] ;B[ff];W[])")

    def test_only_what_is_set_changes(self):
        record = ishi.read(RECORD)
        record[0].set("PB", "Anna [9p]")
        record[0].find("1").mark("TR", [(2, 2), "A1"])
        expected = RECORD.replace(b"PB[Anna]", b"PB[Anna [9p\\]]").replace(b"C[one]", b"C[one]TR[cg][ai]")
        self.assertEqual(record.to_bytes(), expected)
        self.assertEqual([bytes for _, _, bytes in record.edits()], [b"PB[Anna [9p\\]]", b"TR[cg][ai]"])

    def test_a_game_of_several_is_written_alone(self):
        record = ishi.read(b"(;FF[4]GN[one])\n(;FF[4]GN[two])\n")
        record[1].set("GN", "second")
        self.assertEqual(record[1].to_bytes().strip(), b"(;FF[4]GN[second])")
        self.assertEqual(record.to_bytes(), b"(;FF[4]GN[one])\n(;FF[4]GN[second])\n")

    def test_ishi_records_are_edited_in_their_own_words(self):
        record = ishi.read(LESSON)
        record[0].set("PB", "Anna Berg-Holm")
        before = LESSON.read_bytes()
        self.assertEqual(record.to_bytes(), before.replace(b"Anna Berg", b"Anna Berg-Holm"))

    def test_games_are_made_from_nothing(self):
        game = ishi.Game(9)
        game.set("PB", "Anna")
        node = game.root.play("C3").play((6, 6))
        self.assertEqual((node.get_move(), node.to_play), (("w", (6, 6)), "b"))
        node.play(None).set("C", "pass")
        [again] = ishi.read(game.to_bytes())
        self.assertEqual([move.name for move in again.moves()], ["C3", "G7", "pass"])
        self.assertTrue(ishi.Game(9, format="ishi").to_bytes().startswith(b"EVENT"))

    def test_rules_are_asked_when_wanted(self):
        game = ishi.Game(9)
        first = game.root.play("C3")
        with self.assertRaisesRegex(ishi.IshiError, "C3 is taken"):
            first.play("C3", legal=True)
        self.assertEqual(first.play("C3", "b").get_move(), ("b", (2, 2)))

    def test_nodes_are_added_moved_and_removed(self):
        [game] = ishi.read(RECORD)
        variation = game.find("2b")
        variation.move_to(0)
        self.assertEqual(game.get_last_node(), variation)
        child = game.find("2").new_child(1)
        child.set("N", "between")
        self.assertEqual(game.find("2").children[1], child)
        child.delete()
        with self.assertRaisesRegex(ishi.IshiError, "was removed"):
            child.get("N")
        with self.assertRaises(ishi.IshiError):
            game.root.delete()

    def test_what_no_record_may_have_is_refused_with_a_reason(self):
        [game] = ishi.read(RECORD)
        game.set("KM", "six")
        with self.assertRaisesRegex(ishi.IshiError, 'KM: "six" is not a value; expected a decimal number'):
            game.to_bytes()
        for value, reason in [("Z9", "not on the board"), ((9, 0), "not on the board"), ((-1, 0), "not on the board")]:
            with self.assertRaisesRegex(ishi.IshiError, reason):
                game.set("TR", [value])

    def test_a_value_of_another_kind_is_refused_with_what_was_expected(self):
        [game] = ishi.read(RECORD)
        for identifier, value, expected in [
            ("TR", [7], 'expected a point, such as (2, 3) or "D3", not 7'),
            ("TR", "C3", "expected a list of points, such as [\"C3\"], not 'C3'"),
            ("LB", ["C3"], "expected a list of points with labels, such as [(\"C3\", \"a\")], not 'C3'"),
            ("AR", [("C3",)], "expected a list of pairs of points, such as [(\"C3\", \"D4\")], not ('C3',)"),
            ("FG", (1, 2, 3), 'expected a pair of texts, such as ("257", "Dia 1"), not (1, 2, 3)'),
            ("PB", None, "expected a text or a number, not None"),
            ("DO", False, "expected True, because the property has no value; `unset` removes it, not False"),
        ]:
            with self.assertRaises(TypeError) as refused:
                game.set(identifier, value)
            self.assertEqual(str(refused.exception), expected)
        for identifier in ("SZ", "GM", "FF", "CA"):
            with self.assertRaisesRegex(ishi.IshiError, "cannot be set"):
                game.set(identifier, 1)
        with self.assertRaisesRegex(ishi.IshiError, "`C` is not a property with points"):
            game.root.mark("C", ["C3"])
        for size in (0, -1, 53, 300):
            for make in (ishi.Game, ishi.Board):
                with self.assertRaisesRegex(ishi.IshiError, f"{size}x{size} is not possible: expected 1 to 52"):
                    make(size)
        self.assertEqual(game.root.play([2, 3]).get_move(), ("b", (2, 3)))
        self.assertEqual(game.to_bytes().count(b"B[dg]"), 1)

    def test_a_komi_that_is_no_number_is_an_error(self):
        self.assertEqual(ishi.read(b"(;FF[4])")[0].get_komi(), 0.0)
        self.assertEqual(ishi.read(RECORD)[0].get_komi(), 0.5)
        with self.assertRaisesRegex(ishi.IshiError, "not a number"):
            ishi.read(b"(;FF[4]KM[a lot])")[0].get_komi()

    def test_every_type_of_value_can_be_set(self):
        game = ishi.Game(9)
        node = game.root.play("E5")
        for identifier, value in {
            "C": "a\nb",
            "BL": 12.5,
            "OB": 3,
            "DO": True,
            "TR": [(0, 0), (1, 1)],
            "LB": [((0, 0), "a")],
            "AR": [((0, 0), (1, 1))],
            "FG": ("257", "Dia 1"),
            "XX": ["a", "b"],
        }.items():
            node.set(identifier, value)
            self.assertEqual(node.get(identifier), value, identifier)
        game.set("PL", "w")
        node.unset("C")
        with self.assertRaises(KeyError):
            node.unset("C")
        again = ishi.read(game.to_bytes())[0]
        self.assertEqual(again.get("PL"), "w")
        self.assertEqual(again.find("1").get("FG"), ("257", "Dia 1"))


class Converting(unittest.TestCase):
    def test_whole_games_are_changed(self):
        record = ishi.read(b"(;FF[4]SZ[9] DT[1990]PB[a];B[cc]C[x];W[gc](;B[cg])(;B[gg]))\n(;FF[4]DT[1847];B[aa])")
        game = record[0]
        self.assertTrue(game.set_header("date", "8 March 1990"))
        self.assertFalse(game.set_header("PB", "b", fill=True))
        with self.assertRaisesRegex(ishi.IshiError, '"five" is not a value of KM; expected a number of points'):
            game.set_header("komi", "five")
        self.assertEqual(game.keep_main_line(), 1)
        self.assertEqual(game.strip("comments"), {"C": 1})
        game.turn(90)
        game.mirror()
        game.swap_colors()
        game.keep_part("2")
        record.sort("date")
        text = b"(;FF[4]DT[1847];B[aa])(;FF[4]SZ[9]PW[a] DT[1990-03-08]AB[cg]AW[cc];W[gc]MN[3])\n"
        self.assertEqual(record.to_bytes(), text)
        joined = ishi.join([record, ishi.read(b"(;FF[4];W[bb])")])
        self.assertEqual(joined.to_bytes(), text + b"(;FF[4];W[bb])\n")
        with self.assertRaises(ishi.IshiError):
            ishi.join([record, ishi.read(b"EVENT x\nB 1 C3\n")])
        with self.assertRaisesRegex(ishi.IshiError, "45 is no turn"):
            game.turn(45)
        with self.assertRaisesRegex(ishi.IshiError, "`all` is not a kind of data"):
            game.strip("all")

    def test_findings_are_mended(self):
        record = b"(;FF[4]GM[1]SZ[9]GN[]KM[550];B[aa]"
        found = {finding.code: finding.mendable for finding in ishi.check(record)}
        self.assertEqual(found, {"B005": "safe", "B060": "safe", "G042": "guess"})
        self.assertEqual(ishi.mend(record), b"(;FF[4]GM[1]SZ[9]KM[550];B[aa])")
        self.assertEqual(ishi.mend(record, guesses=True), b"(;FF[4]GM[1]SZ[9]KM[5.5];B[aa])")
        self.assertEqual(ishi.mend(record, rules=["B005"]), record + b")")

    def test_records_are_converted_checked_and_compared(self):
        sgf = ishi.convert(LESSON)
        self.assertEqual(ishi.diff(LESSON, ishi.convert(sgf, "ishi")), [])
        self.assertEqual(ishi.diff(LESSON, sgf), [])
        self.assertEqual([finding for finding in ishi.check(sgf) if finding.severity != "note"], [])
        [difference] = ishi.diff(RECORD, RECORD.replace(b"Anna", b"Otto"))
        self.assertEqual((difference.game, difference.first, difference.second), (1, "PB[Anna]", "PB[Otto]"))
        [difference] = ishi.diff(RECORD, RECORD + RECORD)
        self.assertEqual(str(difference), "number of games: 1 against 2")
        with self.assertRaisesRegex(ishi.IshiError, "`gib` is not a format"):
            ishi.convert(RECORD, "gib")
        with self.assertRaisesRegex(ishi.IshiError, "strict"):
            ishi.convert(b"(;FF[4];B[aa", strict=True)

    def test_other_threads_run_while_rust_works(self):
        record = b"".join(b"(;FF[4]" + b";B[aa];W[bb]" * 500 + b")" for _ in range(200))
        ticks, done = [], threading.Event()

        def tick():
            while not done.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        ishi.convert(record, "ishi", plain=True)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 5)


class Documentation(unittest.TestCase):
    def test_help_says_the_same_as_the_stub(self):
        text = Path(ishi.__file__).with_name("_ishi.pyi").read_text(encoding="utf-8")
        stub = [node for node in ast.parse(text).body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
        self.assertLessEqual(set(ishi.__all__), {node.name for node in stub} | {"__version__"})
        members = [(getattr(ishi, node.name), node) for node in stub]
        for owner, node in list(members):
            public = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name[0] != "_"]
            members += [(getattr(owner, one.name), one) for one in public]
            if isinstance(node, ast.ClassDef) and node.name != "IshiError":
                names = {name for name in vars(owner) if name[0] != "_"}
                self.assertEqual(names, {one.name for one in public}, node.name)
        self.assertGreater(len(members), 90)
        for member, node in members:
            found, expected = inspect.getdoc(member), ast.get_docstring(node)
            self.assertTrue(expected, node.name)
            self.assertEqual(found.split(), expected.split(), node.name)


def split(planes, index):
    """Return the planes of a position as bytes."""
    _, _, rows, columns = planes.shape
    size = rows * columns
    flat = planes.tobytes()
    return [flat[(2 * index + plane) * size : (2 * index + plane + 1) * size] for plane in (0, 1)]


if __name__ == "__main__":
    unittest.main()
