"""Mails and forum posts with orders in them: what a player meant, and the receipt for it.

Text in, values out: nothing here reads or writes a file, a clock or the network.
"""

from generator.mail.letter import LONGEST_MAIL, Letter, open_letter
from generator.mail.reading import (
    Ignored,
    LetterError,
    MailReading,
    MailTable,
    PhaseLines,
    read_letter,
)
from generator.mail.receipt import (
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
