"""Sealed letters are found wherever they stand in a text, and none is dropped."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.mail import open_letter
from generator.mail.sealed import (
    Binding,
    armored,
    binding_of,
    blocks_in,
    bound_letter,
    mark_of,
    without_binding,
    without_blocks,
)

DATA = b"age-encryption.org/v1\n-> X25519 abc\ndef\n--- mac\n" + bytes(range(256))
FIRST, LAST = "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----"
SALT = "00112233445566778899aabbccddeeff"
BOUND = Binding("war", "france", 1901, "spring-movement", "2027-03-01T10:00:00+00:00", salted=True)


def lines_with(mark: str, block: str) -> str:
    return "".join(f"{mark}{line}\n" for line in block.splitlines())


BLOCK = armored(DATA)
NOISY = {
    "plain": BLOCK,
    "quoted": lines_with("> ", BLOCK),
    "quoted twice": lines_with(">> ", BLOCK),
    "quoted by a phone": lines_with("| ", BLOCK),
    "with the line ends of mail": BLOCK.replace("\n", "\r\n"),
    "with old line ends": BLOCK.replace("\n", "\r"),
    "in code tags": f"[code]{BLOCK}[/code]",
    "in tags on its own lines": f"[quote=Marie][code]\n{BLOCK}\n[/code][/quote]",
    "with a tag in each line": lines_with("[tt]", BLOCK).replace("\n", "[/tt]\n"),
    "as a page of a forum": f"<pre><code>{BLOCK}</code></pre>".replace("\n", "<br />\n"),
    "escaped": BLOCK.replace("+", "&#43;").replace("/", "&#x2F;").replace("=", "&#61;"),
    "in one line": BLOCK.replace("\n", " "),
    "without a blank between": BLOCK.replace("\n", ""),
    "broken at twenty": "\n".join(
        [FIRST, *("".join(BLOCK.split("\n")[1:-2])[n : n + 20] for n in range(0, 420, 20)), LAST]
    ),
    "with empty lines": BLOCK.replace("\n", "\n\n"),
    "indented": lines_with("\t    ", BLOCK),
    "with typographic dashes": BLOCK.replace("-----", "—–"),
    "with dashes that were joined": BLOCK.replace("-----", "——-"),
    "with hidden signs": BLOCK.replace("A", "\u200bA\u00ad").replace("\u200bA\u00adGE", "AGE"),
    "without the equals signs": BLOCK.replace("=", ""),
    "in a fence": f"```\n{BLOCK}```\n",
    "in small letters": BLOCK.replace("BEGIN AGE", "begin age"),
}


@pytest.mark.parametrize("name", NOISY)
def test_block_is_found_in_noise(name: str) -> None:
    text = f"by Marie » Mon 1 Mar 2027\n\n{NOISY[name]}\nGood luck to all!\n"
    (block,) = blocks_in(text)
    assert (block.data, block.problem) == (DATA, "")
    assert block.below == "by Marie » Mon 1 Mar 2027"
    rest = without_blocks(text, [block])
    assert "by Marie" in rest
    assert "Good luck" in rest
    assert "AGE" not in rest


@given(
    st.lists(
        st.tuples(
            st.text("abc XYZ0-=+/[]<>&#;\n\r\t>|»é", max_size=60),
            st.sampled_from(list(NOISY)),
        ),
        max_size=5,
    ),
    st.text("abc XYZ-\n", max_size=40),
)
def test_every_block_of_a_thread_is_found(posts: list[tuple[str, str]], end: str) -> None:
    """Whatever stands between them, and however each was copied."""
    text = "".join(f"{words}\n\n{NOISY[name]}\n" for words, name in posts) + end
    blocks = blocks_in(text)
    assert [block.data for block in blocks] == [DATA] * len(posts)
    rest = without_blocks(text, blocks)
    assert blocks_in(rest) == ()
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    assert rest.count("\n") == plain.count("\n")
    for block in blocks:
        assert "BEGIN" in plain.split("\n")[block.line - 1].upper()


@given(
    st.lists(
        st.sampled_from(
            [FIRST, LAST, BLOCK, "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+", "words", "> ", ""]
        ),
        max_size=12,
    )
)
def test_no_edge_of_a_block_is_dropped(pieces: list[str]) -> None:
    """Each beginning is part of one block, and each end without a beginning is one."""
    text = "\n".join(pieces)
    blocks = blocks_in(text)
    firsts = text.count(FIRST)
    kinds = [line for line in text.split("\n") if line in (FIRST, LAST)]
    strays = sum(
        kind == LAST and (at == 0 or kinds[at - 1] == LAST) for at, kind in enumerate(kinds)
    )
    assert len(blocks) == firsts + strays
    assert all(bool(block.data) != bool(block.problem) for block in blocks)
    assert blocks_in(without_blocks(text, blocks)) == ()


@given(st.text(max_size=300))
def test_any_text_can_be_searched(text: str) -> None:
    assert without_blocks(text, blocks_in(text)).count("\n") >= text.count("\n")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (BLOCK.replace(LAST, ""), 2, "END AGE ENCRYPTED FILE, is missing"),
        (BLOCK.replace(FIRST, ""), 10, "BEGIN AGE ENCRYPTED FILE, is missing"),
        (BLOCK.replace("YWdl", "Marie wrote: "), 2, "other text in it"),
        (f"{FIRST}\n{LAST}", 2, "is cut off, or has other text"),
        (f"Paste what stands between {FIRST} and {LAST}.", 2, "is cut off, or has other text"),
    ],
)
def test_broken_blocks_say_what_is_wrong(text: str, line: int, problem: str) -> None:
    (block,) = blocks_in(f"Hello\n{text}\nBye")
    assert problem in block.problem
    assert block.line == line


def test_cut_block_does_not_swallow_the_next() -> None:
    cut = BLOCK.replace(f"{LAST}\n", "")
    first, second = blocks_in(f"{cut}\nby Jan\n{BLOCK}")
    assert (first.data, second.data) == (b"", DATA)
    assert second.below == "by Jan"


def test_mark_is_of_every_byte() -> None:
    marks = {mark_of(text) for text in (b"", b"A", b"A\n", b"a\n", b"A\r\n")}
    assert len(marks) == 5
    assert all(len(mark) == 24 and mark.count("-") == 4 for mark in marks)
    assert mark_of(b"") == "e3b0-c442-98fc-1c14-9afb"


def test_letter_is_bound_and_unbound() -> None:
    letter = bound_letter("War\nFrance\n\nA PAR H\n", BOUND, SALT)
    assert letter.splitlines()[-3:] == [
        "# sealed for: war, france, 1901 spring-movement",
        "# sealed at: 2027-03-01T10:00:00Z",
        f"# salt: {SALT}",
    ]
    assert binding_of(letter) == BOUND
    assert without_binding(letter) == "War\nFrance\n\nA PAR H\n\n\n\n\n"


def test_letter_without_remarks_is_bound_to_nothing() -> None:
    assert binding_of("France\nA PAR H\n# sealed\n# my salt\n") == Binding()


@pytest.mark.parametrize(
    "line",
    [
        "# sealed for: war, france",
        "# sealed for: ../x, france, 1901 spring-movement",
        "# sealed at: yesterday",
        "# sealed at: 2027-13-01T10:00:00Z",
        "# salt: pepper",
    ],
)
def test_remark_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        binding_of(f"France\nA PAR H\n{line}\n")


def test_of_two_remarks_the_last_counts() -> None:
    letter = bound_letter(
        "A PAR H\n# sealed for: war, austria, 1901 spring-movement\n", BOUND, SALT
    )
    assert binding_of(letter).power == "france"


def test_blocks_come_through_a_mail() -> None:
    """As text in lines of quoted-printable, as an attachment in letters, and as one in bytes."""
    mail = EmailMessage()
    mail["From"], mail["To"] = "Anna <anna@example.org>", "gm@example.org"
    mail.set_content(f"Grüße\n\n{BLOCK}", cte="quoted-printable")
    mail.add_attachment(BLOCK.encode(), "application", "octet-stream", filename="orders.age")
    mail.add_attachment(DATA, "application", "octet-stream", filename="again.age")
    letter = open_letter(bytes(mail))
    assert [block.data for block in blocks_in(letter.text)] == [DATA]
    assert [[block.data for block in blocks_in(part.text)] for part in letter.parts] == [[DATA]] * 2


def test_file_in_bytes_is_read_as_one_in_letters() -> None:
    assert [block.data for block in blocks_in(open_letter(DATA).text)] == [DATA]
