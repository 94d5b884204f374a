"""private/mail.toml: the server through which receipts are sent. It holds no password."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from generator.archive.files.layout import MAIL_SETTINGS
from generator.archive.files.reading import read_toml
from generator.archive.game.settings import nearest
from generator.engine.errors import GameError

_TEXTS: Final = ("host", "from", "user", "security", "password_env")
_KEYS: Final = (*_TEXTS, "port", "password_command")
_SECURITY: Final = {"starttls": 587, "tls": 465, "none": 25}
_HERE: Final = ("localhost", "127.0.0.1", "::1")


class MailSettings(Struct, frozen=True):
    """A server for mails, and who sends them."""

    host: str
    """the server: `"smtp.example.org"`"""
    sender: str = field(name="from")
    """the sender: `"Ruth <ruth@example.org>"`"""
    port: int = _SECURITY["starttls"]
    """the port; 465 with `"tls"`, 25 with `"none"`"""
    security: str = "starttls"
    """the encryption: `"starttls"`, `"tls"`, or `"none"`, with a `user` only for a server on this
    machine"""
    user: str = ""
    """the login name; without it there is no login"""
    password_env: str = ""
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
    for key, value in data.items():
        if key not in _KEYS:
            raise toml.error(f"there is no {key} here", key, hint=nearest(key, _KEYS, "keys"))
        if key in _TEXTS and not (isinstance(value, str) and value.isprintable()):
            raise toml.error(f"{key} is not a text of one line", key)
    for key in ("host", "from"):
        if not data.get(key):
            raise toml.error(f"{key} is missing", hint='host = "smtp.example.org", from = "..."')
    security = data.get("security", "starttls")
    if security not in _SECURITY:
        raise toml.error(
            f"{security!r} is not a kind of security", "security", hint=f"{', '.join(_SECURITY)}"
        )
    port = data.get("port", _SECURITY[security])
    if type(port) is not int or not 0 < port < 65536:
        raise toml.error("port is not a number from 1 to 65535", "port")
    command = data.get("password_command", [])
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise toml.error("password_command is not a list of texts", "password_command")
    if data.get("user") and security == "none" and data["host"] not in _HERE:
        raise toml.error(
            "a password is sent by encrypted connections only", "security", hint="starttls or tls"
        )
    return MailSettings(
        data["host"],
        data["from"],
        port,
        security,
        data.get("user", ""),
        data.get("password_env", ""),
        tuple(command),
    )


def password_of(settings: MailSettings, environment: Any) -> str:
    """The password, from where the settings say. Raises GameError if it is not there."""
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
