"""A blind auction for powers: each player spreads points over all powers, and the highest bids win.

No one sees the bids of others. A ruleset may set the terms in an `auction.toml` beside its other
data; without it a player has 100 points, and each power gets at least 1 of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct

from generator.engine.errors import Complaint
from generator.engine.typed import Positive, Table, knob
from generator.engine.words import count, listed, nearest

if TYPE_CHECKING:
    from generator.engine.chance import Chance
    from generator.engine.rulebook import PowerFacts

NO_PREFERENCE: Final = "no preference"
_LINE: Final = re.compile(
    r"(?P<points>[0-9]{1,9})(?:\s+points?)?(?:\s+(?:on|for)\b)?[\s:=]+(?P<power>[^\s\d:=].*)"
    r"|(?P<before>[^\d:=]*[^\s\d:=])[\s:=]+(?P<after>[0-9]{1,9})(?:\s+points?)?",
    re.IGNORECASE | re.ASCII,
)


class AuctionRules(Table, frozen=True):
    """The limits of a bid: the entries of a ruleset's auction.toml."""

    points: Annotated[Positive, knob("The points of each player", "E15V3-AUC-1")] = 100
    minimum: Annotated[Positive, knob("The fewest points on a power", "E15V3-AUC-2")] = 1
    maximum: Annotated[
        Positive | None,
        knob("The most on a power; without it what the others' minimum leaves", "E15V3-AUC-3"),
    ] = None

    def most(self, powers: int) -> int:
        """The most points on one of so many powers."""
        rest = self.points - self.minimum * (powers - 1)
        return rest if self.maximum is None else min(rest, self.maximum)


class Bid(Struct, frozen=True):
    """A player's points on a power. All bids of a player are in the order in which they were
    written, which ranks those of the same number."""

    power: str
    points: int


class AuctionAward(Struct, frozen=True):
    """A power that goes to a player, why in one sentence, and the causes that decided it."""

    player: str
    power: str
    points: int
    text: str
    causes: tuple[str, ...]


def read_bids(
    text: str, powers: Mapping[str, PowerFacts], terms: AuctionRules, causes: Mapping[str, str]
) -> tuple[tuple[Bid, ...], tuple[Complaint, ...]]:
    """The bids in the text of a player, a line for each power (`60 Spain`), and their faults.

    "No preference" gives neither: `equal_bids` stand for it. `causes` is that of a rulebook.
    """
    lines = {number: line.partition("#")[0] for number, line in enumerate(text.split("\n"), 1)}
    lines = {number: line.rstrip(" \t\r.,;") for number, line in lines.items() if line.strip()}
    if [" ".join(line.casefold().split()) for line in lines.values()] == [NO_PREFERENCE]:
        return (), ()
    complaints: list[Complaint] = []

    def wrong(cause: str, problem: str, hint: str, number: int = 0, at: int = 0) -> None:
        said, rule = lines.get(number, "").strip(), causes.get(f"auction-{cause}", "")
        complaints.append(Complaint("error", "", number, at, said, problem, hint, rule))

    called = {power: {power, facts.name, facts.short} for power, facts in powers.items()}
    names = {name.casefold(): power for power, known in called.items() for name in known if name}
    example = f"{terms.points // len(powers)} {next(iter(powers.values())).name}"
    least, most = terms.minimum, terms.most(len(powers))
    seen: dict[str, int] = {}
    bids = []
    for number, line in lines.items():
        start = len(line) - len(line.lstrip()) + 1
        found = _LINE.fullmatch(line.strip())
        if found is None:
            wrong("points", "is not a bid", f"write points and power: {example}", number, start)
            continue
        value, name = ("points", "power") if found["points"] else ("after", "before")
        power, points = names.get(" ".join(found[name].casefold().split())), int(found[value])
        if power is None:
            hint = nearest(found[name], [facts.name for facts in powers.values()], "powers")
            said = f"there is no power {found[name]}"
            wrong("points", said, hint, number, start + found.start(name))
        elif power in seen:
            said = f"{powers[power].name} has a bid in line {seen[power]}"
            wrong("points", said, "keep one of the two", number, start + found.start(name))
        else:
            seen[power] = number
            bids.append(Bid(power, points))
            if not least <= points <= most:
                cause, than = ("minimum", "less") if points < least else ("maximum", "more")
                said = f"{points} is {than} than {least if than == 'less' else most}"
                hint = f"a power gets {least} to {most} points"
                wrong(cause, said, hint, number, start + found.start(value))
    missing = [facts.name for power, facts in powers.items() if power not in seen]
    total = sum(bid.points for bid in bids)
    if not lines:
        wrong("points", "there is no bid", f"a line a power ({example}), or: {NO_PREFERENCE}")
    elif len(bids) == len(lines):  # otherwise the lines that are wrong come first
        if missing:
            hint = f"every power gets at least {count(least, 'point')}"
            wrong("minimum", f"no points are on {listed(missing)}", hint)
        if more := terms.points - total:
            hint = f"{more} are missing" if more > 0 else f"{-more} are too many"
            wrong("points", f"the points are {total} and not {terms.points}", hint)
    return tuple(bids), tuple(complaints)


def equal_bids(powers: Sequence[str], terms: AuctionRules, chance: Chance) -> tuple[Bid, ...]:
    """The bids of a player without preference: the same number on each power, in a drawn order.
    What cannot be divided goes to the first ones, a point each."""
    share, rest = divmod(terms.points, len(powers))
    order = chance.shuffle(powers)
    return tuple(Bid(power, share + (number < rest)) for number, power in enumerate(order))


def award_powers(
    bids: Mapping[str, Sequence[Bid]], powers: Mapping[str, PowerFacts], drawn: Collection[str] = ()
) -> tuple[AuctionAward, ...]:
    """Award the powers to the players, step by step. `bids` maps players, in the order in which
    they registered, to their bids on all powers; there are no more players than powers. `drawn` are
    the players without preference."""
    awards: list[AuctionAward] = []
    left = {player: list(rows) for player, rows in bids.items()}
    while left:
        # Of a player's highest bids `max` takes the first: the order of the lines decides.
        best = {player: max(rows, key=lambda bid: bid.points) for player, rows in left.items()}
        highest = max(bid.points for bid in best.values())
        wanted: dict[str, list[str]] = {}
        for player, bid in best.items():
            if bid.points == highest:
                wanted.setdefault(bid.power, []).append(player)
        for power, (player, *rivals) in wanted.items():
            by = f"{player}, who has no preference," if player in drawn else player
            said = f"{highest} for {powers[power].name} by {by} is the highest bid left"
            causes = ["auction-highest"]
            if rivals:
                said += f"; {listed(rivals)} bid as much and registered later"
                causes.append("auction-tie")
            below = [bid.power for bid in left.pop(player) if bid.points == highest][1:]
            if below:
                said += f"; it stands above {listed(powers[other].name for other in below)}"
            if player in drawn:
                causes.append("auction-no-preference")
            elif below:
                causes.append("auction-order")
            awards.append(AuctionAward(player, power, highest, said, tuple(causes)))
        left = {
            player: [bid for bid in rows if bid.power not in wanted]
            for player, rows in left.items()
        }
    return tuple(awards)
