"""Press: what its head says, what becomes of its text, and the pages that show it."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.archive.game.game import PressText
from generator.pages.base.links import page_links
from generator.pages.press import LISTED, press_html, press_pages
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import PressPiece, one_line, press_pieces
from tests.pages.sample import HOSTILE, Sample
from tests.pages.told import keys, made, sample, targets

CORPUS = sorted((Path(__file__).parents[1] / "corpus" / "press").glob("*.md"))
COMET = "after-the-comet"


def piece(text: str, name: str = "1621-05-03-a-letter", game: str = COMET) -> PressPiece:
    """A press file of a sample game."""
    (made,) = press_pieces([PressText(name, Path(name), text)], sample(game).view)
    return made


def headed(**head: str) -> PressPiece:
    lines = "\n".join(f"{key.removesuffix('_')}: {value}" for key, value in head.items())
    return piece(f"---\n{lines}\n---\n\nText.")


def with_press(*texts: tuple[str, str], game: str = COMET) -> Chronicle:
    """A sample game with other press: names and texts."""
    chronicle = sample(game)
    files = [PressText(name, Path(name), text) for name, text in texts]
    return replace(chronicle, press=press_pieces(files, chronicle.view))


# The head


def test_a_piece_without_a_head_is_named_after_its_file() -> None:
    one = piece("Just text.")
    assert (one.title, one.author, one.date) == ("A letter", "", "1621-05-03")
    assert (one.text, one.kind, one.year, one.phase) == ("Just text.", "press", 1621, "")
    assert one.hints == ()


def test_the_head_says_who_writes_to_whom_about_what() -> None:
    one = headed(
        title='"To the Doge"',
        from_="Sigrid Ekelund, Sweden",
        to="Venice, the Dutch and Nobody",
        date="1622-01-05",
        phase="1621 movement",
        kind="declaration",
    )
    assert (one.title, one.power, one.signature) == ("To the Doge", "sweden", "Sigrid Ekelund")
    assert (one.to, one.addressees) == (("venice", "dutch"), "Venice, the Dutch and Nobody")
    assert (one.date, one.phase, one.year) == ("1622-01-05", f"{COMET}/1621/movement/", 1621)
    assert (one.kind, one.text, one.hints) == ("declaration", "Text.", ())


@pytest.mark.parametrize(
    ("author", "power", "signature"),
    [
        ("Sweden", "sweden", "Sigrid Ekelund"),
        ("sweden", "sweden", "Sigrid Ekelund"),
        ("The Swedish", "sweden", "Sigrid Ekelund"),
        ("Sigrid Ekelund", "sweden", "Sigrid Ekelund"),
        ("Demir Kaptan, Ottomans", "ottoman", "Demir Kaptan"),
        ("Sigrid Ekelund, Poland", "poland", "Sigrid Ekelund"),
        ("The Doge (Venice)", "venice", "The Doge"),
        ("The Doge of Venice", "venice", "The Doge of Venice"),
        ("Poland-Lithuania", "poland", "Zofia Wilczek"),
        ("A friend of peace", "", "A friend of peace"),
        ("", "", ""),
    ],
)
def test_the_author_tells_the_power(author: str, power: str, signature: str) -> None:
    one = headed(from_=author)
    assert (one.power, one.signature) == (power, signature)


@pytest.mark.parametrize(
    ("said", "phase", "year"),
    [
        ("1621 movement", "1621/movement", 1621),
        ("1621/movement", "1621/movement", 1621),
        ("1621, orders and adjudication", "1621/movement", 1621),
        ("opening 1619", "1619/opening", 1619),
        ("1621", "", 1621),
    ],
)
def test_a_phase_is_found_by_its_name_or_its_title(said: str, phase: str, year: int) -> None:
    one = headed(phase=said)
    assert (one.phase, one.year) == (f"{COMET}/{phase}/" if phase else "", year)
    assert one.hints == ()


def test_a_phase_in_other_words_of_another_ruleset() -> None:
    one = piece("---\nphase: Fall 1901, movement\n---\n", "2026-03-01-x", "first-light")
    assert (one.phase, one.year) == ("first-light/1901/fall-movement/", 1901)


@pytest.mark.parametrize(
    ("key", "value", "hint"),
    [
        ("date", "1621-13-01", "1621-13-01 is not a date like 1621-05-03"),
        ("phase", "1700 movement", "there is no phase 1700 movement in this game"),
        ("kind", "rumor", "there is no kind rumor (known: press, declaration, referee)"),
        ("mood", "grim", "there is no key mood"),
    ],
)
def test_what_the_head_says_wrong_is_hinted_and_no_failure(key: str, value: str, hint: str) -> None:
    one = headed(**{key: value})
    assert hint in one.hints[0]
    assert (one.date, one.year, one.kind) == ("1621-05-03", 1621, "press")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\nno end",
        "---\ntitle: x\nno colon\n---\nText",
        "---\n: empty\n---\nText",
        "---\n<script>: x\n---\nText",
    ],
)
def test_a_broken_head_is_text(text: str) -> None:
    one = piece(text)
    assert (one.text, one.title) == (text, "A letter")
    assert one.hints


@pytest.mark.parametrize("name", ["1621-a", "1621-05-a", "1621-05-03-a", "3-round-three"])
def test_a_file_is_dated_by_its_name(name: str) -> None:
    one = piece("x", name)
    assert name == f"{one.date}-{one.title.lower().replace(' ', '-')}"
    assert one.address == f"press/{name}/"


def test_the_referee_is_known_by_name() -> None:
    assert headed(from_="The referee").kind == "referee"
    assert headed(from_="GM").kind == "referee"
    assert headed(from_="The referee", kind="press").kind == "press"


@given(st.text(max_size=80))
def test_a_line_holds_nothing_that_breaks_or_turns_it(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", line)
    assert len(one_line(text * 9)) <= 240


TURNS = "‪‫‬‭‮⁦⁧⁨⁩"


@given(st.text(alphabet=f"ab \n{TURNS}", max_size=60))
def test_no_turn_of_direction_leaves_its_paragraph(text: str) -> None:
    for paragraph in re.split(r"\n[ \t]*\n", piece(text).text):
        opened: list[str] = []
        for letter in paragraph:
            if letter in "‪‫‭‮":
                opened.append("‬")
            elif letter in "⁦⁧⁨":
                opened.append("⁩")
            elif letter in "‬⁩":
                assert opened
                assert opened.pop() == letter
        assert opened == []


@given(st.text(max_size=200))
@settings(deadline=None)
def test_any_file_is_a_piece(text: str) -> None:
    assert piece(text).title
    assert piece(f"---\n{text}\n---\n{text}").date == "1621-05-03"


# The text


def check(html: str) -> None:
    """Nothing that runs, loads or leads astray."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    for element in tree.iter():
        tag = str(element.tag).lower()
        assert tag not in {"script", "style", "img", "iframe", "svg", "form", "object"}, html
        for name, value in element.attrib.items():
            assert not str(name).startswith("on"), html
            assert name not in ("style", "id"), html
            assert name != "class" or (tag, value) == ("div", "scroll"), html
            if name == "href":
                assert re.match(r"(?:https?:|mailto:)", value), html


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_hostile_press_is_harmless(file: Path) -> None:
    check(press_html(piece(file.read_text("utf-8")).text))


