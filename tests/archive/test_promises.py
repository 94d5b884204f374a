"""The register of promises in a game: told or sealed, judged by the record, never told early."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game
from generator.archive.people.submissions import store_submission
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.archive.record.promises import judged, read_register, sealed_line
from generator.archive.secret.secrets import public_files
from generator.engine.errors import FileError
from generator.engine.promises import Promise
from tests.archive.games import ROOT, change, command, files_of, new_game
from tests.archive.test_secrets import holding, public_part, site_of

OPEN = "PROMISE TO ENGLAND UNTIL 1901: no unit in Burgundy"
SEALED = "PROMISE TO ITALY UNTIL 1901 SEALED: no attack on Germany"
SECRET = "attack on Germany"
MAIL = """From: Jean <jean@example.com>
To: gm@example.com
Subject: pact France Spring 1901
Message-ID: <{number}@example.com>

{line}
A PAR - BUR
"""


def game(root: Path) -> Path:
    return new_game(root, "pact", "standard", "--orders", "private")


def promise(folder: Path, line: str, power: str = "france") -> int:
    return command(folder, "promise", "--file", power, line)


def play(folder: Path, **orders: str) -> None:
    phase = load_game(folder).current_moment.phase
    for power, text in orders.items():
        store_submission(folder, power, {phase: text}, text)
    adjudicate_game(folder)


def play_year(folder: Path) -> None:
    year = load_game(folder).current_moment.year
    while load_game(folder).current_moment.year == year:
        play(folder)


def standings(folder: Path) -> dict[int, tuple[str, str]]:
    found = load_game(folder)
    rows = judged(found, read_register(found).told)
    return {one.number: (how.standing, how.stage.title if how.stage else "") for one, how in rows}


def test_the_record_says_in_which_phase_a_promise_was_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = game(tmp_path / "games")
    assert promise(folder, OPEN) == 0
    assert promise(folder, "PROMISE TO ITALY: support A MUN", "germany") == 0
    assert promise(folder, "PROMISE TO ITALY: my friendship", "germany") == 0
    assert standings(folder)[1] == ("open", "")
    play(folder, france="A PAR - BUR", germany="A BER S A MUN\nA MUN H")
    assert standings(folder) == {
        1: ("broken", "Spring 1901, movement"),
        2: ("kept", "Spring 1901, movement"),
        3: ("not read", ""),
    }
    capsys.readouterr()
    assert command(folder, "post", "--format", "text") == 0
    assert "France breaks its promise to England" in capsys.readouterr().out
    assert command(folder, "promise") == 0
    assert "1. France to England until 1901: no unit in Burgundy: broken" in capsys.readouterr().out
    assert verify_game(folder).phases == 1


def test_a_promise_that_is_over_was_kept(tmp_path: Path) -> None:
    folder = game(tmp_path / "games")
    promise(folder, OPEN)
    play_year(folder)
    assert standings(folder)[1][0] == "kept"


def test_a_sealed_promise_is_told_when_it_is_over_and_not_before(tmp_path: Path) -> None:
    folder = game(tmp_path / "games")
    assert promise(folder, SEALED) == 0
    play(folder, germany="A MUN - RUH")
    site = site_of(folder, tmp_path / "early")
    assert "Sealed promises" in site["pact/promises/index.html"].decode()
    for files in (public_part(folder), site, {"export": export_game(folder).text.encode()}):
        assert holding(files, SECRET) == []
        assert holding(files, "ITALY UNTIL") == []
    (row,) = read_register(load_game(folder)).sealed
    play_year(folder)
    (told,) = read_register(load_game(folder)).told
    assert (told.text, standings(folder)[1][0]) == ("no attack on Germany", "kept")
    register = read_register(load_game(folder))
    assert not register.sealed
    assert not read_register(load_game(folder), secret=True).secret
    kept, salt = register.salts[1]
    assert kept == row.hash
    done = subprocess.run(
        ["sha256sum"],
        input=f"{salt}\n{sealed_line(told)}".encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.split()[0].decode() == kept
    assert "promises.toml" in public_files(folder)
    assert (
        "no attack on Germany"
        in site_of(folder, tmp_path / "late")["pact/promises/index.html"].decode()
    )
    assert verify_game(folder).phases > 1


def test_a_game_without_units_judges_no_promise_about_them(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "cuius-regio"
    shutil.copytree(ROOT / "games" / "cuius-regio", folder)
    made = Promise(1, "red", "blue", "1510 1-setup", "no unit in Saxony")
    ((_, found),) = judged(load_game(folder), [made])
    assert found.standing == "not read"


def test_a_promise_travels_with_the_orders_of_a_mail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = game(tmp_path / "games")
    mail = tmp_path / "mail.eml"
    for number, line in enumerate((OPEN, OPEN, "PROMISE TO FRNCE: peace"), 1):
        mail.write_text(MAIL.format(number=number, line=line), "utf-8")
        assert command(folder, "submit", str(mail)) == 0
    told = capsys.readouterr()
    assert (
        "Promise 1 to England, until the end of 1901: no unit in Burgundy (the record says"
        in told.out
    )
    assert "the promise stands in the register already" in told.out
    assert "PROMISE is not noted: there is no power 'FRNCE'" in told.out
    (made,) = read_register(load_game(folder)).told
    assert (made.by, made.filed) == ("france", "1901 1-spring-movement")


def test_one_bad_line_keeps_no_other_promise_from_being_filed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = game(tmp_path / "games")
    mail = tmp_path / "mail.eml"
    lines = ("PROMISE TO FRNCE: peace", "PROMISE ITALY: peace", "PROMISE TO ITALY: peace", OPEN)
    mail.write_text(MAIL.format(number=1, line="\n".join(lines)), "utf-8")
    assert command(folder, "submit", str(mail)) == 0
    out = capsys.readouterr().out
    assert "PROMISE is not noted: there is no power 'FRNCE'" in out
    assert "PROMISE is not noted: this is no promise (write PROMISE TO FRANCE UNTIL" in out
    assert "peace (no program can read it: your referee says whether it is kept)" in out
    assert [one.text for one in read_register(load_game(folder)).told] == [
        "peace",
        "no unit in Burgundy",
    ]


def test_the_referee_settles_what_cannot_be_read(tmp_path: Path) -> None:
    folder = game(tmp_path / "games")
    promise(folder, "PROMISE TO ENGLAND: my friendship")
    assert command(folder, "promise", "--settle", "1", "broken", "--reason", "he laughed") == 0
    assert standings(folder)[1][0] == "broken"
    site = site_of(folder, tmp_path / "site")
    assert "the referee: he laughed" in site["pact/promises/index.html"].decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--file", "france", "PROMISE"),
        ("--file", "spain", OPEN),
        ("--settle", "7", "kept", "--reason", "why"),
        ("--settle", "1", "kept"),
        ("--settle", "1", "perhaps", "--reason", "why"),
        ("--reason", "why"),
    ],
)
def test_bad_input_changes_no_file(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    folder = game(tmp_path / "games")
    promise(folder, OPEN)
    before = files_of(folder)
    assert command(folder, "promise", *arguments) == 2
    assert files_of(folder) == before


def test_a_broken_register_is_said_with_its_place(tmp_path: Path) -> None:
    folder = game(tmp_path / "games")
    promise(folder, OPEN)
    change(folder, "promises.toml", '"england"', '"englund"')
    with pytest.raises(FileError, match=r"promises.toml:\d+:\d+: to is no power: 'englund'"):
        read_register(load_game(folder))


def test_the_dossier_of_a_power_has_its_promises_and_no_sealed_one_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = game(tmp_path / "games")
    promise(folder, OPEN)
    promise(folder, SEALED)
    said = {}
    for power in ("france", "england", "italy", "germany"):
        capsys.readouterr()
        assert command(folder, "dossier", power) == 0
        said[power] = capsys.readouterr().out
    assert "you to England until 1901: no unit in Burgundy (open)" in said["france"]
    assert "you to Italy until 1901, sealed: no attack on Germany (open)" in said["france"]
    assert "France to you until 1901: no unit in Burgundy (open)" in said["england"]
    for power in ("england", "italy", "germany"):
        assert SECRET not in said[power]


def test_a_game_without_promises_has_no_page(tmp_path: Path) -> None:
    folder = game(tmp_path / "games")
    assert "pact/promises/index.html" not in site_of(folder, tmp_path / "site")
