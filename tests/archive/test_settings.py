"""game.toml, rulings and order files: every mistake is named with its line and what to do."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.files.reading import FileErrors, parse_toml
from generator.archive.game.rulings import rulings_in
from generator.archive.game.settings import (
    SettledOption,
    check_option,
    check_settings,
    option_errors,
    read_settings,
)
from generator.archive.play.adjudicating import check_game
from generator.engine.errors import FileError, GameError, LeftOver
from generator.engine.phases import Moment, Setup
from generator.rulesets import get_ruleset, ruleset_ids
from tests.archive.games import bid, command, files_of, new_game, write_orders

GOOD = 'format = 1\ntitle = "T"\nruleset = "tiny"\n'


def problems(text: str) -> list[str]:
    """What is wrong with a game.toml, without the path."""
    toml = parse_toml(text, Path("game.toml"))
    try:
        check_settings(read_settings(toml), toml, get_ruleset("tiny"))
    except FileErrors as errors:
        return [line.removeprefix("game.toml") for line in str(errors).splitlines()]
    return []


def test_a_whole_game_toml_is_read() -> None:
    text = (
        GOOD
        + f'introduction = "Hello"\nseed_commitment = "{"a" * 64}"\n'
        + '[players]\ncrown = "Anna"\n[options]\ntarget = 5\n'
        + "[dates.1]\nbid = 2027-03-01\ntoss = 2027-03-02T20:00:00Z\n"
    )
    settings = read_settings(parse_toml(text, Path("game.toml")))
    assert settings.players == {"crown": "Anna"}
    assert settings.options == {"target": 5}
    assert settings.deadline(Moment(1, 1, "bid")) == date(2027, 3, 1)
    assert settings.dates["1 toss"] == datetime(2027, 3, 2, 20, tzinfo=UTC)
    assert settings.deadline(Moment(2, 1, "bid")) is None


@pytest.mark.parametrize(
    "written",
    [
        "[options]\ntarget = 5\nrules.count = true\n",
        '[options]\ntarget = 5\n"rules.count" = true\n',
        "[options]\ntarget = 5\n[options.rules]\ncount = true\n",
        "[options]\ntarget = 5\nrules = { count = true }\n",
        "options.rules.count = true\noptions.target = 5\n",
    ],
)
def test_options_may_be_written_with_dots_and_in_tables(written: str) -> None:
    settings = read_settings(parse_toml(GOOD + written, Path("game.toml")))
    assert settings.options == {"target": 5, "rules.count": True}
    assert problems(GOOD + written) == []


MISTAKES = [
    ('title = "T"\nruleset = "tiny"\n', [": format is missing (write: format = 1"]),
    (GOOD.replace("1", "2"), [":1:1: format 2 is newer than this program, which knows 1"]),
    (
        GOOD.replace("1", '"1"'),
        [":1:1: format cannot be '1' (a whole number, 1 or more, without the"],
    ),
    ('format = 1\nruleset = "tiny"\n', [": title is missing"]),
    (GOOD.replace('"T"', '" "'), [':2:1: title is empty (write: title = "...")']),
    (
        GOOD + "[options]\nrules.cuont = true\n",
        [":5:1: Crown or Shield has no option rules.cuont (did you mean rules.count?)"],
    ),
    (
        GOOD + "[options.rules]\n\ncount = 3\n",
        [":6:1: rules.count cannot be 3 (it is true or false)"],
    ),
    (
        GOOD + '[options]\n"rules.count" = true\nrules.count = true\n',
        [":6:1: rules.count appears twice"],
    ),
    (GOOD + "titel = 3\n", [":4:1: there is no titel in the file (did you mean title?)"]),
    (GOOD + "players = 3\n", [":4:1: players cannot be 3 (a table [players])"]),
    (GOOD + "[players]\ncrown = 3\n", [":5:1: players.crown cannot be 3 (a text in quotes)"]),
    (GOOD + '[players]\ncrwon = "A"\n', [":5:1: there is no power crwon (did you mean crown?)"]),
    (GOOD + "[options]\ntarget = true\n", [":5:1: target cannot be True (it is a whole number)"]),
    (GOOD + "[options]\nopen = 1\n", [":5:1: open cannot be 1 (it is true or false)"]),
    (GOOD + '[options]\ncoin = "x"\n', [":5:1: coin cannot be 'x' (choices: fair, bent)"]),
    (GOOD + "[options]\ncoins = 1\n", [":5:1: Crown or Shield has no option coins"]),
    (GOOD + "[dates]\nbid = 2027-01-01\n", [":5:1: 'bid' is not a year (like [dates.1901])"]),
    (GOOD + '[dates.1]\nbid = "soon"\n', [":5:1: bid is not a date (write a date like"]),
    (GOOD + "[dates.x]\nbid = 2027-01-01\n", [":4:1: 'x' is not a year"]),
    (GOOD + 'seed_commitment = "12"\n', [":4:1: is not a SHA-256 hash"]),
    (
        'format = 1\ntilte = "T"\nruleset = 3\n',
        [
            ":2:1: there is no tilte in the file",
            ":3:1: ruleset cannot be 3 (a text in quotes)",
            ": title is missing",
        ],
    ),
]


def test_an_option_that_a_reading_replaced_is_named_in_old_games_and_refused_in_new_ones() -> None:
    ruleset = get_ruleset("westphalia")
    toml = parse_toml("[options]\ncount_fp_home_in_religion = true\n", Path("game.toml"))
    with pytest.warns(LeftOver, match=r":2:1: count_fp_home_in_religion is no longer an option"):
        assert not list(option_errors(toml, ruleset))
    with pytest.raises(GameError, match=r"POW-VIC-7 replaced it.*outside the Empire"):
        check_option(ruleset, "count_fp_home_in_religion", True)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_no_game_is_played_otherwise_by_an_option_that_a_reading_replaced(ruleset_id: str) -> None:
    ruleset = get_ruleset(ruleset_id)
    usual = ruleset.opening(Setup())
    for option, rule in ruleset.rulebook.settled.items():
        with pytest.raises(SettledOption, match=f"the reading of {rule} replaced it"):
            check_option(ruleset, option, "another value")
        assert ruleset.opening(Setup({option: "another value"})) == usual


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=range(len(MISTAKES)))
def test_a_wrong_setting_is_named_with_its_line(text: str, said: list[str]) -> None:
    found = problems(text)
    assert len(found) == len(said)
    for line, start in zip(found, said, strict=True):
        assert line.startswith(start)


def test_an_unknown_ruleset_is_named_at_its_key(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    path = folder / "game.toml"
    path.write_text(path.read_text().replace('"tiny"', '"standrad"'))
    with pytest.raises(FileError, match=r"game\.toml:3:1: there is no ruleset standrad"):
        load_game(folder)


RULING = '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\n'
RULING_MISTAKES = [
    ("rulings = 1\n", [":1:1: there is no rulings in the file (did you mean ruling?)"]),
    ("ruling = 1\n", [":1:1: ruling cannot be 1 (a list (a table))"]),
    (
        RULING.replace("reason", "raeson"),
        [":4:1: there is no raeson in ruling, row 1", ":1:1: ruling, row 1: reason is missing"],
    ),
    (RULING.replace('"bid"', '"The Bid"'), [":2:1: 'The Bid' cannot be a phase"]),
    (RULING + "rule = 1\n", [":5:1: ruling, row 1: rule cannot be 1 (a text in quotes)"]),
    (RULING + "facts = 1\n", [":5:1: ruling, row 1: facts cannot be 1 (a table)"]),
    (RULING + RULING.replace('"award"', "1"), [":7:1: ruling, row 2: kind cannot be 1"]),
]


@pytest.mark.parametrize(("text", "said"), RULING_MISTAKES, ids=range(len(RULING_MISTAKES)))
def test_a_wrong_ruling_is_named_with_its_line(text: str, said: list[str]) -> None:
    with pytest.raises(FileErrors) as caught:
        rulings_in(parse_toml(text, Path("rulings.toml")))
    found = str(caught.value).splitlines()
    assert len(found) == len(said)
    for line, start in zip(found, said, strict=True):
        assert line.startswith("rulings.toml" + start)


def test_rulings_are_numbered_as_they_stand() -> None:
    text = RULING + '[ruling.facts]\npower = "crown"\n' + RULING + 'rule = "TINY-1"\n'
    first, second = rulings_in(parse_toml(text, Path("rulings.toml")))
    assert (first.number, first.facts["power"]) == (1, "crown")
    assert (second.number, second.rule) == (2, "TINY-1")


ORDER_MISTAKES = [
    ("crown", "[bid]\norder = 'x'\n", ":2:1: there is no order in bid (did you mean orders?)"),
    ("crown", "[bid]\norders = ['x']\n", ":2:1: bid.orders cannot be "),
    ("crown", "orders = 'x'\n", ":1:1: orders is outside a phase"),
    ("crown", "['The Bid']\norders = 'x'\n", ":1:1: The Bid is not a phase"),
    ("crown", "[bid\n", ":1:5: "),
    ("crowm", "[bid]\n", ": there is no power crowm (did you mean crown?)"),
]


@pytest.mark.parametrize(("power", "text", "said"), ORDER_MISTAKES, ids=range(len(ORDER_MISTAKES)))
def test_a_broken_order_file_stops_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], power: str, text: str, said: str
) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 2, 1)
    path = folder / "1" / "orders" / f"{power}.toml"
    path.write_text(text)
    before = files_of(folder)
    capsys.readouterr()
    assert command(folder, "check") == 1
    assert command(folder, "adjudicate") == 1
    found = capsys.readouterr().err.splitlines()
    assert found[0] == found[1]
    assert found[0].startswith(f"{path}{said}")
    assert files_of(folder) == before


def test_all_broken_files_are_named_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_game(tmp_path)
    for power in ("crown", "shield"):
        (folder / "1" / "orders" / f"{power}.toml").write_text("[bid\n")
    capsys.readouterr()
    assert command(folder, "check") == 1
    said = capsys.readouterr().err
    assert "crown.toml:1:5" in said
    assert "shield.toml:1:5" in said


def test_a_file_that_is_not_utf8_is_named_with_the_byte(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    (folder / "1" / "orders" / "crown.toml").write_bytes(b"[bid]\norders = '''\nBj\xf6rn'''\n")
    with pytest.raises(FileErrors, match=r"crown\.toml:3:3: byte 0xf6 is not UTF-8"):
        check_game(load_game(folder))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_from_windows_are_read_with_the_right_places(
    tmp_path: Path, end: str, mark: str
) -> None:
    folder = new_game(tmp_path)
    text = f'{mark}[bid]{end}orders = """{end}BID 1{end}  BOD 2{end}"""{end}'
    (folder / "1" / "orders" / "crown.toml").write_bytes(text.encode())
    (complaint,) = check_game(load_game(folder)).complaints
    assert str(complaint).endswith("crown.toml:4:3: BOD 2: not a bid (BID 3)")


def test_a_phase_with_a_slip_of_the_pen_is_warned_of(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movment", austria="A VIE - GAL")
    write_orders(folder, 1901, "fall-movement", england="F LON H")
    said = [str(one) for one in check_game(load_game(folder)).complaints]
    slips = [line for line in said if "did you mean spring-movement?" in line]
    assert len(slips) == 1
    assert "austria.toml" in slips[0]
