"""Applies the edits that `ishi check --diff` lists to the bytes of records, and compares the result with `ishi check --fix`.

Usage: apply_edits.py ISHI. It reads the fixtures, and knows nothing of records: bytes go, and bytes take their place. The program `patch` applies
the list of changed lines.
"""

import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"


def listed(ishi, form, choice, path):
    run = subprocess.run([ishi, "check", "--diff", "--format", form, *choice, path], capture_output=True, check=False)
    return json.loads(run.stdout)


def applied(data, edits):
    # Of two insertions at one place the first one comes first.
    for start, end, new in sorted(list(edits)[::-1], key=lambda edit: edit[:2], reverse=True):
        data = data[:start] + new + data[end:]
    return data


def of_json(document):
    for record in document["inputs"]:
        for edit in record["edits"]:
            yield (*edit["bytes"], bytes.fromhex(edit["replacement_hex"]))


def of_sarif(document):
    for result in document["runs"][0]["results"]:
        for fix in result["fixes"]:
            for change in fix["artifactChanges"]:
                for replacement in change["replacements"]:
                    region = replacement["deletedRegion"]
                    start = region["byteOffset"]
                    yield (start, start + region["byteLength"], replacement["insertedContent"]["text"].encode())


def patched(path, patch):
    result = path.with_name(path.name + ".patched")
    subprocess.run(["patch", "--binary", "--silent", "--output", result, path], input=patch, check=True)
    return result.read_bytes()


def main(ishi):
    ishi = str(pathlib.Path(ishi).resolve())
    mended = 0
    records = [path for path in sorted(FIXTURES.rglob("*")) if path.suffix in {".sgf", ".go", ".mgt"}]
    with tempfile.TemporaryDirectory() as scratch:
        for path, choice in itertools.product(records, ([], ["--unsafe-fixes"])):
            copy = pathlib.Path(scratch) / path.name
            shutil.copyfile(path, copy)
            data = copy.read_bytes()
            by_json = applied(data, of_json(listed(ishi, "json", choice, copy)))
            ascii_only = by_json.isascii()
            by_sarif = applied(data, of_sarif(listed(ishi, "sarif", choice, copy)))
            patch = subprocess.run([ishi, "check", "--diff=unified", *choice, copy], capture_output=True, check=False).stdout
            by_patch = patched(copy, patch) if patch.startswith(b"---") else data
            subprocess.run([ishi, "check", "--fix", "-q", *choice, copy], capture_output=True, check=False)
            fixed = copy.read_bytes()
            assert fixed == by_json, f"{path}: the edits of the JSON document give other bytes"
            assert fixed == by_patch or b"too many changes" in patch, f"{path}: the patch gives other bytes"
            assert fixed == by_sarif or not ascii_only, f"{path}: the fixes of the SARIF document give other bytes"
            mended += fixed != data
            for file in pathlib.Path(scratch).iterdir():
                file.unlink()
    assert mended > 40, f"only {mended} records were mended"
    print(f"{mended} records mended by their edits, safe ones and with guesses, byte for byte")


if __name__ == "__main__":
    main(*sys.argv[1:])
