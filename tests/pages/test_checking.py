"""What a build complains about, each with its place."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from generator.building.checking import check_links
from generator.building.manifest import Entry, open_manifest
from generator.pages.base.links import PageLinks, file_links, places
from generator.pages.base.page import Page, file_of

HEAD = "<!doctype html>\n<!-- one\ntwo --><script>var a = '<a href=\"no/\">';\n</script>\n"


@pytest.mark.parametrize(
    ("tag", "problem"),
    [
        ('<a href="../b/">x</a>', "links to b/, which is not there"),
        ('<a href="../b/index.html#y">x</a>', "links to b/#y, which is not there"),
        ('<a href="#y">x</a>', "links to #y in itself, which is not there"),
        ('<a href="/y">x</a>', 'the link "/y" is not relative'),
        ('<a href="../../y">x</a>', 'the link "../../y" leaves the site'),
        ('<i id="x"></i>\n<i id="x">here</i>', 'the id "x" is used twice'),
        ('<img src="y.png">', "the picture y.png has no alt text"),
        ('<svg role="img"></svg>', "an inline picture (svg role=img) has no aria-label"),
    ],
)
def test_every_complaint_has_its_line_and_heading(tag: str, problem: str) -> None:
    text = f"{HEAD}<h1>Ä <b>title</b></h1>\n<p>href=y id=x\n{tag}\n<h2>Later</h2>"
    line, heading = places("a/", text.encode())[problem]
    assert heading == "Ä title"
    assert line == text.count("\n", 0, text.index(tag.rpartition("\n")[2])) + 1


def test_place_without_a_heading() -> None:
    assert places("a/", b'<a href="#y">')["links to #y in itself, which is not there"] == (1, "")


def check(folder: Path, pages: dict[str, str]) -> tuple[str, ...]:
    """What is wrong with a site of these pages, by address."""
    output = folder / "out"
    with open_manifest(folder / "manifest.sqlite") as manifest:
        for address, text in pages.items():
            file = output / file_of(address)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            game = address.partition("/")[0]
            page = Page(address, "game", (), text.encode, game)
            links = file_links(address, text.encode())
            manifest.put(page, Entry(game, "game", "", 1, 1), links.dump())
        return check_links(manifest, output, pages, None, ())


def test_complaint_names_file_line_link_and_heading(tmp_path: Path) -> None:
    said = check(tmp_path, {"g/": '<h1>Game</h1>\n<a href="lost/">x</a>'})
    assert said == ('g/index.html:2: links to g/lost/, which is not there (under "Game")',)


def test_of_many_links_to_a_page_only_the_wrong_ones_are_named(tmp_path: Path) -> None:
    pages = {
        "g/": '<a href="a/#x">x</a><a href="b/">b</a>',
        "g/a/": '<b id="x"></b><a href="#x">x</a>',
        "g/b/": '<a href="../a/#x">x</a>\n<a href="../a/#y">y</a><a href="../">up</a>',
    }
    said = check(tmp_path, pages)
    assert said == ("g/b/index.html:2: links to g/a/#y, which is not there",)


def test_page_that_is_too_far_is_named_with_the_way_there(tmp_path: Path) -> None:
    chain = ["g/", "g/1/", "g/2/", "g/3/", "g/4/"]
    links = ["../g/1/", "../2/", "../3/", "../4/", "../1/"]
    pages = {one: f'<a href="{to}">x</a>' for one, to in zip(chain, links, strict=True)}
    pages["g/lost/"] = ""
    pages["g/data.json"] = ""
    assert check(tmp_path, pages) == (
        "g/4/index.html: 4 clicks from g/, at most 3 (g/ > g/1/ > g/2/ > g/3/ > g/4/)",
        "g/lost/index.html: no link of the game leads there from g/",
    )


def test_checking_more_games_takes_hardly_more_memory(tmp_path: Path) -> None:
    ids = frozenset(f"a-place-of-the-map-{number}" for number in range(2000))

    def peak(games: int) -> int:
        with open_manifest(tmp_path / f"{games}.sqlite") as manifest:
            pages = [f"g{game}/{page}" for game in range(games) for page in ("", "a/", "b/")]
            for address in pages:
                front = address.partition("/")[0] + "/"
                targets = {f"{front}{to}": ("a-place-of-the-map-1",) for to in ("", "a/", "b/")}
                page = Page(address, "game", (), address.encode, front[:-1])
                links = PageLinks(ids, targets).dump()
                manifest.put(page, Entry(page.game, "game", "", 1, 1), links)
            tracemalloc.start()
            assert check_links(manifest, tmp_path, pages, None, ()) == ()
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            return most

    assert peak(40) < 2 * peak(4)
