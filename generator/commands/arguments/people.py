"""The arguments of the commands for deadlines, for players and for their mails."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


def add_people(commands: Commands) -> None:
    commands.group("players", "addresses, new players, dossiers, an auction of the powers")

    auction = commands.add(
        "players auction",
        "people:auction",
        "assign the powers by a blind auction, before the first phase",
    )
    add_game(auction)
    auction.add_argument("bids", type=Path, metavar="FILE", help="the bid of each player (TOML)")
    auction.add_argument("--dry-run", action="store_true", help="show the result; write nothing")

    address = commands.add(
        "players address", "people:address", "print or set the mail addresses of players"
    )
    add_game(address)
    add = address.add_argument
    add("power", metavar="POWER", nargs="?", default="", help="the power (default: all powers)")
    add(
        "addresses",
        metavar="ADDRESS",
        nargs="*",
        default=[],
        help="all mail addresses of the player",
    )
    add("--clear", action="store_true", help="remove the addresses of the current player")
    add_json(address)

    dossier = commands.add(
        "players dossier",
        "people:dossier",
        "write what each player needs to know for the turn",
    )
    add_game(dossier)
    add = dossier.add_argument
    add(
        "power",
        metavar="POWER",
        nargs="?",
        default="",
        help="the power (default: all powers in the game)",
    )
    add("--mail", action="store_true", help="as mails to the players' addresses")
    add(
        "-o", "--output", type=Path, metavar="DIR", help="write a text or mail for each power there"
    )

    replace = commands.add("players replace", "people:replace", "give a power to a new player")
    add_game(replace)
    add = replace.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("player", metavar="NAME", help="who plays it from now on")
    add("--address", action="append", default=[], metavar="A", help="an address of the new player")
    add(
        "--since",
        default="",
        metavar="PHASE",
        help='the first phase, like "1623 builds" (default: the one the game is waiting for)',
    )
    add("--note", default="", metavar="TEXT", help="a note for readers; published on the site")

    handover = commands.add(
        "players handover",
        "people:handover",
        "give a stand-in everything that a player knows",
    )
    add_game(handover)
    add = handover.add_argument
    add("power", metavar="POWER", help="the power, as in game.toml")
    add("--to", required=True, metavar="NAME", help="the new player")
    add(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="write the letter and the power's view of the game there (default: print the letter)",
    )
    add_site(handover)

    upgrade = commands.add("upgrade", "folders:upgrade", "update a game made by an older version")
    add_game(upgrade)


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


def add_calendar(commands: Commands) -> None:
    deadline = commands.add("deadline", "calendar:deadline", "show, set and enforce deadlines")
    add_game(deadline, optional=True)
    deadline.add_argument(
        "--phase",
        default="",
        metavar="P",
        help="the phase (default: the one the game is waiting for)",
    )
    what = deadline.add_mutually_exclusive_group()
    what.add_argument(
        "--set",
        dest="when",
        metavar="WHEN",
        help='set the deadline: "Sunday 20:00", "7 March 2027 8pm", a day, or rhythm',
    )
    what.add_argument("--extend", metavar="SPAN", help='extend the deadline: "2 days"')
    what.add_argument("--clear", action="store_true", help="remove the deadline")
    what.add_argument(
        "--reminder", action="store_true", help="print mails to the powers whose orders are missing"
    )
    what.add_argument(
        "--ics",
        nargs="?",
        type=Path,
        const=Path("-"),
        metavar="FILE",
        help="write a calendar file (default: stdout)",
    )
    what.add_argument("--due", action="store_true", help="list the games whose deadline has passed")
    what.add_argument(
        "--adjudicate", action="store_true", help="adjudicate a game if its deadline has passed"
    )
    deadline.add_argument("--all", action="store_true", help="with --adjudicate: all games")
    deadline.add_argument(
        "--now",
        default="",
        metavar="TIME",
        help="pretend that it is this time (default: the clock)",
    )
    add_site(deadline)
    add_json(deadline)

    pause = commands.add("pause", "calendar:pause", "pause a game, or end a pause")
    add_game(pause)
    pause.add_argument("--end", action="store_true", help="end the pause")
    pause.add_argument(
        "--since", default="", metavar="WHEN", help="when the pause begins (default: now)"
    )
    pause.add_argument(
        "--until", default="", metavar="WHEN", help="when you expect to end the pause"
    )
    pause.add_argument("--reason", default="", help="why; published on the site")
    pause.add_argument(
        "--set",
        dest="when",
        metavar="WHEN",
        help="with --end: when orders are due (default: as many days later as the pause was long)",
    )
    pause.add_argument(
        "--now",
        default="",
        metavar="TIME",
        help="pretend that it is this time (default: the clock)",
    )
    add_json(pause)
