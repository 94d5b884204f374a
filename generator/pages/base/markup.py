"""Markdown written by people -> HTML that is safe to publish.

The allow-list is ours and explicit: whatever is not named here is taken out. No remote images, no
scripts, no styles, no forms, no frames, and ids only where the site's own pages ask for them.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from generator.engine.errors import FileError

if TYPE_CHECKING:
    from markdown import Markdown

TAGS: Final = frozenset({
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h2",
    "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "ol", "p", "pre", "s", "small",
    "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    "a": frozenset({"href", "title"}),
    "abbr": frozenset({"title"}),
    "img": frozenset({"src", "alt", "title"}),
    "ol": frozenset({"start"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan", "scope"}),
}
SCHEMES: Final = frozenset({"http", "https", "mailto"})
# Contents go with these tags; of all others only the tag goes.
_GONE: Final = frozenset({"script", "style", "iframe", "object", "template", "svg", "math"})
_HEADINGS: Final = ("h2", "h3", "h4")
_TAG: Final = re.compile(r"<[a-zA-Z](?:[^<>\"]|\"[^\"]*\")*>")
_PICTURE: Final = re.compile(r"<img(?: alt=\"(?P<alt>[^\"]*)\")?>")
_WHOLE: Final = re.compile(r"(?:https?://|mailto:)[^/]", re.IGNORECASE)
_REMOTE: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:|//|/|\\)", re.IGNORECASE)
_CODE: Final = re.compile(r"`([^`\n]+)`")


def with_code(text: str) -> Markup:
    """Plain text in which what is between two backticks is code, as rules have it."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def safe_html(text: str, *, own: bool = False) -> Markup:
    """The HTML of a Markdown text, without anything that could harm a reader.

    A first-level heading becomes a second-level one: a page already has one. `own` is for the
    site's own pages: headings get ids, pictures and links within the site stay. In a player's text
    ids could clash and addresses within the site lead nowhere, so there they go; a picture leaves
    its words.

    A text made to do harm takes time by the square of its length, or raises RecursionError: what
    players write goes through `press_html`. Raises FileError for such a page of the site's own.
    """
    import nh3

    def keep(tag: str, name: str, value: str) -> str | None:
        """An attribute's value, or None to drop it: pictures come from the site itself, a player's
        links name their whole address."""
        if own:
            return None if (tag, name) == ("img", "src") and _REMOTE.match(value) else value
        return None if (tag, name) == ("a", "href") and not _WHOLE.match(value) else value

    try:
        made = _reader(own).reset().convert(text)
    except Exception as error:
        _reader.cache_clear()  # this one is in the midst of the text
        if own and isinstance(error, RecursionError):
            raise FileError("a text of the site is nested too deeply to be read") from None
        raise
    made = re.sub(r"<(/?)h1\b", r"<\1h2", made)
    # Without a "*", nh3 has some for every tag.
    attributes = {"*": set[str](), **{tag: set(names) for tag, names in ATTRIBUTES.items()}}
    if own:
        attributes |= {tag: {"id"} for tag in _HEADINGS}
    else:
        attributes["img"] = {"alt"}
    cleaned = nh3.clean(
        made,
        tags=set(TAGS),
        attributes=attributes,
        clean_content_tags=set(_GONE),
        attribute_filter=keep,
        url_schemes=set(SCHEMES),
        strip_comments=True,
        link_rel="noopener noreferrer nofollow",
    )
    # nh3 does not escape < and > within attributes; the link checker, and readers of the source,
    # may then take them for tags.
    cleaned = _TAG.sub(
        lambda tag: "<" + tag[0][1:-1].replace("<", "&lt;").replace(">", "&gt;") + ">", cleaned
    )
    if own:
        # Anything wider than the page can be scrolled, also without a mouse.
        cleaned = re.sub("<(pre|table)>", r'<\1 tabindex="0">', cleaned)
    else:
        cleaned = _PICTURE.sub(_picture_words, cleaned)
    # A picture that lost its source is of no use.
    return Markup(re.sub(r"<img(?![^>]*\ssrc=)[^>]*>", "", cleaned))


@lru_cache(maxsize=2)  # to make a reader takes as long as to read a text
def _reader(own: bool) -> Markdown:
    """The Markdown reader for players' texts, or for the site's own pages."""
    from markdown import Markdown

    return Markdown(extensions=["tables", "sane_lists", "fenced_code", *(["toc"] if own else [])])


def _picture_words(picture: re.Match[str]) -> str:
    words = (picture["alt"] or "").strip()
    return f"[picture: {words}]" if words else "[picture]"


def plain_text(markup: str, limit: int = 160) -> str:
    """The words of cleaned HTML on one line, cut at a word after about `limit` characters."""
    words = html.unescape(re.sub(r"<[^>]+>", " ", markup)).split()
    line = ""
    for word in words:
        if len(line) + len(word) > limit:
            return line.rstrip(",;: ") + "…"
        line = f"{line} {word}" if line else word
    return line
