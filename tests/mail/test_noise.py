"""Whatever a mail program or a chatty player puts around clean orders, they stay what they are."""

from __future__ import annotations

import base64
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.mailroom.letter import open_letter
from generator.mailroom.plain import without_marks
from generator.mailroom.reading import read_letter
from generator.mailroom.table import MailTable
from tests.mail.tables import orders_of, table_for

SHEETS = {
    "standard": [
        "A PAR - BUR",
        "A PAR H",
        "A MAR S A PAR - BUR",
        "A MAR - SPA",
        "F BRE - MAO",
        "F BRE C A MAR - NAF",
    ],
    "europe-1619": ["5: BRE", "3: HES", "WAR: SPAIN", "ALLIANCE: ENGLAND", "BRAP > AUSTRIA"],
}
BEFORE = [
    "Hi Bob,",
    "Hello everybody!",
    "sorry for being late, it was a long week.",
    "Here are my orders for this turn:",
    "I hope that this works out for us.",
    "Please tell me if you can not read them.",
    "",
]
AFTER = [
    "Best,\nAnna",
    "Cheers, Anna",
    "See you next week!",
    "Thanks for running the game.",
    "Sent from my iPhone",
    "-- \nAnna Lindt\nA PAR - PIC is my motto",
    "On Mon, 1 Mar 2027, Bob wrote:\n> A PAR - GAS\n> WAR: SAVOY",
    "Am 01.03.2027 um 19:01 schrieb Bob:\n> F BRE - ENG",
    "-----Original Message-----\nFrom: Bob\nSent: Monday\nSubject: x\n\nA PAR - GAS",
    "",
]
BULLETS = ["", "- ", "* ", "• ", "  ", "\t"]
WRAPS = ["{}", "**{}**", "[b]{}[/b]", "<b>{}</b>", "`{}`"]
DASHES = [" - ", " – ", " -> ", " → ", "\u00a0-\u00a0"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MailTable]:
    root = tmp_path_factory.mktemp("games")
    return {ruleset: table_for(root, ruleset) for ruleset in SHEETS}


@st.composite
def noisy(draw: st.DrawFn) -> tuple[str, list[str], str]:
    """A ruleset, clean orders, and a mail around them."""
    ruleset = draw(st.sampled_from(sorted(SHEETS)))
    sheet = draw(st.lists(st.sampled_from(SHEETS[ruleset]), min_size=1, unique=True))
    lines = draw(st.lists(st.sampled_from(BEFORE), max_size=3))
    lines.append(draw(st.sampled_from(["France", "FRANCE:", "**France**", "== France =="])))
    for order in sheet:
        written = order.replace(" - ", draw(st.sampled_from(DASHES)))
        wrap = draw(st.sampled_from(WRAPS))
        lines.append(draw(st.sampled_from(BULLETS)) + wrap.format(written))
        lines += draw(st.sampled_from([[], [], [""]]))
    lines += draw(st.lists(st.sampled_from(AFTER), max_size=1))
    return ruleset, sheet, "\n".join(lines)


def wrapped(text: str, way: str) -> bytes:
    head = "From: anna@example.org\nTo: gm@example.org\nSubject: orders\nMIME-Version: 1.0\n"
    kind = "Content-Type: text/plain; charset=utf-8\n"
    raw = text.encode()
    if way == "base64":
        coding = "Content-Transfer-Encoding: base64\n\n"
        return (head + kind + coding).encode() + base64.encodebytes(raw)
    if way == "quoted-printable":
        coding = "Content-Transfer-Encoding: quoted-printable\n\n"
        return (head + kind + coding).encode() + quopri.encodestring(raw)
    return {"pasted": raw, "utf-16": text.encode("utf-16"), "crlf": raw.replace(b"\n", b"\r\n")}[
        way
    ]


@given(noisy(), st.sampled_from(["pasted", "base64", "quoted-printable", "utf-16", "crlf"]))
def test_noise_changes_no_order(
    tables: dict[str, MailTable], mail: tuple[str, list[str], str], way: str
) -> None:
    ruleset, sheet, text = mail
    table = tables[ruleset]
    reading = read_letter(open_letter(wrapped(text, way)), table)
    assert reading.power == "france"
    assert orders_of(reading, table) == {table.calendar.phase: sheet}


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("BATTLE vs:black play:MCP* policy:most", "BATTLE vs:black play:MCP* policy:most"),
        ("**BATTLE vs:black play:MCP* instead:PCM**", "BATTLE vs:black play:MCP* instead:PCM"),
        ("+14 = PROTESTANT UNION", "+14 = PROTESTANT UNION"),
        ("* +14 = PROTESTANT UNION", "+14 = PROTESTANT UNION"),
        ("+ 5: BRE", "5: BRE"),
        ("*3:BOH*, and _A PAR - BUR_", "3:BOH, and A PAR - BUR"),
    ],
)
def test_signs_of_an_order_are_no_marks(line: str, plain: str) -> None:
    assert without_marks(line) == plain
