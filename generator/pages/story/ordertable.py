"""The orders of a phase with their verdicts, by power: what a phase's page is read for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from generator.archive import PhaseRecord
from generator.archive.game.authorship import PLAYER, Authorship, author_words, is_empty_on_purpose
from generator.engine.picture import OrderSign
from generator.engine.ruleset import Ruleset
from generator.engine.verdicts import Reason, Remedy, Verdict
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.words import OutcomeLook, look_of, said_once, tally
from generator.pages.maps.material import Material

_SIGNS: Final = {
    "to": "-", "->": "-", "–": "-", "hold": "h", "holds": "h", "support": "s", "supports": "s",
    "convoy": "c", "convoys": "c",
}  # fmt: skip
"""Words that mean the same as a sign of the canonical notation."""
_MANY: Final = 3
"""Orders from which on those that came off as ordered are folded."""


class OrderRow(NamedTuple):
    """One order. `number` counts the phase's verdicts from 1 and never changes: links point at it.

    `provinces` are the codes that are lit on the map, `related` the numbers of supports, convoys
    and rivals; both are separated by blanks. A reason has its rule only if the rulebook does;
    the first reason of an order in code repeats it in plain words.
    `remedy` is what would have helped an order that failed, `ruling` is the number of the ruling
    that it rests on, or 0. A link to one of its `lands` on the page leads to this row.
    """

    number: int
    order: str
    written: str
    note: str
    look: OutcomeLook
    reasons: tuple[Reason, ...]
    provinces: str
    related: str
    remedy: str = ""
    ruling: int = 0
    lands: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing is known about it except its result and one reason."""
        return not (self.written or self.remedy or self.ruling) and len(self.reasons) == 1

    @property
    def rule(self) -> str:
        """The rule of all its reasons, "" if they have several."""
        rules = {reason.rule for reason in self.reasons}
        return rules.pop() if len(rules) == 1 else ""


class PowerGroup(NamedTuple):
    """All orders of a power, or of a minor state, with a line that sums them up.

    `anchor` is the id of its row, `address` its own page, "" if it has no page. Its rows fall
    into those of one row each (`eventful`), units that all held for one reason (`holding`), and
    orders that came off and that no map shows (`routine`).
    """

    power: PowerView
    summary: str
    rows: tuple[OrderRow, ...]
    anchor: str = ""
    address: str = ""

    @property
    def holding(self) -> tuple[tuple[OrderRow, ...], ...]:
        """Units that held, two and more for one reason: the rows of each reason."""
        found: dict[tuple[str, tuple[Reason, ...]], list[OrderRow]] = {}
        for row in self.rows:
            if row.look.css == "hold" and row.provinces and row.is_plain:
                found.setdefault((row.note, row.reasons), []).append(row)
        return tuple(tuple(rows) for rows in found.values() if len(rows) > 1)

    @property
    def routine(self) -> tuple[tuple[str, tuple[OrderRow, ...]], ...]:
        """Orders that came off and that no map shows, by their rule; () for no more than two."""
        found: dict[str, list[OrderRow]] = {}
        for row in self.rows:
            if row.look.css == "ok" and not row.provinces and not row.ruling and not row.remedy:
                found.setdefault(row.rule, []).append(row)
        is_long = sum(map(len, found.values())) >= _MANY
        return tuple((rule, tuple(rows)) for rule, rows in found.items()) if is_long else ()

    @property
    def eventful(self) -> tuple[OrderRow, ...]:
        """All other rows."""
        told = {row.number for rows in self.holding for row in rows}
        told |= {row.number for _, rows in self.routine for row in rows}
        return tuple(row for row in self.rows if row.number not in told)


def groups_of(view: GameView, material: Material, record: PhaseRecord) -> tuple[PowerGroup, ...]:
    """The orders of a phase by power, made once for all of its pages; without remedies."""
    return material.kept(
        "order groups",
        lambda: order_groups(
            view.at(record.moment),
            material.ruleset,
            material.verdicts,
            material.picture.orders,
            record.order_texts,
            record.order_authors,
        ),
    )


def with_remedies(
    groups: Sequence[PowerGroup], remedies: Mapping[int, Remedy]
) -> tuple[PowerGroup, ...]:
    """The groups with what would have helped; `remedies` are by the numbers of their verdicts."""
    if not remedies:
        return tuple(groups)
    return tuple(
        group._replace(
            rows=tuple(
                row._replace(remedy=remedies[row.number].text) if row.number in remedies else row
                for row in group.rows
            )
        )
        for group in groups
    )


