"""The report of a phase in sections, in the order of the rulebook, and its summary; and tables of
the position besides the map: victory, players, Electors, wars, Leagues, Foreign Powers, and
influence; and the lists that grow through a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from generator.engine.chronicle import Deed, RecordLine
from generator.engine.events import by_slug, event_lines
from generator.engine.phases import Resolution
from generator.engine.report import Cell, Named, Row, Section, joined, table
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.event_kinds import COMMITMENT, EVENTS, LOTS, RULING, SECRET
from generator.rulesets.westphalia.data.facts import facts, homes
from generator.rulesets.westphalia.diplomacy.foreign import free_homes, home_is_open
from generator.rulesets.westphalia.land.victory import balance_of, peace_scores
from generator.rulesets.westphalia.state.pacing import is_stepwise
from generator.rulesets.westphalia.state.power import power_parts, principality_power, saved_in
from generator.rulesets.westphalia.state.state import (
    LEAGUE_OF,
    RELIGIONS,
    Religion,
    State,
    other_religion,
)
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    capital_letter,
    count,
    home_name,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.wars.telling import battle_sections, melee_sections
from generator.rulesets.westphalia.year.course import COURSE


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


_MOST: Final = 3
"""The most sentences of a summary."""
_QUIET: Final = (LOTS.slug, SECRET.slug, COMMITMENT.slug, RULING.slug)


def make_report(before: State, resolution: Resolution[State]) -> tuple[Section, ...]:
    """The events, with the orders that failed and those that the rules gave; then the position.
    Events that only some may know come last, and are secret."""
    public = [event for event in resolution.events if event.public]
    kinds = by_slug(EVENTS)
    told: dict[str, list[Event]] = {title: [] for kind in EVENTS for title in kind.sections}
    for event in public:
        kind = kinds.get(event.kind)
        if kind is None or not kind.tabled:
            titles = kind.sections if kind is not None else ()
            told.setdefault(titles[0] if titles else "Also", []).append(event)
    rest = told.pop("Also", [])
    sections = [Section(title, event_lines(events)) for title, events in told.items()]
    advice = (home_advice(resolution.state, player) for player in resolution.state.seats)
    sections.append(Section("Homes to choose", tuple(f"{one} (POW-FP-4)" for one in advice if one)))
    sections.append(Section("Also", event_lines(rest)))
    sections += battle_sections(resolution.state, resolution.events)
    sections += melee_sections(resolution.events)
    shown = [verdict for verdict in resolution.verdicts if verdict.public]
    sections.append(Section("Orders not carried out", _failures(shown), part="verdicts"))
    sections.append(Section("Played automatically", _automatic(shown)))
    sections += standing_of(resolution.state)
    hidden = event_lines(event for event in resolution.events if not event.public)
    failures = _failures(one for one in resolution.verdicts if not one.public)
    sections.append(Section("Known to few", (*hidden, *failures), secret=True))
    return tuple(one for one in sections if one.lines or one.rows)


def _failures(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    return tuple(
        f"{player_name(one.power)}: {one.order}: " + "; ".join(map(str, one.reasons))
        for one in verdicts
        if one.outcome in ("illegal", "void")
    )


def _automatic(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """The orders that the rules gave to silent players, player by player."""
    found: dict[str, list[str]] = {}
    for one in verdicts:
        if one.note == NO_ORDER:
            found.setdefault(one.power, []).append(one.order)
    return tuple(f"{player_name(player)}: {', '.join(own)}" for player, own in found.items())


def summarize(before: State, resolution: Resolution[State]) -> tuple[str, ...]:
    """The weightiest events of a phase, in the order in which they happened."""
    public = [one for one in resolution.events if one.public and one.kind not in _QUIET]
    best = sorted(public, key=lambda one: -one.weight)[:_MOST]
    told: Sequence[Event] = [one for one in public if one in best][:_MOST]
    return tuple(f"{one.text}." for one in told) or ("Nothing changed.",)


# --- the position


def standing_of(state: State) -> tuple[Section, ...]:
    """The position after a phase, for its report."""
    balance, influence = _religion_table(state), _influence_table(state)
    return victory_table(state), _players_table(state), _faith_table(state), balance, influence


def standing_tables(state: State) -> tuple[Section, ...]:
    """The position, in the order of the rulebook; tables of things that do not exist are left
    out."""
    rows = tuple(
        Row((named(state, elector), named(state, candidate)), rule="POW-ELE-3")
        for elector, candidate in state.ballots.items()
    )
    votes = table("Votes cast so far", ("Elector", "Votes for"), rows)
    if state.setup:
        return (votes,) if votes.rows else ()
    tables = (
        votes,
        victory_table(state),
        _players_table(state),
        _faith_table(state),
        _electors_table(state),
        _wars(state),
        _leagues(state),
        _foreign_powers(state),
    )
    return tuple(one for one in tables if one.rows)


def victory_table(state: State) -> Section:
    """The distance of each religion from its victory, beginning with the Round in which it may be
    won."""
    first = facts().game.victory_from_round
    if state.round < first or state.ending is not None:
        return Section("Victory")
    rows = tuple(_religion(state, one) for one in RELIGIONS)
    columns = ("Victory", "Provinces", "Electors", "Emperor", "Would win")
    note = "It needs more provinces than the other religion, every Elector, and the throne."
    return table("Ways to victory", columns, rows, notes=(note,))


def _religion(state: State, religion: Religion) -> Row:
    balance = balance_of(state)
    own, theirs = balance.provinces[religion], balance.provinces[other_religion(religion)]
    # Each province that converts adds one to this religion, and takes one from the other.
    lacking = (theirs - own) // 2 + 1 if own <= theirs else 0
    provinces = f"{own} to {theirs}: " + (f"{lacking} more" if lacking else "enough")
    electors = balance.electors[religion]
    left = facts().game.electors - electors
    lacks = f"{electors}: {left} more" if left else f"{electors}: all"
    throne: Cell = "vacant"
    if state.emperor:
        faith = RELIGION[state.players[state.emperor].religion]
        throne = (named(state, state.emperor), f", {faith}")
    saved = _list_of(state, saved_in(state, religion)) or "nobody"
    cells = (f"{RELIGION[religion]} Victory", provinces, lacks, throne, saved)
    return Row(cells, rule="POW-VIC-1" if religion == "catholic" else "POW-VIC-2")


def _wars(state: State) -> Section:
    rows = []
    for war in state.wars:
        sides = (named(state, war.attacker), named(state, war.defender))
        stands: Cell = "to be fought" if war.status == "pending" else war.status
        if war.winner:
            stands = (f"{stands} by ", named(state, war.winner))
        cells = (str(war.number), *sides, str(war.phase), stands)
        rows.append(Row(cells, rule="POW-WAR-8"))
    columns = ("War", "Attacker", "Defender", "Battle Phase", "Stands")
    return table("Wars of the Round", columns, rows)


def _leagues(state: State) -> Section:
    """The Leagues with their members, and the Religious War that they are to fight."""
    rows = []
    for religion in RELIGIONS:
        league = LEAGUE_OF[religion]
        members = [one for one in state.order if state.players[one].league == league]
        if members:
            cells = (capital_letter(LEAGUES[league]), _list_of(state, members))
            rows.append(Row(cells, rule="POW-LEA-4"))
    war = state.religious_war
    notes: tuple[str, ...] = ()
    if war and war.status == "pending":
        target = name_of(state, war.target)
        defended = f", defended by {player_name(war.dotf)}" if war.dotf else ""
        notes = (f"Religious War over {target}, declared by {player_name(war.rotf)}{defended}.",)
    return table("Leagues", ("League", "Members"), rows, notes=notes)


def _foreign_powers(state: State) -> Section:
    rows = []
    for player, one in state.players.items():
        if home := one.foreign:
            roll = count(home.roll, "point") if home.roll else "none yet"
            where = (home_name(home.home), home.edge, str(home.home_ip))
            rows.append(Row((named(state, player), *where, roll), rule="POW-FP-8"))
    columns = ("Foreign Power", "Home", "Edge", "IP of the home", "Last roll for troubles")
    notes = tuple(f"{said}." for player in state.seats if (said := home_advice(state, player)))
    return table("Foreign Powers", columns, rows, notes=notes)


def home_advice(state: State, player: str) -> str:
    """The order that a player whose home is open has to file, and until when; "" for all others."""
    foreign = state.players[player].foreign if player in state.players else None
    if foreign is None or not home_is_open(state, player):
        return ""
    last = COURSE["leaving" if is_stepwise(state) else "election"].name
    example = next(iter(free_homes(state)), foreign.home)
    return (
        f"{player_name(player)} was driven out. By the rules the home is in "
        f"{home_name(foreign.home)} at the edge {foreign.edge}; to choose another home and edge, "
        f"send an order like FOREIGN {example} EDGE {homes()[example].edge}, by the "
        f"deadline of {last}"
    )


def _players_table(state: State) -> Section:
    """The players in Initiative Order, with the parts of their Imperial Power, and its worth in
    battle (POW-IP-1, 6)."""
    late = state.round >= facts().game.victory_from_round and state.ending is None
    peace = peace_scores(state) if late else {}
    most = facts().battle.hand_max
    rows = []
    for place, player in enumerate(state.order, 1):
        parts = power_parts(state, player)
        name: Cell = named(state, player)
        if player == state.emperor:
            name = (named(state, player), ", Emperor")
        counts = (
            place, parts.total, *parts, min(most, parts.total), max(0, parts.total - most),
            state.players[player].saved,
        )  # fmt: skip
        cells = (name, *map(str, counts))
        rows.append(Row((*cells, str(peace[player])) if peace else cells))
    columns: tuple[str, ...] = (
        "Player", "Initiative", "IP", "Lands", "Allies", "Crown", "Home", "Cards", "Reserves",
        "Saved DI",
    )  # fmt: skip
    notes: tuple[str, ...] = (
        "IP comes from own lands, allies, the Emperor's crown and a home outside the Empire.",
        "In battle it gives cards, and what is more stays in reserve.",
    )
    if peace:
        notes += ("Peace: what the Peace of Westphalia would count now.",)
        columns += ("Peace",)
    return table("Players in Initiative Order", columns, rows, notes=notes)


def _faith_table(state: State) -> Section:
    """The players of each religion, the best first: who is saved, and how their provinces are
    divided (POW-SAV-1)."""
    rows = []
    for religion in RELIGIONS:
        saved = saved_in(state, religion)
        of_it = [one for one in state.seats if state.players[one].religion == religion]
        for player in sorted(of_it, key=lambda one: -state.players[one].score):
            sorts = [state.provinces[code].religion for code in state.lands[player]]
            score, mark = str(state.players[player].score), "saved" if player in saved else ""
            numbers = (str(sorts.count(sort)) for sort in RELIGIONS)
            rows.append(Row((named(state, player), RELIGION[religion], score, mark, *numbers)))
    columns = (
        "Player", "Religion", "Saints or RP", "Salvation",
        *(f"{RELIGION[one]} provinces" for one in RELIGIONS),
    )  # fmt: skip
    return table("Religion and salvation", columns, rows)


def _electors_table(state: State) -> Section:
    """The Electors: religion, ally and size (POW-ELE-3)."""
    rows = []
    for name in state.electors:
        ally = state.principalities[name].ally
        faith, votes = RELIGION[state.religion_of(name)], named(state, ally) if ally else "nobody"
        counts = (len(state.lands[name]), principality_power(state, name))
        rows.append(Row((named(state, name), faith, votes, *map(str, counts))))
    columns = ("Elector", "Religion", "Votes as the ally of", "Provinces", "IP")
    return table("The Electors", columns, rows)


def _religion_table(state: State) -> Section:
    balance = balance_of(state)
    rows = [
        (RELIGION[one], str(balance.provinces[one]), str(balance.electors[one]))
        for one in RELIGIONS
    ]
    return table("Balance of religions", ("Religion", "Provinces", "Electors"), rows)


def _influence_table(state: State) -> Section:
    """Influence in every principality where a player has some, with its size and its ally."""
    rows = []
    for name, one in state.principalities.items():
        if not one.influence:
            continue
        held = [str(one.influence.get(player, "")) for player in state.seats]
        ally = player_name(one.ally) if one.ally else "-"
        shown = one.name + (" (E)" if one.elector else "")
        rows.append((shown, str(len(state.lands[name])), ally, *held))
    columns = ("Principality", "Size", "Ally", *(player_name(seat) for seat in state.seats))
    notes = ("(E) is an Elector",)
    return table("Diplomatic Influence", columns, rows, notes=notes, part="influence")


# --- how a table is made: its cells, and the same in plain words


def _list_of(state: State, powers: Iterable[str]) -> tuple[str | Named, ...]:
    """Powers one after the other in a cell."""
    return tuple(joined((named(state, power),) for power in powers))
