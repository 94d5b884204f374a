"""How a sheet leaves the desk: by mail, as a file, and sealed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from hashlib import sha384
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest, links_from
from generator.pages.story.chronicle import Chronicle

SEALER: Final = "desk/sealer.js"
"""The address of the script that seals letters."""


class Sending(Struct, frozen=True):
    """What the script of a desk needs to know to send a sheet.

    `recipients` are the keys that letters are sealed to, none where the game has none, and `sealer`
    the link to the script that does it with its `integrity`, both "" where the site goes without.
    """

    mail: str
    recipients: tuple[str, ...] = ()
    sealer: str = ""
    integrity: str = ""

    @property
    def facts(self) -> dict[str, Any]:
        """For the data of the page."""
        return asdict(self)


def sending_of(chronicle: Chronicle) -> Sending:
    """How sheets of a game are sent."""
    maker, game = chronicle.maker, chronicle.game
    settings = maker.settings
    is_public = game.settings.orders == "public"
    # Sealed orders of a game with public ones would be opened into a public file.
    recipients = () if is_public else game.settings.recipients
    seals = bool(recipients and maker.sealer)
    return Sending(
        settings.mail,
        recipients,
        links_from(chronicle.desk)[SEALER] if seals else "",
        _integrity(maker.sealer) if seals else "",
    )


def sealer_files(maker: PageMaker) -> Iterator[Page]:
    """The script that seals letters, once for all games; nothing where it is not set up."""
    if maker.sealer:
        inputs = (("sealer", digest(maker.sealer)),)
        yield maker.file(SEALER, "file", inputs, partial(bytes, maker.sealer))


def _integrity(script: bytes) -> str:
    return f"sha384-{b64encode(sha384(script).digest()).decode()}"
