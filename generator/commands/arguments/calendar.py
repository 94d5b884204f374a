"""The arguments of the commands for deadlines."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


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
