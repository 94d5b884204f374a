"""What reading orders costs: remembered, canonical for the first time, and as people write."""

from __future__ import annotations

from generator.engine.orders import OrderReader
from tests.benchmarks.contests import Contestant, race, table
from tests.benchmarks.resolving import load_positions
from tests.engine.movement.notation import board

ROUNDS = 3

_VERBS = {"-": "to", "S": "supports", "C": "convoys", "H": "holds"}


def _as_people_write(text: str) -> str:
    """`A PAR S A MAR - BUR` as `a Paris supports a Marseilles to Burgundy`."""
    words = []
    for word in text.split(" "):
        province, _, coast = word.partition("/")
        one = board().provinces.get(province)
        name = f"{one.name}{f'({coast.lower()})' if coast else ''}" if one else word
        words.append(_VERBS.get(word, name))
    return " ".join(words).replace("A ", "a ", 1)


def bench_reading() -> None:
    cases = load_positions()
    texts = sorted(
        {text for case in cases for orders in case["orders"].values() for text in orders}
    )
    people = [_as_people_write(text) for text in texts]
    warm = OrderReader(board())
    for text in texts:
        warm.read(text, "movement")
        readings = warm.read(text, "movement"), warm.read(_as_people_write(text), "movement")
        assert readings[0] == readings[1], (text, _as_people_write(text), readings)

    def read_all(reader: OrderReader, lines: list[str]) -> None:
        for line in lines:
            reader.read(line, "movement")

    contestants = [
        Contestant("remembered", lambda reader: read_all(warm, texts)),
        Contestant(
            "canonical, first time",
            lambda reader: read_all(reader, texts),
            lambda case: OrderReader(board()),
        ),
        Contestant(
            "as people write, first time",
            lambda reader: read_all(reader, people),
            lambda case: OrderReader(board()),
        ),
    ]
    race(contestants, [None], ROUNDS)
    print(f"\nReading orders: {len(texts)} different texts of movement phases")
    base = contestants[1].best
    rows = [
        [one.name, f"{one.best / len(texts) * 1e6:.2f}", f"{one.best / base:.2f}"]
        for one in contestants
    ]
    print(table(["one order", "µs", "x canonical"], rows))
