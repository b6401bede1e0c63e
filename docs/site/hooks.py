"""Hooks of MkDocs: pages from the root of the repository, anchors of codes and identifiers, spelling.

- README.md is the first page, and CHANGELOG.md and others are pages too.
- Each rule (`B047`), property (`ST`) and keyword (`MARK`) has an anchor of its name on the page that explains it, and a
  search finds it by this name.
- Words outside of code have to be in words.txt.
"""

import json
import logging
import os
import re
import shutil
from html.parser import HTMLParser
from importlib.metadata import distribution
from pathlib import Path

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File

SITE = Path(__file__).parent
ROOT = SITE.parent.parent
LOG = logging.getLogger("mkdocs.hooks.ishi")

# Pages that are not in docs, by their names on the site.
OUTSIDE = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "architecture.md": "ARCHITECTURE.md",
    "security.md": "SECURITY.md",
}
PAGES = {source: name for name, source in OUTSIDE.items()}
CONVERTER = ROOT / "target" / "web" / "ishi.html"
# The languages of code blocks that Pygments knows; others are shown as text.
LANGUAGES = {"console", "json", "python", "rust", "sh", "yaml"}

CODE = r"[BCEGI]\d{3}"
NAME = r"[A-Z][A-Z0-9]*"
# The anchors of each page; those of rows with the text that a search shows.
anchors = {}
unknown = set()


def has_converter():
    return CONVERTER.exists() and not os.environ.get("ISHI_SITE_WITHOUT_PAGE")


def on_config(config):
    if has_converter():
        config.nav.insert(1, {"Convert in this browser": "convert.html"})
    return config


def on_files(files, config):
    for name, source in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=from_the_root(text)))
    for name in ("style.css", "iframe-worker.js"):
        files.append(File.generated(config, name, abs_src_path=str(SITE / name)))
    if has_converter():
        files.append(File.generated(config, "convert.html", abs_src_path=str(CONVERTER)))
    return files


def from_the_root(text):
    """Changes the links of a page in the root of the repository into links of the site."""

    def link(found):
        label, path, anchor = found[1], found[2], found[3] or ""
        if path.startswith("docs/"):
            return f"[{label}]({path[5:]}{anchor})"
        if path in PAGES:
            return f"[{label}]({PAGES[path]}{anchor})"
        # A file of the repository that is not on the site.
        return label if (ROOT / path).exists() else found[0]

    return re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)", link, text)


def on_page_markdown(markdown, page, config, files):
    markdown = re.sub(r"\]\(((?:\.\./)+)([A-Z]+\.md)", lambda found: f"]({found[1][3:]}{PAGES[found[2]]}", markdown)
    lines, is_code, found = [], False, {}
    for line in markdown.split("\n"):
        fence = re.fullmatch(r"```(\S+)?(?: (\S+))?\s*", line)
        if fence:
            if not is_code:
                language = fence[1] if fence[1] in LANGUAGES else "text"
                line = f"``` {{ .{language} }}" if not fence[2] else f'``` {{ .{language} title="{fence[2]}" }}'
            is_code = not is_code
        elif not is_code:
            line = with_anchors(line, markdown, page.file.src_uri, found)
        lines.append(line)
    anchors[page.file.url] = found
    return "\n".join(lines)


def with_anchors(line, markdown, name, found):
    """Puts anchors before the codes, properties or keywords that a row of a table or a heading explains."""
    row = re.match(r"\| (.*?) \|", line) if name == "rules.md" or name.endswith("-properties.md") else None
    heading = re.match(r"## (.*)", line) if name.startswith("formats/") else None
    if not row and not heading:
        return line
    cell = re.sub(r"<[^>]*>|\(.*?\)|[\[\]]", "", (row or heading)[1]).strip()
    names = re.findall(rf"`({NAME})`", cell) or re.findall(rf"^(?:{CODE})$", cell)
    if re.search(r"[a-z]", re.sub(r"`[^`]*`|\band\b", "", cell)):
        return line
    new = [name for name in names if name not in found]
    text = re.sub(r"<[^>]*>|\]\([^)]*\)|[`|\[]", " ", line[row.end():]) if row else None
    found.update({name: text for name in new})
    marks = "".join(f'<a id="{name}"></a>' for name in new if f'id="{name}"' not in markdown)
    if not marks:
        return line
    return line.replace("| ", f"| {marks}", 1) if row else f"{marks}\n\n{line}"


class Words(HTMLParser):
    """Collects the text of a page outside of code."""

    def __init__(self):
        super().__init__()
        self.code, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if self.code or tag in ("code", "pre") or ("class", "filename") in attrs:
            self.code.append(tag)

    def handle_endtag(self, tag):
        if self.code and self.code[-1] == tag:
            self.code.pop()

    def handle_data(self, data):
        if not self.code:
            self.text.append(data)


def on_page_content(html, page, config, files):
    if page.file.src_uri in OUTSIDE and page.file.src_uri != "index.md":
        return html
    words = Words()
    words.feed(html)
    known = set((SITE / "words.txt").read_text(encoding="utf-8").split())
    text = re.sub(r"\b\w*[0-9_]\w*\b|[\w.]+@[\w.]+|https?://\S+", " ", " ".join(words.text))
    for word in re.findall(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’]+", text):
        plain = re.sub(r"['’]s?$", "", word)
        if len(plain) > 1 and not {word, word.lower(), plain, plain.lower()} & known and plain not in unknown:
            unknown.add(plain)
            LOG.warning("%s: not in words.txt: %s", page.file.src_uri, plain)
    return html


# After the search has written its index, and before the offline plugin makes a script of it.
@event_priority(-50)
def on_post_build(config):
    path = Path(config.site_dir) / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    for url, names in anchors.items():
        for name, text in names.items():
            if text is None:
                continue  # The section of a heading is in the index.
            index["docs"].append({"location": f"{url}#{name}", "title": name, "text": text, "boost": 4})
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


    # Searches in languages that the pages do not have, and maps for debuggers.
    scripts = Path(config.site_dir) / "assets" / "javascripts"
    shutil.rmtree(scripts / "lunr")
    for debug in scripts.parent.rglob("*.map"):
        debug.unlink()
    theme = distribution("mkdocs-material")
    licence = next(file for file in theme.files if file.name == "LICENSE" and "dist-info" in str(file))
    shutil.copy(theme.locate_file(licence), scripts.parent / "LICENSE-theme.txt")
