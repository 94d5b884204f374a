"""The page of one phase: what changed, the map, every order with its verdict and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from generator.archive import PhaseRecord
from generator.engine.phases import Ruling
from generator.engine.picture import OrderSign
from generator.engine.verdicts import Verdict
from generator.pages.facts import PhaseFacts
from generator.pages.gameview import GameView, PhaseLink, PowerView, Rails
from generator.pages.house import House
from generator.pages.maps import map_view
from generator.pages.material import Material
from generator.pages.page import Page, digest
from generator.pages.standings import standings_table
from generator.pages.words import LOOKS, Look, look_of, tally

__all__ = ["OrderRow", "PowerGroup", "opening_page", "order_groups", "phase_page"]

MAP_HINT: Final = "Point at an order or a province to see what belongs to it."


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One reason, with the address's anchor of its rule ("" if the rulebook does not know it)."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One order. `number` counts the phase's verdicts from 1 and never changes: links point at it.

    `provinces` are lit on the map; `related` are the numbers of supports, convoys and rivals.
    """

    number: int
    order: str
    written: str
    note: str
    look: Look
    reasons: tuple[ReasonView, ...]
    provinces: tuple[str, ...]
    related: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PowerGroup:
    """All orders of a power, with a line that sums them up."""

    power: PowerView
    summary: str
    rows: tuple[OrderRow, ...]


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling as it is shown on the phase that it settled."""

    number: int
    kind: str
    reason: str
    rule: str
    facts: tuple[tuple[str, str], ...]


def phase_page(
    house: House,
    material: Material,
    record: PhaseRecord,
    source: str,
    view: GameView,
    number: int,
    facts: Callable[[], PhaseFacts],
    rails: Rails,
) -> Page:
    """The page of the `number`th phase (from 0).

    `source` is the digest of the phase's files; `facts` gives what came of them.
    """
    here = view.phases[number]
    before = view.phases[number - 1] if number else view.opening
    after = view.phases[number + 1] if number + 1 < len(view.phases) else None
    years, around = rails.around(here.year)

    def values() -> Mapping[str, Any]:
        return {
            **_frame(view, here, years, before, after),
            **_contents(material, view, here.address, record, facts()),
        }

    inputs = (
        ("phase", source),
        ("game", view.digest),
        ("around", digest(around, before.address, after.address if after else "")),
    )
    return house.page(here.address, "phase", "phase.html", inputs, values, view.slug)


def opening_page(
    house: House, material: Material, view: GameView, source: str, rails: Rails
) -> Page:
    """The page of the position that the game started from. `source` is the digest of its file."""
    here = view.opening
    after = view.phases[0] if view.phases else None
    years, around = rails.around(here.year)

    def values() -> Mapping[str, Any]:
        return {
            **_frame(view, here, years, None, after),
            "title": "Opening",
            "description": f"{view.title}: the position before the first orders",
            "layout": "turn",
            "map_hint": MAP_HINT,
            "standings_title": "Standings at the start",
            "summary": (),
            "tally": "The position before the first orders.",
            "map": map_view(material.svg, material.picture, here.address),
            "groups": (),
            "events": (),
            "rulings": (),
            "legend": (),
            "standings": standings_table(view, material.ruleset.standings(material.before)),
        }

    inputs = (
        ("state", source),
        ("game", view.digest),
        ("around", digest(around, after.address if after else "")),
    )
    return house.page(here.address, "phase", "phase.html", inputs, values, view.slug)


def _frame(
    view: GameView,
    here: PhaseLink,
    years: Sequence[Any],
    before: PhaseLink | None,
    after: PhaseLink | None,
) -> dict[str, Any]:
    return {
        "game": view,
        "tab": "turns",
        "before_label": "Previous phase",
        "year": here.year,
        "rail": years,
        "before": before,
        "after": after,
        "styles": (f"{view.rules}powers.css", f"{view.rules}map.css"),
    }


def _contents(
    material: Material, view: GameView, address: str, record: PhaseRecord, facts: PhaseFacts
) -> dict[str, Any]:
    ruleset, resolution, picture = material.ruleset, material.resolution, material.picture
    groups = order_groups(view, ruleset, resolution.verdicts, picture.orders, record.order_texts)
    return {
        "title": record.title,
        "description": f"{view.title}, {record.title}: {' '.join(facts.summary[:3])}".strip(),
        "layout": "turn side" if groups else "turn",
        "map_hint": MAP_HINT,
        "standings_title": "Standings afterwards",
        "summary": facts.summary[:3],
        "tally": facts.tally,
        "map": map_view(material.svg, picture, address),
        "groups": groups,
        "legend": _legend(groups),
        "events": tuple(
            ReasonView(event.text, _known(ruleset, event.rule)) for event in resolution.events
        ),
        "rulings": tuple(
            _ruling_view(ruleset, ruling)
            for ruling in record.rulings
            if ruling.facts.get("secret") is not True
        ),
        "standings": standings_table(view, facts.after, facts.before),
    }


def order_groups(
    view: GameView,
    ruleset: Any,
    verdicts: Sequence[Verdict],
    signs: Sequence[OrderSign],
    texts: Mapping[str, str],
) -> tuple[PowerGroup, ...]:
    """The verdicts by power, in the ruleset's order of powers; others follow as they come."""
    by_number = {sign.number: sign for sign in signs}
    related = _related(signs)
    rows: dict[str, list[OrderRow]] = {power: [] for power in view.powers}
    for number, verdict in enumerate(verdicts, 1):
        sign = by_number.get(number)
        rows.setdefault(verdict.power, []).append(
            OrderRow(
                number=number,
                order=verdict.order,
                written=verdict.written if _is_telling(verdict) else "",
                note=verdict.note,
                look=look_of(verdict.outcome, sign.kind if sign else ""),
                reasons=tuple(
                    ReasonView(reason.text, _known(ruleset, reason.rule))
                    for reason in verdict.reasons
                ),
                provinces=_provinces(sign) if sign else (),
                related=related.get(number, ()),
            )
        )
    return tuple(
        PowerGroup(
            view.powers.get(power) or PowerView(power, power, "pw-none"),
            _group_summary(view, power, of_power, texts),
            tuple(of_power),
        )
        for power, of_power in rows.items()
        if of_power
    )


