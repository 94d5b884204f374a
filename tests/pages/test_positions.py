"""What the desk needs to try a phase: positions, the page "what if", the files of its program."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import PhaseRecord, StateRecord, load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.desk import Judge
from generator.kit import kit as kit_module
from generator.kit.kit import Kit
from generator.pages.game.desk import desk_pages, position_pages
from generator.pages.site.walk import desk_files
from generator.rulesets import get_ruleset
from tests.pages.told import ROOT, made, maker_of, tell, words


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    """A kit of the right names, without what is in it."""
    folder = tmp_path / "kit"
    folder.mkdir()
    for name in kit_module.WHOLE:
        (folder / name).write_bytes(b"x")
    (folder / "size").write_text("4800000")
    (folder / "lock.json").write_text('{"packages": {}}')
    return Kit(folder, tmp_path, "0")


def data_in(script: bytes) -> Any:
    (found,) = re.findall(r'^theatrum\.data\("position",(.*)\);\n$', script.decode(), re.DOTALL)
    return json.loads(found)


def played_in(script: bytes) -> dict[str, Any]:
    """The phases of a year by name, each with its whole state; as whatif.js puts them together."""
    year, state = data_in(script), {}
    phases = year.pop("phases")
    found = {}
    for phase in phases:
        state = {
            name: table for name, table in {**state, **phase["state"]}.items() if table is not None
        }
        found[phase["name"]] = {**year, **phase, "state": state}
    return found


def told(kit: Kit | None, name: str = "salt-road") -> Any:
    return tell(ROOT / "games" / name, replace(maker_of(), kit=kit))


def test_without_the_program_there_are_no_positions_and_the_desk_says_so(tmp_path: Path) -> None:
    assert list(position_pages(told(None))) == []
    create_game(tmp_path, NewGame("war", get_ruleset("standard"), "a seed", "The War"))
    ((_, html),) = made(desk_pages(tell(tmp_path / "war", replace(maker_of(), kit=None)))).items()
    assert "published without the program that tries orders" in words(html)
    assert 'id="wake"' not in html


def test_with_the_program_the_desk_offers_to_start_it_and_says_how_large_it_is(
    kit: Kit, tmp_path: Path
) -> None:
    create_game(tmp_path, NewGame("war", get_ruleset("standard"), "a seed", "The War"))
    chronicle = tell(tmp_path / "war", replace(maker_of(), kit=kit))
    ((_, html),) = made(desk_pages(chronicle)).items()
    assert "It is 6.4 MB, and loads only when you ask for it" in words(html)
    ((address, script),) = [(page.address, page.make()) for page in position_pages(chronicle)]
    assert address == "war/desk/position.js"
    assert "texts" not in data_in(script)


def test_every_phase_that_was_played_has_a_position_which_the_program_takes_up(kit: Kit) -> None:
    chronicle = told(kit)
    files = {page.address: page for page in position_pages(chronicle)}
    before: StateRecord | PhaseRecord = chronicle.game.opening
    for link, record in zip(chronicle.view.phases, chronicle.game.phases, strict=True):
        data = played_in(files[f"salt-road/{link.year}/position.js"].make())[record.moment.phase]
        assert data["texts"] == dict(record.order_texts)
        assert data["state"] == before.document().public
        before = record
        judge = Judge()
        boot = {key: data[key] for key in ("ruleset", "title", "state", "rulings")}
        assert judge.answer({"ask": "boot", **boot})["title"] == record.title
        assert {power for power, *_ in data["happened"]} <= set(data["powers"])


def test_the_page_names_every_phase(kit: Kit) -> None:
    chronicle = told(kit)
    html = made(page for page in position_pages(chronicle) if page.address.endswith("/what-if/"))[
        "salt-road/what-if/"
    ]
    for link in chronicle.view.phases:
        assert link.title in words(html)
        assert f'id="{link.address.removeprefix("salt-road/").rstrip("/")}"' in html


def test_nothing_secret_is_in_a_position(kit: Kit) -> None:
    """Westphalia's hands, and the orders that stayed secret, are in no file."""
    chronicle, seen = told(kit, "cuius-regio"), 0
    for page in position_pages(chronicle):
        if page.address.endswith("position.js"):
            for data in played_in(page.make()).values():
                assert "secret" not in data
                assert all(one["facts"].get("secret") is not True for one in data["rulings"])
                seen += 1
    assert seen == len(chronicle.game.phases)


