"""The templates of a theme: they mean what jinja2 means, all is escaped, errors have a place."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup, escape

from generator.engine.errors import FileError
from generator.pages.base.linking import Linker, Target
from generator.pages.base.page import Page, digest, file_of, link
from generator.pages.base.theme import Layer, Templates, Theme

NASTY = "<b>&\"'"
SAFE = "&lt;b&gt;&amp;&#34;&#39;"


class Row:
    """What a page gives its template: attributes, methods, things that are markup already."""

    name = NASTY
    markup = Markup("<i>")
    number = 7
    rows = ("a", NASTY, Markup("<u>"))
    named: dict[str, str] = {"key": NASTY, NASTY: "key"}  # noqa: RUF012

    def said(self, what: str = NASTY, *more: str, end: str = "") -> str:
        return what + "".join(more) + end

    def __html__(self) -> str:
        return "<row>"


class Words(str):
    """A str that is none to `type`."""


VALUES: dict[str, Any] = {
    "row": Row(),
    "name": NASTY,
    "words": Words(NASTY),
    "nothing": None,
    "half": 0.5,
    "yes": True,
    "tree": [{"name": NASTY, "below": [{"name": "x", "below": []}]}],
}

TEMPLATES = {
    "values": "{{ name }}{{ words }}{{ nothing }}{{ half }}{{ yes }}{{ row }}{{ row.number }}",
    "attributes": "{{ row.name }}{{ row.markup }}{{ row.named.key }}{{ row.named[name] }}",
    "calls": "{{ row.said() }}{{ row.said(name, end=name) }}{{ row.said('a', *row.rows) }}"
    "{{ row.said(**{'what': name}) }}{{ range(3)|list }}{{ name.upper() }}",
    "filters": "{{ name|upper }}{{ name|safe }}{{ name|e }}{{ row.rows|join(name) }}"
    "{{ row.rows|map('upper')|join }}{% filter upper %}a{{ name }}{% endfilter %}",
    "joins": "{{ name ~ row.markup ~ 7 }}{{ row.markup + name }}{{ '<' if yes else name }}",
    "sets": "{% set one = name %}{{ one }}{% set two %}<p>{{ name }}{% endset %}{{ two }}"
    "{% set all = namespace(n=0) %}{% for one in row.rows %}{% set all.n = all.n + 1 %}"
    "{{ all.n }}{% endfor %}",
    "loops": "{% for one in row.rows if one != 'a' %}{{ loop.index }}{{ one }}{{ loop.last }}"
    "{% else %}none{% endfor %}{% for one in () %}{% else %}{{ name }}{% endfor %}",
    "recursion": "{% for one in tree recursive %}<{{ one.name }}{{ loop(one.below) }}>{% endfor %}",
    "macro": "{% macro m(one, two=name) %}<{{ one }}{{ two }}>{% endmacro %}{{ m(name) }}"
    "{{ m(name, 'x') }}{{ m(two=name, one='x') }}{{ m(m(name))|upper }}{{ m(*row.rows[:2]) }}",
    "greedy": "{% macro m(one) %}{{ one }}{{ varargs }}{{ kwargs }}{% endmacro %}"
    "{{ m(name, name, a=name) }}",
    "caller": "{% macro m(one) %}<{{ one }}{{ caller(name) }}>{% endmacro %}"
    "{% call(two) m(name) %}{{ two }}{{ row.name }}{% endcall %}",
    "imports": "{% import 'macros' as ms %}{% from 'macros' import m with context %}"
    "{{ ms.m(name) }}{{ m(name) }}",
    "macros": "{% macro m(one) %}<{{ one }}>{% endmacro %}",
    "included": "{% include 'values' %}{% include 'macros' ignore missing without context %}"
    "{% include 'gone' ignore missing %}",
    "base": "<{% block a %}{{ name }}{% endblock %}>{% block b %}{% endblock %}{{ self.a() }}"
    "{% for one in row.rows %}{% block c scoped %}{{ one }}{% endblock %}{% endfor %}",
    "child": "{% extends 'base' %}{% set one = name %}{% block a %}{{ super() }}{{ one }}"
    "{% endblock %}{% block b %}{% block d %}{{ name }}{% endblock %}{% endblock %}",
    "grandchild": "{% extends 'child' %}{% block c %}{{ super() }}{{ name }}{% endblock %}",
    "perhaps": "{% if yes %}{% extends 'base' %}{% endif %}{{ name }}",
    "perhaps not": "{% if not yes %}{% extends 'base' %}{% endif %}{{ name }}",
    "unescaped": "{% macro m(one) %}<{{ one }}>{% endmacro %}{% autoescape false %}{{ m(name) }}"
    "{% endautoescape %}{% autoescape false %}{{ name }}{% endautoescape %}{{ name }}",
    "undefined": "{{ gone|default(name) }}{{ row.gone|default(name) }}{{ gone is defined }}"
    "{% if row.gone is undefined %}{{ name }}{% endif %}",
}


@pytest.fixture(scope="module")
def environments() -> tuple[Environment, Environment]:
    """Jinja2's own environment, and that of a theme."""
    loader = DictLoader(TEMPLATES)
    theme = Templates(Theme((Layer("one", Path("one"), "One", ""),)))
    plain = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    return plain, theme._environment.overlay(loader=loader)


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_says_what_it_says_in_jinja2(
    name: str, environments: tuple[Environment, Environment]
) -> None:
    plain, ours = (one.get_template(name).render(VALUES) for one in environments)
    assert ours == plain
    assert NASTY not in ours or name in ("filters", "unescaped")


