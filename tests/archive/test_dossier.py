"""The dossier of a power: what it says in each ruleset, and that it holds no secret of another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import Game, load_game
from generator.archive.people.dossier import Dossier, dossier_of, dossier_text, known_state
from generator.engine.errors import GameError
from generator.engine.phases import Resolution
from tests.archive.games import new_game
from tests.pages.sample import ROOT

SAMPLES = (
    "after-the-comet",
    "cuius-regio",
    "eleven-voices",
    "first-light",
    "nine-winters",
    "winter-king",
)
CHANGED, OWED = "What changed for you since your last orders", "What you owe, and what expires"
ENTRANTS, SECRETS = "Who may enter your land", "Your secrets"


def cut(name: str, phases: int) -> Game:
    """A sample game as it stood after so many phases, counted from its end where below 0."""
    game = load_game(ROOT / "games" / name)
    return replace(game, phases=game.phases[:phases])


def before(name: str, year: int, phase: str) -> Game:
    """A sample game as it waited for a phase."""
    game = load_game(ROOT / "games" / name)
    moments = [str(record.moment) for record in game.phases]
    return cut(name, moments.index(f"{year} {phase}"))


def part(dossier: Dossier, title: str) -> str:
    """The text of a section; "" where there is none."""
    found = [one for one in dossier.sections if one.title == title]
    text = dossier_text(replace(dossier, sections=tuple(found)))
    return text if found else ""


def test_france_in_its_tenth_year() -> None:
    dossier = dossier_of(before("after-the-comet", 1628, "diplomatic"), "france")
    changed, owed = part(dossier, CHANGED), part(dossier, OWED)
    assert "Treasury 7 to 22" in changed
    assert "the alliance of Austria and France is over from 1628 on" in changed
    assert "10 INFs to place" in owed
    assert "the alliance with Austria ended in 1628: war may be declared from 1629 on" in owed
    assert "Spain: at peace since 1625; Turin and Savoy; F GEN to TUR" in part(dossier, ENTRANTS)
    minors = part(dossier, "Minor states")
    assert "Catalonia: neutral; 13, Spain 12, all 27; 2 more INFs from you would align it" in minors
    assert not part(dossier, SECRETS)  # this edition has none


@pytest.mark.parametrize("power", ["france", "spain", "austria"])
def test_what_would_tip_a_state_is_what_the_rules_say(power: str) -> None:
    """As many INFs as the dossier names align a state, and one less does not."""
    from generator.rulesets.europe.steps.statuses import free_status
    from generator.rulesets.europe.telling.briefing import needed_infs, with_infs
    from generator.rulesets.europe_1619 import EDITION

    state = before("after-the-comet", 1628, "diplomatic").current_state()
    tried = 0
    for code, status in state.statuses.items():
        number = needed_infs(EDITION, state, code, power, power)
        if number and status.patron != power:
            tried += 1
            more = with_infs(state, code, power, number)
            less = with_infs(state, code, power, number - 1)
            assert free_status(EDITION, more, code).patron == power
            assert free_status(EDITION, less, code).patron != power
    assert tried > 5


def test_debts_wars_and_objectives() -> None:
    dossier = dossier_of(before("winter-king", 1624, "diplomatic"), "france")
    assert "Poland owes you 5 TP, 1 of it interest, due by the end of 1625" in part(dossier, OWED)
    assert "Dutch Republic: at war since 1621; all of it; A HLD to NET" in part(dossier, ENTRANTS)
    assert "The military objective of France: to control Milan" in part(dossier, SECRETS)


@pytest.mark.parametrize(
    ("year", "phase", "power", "said"),
    [
        (
            1618,
            "adjustment",
            "france",
            "you leave the treaty with Dutch Republic and England in 1619",
        ),
        (1622, "adjustment", "france", "Dutch Republic leaves the treaty with you in 1623"),
        (1615, "scoring", "austria", "war with Poland begins in 1616"),
        (1619, "scoring", "austria", "the war with Poland ends by an armistice in 1620"),
        (1619, "scoring", "palatinate", "the revolt in Bavaria lasts until 1624"),
        (1621, "income", "france", "decree 1 binds you until 1622: not to enter Savoy"),
        (
            1626,
            "adjustment",
            "spain",
            "Rhenish Palatinate owes you 4 gold, due by the end of 1625, overdue",
        ),
    ],
)
def test_what_begins_and_ends_in_a_year(year: int, phase: str, power: str, said: str) -> None:
    game = before("eleven-voices", year, phase)
    known = known_state(game, game.current_state())
    assert said in game.ruleset.brief(known, power).expires


def test_principalities_and_standing_orders() -> None:
    dossier = dossier_of(before("cuius-regio", 1585, "upheaval"), "red")
    wars = part(dossier, "Who may make war on you")
    assert "Black is a Foreign Power with neither land nor an ally in the Empire." in wars
    assert "any player can tip it with 3 more DI" in part(dossier, "Principalities")
    assert "Standing order: CONCEDE" in part(dossier, SECRETS)


def test_diplomacy_tells_whose_units_are_near() -> None:
    dossier = dossier_of(before("first-light", 1908, "spring-movement"), "france")
    assert "Germany: A BER to KIE, MUN, PRU" in part(dossier, ENTRANTS)
    assert "9 units to order" in part(dossier, OWED)
    assert not part(dossier, "Minor states")


def test_a_plain_ruleset_tells_it_too(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "tiny")
    ruleset = load_game(folder).ruleset
    for power in ruleset.powers:
        assert OWED in dossier_text(dossier_of(load_game(folder), power))
    with pytest.raises(GameError):
        dossier_of(load_game(folder), "atlantis")


# --- secrets


def own_secrets(game: Game, results: Sequence[Resolution[Any]], power: str) -> set[str]:
    """All that a power knows and not everybody does: what it was told, its secret orders, what
    the state keeps for it, and its orders that wait."""
    found: set[str] = set()
    for resolution in results:
        found |= {one.text for one in resolution.events if power in one.known_to}
        found |= {one.order for one in resolution.verdicts if power in one.known_to}
    found |= set(game.ruleset.confided(game.current_state(), power).lines)
    texts = game.year_orders(game.current_moment.year).texts
    played = {
        one.moment.phase for one in game.phases if one.moment.year == game.current_moment.year
    }
    for phase, by_power in texts.items():
        if phase not in played and power in by_power:
            found |= {f"{phase}: {line}" for line in by_power[power].text.splitlines() if line}
    return found


@pytest.mark.parametrize(
    ("name", "phases"),
    [*((name, -3) for name in SAMPLES), ("cuius-regio", -14), ("winter-king", -14)],
)
def test_a_dossier_has_no_secret_of_another(name: str, phases: int) -> None:
    game = cut(name, phases)
    results = [record.resolution() for record in game.phases]
    secrets = {power: own_secrets(game, results, power) for power in game.ruleset.powers}
    assert any(secrets.values())
    public = {one.text for result in results for one in result.events if one.public}
    for power in game.ruleset.powers:
        text = dossier_text(dossier_of(game, power))
        lines = {line.removeprefix("- ") for line in text.splitlines()}
        for other, own in secrets.items():
            for secret in own - secrets[power] - public if other != power else ():
                assert secret not in lines, (power, other, secret)
                # A short order may be a part of what everybody may read.
                assert len(secret) < 16 or secret not in text, (power, other, secret)


@pytest.mark.parametrize("name", ["winter-king", "eleven-voices", "cuius-regio"])
def test_what_a_power_does_not_know_changes_nothing_in_its_brief(name: str) -> None:
    """The answers about a position are made from its public part alone."""
    game = cut(name, -8)
    state = game.current_state()
    assert dict(game.ruleset.dump(state).private)
    known = known_state(game, state)
    kept = game.ruleset.dump(known).private
    blank = game.ruleset.dump(known_state(game, known)).private
    assert kept == blank
    for power in game.ruleset.awaits(state):
        assert game.ruleset.brief(known, power) == game.ruleset.brief(
            known_state(game, known), power
        )  # type: ignore[attr-defined]


def test_a_secret_treasury_is_in_its_own_dossier_alone(tmp_path: Path) -> None:
    folder = new_game(
        tmp_path / "games", "purse", "europe-1615-v7", "--option", "public_treasury=false"
    )
    game = load_game(folder)
    state = game.current_state()
    currency = state.facts.treasury.currency
    for power in ("france", "spain"):
        text = dossier_text(dossier_of(game, power))
        name = game.ruleset.powers[power].name
        assert f"- {name} has {state.treasury[power]} {currency}\n" in text
        assert "Treasury" not in text