def _group_summary(
    view: GameView, power: str, rows: Sequence[OrderRow], texts: Mapping[str, str]
) -> str:
    """ "Anna: 4 carried out, 1 bounced", with a word where no orders came."""
    known = view.powers.get(power)
    said = tally(row.look for row in rows)
    if not texts.get(power, "").strip() and all(row.note for row in rows):
        said = f"no orders received; {said}"
    return f"{known.player}: {said}" if known and known.player else said


def _is_telling(verdict: Verdict) -> bool:
    """Whether a player's own text differs by more than capitals and spaces."""
    return _plain(verdict.written) != _plain(verdict.order)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _known(ruleset: Any, rule: str) -> str:
    return rule if rule and rule in ruleset.rulebook else ""


def _province(place: str) -> str:
    return place.partition("/")[0]


def _provinces(sign: OrderSign) -> tuple[str, ...]:
    places = (sign.at, sign.target, sign.to)
    return tuple(dict.fromkeys(_province(place) for place in places if place))


def _related(signs: Sequence[OrderSign]) -> dict[int, tuple[int, ...]]:
    """For each order, the orders that bear on it: supports, convoys, rivals, attacks and theirs."""
    standing = {_province(sign.at): sign for sign in signs}
    arriving: dict[str, list[OrderSign]] = {}
    for sign in signs:
        if sign.kind in ("move", "retreat"):
            arriving.setdefault(_province(sign.target), []).append(sign)
    pairs: set[tuple[int, int]] = set()
    for sign in signs:
        if sign.kind in ("support-hold", "support-move", "convoy"):
            helped = standing.get(_province(sign.target))
            if helped:
                pairs.add((sign.number, helped.number))
        if sign.kind in ("move", "retreat"):
            attacked = standing.get(_province(sign.target))
            if attacked:
                pairs.add((sign.number, attacked.number))
            pairs |= {(sign.number, rival.number) for rival in arriving[_province(sign.target)]}
    both = {pair for one, other in pairs if one != other for pair in ((one, other), (other, one))}
    found: dict[int, list[int]] = {}
    for one, other in sorted(both):
        found.setdefault(one, []).append(other)
    return {one: tuple(others) for one, others in found.items()}


def _legend(groups: Sequence[PowerGroup]) -> tuple[Look, ...]:
    """The looks that occur, in their fixed order."""
    seen = {row.look.css for group in groups for row in group.rows}
    return tuple(look for look in LOOKS.values() if look.css in seen)


def _ruling_view(ruleset: Any, ruling: Ruling) -> RulingView:
    facts = tuple((str(name), str(value)) for name, value in ruling.facts.items())
    return RulingView(
        ruling.number, ruling.kind, ruling.reason, _known(ruleset, ruling.rule), facts
    )
