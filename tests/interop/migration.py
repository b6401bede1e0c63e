"""Migrates a tree of 5,000 files as an archivist would, and accounts for each record by name.

Usage: migration.py path/to/ishi

The tree has all that makes a migration hard: the same name with other endings, in other letters, in an archive twice;
archives of all formats; names in any bytes; results of earlier runs. Then the report, the manifest, the
files and `ishi verify` have to say the same of every record, and each result has to be what the record alone becomes.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
from collections import Counter, defaultdict
from pathlib import Path

import archives
import records

WANTED = 5000
ENDINGS = (".go", ".sgf", ".mgt", ".sgb", ".prb")
GOOD = ("verified", "verified-with-losses")

HOSTILE = [
    b"new\nline", b"tab\there", b"esc\x1b[31mred", b"osc\x1b]52;c;aGk=\x07", b"bell\x07", b"return\rname", b"delete\x7f",
    b"-rf", b"--force", b"100%", b"%0A", b"quotes\"'`", b"<img src=x onerror=alert(1)>", b"&lt;b&gt;", b"back\\slash",
    b"$(id)", b" leads", b"trails ", b"dots..", b"#1", b"a,b;c[d]{e}", b"latin-\xfc", b"\xff\xfe", b"cut-\xe2\x82",
    b"sjis-\x8b\xca", b"game.sgf", b"game.12", b"x" * 240,
    *(
        name.encode()
        for name in (
            "right\u202egfs", "isolate\u2066x\u2069", "line\u2028para\u2029", "c1\u009b31m", "zero\u200bwidth", "bom\ufeff",
            "\u7ae0", "caf\u00e9", "cafe\u0301", "\U0001f600", "\u00df", "\u1e9e", "\u0130",
        )
    ),
]


class Failed(Exception):
    """What does not hold."""


def holds(condition: object, *told: object) -> None:
    """Fails, with words about it, unless a condition holds."""
    if not condition:
        raise Failed(" ".join(str(word) for word in told)[:4000])


class Tree:
    """The inputs, and what is known about each: the content and the ending of each record, and what is none."""

    def __init__(self, top: Path) -> None:
        self.top = os.fsencode(top)
        self.records: dict[bytes, tuple[bytes, bytes]] = {}
        self.others: set[bytes] = set()
        # Which file of the disk each record is in.
        self.files: dict[bytes, bytes] = {}

    def write(self, path: bytes, content: bytes) -> None:
        """Writes a file."""
        full = os.path.join(self.top, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(content)

    def add(self, path: bytes, content: bytes) -> None:
        """Adds a record."""
        holds(path not in self.records, "the tree has this twice:", path)
        self.write(path, content)
        self.note(path, path, path, content)

    def note(self, name: bytes, file: bytes, ended: bytes, content: bytes) -> None:
        """Notes a record by its name; `ended` has the ending that its format is told by."""
        holds(name not in self.records, "the tree has this twice:", name)
        self.records[name] = (content, os.path.splitext(ended)[1].lower().partition(b"#")[0])
        self.files[name] = file

    def other(self, path: bytes, content: bytes = b"nothing to read here\n") -> None:
        """Adds what is no record."""
        self.write(path, content)
        self.others.add(path)

    def members(self, archive: bytes, members: list[tuple[bytes, bytes]], others: tuple[bytes, ...] = ()) -> None:
        """Notes the members of an archive; a name that comes again has a number."""
        last: dict[bytes, int] = {}
        for name, content in members:
            free = name
            if name in last:
                while free in last:
                    last[name] += 1
                    free = name + b"#%d" % last[name]
            last[free] = 1
            if name in others:
                self.others.add(archive + b"/" + free)
            else:
                self.note(archive + b"/" + free, archive, name, content)


class Pool:
    """Records of the corpus, one after the other."""

    def __init__(self) -> None:
        top = records.CORPUS if records.CORPUS.is_dir() else records.FIXTURES
        if top == records.FIXTURES:
            print(f"  no corpus at {records.CORPUS}: only the fixtures are migrated")
        paths = [path for path in sorted(top.rglob("*")) if path.suffix.lower() in ENDINGS and path.is_file()]
        self.all = [(path.suffix.lower().encode(), path.read_bytes()) for path in paths]
        self.at = 0
        self.small = [pair for pair in self.all if len(pair[1]) < 4000]

    def keep(self, good: set[tuple[bytes, bytes]]) -> None:
        """Keeps these."""
        self.all = [pair for pair in self.all if pair in good]
        self.small = [pair for pair in self.small if pair in good]
        holds(len(self.small) > 100, "only", len(self.small), "small records are readable")

    def next(self, ending: bytes | None = None) -> tuple[bytes, bytes]:
        """Returns a small record."""
        while True:
            self.at += 1
            pair = self.small[self.at % len(self.small)]
            if ending in (None, pair[0]):
                return pair


def run(ishi: str, folder: Path, *arguments: str, status: int = 0) -> bytes:
    """Runs the program and returns what it printed."""
    ran = subprocess.run([ishi, *arguments], cwd=folder, capture_output=True, check=False)
    holds(ran.returncode == status, arguments, "ended with", ran.returncode, ran.stderr.decode(errors="replace")[-3000:])
    told = ran.stderr + (b"" if arguments[0] == "convert" else ran.stdout)
    wild = [c for c in told.decode(errors="strict") if c != "\n" and not c.isprintable()]
    holds(not wild, arguments, "sent to the terminal:", set(wild))
    return ran.stdout


def each_alone(ishi: str, folder: Path, pool: Pool) -> dict[tuple[bytes, bytes], bytes]:
    """Returns what each record of the pool becomes where nothing stands in its way."""
    distinct = sorted(set(pool.all))
    for number, (ending, content) in enumerate(distinct):
        path = folder / "pool" / f"{number:05}{ending.decode()}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    ran = subprocess.run([ishi, "convert", "pool", "-d", "alone", "-q"], cwd=folder, capture_output=True, check=False)
    holds(ran.returncode in (0, 1), "the pool:", ran.stderr.decode(errors="replace")[-2000:])
    results = {}
    for number, pair in enumerate(distinct):
        path = folder / "alone" / "pool" / f"{number:05}.sgf"
        if path.exists():
            results[pair] = path.read_bytes()
    for number, (ending, content) in random.Random(1).sample(list(enumerate(distinct)), 40):
        ran = subprocess.run([ishi, "convert", "-q", "-o", "-", f"pool/{number:05}{ending.decode()}"], cwd=folder,
                             capture_output=True, check=False)
        printed = ran.stdout if ran.returncode == 0 else None
        holds(results.get((ending, content)) == printed, "alone and in a folder differ:", number)
    return results


def grow(tree: Tree, pool: Pool) -> None:
    """Makes the tree."""
    plain(tree, pool)
    clashes(tree, pool)
    hostile(tree, pool)
    packed(tree, pool)
    strange(tree, pool)
    number = 0
    while len(tree.records) < WANTED:
        ending, content = pool.next()
        tree.add(b"in/more/%d/%05d%s" % (number % 17, number, ending), content)
        number += 1


def plain(tree: Tree, pool: Pool) -> None:
    """All records, large ones too."""
    for number, (ending, content) in enumerate(pool.all):
        tree.add(b"in/plain/%d/%05d%s" % (number % 9, number, ending), content)
    for name, content in (("notes.txt", b"found in a drawer"), ("x.rar", b"Rar!\x1a\x07\x00rest"), ("empty.txt", b""),
                          ("photo.jpg", b"\xff\xd8\xff\0")):
        tree.other(b"in/plain/" + name.encode(), content)


def clashes(tree: Tree, pool: Pool) -> None:
    """Sources for one name: by their endings, by the case of letters, with the same bytes."""
    for number in range(150):
        folder = b"in/clash/%d/" % (number % 10)
        for ending in (b".sgf", b".go", b".mgt"):
            tree.add(folder + b"game%d" % number + ending, pool.next(ending)[1])
        # These look like the names that clashes get.
        if number % 5 == 0:
            tree.add(folder + b"game%d.go.sgf" % number, pool.next(b".sgf")[1])
            tree.add(folder + b"game%d.go-2.sgf" % number, pool.next(b".sgf")[1])
    for number in range(80):
        content = pool.next(b".sgf")[1]
        folder = b"in/case/%d/" % (number % 4)
        for name in (b"game%d.sgf", b"Game%d.sgf", b"GAME%d.SGF", b"game%d.Sgf"):
            tree.add(folder + name % number, pool.next(b".sgf")[1] if number % 3 else content)
    for number in range(20):
        tree.add(b"in/folder/Sub%d/a.sgf" % number, pool.next(b".sgf")[1])
        tree.add(b"in/folder/sub%d/A.sgf" % number, pool.next(b".sgf")[1])
        tree.add(b"in/folder/%d.sgf/a.sgf" % number, pool.next(b".sgf")[1])
    first = b"in/plain/0/00000" + pool.all[0][0]
    for number in range(20):
        path = b"in/hard/link%d" % number + pool.all[0][0]
        tree.write(path, b"")
        os.remove(os.path.join(tree.top, path))
        os.link(os.path.join(tree.top, first), os.path.join(tree.top, path))
        tree.note(path, path, path, pool.all[0][1])


def hostile(tree: Tree, pool: Pool) -> None:
    """Names that harm whoever takes them for something else."""
    for name in HOSTILE:
        for ending in (b".sgf", b".go"):
            tree.add(b"in/hostile/" + name + ending, pool.next(ending)[1])
        tree.add(b"in/hostile/folders/" + name[:200] + b"/a.sgf", pool.next(b".sgf")[1])
        tree.other(b"in/hostile/other/" + name + b".txt")


def packed(tree: Tree, pool: Pool) -> None:
    """Archives of all formats."""
    for number in range(12):
        members = some(pool, 24)
        # One name three times, and two ways to write one path.
        members += [(name, pool.next(b".sgf")[1]) for name in (b"twice.sgf", b"twice.sgf", b"twice.sgf", b"./a.sgf", b"a.sgf",
                                                               b"A.SGF")]
        members += [(b"a.go", pool.next(b".go")[1])] * (number % 2)
        members.append((b"inner.zip", archives.zipped(some(pool, 2))))
        members.append((b"read.me", b"nothing to read here\n"))
        others = (b"inner.zip", b"read.me")
        folder = b"in/packed/%d/" % (number % 3)
        names = [name + b".sgf" for name in HOSTILE if b"\\" not in name] if number == 0 else []
        members += [(b"hostile/" + name, pool.next(b".sgf")[1]) for name in names]
        # Members of a zip archive have a name each.
        once = list(dict(members).items())
        for name, content, own in (
            (b"z%d.zip" % number, archives.zipped(once), once),
            (b"t%d.tar" % number, archives.tarred(members), members),
            (b"c%d.tar.gz" % number, archives.gzipped(archives.tarred(members)), members),
        ):
            tree.write(folder + name, content)
            tree.members(folder + name, own, others)
        # What the archive's folder is called is taken already.
        tree.add(folder + b"z%d/twice.sgf" % number, pool.next(b".sgf")[1])
        ending, content = pool.next()
        tree.write(folder + b"one%d" % number + ending + b".gz", archives.gzipped(content))
        name = folder + b"one%d" % number + ending
        tree.note(name + b".gz", name + b".gz", name, content)
    for number in range(6):
        members = [(name.replace(b"/", b"\\") if number % 2 else name, content) for name, content in some(pool, 6)]
        members += [(b"TWICE.SGF", pool.next(b".sgf")[1]) for _ in range(2)] + [(b"umlaut\x81.go", pool.next(b".go")[1])]
        name = b"in/disks/DISK%d.%s" % (number, b"LZH" if number % 2 else b"lha")
        tree.write(name, archives.lha(members, b"-lh1-" if number % 3 else b"-lh0-"))
        tree.members(name, [(name.replace(b"\\", b"/"), content) for name, content in members])
    disk = (records.REPOSITORY / "tests" / "batch" / "disk.lzh").read_bytes()
    tree.write(b"in/disks/jlha.lzh", disk)
    for member in (b"STORED.GO", b"GAMES/OLD.GO", b"GAMES/TWO.SGF", b"NEWER.GO", b"LATEST.GO"):
        name = b"in/disks/jlha.lzh/" + member
        tree.note(name, b"in/disks/jlha.lzh", member, b"")


def some(pool: Pool, count: int) -> list[tuple[bytes, bytes]]:
    """Returns members: records in a folder, and some deeper."""
    members = [(b"g/000.sgf", pool.next(b".sgf")[1])]
    for number in range(1, count):
        ending, content = pool.next()
        members.append((b"g/%s%03d%s" % (b"deep/er/" if number % 4 == 0 else b"", number, ending), content))
    return members


def strange(tree: Tree, pool: Pool) -> None:
    """What is no file, or not to be looked at."""
    os.symlink(b"../plain", os.path.join(tree.top, b"in/clash/link"))
    os.symlink(b"nowhere", os.path.join(tree.top, b"in/clash/nowhere.sgf"))
    os.mkfifo(os.path.join(tree.top, b"in/clash/pipe.sgf"))
    tree.others |= {b"in/clash/link", b"in/clash/nowhere.sgf", b"in/clash/pipe.sgf"}
    tree.write(b"in/.hidden/a.sgf", pool.next(b".sgf")[1])
    tree.write(b"in/clash/.b.sgf", pool.next(b".sgf")[1])


def name_of(row: dict, text: str = "input", encoded: str = "path_bytes") -> bytes:
    """Returns a name in a report: its bytes."""
    if encoded in row:
        return urllib.parse.unquote_to_bytes(row[encoded])
    return row[text].encode()


def files_below(folder: bytes) -> set[bytes]:
    """Returns all files below a folder but the manifest."""
    found = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return {os.path.relpath(path, os.path.dirname(os.path.dirname(folder))) for path in found
            if not path.endswith(b"/.ishi-manifest")}


def read(folder: Path, path: bytes) -> bytes:
    """Returns the content of a file."""
    with open(os.path.join(os.fsencode(folder), path), "rb") as file:
        return file.read()


def account(folder: Path, tree: Tree, alone: dict[tuple[bytes, bytes], bytes]) -> dict[bytes, dict]:
    """Compares the report with the sources and the results: each record is in it, with its result."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    rows = {name_of(row): row for row in report["inputs"]}
    twice = [name for name, count in Counter(name_of(row) for row in report["inputs"]).items() if count > 1]
    holds(not twice, "the report has these names twice:", twice)
    expected = set(tree.records) | tree.others
    holds(set(rows) == expected, "not in the report:", sorted(expected - set(rows))[:5],
          "in no source:", sorted(set(rows) - expected)[:5])
    owners = defaultdict(list)
    for name, source in tree.records.items():
        row = rows[name]
        holds(row["status"] in GOOD, name, row["status"], row["diagnostics"])
        output = name_of(row, "output", "output_bytes")
        owners[output].append(name)
        if source[0]:
            holds(read(folder, output) == alone[source[::-1]], name, "became something else in", output)
    for name in tree.others:
        holds(rows[name]["status"] == "not-a-record" and rows[name]["output"] is None, name, rows[name])
    for output, names in owners.items():
        # Two sources may have one result only where each alone becomes the same bytes.
        contents = {alone.get(tree.records[name][::-1]) for name in names}
        holds(len(contents) == 1, output, "is the result of different records:", names)
    lower = Counter(output.decode("utf-8", "surrogateescape").lower() for output in owners)
    holds(max(lower.values()) == 1, "names differ in case only:", lower.most_common(2))
    there = files_below(os.path.join(os.fsencode(folder), b"in/out"))
    holds(there == set(owners), "files without a record:", sorted(there - set(owners))[:5], sorted(set(owners) - there)[:5])
    summary = report["summary"]
    counts = (summary["inputs"], summary["verified"] + summary["verified_with_losses"], summary["not_a_record"], summary["failed"], summary["unverified"])
    holds(counts == (len(expected), len(tree.records), len(tree.others), 0, 0), "the summary says", summary)
    holds(not summary["left_over"], "left over:", summary["left_over"])
    return rows


