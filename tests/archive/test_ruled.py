"""Rulings that do not apply: `check` and `adjudicate` say the same, with the place of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import check_game
from generator.engine.rulings import facts_of
from tests.archive.games import command, files_of, new_game, tiny_is_installed

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]
PHASES = {
    "standard": (1901, "spring-movement"),
    "europe-1619": (1619, "diplomatic"),
    "westphalia": (1, "setup"),
}


def rule(folder: Path, text: str) -> Path:
    path = folder / str(load_game(folder).current_moment.year) / "rulings.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def one(phase: str, kind: str, facts: str = "", more: str = "") -> str:
    table = f"facts = {{ {facts} }}\n" if facts else ""
    return f'[[ruling]]\nphase = "{phase}"\nkind = "{kind}"\nreason = "so"\n{more}{table}'


def refused(folder: Path, capsys: Capture) -> str:
    """What adjudicating says. It writes nothing, and `check` says the same and fails as well."""
    before = files_of(folder)
    capsys.readouterr()
    assert command(folder, "adjudicate") == 1
    said = capsys.readouterr().err.strip()
    assert files_of(folder) == before
    assert command(folder, "check") == 1
    heard = capsys.readouterr()
    for line in said.split("\n"):
        assert line in heard.out + heard.err
    return said


@pytest.mark.parametrize("ruleset", PHASES)
def test_a_ruling_for_a_phase_that_does_not_exist_is_refused(
    ruleset: str, tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "war", ruleset)
    path = rule(folder, one("sumer-movment", "note"))
    assert refused(folder, capsys).startswith(
        f"{path}:2:1: ruling 1 is for sumer-movment, and there is no such phase ("
    )


def test_a_slip_in_the_name_of_a_phase_has_the_phase_as_its_hint(
    tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "war", "standard")
    rule(folder, one("fall-movment", "note"))
    assert refused(folder, capsys).endswith("(did you mean fall-movement?)")


def test_a_ruling_for_a_later_phase_waits(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    rule(folder, one("fall-movement", "order", 'power = "nobody"'))
    assert not [one for one in check_game(load_game(folder)).complaints if "ruling" in str(one)]
    assert command(folder, "adjudicate") == 0


def test_orders_for_a_phase_that_does_not_exist_are_warned_of(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    path = folder / "1901/orders/france.toml"
    path.write_text('[harvest]\norders = "A PAR H"\n', encoding="utf-8")
    said = [str(one) for one in check_game(load_game(folder)).complaints]
    assert [
        line
        for line in said
        if "[harvest]: the game is not waiting for a phase of that name" in line
    ]


# Wrong in a ruling of any ruleset: the kind, the facts, where, and what is said.
ANYWHERE = [
    ("nots", "", "3:1", "there is no kind 'nots' (did you mean note?)"),
    ("note", "txt = 1", "5:11", "there is no txt in a ruling of the kind note (did you mean"),
    ("note", "text = 1", "5:11", "text cannot be 1 (a text in quotes)"),
    ("note", 'text = " "', "5:11", "text is empty (leave it out)"),
    ("order", 'order = "A PAR H"', "5:1", "power is missing (order has power, order"),
]


@pytest.mark.parametrize(
    ("ruleset", "kind", "facts", "place", "words"),
    [
        ("standard", "units", 'power = "Frence", units = []', "5:11",
         "there is no power 'Frence' (did you mean france?)"),
        ("standard", "centers", 'power = "france", centers = ["Belgium"]', "5:29",
         "there is no supply center 'Belgium' (did you mean BEL?)"),
        ("standard", "order", 'power = "france", order = "A PAR - BUX"', "5:29",
         "'A PAR - BUX' cannot be read: there is no province BUX (did you mean BUR"),
        ("standard", "end", 'result = "drawn"', "5:11", "result cannot be 'drawn' (victory, draw)"),
        ("europe-1619", "relation", 'powers = ["france", "spane"], is = "war"', "5:11",
         "there is no power 'spane' (did you mean spain?)"),
        ("europe-1619", "control", 'province = "Paris", holder = "spain"', "5:11",
         "there is no province 'Paris' (did you mean PAR?)"),
        ("europe-1619", "treasury", 'power = "france", tp = "5"', "5:29",
         "tp cannot be "),
        ("europe-1619", "status", 'state = "Transilvania", status = "neutral"', "5:11",
         "there is no state 'Transilvania' (did you mean TRA?)"),
        ("westphalia", "saved", 'power = "orang", number = 1', "5:11",
         "there is no player 'orang' (did you mean orange?)"),
        ("westphalia", "saved", 'power = "orange", number = "1"', "5:29",
         "number cannot be "),
        *((ruleset, *row) for ruleset in PHASES for row in ANYWHERE),
    ],
)  # fmt: skip
def test_a_wrong_fact_is_named_with_its_place_and_what_was_meant(
    ruleset: str, kind: str, facts: str, place: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "war", ruleset)
    path = rule(folder, one(PHASES[ruleset][1], kind, facts))
    said = refused(folder, capsys)
    assert said.startswith(f"{path}:{place}: ruling 1 does not apply: {words}")


def test_all_rulings_that_do_not_apply_are_named_at_once(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard")
    phase = "spring-movement"
    wrong = one(phase, "units", 'power = "x", units = []')
    path = rule(folder, wrong + one(phase, "note") + one(phase, "gift"))
    first, second = refused(folder, capsys).split("\n")
    assert first.startswith(f"{path}:5:11: ruling 1 does not apply: there is no power 'x'")
    assert second.startswith(f"{path}:12:1: ruling 3 does not apply: there is no kind 'gift'")


def test_a_ruling_of_another_packages_ruleset_has_its_place(
    tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path)
    path = rule(folder, one("bid", "award"))
    assert refused(folder, capsys) == f"{path}:1:1: ruling 1 does not apply"


KINDS = {
    "standard": ("order", "void", "units", "centers", "end", "note"),
    "europe-1619": (
        "order", "void", "disorder", "relation", "alliance", "infs", "status", "control",
        "marker", "eliminate", "units", "entry", "minor", "treasury", "loan", "income", "prices",
        "score", "option", "end", "extend", "note", "reichstag", "immunity",
    ),
    "westphalia": (
        "order", "void", "redraw", "result", "influence", "saved", "score", "religion",
        "province", "ally", "electors", "emperor", "league", "name", "cancel-war", "leader",
        "hand", "option", "question", "end", "note",
    ),
}  # fmt: skip
ODD = ('"x"', "[[]]")
ODDER = ("-1", "1", "true", '["x"]', '{ x = "y" }')


@pytest.mark.parametrize("values", [ODD, pytest.param(ODDER, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("ruleset", "kind"), [(r, k) for r, ks in KINDS.items() for k in ks])
def test_no_value_of_any_type_is_more_than_a_refusal(
    ruleset: str, kind: str, values: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    """`check` never passes what `adjudicate` refuses, and neither ends in a traceback."""
    from generator.rulesets import get_ruleset
    from generator.rulesets.europe.rulings.kinds import KINDS as EUROPE
    from generator.rulesets.standard.play import KINDS as STANDARD
    from generator.rulesets.westphalia.playing.ruling_kinds import KINDS as WESTPHALIA

    folder = new_game(tmp_path, "war", ruleset)
    known = {"standard": STANDARD, "europe-1619": EUROPE, "westphalia": WESTPHALIA}[ruleset]
    form = known.get(kind)  # type: ignore[attr-defined]
    names = facts_of(form) if form else ("lifted", "votes")
    assert kind in get_ruleset(ruleset).primer().rulings
    for odd in values:
        facts = ", ".join(f"{name} = {odd}" for name in names)
        rule(folder, one(PHASES[ruleset][1], kind, facts))
        checked = command(folder, "check")
        assert command(folder, "adjudicate", "--dry-run") == checked


@pytest.mark.parametrize("ruleset", PHASES)
def test_a_note_changes_nothing_and_is_shown(ruleset: str, tmp_path: Path) -> None:
    plain = new_game(tmp_path / "plain", "war", ruleset)
    noted = new_game(tmp_path / "noted", "war", ruleset)
    rule(noted, one(PHASES[ruleset][1], "note", 'text = "Burgundy is Burgundy"'))
    for folder in (plain, noted):
        assert command(folder, "check") == 0
        assert command(folder, "adjudicate") == 0
        assert command(folder, "verify") == 0
    games = load_game(plain), load_game(noted)
    documents = [game.ruleset.dump(game.current_state()) for game in games]
    assert documents[0] == documents[1]
    told = [
        event.text
        for event in games[1].phases[0].resolution().events
        if event.kind == "ruling" and event.public
    ]
    assert [text.lower() for text in told] == ["ruling 1: burgundy is burgundy (so)"]
    assert "note" in games[1].ruleset.primer().rulings


def test_orders_are_checked_with_what_rulings_have_changed(tmp_path: Path) -> None:
    """A war by ruling: what it makes legal is no warning in `check`."""
    folder = new_game(tmp_path, "war", "europe-1619")
    assert command(folder, "adjudicate") == 0
    (folder / "1619/orders/austria.toml").write_text('[movement]\norders = "A SLO - VEN"\n')

    def complaints() -> list[str]:
        return [str(one) for one in check_game(load_game(folder)).complaints if "VEN" in str(one)]

    assert "neither at war nor allied" in complaints()[0]
    facts = 'powers = ["austria", "venice"], is = "war", when = "before"'
    rule(folder, one("movement", "relation", facts))
    assert complaints() == []
    assert command(folder, "adjudicate") == 0
    said = load_game(folder).phases[1].resolution().verdicts
    assert [one.outcome for one in said if one.order == "A SLO - VEN"] == ["bounce"]
