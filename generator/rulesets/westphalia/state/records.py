"""The lists that grow through a game: elections, the Diplomacy Game, wars, battles, Leagues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.phases import Resolution
from generator.engine.records import Deed, RecordLine
from generator.engine.report import Named, joined
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import LEAGUES, capital_letter, name_of


def records_of(resolution: Resolution[State]) -> Sequence[RecordLine]:
    """The lines that a phase adds, in the order of its events."""
    return tuple(_records(resolution))


def _records(resolution: Resolution[State]) -> Iterator[RecordLine]:
    state = resolution.state
    ballots: list[str | Named] = []
    for number, event in enumerate(resolution.events, 1):
        data = event.data
        if event.kind in (kinds.BALLOT.slug, kinds.BLOCK_VOTE.slug):
            ballots += _ballot(state, event, first=not ballots)
        elif event.kind == kinds.EMPEROR_ELECTED.slug:
            votes = joined((named(state, one), f" {many}") for one, many in data["votes"].items())
            cells = (named(state, event.powers[0]), tuple(votes), tuple(ballots))
            yield RecordLine("election", number, cells)
            ballots = []
        elif event.kind == kinds.DILEMMA.slug:
            yield _dilemma(state, event, number)
        elif event.kind == kinds.WAR_DECLARED.slug:
            sides = (named(state, data["attacker"]), named(state, data["defender"]))
            yield RecordLine("war", number, (str(data["war"]), *sides, str(data["phase"])))
        elif event.kind in (kinds.BATTLE.slug, kinds.AUTOMATIC_VICTORY.slug):
            yield _battle(state, event, number)
        elif event.kind in (kinds.RELIGIOUS_WAR_WON.slug, kinds.RELIGIOUS_WAR_INCONCLUSIVE.slug):
            won = data.get("winner", "")
            winner = capital_letter(LEAGUES[won]) if won else "nobody"
            target = named(state, data["target"])
            yield RecordLine("religious", number, (target, winner, event.text))


def _ballot(state: State, event: Event, *, first: bool) -> list[str | Named]:
    """How one Elector, or a block of them, voted, as a part of a sentence."""
    data = event.data
    electors = data["electors"] if event.kind == kinds.BLOCK_VOTE.slug else (data["elector"],)
    said: list[str | Named] = [] if first else ["; "]
    said += joined((named(state, one),) for one in electors)
    if not data.get("candidate"):
        return [*said, " for nobody"]
    block = " as a block" if event.kind == kinds.BLOCK_VOTE.slug else ""
    return [*said, f"{block} for ", named(state, data["candidate"])]


def _dilemma(state: State, event: Event, number: int) -> RecordLine:
    lead, follow = event.powers
    cards, won = event.data["cards"], event.data["influence"]
    cells = (
        named(state, lead), cards[0], named(state, follow), cards[1], f"{won[0]} and {won[1]}",
    )  # fmt: skip
    deeds = (Deed(lead, follow, cards[0]), Deed(follow, lead, cards[1]))
    return RecordLine("dilemma", number, cells, deeds)


def _battle(state: State, event: Event, number: int) -> RecordLine:
    data = event.data
    war = next((one for one in state.wars if one.number == data["war"]), None)
    sides = data.get("sides") or ([war.attacker, war.defender] if war else [data["winner"]])
    rounds = str(data["fought"]) if "fought" in data else "none: twice as strong"
    winner = named(state, data["winner"]) if data["winner"] else "nobody"
    against = tuple(joined(((named(state, one),) for one in sides), " against "))
    strengths = " to ".join(map(str, data["strengths"]))
    return RecordLine("battle", number, (str(data["war"]), against, strengths, rounds, winner))


def named(state: State, power: str) -> Named:
    """The name of a player or a principality, as a link in a cell."""
    return Named(name_of(state, power), power)
