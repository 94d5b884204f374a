"""Mails as players write them, each with what it means beside it.

A mail's TOML file has what is to be understood of it:

    ruleset = "standard"
    at = "faith"                # the phase that the game waits for, where it is not the first
    say_power = "france"        # what the referee says with --power, and with --phase
    say_phase = "fall-movement"
    power = "france"
    errors = 1                  # complaints
    mend = [4]                  # the lines of the mail that they are about
    ignored = [1, 3]            # the lines that are no orders; 0 is the subject
    why = ["no order", ...]     # a reason for each of them, or the beginning of one
    note = "a part of a note"   # or a list of such
    stranger = true
    refused = "a part of the message", where nothing is read
    [game]                      # slug, title, others, players and addresses of the game
    [orders]                    # by phase, as they are understood

A mailbox has a table [[mail]] of these for each of its mails.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.mailroom.letter import open_letter, split_mbox
from generator.mailroom.reading import read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.mail.accounting import lost_lines
from tests.mail.tables import CORPUS, mended_lines, orders_of, table_for

KINDS = (".txt", ".eml", ".mbox")
KEYS = {
    *("ruleset", "at", "say_power", "say_phase", "game"),
    *("refused", "power", "orders", "errors", "mend", "ignored", "why", "note"),
    "stranger",
}


def mails() -> Iterator[Any]:
    for path in sorted(CORPUS.iterdir()):
        if path.suffix not in KINDS:
            continue
        meant = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
        several = meant.get("mail", [meant])
        pieces = split_mbox(path.read_bytes())
        assert len(pieces) == len(several), path
        for number, (data, one) in enumerate(zip(pieces, several, strict=True), 1):
            name = f"{path.name}#{number}" if len(pieces) > 1 else path.name
            yield pytest.param(data, {**meant, **one}, id=name)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], MailTable]:
    root: Path = tmp_path_factory.mktemp("games")
    known: dict[tuple[str, str], MailTable] = {}

    def table(ruleset: str, phase: str) -> MailTable:
        if (ruleset, phase) not in known:
            known[ruleset, phase] = table_for(root, ruleset, phase)
        return known[ruleset, phase]

    return table


@pytest.mark.parametrize(("data", "meant"), list(mails()))
def test_a_mail_means_what_its_player_meant(
    data: bytes, meant: dict[str, Any], tables: Callable[[str, str], MailTable]
) -> None:
    assert set(meant) <= {*KEYS, "mail"}
    table = tables(meant["ruleset"], meant.get("at", ""))
    game = meant.get("game", {})
    addresses = {power: tuple(known) for power, known in game.get("addresses", {}).items()}
    table = replace(table, **{**game, "addresses": addresses}) if game else table
    letter = open_letter(data)
    say = (meant.get("say_power", ""), meant.get("say_phase", ""))
    if "refused" in meant:
        with pytest.raises(LetterError, match=meant["refused"]):
            read_letter(letter, table, *say)
        return
    reading = read_letter(letter, table, *say)
    assert reading.power == meant["power"]
    assert orders_of(reading, table) == meant["orders"]
    mended = mended_lines(reading, table)
    assert len(mended) == meant["errors"], mended
    if "mend" in meant:
        assert sorted(set(mended)) == meant["mend"]
    if "ignored" in meant:
        assert [one.line for one in reading.ignored] == meant["ignored"], reading.ignored
    for one, why in zip(reading.ignored, meant.get("why", []), strict="why" in meant):
        assert one.why.startswith(why)
    notes = meant.get("note", [])
    for note in [notes] if isinstance(notes, str) else notes:
        assert note in " | ".join(reading.notes)
    assert reading.stranger == meant.get("stranger", False)
    assert lost_lines(letter, reading) == []


def test_every_mail_has_its_meaning_beside_it() -> None:
    stems = {path.stem for path in CORPUS.iterdir() if path.suffix in KINDS}
    assert stems == {path.stem for path in CORPUS.glob("*.toml")}


def test_the_corpus_has_mails_for_every_ruleset() -> None:
    found = [tomllib.loads(path.read_text("utf-8"))["ruleset"] for path in CORPUS.glob("*.toml")]
    assert len(found) >= 130
    assert min(map(found.count, ("standard", "europe-1619", "europe-1619-draft", "westphalia"))) > 5
