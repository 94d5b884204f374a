"""The arguments of `theatrum post`."""

from __future__ import annotations

from pathlib import Path

from generator.commands.arguments import Commands, add_game

__all__ = ["add_post"]


def add_post(commands: Commands) -> None:
    post = commands.add("post", "post:post", "write a turn as a post for a forum or a mail")
    add_game(post)
    add = post.add_argument
    add(
        "--phase", metavar="P", help='like "1901 spring-movement", or its title (default: the last)'
    )
    add("--year", type=int, metavar="Y", help="all phases of a year in one post")
    add(
        "--format",
        choices=("bbcode", "markdown", "html", "text"),
        help="default: bbcode, or what the dialect is written in",
    )
    add(
        "--dialect",
        metavar="D",
        help="phpbb, smf, vbulletin, xenforo, discourse, reddit, discord, plain or mail "
        "(default: phpbb, discourse, mail or plain, by the format)",
    )
    add("--limit", type=int, metavar="N", help="characters of one post (default: the dialect's)")
    add(
        "--reasons",
        choices=("failed", "all", "none"),
        default="failed",
        help="the orders whose reasons are given (default: failed)",
    )
    add("--image", default="", metavar="URL", help="the address of the map's image")
    add("--subject", action="store_true", help="print only the subject")
    add("--preview", type=Path, metavar="FILE", help="write a page that shows the post")
    add("--images", type=Path, metavar="DIR", help="draw the map in the sizes that forums accept")
    add("--output", type=Path, metavar="DIR", help="write the post there (default: stdout)")
    add("--site", type=Path, default=Path("site"), metavar="DIR")
