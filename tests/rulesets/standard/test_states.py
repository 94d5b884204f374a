"""States of random games: what is written is read back, and nothing impossible comes up."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.engine.chance import Chance
from generator.engine.phases import Document, Setup
from generator.engine.units import Unit
from generator.rulesets.standard import RULESET, StandardState
from generator.rulesets.standard.state import problems
from generator.rulesets.standard.winter_phase import dues

CHANCE = Chance("states", "")
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def any_order(random: Random, state: StandardState, unit: Unit) -> str:
    """A movement order that may be legal, illegal or nonsense; most go where units meet."""
    board = RULESET.facts.board
    near = board.army_from(unit.province) if unit.kind == "A" else board.fleet_from(unit.at)
    standing = {one.province: one for _, one in state.stands()}
    crowded = [place for place in near if place[:3] in standing] or near
    to = random.choice(crowded if random.random() < 0.6 else near or board.places)
    beside = [standing[place[:3]] for place in near if place[:3] in standing]
    other = random.choice(beside or [unit])
    far = random.choice(board.codes)
    helped = [one for one in standing.values() if to[:3] in board.army_from(one.province)]
    friend = random.choice(helped or [other])
    return random.choice(
        [
            f"{unit} - {to}",
            f"{unit} - {to}",
            f"{unit} S {friend} - {to}",
            f"{unit} S {friend} - {to}",
            f"{unit} S {other}",
            f"{unit} H",
            random.choice([f"{unit} - {far} VIA", f"{unit} C {other} - {far}", f"{unit} ?? {to}"]),
        ]
    )


def any_opening(random: Random) -> StandardState:
    """A game that opens with some forty units all over a part of the board."""
    board = RULESET.facts.board
    units: dict[str, list[str]] = {power: [] for power in RULESET.powers}
    powers = random.sample(list(units), random.randint(2, 7))
    for code in random.sample(board.codes, random.randint(20, 50)):
        one = board.provinces[code]
        kind = {"inland": "A", "sea": "F", "coastal": random.choice("AF")}[one.kind]
        coast = random.choice([f"/{name}" for name in one.coasts] or [""]) if kind == "F" else ""
        units[random.choice(powers)].append(f"{kind} {code}{coast}")
    centers: dict[str, list[str]] = {}
    for code in board.centers:
        centers.setdefault(random.choice(powers), []).append(code)
    return RULESET.opening(Setup(position={"units": units, "centers": centers}))


def any_texts(random: Random, state: StandardState) -> dict[str, str]:
    """Sheets of most powers for the phase that `state` waits for."""
    kind = state.kind
    board = RULESET.facts.board
    texts = {}
    for power, units in state.units.items():
        lines = []
        if kind == "movement":
            lines = [any_order(random, state, one) for one in units if random.random() < 0.95]
        elif kind == "retreat":
            for one in state.dislodged:
                if one.owner == power:
                    to = random.choice(one.places or board.places)
                    lines.append(random.choice([f"{one.unit} - {to}"] * 4 + [f"{one.unit} D"]))
        else:
            homes = [*RULESET.facts.homes[power], random.choice(board.places)]
            lines = [f"BUILD {random.choice('AF')} {random.choice(homes)}" for _ in range(2)]
            lines += [f"REMOVE {one}" for one in units if random.random() < 0.2]
        if random.random() < 0.1:
            _, stranger = random.choice(state.stands() or ((power, Unit("A", "PAR")),))
            lines.append(any_order(random, state, stranger))
        if random.random() < 0.95:
            random.shuffle(lines)
            texts[power] = "\n".join(lines)
    return texts


def read_back(state: StandardState) -> StandardState:
    """The state after its document went through TOML."""
    public: dict[str, Any] = dict(RULESET.dump(state).public)
    return RULESET.load(Document(tomllib.loads(tomli_w.dumps(public))))


@QUICK
@given(st.integers(0, 2**32), st.integers(3, 10))
def test_random_years_keep_every_promise(seed: int, phases: int) -> None:
    """No order raises; states are possible, round-trip, and lose no unit without saying so."""
    random = Random(seed)
    state = RULESET.opening(Setup()) if random.random() < 0.2 else any_opening(random)
    for _ in range(phases):
        texts = any_texts(random, state)
        book = RULESET.read(state, texts)
        resolution = RULESET.adjudicate(state, book, (), CHANCE)
        after = resolution.state
        assert problems(after) == ()
        assert read_back(after) == after
        assert (after.moment.year, after.moment.number) > (state.moment.year, state.moment.number)
        assert RULESET.adjudicate(state, RULESET.read(state, texts), (), CHANCE) == resolution
        assert sum(len(sheet.orders) for sheet in book.sheets.values()) <= len(resolution.verdicts)
        assert all(verdict.reasons for verdict in resolution.verdicts)
        check_counts(state, after, [event.kind for event in resolution.events])
        check_words(state, resolution)
        if after.ending or not RULESET.awaits(after):
            break
        state = after


def check_counts(before: StandardState, after: StandardState, kinds: list[str]) -> None:
    """Units appear by builds and go by being disbanded or removed, and in no other way."""

    def count(state: StandardState) -> int:
        return len(state.stands()) + len(state.dislodged)

    gone = kinds.count("disbanded") + kinds.count("removed") + kinds.count("civil-disorder")
    assert count(after) == count(before) + kinds.count("built") - gone
    if before.kind == "build":
        assert all(due.number >= 0 for due in dues(after).values())


def check_words(before: StandardState, resolution: Any) -> None:
    assert 1 <= len(RULESET.summary(before, resolution)) <= 3
    picture = RULESET.picture_of(before, resolution)
    numbers = [sign.number for sign in picture.orders]
    assert numbers == sorted(set(numbers))
    assert len(picture.units) >= len(before.stands())
    known = set(RULESET.facts.board.places)
    for sign in picture.orders:
        assert {sign.at, *filter(None, (sign.target, sign.to)), *sign.via} <= known
    assert set(RULESET.picture(resolution.state).centers) == set(RULESET.facts.board.centers)


DISLODGED = {"power": "austria", "unit": "F TRI", "from": "VEN", "retreats": ["ALB"]}
WORDS = st.sampled_from(
    ["A VIE", "F TRI", "- ALB", "S", "C", "H", "D", "BUILD", "WAIVE", "VIA", "\n"]
)


@QUICK
@given(
    st.sampled_from(
        [
            {},
            {"phase": "fall-retreats", "units": {"italy": ["A TRI"]}, "dislodged": [DISLODGED]},
            {"phase": "winter-adjustments", "units": {"austria": ["A VIE"], "russia": ["A BOH"]}},
        ]
    ),
    st.dictionaries(
        st.sampled_from(["austria", "russia", "nobody"]),
        st.text(max_size=200) | st.lists(WORDS, max_size=12).map(" ".join),
    ),
)
def test_no_text_is_too_odd_to_read(position: dict[str, Any], texts: dict[str, str]) -> None:
    state = RULESET.opening(Setup(position=position))
    book = RULESET.read(state, texts)
    assert set(book.sheets) == set(texts)
    RULESET.adjudicate(state, book, (), CHANCE)
