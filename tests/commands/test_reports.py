"""The reports of a year of Europe 1619, phase by phase, as `theatrum adjudicate` prints them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.archive.games import command, new_game, write_orders

Capture = pytest.CaptureFixture[str]

ORDERS = {
    "diplomatic": {
        "france": "5: ERF\n99: HAM\nALLIANCE: SAVOY",
        "union": "BRAP > FRANCE\nWAR: LEAGUE",
        "dutch": "5: HES",
    },
    "movement": {"france": "A LYO - BUR\nA PAR - FLA", "spain": "A MAD - LEO"},
    "builds": {"france": "BUILD A LYO\nBUILD A LON", "england": "LOAN 1 TO FRANCE DUE 1621"},
}


def report(folder: Path, phase: str, capsys: Capture) -> list[str]:
    """The lines that adjudicating a phase of 1619 prints."""
    write_orders(folder, 1619, phase, **ORDERS[phase])
    capsys.readouterr()
    assert command(folder, "adjudicate") == 0
    return capsys.readouterr().out.splitlines()


def titles(lines: list[str]) -> list[str]:
    """The titles of sections: they follow an empty line."""
    return [line for before, line in pairwise(lines) if not before and line]


def below(lines: list[str], title: str) -> list[str]:
    """The lines of a section."""
    start = lines.index(title) + 1
    end = next((n for n in range(start, len(lines)) if not lines[n]), len(lines))
    return lines[start:end]


@pytest.mark.rule("E19-REP-1", "E19-REP-2", "E19-REP-3", "E19-REP-4", "E19-REP-5")
def test_a_year_is_reported_phase_by_phase(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    lines = report(folder, "diplomatic", capsys)
    assert lines[0].startswith("1619, diplomacy: 6 orders, ")
    assert lines[1].startswith("  Union declares war on League, from 1620 on.")
    assert titles(lines) == [
        "INFs of 1619",
        "Diplomatic attacks, in the order resolved",
        "Declarations",
        "Changes of status",
        "Influence tracker",
        "Relations in 1619",
        "In effect",
        "Orders that do not count (for the referee only)",
    ]
    tracker = below(lines, "Influence tracker")
    assert len(tracker) == 1 + 38 + 1
    assert [row.split()[0] for row in tracker[1:3]] == ["BRE", "ERF"]
    assert tracker[2].split()[-3:] == ["aligned", "FRE", "5/0/0"]
    secret = below(lines, "Orders that do not count (for the referee only)")
    assert any("99: HAM: excess: E19-INF-" in line for line in secret)
    assert any("ALLIANCE: SAVOY: void: E19-DEC-8" in line for line in secret)
    public = lines[: lines.index("Orders that do not count (for the referee only)")]
    assert not any("99: HAM" in line or "ALLIANCE: SAVOY" in line for line in public)

    lines = report(folder, "movement", capsys)
    orders = below(lines, "Orders")
    assert any(line.startswith("  France: A LYO - BUR: success: E19-") for line in orders)
    assert any(line.startswith("  France: A PAR - FLA: illegal: E19-MOV-2") for line in orders)
    assert any("A PRO H: success [no order given]" in line for line in orders)
    follows = next(n for n, line in enumerate(lines) if line.startswith("1619, map adjustment"))
    assert "played automatically; state written" in lines[follows]
    assert lines[follows - 1] == ""
    # What a verdict says is not said again with the place in a file.
    assert "In the order files (for the referee only)" not in lines
    assert not any("illegal: E19-MOV-2: illegal" in line for line in lines)
    (marker,) = below(lines[follows:], "Confessional markers")
    assert marker.startswith("  Hesse ")

    lines = report(folder, "builds", capsys)
    assert len(below(lines, "Income")) == 15
    assert below(lines, "Transfers")[0].startswith("  England lends France 1 TP")
    assert below(lines, "Loans not paid back")[1].split() == [
        "France", "England", "1", "1619", "1621",
    ]  # fmt: skip
    assert any("France builds an army in Lyonnais" in line for line in below(lines, "Purchases"))
    assert len(below(lines, "Treasuries and strengths")) == 1 + 15
    hidden = below(lines, "Orders that do not count (for the referee only)")
    assert any("BUILD A LON: illegal: E19-BLD-" in line for line in hidden)
    scoring = lines[next(n for n, line in enumerate(lines) if line.startswith("1619, scoring")) :]
    assert len(below(scoring, "Scores")) == 1 + 15
    assert below(scoring, "The new year") == [
        "  League and Union are at war from 1620 on (E19-DEC-3)"
    ]
    assert below(scoring, "INFs of the new year")[0].startswith("  INFs to place in 1620: ")


def test_a_program_gets_the_same_sections(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    write_orders(folder, 1619, "diplomatic", **ORDERS["diplomatic"])
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run", "--json") == 0
    sections = {one["title"]: one for one in json.loads(capsys.readouterr().out)["report"]}
    tracker = sections["Influence tracker"]
    assert len(tracker["rows"]) == 38
    assert {len(row) for row in tracker["rows"]} == {len(tracker["head"])}
    assert not tracker["secret"]
    assert sections["Orders that do not count"]["secret"]


def test_a_ruleset_without_reports_has_its_failures_told(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - BRE")
    capsys.readouterr()
    assert command(folder, "adjudicate") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  Austria: A VIE - BRE: illegal: STD-") for line in lines)
    assert "" not in lines
