"""What changed in a phase, told in sentences: each of them sums up events of a few kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from generator.engine.verdicts import Event, Outcome, Verdict
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.words import count, listed

__all__ = ["Headline", "headlines"]

NAMED: Final = 4
"""How many things of one sort a sentence names; the others it counts."""

_FAILURES: Final[tuple[tuple[Outcome, str, str], ...]] = (
    ("bounce", "move is stopped", "moves are stopped"),
    ("cut", "support is cut", "supports are cut"),
    ("disrupted", "convoy is broken", "convoys are broken"),
    ("void", "order finds no match", "orders find no match"),
    ("illegal", "order is impossible", "orders are impossible"),
)
_BONDS: Final = {
    "war": ("{} declares war on {}", "{} on {}", "declarations of war"),
    "alliance": ("{} and {} make an alliance", "{} with {}", "alliances are made"),
    "armistice": ("{} and {} end their war", "{} with {}", "wars end"),
    "dissolution": ("{} ends its alliance with {}", "{} with {}", "alliances end"),
}
"""A declaration as a sentence, among several, and how they are counted."""

_STANDS: Final = {"war": "at war", "alliance": "allied", "peace": "at peace"}


class Headline(Struct, frozen=True):
    """A sentence without its end. `weight` is that of its weightiest event."""

    text: str
    weight: int


class _Story(Struct, frozen=True):
    """What the sentences are made of: the public events and verdicts of one phase."""

    facts: Facts
    phase: str
    events: Sequence[Event]
    verdicts: Sequence[Verdict]

    def of(self, *kinds: str) -> list[Event]:
        return [event for event in self.events if event.kind in kinds]

    def names(self, sides: Iterable[str]) -> str:
        return _few([self.facts.name_of(side) for side in sides])

    def place(self, code: str) -> str:
        return self.facts.board.name_of(code)


def headlines(
    facts: Facts, phase: str, events: Sequence[Event], verdicts: Sequence[Verdict]
) -> list[Headline]:
    """All sentences that the phase is worth, in the order in which they are told.

    Weighty events that no sentence sums up are told in their own words.
    """
    story = _Story(facts, phase, events, verdicts)
    found = []
    for kinds, tell, least in _SENTENCES:
        told = story.of(*kinds)
        text = tell(story, told) if told else ""
        if text:
            found.append(Headline(text, max(least, *(event.weight for event in told))))
    known = {kind for kinds, _, _ in _SENTENCES for kind in kinds}
    found += [
        Headline(event.text, event.weight)
        for event in events
        if event.kind not in known and event.weight >= _OWN_WORDS
    ]
    moves = _orders(story)
    return [Headline(moves, _ORDERS), *found] if moves else found


_OWN_WORDS: Final = 20
"""From this weight on an event that belongs to no sentence has one of its own."""

_ORDERS: Final = 42
"""The weight of what became of the orders: less than that of a dislodged unit."""


# --- orders and units


def _orders(story: _Story) -> str:
    if story.phase != "movement":
        return ""
    made = sum(
        one.outcome == "success" and one.order.split()[2:3] == ["-"] for one in story.verdicts
    )
    parts = [f"{count(made, 'unit')} {'moves' if made == 1 else 'move'}"]
    for outcome, one, many in _FAILURES:
        number = sum(verdict.outcome == outcome for verdict in story.verdicts)
        if number:
            parts.append(f"{number} {one if number == 1 else many}")
    return listed(parts)


def _plural(one: str, many: str) -> Callable[[_Story, list[Event]], str]:
    """Tells events of units one by one while they are few; else how many, and where."""

    def tell(story: _Story, events: list[Event]) -> str:
        if len(events) < NAMED:
            return "; ".join(event.text for event in events)
        where = _few([story.place(event.provinces[0]) for event in events])
        return f"{len(events)} units {one if len(events) == 1 else many} ({where})"

    return tell


def _fates(story: _Story, events: list[Event]) -> str:
    """Units that are gone. After movement those go without saying that were dislodged just now."""
    if story.phase == "movement":
        driven = {event.data["unit"] for event in story.of("dislodged")}
        events = [event for event in events if event.data.get("unit") not in driven]
    return _plural("is disbanded", "are disbanded")(story, events) if events else ""


# --- diplomacy


def _declarations(story: _Story, events: list[Event]) -> str:
    year = events[0].data["year"]
    parts = []
    for kind, (text, among, many) in _BONDS.items():
        told = [_parties(story, event) for event in events if event.data["declared"] == kind]
        if len(told) < NAMED:
            parts += [text.format(*pair) for pair in told]
        else:
            parts.append(f"{len(told)} {many} ({_few([among.format(*pair) for pair in told])})")
    return f"{'; '.join(parts)}, from {year} on"


def _parties(story: _Story, event: Event) -> tuple[str, str]:
    """The names of the author and of the other; for what both declared, in the powers' order."""
    one, other = event.data["pair"]
    if event.data["by"][0] == other:
        one, other = other, one
    return story.facts.name_of(one), story.facts.name_of(other)


