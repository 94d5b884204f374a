"""The arguments of the commands for posts and messages."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game, add_json, add_site


def add_post(commands: Commands) -> None:
    post = commands.add("post", "post:post", "write a turn as a post for a forum or a mail")
    add_game(post)
    add = post.add_argument
    add(
        "--phase",
        metavar="P",
        help='like "1901 spring-movement", or its title (default: the last phase with orders)',
    )
    add("--year", type=int, metavar="Y", help="all phases of a year in one post")
    add(
        "--format",
        choices=("bbcode", "markdown", "html", "text"),
        help="the format (default: bbcode, or the one of the dialect)",
    )
    add(
        "--dialect",
        metavar="D",
        help="phpbb, smf, vbulletin, xenforo, discourse, reddit, discord, plain or mail "
        "(default: phpbb, discourse, mail or plain, by the format)",
    )
    add(
        "--limit",
        type=int,
        metavar="N",
        help="the most characters in one post (default: the dialect's limit)",
    )
    add(
        "--reasons",
        choices=("failed", "all", "none"),
        default="failed",
        help="which orders get a reason (default: failed)",
    )
    add("--image", default="", metavar="URL", help="the address of the map's image")
    add("--subject", action="store_true", help="print only the subject")
    add("--preview", type=Path, metavar="FILE", help="write a page that previews the post")
    add("--images", type=Path, metavar="DIR", help="draw the map in the sizes that forums accept")
    add(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help="the folder to write the post to (default: standard output)",
    )
    add_site(post)


def add_announce(commands: Commands) -> None:
    announce = commands.add("announce", "announce:announce", "notify players of what happened")
    add_game(announce, optional=True, default="all games")
    add = announce.add_argument
    add(
        "--send", action="store_true", help="send the messages, once each (default: only show them)"
    )
    add(
        "--event",
        action="append",
        default=[],
        choices=("turn", "over", "deadline", "correction", "reminder"),
        help="only these events (default: all)",
    )
    add("--mails", type=Path, metavar="DIR", help="also write mails for you to send to the players")
    add(
        "--remind",
        default="24 hours",
        metavar="SPAN",
        help="how long before the deadline to remind players (default: 24 hours)",
    )
    add("--base", default="", metavar="URL", help="the site's address, if site.toml has none")
    add_site(announce)
    add(
        "--now",
        default="",
        metavar="TIME",
        help="pretend that it is this time (default: the clock)",
    )
    add_json(announce)
