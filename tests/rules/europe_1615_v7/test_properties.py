"""What holds of treaties, surrenders, debt, INFs and movement whatever is ordered."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, infs_in, verdict
from tests.rules.europe_1615_v7.seven import Played, at, given, sheets, through
from tests.rules.europe_1615_v7.wealth import bought, lent, loan, rich


def allied(state: EuropeState) -> set[frozenset[str]]:
    return {frozenset(pair) for pair, one in state.relations.items() if one.kind == "alliance"}


def pairs(*circles: str) -> set[frozenset[str]]:
    """All pairs of each circle, whose names stand in one text."""
    return {frozenset(pair) for names in circles for pair in combinations(names.split(), 2)}


def next_year(before: EuropeState, **texts: str) -> EuropeState:
    return through(before, "scoring", movement=texts)[-1].state


NAMES = ("austria", "bavaria", "france", "sweden", "papacy")


ORDERS = st.lists(
    st.tuples(
        st.sampled_from(("ALLIANCE", "BREAK ALLIANCE", "WAR", "ARMISTICE")),
        st.sets(st.sampled_from(NAMES), min_size=1, max_size=3),
    ),
    max_size=3,
)


@drawn(years=st.lists(st.dictionaries(st.sampled_from(NAMES), ORDERS), min_size=1, max_size=3))
def test_relations_follow_from_treaties_whatever_is_declared(years):
    """Nobody is at war with an ally, the Papacy has no Protestant ally without a Catholic one, and
    what is allied is so by a treaty."""
    state = given(units={})
    for year in years:
        texts = {
            power: " ; ".join(
                f"{kind}: {', '.join(sorted(names)).upper()}" for kind, names in lines
            )
            for power, lines in year.items()
        }
        state = next_year(state, **texts)
        treaties = state.parts["treaties"].concluded
        assert allied(state) == pairs(*(" ".join(one.members) for one in treaties))
        for one in treaties:
            if "papacy" in one.members and "sweden" in one.members:
                assert len(one.members) > 2
        assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("parts", "texts", "sign"),
    [
        (
            {"alliances": [("france", "denmark")]},
            {"france": "BREAK ALLIANCE: ALL ; WAR: DENMARK"},
            "A>W",
        ),
        (
            {"wars": [("france", "denmark")]},
            {
                "france": "ALLIANCE: DENMARK ; ARMISTICE: DENMARK",
                "denmark": "ARMISTICE: FRANCE ; ALLIANCE: FRANCE",
            },
            "W>A",
        ),
    ],
)
def test_the_table_of_relations_tells_what_will_be(parts, texts: dict[str, str], sign: str):
    before = given(**parts)
    played = sheets(before, **texts)
    table = next(one for one in RULESET.report(before, played) if "Relations" in one.title)
    row = next(row for row in table.plain_rows if row[0] == "France")
    assert row[table.columns.index("DEN")] == sign


def year(before: EuropeState, **texts: dict[str, str]) -> list[Played]:
    return through(before, "scoring", **texts)


def income(state: EuropeState) -> Played:
    """The next income phase."""
    return through(state, "income")[-1]


def shares(played: Played) -> dict[str, int]:
    paid = events(played, "indemnity")
    return paid[0].data["shares"] if paid else {}


@drawn(total=st.integers(0, 30), accepting=st.sets(st.sampled_from(("france", "england", "spain"))))
def test_nothing_is_gained_or_lost_by_an_indemnity(total: int, accepting: set[str]):
    wars = [("bavaria", one) for one in ("france", "england", "spain")]
    texts = dict.fromkeys(sorted(accepting), f"ACCEPT SURRENDER: BAVARIA; INDEMNITY {total}")
    offer = f"SURRENDER: SPAIN, FRANCE, ENGLAND; INDEMNITY {total}"
    before = given(year=1622, units={}, wars=wars)
    state = year(before, movement={"bavaria": offer, **texts})[-1].state
    found = shares(income(state))
    assert sum(found.values()) == (total if accepting else 0)
    if found:
        assert max(found.values()) - min(found.values()) <= len(accepting) - 1


FUNDS = st.integers(-9, 20)


PURCHASES = [
    "BUILD A {0}",
    "BOLSTER A {1} +2",
    "REDUCE A {1} -1",
    "GRANT 3 TO FRANCE",
    "GRANT 4 TO AUSTRIA",
    "LOAN 4 TO SPAIN",
    "LOAN 4 TO FRANCE",
    "ACCEPT LOAN 4 FROM AUSTRIA",
    "REPAY 2 TO SPAIN",
]


LINES = st.lists(st.sampled_from(PURCHASES), max_size=4)


@settings(max_examples=40, deadline=None)
@drawn(funds=st.tuples(FUNDS, FUNDS, FUNDS), lines=st.tuples(LINES, LINES, LINES))
def test_wealth_is_neither_made_nor_lost_and_nobody_spends_into_debt(
    funds: tuple[int, int, int], lines: tuple[list[str], list[str], list[str]]
) -> None:
    powers = {"austria": ("BOH", "VIE"), "france": ("PRO", "PAR"), "spain": ("NAP", "MAD")}
    before = dict(zip(powers, funds, strict=True))
    own = {power: [f"A {home} +2"] for power, (_, home) in powers.items()}
    state = lent(
        rich(units=own, treasury=before),
        loan("spain", "austria", 5),
        loan("spain", "france", 3, id=2),
    )
    orders = {
        power: "\n".join(line.format(*powers[power]) for line in sheet)
        for power, sheet in zip(powers, lines, strict=True)
    }
    played = sheets(state, **orders)
    spent = {power: sum(bought(played, power)) for power in powers}
    assert sum(played.state.treasury[power] for power in powers) == sum(funds) - sum(spent.values())
    for power, tp in before.items():
        assert played.state.treasury[power] >= min(tp, 0)
    assert RULESET.load(RULESET.dump(played.state)) == played.state


@settings(max_examples=25, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_nobody_is_dislodged_by_a_friend_nor_enters_where_he_may_not(seed: int):
    """Random units, statuses, relations and moves: whoever arrived had the right to."""
    chance = random.Random(seed)
    facts = given().facts
    powers, states = list(facts.powers), [code for code, one in facts.states.items() if one.home]
    places = chance.sample(sorted(facts.provinces), 40)
    units: dict[str, list[str]] = {}
    for place in places:
        side = chance.choice(powers + states)
        strong = chance.choice(("", "", " +1")) if side in powers else ""
        units.setdefault(side, []).append(f"A {place}{strong}")
    infs = {
        code: {power: chance.randint(1, 3) for power in chance.sample(powers, chance.randint(0, 2))}
        for code in states
    }
    pairs = [(one, two) for number, one in enumerate(powers) for two in powers[number + 1 :]]
    chosen = chance.sample(pairs, 30)
    state = given(units=units, infs=infs, wars=chosen[:15], alliances=chosen[15:])
    texts: dict[str, list[str]] = {}
    for side, unit in state.stands:
        to = chance.choice(EDITION.board.army_from(unit.province) or (unit.province,))
        patron = state.standing.side_of(side)
        if patron in powers:
            texts.setdefault(patron, []).append(f"A {unit.province} - {to}")
    played = sheets(state, **{power: " ; ".join(own) for power, own in texts.items()})
    standing = state.standing
    sent = [one.data["state"] for one in events(played, "order-overruled")]
    assert len(sent) == len(set(sent))
    for event in events(played, "dislodged"):
        assert not standing.friendly(event.data["by"], event.data["owner"])
    for one in played.verdicts:
        if one.outcome != "success" or " - " not in one.order:
            continue
        owner = state.at[one.meant.unit.province][0]
        side, lord = standing.side_of(owner), standing.lords[one.meant.to]
        assert lord == "" or lord == side or standing.relation(side, lord) != "peace"
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    assert at(played.state, "adjustment")


EIGHT = {"allotment": {"france": 8, "spain": 8, "denmark": 8}}


def infs(state: str, **numbers: int) -> dict[str, dict[str, dict[str, int]]]:
    return {"infs": {state: numbers}}


FOUR = ("england", "france", "spain", "austria")


@drawn(
    rows=st.dictionaries(st.sampled_from(FOUR), st.integers(0, 9), min_size=1),
    attacks=st.dictionaries(st.sampled_from(FOUR), st.sampled_from(FOUR)),
)
def test_attacks_take_the_same_from_both_and_never_more_than_there_is(
    rows: dict[str, int], attacks: dict[str, str]
):
    """Each loss is that of a pair, and the order of the sheets does not matter."""
    before = given(**infs("BRA", **{p: n for p, n in rows.items() if n}))
    orders = {power: f"BRA > {other.upper()}" for power, other in attacks.items()}
    played = sheets(before, **orders)
    left = infs_in(played.state, "BRA")
    assert all(0 < left[power] <= rows[power] for power in left)
    lost = [one.data["lost"] for one in events(played, "diplomatic-attack")]
    assert sum(rows.values()) - sum(left.values()) == 2 * sum(lost)
    for names in list(permutations(orders))[:3]:
        again = sheets(before, **{power: orders[power] for power in names})
        assert infs_in(again.state, "BRA") == left


@drawn(numbers=st.lists(st.integers(-2, 12), max_size=6))
def test_nobody_places_more_than_the_allotment_and_nothing_is_placed_in_part(numbers: list[int]):
    before = given(tables=EIGHT)
    codes = ("BRA", "HES", "SAX", "WES", "COL", "TRI")
    lines = [f"{number}: {code}" for number, code in zip(numbers, codes, strict=False)]
    played = sheets(before, france=" ; ".join(lines))
    placed = [infs_in(played.state, code).get("france", 0) for code in codes]
    assert sum(placed) <= 8
    for number, line, got in zip(numbers, lines, placed, strict=False):
        assert got in (0, number)
        if number > 0:
            assert (verdict(played, line).outcome == "success") == (got == number)


def status(code: str = "HES", **infs: int) -> tuple[str, str]:
    """The status of a state with these INFs after a year's politics."""
    found = sheets(given(infs={code: infs})).state.statuses[code]
    return found.kind, found.patron


