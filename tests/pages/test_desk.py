"""The desk: a page for the phase that waits, with all that a script needs to offer orders."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.engine.offers import Choice, Offer
from generator.pages.base.page import Page
from generator.pages.base.texts import text_pages
from generator.pages.game.desk import desk_pages
from generator.pages.maps.deskdata import desk_form, packed_offers
from generator.rulesets import get_ruleset, ruleset_ids
from tests.browser.deskhand import desk_site, picks_for
from tests.pages.told import ROOT, made, maker_of, sample, targets, tell, words


def desk_of(folder: Path, ruleset: str, phases: int = 0, **settings: object) -> tuple[str, Any]:
    """The page and the data of the desk of a new game, after some phases without orders."""
    create_game(folder, NewGame("war", get_ruleset(ruleset), "a seed", "The War"))
    for _ in range(phases):
        adjudicate_game(folder / "war")
    ((address, html),) = made(desk_pages(tell(folder / "war", maker_of(**settings)))).items()
    assert address == "war/desk/"
    assert 'id="desk-data">' in html
    (data,) = re.findall(r'id="desk-data">(.*?)</script>', html, re.DOTALL)
    return html, json.loads(data)


def unpacked(data: Any) -> set[tuple[str, str, tuple[str, ...]]]:
    """The offers as the script puts them together: who writes, the text, the places."""
    found = set()
    for power, _, unit, lines in data["offers"]:
        for number, texts in lines.items():
            _, spots = data["kinds"][int(number)]
            for text in texts.split("\n"):
                whole = f"{unit} {text}" if unit else text
                if text.startswith("="):
                    text = whole = text[1:]
                places = tuple(text.split(" ")[spot] for spot in spots)
                found.add((power, whole, places))
    return found


def test_page_has_every_order_that_the_ruleset_offers(tmp_path: Path) -> None:
    html, data = desk_of(tmp_path, "standard")
    game = load_game(tmp_path / "war")
    offers = game.ruleset.offers(game.current_state())
    assert unpacked(data) == {
        (offer.power, choice.text, choice.places) for offer in offers for choice in offer.choices
    }
    assert data["phase"] == "1901 spring-movement"
    assert data["powers"]["austria"] == "Austria"
    assert all(offer.at in data["at"] for offer in offers)
    # Units are pointed at; only votes on the end of the game are written.
    leads = [pattern.split(" ")[:2] for _, pattern, *_ in data["forms"]]
    assert leads == [["VOTE", "DRAW"], ["VOTE", "DRAW"], ["CONCEDE", "TO"]]
    assert "Spring 1901, movement" in words(html)


def test_orders_that_do_not_begin_with_their_unit_stay_as_they_are(tmp_path: Path) -> None:
    _, data = desk_of(tmp_path, "europe-1619", phases=3)
    game = load_game(tmp_path / "war")
    offers = game.ruleset.offers(game.current_state())
    texts = {text for _, text, _ in unpacked(data)}
    assert texts == {choice.text for offer in offers for choice in offer.choices}
    assert "BOLSTER A VIE 1" in texts
    read = game.ruleset.read(game.current_state(), {"austria": "BOLSTER A VIE 1"})
    assert not read.complaints


def test_a_first_visit_asks_for_ten_files_that_are_small(tmp_path: Path) -> None:
    """Compressed as hosts do, without the fonts, which all pages share."""
    desk_of(tmp_path, "europe-1619", 1)
    desk_site(tmp_path / "site", maker_of(), tmp_path / "war")
    file = tmp_path / "site" / "war" / "desk" / "index.html"
    html = file.read_text("utf-8")
    asked = re.findall(r'<(?:link rel="stylesheet"|script) ?(?:href|src)="([^"]+)"', html)
    files = [file, *(file.parent.joinpath(address).resolve() for address in asked)]
    files = [one for one in files if one.name != "fonts.js"]
    assert any(one.name == "deskpage.js" for one in files)
    assert len(files) <= 10
    assert sum(len(gzip.compress(one.read_bytes(), 6)) for one in files) < 95_000


def test_place_knows_whose_land_it_is_and_what_influence_there_would_do(tmp_path: Path) -> None:
    _, data = desk_of(tmp_path, "europe-1619")
    assert data["lands"]["HES"] == "HES"
    assert data["lands"]["PAR"] == "FRANCE"
    assert data["stands"]["BRE"] == "aligned: Denmark (1)"
    assert data["bonds"]["AUSTRIA"]["SPAIN"] == "alliance since 1619"
    left, needed = data["placing"]["austria"]
    assert left == 8
    assert needed["BRE"] == 2
    _, builds = desk_of(tmp_path / "builds", "europe-1619", 3)
    assert builds["placing"] == {}


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_form_is_filled_without_typing(tmp_path: Path, name: str) -> None:
    """The blanks of each form take places, states, powers, units, numbers and words that the page
    has: the example of the form is made of them."""
    game = load_game(create_game(tmp_path, NewGame("war", get_ruleset(name), "a seed", "The War")))
    lists = {
        "place": list(game.ruleset.names()),
        "state": list(game.ruleset.gazetteer(game.current_state()).minors),
        "power": [power.upper() for power in game.ruleset.powers],
    }
    forms = [form for part in game.ruleset.primer().parts for form in part.forms]
    assert forms
    for form in forms:
        row = desk_form(form, lists)
        picks = picks_for(row, form.example)
        assert picks is not None, form
        assert "<text" not in row[1] or (len(row) > 4 and row[4]), form


@pytest.mark.parametrize(
    ("ruleset", "phases", "forms"),
    [
        ("europe-1619", 0, {"<number>: <state>", "<state> > <power>"}),
        # By pointing a unit is bolstered once.
        ("europe-1619", 3, {"BOLSTER <unit> <number>"}),
        # Standing orders are taken in every phase.
        ("westphalia", 1, {"CONCEDE <places>", "LOSS <text>"}),
    ],
)
def test_orders_without_a_place_on_the_map_are_forms(
    tmp_path: Path, ruleset: str, phases: int, forms: set[str]
) -> None:
    _, data = desk_of(tmp_path, ruleset, phases)
    assert forms <= {pattern for _, pattern, *_ in data["forms"]}
    assert bool(data["offers"]) == (phases == 3)


def test_joint_phase_has_offers_and_forms(tmp_path: Path) -> None:
    _, data = desk_of(tmp_path, "europe-1615-v7")
    patterns = [pattern for _, pattern, *_ in data["forms"]]
    assert "WAR: <powers>" in patterns
    assert not any(pattern.startswith("<unit>") for pattern in patterns)
    assert any(text.startswith("A PAR - ") for _, text, _ in unpacked(data))


def test_letter_goes_to_the_address_of_the_site_if_it_has_one(tmp_path: Path) -> None:
    html, data = desk_of(tmp_path / "one", "standard", mail="ruth@example.org")
    assert data["mail"] == "ruth@example.org"
    assert 'href="mailto:ruth@example.org"' in html
    assert 'id="mail"' in html
    html, _ = desk_of(tmp_path / "other", "standard")
    assert "the address that your referee gave you (this site gives none)" in words(html)
    assert 'id="mail"' not in html
    # Without scripts it has a letter, and the way to the blank sheets.
    assert "The War\n&lt;your power&gt;, 1901 spring-movement" in html
    assert "war/orders/" in targets("war/desk/", html)


@pytest.mark.parametrize("name", ["first-light", "winter-king"])
def test_a_game_that_is_over_has_no_desk(name: str) -> None:
    chronicle = sample(name)
    assert chronicle.desk == ""
    assert list[Page](desk_pages(chronicle)) == []


def test_a_place_that_is_no_word_of_its_order_is_an_error() -> None:
    offer = Offer("red", "BUR", "A BUR", (Choice("move", "A BUR - PAR", ("MAR",)),))
    with pytest.raises(ValueError, match="MAR"):
        packed_offers([offer])


def test_pictures_of_the_guide_come_with_its_pages() -> None:
    """They lie beside the text, while its page lies a folder deeper."""
    pages = {page.address: page for page in text_pages(maker_of(), ROOT / "site")}
    assert pages["guide/desk.png"].make().startswith(b"\x89PNG")
    html = pages["guide/first-orders/"].make().decode()
    assert re.search(r'<img alt="The desk: [^"]+" src="\.\./desk\.png">', html)