def manifest(folder: Path, tree: Tree, rows: dict[bytes, dict]) -> None:
    """Compares the manifest with the sources, the results and the report."""
    entries = {}
    for line in (folder / "in" / "out" / ".ishi-manifest").read_bytes().splitlines():
        entry = json.loads(line) if line else {}
        if "source" in entry:
            entries[entry["source"]] = entry
    sources = {}
    for source, entry in entries.items():
        path = os.path.join(b"in/out", urllib.parse.unquote_to_bytes(source))
        while b"/../" in path:
            path = re.sub(rb"(?s)[^/]+/\.\./", b"", path, count=1)
        sources[path] = entry
    holds(set(sources) == set(tree.records), "not in the manifest:", sorted(set(tree.records) - set(sources))[:5],
          "in no source:", sorted(set(sources) - set(tree.records))[:5])
    for name, entry in sources.items():
        content = tree.records[name][0]
        holds(not content or entry["sha256"] == hashlib.sha256(content).hexdigest(), name, "has another hash")
        holds(not content or entry["size"] == len(content), name, "has another size")
        [result] = entry["results"]
        path = b"in/out/" + urllib.parse.unquote_to_bytes(result["path"])
        holds(path == name_of(rows[name], "output", "output_bytes"), name, "has another result:", path)
        holds(result["sha256"] == hashlib.sha256(read(folder, path)).hexdigest(), path, "has another hash")
        told = rows[name]["outcomes"]
        counts = {key: entry.get(key, 0) for key in ("lost", "damaged")}
        holds(counts == {key: told.get(key, 0) for key in counts}, name, "the manifest and the report differ:", counts, told)


