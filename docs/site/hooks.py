"""Hooks of MkDocs: pages from the root of the repository, names for the search, spelling.

- README.md is the first page, and CHANGELOG.md and others are pages too.
- The pages have anchors for rules (`<a id="B047"></a>`), properties (`ST`) and keywords (`MARK`). A search for such a name
  finds the anchor.
- A line never breaks inside an option such as `--report`.
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

# The anchors of each page, with the texts that a search shows.
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
        # The tables of the first page get the room of its table of contents.
        head = "---\nhide: [toc]\n---\n" if name == "index.md" else ""
        if name == "index.md" and has_converter():
            title, text = text.split("\n", 1)
            text = f"{title}\n\n[Open your records here](convert.html){{ .md-button .md-button--primary }}\n{text}"
        files.append(File.generated(config, name, content=head + from_the_root(text)))
    for name in ("style.css", "iframe-worker.js", "names.js", "logo.svg"):
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
    given, lines, is_code, found = markdown.split("\n"), [], False, {}
    for line in given:
        fence = re.fullmatch(r"```(\S+)?(?: (\S+))?\s*", line)
        if fence:
            if not is_code:
                language = fence[1] if fence[1] in LANGUAGES else "text"
                line = f"``` {{ .{language} }}" if not fence[2] else f'``` {{ .{language} title="{fence[2]}" }}'
            is_code = not is_code
        elif not is_code:
            found.update(named(line, given[len(lines):]))
        lines.append(line)
    anchors[page.file.url] = found
    return "\n".join(lines)


def named(line, rest):
    """Returns the names of the anchors on a line, with the text that a search shows for them."""
    ids = re.findall(r'<a id="([^"]+)"></a>', line)
    row = re.match(r"\|[^|]*\|(.*)", line)
    shown = row[1] if row else next((after for after in rest if after.startswith("#")), "")
    text = re.sub(r"<[^>]*>|\]\([^)]*\)|^#+|[`|\[]", " ", shown).strip()
    return {name: text for name in ids}


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


def with_whole_options(html):
    """Marks the options in the code of sentences and tables, because browsers break lines after a hyphen."""

    def marked(code):
        return re.sub(r"(?<![\w-])--?[a-z][a-z-]*", r'<span class="option">\g<0></span>', code[0])

    return re.sub(r"(?<!<pre>)<code>[^<]*</code>", marked, html)


def on_page_content(html, page, config, files):
    html = with_whole_options(html)
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


def on_post_page(html, page, config):
    # The theme leaves the dialog of its search without a name.
    return html.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')


# After the search has written its index, and before the offline plugin makes a script of it.
@event_priority(-50)
def on_post_build(config):
    path = Path(config.site_dir) / "search" / "search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    for url, names in anchors.items():
        for name, text in names.items():
            index["docs"].append({"location": f"{url}#{name}", "title": name, "text": text, "boost": 4})
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    # The search leaves out pages with a word after a hyphen, so that `--force` would find nothing.
    worker = next((Path(config.site_dir) / "assets" / "javascripts" / "workers").glob("search.*.js"))
    before, after = worker.read_text(encoding="utf-8"), r'.trim().replace(/(^|\s)-+(?=\w)/g,"$1").split(/"([^"]+)"/g)'
    changed = before.replace('.trim().split(/"([^"]+)"/g)', after)
    if changed == before:
        LOG.warning("%s: the place where a search is split was not found", worker.name)
    worker.write_text(changed, encoding="utf-8")

    # Searches in languages that the pages do not have, and maps for debuggers.
    scripts = Path(config.site_dir) / "assets" / "javascripts"
    shutil.rmtree(scripts / "lunr")
    for debug in scripts.parent.rglob("*.map"):
        debug.unlink()
    theme = distribution("mkdocs-material")
    licence = next(file for file in theme.files if file.name == "LICENSE" and "dist-info" in str(file))
    shutil.copy(theme.locate_file(licence), scripts.parent / "LICENSE-theme.txt")
