"""The desk's data of a position: orders by pointing, and how all others are written.

The build puts it into the page of the phase that waits; the desk's own program makes it for any
other position. It contains no rules: only the ruleset decides what an order is worth.

You point at either a unit, with all orders that are offered to it, or a place with the forms in
which it fills a slot: as itself, as the state or the power whose land it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from generator.engine.chronicle import Bond, Gazetteer, MinorStand, Snapshot
from generator.engine.offers import Choice, Offer
from generator.engine.primer import OrderForm, Primer
from generator.engine.ruleset import Ruleset
from generator.engine.words import listed

_JOINS: Final = (" > ", ", ", " ")
"""The separators of a list, the longest first."""


def desk_choices(ruleset: Ruleset[Any], state: Any, due: Sequence[str]) -> dict[str, Any]:
    """The choices of a position as data: names, places on the map, offers and forms. `due` are the
    powers that write orders."""
    from mapsvg import load_board

    moment = ruleset.moment(state)
    offers, primer, known = ruleset.offers(state), ruleset.primer(), ruleset.gazetteer(state)
    names, snapshot = ruleset.names(), ruleset.snapshot(state)
    # A ruleset may know more powers than take part in a game.
    sides = [
        power for power in ruleset.powers if power in known.power_notes or not known.power_notes
    ]
    lists = {
        "place": list(names),
        "state": list(known.minors),
        "power": [power.upper() for power in sides],
    }
    forms = tuple(_other_forms(primer, moment.phase, offers))
    board = load_board(ruleset.picture(state).board)
    kinds, packed = packed_offers(offers)
    return {
        "phase": str(moment),
        "powers": {power: ruleset.powers[power].name for power in due},
        "sides": lists["power"],
        "states": {code: minor.name for code, minor in known.minors.items()},
        "names": dict(names),
        "at": {
            place: [round(x), round(y)] for place, (x, y) in board.places.items() if place in names
        },
        "scale": board.scale,
        "words": dict(primer.words),
        "kinds": kinds,
        "offers": packed,
        "year": moment.year,
        "influence": known.influence,
        # Orders may leave out a strength: "A VIE +1".
        "units": [unit.partition(" +")[0] for _, unit in snapshot.units],
        "lands": _lands(known, snapshot),
        "stands": {
            code: _stand_words(ruleset, known, stand) for code, stand in snapshot.minors.items()
        },
        "bonds": _bonds(known, snapshot.bonds),
        "measures": [one.id.replace("_", " ").upper() for one in ruleset.measures(state)],
        "forms": [desk_form(form, lists) for form in forms],
        # The influence that each power may place: [left, {state: what makes it follow}].
        "placing": {
            power: [one.left, dict(one.needed)]
            for power in (due if any(form.influence for form in forms) else ())
            if (one := ruleset.placing(state, power))
        },
    }


def desk_form(form: OrderForm, lists: Mapping[str, Sequence[str]]) -> list[Any]:
    """A form as the page has it: [title, pattern, example, means, words, joins, 1 if it places
    influence]; what is empty at the end is left out.

    A slot of text that has no words of its own takes what is there in the example, if that is
    a list: in `VOTE DRAW OF ENGLAND, FRANCE` some powers. Then its kind is "powers".
    """
    pattern, joins = form.pattern, dict(form.joins)
    for slot, text in form.filled(form.example).items():
        if slot.startswith("text") and slot not in form.words:
            join = next((one for one in _JOINS if one in text), "")
            parts = text.split(join) if join else [text]
            kind = next((kind for kind, own in lists.items() if set(parts) <= set(own)), "")
            if kind:
                name = kind + "s" * bool(join)
                name += "2" * (f"<{name}>" in pattern)
                pattern = pattern.replace(f"<{slot}>", f"<{name}>")
                joins |= {name: join} if join else {}
        elif slot == "powers":
            joins.setdefault(slot, ", ")
    words = {slot: list(own) for slot, own in form.words.items()}
    row = [form.title, pattern, form.example, form.means, words, joins, int(form.influence)]
    while not row[-1]:
        row.pop()
    return row


def _lands(known: Gazetteer, snapshot: Snapshot) -> dict[str, str]:
    """Whose land each place is, by right and in fact: states by their codes, powers in capitals."""
    lands = {}
    for code, place in known.provinces.items():
        sides = dict.fromkeys((place.owner, snapshot.holders.get(code, "")))
        said = [side if side in known.minors else side.upper() for side in sides if side]
        if said:
            lands[code] = " ".join(said)
    for code, minor in known.minors.items():
        for own in minor.provinces:
            lands.setdefault(own, code)
    return lands


def _stand_words(ruleset: Ruleset[Any], known: Gazetteer, stand: MinorStand) -> str:
    """The status of a minor state, and who has influence there: "aligned: Spain (Spain 5)"."""

    def name(power: str) -> str:
        return ruleset.powers[power].name if power in ruleset.powers else power

    status = known.statuses.get(stand.status)
    word = status.word if status else stand.status
    shares = sorted(stand.influence.items(), key=lambda one: (one[0] != stand.power, -one[1]))
    # Next to its name is the number of the power that it follows.
    has = (
        f"{number}" if power == stand.power else f"{name(power)} {number}"
        for power, number in shares
    )
    who = f": {name(stand.power)}" if stand.power else ""
    return f"{word}{who} ({', '.join(has)})" if shares else f"{word}{who}"


def _bonds(known: Gazetteer, bonds: Sequence[Bond]) -> dict[str, dict[str, str]]:
    """The relations of each power to others, in few words, where they are not the usual ones."""
    said: dict[str, dict[str, str]] = {}
    for bond in bonds:
        facts = known.bonds[bond.kind]
        if facts.look == "plain" and not bond.due:
            continue
        words = (
            f"{facts.name} from {bond.due} on" if bond.due else f"{facts.name} since {bond.since}"
        )
        one, other = (power.upper() for power in bond.powers)
        for power, to in ((one, other), (other, one)):
            own = said.setdefault(power, {})
            own[to] = listed([own[to], words]) if to in own else words
    return said


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
    for its places; then for each offer the orders of a kind, one on a line, without the unit that
    they begin with. An order to a unit that begins with something else has "=" before it."""
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
    place that is not one of its words."""
    words = text.split(" ")
    spots: list[int] = []
    for place in choice.places:
        spots.append(words.index(place, spots[-1] + 1 if spots else 0))
    return tuple(spots)
