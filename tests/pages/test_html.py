"""Every page of the built site: valid HTML, relative links, nothing hostile, nothing remote."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import html5lib
import pytest

from tests.pages.sample import MAP, Sample


def pages(sample: Sample) -> Iterator[tuple[str, str]]:
    for name, data in sample.files().items():
        if name.endswith(".html"):
            yield name, data.decode()


def test_every_page_parses_strictly(built: Sample) -> None:
    count = 0
    for name, text in pages(built):
        parser = html5lib.HTMLParser(strict=True)
        try:
            parser.parse(text)
        except html5lib.html5parser.ParseError as error:
            pytest.fail(f"{name}: {error} near {parser.tokenizer.stream.position()}")
        count += 1
    assert count > 12


def test_pages_have_the_signs_that_they_use_and_no_others_have_any(built: Sample) -> None:
    asking = 0
    for name, text in pages(built):
        asked = set(re.findall(r'href="#(i-[a-z]+)"', text))
        assert asked <= set(re.findall(r'<symbol id="([^"]*)"', text)), name
        assert bool(asked) or "<symbol" not in text, name
        asking += bool(asked)
    assert asking > 2


def test_every_page_has_one_heading_of_the_first_level_and_a_skip_link(built: Sample) -> None:
    for name, text in pages(built):
        assert len(re.findall(r"<h1\b", text)) == 1, name
        assert 'href="#main"' in text, name
        assert 'id="main"' in text, name


def test_links_are_relative_and_nothing_is_fetched_from_elsewhere(built: Sample) -> None:
    for name, text in pages(built):
        for attribute, value in re.findall(r'\s(href|src)="([^"]*)"', text):
            assert not value.startswith("/"), (name, value)
            if attribute == "src":
                assert not re.match(r"[a-z]+:", value), (name, value)
        assert not re.search(r'<(?:link|script)[^>]*(?:href|src)="https?:', text), name
    for name, data in built.files().items():
        if name.endswith((".css", ".js")):
            assert b"//" not in re.sub(rb"//[^\n]*", b"", data) or b"http" not in data, name


def test_links_name_files_so_that_the_site_works_without_a_server(built: Sample) -> None:
    for name, text in pages(built):
        for value in re.findall(r'<a [^>]*href="([^"#]+)', text):
            if not re.match(r"[a-z]+:", value):
                assert not value.endswith("/"), (name, value)


def test_hostile_names_are_escaped_everywhere(built: Sample) -> None:
    """Title, player, introduction, order and ruling of the sample game all carry a script."""
    shown = 0
    for name, text in pages(built):
        assert "<script>alert" not in text, name
        assert "onerror=alert(1)>" not in text, name
        assert "javascript:" not in text, name
        assert "<img src=x" not in text, name
        shown += text.count("&lt;script&gt;alert(")
    assert shown > 10


def test_pages_stay_below_a_hundred_kilobytes_without_their_map(built: Sample) -> None:
    files = built.files()
    assert len(gzip.compress(files["fonts.js"])) < 90_000
    for name, text in pages(built):
        used = re.findall(r'(?:href|src)="([^"]*\.(?:css|js))"', text)
        folder = PurePosixPath(name).parent
        # Fonts are loaded once for the whole site, and have their limit above.
        paths = [os.path.normpath(folder / one) for one in used if not one.endswith("fonts.js")]
        assert len(paths) > 1, name
        shared = sum(len(files[path]) for path in paths)
        # Of the one file with the styles of all pages, those of maps belong to the map.
        shared -= len(files["map.css"]) + len(files["mapfills.css"])
        own = ("/drawing.js", "maps.js", "zoom.js")
        shared -= sum(len(files[path]) for path in paths if path.endswith(own))
        without = re.sub(MAP, "", text, flags=re.DOTALL).encode()
        # A rulebook and the references of the guide are one long text; what counts is what travels.
        is_long = name.startswith(("rules/", "guide/formats/", "guide/commands/", "guide/options/"))
        size = len(gzip.compress(without)) if is_long else len(without)
        if "desk" in PurePosixPath(name).parts:
            # A page to work at: with all its scripts and its map it counts as it travels.
            travels = [text.encode(), *(files[path] for path in paths)]
            assert sum(len(gzip.compress(part)) for part in travels) < 95_000, name
        else:
            assert size + shared < 100_000, name