def verify(ishi: str, folder: Path, rows: dict[bytes, dict]) -> int:
    """Lets the program prove all results again, and compares what it says with the report."""
    document = json.loads(run(ishi, folder, "verify", "--format", "json", "in/out"))
    results = {name_of({k: v for k, v in row.items() if v is not None}, "result"): row for row in document["results"]}
    wrong = [row for row in results.values() if row["status"] != "proven"]
    holds(not wrong, len(wrong), "results are not proven:", wrong[:3])
    outputs = {name_of(row, "output", "output_bytes") for row in rows.values() if row["output"] is not None}
    holds(set(results) == outputs, "not proven:", sorted(outputs - set(results))[:5], sorted(set(results) - outputs)[:5])
    return len(results)


def page(folder: Path, tree: Tree, rows: dict[bytes, dict]) -> None:
    """Compares the report for people with that for programs."""
    text = (folder / "report.html").read_text(encoding="utf-8")
    block = {}
    for name in ("rows", "details"):
        found = re.search(rf'<script type="text/plain" id="{name}">\n(.*?)</script>', text, re.S)
        block[name] = [json.loads(line) for line in html.unescape(found[1]).split("\n") if line]
    holds(len(block["rows"]) == len(block["details"]) == len(rows), "the page has", len(block["rows"]), "rows")
    for (row, behind), (name, told) in zip(zip(block["rows"], block["details"]), rows.items()):
        holds(row[1] == told["status"], name, "is", row[1], "in the page and", told["status"])
        source, result = (link and os.path.normpath(urllib.parse.unquote_to_bytes(link)) for link in behind["links"])
        holds(source == tree.files.get(name, name) or name in tree.others, name, "leads to", source)
        output = told["output"] and name_of(told, "output", "output_bytes")
        holds(result == output, name, "leads to", result, "not", output)
    holds("alert(1)>" not in re.sub(r'<script type="text/plain".*?</script>', "", text, flags=re.S), "names are in the page")


