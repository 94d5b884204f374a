"""Places in TOML files: of keys, and of every character of a text in quotes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive.files.reading import TomlText, parse_toml
from generator.archive.files.toml_layout import format_toml, format_value, literal_text
from generator.engine.errors import FileError
from generator.engine.toml_places import find_spots, line_and_column, string_offsets
from tests.archive.test_toml_layout import TABLES, TEXT

FILE = Path("x.toml")


def parsed(text: str) -> TomlText:
    return parse_toml(text, FILE)


def test_keys_tables_and_items_have_their_places() -> None:
    toml = parsed(
        "# a comment\n"
        'title = "x"\n'
        "[players]\n"
        '  austria = "Anna"\n'
        '"a b".c = 1\n'
        "[[ruling]]\n"
        'phase = "p"\n'
        "[ruling.facts]\n"
        "units = [1, 2,\n"
        "  { deep = 3 }]\n"
        "[[ruling]]\n"
        "x.y = [ # comment ]\n"
        " 1 ]\n"
    )
    assert str(toml.place("title")) == "x.toml:2:1"
    assert str(toml.place("players")) == "x.toml:3:1"
    assert str(toml.place("players", "austria")) == "x.toml:4:3"
    assert str(toml.place("players", "a b", "c")) == "x.toml:5:1"
    assert str(toml.place("ruling", 0, "phase")) == "x.toml:7:1"
    assert str(toml.place("ruling", 0, "facts", "units")) == "x.toml:9:1"
    assert str(toml.place("ruling", 0, "facts", "units", 1)) == "x.toml:9:13"
    assert str(toml.place("ruling", 0, "facts", "units", 2, "deep")) == "x.toml:10:5"
    assert str(toml.place("ruling", 1)) == "x.toml:11:1"
    assert str(toml.place("ruling", 1, "x", "y", 0)) == "x.toml:13:2"


def test_a_key_that_is_missing_has_the_place_of_its_table() -> None:
    toml = parsed("[one]\n[two]\nx = 1\n")
    assert str(toml.place("two", "y")) == "x.toml:2:1"
    assert str(toml.place("three")) == "x.toml"


@given(TABLES)
def test_every_key_has_a_place_where_it_stands(tables: dict[str, object]) -> None:
    text = format_toml(tables)
    spots = find_spots(text)
    for key in tables:
        written = (key, format_value(key), f"[{key}]", f"[{format_value(key)}]")
        assert text.startswith(written, spots[(key,)].key)


@given(st.lists(TEXT, max_size=4), st.sampled_from(["literal", "escaped", "single"]))
def test_every_character_of_a_text_has_its_place(lines: list[str], form: str) -> None:
    """The offsets lead from the value back to where each character was written."""
    value = "\n".join(lines)
    if form == "single":
        value = value.replace("'", "").replace("\n", "")
        value = "".join(character for character in value if character >= " " != "\x7f")
        token = f"'{value}'" if "\x7f" not in value else literal_text(value)
    else:
        token = literal_text(value) if form == "literal" else f'"""\\\n  {_escaped(value)}"""'
    text = f"# é\nkey = {token} # end\n"
    assert tomllib.loads(text)["key"] == value
    read, offsets = string_offsets(text, text.index("=") + 2)
    assert read == value
    assert len(offsets) == len(value) + 1
    for character, offset in zip(value, offsets, strict=False):
        assert text[offset] in (character, "\\")
    assert text[offsets[-1]] in "\"'"


def _escaped(value: str) -> str:
    return "".join(
        character if character.isascii() and character.isalnum() else f"\\U{ord(character):08x}"
        for character in value
    )


ORDERS = [
    # The file's text, then line and column in the order text, then in the file.
    ('[p]\norders = """\nA VIE - GAL\n  F TRI H\n"""\n', (2, 3), (4, 3)),
    ("[p]\norders = '''\nA VIE\n'''\n", (1, 3), (3, 3)),
    ('[p]\norders = "A VIE\\nF TRI"\n', (2, 1), (2, 18)),
    ('[p]\norders = """A VIE\nF TRI"""\n', (1, 1), (2, 13)),
    ('[p]\norders = """A VIE\nF TRI"""\n', (2, 3), (3, 3)),
    ('[p]\norders = """\nA \\\n   VIE\n"""\n', (1, 3), (4, 4)),
    ('[p]\norders = """\nA \\u0056IE - X\n"""\n', (1, 4), (3, 9)),
    ('[p]\norders = """\n""quoted"" A\n"""\n', (1, 12), (3, 12)),
    ('p.orders = "x"\n', (1, 1), (1, 13)),
    ('p = { orders = "x" }\n', (1, 1), (1, 17)),
]


@pytest.mark.parametrize(("text", "inside", "there"), ORDERS)
def test_a_place_in_the_orders_becomes_a_place_in_the_file(
    text: str, inside: tuple[int, int], there: tuple[int, int]
) -> None:
    place = parsed(text).place_in(("p", "orders"), *inside)
    assert (place.line, place.column) == there


def test_a_place_beyond_the_text_is_its_end() -> None:
    toml = parsed('[p]\norders = "abc"\n')
    assert str(toml.place_in(("p", "orders"), 9, 9)) == "x.toml:2:14"
    assert str(toml.place_in(("p", "orders"), 1, 99)) == "x.toml:2:14"


BROKEN = [
    ("title = \n", "x.toml:1:9", ""),
    ('a = 1\nb = "open\n', "x.toml:2:10", ""),
    ('[p]\norders = """\nA VIE\n', "x.toml:4:1", 'unmatched """, opened in line 2'),
    ("a = 1\na = 2\n", "x.toml:2:6", ""),
    ("[a]\n[a]\n", "x.toml:2:3", ""),
    ("a = 2027-13-40\n", "x.toml", ""),
    ("a = " + "[" * 100_000, "x.toml", "nested"),
    ("a = " + "1" * 10_000, "x.toml", ""),
]


@pytest.mark.parametrize(("text", "place", "said"), BROKEN, ids=range(len(BROKEN)))
def test_broken_toml_is_named_with_its_place(text: str, place: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        parsed(text)
    assert str(caught.value).startswith(f"{place}: " if ":" in place else place)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_line_and_column_count_from_one() -> None:
    assert line_and_column("ab\ncd", 0) == (1, 1)
    assert line_and_column("ab\ncd", 4) == (2, 2)
