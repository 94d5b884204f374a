"""What the desk knows of a position: what may be ordered by pointing, and how all else is written.

The build puts it into the page of the phase that waits; the desk's own program makes it for any
other position. It has no rule in it: what an order is worth only the ruleset says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.engine.offers import Choice, Offer
from generator.engine.primer import OrderForm, Primer
from generator.engine.ruleset import Ruleset


def desk_choices(ruleset: Ruleset[Any], state: Any, due: Sequence[str]) -> dict[str, Any]:
    """The choices of a position as data: names, places on the map, offers and forms. `due` are the
    powers that write orders."""
    from mapsvg import board_anchors

    moment = ruleset.moment(state)
    offers, primer, known = ruleset.offers(state), ruleset.primer(), ruleset.gazetteer(state)
    names = ruleset.names()
    anchors = board_anchors(ruleset.picture(state).board)
    kinds, packed = packed_offers(offers)
    return {
        "phase": str(moment),
        "powers": {power: ruleset.powers[power].name for power in due},
        # A ruleset may know more powers than take part in a game.
        "sides": [
            power.upper()
            for power in ruleset.powers
            if power in known.power_notes or not known.power_notes
        ],
        "states": {code: minor.name for code, minor in known.minors.items()},
        "names": dict(names),
        "at": {
            place: [round(x), round(y)]
            for place, (x, y) in anchors.places.items()
            if place in names
        },
        "scale": anchors.scale,
        "words": dict(primer.words),
        "kinds": kinds,
        "offers": packed,
        "forms": [
            [form.title, form.pattern, form.example, form.means]
            for form in _other_forms(primer, moment.phase, offers)
        ],
    }


def _other_forms(primer: Primer, phase: str, offers: Iterable[Offer]) -> Iterator[OrderForm]:
    """The forms of the phase for orders that cannot be pointed at: all but those of orders to units
    that are offered, and of the orders to places."""
    offers = tuple(offers)
    samples = {choice.kind: choice.text for offer in offers for choice in offer.choices}
    to_units = any(offer.unit and offer.choices for offer in offers)
    for part in primer.parts:
        for form in part.forms if part.always or phase in part.phases else ():
            # By pointing, an order with a number has but one.
            pointed = to_units and form.pattern.startswith("<unit> ")
            offered = "<number>" not in form.pattern and any(
                form.read(text, lambda kind, said: said) for text in samples.values()
            )
            if not pointed and not offered:
                yield form


def packed_offers(
    offers: Iterable[Offer],
) -> tuple[list[tuple[str, list[int]]], list[tuple[str, str, str, dict[int, str]]]]:
    """The offers in a few bytes: each kind of order once, as its name and the numbers of the words
    in which its places stand; then for each offer the orders of a kind, one on a line, without the
    unit that they begin with. An order to a unit that begins with something else has "=" before
    it."""
    kinds: dict[tuple[str, tuple[int, ...]], int] = {}
    packed = []
    for offer in offers:
        lines: dict[int, list[str]] = {}
        for choice in offer.choices:
            text = choice.text.removeprefix(f"{offer.unit} ") if offer.unit else choice.text
            shape = (choice.kind, _spots(choice, text))
            mark = "=" if offer.unit and text == choice.text else ""
            lines.setdefault(kinds.setdefault(shape, len(kinds)), []).append(mark + text)
        texts = {number: "\n".join(own) for number, own in lines.items()}
        packed.append((offer.power, offer.at, offer.unit, texts))
    return [(kind, list(spots)) for kind, spots in kinds], packed


def _spots(choice: Choice, text: str) -> tuple[int, ...]:
    """The numbers of the words that are the places of an order, from 0. Raises ValueError for a
    place that is no word of it."""
    words = text.split(" ")
    spots: list[int] = []
    for place in choice.places:
        spots.append(words.index(place, spots[-1] + 1 if spots else 0))
    return tuple(spots)
