#!/usr/bin/env python3
"""Measures the figures of README.md and prints its tables as Markdown, in the order of the page.

    benches/page.py [--peers] target/dist/ishi > tables.md

The inputs are the fixed records of `tests/interop`, and three collections of the corpus (`../shared/corpus`, or `ISHI_CORPUS`); without them their rows are
left out. Instructions are those of all threads, as valgrind counts them, and other programs do not change them; they do change seconds.
`--peers` runs `peers/run.py` too. Needs valgrind, strace, taskset and GNU time, 1 GB of disk, and a quarter of an hour.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("ISHI_CORPUS", ROOT.parent / "shared/corpus")) / "sgf"
COUNTING = ["valgrind", "--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null", "--pc-out-file=/dev/null"]
# Twice the input may take so many times the instructions; more is marked.
TWICE = 2.1

sys.path.insert(0, str(ROOT / "tests/interop"))
from fixed_records import LETTERS, record  # noqa: E402 # it is found there


def run(words, tool=()):
    """Runs the program, and returns what it and the tool print as errors. `check` and `diff` end with 1 if they find anything."""
    process = subprocess.run([*tool, ishi, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if process.returncode > (words[0] in ("check", "diff")):
        sys.exit(f"{' '.join(map(str, words))}: {process.stderr}")
    return process.stderr


def instructions(*words):
    """Returns how many instructions the program takes."""
    return sum(map(int, re.findall(r"Total instructions: (\d+)", run(words, COUNTING))))


def timed(form, *words, cores=()):
    """Returns what GNU time tells. A child of this process would count the memory of Python too."""
    told = run(words, [*cores, "/usr/bin/time", "-f", form]).split()
    return [float(number) for number in told[-len(form.split()) :]]


def peak(*words):
    """Returns the peak memory of the program in bytes."""
    return 1024 * timed("%M", *words)[0]


def to(target, source, *options):
    """Returns the words of a conversion whose result is printed."""
    return ["convert", "-q", "-j1", "-o-", "-t", target, *options, source]


def folder_run(source, results, *options):
    """Returns the words of a conversion into a folder."""
    return ["convert", "-q", "-j1", "-t", "ishi", source, "-d", results, *options]


def written(name, content):
    """Writes an input, and returns its path."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def converted(name, source, *options):
    """Converts a record into a file, and returns its path."""
    run(["convert", "-q", "--force", source, *options, "-o", folder / name])
    return folder / name


def many_files(count):
    """Returns a folder with so many games of 20 moves in a file each."""
    source = folder / f"files-{count}"
    source.mkdir(exist_ok=True)
    for number, game in enumerate(record("plain games", count).split("\n")):
        (source / f"game-{number:06}.sgf").write_text(";".join(game.split(";")[:22]) + ")")
    return source


