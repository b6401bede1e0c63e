"""Opens a report of `ishi convert` in a real browser, works with it, and looks at what it shows.

usage: report.py ISHI [FOLDER FOR SCREENSHOTS]

The page is opened in headless Chromium with a script at its end that does what a reader would do. It fails on
anything that the browser complains about, too.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTHS = (390, 900, 1440)
FILES = 300

GAME = (
    "EVENT Title match\r\nBLACK Shusaku\r\nWHITE Gennan <Inseki>\r\nRESULT Black wins by 2\r\nB 1 R16\r\nW 2 D17\r\n"
    "B 3 Q3\r\nW 4 P17\r\nMARK #1-4\r\nVAR\r\nW 4 C5\r\nENDVAR\r\nB 5 C4\r\nNONSENSE here\r\nW 6 E3\r\n"
)

READER = r"""
<script>
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const names = () => all("tr.file .name button").map((button) => button.textContent);
  const change = (id, value, event) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const found = { loaded: names().length, count: document.getElementById("count").textContent };
  const head = (name) => all("#heads button").find((button) => button.textContent === name);
  change("search", "file-007", "input");
  found.searched = names();
  change("search", "gennan <ins", "input");
  found.players = document.getElementById("count").textContent;
  change("search", "", "input");
  change("status", "failed", "change");
  found.failed = names();
  change("status", "", "change");
  head("File").click();
  found.ascending = names()[0];
  head("File").click();
  found.descending = names()[0];
  found.sorted = all("#heads th")[0].getAttribute("aria-sort");
  document.getElementById("next").click();
  found.second = document.getElementById("where").textContent;
  document.getElementById("first").click();
  change("search", "file-001.go", "input");
  const opener = all("tr.file .name button")[0];
  opener.focus();
  opener.click();
  found.expanded = opener.getAttribute("aria-expanded");
  found.boards = all("tr.detail svg").map((svg) => svg.getAttribute("aria-label"));
  found.stones = all("tr.detail svg circle[r='.47'], tr.detail svg circle[r='0.47']").length;
  found.detail = document.querySelector("tr.detail")?.textContent;
  found.marked = all("tr.detail mark").map((mark) => mark.textContent);
  found.wide = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  const result = document.createElement("pre");
  result.id = "found";
  result.hidden = true;
  result.textContent = JSON.stringify(found);
  document.body.append(result);
})();
</script>
"""


def browser(arguments, page):
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        sys.exit("chromium is not installed")
    command = [
        program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr", "--v=0",
        "--virtual-time-budget=5000", *arguments, page.as_uri(),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=180)
    complaints = [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
    return ran.stdout, complaints


def make_inputs(folder):
    folder.mkdir()
    for number in range(FILES):
        (folder / f"file-{number:03}.go").write_text(GAME, newline="")
    (folder / "notes.txt").write_text("</script><script>console.error('escaped')</script>\n")
    (folder / "evil <b>.go").write_text("EVENT </script><script>console.error('escaped')</script>\r\nB 1 Q16\r\n", newline="")
    (folder / "file-taken.prb").write_text(GAME, newline="")


def convert(ishi, folder):
    make_inputs(folder / "in")
    # A file of somebody else, which is never replaced.
    (folder / "out" / "in").mkdir(parents=True)
    (folder / "out" / "in" / "file-taken.sgf").write_text("mine")
    report = folder / "report.html"
    command = [ishi, "convert", "in", "-d", "out", "--report", report, "-q"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 1, ran
    return report


def check_text(page):
    outside = re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]{2,}|@import|url\(", page)
    assert not outside, f"the page needs something else: {outside}"
    assert "console.error('escaped')</script>" not in page


def check_found(found):
    assert found["loaded"] == 100, found
    assert found["count"] == f"{FILES + 3} files", found
    assert found["searched"] == ["in/file-007.go"], found
    assert found["players"].startswith(f"{FILES + 1} of"), found
    assert found["failed"] == ["in/file-taken.prb"], found
    assert found["ascending"] == "in/evil <b>.go", found
    assert found["descending"] == "in/notes.txt", found
    assert found["sorted"] == "descending", found
    assert found["second"].startswith("101–200 of"), found
    assert found["expanded"] == "true", found
    assert found["wide"], "the page is wider than the window"
    return found


def check_detail(found):
    assert found["stones"] == 6, found
    assert "6 moves on 19 by 19 lines: 3 black and 3 white" in found["boards"][0], found
    for words in ("Gennan <Inseki>", "B+2", "us-ascii", "out/in/file-001.sgf", "line 14"):
        assert words in found["detail"], f"{words!r} in {found['detail']}"
    assert any("NONSENSE" in mark for mark in found["marked"]), found


def main():
    ishi = Path(sys.argv[1]).resolve()
    shots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = convert(ishi, folder)
        page = report.read_text(encoding="utf-8")
        check_text(page)
        watched = folder / "watched.html"
        # The policy of the page forbids scripts that are not its own, and READER is one.
        assert "Content-Security-Policy" in page
        free = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
        watched.write_text(free.replace("</body>", READER + "</body>"), encoding="utf-8")
        for width in WIDTHS:
            dom, complaints = browser([f"--window-size={width},1000", "--dump-dom"], watched)
            assert not complaints, complaints
            found = re.search(r'<pre id="found" hidden="">(.*?)</pre>', dom, re.S)
            assert found, "the page did not come to its end"
            text = found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
            check_detail(check_found(json.loads(text)))
            if shots:
                shots.mkdir(exist_ok=True)
                for kind, source in (("list", report), ("detail", watched)):
                    target = shots / f"{kind}-{width}.png"
                    browser([f"--window-size={width},1300", f"--screenshot={target}"], source)
    print(f"report: {FILES + 3} rows loaded, searched, filtered, sorted and opened at {len(WIDTHS)} widths")


if __name__ == "__main__":
    os.environ.setdefault("HOME", "/tmp")
    main()
