"""Games of variants: each is played by what the variant was when it began."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.authoring.folder import example
from generator.commands.resolve import answer_case
from generator.engine.chance import Chance
from generator.engine.phases import Resolution, Setup
from generator.kit.program import ruleset_files
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.standard import StandardState
from generator.rulesets.variants import know
from tests.authoring.conftest import Repository

RULES = "ruleset.toml"
NEUTRAL = (RULES, "# [neutral]\n# units", "[neutral]\nunits")
ANYWHERE = (RULES, "# build", "build")


@pytest.fixture
def game(repository: Repository) -> Path:
    """A game that programs have played for a year."""
    repository.variant("inner")
    assert repository.run("new", "first", "--ruleset", "inner", "--demo", "1", "--seed", "aa") == 0
    return repository.path("games/first")


def test_game_is_played_and_replayed(repository: Repository, game: Path) -> None:
    assert load_game(game).ruleset.title == "Inner"
    assert repository.run("verify", "first") == 0


def test_game_has_the_variant_in_its_record(game: Path) -> None:
    assert "\nvariant = " in (game / "chain.toml").read_text("utf-8")


def test_game_outlives_the_folder_of_its_variant(repository: Repository, game: Path) -> None:
    for file in repository.path("variants/inner").iterdir():
        file.unlink()
    assert repository.run("verify", "first") == 0
    assert repository.run("adjudicate", "first") == 0


def test_variant_that_changed_is_named_and_not_used(
    repository: Repository, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = repository.path("variants/inner/ruleset.toml")
    file.write_text(file.read_text("utf-8").replace("victory = 4", "victory = 3"), "utf-8")
    assert repository.run("check", "first") == 0
    said = capsys.readouterr().err
    assert "first: variants/inner has changed; the game keeps the version it began with" in said
    assert load_game(game).ruleset.options["victory-centers"].default == 4
    assert repository.run("new", "second", "--ruleset", "inner") == 0
    assert (
        load_game(repository.path("games/second")).ruleset.options["victory-centers"].default == 3
    )
    assert repository.run("verify", "first") == 0
    assert repository.run("finish", "first", "--reason", "all agreed") == 0
    capsys.readouterr()
    assert repository.run("status", "first") == 0
    assert "has changed" not in capsys.readouterr().err  # a finished game needs no version


def test_changed_variant_of_a_game_is_found(
    repository: Repository, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = game / "variant.toml"
    file.write_text(file.read_text("utf-8").replace("victory = 4", "victory = 5"), "utf-8")
    assert repository.run("verify", "first") == 1
    assert "variant.toml: variant: changed since" in capsys.readouterr().err


def test_broken_variant_of_a_game_says_what_to_do(
    repository: Repository, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game / "variant.toml").write_text("name = 1\n", "utf-8")
    assert repository.run("status", "first") == 1
    assert "restore it from git" in capsys.readouterr().err


def test_variant_with_faults_begins_no_game(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.variant("inner", (RULES, "A HIL", "A SEA"))
    assert repository.run("new", "first", "--ruleset", "inner") == 1
    assert "A SEA: an army cannot be in Inner Sea, a sea" in capsys.readouterr().err
    assert not repository.path("games/first").exists()


def test_variant_may_be_a_path(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    repository.variant("inner").rename(tmp_path / "elsewhere/lake")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert repository.run("ruleset", "check", "./lake") == 0
    assert repository.run("new", "first", "--ruleset", "./lake") == 0
    assert load_game(repository.path("games/first")).settings.ruleset == "lake"


@pytest.mark.parametrize("name", ["./missing", "./Bad Name", "./.."])
def test_path_that_is_no_variant_makes_no_game(
    repository: Repository, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "Bad Name").mkdir()
    monkeypatch.chdir(tmp_path)
    assert repository.run("new", "first", "--ruleset", name) in (1, 2)
    assert not repository.path("games/first").exists()


HOSTILE = [
    ('name = "inner"', 'name = "../../../tmp/evil"'),
    ('name = "inner"', 'name = "standard"'),
    ("[powers.red]", "[powers.'../../evil']"),
    ('\\"#a63229\\"', '\\"red;}</style><script>alert(1)</script>\\"'),
    ("[provinces.NOR]", "[provinces.'../N']"),
]


@pytest.mark.parametrize(("old", "new"), HOSTILE)
def test_variant_that_came_with_a_game_reaches_no_path_and_no_style(
    repository: Repository,
    game: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
) -> None:
    file = game / "variant.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    assert repository.run("status", "first") == 1
    assert "cannot be" in capsys.readouterr().err
    site = tmp_path / "out"
    repository.path("site").mkdir()
    words = ("build", "--site", str(repository.path("site")), "--output", str(site), "--lenient")
    assert repository.run(*words) == 1
    assert not any("evil" in path.name for path in tmp_path.rglob("*"))
    assert get_ruleset("standard").title == "Diplomacy"


def test_ruleset_of_a_game_is_no_path(repository: Repository, game: Path) -> None:
    outside = repository.root / "outside"
    repository.path("variants/inner").rename(outside)
    (game / "variant.toml").unlink()
    settings = game / "game.toml"
    text = settings.read_text("utf-8").replace('"inner"', '"../outside"')
    settings.write_text(text, "utf-8")
    assert repository.run("status", "first") == 1


def test_export_brings_the_variant_along(
    repository: Repository, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repository.run("export", "first", "-o", str(tmp_path / "first.json")) == 0
    (tmp_path / "elsewhere").mkdir()
    other = Repository(tmp_path / "elsewhere")
    assert other.run("new", "copy", "--from", str(tmp_path / "first.json")) == 0
    assert (other.path("games/copy/variant.toml")).read_bytes() == (
        game / "variant.toml"
    ).read_bytes()
    assert other.run("verify", "copy") == 0


def test_site_has_the_games_the_maps_and_both_rulebooks(
    repository: Repository, game: Path, tmp_path: Path
) -> None:
    file = repository.path("variants/inner/ruleset.toml")
    file.write_text(file.read_text("utf-8").replace('title = "Inner"', 'title = "Outer"'), "utf-8")
    assert repository.run("new", "second", "--ruleset", "inner") == 0
    site = tmp_path / "out"
    repository.path("site").mkdir()
    words = ("build", "--site", str(repository.path("site")), "--output", str(site), "--lenient")
    assert repository.run(*words) == 0
    books = {book.name for book in (site / "rules").iterdir() if book.name.startswith("inner")}
    assert len(books) == 2
    page = (site / "first/provinces/lowland/index.html").read_text("utf-8")
    assert "Lowland" in page
    page = (site / "first/1/spring-movement/index.html").read_text("utf-8")
    assert 'class="mapfig"' in page
    assert "Outer" in (site / "second/index.html").read_text("utf-8")


def test_trial_plays_a_variant_in_processes(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.variant("inner")
    assert repository.run("ruleset", "check", "inner") == 0
    words = ("trial", "inner", "--games", "4", "--years", "3", "--processes", "2", "--json")
    assert repository.run("ruleset", *words) == 0
    report = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))
    assert report["games"] == 4


def test_commands_take_the_path_of_a_variant(
    repository: Repository, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository.variant("inner").rename(repository.path("elsewhere"))
    monkeypatch.chdir(folder.parent)
    words = ("--games", "2", "--years", "2", "--processes", "1", "--quiet")
    assert repository.run("ruleset", "trial", "./elsewhere", *words) == 0
    assert repository.run("ruleset", "rules", "./elsewhere", "--json") == 0
    case = {"phase": "movement", "units": {"RED": ["A NOR"]}, "orders": {"RED": ["A NOR H"]}}
    repository.path("case.json").write_text(json.dumps(case), encoding="utf-8")
    with repository.path("case.json").open(encoding="utf-8") as cases:
        monkeypatch.setattr("sys.stdin", cases)
        assert repository.run("resolve", str(repository.path("elsewhere"))) == 0
    assert repository.run("ruleset", "trial", "./nowhere") == 1
    printed = capsys.readouterr()
    assert '"A NOR"' in printed.out.splitlines()[-1]
    assert "there is no variant" in printed.err


def test_pack_of_the_desk_has_the_variant_and_its_base(game: Path, tmp_path: Path) -> None:
    files = ruleset_files(load_game(game).ruleset.id)
    assert b"Lowland" in files["variants/inner.toml"]
    assert "generator/rulesets/standard/play.py" in files
    assert "generator/autoplay/standard.py" in files


# --- what a variant may ask for


def play(ruleset_files: dict[str, str], *phases: dict[str, str]) -> Resolution[StandardState]:
    """The last of some phases with these orders."""
    ruleset = know("own", ruleset_files)
    state = ruleset.opening(Setup())
    for orders in phases:
        book = ruleset.read(state, orders)
        resolution = ruleset.adjudicate(state, book, (), Chance("a", "b"))
        state = resolution.state
    return resolution


def changed(*changes: tuple[str, str, str]) -> dict[str, str]:
    files = example("own")
    for name, old, new in changes:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    return files


ATTACK = {"red": "F FEN - LOW", "blue": "F MOO S F FEN - LOW"}


@pytest.mark.rule("VAR-NTR-1")
def test_neutral_unit_holds_and_is_no_power() -> None:
    files = changed(NEUTRAL)
    assert know("own", files).awaits(know("own", files).opening(Setup())) == ("red", "blue")
    after = play(files, {"red": "F FEN - LOW", "blue": ""})
    assert [verdict.outcome for verdict in after.verdicts if verdict.order == "F FEN - LOW"] == [
        "bounce"
    ]
    assert [str(unit) for unit in after.state.units["neutral"]] == ["A LOW"]
    assert all(verdict.power != "neutral" for verdict in after.verdicts)


@pytest.mark.parametrize("verdicts", [True, False])
@pytest.mark.parametrize("order", ["F FEN - LOW", "f fen-low"])  # in good form, and read with care
def test_neutral_units_stand_in_cases(order: str, verdicts: bool) -> None:
    ruleset = know("own", changed(NEUTRAL))
    units = {"RED": ["F FEN"], "NEUTRAL": ["A LOW"]}
    case = {"phase": "movement", "units": units, "orders": {"RED": [order]}}
    answer = answer_case(ruleset, case, verdicts=verdicts)
    assert answer["after"] == {"NEUTRAL": ["A LOW"], "RED": ["F FEN"]}
    assert [one["power"] for one in answer.get("verdicts", ())] == ["RED"] * verdicts


@pytest.mark.rule("VAR-NTR-1")
def test_nobody_orders_a_neutral_unit() -> None:
    ruleset = know("own", changed(NEUTRAL))
    book = ruleset.read(ruleset.opening(Setup()), {"red": "A LOW - FEN"})
    assert "A LOW belongs to nobody" in [one.problem for one in book.complaints]


@pytest.mark.rule("VAR-NTR-1")
def test_neutral_unit_takes_no_center() -> None:
    after = play(changed(NEUTRAL), {"red": "", "blue": ""}, {"red": "", "blue": ""})
    assert "LOW" not in after.state.centers
    assert after.state.moment.phase == "spring-movement"


@pytest.mark.rule("VAR-NTR-2")
def test_dislodged_neutral_unit_is_disbanded() -> None:
    after = play(changed(NEUTRAL), ATTACK)
    told = [(event.kind, event.rule) for event in after.events]
    assert ("disbanded", "VAR-NTR-2") in told
    assert after.state.units["neutral"] == ()
    assert after.state.moment.phase == "fall-movement"


@pytest.mark.rule("VAR-NTR-2")
def test_others_retreat_while_a_neutral_unit_is_disbanded() -> None:
    files = changed(
        NEUTRAL,
        ("ruleset.toml", 'units = ["A HIL", "F MOO"]', 'units = ["A HIL", "F MOO", "F SEA"]'),
        ("ruleset.toml", 'units = ["A NOR", "F FEN"]', 'units = ["A NOR", "F LOW"]'),
        ("ruleset.toml", 'units = ["A LOW"]', 'units = ["A FEN"]'),
    )
    after = play(
        files,
        {"red": "A NOR - FEN\nF LOW S A NOR - FEN", "blue": "F MOO - LOW\nF SEA S F MOO - LOW"},
    )
    kinds = [event.kind for event in after.events]
    assert kinds.count("dislodged") in (1, 2)
    assert all(lost.owner != "neutral" for lost in after.state.dislodged)


@pytest.mark.rule("VAR-BLD-1")
@pytest.mark.parametrize("anywhere", [False, True])
def test_where_builds_are_offered(anywhere: bool) -> None:
    ruleset = know("own", changed(*((ANYWHERE,) if anywhere else ())))
    position = {
        "year": 1,
        "phase": "winter-adjustments",
        "units": {"red": ["A NOR"], "blue": ["A HIL"]},
        "centers": {"red": ["NOR", "LOW", "MOO"], "blue": ["HIL"]},
    }
    state = ruleset.opening(Setup(position=position))
    book = ruleset.read(state, {"red": "BUILD A LOW"})
    after = ruleset.adjudicate(state, book, (), Chance("a", "b"))
    verdict = next(one for one in after.verdicts if one.order == "BUILD A LOW")
    assert verdict.outcome == ("success" if anywhere else "illegal")
    if not anywhere:
        assert verdict.reasons[0].rule == ruleset.rulebook.cites("build-not-home")


def test_rules_of_a_variant_stand_after_those_of_its_base() -> None:
    own = '[[section]]\ntitle = "Mine"\n[[section.rule]]\nid = "OWN-1"\ntitle = "T"\ntext = "X"\n'
    ruleset = know("own", {**changed(NEUTRAL, ANYWHERE), "rules.toml": own})
    ids = [rule.id for rule in ruleset.rulebook.rules]
    assert ids[0].startswith("STD-")
    assert ids[-4:] == ["VAR-BLD-1", "VAR-NTR-1", "VAR-NTR-2", "OWN-1"]


def test_victory_is_more_than_half_of_the_centers_unless_it_is_given() -> None:
    ruleset = know("own", changed((RULES, "victory = 4", "# victory")))
    assert ruleset.options["victory-centers"].default == 3


# --- editions


def test_edition_with_other_facts_is_played(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repository.run("ruleset", "new", "thirty", "--base", "europe-1619") == 0
    file = repository.path("variants/thirty/ruleset.toml")
    text = file.read_text("utf-8") + "[costs]\nprice = [1, 2, 3]\n[options.players]\ndefault = 14\n"
    file.write_text(text, "utf-8")
    assert repository.run("ruleset", "check", "thirty") == 0
    assert repository.run("new", "first", "--ruleset", "thirty") == 0
    game = load_game(repository.path("games/first"))
    assert len(game.ruleset.awaits(game.current_state())) == 14
    assert game.ruleset.fact_tables["costs"]["price"] == [1, 2, 3]
    assert get_ruleset("europe-1619").fact_tables["costs"]["price"] != [1, 2, 3]
    assert repository.run("verify", "first") == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prize = 1", r"europe-1619 has no prize"),
        ("[costs]\nprize = [1]", r"there is no prize in costs (did you mean price?)"),
        ("[options.players]\ndefault = 44", "players"),
        ("[options.playerz]\ndefault = 14", "playerz"),
        ("[powers.spain]\ncolor = 'red;}'", "powers.spain cannot be"),
    ],
)
def test_fault_of_an_edition_is_named(
    repository: Repository, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert repository.run("ruleset", "new", "thirty", "--base", "europe-1619") == 0
    file = repository.path("variants/thirty/ruleset.toml")
    file.write_text(f"{file.read_text('utf-8')}{line}\n", "utf-8")
    capsys.readouterr()
    assert repository.run("ruleset", "check", "thirty") == 1
    told = capsys.readouterr().err
    assert said in told
    assert "variants/thirty/ruleset.toml" in told


def test_rulesets_are_not_looked_for_before_they_are_asked_for(repository: Repository) -> None:
    repository.variant("inner")
    assert repository.run("status") == 0
    assert "inner" not in ruleset_ids()