@pytest.mark.parametrize(
    ("name", "years"), [("after-the-comet", 3), ("first-light", 1), ("eleven-voices", 2)]
)
def test_a_phase_with_a_ruling_has_the_verdicts_of_its_record(
    kit: Kit, tmp_path: Path, name: str, years: int
) -> None:
    """The first years of a game, as if the others had not been played."""
    whole, folder = ROOT / "games" / name, tmp_path / "games" / name
    folder.mkdir(parents=True)
    shutil.copyfile(whole / "game.toml", folder / "game.toml")
    for year in sorted(path for path in whole.iterdir() if path.name.isdigit())[:years]:
        shutil.copytree(year, folder / year.name)
    chronicle = tell(folder, replace(maker_of(), kit=kit))
    files = {page.address: page for page in position_pages(chronicle)}
    records = [one for one in chronicle.game.phases if one.rulings and "move" in str(one.moment)]
    assert records
    for record in records:
        year = played_in(files[f"{name}/{record.moment.year}/position.js"].make())
        data = year[record.moment.phase]
        assert [one["number"] for one in data["rulings"]] == [one.number for one in record.rulings]
        assert tried(data, data["texts"], data["rulings"]) == data["happened"]


def tried(data: Any, texts: Any, rulings: Any) -> Any:
    """The verdicts of a position as the record has them: power, order, word and style."""
    judge = Judge()
    boot = {key: data[key] for key in ("ruleset", "title", "state")}
    judge.answer({"ask": "boot", **boot, "rulings": rulings})
    found = judge.answer({"ask": "attempt", "texts": texts})
    return [[one["power"], one["order"], one["word"], one["css"]] for one in found["verdicts"]]


ORDERED = """[[ruling]]
phase = "movement"
kind = "order"
reason = "A slip of the pen"
facts = { power = "austria", order = "A VIE - BOH" }

"""
OPTION = """[[ruling]]
phase = "movement"
kind = "option"
reason = "All have agreed"
facts = { option = "currency_name", value = "fl." }
"""


@pytest.mark.parametrize("orders", ["public", "private"])
def test_rulings_of_the_phase_that_waits_are_those_that_everybody_may_know(
    kit: Kit, tmp_path: Path, orders: str
) -> None:
    """While orders are secret, no ruling that may quote one is on the site."""
    new = NewGame("war", get_ruleset("europe-1619"), "a seed", "The War", orders=orders)
    folder = create_game(tmp_path, new)
    adjudicate_game(folder)
    secret = OPTION.replace("value =", "secret = true, value =")
    (folder / "1619" / "rulings.toml").write_text(f"{ORDERED}{OPTION}", "utf-8")
    (folder / "private" / "1619").mkdir(parents=True, exist_ok=True)
    (folder / "private" / "1619" / "rulings.toml").write_text(secret, "utf-8")
    chronicle = tell(folder, replace(maker_of(), kit=kit))
    (page,) = [one for one in position_pages(chronicle) if "desk/" in one.address]
    text = page.make()
    kinds = [one["kind"] for one in data_in(text)["rulings"]]
    assert kinds == (["order", "option"] if orders == "public" else ["option"])
    assert (b"slip of the pen" in text) == (orders == "public")


def test_the_desk_says_what_the_referee_says_of_a_phase_with_rulings(
    kit: Kit, tmp_path: Path
) -> None:
    folder = create_game(tmp_path, NewGame("war", get_ruleset("europe-1619"), "a seed", "The War"))
    adjudicate_game(folder)
    (folder / "1619" / "rulings.toml").write_text(ORDERED, "utf-8")
    chronicle = tell(folder, replace(maker_of(), kit=kit))
    (page,) = [one for one in position_pages(chronicle) if "desk/" in one.address]
    data = data_in(page.make())
    texts = {"austria": "A VIE H"}
    submit_orders(folder, chronicle.game.current_moment, texts)
    adjudicate_game(folder)
    record = load_game(folder).phases[-1].resolution()
    found = tried(data, texts, data["rulings"])
    assert ["austria", "A VIE - BOH"] in [one[:2] for one in found]
    public = [one for one in record.verdicts if one.public]
    assert [one[:2] for one in found] == [[one.power, one.order] for one in public]
    assert found != tried(data, texts, [])


def test_files_of_the_program_stand_once_for_all_games(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kit, "pack", lambda self, name: name.encode())
    maker = replace(maker_of(), kit=kit)
    files = {page.address: page for page in desk_files(maker, ["standard", "standard"])}
    folder = f"desk/runtime-{kit.version}/"
    assert set(files) == {
        *(f"{folder}{name}" for name in kit.files),
        *("desk/program.gz", "desk/standard.gz", "desk/files.json", "desk/licences.txt"),
    }
    listed = json.loads(files["desk/files.json"].make())
    assert listed["runtime"] == folder.removeprefix("desk/")
    assert set(listed["packs"]) == {"program", "standard"}
    assert all(one.startswith("sha384-") for one in listed["packs"].values())
    assert "MPL-2.0" in files["desk/licences.txt"].make().decode()
    assert list(desk_files(replace(maker_of(), kit=None), ["standard"])) == []
