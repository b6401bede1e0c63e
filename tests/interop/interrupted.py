"""Kills and interrupts a migration again and again, and compares what comes out with a run that nobody disturbed.

Usage: interrupted.py path/to/ishi [SEED]

Twenty runs are killed and ten end by Ctrl-C, at random moments; some die the moment the manifest grows, and after some
the last line of the manifest is cut. In between sources are edited, results are edited, options change and files are
added. In the end results, manifest and report have to be those of one run with the last options. Excepted, and named
in the report, are results that somebody edited, results of other options, and the names of files that came later and
would have had the name of another.

Then as many runs with --in-place are killed and interrupted. After each of them every source is there, under its name
or beside its result; in the end all files are those of one run.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import records
from migration import ENDINGS, Failed, holds

FILES = 400
CLASHES = 20
# How many runs end by each signal, of so many at most: one that is done before its signal does not count.
WANTED = {signal.SIGKILL: 20, signal.SIGINT: 10}
MOST = 100
STATUS = {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130}
OPTIONS: list[list[str]] = [[], ["--plain"], ["-t", "ishi"], ["-t", "smartgo"], ["--split"]]


class Work:
    """A folder of sources, and what was done to it and to its results."""

    def __init__(self, ishi: str, folder: Path, chance: random.Random) -> None:
        self.ishi, self.folder, self.chance = ishi, folder, chance
        top = records.CORPUS if records.CORPUS.is_dir() else records.FIXTURES
        paths = (path for path in sorted(top.rglob("*")) if path.suffix.lower() in ENDINGS)
        # Files of a few bytes hold no record, and a run over them ends with status 1.
        self.pool = [path for path in paths if 10 < path.stat().st_size < 60_000]
        holds(len(self.pool) > 100, "only", len(self.pool), "records to work with")
        chance.shuffle(self.pool)
        self.count = 0
        self.edited: dict[Path, bytes] = {}
        self.later: set[str] = set()
        # In how many seconds a signal comes at the latest.
        self.latest = 0.0
        for _ in range(FILES):
            self.put()
        for number in range(CLASHES):
            self.write(f"in/clash/{number}.sgf", b"(;FF[4]GM[1]SZ[19]C[%d];B[aa])" % number)

    def write(self, name: str, content: bytes) -> None:
        """Writes a source."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def put(self) -> None:
        """Adds a source that has a name of its own."""
        path = self.pool[self.count % len(self.pool)]
        self.write(f"in/{self.count % 13}/{self.count:05}{path.suffix}", path.read_bytes())
        self.count += 1

    def start(self, options: list[str]) -> subprocess.Popen[bytes]:
        """Starts a run."""
        command = [self.ishi, "convert", "in", "-d", "out", "--report", "report.json", *options]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def disturb(self, number: int, sent: signal.Signals) -> int:
        """Starts a run and ends it before it is done, and returns its status."""
        before, size = set(self.temporary()), self.size()
        run = self.start(self.chance.choice(OPTIONS))
        if number % 5 == 1:
            self.await_manifest(run)
        else:
            time.sleep(self.chance.uniform(0.01, self.latest))
        run.send_signal(sent)
        told = (run.communicate()[1] or b"").decode()
        if run.returncode >= 0 and run.returncode != 130:
            # Runs with less to do, or on a machine with less to do, are faster than the first one was.
            self.latest = max(0.03, 0.8 * self.latest)
        # A run may be done before, or have failed at edited results.
        allowed = (0, 1, 130, -signal.SIGINT) if sent == signal.SIGINT else (0, 1, -signal.SIGKILL)
        holds(run.returncode in allowed, "a run ended with", run.returncode, told)
        # Before it has begun there is nothing to say.
        if run.returncode == 130 and (told or self.size() != size):
            holds("the same command again continues" in told, "Ctrl-C does not say how to go on:", told)
            json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
            # A killed run may have left its own, which the next one removes that writes something.
            left = set(self.temporary()) - before
            holds(not left, "Ctrl-C leaves", left)
        return run.returncode

    def await_manifest(self, run: subprocess.Popen[bytes]) -> None:
        """Waits until the manifest grows."""
        before = self.size()
        while run.poll() is None and self.size() == before:
            pass

    def size(self) -> int:
        """Returns the size of the manifest."""
        path = self.folder / "out" / ".ishi-manifest"
        return path.stat().st_size if path.exists() else 0

    def temporary(self) -> list[Path]:
        """Returns temporary files."""
        return [path for path in (self.folder / "out").rglob("*") if path.name.startswith(".ishi-") and
                path.name != ".ishi-manifest"]

    def tear(self) -> None:
        """Cuts the last line of the manifest, as a machine does that loses its power before it is synced."""
        path = self.folder / "out" / ".ishi-manifest"
        content = path.read_bytes() if path.exists() else b""
        start = content.rstrip(b"\n").rfind(b"\n") + 1
        # What is about to be put in place is on the disk before anything else happens.
        if start + 2 < len(content) and not content.startswith(b'{"placing"', start):
            path.write_bytes(content[: self.chance.randrange(start + 1, len(content))])

    def change(self, number: int) -> None:
        """Edits sources and results, and adds files."""
        sources = sorted(path for path in (self.folder / "in").rglob("*.sgf"))
        with self.chance.choice(sources).open("ab") as file:
            file.write(b"\n")
        for _ in range(3):
            self.put()
        if number < CLASHES:
            # It comes before the file that has the name of its result.
            self.write(f"in/clash/{number}.go", b"EVENT %d\r\nB 1 C3\r\n" % number)
            self.later |= {f"in/clash/{number}.go", f"in/clash/{number}.sgf"}
        results = [path for path in sorted((self.folder / "out").rglob("*")) if path.is_file()]
        results = [path for path in results if ".ishi-" not in str(path)]
        if results and number % 4 == 0:
            path = self.chance.choice(results)
            path.write_bytes(path.read_bytes() + b"(;C[mine])")
            self.edited[path.relative_to(self.folder)] = path.read_bytes()


