"""Tables of how things stand besides the map: victory, players, Electors, wars, Leagues, Foreign
Powers, and influence."""

from __future__ import annotations

from generator.engine.report import Cell, Named, Row, Section, plain_cell
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
from generator.rulesets.westphalia.year.course import COURSE

_WAR_WORDS = {
    "pending": "to be fought",
    "won": "won",
    "inconclusive": "inconclusive",
    "cancelled": "cancelled",
}


def standing_of(state: State) -> tuple[Section, ...]:
    """How things stand after a phase, for its report."""
    balance, influence = _religion_table(state), _influence_table(state)
    return victory_table(state), _players_table(state), _faith_table(state), balance, influence


def standing_tables(state: State) -> tuple[Section, ...]:
    """How things stand, in the order of the rulebook; what does not exist is left out."""
    votes = _votes(state)
    if state.setup:
        return (votes,) if votes.entries else ()
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
    return tuple(one for one in tables if one.entries)


def _named(state: State, power: str) -> Named:
    return Named(name_of(state, power), power)


def _votes(state: State) -> Section:
    """The votes that have been cast in an open ballot."""
    rows = tuple(
        Row((_named(state, elector), _player_cell(candidate)), rule="POW-ELE-3")
        for elector, candidate in state.ballots.items()
    )
    return _table("Votes cast so far", ("Elector", "Votes for"), rows)


def victory_table(state: State) -> Section:
    """How far each religion is from its victory, from the Round on in which it may be won."""
    first = facts().game.victory_from_round
    if state.round < first or state.ending is not None:
        return Section("Victory")
    rows = tuple(_religion(state, one) for one in RELIGIONS)
    columns = ("Victory", "Provinces", "Electors", "Emperor", "Would win")
    note = "It needs more provinces than the other religion, every Elector, and the throne."
    return _table("Ways to victory", columns, rows, (note,))


def _religion(state: State, religion: Religion) -> Row:
    balance = balance_of(state)
    own, theirs = balance.provinces[religion], balance.provinces[other_religion(religion)]
    # Each province that converts adds one here, and takes one there.
    lacking = (theirs - own) // 2 + 1 if own <= theirs else 0
    provinces = f"{own} to {theirs}: " + (f"{lacking} more" if lacking else "enough")
    electors = balance.electors[religion]
    left = facts().game.electors - electors
    lacks = f"{electors}: {left} more" if left else f"{electors}: all"
    throne: Cell = "vacant"
    if state.emperor:
        faith = RELIGION[state.players[state.emperor].religion]
        throne = (_player_cell(state.emperor), f", {faith}")
    saved = _named_list([_player_cell(one) for one in saved_in(state, religion)]) or "nobody"
    cells = (f"{RELIGION[religion]} Victory", provinces, lacks, throne, saved)
    return Row(cells, rule="POW-VIC-1" if religion == "catholic" else "POW-VIC-2")


def _wars(state: State) -> Section:
    """The wars of the Round, with their Battle Phases."""
    rows = []
    for war in state.wars:
        sides = (_named(state, war.attacker), _named(state, war.defender))
        stands: Cell = _WAR_WORDS[war.status]
        if war.winner:
            stands = (f"{stands} by ", _named(state, war.winner))
        cells = (str(war.number), *sides, str(war.phase), stands)
        rows.append(Row(cells, rule="POW-WAR-8"))
    columns = ("War", "Attacker", "Defender", "Battle Phase", "Stands")
    return _table("Wars of the Round", columns, tuple(rows))


def _leagues(state: State) -> Section:
    """The Leagues with their members, and the Religious War that they are to fight."""
    rows = []
    for religion in RELIGIONS:
        league = LEAGUE_OF[religion]
        members = [_player_cell(one) for one in state.order if state.players[one].league == league]
        if members:
            cells = (capital_letter(LEAGUES[league]), _named_list(members))
            rows.append(Row(cells, rule="POW-LEA-4"))
    war = state.religious_war
    notes: tuple[str, ...] = ()
    if war and war.status == "pending":
        target = name_of(state, war.target)
        defended = f", defended by {player_name(war.dotf)}" if war.dotf else ""
        notes = (f"Religious War over {target}, declared by {player_name(war.rotf)}{defended}.",)
    return _table("Leagues", ("League", "Members"), tuple(rows), notes)


