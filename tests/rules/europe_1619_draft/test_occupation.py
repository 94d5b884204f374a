"""Who holds a province by who stands in it: every line of the table of occupation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe_1619_draft.marching import adjust, checked, given, holder

ENGLAND_FRANCE = ("england", "france")
HESSE_FRENCH = {"HES": {"france": 4}}
HESSE_UNALIGNED: dict[str, dict[str, int]] = {"HES": {}}


def case(
    name: str,
    stands: tuple[str, str],
    kind: str,
    holder: str,
    *,
    captures: dict[str, str] | None = None,
    **politics: Any,
) -> Any:
    return pytest.param(stands, captures or {}, politics, kind, holder, id=name)


@pytest.mark.rule("E19D-CHK-1")
@pytest.mark.rule("E19D-CAP-1")
@pytest.mark.parametrize(
    ("stands", "captures", "politics", "kind", "left"),
    [
        case("the holder himself", ("england", "NORM"), "stay", "england",
             captures={"NORM": "england"}),
        case("a state of the holder", ("SCOT", "NORM"), "stay", "england",
             captures={"NORM": "england"}),
        case("the power of a state that holds", ("england", "NORM"), "stay", "SCOT",
             captures={"NORM": "SCOT"}),
        case("two states of one power", ("IRE", "NORM"), "stay", "SCOT",
             captures={"NORM": "SCOT"}),
        case("a state keeps what it holds of the power that it joins", ("HES", "NORM"), "stay",
             "HES", captures={"NORM": "HES"}, infs=HESSE_FRENCH),
        case("that power stands in", ("france", "NORM"), "stay", "HES",
             captures={"NORM": "HES"}, infs=HESSE_FRENCH),
        case("the owner, allied with the captor", ("france", "NORM"), "liberate", "france",
             captures={"NORM": "england"}, alliances=[ENGLAND_FRANCE]),
        case("the owner, at war with the captor", ("france", "NORM"), "liberate", "france",
             captures={"NORM": "england"}, wars=[ENGLAND_FRANCE]),
        case("the owner, from an unaligned captor", ("france", "NORM"), "liberate", "france",
             captures={"NORM": "HES"}, infs=HESSE_UNALIGNED),
        case("an ally of the captor", ("spain", "NORM"), "proxy", "england",
             captures={"NORM": "england"}, alliances=[("england", "spain")]),
        case("an ally of both", ("spain", "NORM"), "proxy", "england",
             captures={"NORM": "england"}, alliances=[("england", "spain"), ("france", "spain")]),
        case("an ally of the owner, at war with the captor", ("spain", "NORM"), "liberate",
             "france", captures={"NORM": "england"}, wars=[("england", "spain")],
             alliances=[("france", "spain")]),
        case("an ally of the owner, from an unaligned captor", ("spain", "NORM"), "liberate",
             "france", captures={"NORM": "HES"}, infs=HESSE_UNALIGNED,
             alliances=[("france", "spain")]),
        case("a stranger to the owner, at war with the captor", ("spain", "NORM"), "capture",
             "spain", captures={"NORM": "england"}, wars=[("england", "spain")]),
        case("a state's land, taken from an enemy by its power", ("denmark", "KAL"), "capture",
             "denmark", captures={"KAL": "sweden"}, wars=[("denmark", "sweden")]),
        case("a state's land, taken from an enemy by the state", ("LOWR", "KAL"), "liberate",
             "LOWR", captures={"KAL": "sweden"}, wars=[("denmark", "sweden")]),
        case("an ally on land that is not captured", ("spain", "VIE"), "stay", "austria",
             alliances=[("austria", "spain")]),
        case("an ally in a state", ("spain", "CRO"), "stay", "CRO",
             alliances=[("austria", "spain")]),
        case("an enemy", ("england", "NORM"), "capture", "england", wars=[ENGLAND_FRANCE]),
        case("an enemy of a state's power", ("spain", "CRO"), "capture", "spain",
             wars=[("austria", "spain")]),
        case("anybody on unaligned land", ("spain", "SWI"), "capture", "spain"),
        case("a state's unit on unaligned land", ("LOR", "SWI"), "capture", "LOR"),
        case("what an unaligned state holds", ("spain", "SWI"), "capture", "spain",
             captures={"SWI": "HES"}, infs=HESSE_UNALIGNED),
    ],
)  # fmt: skip
def test_who_holds_a_province_by_who_stands_in_it(
    stands: tuple[str, str],
    captures: dict[str, str],
    politics: dict[str, Any],
    kind: str,
    left: str,
):
    owner, code = stands
    parts = {"units": {owner: [f"A {code}"]}, "captures": captures, **politics}
    assert checked(given(**parts), owner, f"A {code}").kind == kind
    assert holder(adjust(given(phase="adjustment", **parts)), code) == left


@pytest.mark.rule("E19D-CHK-2")
@pytest.mark.rule("E19D-CHK-3")
@pytest.mark.rule("E19D-CHK-9")
@pytest.mark.parametrize(
    ("owner", "code", "captures", "cause"),
    [
        ("spain", "NORM", {}, "position-peace"),
        ("spain", "COL", {}, "position-peace"),
        ("spain", "NORM", {"NORM": "england"}, "position-peace"),
        ("france", "NORM", {"NORM": "england"}, "position-peace"),
        ("denmark", "KAL", {"KAL": "sweden"}, "position-peace"),
        ("LOWR", "KAL", {"KAL": "sweden"}, "position-peace"),
        ("spain", "VEN", {}, "position-neutral"),
        ("spain", "SWI", {"SWI": "VEN"}, "position-neutral"),
        ("austria", "SLO", {"SLO": "VEN"}, "position-neutral"),
        ("VEN", "SWI", {}, "position-abroad"),
        ("VEN", "NORM", {}, "position-abroad"),
    ],
)
def test_who_must_leave(owner: str, code: str, captures: dict[str, str], cause: str):
    state = given(units={owner: [f"A {code}"]}, captures=captures)
    found = checked(state, owner, f"A {code}")
    assert (found.kind, found.cause) == ("evict", cause)
