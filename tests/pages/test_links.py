"""The link checker and relative addresses."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.pages.base.links import page_links
from generator.pages.base.page import address_of_file, file_of, link, map_of


@pytest.mark.parametrize(
    ("source", "target", "href"),
    [
        ("", "", "index.html"),
        ("", "a/b/", "a/b/index.html"),
        ("a/b/", "", "../../index.html"),
        ("a/b/", "a/c/", "../c/index.html"),
        ("a/b/", "a/b/map.svg", "map.svg"),
        ("a/b/", "a/", "../index.html"),
        ("404.html", "page.css", "page.css"),
        ("a/", "a/", "index.html"),
        ("ab/", "a/b/", "../a/b/index.html"),
    ],
)
def test_links_lead_from_page_to_page(source: str, target: str, href: str) -> None:
    assert link(source, target) == href
    seen = page_links(source, f'<a href="{href}">x</a>')
    assert dict(seen.targets) == ({target: ()} if target != source else {})


def test_address_and_file_are_a_pair() -> None:
    for address in ("", "a/", "a/b/", "a/map.svg", "404.html"):
        assert address_of_file(file_of(address)) == address


class _Parsed(HTMLParser):
    """What a parser finds: ids in their order, and what is linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "xlink:href"):
                self.links.add(value or "")


NAMES = st.sampled_from(["id", "href", "src", "xlink:href", "class", "title", "data-id", "role"])
WORDS = st.sampled_from(["a", "b", "x id=", " href=", "id=&quot;a&quot;", "é", "&amp;", "b/", "#a"])
VALUES = st.lists(WORDS, min_size=1, max_size=3).map("".join)
TEXTS = st.sampled_from(["", " ", ' id="a"', " href='b'", ' say "id="', "&lt;a id=x&gt;", "é\n"])


@st.composite
def attributes(draw: st.DrawFn) -> str:
    """An attribute in one of the ways to write it."""
    name, value = draw(NAMES), draw(VALUES)
    forms = [f'{name}="{value}"', f"{name}='{value}'", f'{name} = "{value}"']
    if not set(value) & set(" =\"'"):
        forms.append(f"{name}={value}")
    return draw(st.sampled_from([" ", "\n", "  "])) + draw(st.sampled_from(forms))


@st.composite
def markups(draw: st.DrawFn) -> str:
    """Tags and what stands between them, as pages have them: `<` and `>` bound tags alone."""
    parts = []
    for _ in range(draw(st.integers(0, 6))):
        # A browser takes the first of two attributes of one name; our pages have none twice.
        several = draw(st.lists(attributes(), max_size=3, unique_by=lambda one: one.split("=")[0]))
        named = {one.split("=")[0].strip(): one for one in several}
        tag = draw(st.sampled_from(["a", "p", "b", "use"]))
        parts += [f"<{tag}{''.join(named.values())}>", draw(TEXTS)]
    return "<p>" + draw(TEXTS) + "".join(parts)


@given(text=markups())
@example(text='<p><a class="x id=" id = "a"><b title="href=" href="b">')
def test_a_page_says_what_a_parser_finds(text: str) -> None:
    found, parsed = page_links("g/", text), _Parsed(text)
    assert found.ids == frozenset(parsed.ids)
    twice = {f'the id "{name}" is used twice' for name in parsed.ids if parsed.ids.count(name) > 1}
    assert {one for one in found.problems if "twice" in one} == twice
    links = "".join(f'<a href="{html.escape(link)}"></a>' for link in sorted(parsed.links))
    alone = page_links("g/", links + "".join(f'<b id="{html.escape(i)}"></b>' for i in found.ids))
    assert dict(found.targets) == dict(alone.targets)


@given(text=markups(), drawn=markups(), layer=markups())
def test_a_map_in_a_page_says_what_it_says_elsewhere(text: str, drawn: str, layer: str) -> None:
    symbols = f"<defs>{drawn}</defs>"
    layers = f'<g class="layer one">{layer}</g><g class="layer frame">{layer}</g>'
    board = f'<svg class="board">{symbols}{layers}</svg><svg></svg>'
    whole, parsed = page_links("g/", f"{text}{board}{text}"), _Parsed(text + board + text)
    assert whole.ids == frozenset(parsed.ids)
    assert ("twice" in str(whole.problems)) == (len(whole.ids) < len(parsed.ids))


@pytest.mark.parametrize("opaque", ["<!-- {} -->", "<script>{}</script>", "<style>{}</style>"])
def test_a_picture_that_is_not_there_hides_nothing(opaque: str) -> None:
    picture = '<svg><defs></defs><g class="layer frame"><g id="no"></g></g></svg>'
    text = f'<b id="one"></b>{opaque.format(picture)}<b id="two"></b>'
    assert page_links("g/", text).ids == {"one", "two"}


@pytest.mark.parametrize("address", ["", "a/", "a/b/", "a/b/c/", "a/b/c/d.html"])
@pytest.mark.parametrize("href", ["../../x", "../../../x#y", "../../", "../..", "../../?q#y"])
def test_a_far_link_leads_where_a_browser_goes(address: str, href: str) -> None:
    """Whether or not another page, from which it leads elsewhere, has had it before."""
    links = page_links(address, f'<a href="{href}">x</a>')
    if href.count("..") > address.count("/"):
        assert links.problems == (f'the link "{href}" leaves the site',)
        return
    whole = urljoin(f"https://x.test/{address}", href).removeprefix("https://x.test/")
    path, _, anchor = whole.partition("#")
    assert dict(links.targets) == {path.partition("?")[0]: (anchor,) if anchor else ()}


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("../a/../b/x", "a/b/x"),
        ("./x", "a/c/x"),
        ("x/./y/", "a/c/x/y/"),
        ("../../..", None),
        ("..", "a/"),
        ("../..", ""),
        (".", "a/c/"),
        (".x", "a/c/.x"),
        ("../../../x", None),
        ("x//y", "a/c/x/y"),
        ("../x-1/y_2/z.tar.gz", "a/x-1/y_2/z.tar.gz"),
        ("../x/index.html", "a/x/"),
        ("../xindex.html", "a/xindex.html"),
        ("../é/x", "a/é/x"),
    ],
)
def test_winding_paths_lead_where_a_browser_goes(href: str, target: str | None) -> None:
    links = page_links("a/c/", f'<a href="{href}">x</a>')
    if target is None:
        assert links.problems == (f'the link "{href}" leaves the site',)
    else:
        assert list(links.targets) == [one for one in [target] if one != "a/c/"]


def test_maps_of_four_years_are_one_file_whichever_of_them_were_played() -> None:
    files = {year: map_of(f"duel/{year}/spring/") for year in (1899, 1900, 1903, 1904)}
    assert files == {
        1899: ("duel/maps/1896-1899.svg", "1899-spring"),
        1900: ("duel/maps/1900-1903.svg", "1900-spring"),
        1903: ("duel/maps/1900-1903.svg", "1903-spring"),
        1904: ("duel/maps/1904-1907.svg", "1904-spring"),
    }
