"""What `theatrum ruleset check` says: file, line, what is wrong and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.authoring.conftest import Repository

VARIANTS = Path(__file__).parents[2] / "variants"
RULES, BOARD = "ruleset.toml", "board.toml"

# The file, what stands there, what stands there instead; and what is said of it.
FAULTS = [
    (RULES, 'title = "', 'titel = "', r"ruleset.toml:3:1: there is no titel .*title"),
    (RULES, 'base = "standard"', 'base = "standart"', r"toml:4:1: .* cannot be built on standart"),
    (RULES, 'base = "standard"', 'base = "westphalia"', r"cannot be built on westphalia"),
    (RULES, "victory = 4", "victory = 40", r"ruleset.toml:6:1: no power can win .*5 centers"),
    (RULES, "victory = 4", "victory = 2", r"Red has won before the first turn"),
    (RULES, '"#a63229"', '"red"', r"ruleset.toml:11:1: powers.red.color cannot be 'red'"),
    (RULES, 'homes = ["NOR", "FEN"]', "homes = []", r"ruleset.toml:9:1: Red has no home centers"),
    (RULES, '"NOR", "FEN"', '"NOR", "FEM"', r"ruleset.toml:12:1: .*FEM .*did you mean FEN"),
    (RULES, '"NOR", "FEN"', '"NOR", "SEA"', r"SEA is a sea, which no power can own"),
    (RULES, '"HIL", "MOO"', '"HIL", "FEN"', r"ruleset.toml:18:1: FEN is land of Red already"),
    (RULES, "A HIL", "A SEA", r"toml:19:1: A SEA: an army cannot be in Inner Sea, a sea"),
    (RULES, "A HIL", "A FEN", r"A FEN: F FEN is also in FEN"),
    (RULES, "A HIL", "AHIL", r"AHIL: is not a unit"),
    (RULES, "[powers.blue]", "[powers.Blue]", r"Blue cannot be a power's id"),
    (RULES, "victory = 4", "victory = 4\noptions.drawz.default = 1", r"there is no option drawz"),
    (BOARD, 'army = ["MOO"]', "army = []", r"MOO to HIL, and not back .*provinces.HIL.army"),
    (BOARD, 'army = ["MOO"]', 'army = ["MOON"]', r"board.toml:23:1: there is no province MOON"),
    (BOARD, '"Inner Sea"', '"Lowland"', r"Lowland is also the name of LOW in orders"),
    (BOARD, '"Hills"', '"Support"', r"Support is a word used in orders"),
    (BOARD, 'kind = "sea"', 'kind = "inland"', r"SEA is inland and has borders for fleets"),
    (BOARD, 'kind = "sea"', 'kind = "see"', r"provinces.SEA.kind cannot be 'see'"),
    (BOARD, 'kind = "sea"', 'kind = "sea"\narmy = ["LOW"]', r"SEA is a sea that armies enter"),
    (BOARD, 'kind = "sea"', 'kind = "sea"\ncenter = true', r"SEA is a sea with a center"),
    (BOARD, "[provinces.SEA]", '[provinces.ISL]\nname = "Isle"\nkind = "inland"\n[provinces.SEA]',
     r"ISL has no borders: no unit can get there"),
    (BOARD, "[provinces.SEA]", '[provinces.isl]\nname = "Isle"\nkind = "inland"\n[provinces.SEA]',
     r"isl cannot be a code"),
    (BOARD, "FEN LOW LOW LOW MOO", "FEN LOW LOW MOO MOO MOO", r"row 5 has 6 squares"),
    (BOARD, "[provinces.NOR]", "[provinces.NOR", r"board.toml:14:15: "),
]  # fmt: skip

STRANGE = [
    (RULES, '"#275493"', '"#a63229"', r"warning: .*ruleset.toml:17:1: the colors of Red and Blue"),
    (RULES, 'name = "Blue"', 'name = "Moors"', r"warning: .*Moors is a power and the province MOO"),
    (RULES, 'name = "Blue"', 'name = "Rose"', r"warning: .*Rose has the letter R, as Red has"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), FAULTS)
def test_fault_is_named_with_its_place(
    repository: Repository,
    capsys: pytest.CaptureFixture[str],
    file: str,
    old: str,
    new: str,
    said: str,
) -> None:
    folder = repository.variant("example", (file, old, new))
    before = sorted(path.name for path in folder.iterdir())
    assert repository.run("ruleset", "check", "example") == 1
    told = capsys.readouterr().err
    assert re.search(said, told), told
    assert len(told.splitlines()) <= 3
    assert "Traceback" not in told
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize(("file", "old", "new", "said"), STRANGE)
def test_what_can_be_played_is_a_warning(
    repository: Repository,
    capsys: pytest.CaptureFixture[str],
    file: str,
    old: str,
    new: str,
    said: str,
) -> None:
    folder = repository.variant("example", (file, old, new))
    assert repository.run("ruleset", "check", "example") == 0
    assert re.search(said, capsys.readouterr().err)
    assert (folder / "map.json").is_file()


def test_all_faults_are_told_at_once(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.variant(
        "example",
        (RULES, "A HIL", "A SEA"),
        (RULES, '"NOR", "FEN"', '"NOR", "FEM"'),
        (BOARD, 'army = ["MOO"]', "army = []"),
    )
    assert repository.run("ruleset", "check", "example") == 1
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_picture_shows_the_provinces_of_a_warning(repository: Repository) -> None:
    folder = repository.variant("example", (RULES, 'name = "Blue"', 'name = "Moors"'))
    assert repository.run("ruleset", "check", "example") == 0
    assert "Looked for" in (folder / "check.svg").read_text("utf-8")
    text = (folder / RULES).read_text("utf-8").replace('"Moors"', '"Blue"')
    (folder / RULES).write_text(text, encoding="utf-8")
    assert repository.run("ruleset", "check", "example") == 0
    assert not (folder / "check.svg").exists()


PLANTED = [
    ('label="BIR Birrow"', 'label="BIR Birrow" transform="spin(3)"', r"tarn.svg:7: .*transform"),
    ("m 300,98 c 44", "m 300,98 X c 44", r"tarn.svg:21: path UPP Upper Tarn: .*lacks a number"),
    ('<path id="path8"', '<path id="t" inkscape:label="TIN" d="M9,9h.4v.4z"/><path id="path8"',
     r"tarn.svg:23: TIN: nothing of it is to be seen"),
    ('label="HAW Hawkrigg"', 'label="BIR Hawkrigg"', r"svg:11: .*BIR is called Birrow in line 7"),
    ('label="Centers"', 'label="Towns"', r"tarn.svg:\d+: circle circle1: in no layer"),
    ('cx="120" cy="70"', 'cx="1200" cy="70"', r"tarn.svg:27: circle circle1: in no province"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), PLANTED)
def test_mistake_in_a_drawing_is_named(
    repository: Repository, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    text = (VARIANTS / "tarn/map.svg").read_text("utf-8")
    assert old in text
    drawing = repository.path("tarn.svg")
    drawing.write_text(text.replace(old, new, 1), encoding="utf-8")
    repository.run("ruleset", "new", "lakes", "--from", str(drawing))
    assert re.search(said, capsys.readouterr().err)


def test_variant_that_is_not_there_says_what_makes_it(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repository.run("ruleset", "check", "tarn") == 1
    assert "make it with: theatrum ruleset new tarn" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../out", "Upper", "a b", "standard"])
def test_bad_name_makes_no_folder(repository: Repository, name: str) -> None:
    assert repository.run("ruleset", "new", name) in (1, 2)
    assert not list((repository.root / "variants").iterdir())
