"""Posts: what they say, that nobody's text becomes a tag, and how they are split."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.posts import (
    DueOrders,
    OrderLine,
    Post,
    PostStandings,
    PowerOrders,
    RulingNote,
    TurnSection,
)
from generator.posts.dialects import clipped, dialect_of, dialects, flat
from generator.posts.preview import bbcode_html, mail_page, preview_page
from generator.posts.rendering import (
    Block,
    TooLongError,
    grid_of,
    render_posts,
    split_blocks,
    subject_of,
    table_block,
)

MAP, PAGE = (
    "https://example.org/war/1621/movement/map.png",
    "https://example.org/war/1621/movement/",
)
HOSTILE = (
    "[/b]", "[/code][b]", "</spoiler>", "</td><script>", "[img]https://e.org/x.png[/img]", "```",
    "**", "~~", "||x||", "[x](https://e.org)", "| a | b |", "@everyone", "# head", "- item",
    "1. one", "\n\n## head", "<@1>", "[/details]", "\u202eevil", "&lt;b&gt;", "\\[b\\]", "[[b]]",
    '"><img src=x>', "{address}", "{title}", "$x$",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(HOSTILE), st.text(max_size=60), st.text("[]/<>`*_|\\b&", max_size=12)
)


def post_with(said: str, **changes: Any) -> Post:
    """A post that has a text of people in every place where one can stand."""
    return replace(
        Post(
            game=said,
            moment="1621 movement",
            title=f"1621, {said}",
            headline=said,
            summary=(said,),
            tally="2 orders: 1 carried out, 1 bounced",
            map=MAP,
            page=PAGE,
            sections=(
                TurnSection("Income", (said,), ("Power", "receives"), ((said, "3"),), (said,)),
                TurnSection("Long", (said,) * 20),
                TurnSection("Wide", (), ("A", "B"), ((said, said * 3),) * 20, (), True),
            ),
            powers=(
                PowerOrders(
                    said,
                    f"{said}: 1 carried out",
                    (
                        OrderLine(said, "succeeds", "done", note=said),
                        OrderLine(said, "bounces", "failed", ((said, "R-1"),), said, said),
                        OrderLine(said, "illegal", "void", ((said, ""),)),
                    ),
                ),
            ),
            standing=PostStandings(("Centers",), (("1", said, "4"),)),
            rulings=(RulingNote("Ruling 1", said, said, "R-2"),),
            due=DueOrders(said, said, (said, said)),
            links=(("The game", "https://example.org/war/"),),
        ),
        **changes,
    )


def turn(powers: int = 12, orders: int = 8) -> Post:
    """A turn of many powers."""
    lines = tuple(
        OrderLine(f"A {at:03} - ABC", "bounces", "failed", (("attack 1 against hold 2", "R-1"),))
        for at in range(orders)
    )
    return post_with(
        "War", powers=tuple(PowerOrders(f"Power{at}", "", lines) for at in range(powers))
    )


def whole(post: Post, dialect: str, **more: Any) -> str:
    (text,) = render_posts([post], dialect_of(dialect), limit=0, **more)
    return text


def bbcode_tags(text: str) -> list[str]:
    return re.findall(r"\[[^\]]*\]?", text)


def html_tags(text: str) -> list[str]:
    tree = html5lib.parse(text, namespaceHTMLElements=False)
    return [f"{one.tag} {sorted(one.attrib)}" for one in tree.iter()]


def markdown_signs(text: str) -> list[str]:
    """Signs of Markdown that no backslash stands before."""
    return re.findall(r"(?<!\\)[*_`|~<>\[\]#]", re.sub(r"\\\\", "", text))


# --- texts and tables


@pytest.mark.parametrize(
    "dialect", [one for one in dialects() if dialect_of(one).format != "markdown"]
)
@given(said=TEXTS, most=st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_every_sign_is_escaped_and_no_escape_is_cut(dialect: str, said: str, most: int) -> None:
    place = dialect_of(dialect)
    signs = [place.escape.get(sign, sign) for sign in flat(said)]
    whole = "".join(signs)
    found = place.text(said, most)
    if not most or len(whole) <= most:
        assert found == whole
    else:
        assert len(found) <= most
        kept = found.removesuffix("…")
        assert any("".join(signs[:at]).rstrip() == kept for at in range(len(signs)))
    assert place.fixed_line(said) == "".join(place.verbatim.get(sign, sign) for sign in said)


def test_a_table_in_fixed_letters_has_numbers_at_the_right() -> None:
    grid = grid_of(("Power", "", "TP"), [("Dutch  Republic", "", "5"), ("Spain", "", "120 (+9)")])
    assert grid.width == len("Dutch Republic") + 2 + 0 + 2 + len("120 (+9)")
    assert str(table_block(dialect_of("plain"), "", grid, "")).splitlines()[-3:] == [
        "Power                   TP",
        "Dutch Republic           5",
        "Spain             120 (+9)",
    ]


# --- no text of people is a tag


@pytest.mark.parametrize(
    "dialect", [one for one in dialects() if dialect_of(one).format == "bbcode"]
)
@given(said=TEXTS)
@settings(max_examples=60, deadline=None)
def test_no_text_opens_or_closes_a_tag_of_bbcode(dialect: str, said: str) -> None:
    """The tags are the same whatever was written."""
    expected = bbcode_tags(whole(post_with("x" if said.strip() else ""), dialect))
    found = bbcode_tags(whole(post_with(said), dialect))
    assert not set(found) - set(expected) - set(bbcode_tags(whole(post_with("x"), dialect)))
    assert found.count("[b]") == found.count("[/b]")
    assert found.count("[code]") == found.count("[/code]")


@given(said=TEXTS)
@settings(max_examples=60, deadline=None)
def test_no_text_becomes_an_element_of_a_mail(said: str) -> None:
    known = set(html_tags(mail_page("s", whole(post_with("x"), "mail"))))
    assert set(html_tags(mail_page(said, whole(post_with(said), "mail")))) <= known


@pytest.mark.parametrize("dialect", ["discourse", "reddit", "discord"])
@pytest.mark.parametrize("said", HOSTILE)
def test_no_text_is_markdown(dialect: str, said: str) -> None:
    place = dialect_of(dialect)
    assert not markdown_signs(place.text(said))
    assert "`" not in place.fixed(said)
    assert "\n" not in place.text(said)
    assert not re.match(r"([-+=#>]|\d+[.)])", place.text(said))
    assert "@everyone" not in place.text(said)


@given(said=TEXTS)
def test_a_preview_shows_text_as_text(said: str) -> None:
    known = set(html_tags(preview_page("s", [whole(post_with("x"), "xenforo")], XENFORO)))
    assert set(html_tags(preview_page(said, [whole(post_with(said), "xenforo")], XENFORO))) <= known


XENFORO = dialect_of("xenforo")


def test_a_player_called_like_a_tag_is_still_readable() -> None:
    assert "(/b)" in whole(post_with("[/b]"), "phpbb")


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://e.org/a]b", "https://e.org/ x", "e.org/x.png"]
)
@pytest.mark.parametrize("dialect", ["phpbb", "discourse", "mail"])
def test_an_address_that_could_end_its_tag_is_refused(dialect: str, address: str) -> None:
    with pytest.raises(ValueError, match="not a whole address"):
        render_posts([post_with("x", map=address)], dialect_of(dialect))


# --- what it says


@pytest.mark.parametrize("dialect", dialects())
def test_every_dialect_says_all_of_it(dialect: str) -> None:
    text = whole(turn(2, 2), dialect)
    for part in (
        "1621",
        "A 001 - ABC",
        "bounces",
        "attack 1 against hold 2",
        "Ruling 1",
        PAGE,
        MAP,
    ):
        assert part.casefold() in text.casefold()


def test_failed_orders_say_so_in_words_and_others_stand_alone() -> None:
    text = whole(post_with("x"), "phpbb")
    assert "[color=#b3261e]x[/color] (bounces): x (R-1)" in text
    assert "(succeeds)" not in text
    assert "(succeeds)" in whole(post_with("x"), "phpbb", reasons="all")
    assert "(R-1)" not in whole(post_with("x"), "phpbb", reasons="none")


def test_without_an_address_the_post_has_no_map_and_no_placeholder() -> None:
    with_map = whole(post_with("x", page="", links=()), "phpbb")
    text = whole(post_with("x", map="", page="", links=()), "phpbb")
    assert with_map.replace(f"[img]{MAP}[/img]\n\n", "") == text
    assert "image" not in text
    assert "[img]" not in text
    assert "https" not in text


def test_registers_are_left_out_where_there_is_no_room() -> None:
    assert "Wide" in whole(post_with("x"), "discourse")
    assert "Wide" not in whole(post_with("x"), "discord")


def test_the_subject_is_the_forums_own() -> None:
    post = post_with("x", game="The Winter King", headline="Holland falls")
    assert subject_of([post]) == "[The Winter King] 1621 movement: Holland falls"
    assert subject_of([post, post]) == "[The Winter King] 1621: Holland falls"
    long = subject_of([replace(post, headline="very " * 100)])
    assert len(long) <= 110
    assert long.endswith("…")


def test_a_preview_draws_what_the_forum_would() -> None:
    html = bbcode_html(
        '[b]A[/b]\n[code]a  b[/code][spoiler="x"]\n[table][tr][td]1[/td][/tr][/table]'
    )
    assert "<b>A</b><br>" in html
    assert '<pre tabindex="0">a  b</pre>' in html
    assert "<td>1</td>" in html


# --- splitting


@pytest.mark.parametrize("dialect", ["phpbb", "xenforo", "smf", "discourse", "discord"])
@pytest.mark.parametrize("limit", [1900, 3000, 9500])
def test_parts_fit_are_complete_and_numbered(dialect: str, limit: int) -> None:
    post = turn(40)
    parts = render_posts([post], dialect_of(dialect), limit=limit)
    assert len(parts) > 1
    for number, part in enumerate(parts, 1):
        assert len(part) <= limit
        assert f"({number}/{len(parts)})" in part.splitlines()[0]
        for tag in ("b", "i", "code", "table", "tr", "td", "color", "size"):
            assert len(re.findall(rf"\[{tag}[\]=]", part)) == part.count(f"[/{tag}]"), tag
        assert part.count("[details=") == part.count("[/details]")
        assert part.count("```") % 2 == 0
    together = "\n".join(parts)
    assert re.findall(r"A 00\d - ABC", together) == re.findall(
        r"A 00\d - ABC", whole(post, dialect)
    )


def test_a_power_that_fits_is_never_cut() -> None:
    for part in render_posts([turn()], dialect_of("phpbb"), limit=3000):
        for power in re.findall(r"Power\d+", part):
            at = part.index(power)
            assert part[at:].split("\n\n")[0].count("- ABC") == 8
    assert "(continued)" not in "".join(render_posts([turn()], dialect_of("phpbb"), limit=3000))


def test_a_power_that_is_too_long_is_cut_between_orders() -> None:
    parts = render_posts([turn(1, 60)], dialect_of("phpbb"), limit=2000)
    assert "Power0 (continued)" in parts[-1] + parts[-2]
    for part in parts:
        for line in part.splitlines():
            if "- ABC" in line:
                assert line.endswith("hold 2 (R-1)")


def test_what_cannot_be_cut_says_how_long_it_is() -> None:
    with pytest.raises(TooLongError) as error:
        split_blocks([Block("", ("x" * 500,))], 300, lambda part, parts: "head")
    assert error.value.length == 500


@given(lengths=st.lists(st.integers(1, 80), min_size=1, max_size=40), limit=st.integers(150, 400))
def test_splitting_keeps_every_piece_in_order(lengths: Sequence[int], limit: int) -> None:
    pieces = [f"<{at}:{'x' * length}>" for at, length in enumerate(lengths)]
    blocks = [
        Block("(", tuple(pieces[at : at + 4]), ")", again="(+") for at in range(0, len(pieces), 4)
    ]
    parts = split_blocks(blocks, limit, lambda part, parts: f"{part}/{parts}")
    assert re.findall(r"<\d+:x*>", "".join(parts)) == pieces
    assert all(len(part) <= limit for part in parts)
    assert all(part.count("(") == part.count(")") for part in parts)


@pytest.mark.parametrize("dialect", dialects())
def test_every_post_of_hostile_text_fits_its_own_limit(dialect: str) -> None:
    place = dialect_of(dialect)
    for said in HOSTILE:
        for part in render_posts([post_with(said * 200)], place):
            assert not place.limit or len(part) <= place.limit


def test_a_failed_order_says_what_would_have_helped() -> None:
    line = OrderLine(
        "A MUN - BUR", "bounces", "failed", (("attack 1 against attack 1", "R-1"),),
        remedy="Without A PAR - BUR it would have succeeded.",
    )  # fmt: skip
    post = post_with("x", powers=(PowerOrders("Germany", "", (line,)),))
    said = (
        "(bounces): attack 1 against attack 1 (R-1). Without A PAR - BUR it would have succeeded."
    )
    assert said in whole(post, "plain")
    assert "Without" not in whole(post, "plain", reasons="none")


def test_what_went_as_ordered_shares_a_line() -> None:
    quiet = [
        OrderLine(f"A B{at} H", "holds", "done", (("", "R-1"),), is_quiet=True) for at in range(90)
    ]
    lines = (OrderLine("A VIE - BOH", "succeeds", "done"), *quiet)
    post = post_with("x", powers=(PowerOrders("Austria", "", lines),))
    text = whole(post, "plain")
    assert "- A VIE - BOH\n- A B0 H; A B1 H; A B2 H;" in text
    assert len(re.findall(r"A B\d+ H", text)) == 90
    assert max(len(line) for line in text.splitlines()) < 450
    # With all reasons each has a line, with its own.
    told = whole(post, "plain", reasons="all")
    assert "- A B1 H (holds): R-1\n" in told


@pytest.mark.parametrize("most", range(40, 115))
def test_a_subject_ends_at_a_word(most: int) -> None:
    said = "A draw of Austria, Denmark, Spain (and France), Dutch Republic and Electorate of Saxony"
    cut = clipped(said, most)
    assert len(cut) <= most
    if cut != said:
        head = cut.removesuffix("…")
        assert cut.endswith("…")
        assert said.startswith(head)
        assert not said[len(head)].isalnum()
        assert head[-1].isalnum() or head[-1] == ")"


def test_what_is_no_word_is_cut_within() -> None:
    assert clipped("x" * 80, 50) == "x" * 49 + "…"
