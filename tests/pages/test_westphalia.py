"""The pages of a game of hexes, principalities and cards: built from two Rounds of wild orders."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import html5lib
import msgspec
import pytest

from generator.archive.game.game import load_game
from generator.archive.play.adjudicating import adjudicate_on
from generator.archive.play.creating import NewGame, create_game, submit_orders
from generator.engine.chronicle import Deed, RecordLine
from generator.engine.report import Named
from generator.pages.base.public import dump_records, load_records
from generator.pages.game.schema import game_form
from generator.pages.maps.material import Material
from generator.rulesets.westphalia.data.facts import principalities
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.telling.chronicle import names, take_snapshot
from tests.browser.archive import page_kinds
from tests.pages.sample import ROOT, Sample
from tests.pages.told import positions_in, words
from tests.rules.westphalia.writing import write_sheet

ROUNDS = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A built site with one game, `peace`, that waits for the third Round."""
    root = tmp_path_factory.mktemp("westphalia")
    for name in ("site", "themes"):
        shutil.copytree(ROOT / name, root / name)
    (root / "games").mkdir()
    folder = create_game(root / "games", NewGame("peace", RULESET, "a seed", "A peace"))
    rng = random.Random(7)
    while load_game(folder).current_state().round <= ROUNDS:
        play(folder, rng)
    sample = Sample(root)
    sample.build()
    return sample


def play(folder: Path, rng: random.Random) -> None:
    """Adjudicate the phase that is due, with orders of players without any plan."""
    game = load_game(folder)
    state = game.current_state()
    sheets = {one: write_sheet(state, one, rng) for one in RULESET.awaits(state)}
    submit_orders(folder, game.current_moment, {one: text for one, text in sheets.items() if text})
    assert list(adjudicate_on(folder))


def pages(site: Sample) -> dict[str, str]:
    return {
        name: data.decode()
        for name, data in site.files().items()
        if name.startswith("peace/") and name.endswith(".html")
    }


def records(site: Sample) -> list[RecordLine]:
    """Every record of the game, in the order of play."""
    game = load_game(site.games / "peace")
    return [
        one
        for phase in game.phases
        for one in RULESET.records(Material(game, phase).resolution)  # type: ignore[attr-defined]
    ]


def said(html: str) -> str:
    """The words of a page, without its map and its head."""
    drawn = r'<svg.*?</svg>|<script type="text/plain">.*?</script>'
    return words(re.sub(drawn, "", html.partition("<main")[2], flags=re.DOTALL))


def test_every_kind_of_page_parses_strictly(site: Sample) -> None:
    assert len(pages(site)) > 100
    kinds = page_kinds(site.output, site.games).values()
    for name in (one for one in kinds if one.startswith("peace/")):
        text = site.page(name)
        parser = html5lib.HTMLParser(strict=True)
        try:
            parser.parse(text)
        except html5lib.html5parser.ParseError as error:
            pytest.fail(f"{name}: {error} near {parser.tokenizer.stream.position()}")


def test_its_tabs_are_in_its_own_words(site: Sample) -> None:
    front = site.page("peace/index.html")
    tabs = re.search(r'<nav class="gnav".*?</nav>', front, re.DOTALL)
    assert tabs
    assert words(tabs[0]) == (
        "Front page Turns Influence Scores Diplomacy Powers Principalities Provinces Records "
        "Press Replay Rulebook More of this game"
    )
    assert "The Peace of Westphalia · 6 players" in words(front)


@pytest.mark.parametrize(
    ("page", "told", "untold"),
    [
        # No religious victory can be won before the fourth Round.
        ("", "Players in Initiative Order|Religion and salvation|The Electors", "Ways to victory"),
        # Nothing waits for a later year.
        (
            "diplomacy/",
            "in the Catholic League|in the Evangelical League",
            "What is coming|coming, with its year",
        ),
    ],
)
def test_a_page_says_how_things_stand(site: Sample, page: str, told: str, untold: str) -> None:
    shown = said(site.page(f"peace/{page}index.html"))
    assert [one for one in told.split("|") if one not in shown] == []
    assert [one for one in untold.split("|") if one in shown] == []