def _foreign_powers(state: State) -> Section:
    rows = []
    for player, one in state.players.items():
        if home := one.foreign:
            roll = count(home.roll, "point") if home.roll else "none yet"
            where = (home_name(home.home), home.edge, str(home.home_ip))
            rows.append(Row((_player_cell(player), *where, roll), rule="POW-FP-8"))
    columns = ("Foreign Power", "Home", "Edge", "IP of the home", "Last roll for troubles")
    notes = tuple(f"{said}." for player in state.seats if (said := home_advice(state, player)))
    return _table("Foreign Powers", columns, tuple(rows), notes)


def home_advice(state: State, player: str) -> str:
    """What a player whose home is open has to file, and until when; "" for all others."""
    foreign = state.players[player].foreign if player in state.players else None
    if foreign is None or not home_is_open(state, player):
        return ""
    last = COURSE["leaving" if is_stepwise(state) else "election"].name
    example = next(iter(free_homes(state)), foreign.home)
    return (
        f"{player_name(player)} was driven out, and the rules put the home in "
        f"{home_name(foreign.home)} at the edge {foreign.edge}; another home and edge is named "
        f"with an order like FOREIGN {example} EDGE {homes()[example].edge}, at the latest by the "
        f"deadline of {last}"
    )


def _players_table(state: State) -> Section:
    """The players in Initiative Order, with what their Imperial Power is made of, and what it is
    worth in battle (POW-IP-1, 6)."""
    late = state.round >= facts().game.victory_from_round and state.ending is None
    peace = peace_scores(state) if late else {}
    most = facts().battle.hand_max
    rows = []
    for place, player in enumerate(state.order, 1):
        parts = power_parts(state, player)
        name: Cell = _player_cell(player)
        if player == state.emperor:
            name = (_player_cell(player), ", Emperor")
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
    return _table("Players in Initiative Order", columns, tuple(rows), notes)


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
            rows.append(Row((_player_cell(player), RELIGION[religion], score, mark, *numbers)))
    columns = (
        "Player", "Religion", "Saints or RP", "Salvation",
        *(f"{RELIGION[one]} provinces" for one in RELIGIONS),
    )  # fmt: skip
    return _table("Religion and salvation", columns, tuple(rows))


def _electors_table(state: State) -> Section:
    """The Electors: religion, ally and size (POW-ELE-3)."""
    rows = []
    for name in state.electors:
        ally = state.principalities[name].ally
        faith, votes = RELIGION[state.religion_of(name)], _player_cell(ally) if ally else "nobody"
        counts = (len(state.lands[name]), principality_power(state, name))
        rows.append(Row((_named(state, name), faith, votes, *map(str, counts))))
    columns = ("Elector", "Religion", "Votes as the ally of", "Provinces", "IP")
    return _table("The Electors", columns, tuple(rows))


def _religion_table(state: State) -> Section:
    """How many provinces and Electors are of which religion."""
    balance = balance_of(state)
    return Section(
        "Balance of religions",
        head=("Religion", "Provinces", "Electors"),
        rows=tuple(
            (RELIGION[one], str(balance.provinces[one]), str(balance.electors[one]))
            for one in RELIGIONS
        ),
    )


def _influence_table(state: State) -> Section:
    """Influence in every principality where anybody has some, with its size and its ally."""
    rows = []
    for name, one in state.principalities.items():
        if not one.influence:
            continue
        held = [str(one.influence.get(player, "")) for player in state.seats]
        ally = player_name(one.ally) if one.ally else "-"
        shown = one.name + (" (E)" if one.elector else "")
        rows.append((shown, str(len(state.lands[name])), ally, *held))
    return Section(
        "Diplomatic Influence",
        head=("Principality", "Size", "Ally", *(player_name(seat) for seat in state.seats)),
        rows=tuple(rows),
        notes=("(E) is an Elector",),
        part="influence",
    )


# --- how a table is made: its cells, and the same in plain words


def _player_cell(player: str) -> Named:
    return Named(player_name(player), player)


def _named_list(names: list[Named]) -> tuple[str | Named, ...]:
    """Names one after the other in a cell."""
    found: list[str | Named] = []
    for name in names:
        found += [", ", name] if found else [name]
    return tuple(found)


def _table(
    title: str, columns: tuple[str, ...], entries: tuple[Row, ...], notes: tuple[str, ...] = ()
) -> Section:
    """A table with links for pages, and the same in plain words for texts."""
    rows = tuple(tuple(map(plain_cell, entry.cells)) for entry in entries)
    return Section(title, head=columns, rows=rows, notes=notes, columns=columns, entries=entries)
