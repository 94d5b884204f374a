"""Messages to channels: Discord, a room of Matrix, or any address that takes JSON.

Where a channel is stands in an environment variable, for whoever knows the address may write there.
It is never printed, and a redirection is not followed: it would hand the address on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from http.client import HTTPException
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from generator.archive.publish.notices import News
from generator.engine.errors import GameError

CHANNELS: Final = ("discord", "matrix", "webhook")
TOKEN: Final = "THEATRUM_MATRIX_TOKEN"
_TIMEOUT: Final = 20.0
_LONGEST: Final = 1900
"""Characters of a message; Discord takes 2000."""
_HERE: Final = ("localhost", "127.0.0.1", "::1")
_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]()@])")


class Channel(NamedTuple):
    """Where messages go. `variable` is the environment variable that has the address, `token` is
    what a room of Matrix asks for besides."""

    kind: str
    variable: str
    address: str
    token: str = ""


class NotSent(GameError):
    """A message that did not arrive. `surely` is false where it may have arrived all the same."""

    def __init__(self, channel: Channel, why: str, *, surely: bool) -> None:
        super().__init__(f"{channel.kind}: nothing was sent ({why})" if surely else why)
        self.surely = surely


def channels_of(game: str, environment: Mapping[str, str]) -> tuple[Channel, ...]:
    """The channels that the environment names for a game: THEATRUM_DISCORD_BOHEMIA goes before
    THEATRUM_DISCORD. Raises GameError for what is no address."""
    own = re.sub(r"[^A-Z0-9]", "_", game.upper())
    found: list[Channel] = []
    for kind in CHANNELS:
        for variable in (f"THEATRUM_{kind.upper()}_{own}", f"THEATRUM_{kind.upper()}"):
            address = environment.get(variable, "").strip()
            if address:
                token = environment.get(TOKEN, "").strip() if kind == "matrix" else ""
                _check(variable, address)
                if kind == "matrix" and not token:
                    raise GameError(f"{TOKEN} is not set", hint="a room of Matrix asks for it")
                found.append(Channel(kind, variable, address, token))
                break
    return tuple(found)


def _check(variable: str, address: str) -> None:
    """Raises GameError, which does not repeat the address."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    is_safe = bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in _HERE))
    if not is_safe or not address.isprintable() or " " in address:
        hint = "https://...; http only on this machine"
        raise GameError(f"{variable} is no address of a webhook", hint=hint)


def message_for(kind: str, notice: News, game: str, base: str) -> dict[str, Any]:
    """What is sent to a channel of a kind. `base` is the address of the site, or ""."""
    page = f"{base}{notice.page}" if base else ""
    if kind == "webhook":
        return {
            "game": game,
            "event": notice.event,
            "title": notice.title,
            "lines": list(notice.lines),
            "page": page,
            "due": notice.told.due,
        }
    if kind == "matrix":
        return {"msgtype": "m.notice", "body": _cut([notice.title, *notice.lines, page])}
    # In names and headlines nothing calls anybody or becomes a link: the page alone is one.
    plain = [_MARKS.sub(r"\\\1", line) for line in (notice.title, *notice.lines)]
    text = _cut([f"**{plain[0]}**", *plain[1:], page])
    return {"content": text, "allowed_mentions": {"parse": []}}


def _cut(lines: list[str]) -> str:
    """The lines as one text, the last one, an address, kept whole."""
    *said, page = lines
    text, room = "\n".join(said), _LONGEST - len(page)
    text = text if len(text) <= room else f"{text[: room - 1].rstrip()}…"
    return f"{text}\n{page}" if page else text


class _Stay(HTTPRedirectHandler):
    """Follows no redirection."""

    def redirect_request(self, *_: Any) -> None:
        return None


def send(channel: Channel, message: Mapping[str, Any]) -> None:
    """Send a message. Raises NotSent, which names neither the address nor the token."""
    data = json.dumps(message, ensure_ascii=False, sort_keys=True).encode()
    address, method = channel.address, "POST"
    headers = {"Content-Type": "application/json", "User-Agent": "theatrum"}
    if channel.kind == "matrix":
        # The room takes a message of the same number but once.
        address = f"{address.rstrip('/')}/{quote(sha256(data).hexdigest()[:32])}"
        method, headers["Authorization"] = "PUT", f"Bearer {channel.token}"
    request = Request(address, data, headers, method=method)
    try:
        with build_opener(_Stay).open(request, timeout=_TIMEOUT) as answer:
            answer.read(1)
    except HTTPError as error:
        error.close()
        raise NotSent(channel, f"the answer was {error.code}", surely=True) from None
    except URLError as error:
        why = type(error.reason).__name__ if isinstance(error.reason, Exception) else "no way there"
        surely = not isinstance(error.reason, TimeoutError)
        said = why if surely else f"{channel.kind}: no answer in time; it may have arrived"
        raise NotSent(channel, said, surely=surely) from None
    except (OSError, HTTPException) as error:
        said = f"{channel.kind}: no answer ({type(error).__name__}); it may have arrived"
        raise NotSent(channel, said, surely=False) from None
    except ValueError:
        raise NotSent(channel, f"{channel.variable} is no address", surely=True) from None
