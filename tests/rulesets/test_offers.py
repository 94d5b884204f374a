"""What a ruleset offers is what its reader takes: in positions of the sample games each order that
is offered is read without an error, and one that is not offered is refused."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.offers import Choice, Offer, accepted
from generator.engine.phases import OrderBook, Setup
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset, ruleset_ids

GAMES = Path(__file__).parents[2] / "games"
SAMPLES = {
    "first-light": "standard",
    "after-the-comet": "europe-1619",
    "winter-king": "europe-1619-draft",
    "eleven-voices": "europe-1615-v7",
    "nine-winters": "europe-1615-v3",
}
UNITS = ("A ", "F ")
FORMS = ("{0} H", "{0} - {1}", "{0} S {2}", "{0} S {2} - {1}", "{0} C {2} - {1}")
OF_UNITS = ("movement", "spring-movement", "fall-movement", "spring", "summer", "fall")


@lru_cache(maxsize=5)
def positions(name: str) -> tuple[tuple[str, Any, Any], ...]:
    """The positions of a game in which orders are due: the phase, its state and its record."""
    game = load_game(GAMES / name)
    found = ((record.moment.phase, record.before(), record) for record in game.phases)
    return tuple(one for one in found if game.ruleset.awaits(one[1]))


def ruleset_of(name: str) -> Any:
    return get_ruleset(SAMPLES[name])


def author(ruleset: Any, state: Any, offer: Offer) -> str:
    """Who writes the orders of an offer; the first of all where anybody may."""
    return offer.power or ruleset.awaits(state)[0]


def errors(ruleset: Any, state: Any, power: str, text: str) -> list[str]:
    book = ruleset.read(state, {power: text})
    return [str(one) for one in book.complaints if one.severity == "error"]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_rulesets_with_units_offer(ruleset: str) -> None:
    """Westphalia has no units that are ordered on the map: its orders are forms to fill in."""
    offers = type(get_ruleset(ruleset)).offers is not Ruleset.offers
    assert offers == (ruleset != "westphalia")


@pytest.mark.parametrize("number", [3, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_offer_of_some_years_is_read_without_an_error(name: str, number: int) -> None:
    ruleset, known = ruleset_of(name), positions(name)
    for _, state, _ in known[:: max(1, len(known) // number)]:
        offers = ruleset.offers(state)
        # One order of each unit at a time; of orders to places one for the whole sheet.
        rows: dict[str, list[list[str]]] = {}
        singles: list[tuple[str, str]] = []
        for offer in offers:
            texts = [choice.text for choice in offer.choices]
            power = author(ruleset, state, offer)
            if all(text.startswith(UNITS) for text in texts):
                rows.setdefault(power, []).append(texts)
            else:
                singles += [(power, text) for text in texts]
        longest = max((len(texts) for own in rows.values() for texts in own), default=0)
        for at in range(longest):
            sheets = {
                power: "\n".join(texts[at] for texts in own if at < len(texts))
                for power, own in rows.items()
            }
            book = ruleset.read(state, sheets)
            assert [str(one) for one in book.complaints if one.severity == "error"] == []
        for power, text in singles:
            assert errors(ruleset, state, power, text) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_orders_of_the_record_that_were_not_refused_were_offered(name: str) -> None:
    ruleset = ruleset_of(name)
    seen = missing = 0
    for phase, state, record in positions(name):
        if phase not in OF_UNITS and "retreats" not in phase:
            continue
        offered = {choice.text for offer in ruleset.offers(state) for choice in offer.choices}
        everybody = {offer.unit for offer in ruleset.offers(state)}
        for verdict in record.resolution().verdicts:
            is_ours = any(verdict.order.startswith(f"{unit} ") for unit in everybody)
            if not is_ours or verdict.outcome in ("illegal", "excess", "void"):
                continue
            seen += 1
            # A coast that is left out on a support means either; both are offered.
            missing += verdict.order not in offered and f"{verdict.order}/" not in " ".join(offered)
    assert seen > 50
    assert missing == 0


def test_units_that_all_powers_order_are_offered_to_all() -> None:
    """Version 3: the heaviest order counts. Where one power commands in secret, nobody is."""
    for ruleset, powers in (("europe-1615-v3", {""}), ("europe-1615-v7", set[str]())):
        found = get_ruleset(ruleset)
        state = found.opening(Setup())
        while found.moment(state).phase not in OF_UNITS:
            state = found.adjudicate(state, OrderBook({}), (), Chance("a", "b")).state
        ottoman = {str(unit.piece) for owner, unit in state.stands if owner == "OTT"}
        offers = found.offers(state)
        assert {offer.power for offer in offers if offer.unit in ottoman} == powers
        assert ottoman or ruleset == "europe-1615-v7"


@given(st.data())
def test_an_order_to_a_unit_is_offered_exactly_if_it_is_not_refused(data: st.DataObject) -> None:
    """Of all holds, moves, supports and convoys that can be written for a unit."""
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    ruleset = ruleset_of(name)
    known = [one for one in positions(name) if one[0] in OF_UNITS]
    _, state, _ = data.draw(st.sampled_from(known))
    offers = ruleset.offers(state)
    offer = data.draw(st.sampled_from(offers))
    # Half of the orders that could be written: near the unit, where most are possible.
    near = sorted({place for choice in offer.choices for place in choice.places})
    places = st.sampled_from(near or [offer.at]) | st.sampled_from(sorted(ruleset.names()))
    whom = st.sampled_from(sorted(one.unit for one in offers))
    to, other = data.draw(places), data.draw(whom)
    form = data.draw(st.sampled_from(FORMS))
    _agree(ruleset, state, offer, form.format(offer.unit, to, other))


@pytest.mark.parametrize(
    ("name", "year", "text", "is_offered"),
    [
        # Mantua is neutral: nobody gets in, so nobody is helped to.
        ("winter-king", 1619, "A MIL S A PARM - MAN", False),
        ("after-the-comet", 1639, "A PAL S A ERF - WUE", False),
        # In peace the land of a power is closed, by land and by sea.
        ("eleven-voices", 1621, "A LAN S A ARA - GAS", False),
        ("after-the-comet", 1628, "F POR S F MID - ANDL/WC", False),
        ("after-the-comet", 1643, "F NAR C A HLD - SCOT", False),
        # An army with attrition goes nowhere, not even by sea.
        ("winter-king", 1622, "A LON S A OLD - YOR", False),
        # Where the influence of the same phase decides, it is left open.
        ("eleven-voices", 1619, "A FRC S A CHA - LOR", True),
    ],
)
def test_help_for_a_move_that_nobody_could_make_is_neither_offered_nor_taken(
    name: str, year: int, text: str, is_offered: bool
) -> None:
    ruleset = ruleset_of(name)
    (state,) = (
        one
        for phase, one, record in positions(name)
        if record.moment.year == year and phase == "movement"
    )
    (offer,) = (one for one in ruleset.offers(state) if text.startswith(f"{one.unit} "))
    assert (text in {choice.text for choice in offer.choices}) == is_offered
    _agree(ruleset, state, offer, text)


def _agree(ruleset: Any, state: Any, offer: Offer, text: str) -> None:
    texts = {choice.text for choice in offer.choices}
    taken = not errors(ruleset, state, author(ruleset, state, offer), text)
    assert (text in texts) <= taken, text
    # An offer names the coast; whoever writes by hand may leave it out where one alone is meant.
    assert taken <= any(_same(text, one) for one in texts), text


def _same(text: str, other: str) -> bool:
    """Whether two orders differ in coasts alone."""
    return [province_of(word) for word in text.split()] == [
        province_of(word) for word in other.split()
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_places_are_words_of_the_order_in_its_order(name: str) -> None:
    ruleset = ruleset_of(name)
    for _, state, _ in positions(name)[:12]:
        for offer in ruleset.offers(state):
            assert offer.at in ruleset.names()
            assert offer.choices
            assert offer.power in ("", *ruleset.awaits(state))
            for choice in offer.choices:
                rest = choice.text.removeprefix(f"{offer.unit} ").split(" ")
                spots = [rest.index(place) for place in choice.places]
                assert spots == sorted(spots)


def test_nothing_is_offered_when_the_game_is_over() -> None:
    for name, ruleset in SAMPLES.items():
        game = load_game(GAMES / name)
        assert get_ruleset(ruleset).offers(game.current_state()) == (), name


def test_only_the_orders_that_the_reader_takes_are_accepted() -> None:
    """Each alone, so that orders which exclude each other are both offered."""
    ruleset = get_ruleset("standard")
    (_, state, _) = next(one for one in positions("first-light") if "winter" in one[0])
    (offer, *_) = ruleset.offers(state)
    wrong = Choice("build", "BUILD A XYZ")

    def read(texts: Any) -> OrderBook:
        return ruleset.read(state, texts)

    found = accepted(read, {offer.power: [*offer.choices, wrong]})
    assert found == {offer.power: list(offer.choices)}
