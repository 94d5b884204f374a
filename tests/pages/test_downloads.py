"""Downloads: data that say what the pages say, in the form that their schema describes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import tomli
from msgspec import ValidationError, convert
from msgspec.json import decode, encode
from msgspec.structs import replace

from generator.engine.chronicle import Snapshot
from generator.pages.game.downloads import (
    download_pages,
    game_json,
    orders_csv,
    press_markdown,
    schema_page,
)
from generator.pages.game.schema import game_form, merge_patch, position_data, schema_json
from generator.pages.phases.phase import phase_text
from generator.pages.story.press import PressPiece
from tests.pages.told import (
    SAMPLES,
    facts_at,
    keys,
    made,
    maker_of,
    number_of,
    positions_in,
    sample,
    targets,
    with_facts,
)


def data_of(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(game_json(sample(name), f"{name}/game.json"))
    return found


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


@pytest.mark.parametrize("name", SAMPLES)
def test_data_are_of_the_form_that_the_schema_describes(name: str) -> None:
    decode(game_json(sample(name), f"{name}/game.json"), type=game_form())


def test_form_refuses_what_it_does_not_describe() -> None:
    data = data_of("winter-king")
    with pytest.raises(ValidationError):
        convert(data | {"secret": 1}, game_form())
    with pytest.raises(ValidationError):
        convert({key: value for key, value in data.items() if key != "powers"}, game_form())


def test_schema_is_published_where_the_data_say() -> None:
    page = schema_page(maker_of())
    assert page.address == "schema/game.json"
    assert data_of("winter-king")["$schema"] == "../schema/game.json"
    schema = json.loads(page.make())
    assert schema == json.loads(schema_json())
    assert "$schema" in schema["properties"]
    assert set(data_of("winter-king")) == set(schema["properties"])
    # Every part says what it is.
    assert all(part.get("description") for part in schema["$defs"].values())


@pytest.mark.parametrize("name", SAMPLES)
def test_data_have_every_phase_order_and_event(name: str) -> None:
    chronicle = sample(name)
    data = decode(game_json(chronicle, f"{name}/game.json"), type=game_form())
    assert [phase.address for phase in data.phases] == [
        link.address for link in chronicle.view.phases
    ]
    for phase, facts in zip(data.phases, chronicle.facts, strict=True):
        assert [one.order for one in phase.verdicts] == [one.order for one in facts.verdicts]
        assert [one.text for one in phase.events] == [one.text for one in facts.events]
    assert [one.text for one in data.press] == [one.text for one in chronicle.press]


@pytest.mark.parametrize("name", SAMPLES)
def test_positions_follow_from_the_opening_and_from_what_each_phase_changed(name: str) -> None:
    chronicle = sample(name)
    found = positions_in(data_of(name))
    expected = {
        link.address: json.loads(encode(position_data(facts.snapshot)))
        for link, facts in zip(chronicle.view.phases, chronicle.facts, strict=True)
    }
    assert found == expected
    shown = next(iter(expected.values()))
    assert set(shown) == set(Snapshot.__struct_fields__) - {"debts"}


def test_what_did_not_change_stands_once() -> None:
    before = {"held": {"VIE": "austria", "BUD": "austria"}, "units": ["A VIE"], "out": {}}
    after = {"held": {"VIE": "italy"}, "units": ["A VIE"], "out": {}, "points": {"italy": 1}}
    patch = {"held": {"VIE": "italy", "BUD": None}, "points": {"italy": 1}}
    assert merge_patch(before, after) == patch
    assert merge_patch(after, after) == {}


def made_file(name: str, file: str) -> bytes:
    pages = {page.address: page for page in download_pages(sample(name))}
    return pages[f"{name}/{file}"].make()


def test_one_phase_stands_on_a_line() -> None:
    text = game_json(sample("winter-king"), "winter-king/game.json").decode()
    lines = [line for line in text.splitlines() if line.startswith('{"year":')]
    assert len(lines) == len(sample("winter-king").facts)


def test_tables_have_a_line_for_every_order_and_power() -> None:
    chronicle = sample("first-light")
    orders = rows_of(made_file("first-light", "orders.csv"))
    assert len(orders) == sum(len(facts.verdicts) for facts in chronicle.facts)
    scores = rows_of(made_file("first-light", "scores.csv"))
    assert len(scores) == len(chronicle.years) * 7
    turkey = [row for row in scores if row["power"] == "turkey"][-1]
    assert (turkey["year"], turkey["centers"]) == ("1915", "18")


def test_text_of_a_player_is_no_formula() -> None:
    chronicle = sample("first-light")
    verdicts = chronicle.facts[0].verdicts
    bad = (verdicts[0]._replace(order='=HYPERLINK("http://x")'), *verdicts[1:])
    rows = rows_of(orders_csv(with_facts(chronicle, 0, verdicts=bad)))
    assert rows[0]["order"] == '\'=HYPERLINK("http://x")'


def test_press_is_offered_as_it_was_written() -> None:
    text = made_file("first-light", "press.md").decode()
    for piece in sample("first-light").press:
        assert piece.text.strip() in text
        assert f"# {piece.title}" in text
    assert press_markdown((PressPiece("1900-01-01-a", "A", "", "", "B"),)) == b"# A\n\nB\n"


def test_game_has_only_the_files_that_it_has_something_for() -> None:
    names = {page.address for page in download_pages(sample("first-light"))}
    assert "first-light/influence.csv" not in names
    assert "first-light/press.md" in names
    silent = replace(sample("first-light"), press=())
    assert "first-light/press.md" not in {page.address for page in download_pages(silent)}


@pytest.mark.parametrize("name", SAMPLES)
def test_page_links_every_file_and_every_phase(name: str) -> None:
    chronicle = sample(name)
    pages = {page.address: page for page in download_pages(chronicle)}
    address = f"{name}/downloads/"
    html = pages[address].make().decode()
    links = targets(address, html)
    assert set(pages) - {address} <= set(links)
    for phase in (chronicle.view.opening, *chronicle.view.phases):
        assert phase.map[1] in links[phase.map[0]]
        assert f"{phase.address}map.png" not in links
    assert len(html.encode()) < 60_000


def test_pngs_are_offered_where_they_are_built() -> None:
    chronicle = replace(sample("winter-king"), maker=maker_of(png=True))
    page = made(download_pages(chronicle))["winter-king/downloads/"]
    assert f"{chronicle.view.latest.address}map.png" in targets("winter-king/downloads/", page)


def test_list_of_files_is_stale_only_when_there_are_others() -> None:
    chronicle = sample("winter-king")
    address = "winter-king/downloads/"
    before = keys(download_pages(chronicle))
    sources = ("other", *chronicle.sources[1:])
    after = keys(download_pages(replace(chronicle, sources=sources)))
    stale = {name for name in after if after[name] != before[name]}
    first = chronicle.view.phases[0].address
    assert address not in stale
    assert f"{first}report.txt" in stale
    assert not [name for name in stale if name.endswith("report.txt") and first not in name]
    assert "winter-king/game.json" in stale
    assert "winter-king/press.md" not in stale


# --- the text of a phase


def test_text_says_what_became_of_every_order_and_by_which_rules_things_happened() -> None:
    chronicle = sample("after-the-comet")
    address = "after-the-comet/1621/movement/"
    number = number_of(chronicle, address)
    facts = facts_at(chronicle, address)
    text = phase_text(chronicle, chronicle.phases[number + 1])
    assert text.startswith("After the Comet: 1621, orders and adjudication\n===")
    for one in facts.verdicts:
        assert f"  {one.order}" in text
    for event in facts.events:
        assert f"- {event.text} ({event.rule})" in text
    assert facts.rulings[0].reason in text
    assert "DENMARK" in text
    assert "http" not in text


def test_text_names_the_address_of_the_page_where_it_is_known() -> None:
    chronicle = replace(sample("winter-king"), maker=maker_of(base="https://example.org/t/"))
    text = phase_text(chronicle, chronicle.phases[1])
    assert text.endswith("https://example.org/t/winter-king/1619/diplomatic/\n")


def test_only_fields_that_are_meant_are_published() -> None:
    """Whoever adds a field to one of these values adds it here too, or leaves it out."""
    known = Path(__file__).with_name("published_names.toml")
    schema = json.loads(schema_json())
    parts = {"Game": schema, **schema["$defs"]}
    names = {
        name: sorted(part["properties"]) for name, part in parts.items() if "properties" in part
    }
    assert names == tomli.loads(known.read_text(encoding="utf-8"))
