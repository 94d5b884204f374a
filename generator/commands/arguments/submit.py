"""The arguments of `theatrum submit`."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json


def add_submit(commands: Commands) -> None:
    submit = commands.add("submit", "submit:run", "store the orders of mails and print receipts")
    add_game(submit)
    add = submit.add_argument
    add(
        "files",
        metavar="PATH",
        nargs="*",
        default=[],
        help="mails as you received them: files, mboxes, folders (default: standard input, -)",
    )
    whose = submit.add_mutually_exclusive_group()
    whose.add_argument("--power", metavar="POWER", help="the power whose orders they are")
    whose.add_argument(
        "--all",
        action="store_true",
        help="read one text with the orders of all powers, each below its name",
    )
    add("--phase", metavar="P", help="the phase (default: the one the game is waiting for)")
    add(
        "--received",
        default="",
        metavar="TIME",
        help="when the mails arrived (default: the last server's time stamp, or else the clock)",
    )
    how = submit.add_mutually_exclusive_group()
    how.add_argument(
        "--add", action="store_true", help="add the orders to the power's sheet, one by one"
    )
    how.add_argument(
        "--replace",
        action="store_true",
        help="replace the power's whole sheet, even with fewer orders",
    )
    what = submit.add_mutually_exclusive_group()
    what.add_argument("--held", action="store_true", help="list the mails on hold")
    what.add_argument(
        "--accept",
        action="append",
        default=[],
        metavar="POWER[:N]",
        help="accept a mail on hold, or return to version N",
    )
    what.add_argument(
        "--reject",
        action="append",
        default=[],
        metavar="POWER[:N]",
        help="reject a mail on hold",
    )
    add("--receipts", type=Path, metavar="DIR", help="write the receipts there as mails (.eml)")
    add(
        "--smtp",
        action="store_true",
        help="send the receipts through the mail server in private/mail.toml",
    )
    add("--dry-run", action="store_true", help="write nothing")
    add(
        "--now",
        default="",
        metavar="TIME",
        help="pretend that it is this time (default: the clock)",
    )
    add_json(submit)