def test_no_page_has_words_of_games_with_units_and_centers(site: Sample) -> None:
    strange = re.compile(
        r"supply cent|\bminor states?\b|\bunits?\b|treasur|\barm(?:y|ies)\b|\bfleets?\b|"
        r"\bcenters?\b",
        re.IGNORECASE,
    )
    for name, text in pages(site).items():
        # What is common to all games of a site: the rulebook, texts, and how to write orders.
        if name.startswith(("peace/rules/", "peace/orders/", "peace/downloads/")):
            continue
        found = strange.search(said(text))
        assert not found, (name, said(text)[max(0, found.start() - 60) : found.end() + 40])


def test_elections_are_recorded_with_their_ballots(site: Sample) -> None:
    page = said(site.page("peace/records/index.html"))
    elections = [one for one in records(site) if one.kind == "election"]
    assert elections
    assert f"Imperial elections {len(elections)}, newest first" in page
    ballots = elections[0].cells[2]
    assert isinstance(ballots, tuple)
    told = "".join(part if isinstance(part, str) else part.text for part in ballots)
    assert " for " in told
    assert {part.side for part in ballots if isinstance(part, Named)} >= {"trier", "bohemia"}


def test_prisoners_of_the_dilemma_are_counted_by_player_and_by_whom_they_met(site: Sample) -> None:
    """Each game of two has two deeds: what the leader did, and what the follower did."""
    games = [one for one in records(site) if one.kind == "dilemma"]
    assert games
    lead = games[0].cells
    assert isinstance(lead[0], Named)
    assert isinstance(lead[2], Named)
    assert games[0].deeds == (
        Deed(lead[0].side, lead[2].side, str(lead[1])),
        Deed(lead[2].side, lead[0].side, str(lead[3])),
    )
    page = site.page("peace/records/index.html")
    table = page.partition('id="dilemma-deeds"')[2].partition("</table>")[0]
    totals = re.findall(r"<td><b>(\d+) / (\d+)</b>", table)
    assert len(totals) == 6
    assert sum(int(one) + int(other) for one, other in totals) == 2 * len(games)
    cooperated = sum(deed.what == "cooperate" for one in games for deed in one.deeds)
    assert sum(int(one) for one, _ in totals) == cooperated


def test_every_kind_of_record_has_as_many_cells_as_columns(site: Sample) -> None:
    found = records(site)
    assert {one.kind for one in found} >= {"election", "dilemma", "war", "battle"}
    for one in found:
        assert len(one.cells) == len(names().records[one.kind].columns), one
    assert load_records(json.loads(json.dumps(dump_records(found)))) == tuple(found)


def test_battles_are_folded_tables_with_hands_and_piles(site: Sample) -> None:
    told = [
        text for name, text in pages(site).items() if "card by card" in text and "battles" in name
    ]
    assert told
    fold = told[0].partition('<details class="fold">')[2].partition("</details>")[0]
    heads = [one.strip() for one in re.findall(r"<th scope=\"col\"[^>]*>([^<]*)", fold)]
    assert heads[0] == "Battle round"
    assert heads[3] == "What happened"
    assert [one.rpartition(" ")[2] for one in heads[4:]] == [
        "hand",
        "hand",
        "pile",
        "pile",
        "Rules",
    ]
    assert '<a href="../../' in fold


def test_a_principality_shows_what_it_takes_and_what_it_holds_now(site: Sample) -> None:
    state = load_game(site.games / "peace").current_state()
    for name in ("trier", "bohemia", "hesse"):
        if name not in state.principalities:
            continue
        page = said(site.page(f"peace/states/{name}/index.html"))
        lands = state.lands[name]
        assert f"It follows the power with {len(lands)} DI in it, and more than any other." in page
        shown = page.partition("Province")[2].partition("On the map")[0]
        assert set(re.findall(r"\b[A-G]\d\b", shown)) == set(lands)
    tracker = said(site.page("peace/influence/index.html"))
    assert f"needs {len(state.lands['trier'])}" in tracker


