"""Movement phases with 30 and more units: Theatrum beside the published adjudicators."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.engine.movement import resolve_movement
from generator.engine.orders import OrderReader
from generator.engine.orders.values import UnitOrder
from generator.engine.units import Unit, parse_unit
from generator.rulesets.standard import RULESET
from tests.benchmarks.contests import Contestant, race, table
from tests.benchmarks.peers import Peer, diplomacy_peer, pydip_peer
from tests.engine.movement.notation import board

Case = dict[str, Any]

ROUNDS = 5
ENOUGH = 400
"""Real phases taken, evenly from the whole file."""


def load_positions() -> list[Case]:
    """Our own positions, with the orders of autoplay."""
    path = Path(__file__).with_name("positions.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def load_real_positions() -> list[Case]:
    """Real phases with 30 and more units, where THEATRUM_REAL_GAMES names the file."""
    path = os.environ.get("THEATRUM_REAL_GAMES", "")
    if not path or not Path(path).is_file():
        return []
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            if case["phase"] == "movement" and sum(map(len, case["units"].values())) >= 30:
                found.append({key: case[key] for key in ("id", "phase", "units", "orders")})
    return found[:: max(1, len(found) // ENOUGH)]


def _all_reasons(case: object) -> object:
    assert isinstance(case, dict)
    return RULESET.answer(case, verdicts=True)


def _parsed(case: object) -> object:
    """Units and orders as values."""
    assert isinstance(case, dict)
    reader = OrderReader(board())
    units: list[tuple[str, Unit]] = []
    orders: list[UnitOrder | None] = []
    for power, own in case["units"].items():
        written = [reader.read(text, "movement") for text in case["orders"].get(power, ())]
        by_place = {one.unit.province: one for one in written if isinstance(one, UnitOrder)}
        for text in own:
            unit = parse_unit(text)
            units.append((power, unit))
            orders.append(by_place.get(unit.province))
    return units, orders


def _resolve_alone(parsed: Any) -> object:
    movement = resolve_movement(board(), *parsed)
    return movement.places, movement.dislodged


def _disagreements(peer: Peer, cases: Sequence[Case]) -> list[str]:
    """The positions on which a peer's answer differs from ours."""
    differing = []
    for case in cases:
        after = RULESET.answer(case, verdicts=False)["after"]
        ours = frozenset((power, unit) for power, own in after.items() for unit in own)
        if peer.position(peer.whole(case)) != ours:
            differing.append(case["id"])
    return differing


def _playable(peer: Peer, cases: Sequence[Case]) -> list[Case]:
    """The cases that a peer takes at all: pydip refuses illegal orders with an exception."""
    taken = []
    for case in cases:
        try:
            peer.prepare(case)
        except (AssertionError, KeyError):
            continue
        taken.append(case)
    return taken


def _bench(title: str, cases: Sequence[Case], peers: Sequence[Peer]) -> None:
    for peer in peers:
        cases = _playable(peer, cases)
    units = [sum(map(len, case["units"].values())) for case in cases]
    print(f"\n{title}: {len(cases)} movement phases, {min(units)} to {max(units)} units")
    contestants = [
        Contestant("theatrum, with all verdicts and reasons", _all_reasons),
        Contestant("theatrum, the resolver alone", _resolve_alone, _parsed),
    ]
    bases: dict[str, Contestant] = {}
    for peer in peers:
        differing = _disagreements(peer, cases)
        same = len(cases) - len(differing)
        named = f" (not on {', '.join(differing[:5])})" if differing else ""
        print(f"  {peer.name} {peer.version} agrees on {same} of {len(cases)}{named}")
        how = "a new game a phase" if peer.name == "diplomacy" else "with its commands made"
        whole = Contestant(f"{peer.name}, {how}", peer.whole)
        alone = Contestant(f"{peer.name}, resolving alone", peer.process, peer.prepare)
        bases[f"x {peer.name}"] = whole
        contestants += [whole, alone]
    race(contestants, cases, ROUNDS)
    rows = [
        [
            one.name,
            f"{len(cases) / one.best:,.0f}",
            f"{one.best / len(cases) * 1e6:,.0f}",
            *(f"{base.best / one.best:.2f}" for base in bases.values()),
        ]
        for one in contestants
    ]
    print(table(["movement phases", "a second", "µs each", *bases], rows))


def bench_resolving() -> None:
    """Print the table for our own positions and, where they are at hand, for real ones."""
    peers = []
    for name, peer in (("diplomacy", diplomacy_peer()), ("pydip", pydip_peer(board()))):
        if peer is None:
            print(f"{name} is absent: install the extra `bench` to race against it")
        else:
            peers.append(peer)
    _bench("Autoplay's positions", load_positions(), peers)
    real = load_real_positions()
    if real:
        _bench("Real positions", real, peers)
