"""The referee's commands over whole games: rulings, undo, verify, export, and bad mails."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, new_game, position


def every_byte(game: Folder) -> dict[str, bytes]:
    return {
        str(file.relative_to(game.path)): file.read_bytes()
        for file in sorted(game.path.rglob("*"))
        if file.is_file()
    }


# Rulings


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ('phase = "movement"\nkind = "wish"\nreason = "x"', "wish"),
        ('phase = "movement"\nkind = "void"', "reason"),
        ('phase = "movement"\nkind = "void"\nreason = "x"\n[ruling.facts]\npower = "mars"', "mars"),
        ("phase = ", ""),
    ],
)
def test_a_broken_ruling_stops_before_anything_is_written(
    tmp_path: Path, ruling: str, said: str
) -> None:
    game = new_game(tmp_path, position('france = ["A LOR"]'))
    game.rule("[[ruling]]\n" + ruling)
    before = every_byte(game)
    printed = game.run("adjudicate")
    assert printed.code == 1
    assert said in printed.text
    assert "rulings.toml" in printed.text
    assert every_byte(game) == before


# Mails as they come


HOSTILE = (
    "<script>alert('x')</script>\n"
    "'; DROP TABLE orders; --\n"
    "{{ 7 * 7 }} {% include '/etc/passwd' %}\n"
    "A PAR - ../../../etc/passwd\n"
    "A PAR \u202e - BUR\n"
    "Ａ ＰＡＲ － ＢＵＲ\n"
    "A PAR - BUR " + "S " * 500 + "\n"
    '=HYPERLINK("http://x")\n'
    + "(" * 2000
    + "\n\u0000".replace("\u0000", "\u2028")
    + "5" * 400
    + ": BRE"
)


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_hostile_text_harms_nothing_and_nobody_else(tmp_path: Path, phase: str) -> None:
    """The orders of the others count, every line is complained of, and a file stays a file."""
    game = new_game(tmp_path, position('france = ["A PAR"]\nsaxony = ["A SAX"]', "", phase))
    good = {"diplomatic": "4: BOHC", "movement": "A SAX - ERF", "builds": "BOLSTER A SAX"}[phase]
    checked = game.check(france=HOSTILE, saxony=good)
    assert checked.code == 1
    assert "saxony.toml" not in checked.text
    assert max(len(line) for line in checked.text.splitlines()) < 1200
    game.play()
    found = {
        "diplomatic": lambda: game.infs("BOHC") == {"saxony": 4},
        "movement": lambda: game.units("saxony") == ["A ERF"],
        "builds": lambda: game.units("saxony") == ["A SAX +1"],
    }[phase]
    assert found()
    assert game.run("verify").code == 0


def test_a_whole_mail_with_its_chatter_is_read(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    mail = (
        "# Dear referee, here is the work of a long night.\n"
        "FRANCE, 1619\n\n"
        "INFs:\n"
        "  * 5: Bremen\n"
        "  * 4: Lorraine-Alsace   # for the King!\n\n"
        "Diplomatic attack:\n"
        "  BRE > DENMARK\n\n"
        "Declarations:\n"
        "  War on Spain\n"
    )
    checked = game.check(france=mail)
    assert "4 orders, 0 errors" in checked.line_with("orders, ")
    game.play()
    assert game.infs("LOR") == {"france": 5}
    assert game.infs("BRE") == {"france": 4}


@pytest.mark.parametrize(
    ("phase", "slips"),
    [
        (
            "diplomatic",
            {
                "5: BRM": "BRE",
                "WAR: SPIAN": "SPAIN",
                "BRE > FRNACE": "FRANCE",
                "A PAR - BUR": "movement",
                "BUILD A PAR": "builds",
            },
        ),
        (
            "movement",
            {
                "A PAR - BURG": "BUR",
                "A PRA - BUR": "PAR",
                "A PAR - LON": "reach",
                "A PAR -": "",
                "5: BRE": "diplomatic",
                "A VIE H": "VIE",
            },
        ),
        ("builds", {"BUILD A PRIS": "PAR", "BULID A PAR": "", "5: BRE": "diplomatic"}),
    ],
)
def test_a_slip_is_named_with_its_place_and_what_was_meant(
    tmp_path: Path, phase: str, slips: dict[str, str]
) -> None:
    game = new_game(tmp_path, position('france = ["A PAR"]\naustria = ["A VIE"]', "", phase))
    checked = game.check(france="\n".join(("# orders", *slips)))
    assert checked.code == 1
    for number, (written, said) in enumerate(slips.items(), 2):
        line = checked.line_with("france.toml:", f" {written}: ")
        assert said.lower() in line.lower()
        assert int(line.partition("france.toml:")[2].split(":")[0]) >= number


def test_the_printed_report_hides_no_secret_among_the_public_lines(tmp_path: Path) -> None:
    """What does not count is marked, and the public state file does not have it."""
    game = new_game(tmp_path)
    printed = game.play(dutch="ARMISTICE: SPAIN", venice="WAR: PAPACY", france="3: BOHC")
    assert printed.line_with("for the referee only")
    public = tomllib.loads(game.text(1619, "diplomatic"))
    assert "BOHC" not in json.dumps(public.get("verdicts", []))
    assert "PAPACY" not in json.dumps(public.get("verdicts", []))


@pytest.mark.parametrize(
    ("phase", "table"),
    [
        ("diplomatic", "diplomacy"),
        ("movement", "orders"),
        ("movement", "adjudication"),
        ("builds", "transactions"),
        ("builds", "build"),
    ],
)
def test_the_rulebooks_word_for_a_phase_is_not_passed_over(
    tmp_path: Path, phase: str, table: str
) -> None:
    """The table of the order files has another name, and so has the phase of a ruling."""
    game = new_game(tmp_path, position('france = ["A PAR"]', "", phase))
    (game.path / "1619" / "orders" / "france.toml").write_text(
        f'[{table}]\norders = "A PAR H"\n', encoding="utf-8"
    )
    game.rule(
        f'[[ruling]]\nphase = "{table}"\nkind = "note"\nreason = "x"\nfacts = {{ text = "y" }}'
    )
    printed = game.run("check")
    for file in ("france.toml", "rulings.toml"):
        assert f"did you mean {phase}?" in printed.line_with(file)
