"""Who wrote which line of a mail: the author, or someone whom the author quotes or forwards.

    Sorry, I meant Burgundy:                      own
    A PAR - BUR                                   own
    ~~A PAR - PIC~~                               own, struck
    --                                            mark
    Jean, from my phone                           signature
    On Tue, 2 Mar 2027, Ruth wrote:               mark: what follows is quoted
    > Will be done:                               quoted (a line of our own receipt)
    >   A PAR - PIC                               quoted
    ---------- Forwarded message ---------        mark: what follows is forwarded
    From: Marie <marie@example.org>               mark, and one of the headers
    F BRE - MAO                                   forwarded

A mark classifies everything that follows (`rest`), until another mark. A line's own sign counts
only for that line: ">" makes it quoted, or leaves it forwarded below the mark of a forwarded mail.

Invariants.
- Every line that is not blank comes back once, in order, with its number in the mail: a receipt can
  refer to it. An encrypted text comes back as the one line that reports it.
- Only lines of the layer "own" are taken as orders right away. A doubtful mark makes its lines
  quoted, which the receipt lists as not taken; it never makes quoted lines into orders.
- A receipt that is among the author's lines without any mark is quoted to its end.
- A line that is longer than anyone writes is not searched for marks, so no pattern runs away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.mailroom.encrypted import encrypted_rest, is_encrypted, is_signature
from generator.mailroom.plain import QUOTED_BELOW, without_marks
from generator.mailroom.quotations import (
    LONGEST,
    after_blank,
    after_headers,
    attribution_end,
    dashed_end,
    forward_end,
    has_date,
    header_block,
    signs_follow,
)

Layer = Literal["own", "forwarded", "quoted", "signature", "mark", "encrypted"]

UNDERSTOOD: Final = "Will be done:"
"""The line in a receipt above the orders."""
FORECAST: Final = "If no one else sends orders:"
"""The line in a receipt above the outcomes of the orders."""
RECEIPT_LINES: Final = frozenset(
    (UNDERSTOOD, "Would be done:", "Will not be done:", "Would not be done:", "May not be done:")
) | {"Understood:"}
"""By these lines a receipt is known where it is quoted, also one of an earlier version."""

_RECEIPT_END: Final = re.compile(r"Record: [0-9a-f]{16}\b")
# Only a bar or a colon in front, and not a row of a table.
_QUOTE = re.compile(r"\s*(?:(?![AF]>)[A-Z]{1,3}(?=>\s))?(?:(?:[>▌▎▍▏%]|[|:](?=\s+\w[^|]*\Z))\s?)+")
# The lines that programs put below what is written: `Sent from my iPhone`, in any language.
_DEVICE = re.compile(
    r"(?:sent from my|sent from|sent with|sent via|get outlook for|von meine[mr]\S* .{2,30}gesendet"
    r"|gesendet von|envoyé de(?:puis)? mon|enviado desde mi|inviato da|verzonden vanaf)\b"
    r"|(?=.{4,60}\Z)(?:[^\W\d]\S*\s+){0,6}\S*(?:iphon|ipad(?!o)|android|blackberry|outlook)",
    re.IGNORECASE,
)
# A line across the page, perhaps with words in it: `-----`, `*** Original ***`.
_RULE: Final = re.compile(
    r"(?:[-_=*~#+](?:\s?[-_=*~#+]){2,}|[-_=*~#]{2,}\s?[^\W_][^\n]{0,60}?\s?[-_=*~#]{2,})\Z"
)
_STRUCK: Final = re.compile(r"~~[^~]+~~")
# A comment of programs is left out, as what is struck is; behind an order, it is a remark.
_COMMENT: Final = re.compile(r"(\A|\S)\s*(?:/\*|<!--)(.*?)(?:\*/|-->)\Z")
_STRUCK_TAG: Final = re.compile(
    r"[\[<]/?(?:s|strike|del)[\]>]|\A(?:/\*|<!--)|(?:\A|(?<=\s))\*/\Z|\A-->\Z", re.IGNORECASE
)


class MailLine(Struct, frozen=True):
    """A line of a mail without marks. `number` counts the mail's lines from 1; a line of the layer
    "mark" only announces whose words follow; `struck`: the author has crossed it out; `rule`: it is
    a line across the page, below which old orders may be; `dash`: it begins with a dash or an
    arrow, as an item of a list or the rest of an order does."""

    number: int
    text: str
    layer: Layer
    struck: bool = False
    rule: bool = False
    dash: bool = False


def lines_of(text: str, *, forwards: bool = False) -> tuple[tuple[MailLine, ...], str]:
    """The lines that are not blank, and the headers of what is forwarded ("" for none).
    `forwards`: by its subject, the mail below the headers is forwarded."""
    lines = text.split("\n")
    found: list[MailLine] = []
    headers: list[str] = []
    rest: Layer = "own"
    in_receipt = has_bare = False
    depth = 0
    at = 0
    encrypted = encrypted_rest(lines)
    while at < len(lines):
        line = lines[at]
        plain = line.strip()
        opened = plain.lower().count("[quote")
        if opened or depth:
            depth = max(depth + opened - plain.lower().count("[/quote]"), 0)
            quoted = "" if at in encrypted else without_marks(plain)
            found.append(MailLine(at + 1, quoted, "quoted"))
        elif at in encrypted:
            pass
        elif not plain.startswith(">") and is_encrypted(plain):
            bare = plain if len(line) > LONGEST else without_marks(plain)
            found.append(MailLine(at + 1, bare, rest if rest == "quoted" else "encrypted"))
        elif len(line) > LONGEST:
            found.append(MailLine(at + 1, line, rest))
        elif plain and (marked := _marker(lines, at, rest, forwards)) is not None:
            in_receipt = rest == "own" and _is_receipt_head(lines, at)
            rest, end = marked
            is_another = forward_end(lines, at) > at
            if has_bare and not is_another and attribution_end(lines, at) == at:
                rest = "quoted"  # what the forwarded mail answers
            has_bare = has_bare and not is_another
            headers += lines[at:end] if rest == "forwarded" else []
            found += (
                MailLine(number, lines[number - 1].strip(), "mark")
                for number in range(at + 1, end + 1)
            )
            at = end
            continue
        elif line in ("-- ", "--  ") and rest == "own":
            rest = "signature"
            found.append(MailLine(at + 1, plain, "mark"))
        elif _DEVICE.match(plain) or (is_signature(plain) and rest == "own"):
            found.append(MailLine(at + 1, plain, "signature"))
        elif quote := _QUOTE.match(line):
            # A forwarded mail has signs on all its lines, or on those that its author quotes.
            layer: Layer = "forwarded" if rest == "forwarded" and not has_bare else "quoted"
            found.append(_written(at + 1, line[quote.end() :].strip(), layer))
        elif plain:
            has_bare = has_bare or rest == "forwarded"
            if rest == "own" and without_marks(plain) in RECEIPT_LINES:
                rest, in_receipt = "quoted", True
            found.append(_written(at + 1, plain, rest))
            if in_receipt and _RECEIPT_END.match(plain):
                rest, in_receipt = "own", False
        at += 1
    found = [line for line in found if line.text]
    return tuple(_struck_together(found)), "\n".join(headers)


def _written(number: int, plain: str, layer: Layer) -> MailLine:
    """A line as written, without any part that is struck out, unless that is all of it."""
    if comment := _COMMENT.search(plain):
        before = plain[: comment.end(1)]
        plain = f"{before} # {comment[2].strip()}" if before else f"~~{comment[2]}~~"
    plain = _STRUCK_TAG.sub("~~", plain)
    bare = plain.lstrip("*-• ")
    is_struck = bare.startswith("~~") and bare.endswith("~~") and any(map(str.isalnum, bare))
    is_struck = is_struck and "~~" not in bare[2:-2].strip("~")
    kept = plain if is_struck else _STRUCK.sub(" ", plain)
    if kept != plain and not any(map(str.isalnum, kept)):
        is_struck, kept = True, plain
    text = without_marks(kept)
    text = text.replace("~~", "") if is_struck else text
    is_rule = _RULE.match(plain) is not None
    text = text or (plain if is_rule else "")
    return MailLine(number, text, layer, is_struck, is_rule, plain.startswith("-"))


def _struck_together(found: Sequence[MailLine]) -> Iterator[MailLine]:
    """The lines; those between two signs in different lines are struck, or the one that begins
    with a sign without another."""
    struck: set[int] = set()
    first = -1
    for at, line in enumerate(found):
        if line.layer != "own" or line.rule:
            continue
        if line.text.startswith("~~") and first < 0:
            first = at
        elif line.text.endswith("~~") and first >= 0:
            struck.update(range(first, at + 1))
            first = -1
    struck.update([first] if first >= 0 else [])
    for at, line in enumerate(found):
        text = line.text.replace("~~", "")
        if at not in struck or line.layer != "own" or line.rule:
            yield line
        else:
            yield replace(line, text=text, struck=True) if text else replace(line, layer="mark")


def _marker(lines: Sequence[str], at: int, rest: Layer, forwards: bool) -> tuple[Layer, int] | None:
    """The text below the marks that mail programs put above others' words, and its start."""
    below: Layer = "forwarded" if rest == "forwarded" or forwards else "quoted"
    plain = lines[at].strip()
    if plain.startswith(">"):
        # Some programs put the sign only on the head of a quotation.
        end = header_block(lines, at)
        is_alone = end > at and not signs_follow(lines, after_blank(lines, end))
        return (below, end) if is_alone else None
    if plain == QUOTED_BELOW:
        return "quoted", after_headers(lines, at + 1)
    if (end := forward_end(lines, at)) > at:
        return "forwarded", end
    if (end := dashed_end(lines, at)) > at:
        return ("forwarded" if forwards and rest != "forwarded" else "quoted"), end
    if (end := header_block(lines, at)) > at:
        return below, after_blank(lines, end)
    if (end := attribution_end(lines, at)) > at:
        # Where quoted lines have their own mark, those without it are the author's again.
        return (rest if signs_follow(lines, end) else "quoted"), end
    if _is_receipt_head(lines, at):
        return ("quoted" if rest == "own" else rest), at + 2
    return None


def _is_receipt_head(lines: Sequence[str], at: int) -> bool:
    """Whether our own receipt begins in a line: `Std: France`, and below it when it came."""
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    return below.startswith("Received: ") and ":" in lines[at] and has_date(below)
