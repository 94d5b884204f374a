"""Files that no template makes: the theme's get smaller, the site's own stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.errors import FileError
from generator.pages.base.page import Page
from generator.pages.base.theme import Layer, Theme, static_pages

STYLE = "/* for readers */\n.a  {\n  color: red;\n}\n"
SCRIPT = "// for readers\nconst said = `two\n  lines`;\n"


def made(root: Path) -> dict[str, Page]:
    theme = Theme((Layer("plain", root / "theme", "Plain", ""),))
    return {page.address: page for page in static_pages(theme, root / "site")}


def write(root: Path, **files: str) -> None:
    for folder in ("theme/static", "site/static"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        where, _, file = name.partition("__")
        (root / where / "static" / file.replace("_", ".")).write_text(text, encoding="utf-8")


def test_styles_and_scripts_of_the_theme_lose_what_only_readers_need(tmp_path: Path) -> None:
    write(tmp_path, theme__a_css=STYLE, theme__a_js=SCRIPT, theme__a_svg="<svg>  </svg>")
    pages = made(tmp_path)
    assert pages["a.css"].make() == b".a{color:red}\n"
    script = pages["a.js"].make().decode()
    assert "for readers" not in script
    assert "`two\n  lines`" in script
    assert pages["a.svg"].make() == b"<svg>  </svg>"


def test_files_of_the_site_are_published_as_they_are(tmp_path: Path) -> None:
    write(tmp_path, theme__a_css=".b { }", site__a_css=STYLE)
    assert made(tmp_path)["a.css"].make().decode() == STYLE


def test_bundle_is_made_of_its_parts_as_they_are_published(tmp_path: Path) -> None:
    write(tmp_path, theme__a_css=STYLE, theme__b_css=".b { }", site__b_css=".ours { }\n")
    bundles = {"all.css": ("a.css", "b.css")}
    theme = Theme((Layer("plain", tmp_path / "theme", "Plain", "", bundles=bundles),))
    found = {page.address: page for page in static_pages(theme, tmp_path / "site")}
    assert found["all.css"].make() == b".a{color:red}\n.ours { }\n"
    write(tmp_path, site__b_css=".other { }\n")
    again = {page.address: page for page in static_pages(theme, tmp_path / "site")}
    assert again["all.css"].key != found["all.css"].key
    turned = Theme(
        (Layer("plain", tmp_path / "theme", "Plain", "", bundles={"all.css": ("b.css", "a.css")}),)
    )
    other = {page.address: page for page in static_pages(turned, tmp_path / "site")}
    assert other["all.css"].key != again["all.css"].key


def test_bundle_without_one_of_its_parts_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, theme__a_css=STYLE)
    theme = Theme(
        (Layer("plain", tmp_path / "theme", "Plain", "", bundles={"x.css": ("no.css",)}),)
    )
    with pytest.raises(FileError, match=r"no\.css, which x\.css is made of"):
        list(static_pages(theme, tmp_path / "site"))
