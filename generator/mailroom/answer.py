"""A receipt as a mail, to be sent to the power and to no one else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from generator.mailroom.receipt import Receipt, format_receipt
from generator.mailroom.words import says

if TYPE_CHECKING:
    from email.message import EmailMessage

_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,200}")
_ID: Final = re.compile(r"<[^<>\s]{1,200}>")


def recipient(senders: Sequence[str], known: Sequence[str], *, stranger: bool) -> str:
    """The address that a receipt goes to: the sender's, if it belongs to the power or none is
    noted; for a mail of a stranger, the power's own. "" for no one."""
    own = [sender for sender in senders if sender in known] if known or stranger else list(senders)
    found = next(iter((*own, *known)), "")
    return found if _ADDRESS.fullmatch(found) else ""


def answer_to(
    receipt: Receipt,
    to: str,
    name: str,
    *,
    now: datetime,
    sender: str = "",
    subject: str = "",
    message_id: str = "",
    strange_sender: str = "",
) -> EmailMessage:
    """The mail with a receipt. `subject` and `message_id` are those of the mail that it answers,
    `name` is the player's. `strange_sender`: the mail came from there, and is not the power's."""
    from email.headerregistry import Address
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    message = EmailMessage(policy=SMTP)
    if sender:
        message["From"] = one_line(sender)
    message["To"] = Address(one_line(name), addr_spec=to)
    said = one_line(subject)
    if strange_sender or not said:
        title = receipt.phases[0].title if receipt.phases else "your mail"
        said = f"{receipt.game}: {receipt.name}, {title}"
        message["Subject"] = one_line(said)
    else:
        message["Subject"] = said if says("reply", said) else f"Re: {said}"
    message["Date"] = format_datetime(now)
    if not strange_sender and (found := _ID.fullmatch(message_id.strip())):
        message["In-Reply-To"] = found[0]
        message["References"] = found[0]
    text = format_receipt(receipt)
    if strange_sender:
        text = (
            f"A mail with orders for {receipt.name} came from {one_line(strange_sender)}.\n"
            f"It is not certain that {receipt.name}'s player sent it.\n"
            f"If you did not send it, write to your referee.\n\n{text}"
        )
    host = to_host(sender)
    if host:
        digest = sha256(f"{to}\n{message['Date']}\n{message_id}\n{text}".encode()).hexdigest()
        message["Message-ID"] = f"<{digest[:32]}@{host}>"
    message.set_content(text)
    return message


def one_line(text: str, longest: int = 200) -> str:
    """A text from a mail as one line without hidden signs, at most so long."""
    plain = " ".join(text.split())
    return "".join(sign for sign in plain if sign.isprintable())[:longest]


def to_host(sender: str) -> str:
    """The part of an address behind the "@"; "" without one."""
    found = _ADDRESS.search(sender)
    return found[0].rpartition("@")[2] if found else ""
