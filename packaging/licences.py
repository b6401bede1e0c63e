#!/usr/bin/env python3
"""Prints the licences of the libraries that are in the programs and in the Python module: packaging/licences.py

Reads what cargo has fetched for the builds. Libraries with the same text share it.
"""

import json
import subprocess
import sys
from pathlib import Path

TARGETS = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu"]
STANDARD = """The programs hold the standard library of Rust (MIT or Apache-2.0, https://www.rust-lang.org/policies/licenses). The Linux
program holds the GNU C library (LGPL-2.1 or newer; source: Debian's package glibc): to have another version of it in
the program, build the program again from its source package. The Windows program holds the runtime of mingw-w64 (public
domain and MIT-like; source: Debian's package mingw-w64).
"""


def libraries(manifest):
    """Returns the packages that are linked into what a manifest builds, by their names and versions."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", manifest]
    for target in TARGETS:
        command += ["--filter-platform", target]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    kinds = {package["id"]: {kind for target in package["targets"] for kind in target["kind"]} for package in told["packages"]}
    found, waiting = set(), [told["resolve"]["root"]]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if linked and dependency["pkg"] not in found and "proc-macro" not in kinds[dependency["pkg"]]:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    packages = [package for package in told["packages"] if package["id"] in found and package["source"]]
    return {(package["name"], package["version"]): package for package in packages}


def texts(package):
    """Returns the texts of the licences in a package."""
    folder = Path(package["manifest_path"]).parent
    names = sorted(path for path in folder.iterdir() if path.is_file())
    kinds = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in names if path.name.upper().startswith(kinds)]


def main():
    found = libraries("crates/cli/Cargo.toml") | libraries("python/Cargo.toml")
    packages = [found[label] for label in sorted(found)]
    if len(packages) < 20:
        sys.exit(f"licences.py: only {len(packages)} libraries were found")
    owners = {}
    print(STANDARD)
    for package in packages:
        label = f"{package['name']} {package['version']}"
        print(f"{label}: {package['license'] or 'see its text'}")
        for text in texts(package):
            owners.setdefault(text, []).append(label)
    for text, labels in owners.items():
        print(f"\n{'-' * 100}\n{', '.join(labels)}\n\n{text}")


main()