@given(st.text(alphabet="<>\"'/= \n#*_[]()!&;abijnorsxSCRIPT:`|-0.1\\", max_size=150))
def test_any_text_becomes_harmless_html(text: str) -> None:
    check(press_html(text))


def test_a_long_text_stays_whole() -> None:
    words = "and of the words that a paragraph has"
    text = "".join(f"Part {number} of **many**, {words}.\n\n" for number in range(20_000))
    html = press_html(text)
    assert len(text) > 1_000_000
    assert html.count("<strong>many</strong>") == 20_000
    assert html.endswith(f"<p>Part 19999 of <strong>many</strong>, {words}.</p>")


def test_fenced_code_is_not_torn_apart() -> None:
    code = "\n\n".join(f"line {number}" for number in range(200))
    html = press_html(f"{'word ' * 2100}\n\n```\n{code}\n```\n\nThe *end*.")
    assert html.count("<code>") == 1
    assert "<em>end</em>" in html


def test_pictures_leave_their_words() -> None:
    assert "[picture: a plan of Riga]" in press_html("![a plan of Riga](https://e.org/x.png)")
    assert "[picture]" in press_html('<img src="x.png" onerror="alert(1)">')
    assert "[picture: &lt;b&gt;]" in press_html("<img alt='<b>' src=x>")


def test_headings_begin_at_the_second_level_without_gaps() -> None:
    html = press_html("#### Low\n\n# High\n\n###### Lowest\n\n### Low again\n")
    assert re.findall(r"<h(\d)>", html) == ["2", "2", "3", "3"]
    assert re.findall(r"</h(\d)>", html) == ["2", "2", "3", "3"]


