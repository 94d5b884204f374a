"""Declarations: war, alliance and their ends, announced in one year and in effect in the next."""

from __future__ import annotations

from typing import Final

from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.report import Cell
from generator.engine.verdicts import Event, Extent, Reason
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.standing import Pair, Relation, pair_of
from generator.rulesets.europe.state.state import ComingChange
from generator.rulesets.europe.state.values import DeclarationKind, Declare
from generator.rulesets.europe.turn.feature import first
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import NAMED, Story, few, named_side, named_sides

_OPPOSITES: Final[frozenset[frozenset[DeclarationKind]]] = frozenset(
    (
        frozenset(("war", "alliance")),
        frozenset(("war", "armistice")),
        frozenset(("alliance", "dissolution")),
    )
)
"""Declarations that contradict each other. An armistice with an alliance, or a dissolution with a
war, is a sequence that comes too early: the second one is refused for itself."""

_PASSED: Final = {
    "war": ("war-declared", 60),
    "alliance": ("alliance-made", 40),
    "armistice": ("armistice-made", 45),
    "dissolution": ("alliance-dissolved", 35),
}
UNMATCHED: Final = {
    "alliance": ("alliance-unmatched", "an alliance"),
    "armistice": ("armistice-unmatched", "an armistice"),
}
"""Declarations that both powers must make: the cause where one is missing, and the word for it."""


def declare(turn: Turn) -> None:
    """Settle all declarations by the relations in effect now, and queue those that pass."""
    claims = _permitted(turn)
    for claim in claims:
        _settle(turn, claim, claims)
    _queue(turn, claims)


# --- what may be declared


def extent_of(cause: str, *, again: bool = False) -> Extent:
    """Whether a declaration that is refused harms nothing: what it declares is so, or has been
    declared; `again`: by another line of the sheet."""
    if again:
        return "repeated"
    return "already" if cause in ("declare-already", "declare-again") else ""


def _permitted(turn: Turn) -> list[Entry]:
    """The declarations that may be made; all others are settled."""
    entries = turn.entries_of(Declare)
    sheets: dict[tuple[str, str], list[DeclarationKind]] = {}
    for entry in entries:
        sheets.setdefault((entry.power, entry.order.power), []).append(entry.order.kind)
    claims: list[Entry] = []
    for entry in entries:
        again = _has(claims, entry.power, entry.order)
        bar = _bar(turn, entry, sheets[entry.power, entry.order.power], repeated=again)
        if bar is None:
            claims.append(entry)
        else:
            turn.settle(entry, "illegal", bar, extent=extent_of(bar[0], again=again))
    return claims


def _bar(
    turn: Turn, claim: Entry, written: list[DeclarationKind], *, repeated: bool
) -> tuple[str, str] | Reason | None:
    """Why a declaration may not be made, whatever others declare; None if it may.

    written: all that the author declares toward the same power.
    """
    other, kind = claim.order.power, claim.order.kind
    name = turn.facts.name_of(other)
    if other == claim.power:
        return "declare-itself", "nobody declares anything against itself"
    if other not in turn.facts.powers or other in turn.eliminated:
        return "declare-absent", f"{name} is not in the game"
    barred = turn.facts.declarations.contradictions == "none"
    if barred and any(frozenset((kind, each)) in _OPPOSITES for each in written):
        said = listed(dict.fromkeys(written))
        return "declare-contradictory", f"{said} toward {name} contradict each other: none counts"
    if repeated:
        return "declare-again", "the sheet has this declaration already"
    if bar := bar_by_relation(turn, claim.power, claim.order):
        return bar
    features = turn.edition.features
    no = first(feature.bar_declaration(turn, claim.power, claim.order) for feature in features)
    return None if no is None else Reason(no.rule, no.text)


def bar_by_relation(turn: Turn, author: str, order: Declare) -> tuple[str, str] | None:
    """Why the relation in effect does not allow a declaration."""
    facts, kind = turn.facts, order.kind
    rules, name = facts.declarations, facts.name_of(order.power)
    pair = pair_of(facts, author, order.power)
    relation = turn.standing.relation(author, order.power)
    if any(change.pair == pair and change.kind == kind for change in turn.changes):
        return "declare-again", f"the same toward {name} waits for its year already"
    if kind == "armistice":
        return None if relation == "war" else ("armistice-no-war", f"there is no war with {name}")
    if kind == "dissolution":
        no_alliance = ("dissolution-no-alliance", f"there is no alliance with {name}")
        return None if relation == "alliance" else no_alliance
    if relation == kind:
        state = "at war" if kind == "war" else "allied"
        return "declare-already", f"the two are {state} already"
    if kind == "war":
        leaves = rules.war_on_ally == "with_leaving" and any(
            (change.pair, change.kind) == (pair, "dissolution") for change in turn.changes
        )
        if relation == "alliance" and not leaves:
            return "war-on-ally", f"{name} is an ally; the alliance has to end first"
        return _too_soon(turn, pair, "war", "war-too-soon")
    if any(set(pair) == set(barred) for barred in facts.setup.forbidden_alliances):
        return "alliance-forbidden", f"{facts.name_of(author)} and {name} may never ally"
    if relation == "war":
        return "alliance-at-war", f"there is a war with {name}, which has to end first"
    return _too_soon(turn, pair, "alliance", "alliance-too-soon")


def waits(facts: Facts, relation: Relation) -> tuple[str, int] | None:
    """The declarations that may not follow at once on a relation that a peace has ended ("war",
    "alliance"), and for how many years; None for a peace that ended nothing."""
    rules = facts.declarations
    if relation.after == "alliance":
        return "war", rules.wait_alliance_to_war
    return ("alliance", rules.wait_war_to_alliance) if relation.after == "war" else None


