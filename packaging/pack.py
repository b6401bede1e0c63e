#!/usr/bin/env python3
"""Makes archives that come out the same whenever they are made: times are those of $SOURCE_DATE_EPOCH.

packaging/pack.py zip ARCHIVE FOLDER                            puts all that is in a folder into a zip archive
packaging/pack.py wheel FOLDER VERSION TAG PROGRAM [SHARE [PACKAGE]] makes a Python wheel that carries a program, its SHARE and
                                                                the packages in a folder
packaging/pack.py glibc LIBRARY                                 prints the platform of the oldest C library that a library needs
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHEN = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 315532800)))[:6]


def add(archive, name, content, is_program=False):
    entry = zipfile.ZipInfo(name, WHEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = (0o100755 if is_program else 0o100644) << 16
    archive.writestr(entry, content)


def pack(target, folder):
    with zipfile.ZipFile(target, "w", compresslevel=9) as archive:
        for path in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
            add(archive, path.relative_to(folder).as_posix(), path.read_bytes(), os.access(path, os.X_OK))


def wheel(folder, version, tag, program, share=None, package=None):
    stem = f"ishi_go-{version}"
    program = Path(program)
    files = {f"{stem}.data/scripts/{program.name}": program.read_bytes()}
    if share:
        for path in sorted(path for path in Path(share).rglob("*") if path.is_file()):
            below = path.relative_to(share)
            if below.parts[0] != "doc":
                files[f"{stem}.data/data/share/{below.as_posix()}"] = path.read_bytes()
        third_party = Path(share, "doc/ishi/THIRD-PARTY.txt")
    else:
        third_party = program.with_name("THIRD-PARTY.txt")
    if package:
        for path in sorted(path for path in Path(package).rglob("*") if path.is_file()):
            files[path.relative_to(package).as_posix()] = path.read_bytes()
    info = f"{stem}.dist-info"
    for licence in [ROOT / "LICENSE-MIT", ROOT / "LICENSE-APACHE", third_party]:
        files[f"{info}/licenses/{licence.name}"] = licence.read_bytes()
    description = (ROOT / "packaging/wheel.md").read_text(encoding="utf-8")
    summary = next(line for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("description"))
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: ishi-go\nVersion: {version}\nSummary: {summary.split(chr(34))[1]}\n"
        "License: MIT OR Apache-2.0\nKeywords: go,baduk,sgf,ishi,converter\n"
        "Classifier: Topic :: Games/Entertainment :: Board Games\n"
        f"Requires-Python: {'>=3.9' if package else '>=3'}\n"
        f"Description-Content-Type: text/markdown\n\n{description}"
    ).encode()
    python, _, platforms = tag.rpartition("-")
    tags = "".join(f"Tag: {python}-{one}\n" for one in platforms.split("."))
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: ishi\nRoot-Is-Purelib: false\n{tags}".encode()
    record = [f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    with zipfile.ZipFile(Path(folder, f"{stem}-{tag}.whl"), "w", compresslevel=9) as archive:
        for name, content in files.items():
            add(archive, name, content, "/scripts/" in name)


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def glibc(library):
    versions = re.findall(rb"GLIBC_(\d+)\.(\d+)", Path(library).read_bytes())
    print("manylinux_%d_%d_x86_64" % max((int(major), int(minor)) for major, minor in versions))


{"zip": pack, "wheel": wheel, "glibc": glibc}[sys.argv[1]](*sys.argv[2:])