def test_tables_scroll_and_empty_links_go() -> None:
    html = press_html("| a |\n|---|\n| b |\n\n[](https://e.org) [x](https://e.org)")
    assert '<th scope="col">a</th>' in html
    assert re.search(r'<div class="scroll" tabindex="0" role="region" aria-label="Table"><t', html)
    assert html.count("<a ") == 1


# The pages


def test_every_piece_has_a_page_with_its_neighbors_and_names() -> None:
    html = made(press_pages(sample(COMET)))
    assert len(html) == 7
    address = f"{COMET}/press/1627-09-10-four-gentlemen-of-the-empire/"
    page = html[address]
    linked = targets(address, page)
    assert f"{COMET}/powers/union/" in linked
    assert f"{COMET}/states/mecklenburg/" in linked
    assert f"{COMET}/1627/" in linked
    assert 'rel="prev" href="../1620-12-28-from-the-lagoon/index.html"' in page
    assert 'rel="next" href="../1631-12-30-the-catholic-king-takes-his-leave/index.html"' in page
    assert '<time datetime="1627-09-10">10 September 1627</time>' in page
    assert "<strong>Reichstag</strong> has met." in page


def test_the_index_has_the_newest_first() -> None:
    index = made(press_pages(sample(COMET)))[f"{COMET}/press/"]
    assert re.findall(r"<h2>(\d+)</h2>", index) == ["1645", "1636", "1631", "1627", "1620", "1619"]
    assert "England wins with twenty-seven points." in index


def test_hostile_heads_stay_text() -> None:
    hostile = next(file for file in CORPUS if file.stem == "head-hostile").read_text("utf-8")
    quoted = f"---\ntitle: {HOSTILE}\nfrom: {HOSTILE}\nto: {HOSTILE}\nkind: {HOSTILE}\n---\nx"
    chronicle = with_press(("1621-a", hostile), ("1621-b", quoted), ("1621-c", "x"))
    for address, page in made(press_pages(chronicle)).items():
        assert "<script>alert" not in page
        assert "<img" not in page
        html5lib.HTMLParser(strict=True).parse(page)
        for tag in re.findall(r"<[a-z][^>]*>", page):
            assert not re.search(r"\son[a-z]+=", re.sub(r'"[^"]*"', "", tag)), tag
        assert page_links(address, page).problems == ()


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_hostile_files_make_valid_pages(file: Path) -> None:
    chronicle = with_press(("1621-a", file.read_text("utf-8")), ("1621-b", "x"))
    for page in made(press_pages(chronicle)).values():
        html5lib.HTMLParser(strict=True).parse(page)
        assert len(re.findall(r"<h1\b", page)) == 1


def test_a_hint_is_shown_where_the_head_is_broken() -> None:
    pages = made(press_pages(with_press(("1621-a", "---\ntitle x\n---\nStill <b>here</b>."))))
    page = pages[f"{COMET}/press/1621-a/"]
    assert "line 2 of its head is not `key: value`" in page
    assert "Still <b>here</b>." in page


def test_a_game_without_press_says_so(built: Sample) -> None:
    assert "No one has published anything yet." in built.page("quiet/press/index.html")


def test_much_press_has_a_list_for_each_year() -> None:
    texts = [
        (f"{1619 + number % 4}-{number % 12 + 1:02}-note-{number}", f"Note {number}.")
        for number in range(LISTED + 30)
    ]
    html = made(press_pages(with_press(*texts)))
    index = html[f"{COMET}/press/"]
    assert len(index) < 60_000
    linked = targets(f"{COMET}/press/", index)
    assert all(f"{COMET}/press/{year}/" in linked for year in (1619, 1620, 1621, 1622))
    listed = [one for year in range(1619, 1623) for one in targets_of(html, year)]
    assert sorted(listed) == sorted(f"{COMET}/press/{name}/" for name, _ in texts)


def targets_of(html: dict[str, str], year: int) -> list[str]:
    address = f"{COMET}/press/{year}/"
    return [one for one in targets(address, html[address]) if "-note-" in one]


def test_a_changed_piece_makes_no_other_page_stale_but_the_index() -> None:
    texts = [(f"162{number}-x", f"Text {number}.") for number in range(5)]
    before = keys(press_pages(with_press(*texts)))
    texts[2] = ("1622-x", "Another text.")
    after = keys(press_pages(with_press(*texts)))
    assert {one for one in before if before[one] != after[one]} == {
        f"{COMET}/press/",
        f"{COMET}/press/1622-x/",
    }
