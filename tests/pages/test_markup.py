"""Text from people: what stays, what goes, and that nothing in it can harm a reader."""

from __future__ import annotations

import html5lib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.engine.errors import FileError
from generator.pages.base.links import page_links
from generator.pages.base.markup import ATTRIBUTES, SCHEMES, TAGS, plain_text, safe_html


@example("|\n|")
@given(st.text(alphabet="<>\"'/= \n#*_[]()!&;abcijnorsxSCRIPT:`|-", max_size=120))
def test_any_text_becomes_harmless_html(text: str) -> None:
    check(safe_html(text))
    check(safe_html(text, own=True), own=True)


def check(html: str, *, own: bool = False) -> None:
    """Only tags and attributes of the list, only known schemes, no picture in a player's text."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    for element in tree.iter():
        if not isinstance(element.tag, str) or element.tag == "DOCUMENT_FRAGMENT":
            continue
        assert element.tag in TAGS, html
        allowed = ATTRIBUTES.get(element.tag, frozenset()) | {"rel"}
        if own:
            allowed |= {"id", "tabindex"} if element.tag in ("pre", "table") else {"id"}
        assert set(element.attrib) <= allowed, html
        target = element.get("href", "")
        scheme = target.partition(":")[0].lower() if ":" in target.partition("/")[0] else ""
        assert scheme in SCHEMES | {""}, html
        if element.tag == "img":
            assert own, html
            assert not element.get("src", "").startswith(("http:", "https:", "//", "data:"))


def test_ordinary_markdown_survives() -> None:
    html = safe_html("# To *Riga*\n\nWe [come](https://example.org/a).\n\n- bread\n- carts\n")
    assert "<h2>To <em>Riga</em></h2>" in html
    assert '<a href="https://example.org/a" rel="noopener noreferrer nofollow">come</a>' in html
    assert "<li>bread</li>" in html


def test_heading_of_a_player_gets_no_id() -> None:
    assert "id=" not in safe_html("## main\n")
    assert '<h2 id="main-part">' in safe_html("## Main part\n", own=True)


def test_remote_picture_goes_and_own_picture_stays() -> None:
    assert "<img" not in safe_html("![spy](https://example.org/pixel.gif)", own=True)
    assert "<img" not in safe_html("![spy](//example.org/pixel.gif)", own=True)
    assert '<img alt="plan" src="plan.png">' in safe_html("![plan](plan.png)", own=True)
    assert "<img" not in safe_html("![plan](plan.png)")


def test_players_links_within_the_site_go_so_that_they_cannot_break_the_build() -> None:
    html = safe_html('[x](nowhere/) <a href="/etc">y</a> <a title="<b id=main href=z>">z</a>')
    assert page_links("a/", html).targets == {}
    assert page_links("a/", html).ids == frozenset()


def test_no_text_shows_what_another_one_left() -> None:
    link = "[Riga][1]\n\n[1]: https://example.org/riga\n"
    lasting = "## Main part\n\n## Main part\n\n[Riga][1]\n"
    before = safe_html(lasting, own=True), safe_html(lasting)
    assert 'href="https://example.org/riga"' in safe_html(link, own=True) + safe_html(link)
    with pytest.raises(RecursionError):
        safe_html("- " * 1500 + "deep")
    with pytest.raises(FileError):
        safe_html("- " * 1500 + "deep", own=True)
    assert (safe_html(lasting, own=True), safe_html(lasting)) == before


def test_plain_text_is_cut_at_a_word() -> None:
    assert plain_text("<p>one &amp; two</p><p>three</p>", 9) == "one & two…"
