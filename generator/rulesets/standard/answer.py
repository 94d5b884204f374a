"""One case of `theatrum resolve`: plain tables in, plain tables out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from generator.engine.verdicts import Verdict
from generator.rulesets.standard.aftermath import taken_centers
from generator.rulesets.standard.case import read_case
from generator.rulesets.standard.document import by_power
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.turn import Turn


def answer_case(facts: Facts, case: Mapping[str, Any], verdicts: bool = True) -> dict[str, Any]:
    """The answer to one case. Raises UsageError for invalid input."""
    before, book, names, season = read_case(facts, case)
    turn = Turn(before, book)
    facts.course.play(before.moment.phase, turn)
    answer: dict[str, Any] = {"id": case["id"]} if "id" in case else {}
    answer["after"] = _by_name(names, turn.units)
    lost: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    for stranded in turn.dislodged:
        lost.setdefault(stranded.owner, []).append(str(stranded.unit))
        retreats[f"{names[stranded.owner]}: {stranded.unit}"] = sorted(stranded.places)
    answer["dislodged"] = _by_name(names, lost)
    answer["retreats"] = dict(sorted(retreats.items()))
    if season == "fall" and before.kind != "build" and not any(retreats.values()):
        taken = taken_centers(replace(before, units=turn.units))
        answer["centers"] = _by_name(names, by_power(facts, {**before.centers, **taken}))
    if verdicts:
        answer["verdicts"] = [_verdict(names, verdict) for verdict in turn.verdicts()]
    return answer


def _by_name(
    names: Mapping[str, str], table: Mapping[str, Iterable[object]]
) -> dict[str, list[str]]:
    """The rows that are not empty, by the powers' names as the input spells them."""
    rows = ((names[power], sorted(map(str, own))) for power, own in table.items() if own)
    return dict(sorted(rows))


def _verdict(names: Mapping[str, str], verdict: Verdict) -> dict[str, Any]:
    said = {
        "power": names.get(verdict.power, verdict.power),
        "order": (verdict.written or verdict.order).strip(),
        "outcome": verdict.outcome,
        "reasons": [{"rule": rule, "text": text} for rule, text in verdict.reasons],
    }
    return {**said, "note": verdict.note} if verdict.note else said
