"""Opens a report in a real browser in which every field has something that harms whoever takes it for something else.

Usage: hostile_report.py ISHI [FOLDER FOR SCREENSHOTS]

Names of files, folders, archives and members, and all texts of records, have markup, scripts, control characters and
marks of direction. Every row is opened. Nothing of it may become an element, run, or be complained about by the
browser; the page with its own policy is opened too.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import archives
from migration import HOSTILE
from report import browser

# Each would be seen: as a complaint on the console, or as an element.
EVIL = (
    "</script><script>console.error('ran 1')</script>", "<img src=x onerror=console.error('ran 2')>",
    "<svg onload=console.error('ran 3')>", "\"><b onmouseover=console.error('ran 4')>bold</b>", "javascript:console.error('ran 5')",
    "<!--", "-->", "]]>", "&lt;script&gt;", "{{rows}}", "{{script}}", "\u202egnirts", "\u2028\u2029", "\x1b[31mred", "\x07", "\u0000",
    "${console.error('ran 6')}", "<base href=//evil.example>", "<style>*{display:none}</style>", "<iframe src=//evil.example>",
)
SGF_FIELDS = ("PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "DT", "PC", "GN", "GC", "RE", "RU", "SO", "US", "AN", "CP", "ON",
              "OT", "TM", "KM", "HA", "AP", "N", "C", "KGS", "LB", "FG")
ISHI_FIELDS = ("EVENT", "BLACK", "WHITE", "RESULT", "DATE", "PLACE", "KOMI", "RULES", "SOURCE", "TIME", "ANALYSIS", "NONSENSE")

READER = r"""
<script>
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const found = { rows: 0, names: [], elements: [], handlers: [] };
  for (;;) {
    for (const opener of all("tr.file .name button")) {
      opener.click();
      found.rows += 1;
      found.names.push(opener.textContent);
    }
    const odd = all("img, iframe, object, embed, base, style, script, link, form, b, meta");
    for (const element of odd) found.elements.push(element.outerHTML.slice(0, 60));
    for (const element of all("*"))
      for (const attribute of element.attributes)
        if (attribute.name.startsWith("on") || /^\s*javascript:/i.test(attribute.value)) found.handlers.push(element.outerHTML.slice(0, 90));
    const next = document.getElementById("next");
    if (next.disabled || found.rows > 5000) break;
    next.click();
  }
  document.getElementById("first").click();
  all("tr.file .name button")[0].click();
  found.title = document.title;
  const result = document.createElement("pre");
  result.id = "found";
  result.hidden = true;
  result.textContent = JSON.stringify(found);
  document.body.append(result);
})();
</script>
"""


def write(path: bytes, content: bytes) -> None:
    """Writes a file."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def make_inputs(folder: Path) -> int:
    """Writes the inputs, and returns how many rows the report has to have."""
    top = os.fsencode(folder / "in")
    rows = 0
    for number, evil in enumerate(EVIL):
        value = evil.replace("\\", "\\\\").replace("]", "\\]")
        fields = "".join(f"{field}[{value}]" for field in SGF_FIELDS)
        sgf = f"(;FF[4]GM[1]SZ[9]{fields};B[aa]C[{value}];W[{value}])".encode()
        ishi = "".join(f"{field} {evil}\r\n" for field in ISHI_FIELDS).encode()
        ishi += f"B 1 C3\r\nMARK {evil}\r\nCOM {evil}\r\n{evil}\r\nENDCOM\r\nW 2 {evil}\r\n".encode()
        named = re.sub(r"[/\0]", "_", evil).encode()[:200]
        for name, content in ((named + b".sgf", sgf), (named + b".go", ishi), (b"%02d.sgf" % number, sgf)):
            write(os.path.join(top, b"texts", name), content)
            rows += 1
        write(os.path.join(top, named + b".zip"), archives.zipped([(named + b".sgf", sgf), (named + b"/a.go", ishi)]))
        rows += 2
    for name in HOSTILE:
        write(os.path.join(top, b"names", name + b".sgf"), b"(;FF[4]GM[1]SZ[9];B[aa])")
        write(os.path.join(top, b"names", name + b".txt"), b"no record\n")
        rows += 2
    write(os.path.join(top, b"<img src=x onerror=console.error('ran 7')>.zip"), b"PK\x03\x04 broken")
    return rows + 1


def main() -> None:
    """Makes the report and opens it."""
    ishi = Path(sys.argv[1]).resolve()
    shots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = make_inputs(folder)
        command = [ishi, "convert", "in", "-d", "out", "--report", "report.html", "-q"]
        ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert ran.returncode in (0, 1), ran
        page = (folder / "report.html").read_text(encoding="utf-8")
        policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
        assert len(policy.findall(page)) == 1, "the page has no policy"
        watched = folder / "watched.html"
        watched.write_text(policy.sub("", page).replace("</body>\n</html>", READER + "</body>\n</html>"), encoding="utf-8")
        dom, complaints = browser(["--window-size=1440,1000", "--dump-dom"], watched)
        assert not complaints, complaints
        result = re.search(r'<pre id="found" hidden="">(.*?)</pre>', dom, re.S)
        assert result, "the page did not come to its end"
        text = result[1].replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
        found = json.loads(text)
        assert found["rows"] == rows, (found["rows"], rows)
        # The page has these of its own: two metas and the policy, icon, style, search form, scripts, and counts.
        own = ("<meta ", '<link rel="icon" href="data:,">', "<style>\n", '<form id="tools"', "<script")
        strange = [element for element in found["elements"]
                   if not element.startswith(own) and not re.fullmatch(r"<b>[\d,.]+</b>", element)]
        assert not strange, strange[:5]
        assert not found["handlers"], found["handlers"][:5]
        assert found["title"] == "Conversion report – ishi", found["title"]
        wild = [name for name in found["names"] if any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066\u2028" for c in name)]
        assert not wild, wild[:5]
        # With its policy the page works, and the browser has nothing to complain about.
        dom, complaints = browser(["--window-size=1440,1000", "--dump-dom"], folder / "report.html")
        assert not complaints, complaints
        assert dom.count('<tr class="file') >= 100 or dom.count("aria-expanded") >= 100, "the page shows no rows"
        if shots:
            shots.mkdir(exist_ok=True)
            for kind, source in (("hostile", folder / "report.html"), ("hostile-open", watched)):
                browser(["--window-size=1440,2400", f"--screenshot={shots / f'{kind}.png'}"], source)
    print(f"hostile report: {rows} rows opened, no script ran, no element came from a name or a record")


if __name__ == "__main__":
    os.environ.setdefault("HOME", "/tmp")
    main()
