"""A post as a forum would show it: a page to look at before pasting; and as a mail in HTML, one
file with its styles and nothing from elsewhere but the map."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from generator.posts.dialects import Dialect

_FIXED: Final = re.compile(r"\[code\](.*?)\[/code\]", re.DOTALL)
_TABLE: Final = re.compile(r"\[table\].*?\[/table\]", re.DOTALL)
_SIZES: Final = {"150": "1.5em", "14pt": "1.4em", "4": "1.3em", "5": "1.5em"}
_PLAIN: Final = ("b", "i", "s", "table", "tr", "td", "th")
_STYLE: Final = (
    "body{margin:0;background:#dfe6ee;color:#1f2328;font:15px/1.5 Verdana,sans-serif}"
    "main{max-width:860px;margin:0 auto;padding:12px}"
    "h1{font-size:1.1rem;overflow-wrap:anywhere}"
    "article{background:#fff;border:1px solid #b9c4d0;padding:16px;margin:0 0 16px;"
    "overflow-wrap:break-word}"
    "header{font-size:.8rem;color:#4a5560;border-bottom:1px solid #d5dde6;margin:0 0 10px}"
    "img{max-width:100%;height:auto}pre{overflow-x:auto;background:#f3f5f7;"
    "border:1px solid #d5dde6;padding:8px;font:13px/1.4 Consolas,Menlo,monospace}"
    "pre.post{white-space:pre-wrap;border:0;background:none;padding:0}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid #d5dde6;"
    "padding:2px 8px;text-align:left;vertical-align:top}"
)


def preview_page(subject: str, parts: Sequence[str], dialect: Dialect) -> str:
    """The page that shows the parts of a post in this dialect.

    BBCode is drawn; Markdown is shown as it is written, since each place reads its own.
    """
    if dialect.format == "html":
        return "".join(parts)
    shown = "\n".join(
        f"<article><header>{escape(dialect.name)}, part {number} of {len(parts)}, "
        f"{len(part):,} characters</header>\n{_preview_html(part, dialect)}\n</article>"
        for number, part in enumerate(parts, 1)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(subject)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{escape(subject)}</h1>\n{shown}\n</main>\n</body>\n</html>\n"
    )


def _preview_html(part: str, dialect: Dialect) -> str:
    if dialect.format == "bbcode":
        return bbcode_html(part)
    return f'<pre class="post" tabindex="0">{escape(part)}</pre>'


def bbcode_html(text: str) -> str:
    """BBCode as HTML, as far as our dialects use it; any other tag stays text."""
    found: list[str] = []
    last = 0
    for code in _FIXED.finditer(text):
        found.append(_drawn(text[last : code.start()]))
        found.append(f'<pre tabindex="0">{escape(code[1])}</pre>')
        last = code.end()
    found.append(_drawn(text[last:]))
    return "".join(found)


def _drawn(text: str) -> str:
    html = escape(text, quote=False)
    html = _TABLE.sub(
        lambda table: f'<div class="scroll" tabindex="0">{table[0]}</div>'.replace("\n", ""), html
    )
    for tag in _PLAIN:
        html = html.replace(f"[{tag}]", f"<{tag}>").replace(f"[/{tag}]", f"</{tag}>")
    html = re.sub(r"\[color=(#[0-9a-f]{6})\]", r'<span style="color:\1">', html)
    html = re.sub(
        r"\[size=(\w+)\]",
        lambda found: f'<span style="font-size:{_SIZES.get(found[1], "1em")}">',
        html,
    )
    html = html.replace("[/color]", "</span>").replace("[/size]", "</span>")
    html = re.sub(r'\[spoiler="([^"\]]*)"\]\n?', r"<details><summary>\1</summary>", html)
    html = html.replace("[/spoiler]", "</details>")
    html = re.sub(r"\[img\]([^\[\]\"]+)\[/img\]", r'<img src="\1" alt="The map">', html)
    html = re.sub(r"\[url=([^\[\]\"]+)\]", r'<a href="\1">', html).replace("[/url]", "</a>")
    return html.replace("\n", "<br>\n")


def mail_page(subject: str, body: str) -> str:
    """The whole document around the body (finished HTML)."""
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(subject)}</title>\n</head>\n"
        '<body style="margin:0;background:#f4eee0;color:#2a2119">\n'
        '<div style="max-width:680px;margin:0 auto;padding:20px;background:#fffdf7;'
        'font:16px/1.5 Georgia,serif;overflow-wrap:break-word">\n'
        f"{body.strip()}\n</div>\n</body>\n</html>\n"
    )
