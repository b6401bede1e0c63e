"""Validates the SARIF of `ishi check` against the schema of SARIF 2.1.0.

Usage: sarif.py path/to/ishi path/to/sarif-schema.json
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import records
from records import Outcome

CHUNK = 200


def check(ishi: str, validator: jsonschema.protocols.Validator, paths: list[Path]) -> Outcome:
    """Validates the log about some records, one of which does not exist."""
    outcome = Outcome()
    command = [ishi, "check", "--format", "sarif", *map(str, paths), "no such record.sgf"]
    done = subprocess.run(command, capture_output=True, check=False)
    log = json.loads(done.stdout)
    outcome.counts["records"] += len(paths)
    outcome.counts["results"] += len(log["runs"][0]["results"])
    for error in validator.iter_errors(log):
        where = "/".join(map(str, error.absolute_path))
        outcome.failures.append(f"{where}: {error.message[:200]}")
    return outcome


def main() -> int:
    """Checks fixtures of all formats; returns the exit status."""
    ishi, schema = sys.argv[1:]
    validator = jsonschema.Draft4Validator(json.loads(Path(schema).read_text()))
    paths = sorted(path for path in records.FIXTURES.rglob("*") if path.suffix in records.ENDINGS)
    total = Outcome()
    for start in range(0, len(paths), CHUNK):
        total.add(check(ishi, validator, paths[start : start + CHUNK]))
    return 0 if records.report("SARIF", total) else 1


if __name__ == "__main__":
    sys.exit(main())