def with_lands(groups: Sequence[PowerGroup], landed: set[str]) -> tuple[PowerGroup, ...]:
    """The groups with each province at the order of the unit in it, or at the first that mentions
    it; these provinces join `landed`."""
    named = [(row.number, row.provinces.split()) for group in groups for row in group.rows]
    at = {own[0]: number for number, own in reversed(named) if own}
    for number, provinces in named:
        for code in provinces:
            at.setdefault(code, number)
    landed.update(at)
    of_row: dict[int, tuple[str, ...]] = {}
    for code, number in at.items():
        of_row[number] = (*of_row.get(number, ()), code)
    return tuple(
        group._replace(
            rows=tuple(row._replace(lands=of_row.get(row.number, ())) for row in group.rows)
        )
        for group in groups
    )


def order_groups(
    view: GameView,
    ruleset: Ruleset[Any],
    verdicts: Sequence[Verdict],
    signs: Sequence[OrderSign],
    texts: Mapping[str, str],
    authors: Mapping[str, Authorship] = MappingProxyType({}),
) -> tuple[PowerGroup, ...]:
    """The verdicts by power, in the ruleset's order of powers; others follow as they come. `texts`
    are what the powers sent, `authors` who wrote that where it was not the player."""
    known = frozenset(view.rule_ids)
    by_number = {sign.number: sign for sign in signs}
    related = _related(signs)
    rows: dict[str, list[OrderRow]] = {power: [] for power in view.powers}
    for number, verdict in enumerate(verdicts, 1):
        sign = by_number.get(number)
        look = look_of(verdict.outcome, sign.kind if sign else "")
        places = (sign.at, sign.target, sign.to) if sign else ()
        rows.setdefault(verdict.power, []).append(
            OrderRow(
                number=number,
                order=verdict.order,
                written=verdict.written if verdict.written and _is_telling(verdict) else "",
                note=verdict.note,
                look=look,
                reasons=(
                    *([Reason("", words)] if (words := ruleset.in_words(verdict.order)) else ()),
                    *(
                        Reason(
                            reason.rule if reason.rule in known else "",
                            said_once(look, reason.text),
                        )
                        for reason in verdict.reasons
                    ),
                ),
                provinces=" ".join(dict.fromkeys(_province(place) for place in places if place)),
                related=related.get(number, ""),
                ruling=verdict.ruling,
            )
        )
    return tuple(
        _group(view, power, of_power, texts, authors.get(power, PLAYER))
        for power, of_power in rows.items()
        if of_power
    )


def _group(
    view: GameView,
    power: str,
    rows: Sequence[OrderRow],
    texts: Mapping[str, str],
    authorship: Authorship,
) -> PowerGroup:
    """ "Anna: 4 carried out, 1 bounced", with a word where no orders came."""
    shown = view.side(power)
    said = tally(row.look for row in rows)
    if authorship.author:
        said = f"{author_words(authorship)}; {said}"
    elif is_empty_on_purpose(texts.get(power, "")):
        said = f"sent no orders, on purpose; {said}"
    elif (
        power in view.powers and not texts.get(power, "").strip() and all(row.note for row in rows)
    ):
        said = f"no orders received; {said}"
    if shown.player:
        said = f"{shown.player}: {said}"
    anchor = shown.css if power in view.powers else f"st-{power.lower()}"
    return PowerGroup(shown, said, tuple(rows), anchor, view.side_address(power))


def _is_telling(verdict: Verdict) -> bool:
    """Whether a player's own text differs by more than capitals, spaces and words for signs."""
    return _plain_text(verdict.written) != _plain_text(verdict.order)


def _plain_text(text: str) -> str:
    return "".join(_SIGNS.get(word, word) for word in text.casefold().split())


def _province(place: str) -> str:
    return place.partition("/")[0]


def _related(signs: Sequence[OrderSign]) -> dict[int, str]:
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
    both = {
        pair
        for first, other in pairs
        if first != other
        for pair in ((first, other), (other, first))
    }
    found: dict[int, list[str]] = {}
    for number, other in sorted(both):
        found.setdefault(number, []).append(str(other))
    return {number: " ".join(others) for number, others in found.items()}
