"""The part of Markdown that the pages use, to HTML.

Headings, paragraphs, lists of one level, tables, code blocks, pictures, links, code, bold and
italic. HTML is left out, except comments, which are not shown, and `<a id="NAME"></a>`, which gives a
place an address.
"""

import re
from html import escape


class Unknown(Exception):
    """Something that the pages do not use."""


class Page:
    """A page: its HTML, and what there is to check in it."""

    def __init__(self):
        self.title = ""
        self.html = ""
        self.anchors = set()
        self.links = []
        self.words = []


def anchor(title):
    """Returns the anchor of a heading, as the common hosts of repositories make it."""
    text = re.sub(r"[`*]", "", title).lower()
    text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text)
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def parse(text):
    page, parts = Page(), []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or line.startswith("<!--"):
            at += 1
        elif line.startswith("```"):
            at = code(page, parts, lines, at)
        elif line.startswith("#"):
            heading(page, parts, line, at + 1)
            at += 1
        elif line.startswith("|"):
            at = table(page, parts, lines, at)
        elif re.match(r"(- |\d+\. )", line):
            at = items(page, parts, lines, at)
        elif line.startswith(("    ", "\t", "<", ">", "* ", "+ ")) and not line.startswith(("<http", "<a id=")):
            raise Unknown(f"{at + 1}: not part of the Markdown that the site knows: {line}")
        else:
            at = paragraph(page, parts, lines, at)
    page.html = "\n".join(parts)
    return page


def code(page, parts, lines, at):
    words = lines[at][3:].split()
    end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("```")), None)
    if end is None:
        raise Unknown(f"{at + 1}: a code block has no end")
    language = words[0] if words else "text"
    body = []
    for line in lines[at + 1 : end]:
        shown = escape(line, quote=False)
        is_command = language == "console" and line.startswith("$ ")
        body.append(f"<b>{shown}</b>" if is_command else shown)
    caption = ""
    if len(words) > 1:
        caption = f"<figcaption>{escape(words[1])}</figcaption>"
    text = "\n".join(body)
    parts.append(f'<figure class="{language}">{caption}<pre tabindex="0">{text}</pre></figure>')
    return end + 1


def heading(page, parts, line, number):
    hashes, title = re.fullmatch(r"(#+) (.+)", line).groups()
    if len(hashes) == 1:
        page.title = re.sub("[`*]", "", title)
    name = anchor(title)
    if name in page.anchors:
        raise Unknown(f"{number}: two headings are called #{name}")
    page.anchors.add(name)
    level = len(hashes)
    parts.append(f'<h{level} id="{name}">{inline(page, title, number)}</h{level}>')


def table(page, parts, lines, at):
    rows = []
    while at < len(lines) and lines[at].startswith("|"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", lines[at].strip()[1:-1])]
        rows.append((at + 1, [cell.replace("\\|", "|") for cell in cells]))
        at += 1
    if len(rows) < 2 or any(not re.fullmatch(r":?-+:?", cell) for cell in rows[1][1]):
        raise Unknown(f"{rows[0][0]}: a table without a line under its head")
    width = len(rows[0][1])
    html = ['<div class="table"><table>']
    if any(rows[0][1]):
        html.append(row(page, rows[0], "th"))
    for number, cells in rows[2:]:
        if len(cells) != width:
            raise Unknown(f"{number}: a row with {len(cells)} cells instead of {width}")
        html.append(row(page, (number, cells), "td"))
    parts.append("\n".join(html) + "\n</table></div>")
    return at


def row(page, numbered, tag):
    number, cells = numbered
    return "<tr>" + "".join(f"<{tag}>{inline(page, cell, number)}</{tag}>" for cell in cells) + "</tr>"


def items(page, parts, lines, at):
    numbered = lines[at][0].isdigit()
    html = []
    while at < len(lines) and re.match(r"(- |\d+\. )", lines[at]):
        first, text = at + 1, re.sub(r"^(- |\d+\. )", "", lines[at])
        at += 1
        while at < len(lines) and lines[at].startswith("  ") and lines[at].strip():
            text += " " + lines[at].strip()
            at += 1
        html.append(f"<li>{inline(page, text, first)}</li>")
    tag = "ol" if numbered else "ul"
    parts.append(f"<{tag}>" + "\n".join(html) + f"</{tag}>")
    return at


def paragraph(page, parts, lines, at):
    first, text = at + 1, []
    while at < len(lines) and lines[at].strip() and not lines[at].startswith(("```", "#", "|", "- ", "<!--")):
        text.append(lines[at].strip())
        at += 1
    parts.append(f"<p>{inline(page, ' '.join(text), first)}</p>")
    return at


def inline(page, text, line):
    """Returns the HTML of a text in a line."""
    html, rest = [], text
    token = re.compile(
        r"`` ?(?P<two>.+?) ?``|`(?P<code>[^`]+)`|!\[(?P<alt>[^\]]*)\]\((?P<image>[^)]+)\)"
        r"|\[(?P<label>(?:[^\[\]`]|`[^`]*`|\[\d\])+)\]\((?P<link>[^)]+)\)|<(?P<bare>https?://[^>]+)>"
        r"|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*]+)\*|<a id=\"(?P<id>[\w-]+)\"></a>"
    )
    while rest:
        found = token.search(rest)
        plain(page, html, rest[: found.start()] if found else rest, line)
        if not found:
            break
        rest = rest[found.end() :]
        group = found.groupdict()
        if group["two"] or group["code"]:
            html.append(f"<code>{escape(group['two'] or group['code'], quote=False)}</code>")
        elif group["image"]:
            page.links.append((group["image"], line))
            html.append(f'<img src="{escape(group["image"])}" alt="{escape(group["alt"])}">')
        elif group["link"]:
            page.links.append((group["link"], line))
            target = re.sub(r"\.md(?=#|$)", ".html", group["link"])
            if re.match(r"https?://", group["link"]):
                target = group["link"]
            html.append(f'<a href="{escape(target)}">{inline(page, group["label"], line)}</a>')
        elif group["bare"]:
            page.links.append((group["bare"], line))
            html.append(f'<a href="{escape(group["bare"])}">{escape(group["bare"])}</a>')
        elif group["id"]:
            if group["id"] in page.anchors:
                raise Unknown(f"{line}: two places are called #{group['id']}")
            page.anchors.add(group["id"])
            html.append(f'<a id="{group["id"]}"></a>')
        elif group["bold"]:
            html.append(f"<strong>{inline(page, group['bold'], line)}</strong>")
        else:
            html.append(f"<em>{inline(page, group['italic'], line)}</em>")
    return "".join(html)


def plain(page, html, text, line):
    html.append(escape(text, quote=False))
    for word in re.findall(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’]*", re.sub(r"\b\w*[0-9_]\w*\b|[\w.]+@[\w.]+", " ", text)):
        if len(word) > 1:
            page.words.append((word, line))