def again(ishi: str, folder: Path, tree: Tree, rows: dict[bytes, dict]) -> None:
    """Runs again: nothing changes, and the reports say the same."""
    before = {path: os.stat(os.path.join(os.fsencode(folder), path)) for path in files_below(os.fsencode(folder / "in/out"))}
    lines = (folder / "in/out/.ishi-manifest").read_bytes()
    run(ishi, folder, "convert", "in", "-d", "in/out", "--report", "report.json")
    after = {path: os.stat(os.path.join(os.fsencode(folder), path)) for path in files_below(os.fsencode(folder / "in/out"))}
    changed = [path for path in before if path not in after or before[path].st_ino != after[path].st_ino]
    holds(not changed and len(before) == len(after), "a second run changed", changed[:5])
    added = (folder / "in/out/.ishi-manifest").read_bytes()
    holds(added.startswith(lines), "a second run changed the manifest")
    # Sources that share a result are noted again.
    shared = sum("same result" in row.get("remark", "") for row in rows.values())
    holds(added[len(lines) :].count(b'"source":') <= shared, "a second run added to the manifest")
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    second = {name_of(row): row for row in report["inputs"]}
    for name, row in second.items():
        holds(row.pop("skipped", name in tree.others), name, "was converted again")
        holds(row == {**rows[name], "skipped": None} or row == rows[name], name, "has another row", row, rows[name])
    holds(report["summary"]["skipped"] == len(tree.records), report["summary"])


