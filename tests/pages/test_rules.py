"""Rules at work in a game, and rulebooks: every use counted, every rule under its anchor."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.rulebook import Rule
from generator.pages.rules.used import chapters_of, rule_uses, used_rules_pages
from generator.pages.site import rulebook
from generator.pages.site.rulebook import rulebook_pages, ruleset_styles
from generator.rulesets import get_ruleset
from tests.pages.told import (
    SAMPLES,
    card_of,
    facts_at,
    keys,
    made,
    maker_of,
    number_of,
    sample,
    targets,
    with_facts,
    words,
)


def counted_by_hand(name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for facts in sample(name).facts:
        found.update(rule for verdict in facts.verdicts for rule in verdict.rules)
        found.update(event.rule for event in facts.events if event.rule)
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_every_use_is_counted_in_the_rulebooks_order(name: str) -> None:
    uses = rule_uses(sample(name))
    assert {rule: use.total for rule, use in uses.items()} == counted_by_hand(name)
    order = [rule.id for rule in sample(name).game.ruleset.rulebook.rules]
    assert list(uses) == [rule for rule in order if rule in uses]


@pytest.mark.parametrize("name", SAMPLES)
def test_links_lead_to_verdicts_and_events_that_name_the_rule(name: str) -> None:
    chronicle = sample(name)
    for rule, use in rule_uses(chronicle).items():
        for one in use.uses:
            facts = facts_at(chronicle, one.phase.address)
            named = {verdict.anchor for verdict in facts.verdicts if rule in verdict.rules}
            named |= {event.anchor for event in facts.events if event.rule == rule}
            assert one.anchor in named
            assert one.count >= len(named)
        if use.notable is not None and use.where is not None:
            assert use.notable in facts_at(chronicle, use.where.address).events
            heaviest = max(
                event.weight for facts in chronicle.facts for event in facts.events
                if event.rule == rule
            )  # fmt: skip
            assert use.notable.weight == heaviest


@pytest.mark.parametrize("name", SAMPLES)
def test_chapters_have_every_phase_and_the_list_every_rule(name: str) -> None:
    chronicle = sample(name)
    pages = made(used_rules_pages(chronicle))
    front = f"{name}/rules/"
    uses = rule_uses(chronicle)
    ids = re.findall(r'<tr id="([^"]+)">', pages[front])
    assert ids == list(uses)
    linked: set[tuple[str, str]] = set()
    for address in set(pages) - {front}:
        found = targets(address, pages[address])
        linked |= {(page, anchor) for page, anchors in found.items() for anchor in anchors}
    every = {(one.phase.address, one.anchor) for use in uses.values() for one in use.uses}
    assert every <= linked
    assert set(pages) - {front} <= set(targets(front, pages[front]))


def test_counts_are_written_beside_the_phase() -> None:
    chronicle = sample("first-light")
    use = rule_uses(chronicle)["STD-MOV-3"]
    many = next(one for one in use.uses if one.count > 1)
    page = made(used_rules_pages(chronicle))["first-light/rules/mov/"]
    assert f"{many.short}</a> ×{many.count}" in page
    assert many.short == re.sub(r" \d{4},", "", many.phase.title)


def test_only_the_chapters_of_rules_that_were_at_work_become_stale() -> None:
    chronicle = sample("first-light")
    before = keys(used_rules_pages(chronicle))
    address = "first-light/1905/spring-movement/"
    facts = facts_at(chronicle, address)
    fewer = tuple(one for one in facts.verdicts if "STD-SUP-3" not in one.rules)
    number = number_of(chronicle, address)
    # Texts that no page of these shows.
    assert keys(used_rules_pages(with_facts(chronicle, number, summary=("Else.",)))) == before
    moved = tuple(one._replace(order="A XXX H") for one in fewer)
    assert keys(used_rules_pages(with_facts(chronicle, number, verdicts=fewer))) == keys(
        used_rules_pages(with_facts(chronicle, number, verdicts=moved))
    )
    extra = facts.verdicts[0]._replace(rules=("STD-CD-1",), number=99)
    changed = with_facts(chronicle, number, verdicts=(*facts.verdicts, extra))
    after = keys(used_rules_pages(changed))
    stale = {name for name in after if after[name] != before.get(name)}
    assert stale == {"first-light/rules/", "first-light/rules/cd/"}


def test_game_without_a_phase_has_a_list_that_says_so() -> None:
    chronicle = sample("first-light")
    view = replace(chronicle.view, phases=())
    pages = made(used_rules_pages(replace(chronicle, view=view, facts=(), sources=())))
    assert list(pages) == ["first-light/rules/"]
    assert "No phase has been adjudicated yet" in words(pages["first-light/rules/"])


# --- chapters


def test_chapters_are_called_by_what_their_rules_have_in_common() -> None:
    named = {one.title: one.slug for one in chapters_of(get_ruleset("europe-1619").rulebook.rules)}
    assert named["Influence points"] == "inf"
    assert named["Movement"] == "mov"
    # "con" is no name for a folder on some systems.
    standard = {one.title: one.slug for one in chapters_of(get_ruleset("standard").rulebook.rules)}
    assert standard["Convoys"] not in ("con", "")


def test_chapters_whose_ids_do_not_tell_them_apart_are_called_by_their_titles() -> None:
    rules = (
        Rule("X-A-1", "", "t", "Land & sea"),
        Rule("X-A-2", "", "t", "Winter"),
        Rule("seven", "", "t", "Odds"),
    )
    assert [one.slug for one in chapters_of(rules)] == ["land-sea", "winter", "odds"]


@given(st.lists(st.tuples(st.text(max_size=8), st.text(max_size=12)), max_size=12, unique=True))
def test_every_rule_is_in_one_chapter_with_an_address_of_its_own(
    rows: list[tuple[str, str]],
) -> None:
    rules = tuple(Rule(id, "t", "t", section) for id, section in rows)
    chapters = chapters_of(rules)
    assert [rule for one in chapters for rule in one.rules] == sorted(
        rules, key=lambda rule: list(dict.fromkeys(s for _, s in rows)).index(rule.section)
    )
    assert len({one.slug for one in chapters}) == len(chapters)
    assert all(re.fullmatch(r"[a-z0-9-]*", one.slug) for one in chapters)


# --- rulebooks


@pytest.fixture(scope="module")
def books() -> dict[str, str]:
    cards = [card_of(sample(name)) for name in SAMPLES]
    rulesets = [get_ruleset(one) for one in ("europe-1619", "europe-1619-draft", "standard")]
    return made(rulebook_pages(maker_of(), rulesets, cards))


@pytest.mark.parametrize("ruleset", ["europe-1619", "europe-1619-draft", "standard"])
def test_every_rule_keeps_its_anchor_on_the_books_page(books: dict[str, str], ruleset: str) -> None:
    page = books[f"rules/{ruleset}/"]
    for rule in get_ruleset(ruleset).rulebook.rules:
        assert f'id="{rule.id}"' in page
    assert len(page.encode()) < 100_000


def test_rule_leads_to_the_games_in_which_it_was_at_work(books: dict[str, str]) -> None:
    count = counted_by_hand("first-light")["STD-MOV-3"]
    chapter = books["rules/standard/mov/"]
    assert "STD-MOV-3" in targets("rules/standard/mov/", chapter)["first-light/rules/"]
    assert f"First Light ×{count}" in words(chapter)
    assert f"<small>{count}×</small>" in books["rules/standard/"]
    assert (
        "STD-MOV-3" in targets("rules/standard/", books["rules/standard/"])["rules/standard/mov/"]
    )


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("mov/", '<p class="kick">Europe 1619</p>'),
        ("", "minor state: <code>5: BRE</code> puts five into Bremen"),
        ("inf/", "minor state: <code>5: BRE</code> puts five into Bremen"),
        # The tests of a rule, and their cases in notation as examples.
        ("mov/", "Neutral states are closed to everybody"),
        ("mov/", "tests/rules/europe_1619/"),
        ("mov/", "<summary>Examples</summary>"),
        ("mov/", "=&gt; illegal E19-MOV-4"),
    ],
)
def test_books_tell_rules_with_their_orders_tests_and_examples(
    books: dict[str, str], page: str, said: str
) -> None:
    html = books[f"rules/europe-1619/{page}"]
    assert said in html
    assert "`" not in words(html)
    assert not page or "rulebook of Europe 1619" in html.partition("</title>")[0]


def test_rule_without_a_test_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "read_record", lambda folder: {"STD-GEN-1": ("tests/a.py::t",)})
    pages = made(rulebook_pages(maker_of(), [get_ruleset("standard")]))
    chapter = pages["rules/standard/gen/"]
    assert chapter.count("no test checks it") == 7
    assert pages["rules/standard/"].count("<b>no test</b>") == 105
    assert "1 of 106 rules are checked" in words(pages["rules/standard/"])


def test_ruleset_without_a_record_says_nothing_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "read_record", lambda folder: None)
    pages = made(rulebook_pages(maker_of(), [get_ruleset("standard")]))
    assert "no test" not in "".join(pages.values())
    assert "checked by a test" not in words(pages["rules/standard/"])


def test_books_change_only_with_the_uses_of_their_rules() -> None:
    card = card_of(sample("first-light"))
    standard = [get_ruleset("standard")]
    before = keys(rulebook_pages(maker_of(), standard, [card]))
    other = replace(card, latest="first-light/1/", news=(), press=())
    assert keys(rulebook_pages(maker_of(), standard, [other])) == before
    more = replace(card, uses={**(card.uses or {}), "STD-CD-1": 99})
    after = keys(rulebook_pages(maker_of(), standard, [more]))
    stale = {name for name in after if after[name] != before[name]}
    assert stale == {"rules/standard/", "rules/standard/cd/"}


def test_rule_names_the_games_that_had_it_most() -> None:
    card = card_of(sample("first-light"))
    games = [
        replace(card, title=f"Game {number}", address=f"g{number}/", uses={"STD-GEN-1": number})
        for number in range(1, 31)
    ]
    pages = made(rulebook_pages(maker_of(), [get_ruleset("standard")], games))
    said = words(pages["rules/standard/gen/"])
    assert said.index("Game 30 ×30") < said.index("Game 11 ×11")
    assert "Game 10 ×10" not in said
    assert "and in 10 more" in said
    assert f"{sum(range(1, 31))}×" in words(pages["rules/standard/"])


def test_styles_of_powers_have_addresses_of_their_own() -> None:
    pages = made(ruleset_styles(maker_of(), [get_ruleset("standard")]))
    names = ["powers.css", "map.css", "contrast.css", "patterns.js"]
    assert list(pages) == [f"rules/standard/{name}" for name in names]
    for page in pages.values():
        assert "pw-austria" in page


def test_designer_stands_below_the_title_and_at_the_foot_of_the_games_pages() -> None:
    pages = made(rulebook_pages(maker_of(), [get_ruleset("europe-1619")]))
    _, _, after = words(pages["rules/europe-1619/"]).partition("Rulebook · 301 rules Europe 1619 ")
    assert after.startswith("Designed by Matthew Medeiros.")
    assert "designed by Matthew Medeiros" in words(pages["rules/"])
    chronicle = sample("first-light")
    for html in made(used_rules_pages(chronicle)).values():
        assert "Diplomacy, designed by Allan B. Calhamer" in words(html).rpartition("Rulebooks")[2]