def test_a_province_has_its_religion_and_its_own_events(site: Sample) -> None:
    state = load_game(site.games / "peace").current_state()
    code = next(code for code, one in state.provinces.items() if one.religion == "protestant")
    page = said(site.page(f"peace/provinces/{code.lower()}/index.html"))
    assert "Religion Protestant since" in page
    assert "before Catholic since Opening" in page
    assert "Events there" in page
    assert "becomes Protestant" in page
    assert "Kind" not in page.partition("Neighbors")[0]


def test_the_balance_of_religions_is_a_chart_with_its_table(site: Sample) -> None:
    page = site.page("peace/scores/index.html")
    progress = page.partition('id="c-provinces"')[2].partition("</section>")[0]
    assert "<svg" in progress
    rows = re.findall(r'<th scope="row">(\w+)</th><td>(\d+)</td><td>(\d+)</td>', progress)
    # Nothing is Protestant, and the board not yet laid out, when the game opens.
    assert [row[0] for row in rows] == ["start", "1510", "1535"]
    assert all(int(one) + int(other) == 54 for _, one, other in rows)
    assert rows[0][2] == "0"
    for figure in ("Saints", "Reformation Points", "Saved Influence"):
        assert figure in words(page)
    assert "Gained" not in words(page)


def test_no_page_gives_away_what_is_secret(site: Sample) -> None:
    """The game runs: hands, wishes and cards that were drawn are the referee's alone."""
    game = load_game(site.games / "peace")
    secrets = {
        event.text
        for phase in game.phases
        for event in phase.resolution().events
        if not event.public
    }
    assert secrets
    everything = "\n".join(words(text) for text in pages(site).values())
    for text in secrets:
        assert text not in everything


def test_posts_tell_battles_card_by_card(site: Sample) -> None:
    posts = [
        data.decode()
        for name, data in site.files().items()
        if "/battles-" in name and name.endswith("report.bbcode.txt")
    ]
    assert any(re.search(r"1\. [PMC] against [PMC]: ", one) for one in posts)


def test_influence_on_the_map_is_told_by_counters_alone(site: Sample) -> None:
    """Figures of shares would stand on the capitals."""
    state = load_game(site.games / "peace").current_state()
    assert any(one.influence for one in state.principalities.values())
    front = site.page("peace/index.html")
    assert 'class="stack"' in front
    assert 'class="layer shares"' not in front


def test_land_is_colored_by_its_own_religion_and_by_who_holds_it_now(site: Sample) -> None:
    state = load_game(site.games / "peace").current_state()
    front = site.page("peace/index.html")
    rules = {rule: places for places, rule in re.findall(r"([^{}>]+)\{([^{}]+)\}", front)}
    found = next(places for rule, places in rules.items() if "url(#mk-protestant" in rule)
    heretical = {code for code, one in state.provinces.items() if one.religion == "protestant"}
    assert set(found.split(",")) == {f"#p-{code}" for code in heretical}


def test_names_that_no_principality_bears_have_no_page_and_no_link(site: Sample) -> None:
    """The rulebook keeps many names for later; those that came into being have theirs."""
    state = load_game(site.games / "peace").current_state()
    made = {name.split("/")[2] for name in pages(site) if name.startswith("peace/states/")}
    assert {one for one in state.principalities if one in principalities()} <= made
    assert "pomerania" not in state.principalities
    assert "pomerania" not in made
    assert "Pomerania" not in said(site.page("peace/states/index.html"))