def broken(ishi: str, folder: Path, tree: Tree, pool: Pool) -> None:
    """Adds what cannot be read: that fails, by name, and nothing else does."""
    whole = archives.gzipped(archives.tarred(some(pool, 4)))
    bad = {b"in/bad/a.zip": b"PK\x03\x04 broken", b"in/bad/b.tgz": whole[: len(whole) // 3],
           b"in/bad/c.lzh": b"\x20\x00-lh5-broken", b"in/bad/bomb.gz": archives.gzipped(b"(;C[" + b"a" * (64 << 20))}
    # A hard link, members of one name, and a folder that has the name of a result: the others are converted.
    record = pool.next(b".sgf")[1]
    named = {b"in/bad/hard.tar/b.sgf": (b"in/bad/hard.tar", archives.tarred([(b"a.sgf", record)], [(b"b.sgf", b"a.sgf")])),
             b"in/bad/twice.zip": (b"in/bad/twice.zip", archives.zipped([(b"a.sgf", record)] * 2)),
             b"in/bad/x.sgf/a.sgf": (b"in/bad/x.sgf/a.sgf", record)}
    for name, content in [*bad.items(), *named.values(), (b"in/bad/x.go", pool.next(b".go")[1])]:
        tree.write(name, content)
    run(ishi, folder, "convert", "in", "-d", "in/out", "--report", "bad.json", "-q", status=1)
    report = json.loads((folder / "bad.json").read_text(encoding="utf-8"))
    failed = {name_of(row) for row in report["inputs"] if row["status"] == "failed"}
    inside = {name for name in failed if any(name.startswith(archive + b"/") for archive in bad)}
    holds(failed - inside == {*bad, *named}, "failed:", failed)
    rows = {name_of(row): row["status"] for row in report["inputs"]}
    holds(all(rows[name] in GOOD for name in tree.records), "a good record failed beside bad ones")


def migrate(ishi: str, folder: Path) -> str:
    """Does all of it, and returns what was done."""
    pool = Pool()
    alone = each_alone(ishi, folder, pool)
    pool.keep(set(alone))
    tree = Tree(folder)
    grow(tree, pool)
    run(ishi, folder, "convert", "in/plain/1", "-d", "in/earlier")
    tree.others.add(b"in/earlier")
    run(ishi, folder, "convert", "in", "-d", "in/out", "--report", "report.json")
    rows = account(folder, tree, alone)
    manifest(folder, tree, rows)
    again(ishi, folder, tree, rows)
    run(ishi, folder, "convert", "in", "-d", "in/out", "--report", "report.html")
    page(folder, tree, rows)
    results = verify(ishi, folder, rows)
    # The whole may move: paths in the manifest are relative.
    moved = folder.with_name(folder.name + "-moved")
    folder.rename(moved)
    try:
        run(ishi, moved, "verify", "-q", "in/out")
        tree.top = os.fsencode(moved)
        broken(ishi, moved, tree, pool)
    finally:
        moved.rename(folder)
    members = sum(tree.files[name] != name for name in tree.records)
    return f"{len(tree.records)} records, {members} of them in archives, {len(tree.others)} other files, {results} results"


def main() -> int:
    """Runs the migration."""
    ishi = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "archive"
        folder.mkdir()
        try:
            done = migrate(ishi, folder)
        except Failed as failure:
            print(f"  FAILED {failure}", file=sys.stderr)
            return 1
    print(f"migration: {done}: report, manifest, files and verify agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
