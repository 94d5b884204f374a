"""Themes: layers, templates and what they depend on."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.errors import FileError
from generator.pages.base.theme import Templates, find_theme, themes_folders
from tests.pages.sample import ROOT


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def themes(tmp_path: Path) -> Path:
    return write(
        tmp_path,
        {
            "old/theme.toml": 'parent = ""\nfonts = ["a.woff2"]\n',
            "old/templates/page.html": "old {% block b %}{{ name }}{% endblock %}",
            "old/templates/other.html": '{% include "page.html" %}',
            "old/static/a.css": "old a",
            "old/static/b.css": "old b",
            "mid/theme.toml": 'parent = "old"\n',
            "mid/templates/page.html": '{% extends "parent/page.html" %}'
            "{% block b %}mid {{ super() }}{% endblock %}",
            "mid/static/a.css": "mid a",
            "new/theme.toml": 'parent = "mid"\n',
            "new/templates/page.html": '{% extends "parent/page.html" %}'
            "{% block b %}new {{ super() }}{% endblock %}",
        },
    )


def test_each_layer_extends_the_one_it_hides(themes: Path) -> None:
    templates = Templates(find_theme("new", (themes,)))
    assert templates.render("page.html", {"name": "x"}) == "old new mid x"
    assert templates.render("other.html", {"name": "x"}) == "old new mid x"
    assert Templates(find_theme("old", (themes,))).render("page.html", {"name": "x"}) == "old x"


def test_static_file_of_the_child_hides_the_parents(themes: Path) -> None:
    theme = find_theme("new", (themes,))
    found = {name: file.read_text() for name, file in theme.static_files().items()}
    assert found == {"a.css": "mid a", "b.css": "old b"}
    assert theme.fonts == ("a.woff2",)


def test_page_depends_on_every_layer_of_its_template(themes: Path) -> None:
    theme = find_theme("new", (themes,))
    before = dict(Templates(theme).digests("other.html"))
    assert set(before) == {
        "template 2/other.html", "template 0/page.html", "template 1/page.html",
        "template 2/page.html",
    }  # fmt: skip
    write(themes, {"old/templates/page.html": "older {% block b %}{% endblock %}"})
    after = dict(Templates(theme).digests("other.html"))
    assert {name for name in after if after[name] != before[name]} == {"template 2/page.html"}


def test_template_named_by_a_value_is_refused(themes: Path) -> None:
    write(themes, {"old/templates/page.html": "one\n{% include name %}"})
    with pytest.raises(FileError, match=r"page\.html:2: name: .*literal text"):
        Templates(find_theme("old", (themes,))).digests("page.html")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("none", "there is no theme 'none'"),
        ("../old", "there is no theme"),
        ("ring", "the theme ring is its own ancestor"),
        ("odd", "unknown key pattern"),
    ],
)
def test_theme_that_cannot_be_is_refused(themes: Path, name: str, problem: str) -> None:
    write(themes, {"ring/theme.toml": 'parent = "ring"', "odd/theme.toml": "pattern = 1"})
    with pytest.raises(FileError, match=problem):
        find_theme(name, (themes,))


def test_missing_template_says_where_it_was_looked_for(themes: Path) -> None:
    with pytest.raises(FileError, match=r"no template gone\.html \(looked in new, mid, old\)"):
        Templates(find_theme("new", (themes,))).source("gone.html")


def test_site_without_themes_of_its_own_uses_those_of_the_program(tmp_path: Path) -> None:
    folders = themes_folders(tmp_path / "site")
    assert find_theme("default", folders).layers[0].folder == ROOT / "themes" / "default"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\nb {{ name + 1 }}", "TypeError: can only concatenate str"),
        ("a\nb {{ name|wordwrap(-1) }}", "ValueError: invalid width -1"),
        ("a\nb {{ numbers[3] }}", "has no element 3"),
        ("a\nb {{ nothing }}", "'nothing' is undefined"),
        ("a\nb {% if name %}", "Unexpected end of template"),
    ],
)
def test_any_error_of_a_template_is_told_with_file_and_line(
    themes: Path, text: str, said: str
) -> None:
    file = themes / "old/templates/bad.html"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as raised:
        Templates(find_theme("old", (themes,))).render("bad.html", {"name": "x", "numbers": [1]})
    assert said in raised.value.problem
    assert str(raised.value.place) == f"{file}:2"


def test_defect_of_the_program_is_not_blamed_on_the_template(themes: Path) -> None:
    def broken() -> str:
        raise ZeroDivisionError("ours")

    write(themes, {"old/templates/call.html": "{{ broken() }}"})
    with pytest.raises(ZeroDivisionError):
        Templates(find_theme("old", (themes,))).render("call.html", {"broken": broken})


def test_compiled_templates_are_kept_and_follow_their_texts(themes: Path, tmp_path: Path) -> None:
    def rendered() -> str:
        templates = Templates(find_theme("new", (themes,)), compiled=tmp_path / "compiled")
        return templates.render("page.html", {"name": "x"})

    assert rendered() == "old new mid x"
    assert len(list((tmp_path / "compiled").iterdir())) == 3
    assert rendered() == "old new mid x"
    write(themes, {"old/templates/page.html": "older {% block b %}{% endblock %}"})
    assert rendered() == "older new mid "
    for file in (tmp_path / "compiled").iterdir():
        file.write_bytes(b"no code at all")
    assert rendered() == "older new mid "