def _too_soon(turn: Turn, pair: Pair, wanted: str, cause: str) -> tuple[str, str] | None:
    """Whether the peace after a war or an alliance is too young for the opposite."""
    relation = turn.relations.get(pair)
    wait = None if relation is None else waits(turn.facts, relation)
    if relation is None or wait is None or wait[0] != wanted:
        return None
    first = relation.since + wait[1]
    if turn.year >= first:
        return None
    text = f"the {relation.after} ended in {relation.since}; this can be declared from {first} on"
    return cause, text


# --- what passes


def _settle(turn: Turn, claim: Entry, claims: list[Entry]) -> None:
    """Give a permitted declaration its verdict: passed, or an offer that found no answer."""
    author, other, kind = claim.power, claim.order.power, claim.order.kind
    by, name = turn.facts.name_of(author), turn.facts.name_of(other)
    if kind not in UNMATCHED or _has(claims, other, Declare(kind, author)):
        state = {"war": "at war", "alliance": "allied"}.get(kind, "at peace")
        said = f"{state} with {name} from {effective_year(turn)} on"
        turn.settle(claim, "success", (_PASSED[kind][0], said))
        return
    cause, noun = UNMATCHED[kind]
    said = f"{noun} needs the declarations of both, and {name} made none toward {by}"
    reasons = [(cause, said)]
    if kind == "alliance" and _has(claims, other, Declare("war", author)):
        reasons.append(("alliance-met-by-war", f"{name} declares war on {by} in the same year"))
    turn.settle(claim, "void", *reasons)
    told = turn.facts.declarations.offers
    if told != "author":
        turn.report(
            OFFER,
            "offer-unanswered",
            f"{by} declares {noun} with {name}, and finds no answer",
            known_to=() if told == "public" else (other,),
            declared=kind,
            by=[author],
            to=other,
        )


def _has(claims: list[Entry], by: str, order: Declare) -> bool:
    return any(claim.power == by and claim.order == order for claim in claims)


def effective_year(turn: Turn) -> int:
    """The first year in which what is declared now is in effect."""
    return turn.year + turn.facts.declarations.delay_years


def _queue(turn: Turn, claims: list[Entry]) -> None:
    """Queue what passed, pair by pair, and report it."""
    passed: dict[tuple[Pair, DeclarationKind], list[str]] = {}
    for claim in claims:
        if claim.verdict is not None and claim.verdict.outcome == "success":
            pair = pair_of(turn.facts, claim.power, claim.order.power)
            passed.setdefault((pair, claim.order.kind), []).append(claim.power)
    year = effective_year(turn)
    order = {power: number for number, power in enumerate(turn.facts.powers)}
    for pair, kind in sorted(passed, key=lambda one: [order[power] for power in one[0]]):
        authors = passed[pair, kind]
        by = tuple(power for power in pair if power in authors)
        turn.changes.append(ComingChange(year, kind, pair, by))
        cause, weight = _PASSED[kind]
        turn.report(
            DECLARATION,
            cause,
            _announcement(turn, pair, kind, by),
            weight=weight,
            declared=kind,
            pair=list(pair),
            by=list(by),
            year=year,
        )


def _announcement(turn: Turn, pair: Pair, kind: DeclarationKind, by: tuple[str, ...]) -> str:
    facts, year = turn.facts, effective_year(turn)
    both = listed(facts.name_of(power) for power in pair)
    author = facts.name_of(by[0])
    other = facts.name_of(pair[pair[0] == by[0]])
    if kind == "alliance":
        return f"{both} make an alliance, in effect from {year}"
    verb, phrase, then = {
        "war": ("declare", "war on", "at war"),
        "armistice": ("announce", "an armistice with", "at peace"),
        "dissolution": ("dissolve", "the alliance with", "at peace"),
    }[kind]
    if len(by) == 2:
        return f"{both} {verb} {phrase} each other: they are {then} from {year}"
    return f"{author} {verb}s {phrase} {other}: they are {then} from {year}"


# --- the kinds of events


_BONDS: Final = {
    "war": ("{} declares war on {}", "{} on {}", "declarations of war"),
    "alliance": ("{} and {} make an alliance", "{} with {}", "alliances are made"),
    "armistice": ("{} and {} end their war", "{} with {}", "wars end"),
    "dissolution": ("{} ends its alliance with {}", "{} with {}", "alliances end"),
}
"""A declaration as a sentence, among several, and how they are counted."""


def _declarations(story: Story, events: list[Event]) -> str:
    year = events[0].data["year"]
    parts = []
    for kind, (text, among, many) in _BONDS.items():
        told = [_parties(story, event) for event in events if event.data["declared"] == kind]
        if len(told) < NAMED:
            parts += [text.format(*pair) for pair in told]
        else:
            parts.append(f"{len(told)} {many} ({few([among.format(*pair) for pair in told])})")
    return f"{'; '.join(parts)}, from {year} on"


def _parties(story: Story, event: Event) -> tuple[str, str]:
    """The names of the author and of the other; for what both declared, in the powers' order."""
    one, other = event.data["pair"]
    if event.data["by"][0] == other:
        one, other = other, one
    return story.facts.name_of(one), story.facts.name_of(other)


def _others(facts: Facts, event: Event) -> Cell:
    others = [power for power in event.data["pair"] if power not in event.data["by"]]
    return named_side(facts, others[0]) if others else "each other"


DECLARATION: Final = EventKind(
    "declaration",
    section="Declarations",
    topics=("diplomacy",),
    columns={
        "Declared": "declared",
        "by": lambda facts, event: named_sides(facts, event.data["by"], " and "),
        "toward": _others,
        "In effect from": "year",
    },
    sentences=(Sentence(_declarations),),
)
OFFER: Final = EventKind("offer", section="Declarations", topics=("diplomacy",))
