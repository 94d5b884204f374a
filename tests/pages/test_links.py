"""The link checker and relative addresses."""

from __future__ import annotations

import pytest

from generator.pages.base.links import PageLinks, broken_links, far_pages, page_links
from generator.pages.base.page import address_of_file, file_of, link


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


def test_text_that_looks_like_a_tag_is_not_taken_for_one() -> None:
    text = "<p>a href=&quot;x&quot; &lt;img src=y&gt;</p><script>'<a href=\"z\">'</script>"
    assert page_links("a/", text) == PageLinks(frozenset(), {})


def test_names_are_found_in_any_quotes() -> None:
    seen = page_links("", "<b id='x'></b><b id=y></b><a href='q/#r'></a><a href=\"#x\"></a>")
    assert seen.ids == {"x", "y"}
    assert dict(seen.targets) == {"q/": ("r",)}
    assert seen.problems == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('<a id="x"></a><b id="x"></b>', 'the id "x" is given twice'),
        ('<img src="a.png">', "the picture a.png has no alt text"),
        ('<svg role="img"></svg>', "an inline picture (svg role=img) has no aria-label"),
        ('<a href="/x"></a>', 'the link "/x" is not relative'),
        ('<a href="javascript:x"></a>', 'the link "javascript:x" is not relative'),
        ('<a href="../../x"></a>', 'the link "../../x" leaves the site'),
        ('<a href="#gone"></a>', "links to #gone in itself, which is not there"),
    ],
)
def test_problems_of_a_page_alone(text: str, problem: str) -> None:
    assert problem in page_links("a/", text).problems


def test_missing_page_and_missing_anchor_are_told_apart() -> None:
    links = page_links("a/", '<a href="../b/#x"></a><a href="../c/"></a>')
    said = broken_links(links, {"a/": frozenset(), "b/": frozenset({"y"})})
    assert said == ("links to b/#x, which is not there", "links to c/, which is not there")


def test_page_four_clicks_away_is_far() -> None:
    chain = ["g/", "g/1/", "g/2/", "g/3/", "g/4/"]
    links = {
        one: PageLinks(frozenset(), {two: ()})
        for one, two in zip(chain, [*chain[1:], "g/"], strict=True)
    }
    assert far_pages("g/", chain, links) == {"g/4/": tuple(chain)}
    assert far_pages("g/", chain, links, clicks=4) == {}
    assert far_pages("g/", [*chain, "g/lost/"], links) == {"g/4/": tuple(chain), "g/lost/": ()}


def test_links_survive_being_kept() -> None:
    links = page_links("a/", '<b id="x"></b><a href="../b/#x"></a><img src="p.png">')
    assert PageLinks.load(*links.dump()) == links