@pytest.mark.parametrize(
    "text",
    [
        "{{ gone }}",
        "{{ row.gone }}",
        "{{ gone() }}",
        "{{ row.gone(1) }}",
        "{% if gone %}{% endif %}",
        "{% for one in row.gone %}{% endfor %}",
        "{% macro m(one) %}{{ one }}{% endmacro %}{{ m() }}",
        "{% macro m(one) %}{{ caller() }}{% endmacro %}{{ m(1) }}",
        "{% block b %}\n{{ super() }}{% endblock %}",
    ],
)
def test_what_is_undefined_is_the_error_of_jinja2(
    text: str, environments: tuple[Environment, Environment]
) -> None:
    said = []
    for one in environments:
        with pytest.raises(UndefinedError) as caught:
            one.from_string(text).render(VALUES)
        said.append(str(caught.value))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    "text",
    [
        "{% macro m(one) %}\n\n{{ one.gone }}\n{% endmacro %}\n{{ m(row) }}",
        "{% block b %}\n{{ name }}\n{{ row.gone }}\n{% endblock %}",
        "\n{{ name }}{% for one in row.rows %}\n{{ row.gone }}{% endfor %}\n{{ name }}",
        "\n\n{{ row.said(how=1) }}",
        "{% macro m(one) %}{% endmacro %}\n\n{{ m(1, 2) }}",
        "{% macro m(one) %}{% endmacro %}\n\n{{ m(1, two=2) }}",
        "\n\n{{ row.broken }}",
    ],
)
def test_an_error_has_its_file_and_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(text, encoding="utf-8")
    templates = Templates(Theme((Layer("one", tmp_path, "One", ""),)))

    class Broken:
        def __html__(self) -> str:
            return str(self[0])  # type: ignore[index]

    row = Row()
    row.broken = Broken()  # type: ignore[attr-defined]
    if "broken" in text:
        # What fails in the program is no fault of the template's.
        with pytest.raises(TypeError):
            templates.render("page.html", {**VALUES, "row": row})
    else:
        with pytest.raises(FileError, match=r"page\.html:3: "):
            templates.render("page.html", VALUES)


@given(text=st.text(alphabet=st.sampled_from("<>&\"'ab é€\0"), max_size=12))
def test_text_is_escaped_as_markupsafe_has_it(
    text: str, environments: tuple[Environment, Environment]
) -> None:
    shown = environments[1].from_string("{{ value }}")
    for value in (text, Markup(text), Words(text), [text], None, 7, 0.5, True):
        assert shown.render(value=value) == str(escape(value))


def test_linked_texts_are_escaped_on_every_side() -> None:
    linker = Linker.of([(f"King{NASTY}", Target("power", "k", "k/")), ("Spain", to("s"))], {})
    html = linker.link(f"{NASTY} Spain {NASTY}", lambda address, anchor: f"/{address}{NASTY}")
    assert html == f'{SAFE} <a class="name" href="/s/{SAFE}">Spain</a> {SAFE}'
    assert isinstance(html, Markup)


def to(name: str) -> Target:
    return Target("power", name, f"{name}/")


ADDRESSES = st.builds(
    lambda folders, file: "".join(f"{one}/" for one in folders) + file,
    st.lists(st.sampled_from(["a", "ab", "b"]), max_size=4),
    st.sampled_from(["", "", "a.svg", "ab.svg"]),
)


@given(ADDRESSES, ADDRESSES)
def test_a_link_is_the_shortest_way_from_page_to_page(source: str, target: str) -> None:
    way = posixpath.relpath(f"/{file_of(target)}", f"/{source.rpartition('/')[0]}")
    assert link(source, target) == way
    assert link(source, target, "x") == f"{way}#x"


def test_the_key_of_a_page_is_of_all_its_inputs() -> None:
    inputs = (("b", "2"), ("a", "1"))
    page = Page("x/", "text", inputs, bytes)
    assert page.key == page.key == digest("a", "1", "b", "2")
    assert page == Page("x/", "text", inputs, bytes)
