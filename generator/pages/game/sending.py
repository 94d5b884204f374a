"""How a sheet leaves the desk: by mail, as a file, as a pull request, and sealed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from hashlib import sha384
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from generator.archive.files.layout import orders_path
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest, links_from
from generator.pages.story.chronicle import Chronicle

SEALER: Final = "desk/sealer.js"
"""The address of the script that seals letters."""


class Sending(Struct, frozen=True):
    """What the script of a desk needs to know to send a sheet.

    `recipients` are the keys that letters are sealed to, none where the game has none, and `sealer`
    the link to the script that does it with its `integrity`, both "" where the site goes without.
    `new` and `edit` begin the addresses at which a file is proposed to the repository: in `orders`,
    that of a power's orders if the game's orders are public (`there` are the powers that have one),
    otherwise in the inbox for sealed letters.
    """

    mail: str
    recipients: tuple[str, ...] = ()
    sealer: str = ""
    integrity: str = ""
    new: str = ""
    edit: str = ""
    is_public: bool = False
    there: tuple[str, ...] = ()

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
    new = edit = ""
    if settings.repository and (is_public or seals):
        year = chronicle.now.year
        folder = (
            f"{game.folder.parent.name}/{game.slug}/{f'{year}/orders' if is_public else 'inbox'}"
        )
        new = f"{settings.repository}/new/{settings.branch}/{folder}"
        edit = f"{settings.repository}/edit/{settings.branch}/{folder}"
    files = {
        power: game.folder / orders_path(chronicle.now.year, power)
        for power in chronicle.view.powers
    }
    return Sending(
        settings.mail,
        recipients,
        links_from(chronicle.desk)[SEALER] if seals else "",
        _integrity(maker.sealer) if seals else "",
        new,
        edit,
        is_public,
        tuple(power for power, file in files.items() if is_public and file.is_file()),
    )


def sealer_files(maker: PageMaker) -> Iterator[Page]:
    """The script that seals letters, once for all games; nothing where it is not set up."""
    if maker.sealer:
        inputs = (("sealer", digest(maker.sealer)),)
        yield maker.file(SEALER, "file", inputs, partial(bytes, maker.sealer))


def _integrity(script: bytes) -> str:
    return f"sha384-{b64encode(sha384(script).digest()).decode()}"
