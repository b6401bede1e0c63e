"""Puts the parts of the page into one file: assemble.py MODULE VERSION TARGET"""

import base64
import gzip
import hashlib
import pathlib
import re
import sys

module, version, target = sys.argv[1:]
here = pathlib.Path(__file__).parent
page = here / "page"

# In this order: each uses what comes before it when it is loaded.
WORKER = ["ishi.mjs", "zip.mjs", "worker.js"]
PAGE = ["base.js", "example.js", "files.js", "list.js", "game.js", "tree.js", "take.js", "mend.js", "walk.js"]


def script(names):
    text = "".join((page / name).read_text() for name in names)
    assert "</script" not in text
    return f'"use strict";\nconst VERSION = "{version}";\n' + re.sub(r"^export ", "", text, flags=re.M)


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


parts = {
    "style": (page / "page.css").read_text() + (here / "../src/draw/sheet/sheet.css").read_text(),
    "worker": script(WORKER),
    "module": base64.b64encode(gzip.compress(pathlib.Path(module).read_bytes(), 9, mtime=0)).decode(),
    "page": script(PAGE),
}
parts["policy"] = "; ".join([
    "default-src 'none'",
    f"script-src {digest(parts['page'])} 'wasm-unsafe-eval'",
    f"style-src {digest(parts['style'])}",
    "worker-src blob:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
])
html = re.sub(r"/\*\{(.*?)\}\*/", lambda mark: parts[mark[1]], (page / "ishi.html").read_text())
pathlib.Path(target).write_text(html)
