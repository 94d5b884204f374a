"""The power that wrote a letter: by addresses, headings and the subject, or by a player's name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from generator.engine.orders.words import fold
from generator.mailroom.layers import MailLine
from generator.mailroom.letter import Letter, addresses_in
from generator.mailroom.marking import Mark
from generator.mailroom.prose import ProseJudge
from generator.mailroom.subjects import Eyes, Subject
from generator.mailroom.table import LetterError, MailTable

_LAST_LINES: Final = 4
"""Lines at the end of a mail that may contain its author's name."""


def author_of(
    letter: Letter,
    lines: Sequence[MailLine],
    marks: Sequence[Mark],
    forwarded: Sequence[str],
    subject: Subject,
    eyes: Eyes,
) -> tuple[str, str]:
    """The power that wrote a letter, and a note on how it was found ("" for none).
    Raises LetterError if that is not certain."""
    judge, table = eyes.judge, eyes.table
    sender = table.writers(letter.senders) or table.writers(addresses_in(forwarded))
    marks = _of_this_game(marks)
    said = [mark for mark in marks if len(mark.heading.powers) == 1]
    heads = [mark for mark in said if not mark.bare or mark.heads]
    plain = [mark for mark in heads if not mark.heading.among]
    strong = {mark.heading.powers[0] for mark in plain or heads}
    own = strong or {mark.heading.powers[0] for mark in said}
    named = set(subject.heading.powers)
    if (sender or len(named) == 1) and _begins_with_orders(marks, judge):
        own = set()  # a name below orders is not that of their author
    clues = [clue for clue in (sender, own, named if len(named) == 1 else set()) if clue]
    labels = {one for mark in marks if (one := eyes.headings.label(mark.line.text))}
    if not clues and labels:
        clues = [labels]
    note = ""
    if not clues:
        senders = [letter.sender_name, *(sender.partition("<")[0] for sender in forwarded)]
        if players := players_in(senders, _closing(lines, judge), table):
            clues = [players]
            names = " or ".join(dict.fromkeys(table.players[power] for power in players))
            note = f"only the player's name, {names}, shows whose orders these are"
    if not clues:
        raise LetterError("the mail does not show whose orders it contains", hint="add --power")
    certain = set.intersection(*clues)
    if len(certain) == 1:
        return certain.pop(), note
    powers = [power for power in table.powers if any(power in clue for clue in clues)]
    listed = ", ".join(table.powers[power].name for power in powers)
    hint = "add --power"
    if any(len(clue) > 1 for clue in clues):
        hint = "add --power, or --all to store the orders below each power's name"
    raise LetterError(f"the mail may be that of {listed}", hint=hint)


def _of_this_game(marks: Sequence[Mark]) -> list[Mark]:
    """The lines that are not below the name of another game."""
    away = False
    found = []
    for mark in marks:
        away = mark.game == "other" if mark.game else away
        if not away:
            found.append(mark)
    return found


def _begins_with_orders(marks: Sequence[Mark], judge: ProseJudge) -> bool:
    for mark in marks:
        if mark.heading.powers:
            return False
        if not mark.heading and judge.may_be_order(mark.line.text):
            return True
    return False


def _closing(lines: Sequence[MailLine], judge: ProseJudge) -> list[str]:
    """The lines below the orders: a closing phrase, a name, the signature."""
    found: list[str] = []
    own = [line.text for line in lines if line.layer == "own"]
    for text in reversed(own):
        if judge.may_be_order(text) or len(found) == _LAST_LINES:
            break
        found.append(text)
    return found + [line.text for line in lines if line.layer == "signature"]


def players_in(senders: Iterable[str], closing: Iterable[str], table: MailTable) -> set[str]:
    """The powers whose player is mentioned: in full, or by the first name where only one has it."""
    names = {words for text in senders if (words := _folded_words(text))}
    said = names | {words for text in closing if (words := _folded_words(text))}
    known = {power: _folded_words(player) for power, player in table.players.items()}
    full = {power for power, name in known.items() if name in said}
    if full:
        return full
    alone = {words[0] for words in said if len(words) == 1 and len(words[0]) > 2}
    begun = {words[0] for words in names}
    found = {
        power: name
        for power, name in known.items()
        if name and (name[0] in alone or (len(name) == 1 and name[0] in begun))
    }
    return set(found) if len(set(found.values())) == 1 else set()


def _folded_words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(fold, text[:100].strip(" ,.!-~*").replace(",", " ").split())))