def test_a_player_has_his_religion_and_his_home_in_words(site: Sample) -> None:
    game = load_game(site.games / "peace")
    remarks = take_snapshot(game.current_state()).remarks
    table = said(site.page("peace/powers/index.html"))
    for player, told in remarks.items():
        assert told[0].partition(",")[0] in ("Catholic", "Protestant")
        assert told[1].startswith(("Prince, with the capital ", "Foreign Power: "))
        page = said(site.page(f"peace/powers/{player}/index.html"))
        for one in told:
            assert one in page
        assert "; ".join(told) in table


def test_no_line_is_drawn_at_one_half_where_that_is_not_what_counts(site: Sample) -> None:
    states = site.page("peace/states/index.html")
    assert '<table class="states stack whole"' in states
    assert "one half" not in said(states)
    tracker = site.page("peace/influence/index.html")
    assert '<table class="tracker whole"' in tracker
    assert "one half" not in said(tracker)
    for name, text in pages(site).items():
        if name.startswith("peace/states/"):
            assert 'class="half"' not in text, name


def test_data_have_counts_markers_and_records(site: Sample) -> None:
    data = site.files()["peace/game.json"]
    msgspec.json.decode(data, type=game_form())
    read = json.loads(data)
    assert read["words"]["counts"]["provinces"]["lines"] == {
        "catholic": "Catholic",
        "protestant": "Protestant",
    }
    last = [*positions_in(read).values()][-1]
    assert sum(last["counts"]["provinces"].values()) == len(last["marks"]) == 54
    assert all(one["needed"] for one in last["minors"].values())
    assert set(last["remarks"]) == set(read["powers"])
    told = [one for phase in read["phases"] for one in phase["records"]]
    assert len(told) == len(records(site))
    for one in told:
        assert len(one["cells"]) == len(read["words"]["records"][one["kind"]]["columns"])


def test_wars_are_those_of_their_round_and_rounds_have_their_whole_year(site: Sample) -> None:
    """Of 1510 and 1610 the last two digits are the same."""
    page = said(site.page("peace/diplomacy/index.html"))
    bands = page.partition("Through the years")[2]
    assert "1510 1535" in bands
    game = load_game(site.games / "peace")
    for phase in game.phases:
        state = phase.resolution().state
        bonds = take_snapshot(state).bonds
        assert all(bond.since == state.moment.year for bond in bonds)
        if state.moment.phase == "upheaval":
            assert not bonds


def test_signs_have_the_colors_of_the_game_on_each_of_its_pages(site: Sample) -> None:
    for name in ("index", "replay/index", "scores/index", "provinces/d4/index"):
        page = site.page(f"peace/{name}.html")
        assert " .marker.catholic use" in page
        assert "fill:#e6c059" in page
        assert "--mark-protestant:light-dark(" in page
    scores = site.page("peace/scores/index.html")
    assert re.search(r'class="s m-count-0 by-catholic ', scores)


def test_what_followed_a_player_once_is_not_said_to_have_followed_nobody(site: Sample) -> None:
    game = load_game(site.games / "peace")
    events = [event for phase in game.phases for event in phase.resolution().events]
    once = {
        event.data["principality"]
        for event in events
        if event.kind == "alliance" and event.data["ally"]
    }
    told = {
        name.split("/")[2]: "has not followed anyone yet" in text
        for name, text in pages(site).items()
        if re.fullmatch(r"peace/states/[^/]+/index.html", name)
    }
    assert once
    assert not [code for code in once if told[code]]
    assert any(told.values())


def test_a_principality_without_any_influence_has_no_chart_of_it(site: Sample) -> None:
    charts = {True: 0, False: 0}
    for name, text in pages(site).items():
        if re.fullmatch(r"peace/states/[^/]+/index.html", name) and "byyear" in text:
            table = text.partition('class="byyear"')[2].partition("</table>")[0]
            is_empty = "chart wide shares" not in text
            rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]
            assert is_empty == all("no DI" in row or "did not exist" in row for row in rows), name
            charts[is_empty] += 1
    assert all(charts.values())