def _relations(story: _Story, events: list[Event]) -> str:
    parts = []
    for kind, words in _STANDS.items():
        pairs = [event.data["pair"] for event in events if event.data["relation"] == kind]
        named = [" with ".join(map(story.facts.name_of, pair)) for pair in pairs]
        if named:
            first, _, other = named[0].partition(" with ")
            parts.append(_few([f"{first} is {words} with {other}", *named[1:]]))
    return f"from {events[0].data['since']} on {'; '.join(parts)}"


def _statuses(story: _Story, events: list[Event]) -> str:
    """Which states change sides: to whom, and which ones are with nobody now."""
    last = {event.data["state"]: event.data for event in events}
    won: dict[str, list[str]] = {}
    adrift: dict[str, list[str]] = {}
    for state, data in last.items():
        kind, patron = data["status"], data["patron"]
        if kind == "vassal":
            adrift.setdefault(f"a vassal of {story.facts.name_of(patron)}", []).append(state)
        elif patron:
            won.setdefault(patron, []).append(state)
        elif kind != "captured":
            adrift.setdefault(kind, []).append(state)
    ranked = sorted(won, key=lambda power: -len(won[power]))
    parts = [f"{story.facts.name_of(power)} wins {story.names(won[power])}" for power in ranked]
    if len(parts) > NAMED:
        left = sum(len(won[power]) for power in ranked[NAMED - 1 :])
        parts = [*parts[: NAMED - 1], f"{left} more states align with others"]
    for kind, states in adrift.items():
        parts.append(f"{story.names(states)} {'turns' if len(states) == 1 else 'turn'} {kind}")
    return "; ".join(parts)


def _influence(story: _Story, events: list[Event]) -> str:
    placed = [event.data for event in events if event.kind == "placement"]
    attacks = [event.data["lost"] for event in events if event.kind == "diplomatic-attack"]
    parts = []
    if placed:
        total = sum(sum(one["placed"].values()) for one in placed)
        parts.append(f"{count(len(placed), 'power')} {_places(len(placed))} {count(total, 'INF')}")
    if any(attacks):
        made = [lost for lost in attacks if lost]
        cost = f"{'costs' if len(made) == 1 else 'cost'} both sides {count(sum(made), 'INF')}"
        parts.append(f"{count(len(made), 'diplomatic attack')} {cost}")
    return "; ".join(parts)


def _places(number: int) -> str:
    return "places" if number == 1 else "place"


# --- map adjustment


def _captures(story: _Story, events: list[Event]) -> str:
    by_taker: dict[str, list[Mapping[str, Any]]] = {}
    for event in events:
        by_taker.setdefault(event.data["by"], []).append(event.data)
    ranked = sorted(by_taker, key=lambda one: -sum(1 + row["value"] for row in by_taker[one]))
    parts = []
    for taker in ranked[:NAMED]:
        rows = sorted(by_taker[taker], key=lambda row: -row["value"])
        named = _few([_prize(story, row) for row in rows])
        parts.append(f"{story.facts.name_of(taker)} captures {named}")
    left = sum(len(by_taker[taker]) for taker in ranked[NAMED:])
    if left:
        parts.append(f"others capture {count(left, 'province')}")
    return "; ".join(parts)


def _prize(story: _Story, row: Mapping[str, Any]) -> str:
    place, loser = story.place(row["province"]), row["from"]
    lost = f" from {story.facts.name_of(loser)}" if loser in story.facts.powers else ""
    worth = f" ({row['value']})" if row["value"] else ""
    return f"{place}{lost}{worth}"


def _liberations(story: _Story, events: list[Event]) -> str:
    if len(events) < NAMED:
        return "; ".join(event.text.partition(":")[0] for event in events)
    names = _few([story.place(event.data["province"]) for event in events])
    return f"{len(events)} provinces go back to their owners ({names})"


def _states(story: _Story, events: list[Event]) -> str:
    texts = [event.text.partition(":")[0].partition(" (")[0] for event in events]
    if len(texts) <= NAMED:
        return "; ".join(texts)
    fallen = [event.data["state"] for event in events if event.kind == "state-captured"]
    freed = [event.data["state"] for event in events if event.kind == "state-freed"]
    parts = [f"captured states: {story.names(fallen)}"] if fallen else []
    parts += [f"free again: {story.names(freed)}"] if freed else []
    return "; ".join(parts)


def _markers(story: _Story, events: list[Event]) -> str:
    names = story.facts.confessions
    parts = []
    for confession, row in names.items():
        states = [event.data["state"] for event in events if event.data["marker"] == confession]
        if states:
            parts.append(f"{row.name} markers appear in {story.names(states)}")
    lost = [event.data["state"] for event in events if not event.data["marker"]]
    if lost:
        parts.append(f"{story.names(lost)} {'loses' if len(lost) == 1 else 'lose'} theirs")
    if len(parts) == 1 and lost:
        return parts[0].replace(" theirs", " its marker" if len(lost) == 1 else " their markers")
    return "; ".join(parts)


