"""What is obscure for speed says the same as its plain twin."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import tomli
from hypothesis import example, given
from hypothesis import strategies as st

from generator.commands.examples import EXAMPLES
from generator.fast.tags import plain_tags
from generator.pages.base.links import Tags, read_page, read_tags
from tests.commands.test_examples import parsers
from tests.pages.test_links import markups

GAMES = Path(__file__).parent.parent / "games"


def in_order(tags: Tags) -> tuple[object, ...]:
    return tags.ids, sorted(tags.values), sorted(tags.problems)


@given(text=markups())
@example(text='<a id="a" href="b"><b id="a"><img src="é.png"><svg role="img">')
@example(text="<a id='a' title=\"=\"><a id=b>")
@example(text='<a id="&amp;">x id="b" <svg id="&amp;">')
@example(
    text='<b id="a"><svg><defs><g id="b"/><g id="b"/></defs><g class="layer one"><a href="c"/></g>'
    '<g class="layer frame" id="a"><a href="c"/><img src="d"></g></svg>'
)
def test_tags_are_read_in_one_pass_as_one_by_one(text: str) -> None:
    bare = text.encode().decode("latin-1")
    assert in_order(read_page(bare)) == in_order(read_tags(bare))


def test_a_page_between_double_quotes_is_read_in_one_pass() -> None:
    found = plain_tags('<a id="a"\nhref="b#c"><use xlink:href="#d"></use><img src="e" alt="">')
    assert found is not None
    assert (found.ids, list(found.links)) == (["a"], ["b#c", "#d", "e"])
    assert [tag.split()[0] for tag in found.pictures] == ["img"]


@pytest.mark.parametrize("text", ["<a id='a'>", "<a id=a>", '<p>id="a"<b> id="a"', '<a id="<">'])
def test_what_is_not_plain_is_left_to_the_twin(text: str) -> None:
    assert plain_tags(text) is None


TOML = st.lists(
    st.sampled_from(["a", "b.c", "=", " ", "\n", "[t]", "[[u]]", '"x\\n"', "'y'", "1", "0x1f",
                     "1.5", "true", "2027-01-02", "07:30:00", "[1, 2]", "{d = 1}", '"""z"""', "#"]),
    max_size=10,
).map("".join)  # fmt: skip


@given(text=TOML)
@example(text='a = {b = 1}\n[t]\nc = """\n  x"""\n[[u]]\n[[u]]\nd = 2027-03-07 20:00:00Z')
def test_compiled_toml_is_read_as_pythons_own(text: str) -> None:
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomli.TOMLDecodeError):
            tomli.loads(text)
    else:
        assert tomli.loads(text) == plain


@pytest.mark.parametrize("game", sorted(path.name for path in GAMES.iterdir()))
def test_a_game_is_read_the_same_by_both(game: str) -> None:
    files = [GAMES / game / "game.toml", sorted((GAMES / game).glob("*/state/*.toml"))[-1]]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert tomli.loads(text) == tomllib.loads(text)


@pytest.mark.parametrize("asked", sorted({command.split()[0] for command in EXAMPLES}))
def test_the_parser_of_one_command_is_that_among_all(asked: str) -> None:
    alone, among_all = parsers(asked), parsers()
    assert alone.keys() == {command for command in EXAMPLES if command.split()[0] == asked}
    for command, parser in alone.items():
        assert parser.format_help() == among_all[command].format_help()
        assert parser._defaults == among_all[command]._defaults


@pytest.mark.parametrize("asked", ["", "chek", "--games"])
def test_without_a_command_in_front_there_are_all_parsers(asked: str) -> None:
    assert parsers(asked).keys() == EXAMPLES.keys()


def test_what_there_is_at_the_end_is_not_looked_at() -> None:
    """Also not by a command that fails; `atexit` calls the last that was registered first."""
    script = (
        "import atexit, gc, sys; atexit.register(lambda: print(gc.get_freeze_count() > 1000))\n"
        "from generator.cli import main; sys.argv[1:] = ['check', 'nothing']; print(main())\n"
        "print(gc.get_threshold()[0], gc.get_freeze_count())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.split() == ["1", "300000", "0", "True"]
