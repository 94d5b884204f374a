"""Press as values: front matter and text, the speaker, and the sides and places that it
mentions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from generator.archive.game.game import PressText
from generator.engine.plain import plain_line, plain_lines
from generator.pages.base.gameview import GameView
from generator.pages.base.linking import Target
from generator.pages.base.words import is_date

PressKind = Literal["press", "declaration", "referee"]
KINDS: Final[Mapping[PressKind, str]] = {
    "press": "Press",
    "declaration": "Declaration",
    "referee": "From the referee",
}
"""The kinds of press and what they are called."""

KEYS: Final = ("title", "from", "to", "date", "phase", "kind")
"""The keys of a press file's front matter; all may be left out."""

LONGEST_LINE: Final = 240
"""Characters of a title or a name; what is longer is cut."""

_NAME: Final = re.compile(r"(?P<date>\d{1,5}(?:-\d\d){0,2})-(?P<slug>.+)")
_REFEREE: Final = re.compile(r"(?:the )?(?:referee|game ?master|gm)", re.IGNORECASE)
_OF: Final = re.compile(r"\b(?:of|for)\b")
_AND: Final = re.compile(r"\s*(?:,|;|&|\band\b)\s*")
_PHASE: Final = re.compile(r"(?P<before>.*?)\b(?P<year>\d{1,5})\b(?P<after>.*)")


class PressPiece(Struct, frozen=True):
    """One text of the press. `name` is the file's (`<date>-<slug>`), `date` a year, month or day.

    `text` is Markdown from people: trust it little. `mentions` are the powers, states, provinces
    and rules that it names. `author` is who signed it, as written; `power` the power that speaks,
    and `signature` the rest of the author's name. `to` are the powers that it is written to, and
    `addressees` the words for it. `phase` is the address of the phase that it belongs to, `year`
    the year of the game; "" and 0 where that is unknown. `hints` are the faults of its front
    matter. `address` is relative to the game's.
    """

    name: str
    title: str
    author: str
    date: str
    text: str
    mentions: tuple[Target, ...] = ()
    power: str = ""
    signature: str = ""
    to: tuple[str, ...] = ()
    addressees: str = ""
    kind: PressKind = "press"
    phase: str = ""
    year: int = 0
    hints: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return f"press/{self.name}/"


def press_pieces(texts: Sequence[PressText], view: GameView) -> tuple[PressPiece, ...]:
    """All press, the oldest first."""
    known = _Known(view)
    pieces = [_piece(text, view, known) for text in texts]
    pieces.sort(key=lambda piece: ([int(part) for part in piece.date.split("-")], piece.name))
    return tuple(pieces)


def pieces_of(press: Sequence[PressPiece], year: int) -> tuple[PressPiece, ...]:
    """The press that belongs to a year of the game, the oldest first."""
    return tuple(piece for piece in press if piece.year == year)


class _Known:
    """The authors who may sign: powers by any of their names, and by their players' names."""

    def __init__(self, view: GameView) -> None:
        self.powers: dict[str, str] = {}
        self.players: dict[str, str] = {}
        for power, shown in view.powers.items():
            for name in (power, shown.name, shown.short, shown.adjective, f"{shown.adjective}s"):
                self.powers.setdefault(name.casefold(), power)
            for player in (shown.player, *(seat.player for seat in shown.seats)):
                if player:
                    self.players.setdefault(player.casefold(), power)

    def power(self, name: str) -> str:
        """The power of a name, or ""."""
        plain = name.strip().casefold()
        return self.powers.get(plain) or self.powers.get(plain.removeprefix("the "), "")


