"""The differences between two positions: whose land changed hands, which states and relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.engine.chronicle import Bond, Gazetteer, Snapshot
from generator.engine.words import listed
from generator.pages.base.gameview import GameView, PowerView

ChangeItem = tuple[str, str, str, bool]
"""The thing that changed, the page with more about it ("" for none), a note (how it was before, or
from when on it will be so), and whether it is a center."""
ChangeLine = tuple[str, PowerView | None, str, tuple[ChangeItem, ...]]
"""All that became the same: the word for it, the side that has it now, if any, and its page."""
ChangeGroup = tuple[str, tuple[ChangeLine, ...]]
"""The changes of one sort: provinces, states, relations."""


def changes(view: GameView, before: Snapshot, after: Snapshot) -> tuple[ChangeGroup, ...]:
    """The sorts in which something changed. Empty where the ruleset reports nothing about
    positions.

    Sides are in the rulebook's order, powers before minor states; so are provinces and states.
    """
    groups = (
        ("Provinces", tuple(_provinces(view, before, after))),
        (view.word("States"), tuple(_states(view, before, after))),
        (view.word("Markers"), tuple(_marks(view, before, after))),
        ("Relations", tuple(_bonds(view, before, after))),
        ("Out of the game", tuple(_fallen(view, before, after))),
    )
    return tuple(group for group in groups if group[1])


def _provinces(view: GameView, before: Snapshot, after: Snapshot) -> Iterator[ChangeLine]:
    """Provinces by their new holders, the centers first."""
    if before.holders == after.holders:
        return
    by_side: dict[str, list[ChangeItem]] = {side: [] for side in _sides(view)}
    for code, place in view.gazetteer.provinces.items():
        was, now = before.holders.get(code, ""), after.holders.get(code, "")
        if was == now:
            continue
        loser = _short(view, was) if was else ""
        # A state that loses the land that it is named after needs no mention.
        note = f"from {loser}" if loser not in ("", place.name) else ""
        item = (place.name, view.province_address(code), note, place.is_center)
        by_side.setdefault(now, []).append(item)
    for side, items in by_side.items():
        if items:
            items.sort(key=lambda item: not item[3])
            yield _line(view, "" if side else "nobody", side, items)


def _states(view: GameView, before: Snapshot, after: Snapshot) -> Iterator[ChangeLine]:
    """States by what they are now and by whom they follow."""
    if before.minors == after.minors:
        return
    gazetteer = view.gazetteer
    found: dict[tuple[str, str], list[ChangeItem]] = {}
    for code, now in after.minors.items():
        was = before.minors.get(code)
        if code not in gazetteer.minors or (was and was[:2] == now[:2]):
            continue
        note = "new" if was is None else f"was {_status_word(gazetteer, was.status)}"
        if was and was.power and was.power != now.power:
            note = f"from {_short(view, was.power)}"
        item = (gazetteer.minors[code].name, view.minor_address(code), note, False)
        found.setdefault((now.status, now.power), []).append(item)
    # Few of all that there could be occur, in most phases none.
    for status, side in _in_order(found, gazetteer.statuses, _sides(view)) if found else ():
        yield _line(view, _status_word(gazetteer, status), side, found[status, side])


def _in_order(
    found: Iterable[tuple[str, str]], statuses: Iterable[str], sides: Iterable[str]
) -> list[tuple[str, str]]:
    """Finds by status, then by side; those that the rulebook does not know come last."""
    by_status = {status: at for at, status in enumerate(statuses)}
    by_side = {side: at for at, side in enumerate(sides)}

    def place(item: tuple[str, str]) -> tuple[int, int, int]:
        status, side = item
        if status in by_status and side in by_side:
            return 0, by_status[status], by_side[side]
        return 1, 0, 0

    return sorted(found, key=place)


def _status_word(gazetteer: Gazetteer, status: str) -> str:
    known = gazetteer.statuses.get(status)
    return known.word if known else status


def _marks(view: GameView, before: Snapshot, after: Snapshot) -> Iterator[ChangeLine]:
    """States by the marker that they bear now."""
    if before.minors == after.minors:
        return
    gazetteer = view.gazetteer
    found: dict[str, list[ChangeItem]] = {mark: [] for mark in (*gazetteer.marks, "")}
    for code, now in after.minors.items():
        was = before.minors.get(code)
        old = was.mark if was else ""
        if now.mark == old or code not in gazetteer.minors:
            continue
        note = f"was {gazetteer.marks[old].name}" if old in gazetteer.marks else ""
        item = (gazetteer.minors[code].name, view.minor_address(code), note, False)
        found.setdefault(now.mark, []).append(item)
    for mark, items in found.items():
        if items:
            word = gazetteer.marks[mark].name if mark in gazetteer.marks else mark or "none"
            yield _line(view, word, "", items)


def _bonds(view: GameView, before: Snapshot, after: Snapshot) -> Iterator[ChangeLine]:
    """Pairs of powers by what they are to each other now, or will be from a year on."""
    gazetteer = view.gazetteer
    plain = next((kind for kind, bond in gazetteer.bonds.items() if bond.look == "plain"), "")
    found: dict[str, list[ChangeItem]] = {kind: [] for kind in gazetteer.bonds}
    was, now = _in_effect(before.bonds), _in_effect(after.bonds)
    for pair in dict.fromkeys((*now, *was)):
        kind, old = now.get(pair, plain), was.get(pair, plain)
        if kind != old:
            found.setdefault(kind, []).append(_pair(view, pair, f"was {_bond(gazetteer, old)}"))
    known = set(before.bonds)
    for bond in after.bonds:
        if bond.due and bond not in known:
            found.setdefault(bond.kind, []).append(_pair(view, bond.powers, f"from {bond.due}"))
    for kind, items in found.items():
        if items:
            yield _line(view, _bond(gazetteer, kind), "", items)


def _in_effect(bonds: Iterable[Bond]) -> dict[tuple[str, str], str]:
    return {bond.powers: bond.kind for bond in bonds if not bond.due}


def _bond(gazetteer: Gazetteer, kind: str) -> str:
    known = gazetteer.bonds.get(kind)
    return known.name if known else kind


def _pair(view: GameView, pair: tuple[str, str], note: str) -> ChangeItem:
    address = f"{view.slug}/diplomacy/" if view.has("diplomacy") else ""
    return listed(_short(view, power) for power in pair), address, note, False


def _fallen(view: GameView, before: Snapshot, after: Snapshot) -> Iterator[ChangeLine]:
    fallen = [power for power in after.out if power not in before.out]
    items = [(_short(view, power), view.side_address(power), "", False) for power in fallen]
    if items:
        yield _line(view, "", "", items)


def _short(view: GameView, side: str) -> str:
    shown = view.side(side)
    return shown.short or shown.name


def _sides(view: GameView) -> tuple[str, ...]:
    return (*view.powers, *view.gazetteer.minors, "")


def _line(view: GameView, word: str, side: str, items: list[ChangeItem]) -> ChangeLine:
    shown = view.side(side) if side else None
    return word, shown, view.side_address(side), tuple(items)