# --- builds and scores


def _builds(story: _Story, events: list[Event]) -> str:
    """Who builds where: powers for themselves or for states, and states by themselves."""
    where: dict[str, list[str]] = {}
    for event in events:
        data = event.data
        if event.kind == "minor-built":
            where.setdefault("", []).append(data["state"])
        elif data["sort"] == "unit":
            where.setdefault(data["power"], []).append(story.place(event.provinces[0]))
    states = where.pop("", [])
    parts = [f"{story.facts.name_of(one)} builds in {_few(found)}" for one, found in where.items()]
    if len(parts) > NAMED:
        left = sum(len(found) for found in list(where.values())[NAMED:])
        parts = [*parts[:NAMED], f"others build {count(left, 'unit')}"]
    if states:
        raised = "raises its unit" if len(states) == 1 else "raise their units"
        parts.append(f"{story.names(states)} {raised}")
    return "; ".join(parts)


def _strengths(story: _Story, events: list[Event]) -> str:
    """Armies made stronger and weaker, and those of states fortified."""
    bought = [one.data for one in events if one.kind == "purchase"]
    up = [data for data in bought if data["sort"] == "bolster"]
    walls = [data for data in bought if data["sort"] == "fortification"]
    down = [event.data for event in events if event.kind == "reduced"]
    parts = []
    if up:
        points = sum(data["points"] for data in up)
        powers = list(dict.fromkeys(data["power"] for data in up))
        does = "bolsters" if len(powers) == 1 else "bolster"
        parts.append(f"{story.names(powers)} {does} armies by {count(points, 'point')}")
    if walls:
        powers = list(dict.fromkeys(data["power"] for data in walls))
        states = list(dict.fromkeys(data["state"] for data in walls))
        does = "fortifies" if len(powers) == 1 else "fortify"
        parts.append(f"{story.names(powers)} {does} {story.names(states)}")
    if down:
        powers = list(dict.fromkeys(data["power"] for data in down))
        does = "reduces" if len(powers) == 1 else "reduce"
        parts.append(f"{story.names(powers)} {does} armies")
    return "; ".join(parts)


def _transfers(story: _Story, events: list[Event]) -> str:
    if len(events) <= NAMED:
        return "; ".join(event.text for event in events)
    total = sum(event.data["tp"] for event in events)
    return f"{count(len(events), 'transfer')} move {total} in money between powers"


def _lead(story: _Story, events: list[Event]) -> str:
    text = events[-1].text
    if story.of("game-over", "tie"):
        return ""
    rows = {event.data["power"]: event.data["points"] for event in story.of("score")}
    behind = sorted((p for p in rows if p not in events[-1].powers), key=lambda p: -rows[p])
    near = [f"{story.facts.name_of(power)} {rows[power]}" for power in behind[:2]]
    return f"{text}; behind follow {listed(near)}" if near else text


def _own(story: _Story, events: list[Event]) -> str:
    """The events in their own words."""
    return "; ".join(event.text for event in events)


def _first(story: _Story, events: list[Event]) -> str:
    """The events without their reasons."""
    return "; ".join(event.text.partition(":")[0] for event in events)


def _few(names: Sequence[str]) -> str:
    """Names while they are few, else the first of them and how many others."""
    if len(names) <= NAMED:
        return listed(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} others"


_Tell = Callable[[_Story, list[Event]], str]

_SENTENCES: Final[tuple[tuple[tuple[str, ...], _Tell, int], ...]] = (
    (("eliminated",), _first, 0),
    (("founded",), _own, 0),
    (("game-over",), _own, 0),
    (("extended", "tie"), _own, 0),
    (("lead",), _lead, 0),
    (("declaration",), _declarations, 0),
    (("status",), _statuses, 38),
    (("placement", "diplomatic-attack"), _influence, 0),
    (("dislodged",), _plural("is dislodged", "are dislodged"), 0),
    (("evicted",), _plural("must leave", "must leave"), 0),
    (("retreat",), _plural("retreats", "retreat"), 0),
    (("captured",), _captures, 0),
    (("state-captured", "state-freed"), _states, 0),
    (("liberated",), _liberations, 0),
    (("disbanded",), _fates, 0),
    (("units-disbanded",), _first, 0),
    (("marker",), _markers, 0),
    (("purchase", "minor-built"), _builds, 0),
    (("purchase", "reduced"), _strengths, 0),
    (("transfer",), _transfers, 0),
    (("relation",), _relations, 0),
)
"""Which events a sentence is made of, and its least weight, in the order in which they are told.
The map's colors change with statuses, so those count for more than their events do."""
