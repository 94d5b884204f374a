"""private/mail.toml: the server through which receipts are sent. It holds no password."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from generator.archive.files.layout import MAIL_SETTINGS
from generator.archive.files.reading import read_toml
from generator.engine.errors import GameError
from generator.engine.typed import Must, Table

_SECURITY: Final = {"starttls": 587, "tls": 465, "none": 25}
_Line = Annotated[str, Must("{key} is not a text of one line", "", str.isprintable)]
_SERVER: Final = Must("{key} is empty", 'host = "smtp.example.org", from = "..."', bool)
_HERE: Final = ("localhost", "127.0.0.1", "::1")


class MailSettings(Table, frozen=True):
    """A server for mails, and who sends them."""

    host: Annotated[_Line, _SERVER]
    """the server: `"smtp.example.org"`"""
    sender: Annotated[_Line, _SERVER] = field(name="from")
    """the sender: `"Ruth <ruth@example.org>"`"""
    port: Annotated[int, Meta(ge=1, le=65535)] = _SECURITY["starttls"]
    """the port; 465 with `"tls"`, 25 with `"none"`"""
    security: Literal["starttls", "tls", "none"] = "starttls"
    """the encryption: `"starttls"`, `"tls"`, or `"none"`, with a `user` only for a server on this
    machine"""
    user: _Line = ""
    """the login name; without it there is no login"""
    password_env: _Line = ""
    """the environment variable with the password"""
    password_command: tuple[str, ...] = ()
    """a command that prints the password, and its arguments"""


def read_mail_settings(folder: Path) -> MailSettings | None:
    """The settings of a game, or None where it has none. Raises FileError."""
    path = folder / MAIL_SETTINGS
    if not path.exists():
        return None
    toml = read_toml(path)
    data = toml.data
    if "password" in data:
        hint = "set password_env to an environment variable, or password_command to a command"
        raise toml.error("do not store the password in a file", "password", hint=hint)
    settings = toml.read(MailSettings)
    if settings.user and settings.security == "none" and settings.host not in _HERE:
        raise toml.error(
            "a password is sent by encrypted connections only", "security", hint="starttls or tls"
        )
    return settings if "port" in data else replace(settings, port=_SECURITY[settings.security])


def password_of(settings: MailSettings, environment: Any) -> str:
    """The password, from its place in the settings. Raises GameError if it is not there."""
    if not settings.user:
        return ""
    if settings.password_env:
        found = environment.get(settings.password_env, "")
        if not found:
            raise GameError(
                f"the password for {settings.user} is not in {settings.password_env}",
                hint="set that environment variable",
            )
        return str(found)
    if not settings.password_command:
        raise GameError(
            f"there is no password for {settings.user}",
            hint=f"set password_env or password_command in {MAIL_SETTINGS}",
        )
    import subprocess

    try:
        done = subprocess.run(
            settings.password_command, capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        name = settings.password_command[0]
        raise GameError(f"{name} gives no password: {type(error).__name__}") from None
    return done.stdout.rstrip("\r\n")
