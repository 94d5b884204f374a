"""Mails as players write them, each with what it means beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.mail import LetterError, Table, open_letter, read_letter
from tests.mail.tables import CORPUS, book_of, orders_of, table_for

MAILS = sorted(path for path in CORPUS.iterdir() if path.suffix in (".txt", ".eml"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Table]:
    root: Path = tmp_path_factory.mktemp("games")
    return lambda ruleset: table_for(root, ruleset)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.name)
def test_a_mail_means_what_its_player_meant(path: Path, tables: Callable[[str], Table]) -> None:
    meant = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    table = tables(meant["ruleset"])
    letter = open_letter(path.read_bytes())
    if "refused" in meant:
        with pytest.raises(LetterError, match=meant["refused"]):
            read_letter(letter, table)
        return
    reading = read_letter(letter, table, meant.get("say_power", ""), meant.get("say_phase", ""))
    assert reading.power == meant["power"]
    assert orders_of(reading, table) == meant["orders"]
    book = book_of(reading, table)
    errors = [one for one in book.complaints if one.power == reading.power and one.line]
    assert sum(one.severity == "error" for one in errors) == meant["errors"], errors
    if "ignored" in meant:
        assert [one.line for one in reading.ignored] == meant["ignored"], reading.ignored
    assert meant.get("note", "") in " ".join(reading.notes)


def test_every_mail_has_its_meaning_beside_it() -> None:
    assert {path.stem for path in MAILS} == {path.stem for path in CORPUS.glob("*.toml")}
