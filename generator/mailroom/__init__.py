"""Mails and forum posts with orders in them: what a player meant, what it replaces, the receipt for
it, and where all of it is stored.

    mailboxes -> letter -> reading -> intake -> submissions, receipt

What is imported here takes text and gives values; `intake`, `mailboxes`, `submissions` and what
they use read and write the files of a game.
"""

from generator.mailroom.letter import LONGEST_MAIL, Letter, open_letter
from generator.mailroom.reading import (
    Ignored,
    LetterError,
    MailReading,
    MailTable,
    PhaseLines,
    read_letter,
)
from generator.mailroom.receipt import (
    PhaseReceipt,
    Receipt,
    format_receipt,
    phase_receipt,
    receipt_facts,
)

__all__ = [
    "LONGEST_MAIL",
    "Ignored",
    "Letter",
    "LetterError",
    "MailReading",
    "MailTable",
    "PhaseLines",
    "PhaseReceipt",
    "Receipt",
    "format_receipt",
    "open_letter",
    "phase_receipt",
    "read_letter",
    "receipt_facts",
]