def state(folder: Path) -> tuple[dict[Path, bytes], dict[str, dict], dict[str, dict], dict]:
    """Returns the results, the last line about each source, the rows of the report, and its summary."""
    out = folder / "out"
    files = {path.relative_to(folder): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    lines = {}
    for line in files.pop(Path("out/.ishi-manifest")).splitlines():
        try:
            entry = json.loads(line) if line else {}
        except ValueError:
            continue
        if "source" in entry:
            lines[entry["source"]] = entry
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    rows = {row["input"]: row for row in report["inputs"]}
    for row in rows.values():
        row.pop("skipped", None)
    return files, lines, rows, report["summary"]


def compare(work: Work) -> str:
    """Compares the folder with what one run makes of the sources."""
    folder = work.folder
    last = work.start([])
    told = last.communicate()[1].decode()
    files, lines, rows, summary = state(folder)
    holds(not work.temporary(), "temporary files are left:", work.temporary()[:3])
    (folder / "out").rename(folder / "disturbed")
    (folder / "report.json").unlink()
    alone = work.start([])
    alone.communicate()
    whole = state(folder)
    shutil.rmtree(folder / "out")
    (folder / "disturbed").rename(folder / "out")

    for path, content in work.edited.items():
        holds(files.get(path) == content, "an edited result was replaced:", path)
    left = {Path(name) for name in summary["left_over"]}
    # An edited result is skipped while its source is what it was, and else a failure.
    refused = {name for name, row in rows.items() if row["status"] in ("failed", "skipped")}
    named = {Path(row["output"] or "") for row in rows.values()} | left
    for name in refused:
        holds(any(str(path) in told for path in work.edited), name, "failed without a word")
    outside = set(work.edited)
    for path in set(files) - set(whole[0]):
        holds(path in left or path in outside or path in named, "nobody names", path)
    later = {Path(rows[name]["output"] or "") for name in work.later} | {
        Path(whole[2][name]["output"] or "") for name in work.later}
    for path, content in whole[0].items():
        if path not in outside and path not in later:
            holds(files.get(path) == content, path, "is", "missing" if path not in files else "different")
    holds(set(rows) == set(whole[2]), "rows:", sorted(set(rows) ^ set(whole[2]))[:5])
    same = 0
    for name, row in whole[2].items():
        if name in refused:
            output = Path(row["output"] or "")
            holds(output in outside or name in work.later, name, "failed", rows[name]["diagnostics"])
            continue
        mine = dict(rows[name])
        if name in work.later:
            mine = {**mine, "output": None, "remark": None}
            row = {**row, "output": None, "remark": None}
        holds(mine == row, name, "has another row:", mine, row)
        same += 1
    for source, entry in whole[1].items():
        name = os.path.normpath(os.path.join("out", source))
        mine = lines.get(source)
        if name in refused:
            continue
        holds(mine, "not in the manifest:", source)
        keys = ("size", "modified", "sha256", "options", "version")
        holds(all(mine[key] == entry[key] for key in keys), source, "has another line", mine, entry)
        hashes = [[result["sha256"] for result in one["results"]] for one in (mine, entry)]
        holds(hashes[0] == hashes[1], source, "has other results in the manifest")
        if name not in work.later:
            holds(mine["results"] == entry["results"], source, "has other names in the manifest")
        for result in mine["results"]:
            path = Path("out") / result["path"]
            digest = hashlib.sha256(files[path]).hexdigest()
            holds(digest == result["sha256"] or path in outside, path, "differs from its hash in the manifest")
    proven = subprocess.run([work.ishi, "verify", "--format", "json", "out"], cwd=folder, capture_output=True, check=False)
    found = {Path(row["result"]): row["status"] for row in json.loads(proven.stdout)["results"]}
    for path, status in found.items():
        fits = status in ("proven", "left-over") or path in outside
        holds(fits, "verify says of", path, status)
    holds(set(files) <= set(found), "verify does not name", sorted(set(files) - set(found))[:3])
    return (f"{same} rows and lines as after one run, {len(work.edited)} edited results untouched, "
            f"{len(left)} left over and named, {len(work.later)} sources with names that came later")


def contents(folder: Path) -> dict[Path, bytes]:
    """Returns what is in all files of a folder."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def in_place(ishi: str, folder: Path, chance: random.Random) -> str:
    """Disturbs runs that replace their sources, and compares what comes out with a run that nobody disturbed."""
    work = Work(ishi, folder, chance)
    before = contents(folder / "in")
    command = [ishi, "convert", "--in-place", "in"]
    shutil.copytree(folder / "in", folder / "copy")
    began = time.monotonic()
    status = subprocess.run([*command[:-1], "copy"], cwd=folder, stderr=subprocess.DEVNULL, check=False).returncode
    latest = time.monotonic() - began
    after = contents(folder / "copy")
    ended = {signal.SIGKILL: 0, signal.SIGINT: 0}
    number = 0
    while wanted := [sent for sent, count in WANTED.items() if ended[sent] < count]:
        holds(number < 3 * MOST, "too few were disturbed:", ended)
        sent = wanted[number % len(wanted)]
        number += 1
        run = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.01, latest))
        run.send_signal(sent)
        told = (run.communicate()[1] or b"").decode()
        now = contents(folder / "in")
        for path, source in before.items():
            backup = path.with_name(path.name + ".orig")
            replaced = now.get(path) == after[path] and now.get(backup) == source
            holds(replaced or now.get(path) == source, path, "is lost")
        if run.returncode == STATUS[sent]:
            ended[sent] += 1
        if run.returncode == 130 and told:
            holds("the same command again continues" in told, "Ctrl-C does not say how to go on:", told)
        if run.returncode in (0, 1):
            # All is done: from the start again.
            shutil.rmtree(folder / "in")
            for path, source in before.items():
                work.write(str(Path("in") / path), source)
    last = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, check=False)
    holds(last.returncode == status, "the last run ended with", last.returncode, last.stderr.decode())
    now = contents(folder / "in")
    holds(now == after, "other files:", sorted(path for path in set(now) | set(after) if now.get(path) != after.get(path))[:5])
    proven = [subprocess.run([ishi, "verify", name], cwd=folder, capture_output=True, check=False).returncode
              for name in ("in", "copy")]
    holds(proven[0] == proven[1], "verify ends with", proven)
    return f"{len(before)} sources in place, {len(after) - len(before)} kept; verify ends with {proven[0]}"


def main() -> int:
    """Runs it."""
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    print(f"  seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        try:
            work = Work(str(Path(sys.argv[1]).resolve()), Path(name), random.Random(seed))
            began = time.monotonic()
            holds(work.start([]).wait() == 0, "the first run failed")
            work.latest = 1.1 * (time.monotonic() - began)
            shutil.rmtree(work.folder / "out")
            ended: dict[int, int] = {}
            number = 0
            while wanted := [sent for sent, count in WANTED.items() if ended.get(STATUS[sent], 0) < count]:
                holds(number < MOST, "too few were disturbed:", ended)
                status = work.disturb(number, wanted[number % len(wanted)])
                ended[status] = ended.get(status, 0) + 1
                if number % 7 == 3:
                    work.tear()
                work.change(number)
                number += 1
            print(f"  runs by their status: {ended}")
            done = compare(work)
            replaced = in_place(work.ishi, Path(name) / "replaced", random.Random(seed))
        except Failed as failure:
            print(f"  FAILED {failure}", file=sys.stderr)
            return 1
    print(f"interrupted: {done}\nin place: {replaced}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