def _piece(press: PressText, view: GameView, known: _Known) -> PressPiece:
    head, body, hints = _front_matter(press.text)
    found = _NAME.fullmatch(press.name)
    date, slug = (found["date"], found["slug"]) if found else ("0", press.name)
    title = head.get("title") or slug.replace("-", " ").capitalize()
    author = head.get("from", "")
    if head.get("date") and is_date(head["date"]):
        date = head["date"]
    elif head.get("date"):
        hints.append(f"{head['date']} is not a date like {date}")
    kind: PressKind = "referee" if _REFEREE.fullmatch(author) else "press"
    if head.get("kind", kind) in KINDS:
        kind = next(named for named in KINDS if named == head.get("kind", kind))
    else:
        hints.append(f"there is no kind {head['kind']} (known: {', '.join(KINDS)})")
    phase, year = _phase(head.get("phase", ""), view)
    if head.get("phase") and not year:
        hints.append(f"there is no phase {head['phase']} in this game")
    at = int(date.partition("-")[0])
    played = {link.year for link in (view.opening, *view.phases)}
    year = year or (at if at in played else 0)
    power, signature = _author(author, known, lambda power: _player(view, power, phase, year))
    body = plain_lines(unicodedata.normalize("NFC", body))
    receivers = _AND.split(head.get("to", ""))
    return PressPiece(
        press.name,
        title,
        author,
        date,
        body,
        view.linker.targets_in_markdown(f"{title}\n\n{body}"),
        power,
        signature,
        tuple(dict.fromkeys(receiver for name in receivers if (receiver := known.power(name)))),
        head.get("to", ""),
        kind,
        phase,
        year,
        tuple(hints),
    )


def _front_matter(text: str) -> tuple[dict[str, str], str, list[str]]:
    """The lines `key: value` between two lines of `---`; the rest; and what is wrong with them.

    A head that is not closed, or that has another line, is taken for text: nothing is lost.
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].strip() != "---":
        return {}, "\n".join(lines), []
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0)
    if not end:
        return {}, "\n".join(lines), ["its head has no second line of ---"]
    head: dict[str, str] = {}
    hints: list[str] = []
    for number, line in enumerate(lines[1:end], 2):
        key, colon, value = line.partition(":")
        key = key.strip().casefold()
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not colon or not re.fullmatch(r"[a-z][a-z _-]*", key):
            return {}, "\n".join(lines), [f"line {number} of its head is not `key: value`"]
        if key not in KEYS:
            hints.append(f"there is no key {key} (known: {', '.join(KEYS)})")
        if said := one_line(value):
            head[key] = said
    return head, "\n".join(lines[end + 1 :]).lstrip("\n"), hints


def one_line(text: str) -> str:
    """A title or a name as one line without characters that draw nothing or turn others around.

    Quotes around all of it go, as YAML would have it.
    """
    plain = unicodedata.normalize("NFC", plain_line(text))
    for quote in "\"'":
        if len(plain) > 1 and plain[0] == quote == plain[-1]:
            plain = plain[1:-1].strip()
    return plain if len(plain) <= LONGEST_LINE else f"{plain[: LONGEST_LINE - 1].rstrip()}…"


def _player(view: GameView, power: str, phase: str, year: int) -> str:
    """The player of a power when a text was written: in the phase at an address, or in a year. ""
    where it was one of several, and nothing shows which."""
    shown = view.powers[power]
    if not shown.seats:
        return shown.player
    links = [link for link in (view.opening, *view.phases) if link.year == year]
    moments = [
        link.moment for link in links if link.moment and link.address == (phase or link.address)
    ]
    names = {shown.at(moment).player for moment in moments}
    return names.pop() if len(names) == 1 else ""


def _author(author: str, known: _Known, player: Callable[[str], str]) -> tuple[str, str]:
    """The power that speaks, and the name beside it: "Lucia Morosin, Venice", "Venice", "The Doge
    of Venice", a player's name. An explicit power goes before the one that a player plays.

    `player` is who plays a power when it speaks.
    """
    if power := known.power(author):
        return power, player(power)
    parts = [part.strip() for part in re.split(r"[,()]", author) if part.strip()]
    for part in reversed(parts):
        if power := known.power(part):
            return power, ", ".join(other for other in parts if other is not part)
    *_, last = _OF.split(author)
    players = (known.players.get(part.casefold(), "") for part in (author, *parts))
    return next((power for power in (known.power(last), *players) if power), ""), author


def _phase(text: str, view: GameView) -> tuple[str, int]:
    """The address of a phase and its year: "1621 movement", "Spring 1901, movement", "1621"."""
    found = _PHASE.fullmatch(text)
    if not found:
        return "", 0
    year = int(found["year"])
    said = _slug(f"{found['before']} {found['after']}")
    for link in (view.opening, *view.phases):
        title = _slug(link.title.replace(str(year), " "))
        if link.year == year and said and said in (link.slug, title):
            return link.address, year
    known = {link.year for link in (view.opening, *view.phases)}
    return "", year if not said and year in known else 0


def _slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.casefold()))
