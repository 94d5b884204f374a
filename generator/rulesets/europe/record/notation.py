"""The texts in the tables of a state that have names inside, and how to write them with codes.

"Army Flanders +1"           "A FLA +1"
"Denmark 2; France: 5"       "denmark 2, france 5"
"aligned with the Union"     "aligned union"
"The Papacy, 1620"           "papacy 1620"
"Spain - Dutch Republic"     "spain-dutch"
"at war since 1625"          "war 1625"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final

from generator.engine.naming import Namer, written

STATUSES: Final = ("unaligned", "aligned", "vassal", "neutral", "captured")
RELATIONS: Final = ("war", "alliance", "peace")

_WORDS: Final[Mapping[str, str]] = {
    **{kind: kind for kind in RELATIONS},
    **dict.fromkeys(("at war", "w", "enemies", "enemy"), "war"),
    **dict.fromkeys(("allied", "allies", "ally", "a"), "alliance"),
    **dict.fromkeys(("at peace", "p", "none", "neutral", "truce"), "peace"),
}
_COUNTED: Final = re.compile(
    r"(?P<name>.*[^\W\d_][).]?)[\s:=]*(?P<number>\d+)|(?P<first>\d+)\s+(?P<after>.+)"
)
_DATED: Final = re.compile(r"(.*?)[\s,(]*(?:(?:since|in|from)\s+)?(\d{3,4})\)?", re.IGNORECASE)
_AFTER: Final = re.compile(r"(.*?)\s+after\s+(.+)", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"\s*(?:[-\u2013\u2014/,;&:]|\s(?:and|v|vs|with)\.?\s)\s*", re.IGNORECASE
)


def _infs(text: str, namer: Namer) -> str:
    return ", ".join(
        _number(part.strip(), namer) for part in re.split("[,;]", text) if part.strip()
    )


def _number(part: str, namer: Namer) -> str:
    found = _COUNTED.fullmatch(part)
    if found is None:
        return part
    name = (found["name"] or found["after"]).strip()
    return f"{namer.code(name, namer.facts.powers)} {found['number'] or found['first']}"


def _dated(text: str) -> tuple[str, str]:
    """What stands before a year, and the year with a blank before it; "" without one."""
    found = _DATED.fullmatch(text.strip())
    return (found[1].strip(), f" {found[2]}") if found and found[1] else (text.strip(), "")


def _status(text: str, namer: Namer) -> str:
    kind, _, rest = text.strip().partition(" ")
    rest = re.sub(r"^(with|by|of|to)\s+", "", rest.strip(), flags=re.IGNORECASE)
    kind = namer.code(kind, STATUSES)
    who = _side(rest, namer) if kind == "captured" else namer.code(rest, namer.facts.powers)
    return f"{kind} {who}" if rest else kind


def _side(text: str, namer: Namer) -> str:
    return namer.code(text, {**namer.facts.powers, **namer.facts.states})


def _capture(text: str, namer: Namer) -> str:
    holder, since = _dated(text)
    return f"{_side(holder, namer)}{since}" if holder else text


def _pair(text: str, namer: Namer) -> str:
    """Two powers in their order: names may have hyphens, too."""
    powers, near = namer.facts.powers, text
    for found in _BETWEEN.finditer(text):
        names = (text[: found.start()].strip(), text[found.end() :].strip())
        pair = [namer.code(name, powers) for name in names]
        known = [power for power in pair if power in powers]
        if len(known) == 2:
            return "-".join(sorted(pair, key=list(powers).index))
        near = "-".join(pair) if known else near
    return near


def _relation(text: str, namer: Namer) -> str:
    said, before = text.strip(), ""
    if found := _AFTER.fullmatch(said):
        said, before = found[1], f" after {_relation_word(found[2])}"
    kind, since = _dated(said)
    return f"{_relation_word(kind)}{since}{before}"


def _relation_word(text: str) -> str:
    return _WORDS.get(" ".join(text.casefold().split()), text)


InfsText = Annotated[str, written(_infs)]
StatusText = Annotated[str, written(_status)]
CaptureText = Annotated[str, written(_capture)]
PairText = Annotated[str, written(_pair)]
RelationText = Annotated[str, written(_relation)]
