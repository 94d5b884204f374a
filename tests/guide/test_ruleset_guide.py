"""The guide to rulesets builds a package that works: what it shows is what happens."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.chronicle import Figure, Gazetteer, Snapshot
from generator.engine.phases import Setup
from generator.rulesets.standard import StandardRuleset, StandardState
from mapsvg.workshop.gridboard import main as draw
from tests.guide.walking import GUIDE, ROOT, Command, File, steps, walk

PAGE = GUIDE / "rulesets.md"
FILES = {step.name: step.text for step in steps(PAGE) if isinstance(step, File)}
OWN = {name: text for name, text in FILES.items() if name.startswith("fens/")}


def with_metadata(folder: Path) -> Path:
    """The folder, which is installed as pip would: by a folder of metadata."""
    project = tomllib.loads(FILES["pyproject.toml"])["project"]
    metadata = folder / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(head, encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items()), ""]
    (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def fens(folder: Path) -> Path:
    """The folder with the package of the page, installed."""
    for name, text in OWN.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert draw([str(folder / "fens/board.toml")]) == 0
    return with_metadata(folder)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the files of the page will be installed."""
    return with_metadata(tmp_path_factory.mktemp("walk") / "fens-variant")


@pytest.fixture(scope="module")
def walked(installed: Path) -> Path:
    """The folder when everything on the page has been done."""
    paths = f"{installed}:{ROOT}"
    assert walk(PAGE, installed, {"PYTHONPATH": paths}) == 10
    return installed


def test_guide_does_what_it_shows(walked: Path) -> None:
    """Board, map, game, check, adjudication, verify, the variant's tests, coverage and the site."""
    assert (walked / "fens/fens.json").is_file()
    assert (walked / "fens.png").read_bytes().startswith(b"\x89PNG")


def test_site_has_the_pages_of_the_game_and_the_rulebook(walked: Path) -> None:
    phase = (walked / "_site/reeds/1/winter/index.html").read_text("utf-8")
    assert "The Mere is frozen in winter" in phase
    assert "rules/fens/index.html#FEN-5" in phase
    assert "No unit retreats in a fen" in (walked / "_site/rules/fens/index.html").read_text(
        "utf-8"
    )


def test_site_does_not_say_where_the_package_lies(walked: Path) -> None:
    """The same game makes the same bytes wherever the variant is installed."""
    for file in (walked / "_site").rglob("*"):
        if file.is_file():
            assert str(walked).encode() not in file.read_bytes(), file


def test_change_of_the_variants_code_makes_its_pages_anew(walked: Path) -> None:
    """The program that a page depends on is also the package of its ruleset."""
    code = walked / "fens/__init__.py"
    before = code.read_text("utf-8")
    code.write_text(before.replace("is frozen in winter", "is frozen"), encoding="utf-8")
    try:
        said = subprocess.run(
            [sys.executable, "-m", "generator", "build", "--json"],
            cwd=walked,
            env={**os.environ, "PYTHONPATH": f"{walked}:{ROOT}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    finally:
        code.write_text(before, encoding="utf-8")
    assert "reeds/1/winter/" in json.loads(said)["rendered"]


def test_variant_is_short() -> None:
    code = OWN["fens/__init__.py"].splitlines()
    assert len(code) <= 80
    assert sum(len(text.splitlines()) for text in OWN.values()) <= 200


def test_every_rule_of_the_variant_has_a_test() -> None:
    rules = tomllib.loads(OWN["fens/rules.toml"])
    ids = [rule["id"] for section in rules["section"] for rule in section["rule"]]
    for rule in ids:
        assert f'pytest.mark.rule("{rule}")' in FILES["tests/test_fens.py"]


def test_extended_class_feeds_what_it_names(tmp_path: Path) -> None:
    """The example at the end: what the gazetteer names, the snapshot has."""
    text = PAGE.read_text("utf-8")
    (block,) = re.findall(r"```python\n(class Fens\(.*?)```", text, re.DOTALL)
    known: dict[str, Any] = {
        "StandardRuleset": StandardRuleset,
        "StandardState": StandardState,
        "replace": replace,
    }
    known |= {"Gazetteer": Gazetteer, "Figure": Figure, "Snapshot": Snapshot}
    exec(f"from __future__ import annotations\n{block}", known)
    ruleset = known["Fens"]("fens", fens(tmp_path) / "fens")
    state = ruleset.opening(Setup(position={"notes": {"eels": {"crane": 3, "heron": 1}}}))
    figures = ruleset.snapshot(state).figures
    assert set(figures) == set(ruleset.gazetteer(state).figures)
    assert figures["eels"] == {"crane": 3, "heron": 1}


@pytest.mark.parametrize("phase", ["summer", "winter"])
def test_what_the_desk_offers_for_the_variant_is_what_its_reader_takes(
    tmp_path: Path, phase: str
) -> None:
    """With the check that the page shows; and of all moves no other one is taken."""
    text = (GUIDE / "ruleset-methods.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(def misread\(.*?)```", text, re.DOTALL)
    known: dict[str, Any] = {"StandardRuleset": StandardRuleset, "StandardState": StandardState}
    exec(f"from __future__ import annotations\n{block}", known)
    folder = fens(tmp_path) / "fens"
    code: dict[str, Any] = {"__file__": str(folder / "__init__.py"), "__name__": "fens"}
    exec(compile(OWN["fens/__init__.py"], "fens", "exec", dont_inherit=True), code)
    ruleset = code["RULESET"]
    state = ruleset.opening(Setup(position={"phase": phase}))
    offers = ruleset.offers(state)
    assert {offer.unit for offer in offers} == {str(unit.piece) for _, unit in state.stands()}
    assert known["misread"](ruleset, state) == []
    for offer in offers:
        offered = {choice.text for choice in offer.choices}
        for place in ruleset.names():
            order = f"{offer.unit} - {place}"
            wrong = ruleset.read(state, {offer.power: order}).complaints
            refused = any(one.severity == "error" for one in wrong)
            assert refused == (order not in offered), order


def test_commands_of_the_page_name_the_variant() -> None:
    lines = [step.line for step in steps(PAGE) if isinstance(step, Command)]
    for part in ("new", "check", "adjudicate", "verify", "build", "ruleset rules", "map"):
        assert any(line.startswith(f"theatrum {part} ") for line in lines)
