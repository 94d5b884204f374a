"""Slips of the pen in TOML, told in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive.files.reading import parse_toml
from generator.engine.errors import FileError

SLIPS = [
    ("title = Demo", '1:9: a text needs quotes (write: title = "Demo")'),
    ("x = [convoy]", 'a text needs quotes (write: "convoy")'),
    ("x = yes", "yes is not true or false (write: x = true)"),
    ("x = “Demo”", 'quotes must be straight (write: x = "Demo")'),
    ("x = ", 'the value of x is missing (write: x = "...")'),
    ('[players]\na = "b"\n[players]\n', "3:9: [players] appears twice"),
    ("[[a]]\nb = 1\n[a]\n", "[a] appears twice"),
    ('a = "b"\na = "c"', "a appears twice (keep one of them)"),
    ("x = {a = 1, a = 2}", "a appears twice"),
    ('title = "Demo\nx = 1', 'the " at the end of a text is missing'),
    ("title = 'Demo\nx = 1", "the ' at the end of a text is missing"),
    ('title: "Demo"', "a name needs = after it, not :"),
    ('title "Demo"', "the = between a name and its value is missing"),
    ("[players\n", "the ] after the name of a table is missing"),
    ("players]\n", "the [ before the name of a table is missing (write: [players])"),
    ('a = "b" c = "d"', 'the line continues after its value: c = "d"'),
    ("x = [1, 2", "a list has no end"),
    (r'x = "C:\dir"', "a text has a \\"),
    ("due = 7.3.2027", "7.3.2027 is not a date or a time"),
    ("x = 012", "012 begins with a 0 (write: x = 12)"),
    ("Böhmen = 1", 'a name with the letter ö needs quotes (write: "Böhmen" = ...)'),
]


@pytest.mark.parametrize(("text", "said"), SLIPS, ids=[text for text, _ in SLIPS])
def test_a_slip_is_told_with_its_remedy(text: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_toml(text, Path("game.toml"))
    assert said in str(caught.value)


@given(st.text("a=[]{}\"'#.,:\\\n 1é-", max_size=20))
def test_any_text_is_toml_or_told_in_one_line(text: str) -> None:
    said = ""
    try:
        parse_toml(text, Path("game.toml"))
    except FileError as error:
        said = str(error)
    assert "\n" not in said
    assert "namespace" not in said
