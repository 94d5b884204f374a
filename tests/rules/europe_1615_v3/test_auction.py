"""The auction for the powers: E15V3-AUC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.play.creating import NewGame, create_game
from generator.commands.people import awards_for
from generator.engine.auction import (
    AuctionAward,
    AuctionRules,
    Bid,
    award_powers,
    equal_bids,
    read_bids,
)
from generator.engine.chance import Chance
from generator.engine.errors import Complaint
from generator.engine.rulebook import PowerFacts, read_rulebook
from generator.engine.typed import FaultyTable, read_table
from generator.rulesets import get_ruleset
from tests.engine.entries import entries_of

FOLDER = Path(__file__).parents[3] / "generator/rulesets/europe_1615_v3"
RULES = read_rulebook(tomli.loads((FOLDER / "rules/98-auction.toml").read_text("utf-8")), "rules")
TERMS = read_table(tomli.loads((FOLDER / "auction.toml").read_text("utf-8")), AuctionRules)
POWERS: Mapping[str, PowerFacts] = MappingProxyType(
    {
        power: PowerFacts(power, row["name"], row["adjective"], row["color"], row["code"][0])
        for power, row in tomli.loads((FOLDER / "facts.toml").read_text("utf-8"))["powers"].items()
    }
)
NAMES = ("P", "Q", "R", "S", "T")


def read(text: str) -> tuple[tuple[Bid, ...], tuple[Complaint, ...]]:
    return read_bids(text, POWERS, TERMS, RULES.causes)


def bids_of(text: str) -> list[tuple[str, int]]:
    """The bids of a text that has nothing wrong in it."""
    bids, complaints = read(text)
    assert not complaints
    return [(bid.power, bid.points) for bid in bids]


def wrong(text: str) -> list[tuple[int, int, str, str]]:
    """Line, column, problem and rule of what is wrong."""
    return [(one.line, one.column, one.problem, one.rule) for one in read(text)[1]]


def awards(**texts: str) -> tuple[AuctionAward, ...]:
    """The awards for texts like "60 Spain, 10 France", in the order of registration."""
    bids = {name: read(text.replace(", ", "\n"))[0] for name, text in texts.items()}
    return award_powers(bids, POWERS)


def winners(given: Sequence[AuctionAward]) -> dict[str, str]:
    return {award.player: award.power for award in given}


FULL = "60 Spain\n20 France\n10 Austria\n5 England\n5 Denmark\n"


@pytest.mark.rule("E15V3-AUC-1")
def test_a_hundred_points_are_spread_over_the_five_powers() -> None:
    assert list(POWERS) == ["austria", "france", "spain", "england", "denmark"]
    assert bids_of(FULL) == [
        ("spain", 60), ("france", 20), ("austria", 10), ("england", 5), ("denmark", 5)
    ]  # fmt: skip
    for first, total in ((59, 99), (61, 101)):
        said = wrong(FULL.replace("60", str(first)))
        assert said == [(0, 0, f"the points are {total} and not 100", "E15V3-AUC-1")]


@pytest.mark.rule("E15V3-AUC-2")
def test_every_power_gets_at_least_five() -> None:
    text = FULL.replace("5 Denmark", "4 Denmark").replace("60", "61")
    assert wrong(text) == [(5, 1, "4 is less than 5", "E15V3-AUC-2")]
    said = wrong(FULL.replace("5 England\n5 Denmark\n", ""))
    assert said[0] == (0, 0, "no points are on England and Denmark", "E15V3-AUC-2")
    assert said[1][2] == "the points are 90 and not 100"


@pytest.mark.rule("E15V3-AUC-3")
def test_no_power_gets_more_than_eighty() -> None:
    text = "80 Spain\n5 France\n5 Austria\n5 England\n5 Denmark"
    assert bids_of(text)[0] == ("spain", 80)
    assert wrong(text.replace("80", "81"))[0] == (1, 1, "81 is more than 80", "E15V3-AUC-3")
    assert AuctionRules(minimum=5).most(5) == TERMS.most(5) == 80
    assert AuctionRules(minimum=5, maximum=40).most(5) == 40


@pytest.mark.rule("E15V3-AUC-4")
def test_no_preference_is_twenty_on_each_in_a_drawn_order() -> None:
    assert read("  No   Preference.\n") == ((), ())
    orders = set()
    for number in range(40):
        bids = equal_bids(tuple(POWERS), TERMS, Chance(str(number), "auction no preference"))
        assert sorted(bid.power for bid in bids) == sorted(POWERS)
        assert {bid.points for bid in bids} == {20}
        again = equal_bids(tuple(POWERS), TERMS, Chance(str(number), "auction no preference"))
        assert bids == again
        orders.add(tuple(bid.power for bid in bids))
    assert len(orders) > 20
    (award,) = award_powers({"P": bids}, POWERS, ["P"])
    assert award.power == bids[0].power
    assert "20 for" in award.text
    assert "by P, who has no preference, is the highest bid left; it stands above" in award.text
    assert [RULES.cites(cause) for cause in award.causes] == ["E15V3-AUC-7", "E15V3-AUC-4"]
    assert wrong(f"no preference\n{FULL}")[0][:3] == (1, 1, "is not a bid")


@pytest.mark.rule("E15V3-AUC-5")
def test_of_equal_bids_of_a_player_the_first_line_ranks_highest() -> None:
    first = awards(P="20 France\n20 Spain\n40 Austria\n15 England\n5 Denmark", Q=FULL)
    assert winners(first) == {"Q": "spain", "P": "austria"}
    for one, other in (("France", "Spain"), ("Spain", "France")):
        (award,) = awards(P=f"40 {one}\n40 {other}\n10 Austria\n5 England\n5 Denmark")
        assert award.power == one.casefold()
        assert award.text == f"40 for {one} by P is the highest bid left; it stands above {other}"
        assert [RULES.cites(cause) for cause in award.causes] == ["E15V3-AUC-7", "E15V3-AUC-5"]


@pytest.mark.rule("E15V3-AUC-7")
def test_the_highest_bid_that_is_left_gets_its_power() -> None:
    found = awards(
        P="60 Spain, 20 France, 10 Austria, 5 England, 5 Denmark",
        Q="50 Spain, 30 France, 10 Denmark, 5 Austria, 5 England",
        R="45 France, 40 Spain, 5 Denmark, 5 Austria, 5 England",
    )
    assert [award.text for award in found] == [
        "60 for Spain by P is the highest bid left",
        "45 for France by R is the highest bid left",
        "10 for Denmark by Q is the highest bid left",
    ]
    assert RULES.cites(found[0].causes[0]) == "E15V3-AUC-7"


@pytest.mark.rule("E15V3-AUC-7")
def test_of_several_bids_of_the_highest_number_only_the_first_of_each_player_counts() -> None:
    found = awards(
        P="40 Spain, 40 France, 10 Austria, 5 England, 5 Denmark",
        Q="40 France, 40 Spain, 10 Austria, 5 England, 5 Denmark",
    )
    assert winners(found) == {"P": "spain", "Q": "france"}
    assert not any("auction-tie" in award.causes for award in found)


@pytest.mark.rule("E15V3-AUC-8")
@pytest.mark.parametrize(("first", "second"), [("P", "Q"), ("Q", "P")])
def test_of_equal_bids_on_a_power_that_of_who_registered_first_counts(
    first: str, second: str
) -> None:
    text = "40 Austria, 30 Spain, 20 France, 5 England, 5 Denmark"
    found = awards(**{first: text, second: text})
    assert winners(found) == {first: "austria", second: "spain"}
    assert found[0].text == (
        f"40 for Austria by {first} is the highest bid left; {second} bid as much and registered "
        "later"
    )
    assert [RULES.cites(cause) for cause in found[0].causes] == ["E15V3-AUC-7", "E15V3-AUC-8"]


@pytest.mark.parametrize(
    ("line", "problem", "column"),
    [
        ("5 Dnmark", "there is no power Dnmark", 3),
        ("  Dnmark: 5", "there is no power Dnmark", 3),
        ("5 England", "England has a bid in line 4", 3),
        ("-5 Denmark", "is not a bid", 1),
        ("Denmark -5", "is not a bid", 1),
        ("5.5 Denmark", "is not a bid", 1),
        ("five Denmark", "is not a bid", 1),
        ("\uff15 Denmark", "is not a bid", 1),
        ("Denmark", "is not a bid", 1),
        ("5", "is not a bid", 1),
    ],
)
def test_a_line_that_is_no_bid_is_named_with_its_place(
    line: str, problem: str, column: int
) -> None:
    (only,) = read(FULL.replace("5 Denmark", line))[1]
    assert (only.line, only.column, only.problem) == (5, column, problem)
    assert only.text == line.strip()
    assert only.hint
    assert only.rule == "E15V3-AUC-1"


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing"])
def test_a_text_without_bids_says_what_a_bid_is(text: str) -> None:
    (only,) = read(text)[1]
    assert only.problem == "there is no bid"
    assert only.hint == "a line a power (20 Austria), or: no preference"


def test_bids_are_written_in_several_ways() -> None:
    text = "60 points for SPAIN\r\nFrance: 20\n\n austria = 10 points;  # why not\n"
    text += "5: England\nDENMARK 5."
    assert bids_of(text) == bids_of(FULL)


@given(st.text(st.sampled_from("05 8Spain:=-\n#\tFranceDmk.,\u0660"), max_size=200))
def test_any_text_is_read_or_complained_about(text: str) -> None:
    bids, complaints = read(text)
    for one in complaints:
        assert one.problem
        assert 0 <= one.line <= text.count("\n") + 1
    if bids and not complaints:
        assert sum(bid.points for bid in bids) == 100
        assert sorted(bid.power for bid in bids) == sorted(POWERS)


def test_terms_are_checked_and_every_entry_has_its_rule() -> None:
    for line, said in (("minimun = 5", "did you mean minimum"), ("points = 0", "1 or more")):
        with pytest.raises(FaultyTable, match=said):
            read_table(tomli.loads(line), AuctionRules)
    assert all(entry.rule in RULES for entry in entries_of(AuctionRules))


def given_out(bids: Mapping[str, Sequence[Bid]]) -> tuple[AuctionAward, ...]:
    return award_powers(bids, POWERS)


@st.composite
def whole_bids(draw: st.DrawFn) -> tuple[Bid, ...]:
    """Bids of a player that keep to the rules, in any order."""
    cuts = sorted(draw(st.lists(st.integers(0, 75), min_size=4, max_size=4)))
    parts = [after - before + 5 for before, after in zip([0, *cuts], [*cuts, 75], strict=True)]
    order = draw(st.permutations(tuple(POWERS)))
    return tuple(Bid(power, points) for power, points in zip(order, parts, strict=True))


ALL_BIDS = st.lists(whole_bids(), min_size=1, max_size=5).map(
    lambda rows: dict(zip(NAMES, rows, strict=False))
)


@given(ALL_BIDS)
def test_every_player_gets_a_power_and_nobody_loses_to_a_lower_bid(
    bids: dict[str, tuple[Bid, ...]],
) -> None:
    found = given_out(bids)
    assert sorted(winners(found)) == sorted(bids)
    assert len({award.power for award in found}) == len(bids)
    points = {name: {bid.power: bid.points for bid in rows} for name, rows in bids.items()}
    rank = list(bids)
    for number, award in enumerate(found):
        assert points[award.player][award.power] == award.points
        for later in found[number + 1 :]:
            other = points[later.player][award.power]
            assert (award.points, -rank.index(award.player)) > (other, -rank.index(later.player))
            assert later.points <= award.points


@given(ALL_BIDS, st.randoms(use_true_random=False))
def test_only_the_order_of_equal_lines_matters(bids: dict[str, tuple[Bid, ...]], random) -> None:
    """Lines with other numbers may change places; sorted by number, all stay as they were."""
    by_number = {
        name: tuple(sorted(rows, key=lambda bid: -bid.points)) for name, rows in bids.items()
    }
    assert given_out(by_number) == given_out(bids)
    names = list(POWERS)
    random.shuffle(names)
    other = dict(zip(POWERS, names, strict=True))
    renamed = {
        name: tuple(Bid(other[bid.power], bid.points) for bid in rows)
        for name, rows in bids.items()
    }
    assert winners(given_out(renamed)) == {
        player: other[power] for player, power in winners(given_out(bids)).items()
    }


@given(ALL_BIDS)
def test_who_registers_later_takes_nothing_from_the_one_with_the_highest_bid(
    bids: dict[str, tuple[Bid, ...]],
) -> None:
    first = given_out(bids)[0]
    backwards = given_out(dict(reversed(bids.items())))
    assert first.points == backwards[0].points
    if not any("auction-tie" in award.causes for award in (*given_out(bids), *backwards)):
        assert winners(given_out(bids)) == winners(backwards)


@pytest.mark.rule("E15V3-AUC-6")
def test_a_bid_may_be_changed_until_the_last_player_has_bid(tmp_path: Path) -> None:
    names = [facts.name for facts in get_ruleset("standard").powers.values()]
    bid, other = (
        "".join(f"{points} {name}\n" for points, name in zip(numbers, names, strict=True))
        for numbers in ((40, 20, 10, 10, 10, 5, 5), (5, 5, 10, 10, 10, 20, 40))
    )
    game = load_game(create_game(tmp_path, NewGame("game", get_ruleset("standard"), "seed")))
    file = tmp_path / "bids.toml"
    for text, power in ((bid, "austria"), (other, "turkey")):
        file.write_text(f"Anna = '''\n{text}'''\nBen = '''\n{bid}'''\n", "utf-8")
        assert winners(awards_for(game, file))["Anna"] == power
    assert RULES.cites("auction-closed") == "E15V3-AUC-6"
