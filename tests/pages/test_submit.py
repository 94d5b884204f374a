"""How to send orders: examples that were really given, sheets that can be used, nothing secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.play.creating import submit_orders
from generator.engine.primer import Primer
from generator.pages.base.reader import Reader
from generator.pages.game.submit import slot_names, submit_pages
from generator.pages.story.chronicle import Chronicle
from tests.pages.sample import make_sample
from tests.pages.told import (
    ROOT,
    SAMPLES,
    facts_at,
    keys,
    made,
    maker_of,
    number_of,
    sample,
    targets,
    tell,
    with_facts,
    words,
)


def page_of(chronicle: Chronicle) -> str:
    pages = made(submit_pages(chronicle))
    return pages[f"{chronicle.view.slug}/orders/"]


def as_of(name: str, year: int, phase: str) -> Chronicle:
    maker = replace(maker_of(), reader=Reader(year=year, phase=phase))
    return tell(ROOT / "games" / name, maker)


@pytest.mark.parametrize("name", SAMPLES)
def test_linked_examples_are_orders_that_were_carried_out(name: str) -> None:
    chronicle = sample(name)
    html = page_of(chronicle)
    said = words(html)
    shown = 0
    for address, anchors in targets(f"{name}/orders/", html).items():
        for anchor in anchors:
            if not anchor.startswith("o"):
                continue
            facts = facts_at(chronicle, address)
            verdict = next(one for one in facts.verdicts if one.anchor == anchor)
            assert verdict.order in said
            shown += verdict.outcome == "success"
    assert shown > 5


def test_example_says_what_it_means() -> None:
    chronicle = sample("first-light")
    facts = chronicle.facts[-2]
    move = facts.verdicts[0]._replace(order="A PAR - BUR", outcome="success", power="france")
    told = with_facts(chronicle, -2, verdicts=(move, *facts.verdicts[1:]))
    said = words(page_of(told))
    assert "A PAR - BUR The army in Paris moves to Burgundy. France Fall 1915, movement" in said


def test_order_that_nobody_gave_is_shown_in_general() -> None:
    said = words(page_of(sample("first-light")))
    assert "leave a build unused WAIVE One of the builds is left unused. in general" in said


def test_states_and_powers_are_called_by_their_names() -> None:
    chronicle = sample("after-the-comet")
    names = slot_names(chronicle, chronicle.game.ruleset.primer())
    assert names("state", "BRE") == "Bremen"
    assert names("powers", "SPAIN, FRANCE") == "Spain, France"
    assert names("unit", "A VIE +1") == "army in Vienna"
    assert names("kind", "F/EC") == "fleet"
    assert names("text", "as it stands") == "as it stands"
    assert names("place", "<b>") == "<b>"


def test_due_phase_names_the_powers_and_gives_each_a_sheet() -> None:
    chronicle = as_of("first-light", 1908, "spring-movement")
    assert chronicle.now.awaits
    html = page_of(chronicle)
    assert chronicle.now.title in words(html)
    assert html.count("<details ") == len(chronicle.now.awaits)
    assert html.count(f"[{chronicle.now.phase}]") == len(chronicle.now.awaits)
    for power in chronicle.now.awaits:
        assert f"first-light/powers/{power}/" in targets("first-light/orders/", html)
    # What is due is taught first.
    taught = ['id="part-1">Retreats', 'id="part-2">Votes to end the game', 'id="part-3">Movement']
    places = [html.index(heading) for heading in taught]
    assert places == sorted(places)


def test_sheet_lists_the_units_of_the_position() -> None:
    chronicle = as_of("first-light", 1907, "")
    assert chronicle.now.phase == "spring-movement"
    html = page_of(chronicle)
    for power in chronicle.now.awaits:
        sheet = html.partition(f'<pre id="sheet-{power}"')[2].partition("</pre>")[0]
        units = [unit for owner, unit in chronicle.now.snapshot.units if owner == power]
        assert units
        assert all(unit in sheet for unit in units)


def test_game_that_is_over_owes_no_orders() -> None:
    html = page_of(sample("first-light"))
    assert "no orders are due" in words(html)
    assert "<details" not in html


def test_orders_that_were_sent_early_are_not_shown(tmp_path: Path) -> None:
    folder = make_sample(tmp_path).games / "quiet"
    moment = load_game(folder).current_moment
    before = page_of(tell(folder, maker_of(tmp_path)))
    submit_orders(folder, moment, {"france": "A PAR - GAS"})
    after = page_of(tell(folder, maker_of(tmp_path)))
    # How many there are is told, and nothing else.
    assert "orders of 0 of 7 powers are in" in words(before)
    assert after == before.replace("orders of 0 of", "orders of 1 of")


def test_last_mistakes_are_shown_with_their_rules() -> None:
    chronicle = sample("first-light")
    address = "first-light/1915/spring-movement/"
    verdicts = facts_at(chronicle, address).verdicts
    wrong = verdicts[0]._replace(order="<i>A PAR</i>", outcome="illegal", rules=("STD-ORD-4",))
    told = with_facts(chronicle, number_of(chronicle, address), verdicts=(wrong, *verdicts[1:]))
    html = page_of(told)
    assert "&lt;i&gt;A PAR&lt;/i&gt;" in html
    links = targets("first-light/orders/", html)
    assert wrong.anchor in links[address]
    assert "STD-ORD-4" in links["rules/standard/"]


def test_guide_is_linked_where_the_site_has_one() -> None:
    chronicle = sample("winter-king")
    assert "guide/orders/" in targets("winter-king/orders/", page_of(chronicle))
    bare = replace(chronicle, maker=replace(chronicle.maker, texts=frozenset()))
    assert "guide/orders/" not in targets("winter-king/orders/", page_of(bare))


def test_old_years_do_not_make_the_page_stale() -> None:
    chronicle = sample("first-light")
    before = keys(submit_pages(chronicle))
    assert keys(submit_pages(with_facts(chronicle, 0, verdicts=(), events=()))) == before
    last = with_facts(chronicle, -2, verdicts=())
    assert keys(submit_pages(last)) != before
    moved = replace(chronicle, latest="another position")
    assert keys(submit_pages(moved)) != before


def test_primer_without_names_shows_codes() -> None:
    names = slot_names(sample("winter-king"), Primer((), {}, {}))
    assert names("unit", "X NOWHERE") == "X in NOWHERE"
