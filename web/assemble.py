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
report = here / "../crates/cli/src/report"

IMPORT = re.compile(r'^import (?:\{ (.*) \} from )?"\./(.*)\.mjs";\n', re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|const) ([\w$]+))", re.M)


def bundle(name, known):
    """Returns a module as a function that is run once, after those that it imports. A circle of modules has no order."""
    if name in known:
        assert known[name], f"{name}.mjs imports itself, by a circle"
        return ""
    known[name] = False
    text = (page / f"{name}.mjs").read_text()
    before = "".join(bundle(other, known) for _, other in IMPORT.findall(text))
    known[name] = True
    body = EXPORT.sub(r"\1", IMPORT.sub(lambda found: f"const {{ {found[1] or ''} }} = ${found[2]};\n", text))
    assert not re.search(r"^(import|export)", body, re.M), f"{name}.mjs has an import or export that is not bundled"
    exports = ", ".join(exported for _, exported in EXPORT.findall(text))
    return f"{before}const ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def script(name):
    text = f'(() => {{\n"use strict";\nconst VERSION = "{version}";\n{bundle(name, {})}}})();\n'
    assert "</script" not in text
    return text


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def report_page():
    """Returns the page of the program's report, whose data the worker fills in."""
    style, code = (f"\n{(report / name).read_text()}\n" for name in ("page.css", "page.js"))
    policy = f"default-src 'none'; img-src data:; style-src {digest(style)}; script-src {digest(code)}; base-uri 'none'; form-action 'none'"
    html = (report / "page.html").read_text().replace("{{policy}}", policy)
    html = html.replace("\n{{style}}\n", style).replace("\n{{script}}\n", code)
    return base64.b64encode(gzip.compress(html.encode(), 9, mtime=0)).decode()


parts = {
    "style": (page / "page.css").read_text() + (here / "../crates/draw/src/sheet/sheet.css").read_text(),
    "worker": script("worker"),
    "module": base64.b64encode(gzip.compress(pathlib.Path(module).read_bytes(), 9, mtime=0)).decode(),
    "report": report_page(),
    "page": script("main"),
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
