"""The tables of an order file, told apart without parsing: never otherwise than by parsing it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.game.orders import WHOLE, tables_in
from tests.archive.games import command, new_game, write_orders

GAMES = Path(__file__).parents[2] / "games"
WRITTEN = """\
# of the referee
[spring-movement]
orders = \"\"\"
A VIE - "BOH"  # [fall]
\"\"\"
author = "caretaker"
missed = 2
leave = true

# what comes next
"""
FALL = '[fall]\norders = """\n"""\n'
WRITTEN += FALL
# What people and programs may write: pieces that end a text, a table or a line for one reader, and
# not for another.
PIECES = st.sampled_from(
    [
        *("[movement]", "[builds]", "[[builds]]", "[movement.more]", "[ movement ]", '["builds"]'),
        *('orders = """', '"""', 'orders = """A VIE H"""', '"""  # end', '# """', '\\"""', '""""'),
        *("orders = '''", "'''", 'orders = \'"""\'', 'note = "[builds]"', "x = [", "[true]", "]"),
        *("A VIE - BOH", 'A "VIE"', "", "# remark", "missed = 2", "leave = true", "x = 1.5", "\r"),
        *('author = "nobody"', "author = 'nobody'", "x = { y = 1 }", "\\", '"" "'),
    ]
)


def test_each_table_has_its_lines() -> None:
    spring = WRITTEN.partition("[spring-movement]\n")[2].partition("\n# what comes next")[0]
    found = tables_in(WRITTEN.encode())
    assert found == {
        WHOLE: b"",
        "spring-movement": spring.encode(),
        "fall": FALL.removeprefix("[fall]\n").encode(),
    }
    # A table that is added, with remarks before it, changes no other one.
    alone = tables_in(WRITTEN.removesuffix(FALL).encode())
    assert alone == {name: data for name, data in found.items() if name != "fall"}
    assert tables_in(b"") == {WHOLE: b""}


@pytest.mark.parametrize(
    "text",
    [
        '[a]\norders = """\nA VIE H"""\n"""\n',
        '[a]\norders = """\n\\"""\n[b]\n"""\n',
        "[a]\norders = '''\n[b]\n'''\n",
        "[a]\n[b]\n[a]\n",
        "[a.b]\n",
        "[a]\nx = [\n[1],\n]\n",
        '[a]\norders = """\n',
    ],
)
def test_file_that_is_written_in_another_way_is_one_piece(text: str) -> None:
    assert tables_in(text.encode()) == {WHOLE: text.encode()}


@given(st.lists(PIECES, max_size=14).map("\n".join))
@example(WRITTEN)
@example('[movement]\norders = """\n[builds]\n"""\n[builds]\n')
def test_tables_are_those_that_parsing_finds(text: str) -> None:
    """Whoever compares the pieces of two files sees every change of a table."""
    found = tables_in(text.encode())
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if found.keys() == {WHOLE}:
        return
    before = tomllib.loads(found[WHOLE].decode())
    assert data.keys() == before.keys() | found.keys() - {WHOLE}
    for name in found.keys() - {WHOLE}:
        assert tomllib.loads(found[name].decode()) == data[name]


def test_order_files_of_the_samples_are_told_apart() -> None:
    files = sorted(GAMES.glob("*/*/orders/*.toml"))
    assert len(files) > 500
    for file in files:
        data = file.read_bytes()
        assert tables_in(data).keys() - {WHOLE} == tomllib.loads(data.decode()).keys()


def test_digest_of_a_phase_is_that_of_its_own_orders(tmp_path: Path) -> None:
    """What is written for one phase of a year changes no other one; a slip changes all of it."""
    folder = new_game(tmp_path, "duel", "standard")
    for _ in range(3):
        assert command(folder, "adjudicate") == 0
    orders = folder / "1901" / "orders" / "france.toml"

    def digests() -> list[str]:
        return [phase.digest for phase in load_game(folder).phases]

    def outcomes() -> list[str]:
        return [phase.outcome for phase in load_game(folder).phases]

    before, came = digests(), outcomes()
    write_orders(folder, 1901, "fall-movement", france="F BRE H")
    assert _changed(before, digests()) == [1]
    before = digests()
    orders.write_text(orders.read_text("utf-8") + "\n# what comes next\n", "utf-8")
    assert digests() == before
    # One that is yet to come, or is none, might be a slip of the pen.
    orders.write_text(orders.read_text("utf-8") + '[fal-movement]\norders = ""\n', "utf-8")
    assert _changed(before, digests()) == [0, 1]
    assert outcomes() == came


def _changed(before: list[str], after: list[str]) -> list[int]:
    """The numbers of the phases that have other digests."""
    pairs = enumerate(zip(before, after, strict=True))
    return [number for number, (one, other) in pairs if one != other]
