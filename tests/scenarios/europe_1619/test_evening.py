"""The referee's commands over whole games: rulings, undo, verify, export, and bad mails."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import new_game, position

# Rulings


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
