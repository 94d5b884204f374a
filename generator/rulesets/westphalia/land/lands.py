"""Provinces that change hands or religion, and principalities that come into being and go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts, principalities
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Principality, Religion, State, other_religion
from generator.rulesets.westphalia.state.words import RELIGION, listed, name_of


def hand_over(progress: Progress, code: str, owner: str, rule: str) -> None:
    """A province passes to another power. It keeps its town, and is a capital no longer.

    A principality brings its religion with it (POW-PCE-20). A player left without a province is not
    dealt with here, but a principality left without one ceases to exist (POW-PCE-14).
    """
    before = progress.state.provinces[code]
    progress.change_province(code, owner=owner, capital=False)
    _land(progress, owner)
    new, old = name_of(progress.state, owner), name_of(progress.state, before.owner)
    text = f"{code} passes from {old} to {new}"
    progress.tell(
        kinds.PROVINCE_TAKEN,
        rule,
        text,
        (owner, before.owner),
        (code,),
        owner=owner,
        before=before.owner,
    )
    if owner in progress.state.principalities:
        others = (other for other in progress.state.lands[owner] if other != code)
        faith = progress.state.provinces[next(others, code)].religion
        convert_province(progress, code, faith, "POW-PCE-20")
        _grow(progress, owner)
    if before.owner in progress.state.principalities and not progress.state.lands[before.owner]:
        _destroy(progress, before.owner)


def convert_province(progress: Progress, code: str, religion: Religion, rule: str) -> None:
    """One province takes a religion."""
    province = progress.state.provinces[code]
    if province.religion == religion:
        return
    progress.change_province(code, religion=religion)
    owner = province.owner
    text = f"{code} of {name_of(progress.state, owner)} becomes {RELIGION[religion]}"
    progress.tell(
        kinds.PROVINCE_CONVERTED, rule, text, (owner,), (code,), owner=owner, religion=religion
    )


def convert_principality(progress: Progress, principality: str, rule: str) -> None:
    """All provinces of a principality change to the other religion."""
    state = progress.state
    religion = other_religion(state.religion_of(principality))
    codes = state.lands[principality]
    changed = {code: replace(state.provinces[code], religion=religion) for code in codes}
    progress.change(provinces=MappingProxyType({**state.provinces, **changed}))
    text = f"{name_of(state, principality)} becomes {RELIGION[religion]}"
    progress.tell(
        kinds.PRINCIPALITY_CONVERTED,
        rule,
        text,
        (),
        codes,
        principality=principality,
        religion=religion,
    )


def found_principality(
    progress: Progress, name: str, provinces: Iterable[str], capital: str, rule: str
) -> None:
    """Provinces become a new principality of the capital's religion (POW-FP-6).

    It is unaligned, no Elector, and no player has influence there. Towns stay where they are.
    """
    state = progress.state
    own = state.board.in_order(provinces)
    religion = state.provinces[capital].religion
    flipped = [code for code in own if state.provinces[code].religion != religion]
    shown = title_of(name, capital)
    founded = {**state.principalities, name: Principality(name, shown)}
    progress.change(principalities=MappingProxyType(founded))
    for code in own:
        progress.change_province(code, owner=name, religion=religion, capital=code == capital)
    progress.change_province(capital, town=True)
    text = f"{shown} becomes a principality, with its capital {capital}"
    if flipped:
        becomes = "becomes" if len(flipped) == 1 else "become"
        text += f"; {listed(flipped)} {becomes} {RELIGION[religion]} with it"
    progress.tell(kinds.PRINCIPALITY_FOUNDED, rule, text, (), own, principality=name)
    _grow(progress, name)


def title_of(name: str, capital: str) -> str:
    """The title of a new principality: a name that the rules do not have is that of a town."""
    row = principalities().get(name)
    return row.name if row else f"Free City of {capital}"


def free_names(state: State) -> Iterator[str]:
    """The names that a new principality may have, in the order in which they are used."""
    kept = facts().game.great_names
    for name, row in principalities().items():
        if name not in state.principalities and name not in kept and not row.size:
            yield name


def free_name(state: State, capital: str) -> str:
    """The name that a new principality takes if no player chooses one."""
    return next(free_names(state), f"free_{capital.lower()}")


def name_problem(state: State, name: str) -> str:
    """Why a new principality cannot have a name, or ""."""
    row = principalities().get(name)
    if row is None:
        return f"there is no name {name}"
    if name in facts().game.great_names:
        return f"the name {row.name} is kept for a principality that grows great"
    if name in state.principalities:
        return f"{row.name} is on the map already"
    return f"{row.name} is the name of an Elector" if row.size else ""


def _land(progress: Progress, owner: str) -> None:
    """Remember that a Foreign Power has owned land in the Empire in this Round (POW-TRD-5)."""
    state = progress.state
    one = state.players.get(owner)
    if one is not None and one.foreign and owner not in state.landed:
        progress.change(landed=(*state.landed, owner))


def _destroy(progress: Progress, principality: str) -> None:
    """POW-PCE-14: remove a principality without provinces from the map."""
    gone = progress.state.principalities[principality]
    progress.state = progress.state.without_principality(principality)
    text = f"{gone.name} exists no longer; all influence there is gone"
    progress.tell(
        kinds.PRINCIPALITY_DESTROYED,
        "POW-PCE-14",
        text,
        gone.influence,
        principality=principality,
        influence=dict(gone.influence),
    )


def _grow(progress: Progress, principality: str) -> None:
    """POW-SET-14: the first two non-Electors to grow great take the names that were kept back."""
    state = progress.state
    one = state.principalities[principality]
    names = facts().game.great_names
    left = [name for name in names if name not in state.renamed]
    size = len(state.lands[principality])
    known = {principalities()[name].name for name in names}
    if one.elector or not left or one.name in known or size < facts().game.great_size:
        return
    title = principalities()[left[0]].name
    progress.state = replace(
        state.with_principality(principality, name=title), renamed=(*state.renamed, left[0])
    )
    text = f"{one.name} has grown to {size} provinces, and is called {title} from now on"
    progress.tell(kinds.PRINCIPALITY_RENAMED, "POW-SET-14", text, principality=principality)


def edge_of(state: State, player: str) -> tuple[str, ...]:
    """The provinces that touch a Foreign Power's home (POW-FP-8); none for a Prince."""
    foreign = state.players[player].foreign
    return state.board.edges[foreign.edge] if foreign else ()  # type: ignore[index]