def table(title, columns, rows):
    """Prints each row of a table when it is measured."""
    print(title, file=sys.stderr, flush=True)
    print(f"\n**{title}**\n", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", sep="\n")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def megabytes(size):
    return f"{size / 1e6:.1f} MB"


def collections():
    """Returns the collections of SGF by name: fixed records, and those of the corpus that are there."""
    found = {
        "300 plain games": record("plain games", 300),
        "40 games of a dictionary": record("dictionary", 40),
        "20 games with long comments": record("long comments", 20),
        "10 games of 40 events": record("events", 10),
    }
    found = {name: written(f"{name}.sgf", text) for name, text in found.items()}
    for name, paths, times in [
        ("Kogo's joseki dictionary", CORPUS.glob("kogo-joseki/*.sgf"), 1),
        ("300 games of a public server", CORPUS.glob("real/kgs-6d/*.sgf"), 1),
        ("two commented games, twenty times", CORPUS.glob("real/fuego/*hou9*.sgf"), 20),
    ]:
        if content := b"".join(path.read_bytes() for path in sorted(paths)) * times:
            found[name] = written(f"{name}.sgf", content)
        else:
            print(f"{name}: not in {CORPUS}, left out", file=sys.stderr)
    in_ishi = converted("lines.go", found["300 plain games"]).read_bytes()
    remarks = written("remarks.go", re.sub(rb"(?m)^(?=W \d*0 )", b"REMARK words that travel\r\n", in_ishi))
    found["300 plain games that carry 6,000 REMARK"] = converted("remarks.sgf", remarks)
    return found


def seconds():
    """Times many plain games on one core and two, and the start. Returns the games."""
    large = written("large.sgf", "\n".join([record("plain games", 4_000)] * 30))
    rows = {"without proof": ["--no-verify"], "with the proof": []}
    taken, starts = {}, []
    for _ in range(5):
        for proof, options in rows.items():
            for cores in ("0", "0,1"):
                words = ["convert", "-q", "-o-", "-t", "sgf", *options, large]
                taken.setdefault((proof, cores), []).extend(timed("%e", *words, cores=["taskset", "-c", cores]))
        before = time.perf_counter()
        run(["--version"])
        starts.append(time.perf_counter() - before)
    medians = [(proof, *(statistics.median(taken[proof, cores]) for cores in ("0", "0,1"))) for proof in rows]
    title = f"{megabytes(large.stat().st_size)} of plain games, SGF to SGF, medians of five runs in turns; a start takes {1000 * min(starts):.1f} ms"
    columns = ["", "one core", "two cores", "times as fast"]
    table(title, columns, [(proof, f"{one:.2f} s", f"{two:.2f} s", f"{one / two:.2f}") for proof, one, two in medians])
    return large


def bytes_of_records(sources):
    """Counts the instructions for each byte of a source."""

    def rows():
        for name, source in sources.items():
            in_ishi, plain = converted("whole.go", source), converted("plain.go", source, "--plain")
            sgf = [to("sgf", source, "--no-verify"), *(to(target, source) for target in ("sgf", "ishi", "smartgo", "json"))]
            others = [to("sgf", in_ishi), to("sgf", plain), to("smartgo", plain), to("sgf", converted("other.mgt", source))]
            reading = [["show", "--list", source], ["check", "-q", source], ["check", "-q", in_ishi]]
            commands = [*sgf, *others, *reading]
            counts = [instructions(*words) for words in commands]
            shares = [f"{count / words[-1].stat().st_size:.0f}" for count, words in zip(counts, commands, strict=True)]
            yield name, f"{source.stat().st_size / 1e6:.2f} MB", *shares, f"{counts[-1] / counts[-2]:.2f}"

    sgf = ["SGF to SGF, no proof", "to SGF", "to Ishi", "to Smart-Go", "to JSON"]
    others = ["Ishi to SGF", "plain Ishi to SGF", "to Smart-Go", "Smart-Go to SGF"]
    reading = ["`show --list`", "`check`", "`check` of Ishi", "times `check` of SGF, in all"]
    table("Instructions for each byte of the source", ["record in SGF", "size", *sgf, *others, *reading], rows())


def small_files():
    """Measures runs into a folder: instructions, the manifest, the report, memory and system calls."""

    def counts():
        for count in (5_000, 10_000):
            source, results, page = many_files(count), folder / f"out-{count}", folder / f"{count}.html"
            runs = [folder_run(source, results), folder_run(source, folder / f"reported-{count}", "--report", page)]
            first, report, again, report_again = (instructions(*words) for words in runs * 2)
            shares = [f"{taken / count:,.0f}" for taken in (first, report, again, report_again)]
            manifest = (results / ".ishi-manifest").stat().st_size
            yield f"{count:,}", *shares, f"{again / first:.3f}", f"{report_again / report:.3f}", f"{manifest / count:.0f}", f"{page.stat().st_size:,}"

    runs = ["first run", "with `--report`", "again", "again with `--report`", "again/first", "the same, `--report`"]
    columns = ["files", *runs, "bytes of manifest a file", "bytes of report.html"]
    table("Small files, games of 20 moves, to Ishi in a folder: instructions for each file", columns, counts())

    def memory():
        few, many = 2_500, 10_000
        for name, options in {"first run": [], "run again": [], "run with other options": ["--plain"]}.items():
            less, more = (peak(*folder_run(many_files(count), folder / f"peak-{count}", *options)) for count in (few, many))
            each = (more - less) / (many - few)
            yield name, megabytes(less), megabytes(more), f"{each:.0f}", megabytes(more + (100_000 - many) * each)

    table("Small files into a folder: peak memory", ["", "2,500 files", "10,000 files", "bytes a file", "so 100,000 files"], memory())


def one_file(large):
    """Measures the memory of one file."""
    moves = "".join(f";{'BW'[turn % 2]}[{LETTERS[turn % 19]}{LETTERS[turn // 19 % 19]}]" for turn in range(1_000_000))
    commands = {
        "1,000 games, to SGF": to("sgf", written("thousand.sgf", record("plain games", 1_000))),
        "120,000 games, to SGF": to("sgf", large),
        "one game of 1,000,000 moves, to Ishi": to("ishi", written("million.sgf", f"(;FF[4]GM[1]SZ[19]{moves})")),
    }

    def rows():
        for name, words in commands.items():
            size, most = words[-1].stat().st_size, peak(*words)
            yield name, megabytes(size), megabytes(most), f"{most / size:.1f}"

    table("One file: peak memory", ["", "size", "memory", "bytes of memory a byte"], rows())


def system_calls():
    """Counts system calls over 1,000 games, in a file each and in one file."""
    calls = ["openat", "read", "close", "statx", "write", "renameat2", "utimensat", "readlink", "futex", "lseek"]

    def told(*words):
        summary = folder / "calls"
        run(words, ["strace", "-f", "-c", "-o", summary])
        found = {line.split()[-1]: line.split()[3] for line in summary.read_text().splitlines() if line[:6].strip().replace(".", "").isdigit()}
        return [found.get(call, "0") for call in calls]

    rows = [["1,000 files", *told(*folder_run(many_files(1_000), folder / "called"))], ["one file", *told(*to("sgf", folder / "thousand.sgf"))]]
    table("System calls for 1,000 games with `-j 1`", ["", *calls], rows)


def events(count):
    """Returns a record with setup in so many variations."""
    point = lambda number: LETTERS[number % 19] + LETTERS[number // 19 % 19]
    lines = [f"(;AB[{point(number)}][{point(number + 180)}]C[remark];W[cc];B[dd])" for number in range(count)]
    return written(f"events-{count}.sgf", f"(;FF[4]GM[1]SZ[19]{''.join(lines)})")


def growth():
    """Counts the instructions of a size, of twice and of four times as much."""
    start = instructions("info", written("smallest.sgf", "(;)"))
    games = [written(f"games-{count}.sgf", record("plain games", count)) for count in (1_000, 2_000, 4_000)]
    sgf = [events(count) for count in (100, 200, 400)]
    in_ishi = [converted(f"{source.stem}.go", source) for source in sgf]
    plain = [converted(f"{source.stem}-plain.go", source, "--plain") for source in sgf]
    files = [many_files(count) for count in (500, 1_000, 2_000)]
    results = [folder / f"results-{source.name}" for source in files]
    runs = [folder_run(source, made, "--report", f"{made}.html") for source, made in zip(files, results, strict=True)]
    commands = {
        "1,000 games in one file, to SGF": [to("sgf", source) for source in games],
        "100 events in Ishi, `check`": [["check", "-q", source] for source in in_ishi],
        "100 events in SGF, to Ishi": [to("ishi", source) for source in sgf],
        "100 events in plain Ishi, to SGF": [to("sgf", source) for source in plain],
        "100 events in plain Ishi, to Smart-Go": [to("smartgo", source) for source in plain],
        "100 events in SGF, `show --list`": [["show", "--list", source] for source in sgf],
        "100 events in SGF, `info`": [["info", source] for source in sgf],
        "100 events in SGF and in Ishi, `diff`": [["diff", *pair] for pair in zip(sgf, in_ishi, strict=True)],
        "500 files, first run with `--report`": runs,
        "500 files, run again with `--report`": runs,
        "500 files, `verify`": [["verify", "-q", made] for made in results],
        "500 files, `check`": [["check", "-q", source] for source in files],
    }

    def rows():
        for name, three in commands.items():
            once, twice, four = (instructions(*words) - start for words in three)
            mark = " **over**" if max(twice / once, four / twice) > TWICE else ""
            yield name, *(f"{count / 1e6:.1f}" for count in (once, twice, four)), f"{twice / once:.2f}, {four / twice:.2f}{mark}"

    columns = ["", "n", "2n", "4n", f"times (at most {TWICE})"]
    table("Growth: millions of instructions without the start", columns, rows())


def main():
    large = seconds()
    bytes_of_records(collections())
    small_files()
    one_file(large)
    system_calls()
    growth()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--peers", action="store_true", help="run peers/run.py too, which builds the program and others")
    options = parser.parse_args()
    ishi = options.program.resolve()
    if options.peers:
        subprocess.run([ROOT / "benches/peers/run.py"], check=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        main()