def marker(code: str = "HES", **infs: int) -> str:
    return sheets(given(infs={code: infs})).state.markers.get(code, "")


FIVE = ("france", "spain", "england", "sweden", "austria")


@drawn(infs=st.dictionaries(st.sampled_from(FIVE), st.integers(1, 12)))
def test_status_is_as_the_definition_has_it(infs: dict[str, int]):
    """D1 of the rules, said once more in other words."""
    total, most = sum(infs.values()), max(infs.values(), default=0)
    leaders = [power for power, number in infs.items() if number == most]
    expected = ("neutral", "")
    if not total:
        expected = ("unaligned", "")
    elif len(leaders) == 1 and 2 * most >= total:
        expected = ("aligned", leaders[0])
    assert status("LOR", **infs) == expected


@drawn(infs=st.dictionaries(st.sampled_from(FIVE), st.integers(1, 12)))
def test_marker_is_as_the_definition_has_it(infs: dict[str, int]):
    """D2 of the rules, said once more in other words."""
    protestant = infs.get("england", 0) + infs.get("sweden", 0)
    catholic = sum(infs.values()) - protestant
    expected = ""
    if protestant and protestant >= 2 * catholic:
        expected = "protestant"
    elif catholic and catholic >= 2 * protestant:
        expected = "catholic"
    assert marker("LOR", **infs) == expected
