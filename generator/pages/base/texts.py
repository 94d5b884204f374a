"""The site's own pages: Markdown files of the site folder, at the address of their path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from markupsafe import Markup

from generator.engine.errors import FileError, Place
from generator.pages.base.maker import PageMaker
from generator.pages.base.markup import plain_text, safe_html
from generator.pages.base.page import Page, digest, link

_GUIDE = "guide"
_MARKDOWN_LINK = re.compile(r'href="([^":?#]+\.md)(#[^"]*)?"')
_PICTURE = re.compile(r'src="([^":?#/]+\.png)"')


def text_pages(maker: PageMaker, site_root: Path) -> Iterator[Page]:
    """A page for every Markdown file but the home page's text, and the pictures of the guide."""
    for path, file in site_texts(site_root).items():
        yield _text_page(maker, site_root, path, read_text(file))
    for picture in sorted(_guide_of(site_root).glob("*.png")):
        data = picture.read_bytes()
        address = f"{_GUIDE}/{picture.name}"
        yield Page(address, "file", (("file", digest(data)),), partial(bytes, data))


def text_addresses(site_root: Path) -> Iterator[str]:
    """The addresses of those pages."""
    return map(address_of_text, site_texts(site_root))


def site_texts(site_root: Path) -> Mapping[str, Path]:
    """The Markdown files that become pages, by their paths in the site, sorted.

    A site without a folder guide/ has the guide that comes with the program.
    """
    found = {}
    for file in site_root.rglob("*.md"):
        path = file.relative_to(site_root).as_posix()
        # An editor's lock may be a link that leads nowhere.
        if path != "home.md" and not path.startswith("static/") and file.is_file():
            found[path] = file
    guide = _guide_of(site_root)
    found |= {f"{_GUIDE}/{file.name}": file for file in guide.glob("*.md") if file.is_file()}
    return dict(sorted(found.items()))


def _guide_of(site_root: Path) -> Path:
    """The folder of the site's guide: its own, or the one that comes with the program."""
    # The program is installed, or in a checkout.
    package = Path(__file__).resolve().parents[2]
    places = (site_root / _GUIDE, package / "_guide", package.parent / "site" / _GUIDE)
    return next((place for place in places if place.is_dir()), places[-1])


def _text_page(maker: PageMaker, site_root: Path, path: str, text: str) -> Page:
    address = address_of_text(path)
    title, body = text_title(text, path)

    def values() -> Mapping[str, Any]:
        html = site_links(safe_html(body, own=True), address, site_root)
        contents = re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', html)
        return {
            "title": title,
            "description": plain_text(html.partition("</p>")[0]) or title,
            "text": html,
            "contents": tuple(
                (anchor, Markup(heading).striptags()) for anchor, heading in contents
            ),
        }

    return maker.page(address, "text", "text.html", (("text", digest(text)),), values)


def read_text(file: Path) -> str:
    """A Markdown file. Raises FileError where it is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FileError("not UTF-8 text", place=Place(str(file))) from error


def address_of_text(path: str) -> str:
    """`about/` for `about.md`, `guide/` for `guide/index.md`."""
    plain = path.removesuffix(".md")
    return f"{plain.removesuffix('index')}" if plain.endswith("/index") else f"{plain}/"


def text_title(text: str, path: str) -> tuple[str, str]:
    """The title (the first heading) and the rest; a text without one takes the name of its file."""
    first, _, rest = text.lstrip("\n").partition("\n")
    if first.startswith("# "):
        return first[2:].strip(), rest
    return PurePosixPath(path).stem.replace("-", " ").capitalize(), text


def site_links(html: Markup, address: str, site_root: Path) -> Markup:
    """The HTML of the page at `address` with links to Markdown files led to their pages, and the
    pictures that lie beside its file."""
    folder = PurePosixPath(address) if address else PurePosixPath()
    # A link follows the files: `guide/orders.md` and `guide/players.md` are in one folder, while
    # the page of each is a folder deeper.
    if address and f"{address}index.md" not in site_texts(site_root):
        folder = folder.parent

    def lead(found: re.Match[str]) -> str:
        parts: list[str] = []
        for step in (folder / found[1]).parts:
            if step == ".." and parts:
                parts.pop()
            elif step != ".":
                parts.append(step)
        target = address_of_text("/".join(parts))
        return f'href="{link(address, target)}{found[2] or ""}"'

    def show(found: re.Match[str]) -> str:
        return f'src="{link(address, (folder / found[1]).as_posix())}"'

    return Markup(_PICTURE.sub(show, _MARKDOWN_LINK.sub(lead, html)))
