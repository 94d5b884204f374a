"""`theatrum post`: a turn as text to paste into a forum or a mail, and its maps as images."""

from __future__ import annotations

from argparse import Namespace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from generator.archive import Game, PhaseRecord, load_game
from generator.archive.game.phasenames import find_record
from generator.archive.play.adjudicating import last_decided
from generator.commands.folders import game_folder
from generator.commands.output import make_output_folder, say, show, write_images, write_result
from generator.engine.errors import GameError, UsageError

if TYPE_CHECKING:
    from generator.posts import Post
    from generator.posts.dialects import Dialect

SUFFIXES: Final = {"bbcode": "bbcode.txt", "markdown": "md", "html": "html", "text": "txt"}

NO_MAP: Final = (
    "the post has no map: upload its image (--images DIR draws it) and give its address (--image), "
    "or set base and png = true in site.toml"
)


def post(options: Namespace) -> int:
    """Prints the post, or writes it to a folder; draws the images if they are asked for."""
    dialect = _dialect(options)
    game = load_game(game_folder(options))
    numbers = _phases(game, options)
    if options.images:
        _draw(game, numbers, options.images)
        if not (options.subject or options.output or options.preview):
            return 0
    posts = _posts(game, numbers, options)
    from generator.posts.rendering import subject_of

    subject = subject_of(posts)
    if options.subject:
        show(subject)
        return 0
    parts = _render(posts, dialect, options)
    if dialect.format == "html":
        from generator.posts.preview import mail_page

        parts = (mail_page(subject, "".join(parts)),)
    if options.preview:
        from generator.posts.preview import preview_page

        write_result(preview_page(subject, parts, dialect).encode(), options.preview)
    if options.output:
        moment = game.phases[numbers[-1]].moment
        # The same name whenever the post is made: "1621-movement", "1621".
        name = str(moment.year) if options.year is not None else f"{moment.year}-{moment.phase}"
        _write(parts, name, dialect, options.output)
    say(f"subject: {subject}")
    if not posts[-1].map:
        say(NO_MAP)
    if not options.output and not options.preview:
        cut = "\n-----8<----- {} of {}\n\n"
        write_result(
            "".join(
                (cut.format(number, len(parts)) if number > 1 else "") + part
                for number, part in enumerate(parts, 1)
            ).encode(),
            None,
        )
    return 0


# --- what was asked for


def _dialect(options: Namespace) -> Dialect:
    """The dialect that was named, or the first of the format. Raises UsageError."""
    from generator.posts.dialects import dialect_of, dialects

    if not options.dialect:
        return dialect_of(options.format or "bbcode")
    if options.dialect not in dialects():
        raise UsageError(
            f"there is no dialect {options.dialect}", hint=f"dialects: {', '.join(dialects())}"
        )
    found = dialect_of(options.dialect)
    if options.format and options.format != found.format:
        raise UsageError(
            f"{found.name} is written in {found.format}, not in {options.format}",
            hint="leave out --format, or choose another --dialect",
        )
    return found


def _phases(game: Game, options: Namespace) -> tuple[int, ...]:
    """The numbers of the post's phases (from 0). Raises GameError, UsageError."""
    if options.phase and options.year is not None:
        raise UsageError("--phase and --year contradict each other", hint="leave one of them out")
    if not game.phases:
        raise GameError(
            f"{game.slug} has no adjudicated phase yet", hint=f"theatrum adjudicate {game.slug}"
        )
    if options.year is not None:
        found = tuple(
            number
            for number, record in enumerate(game.phases)
            if record.moment.year == options.year
        )
        if not found:
            raise GameError(
                f"no phase of {options.year} is adjudicated", hint="choose another --year"
            )
        return found
    if not options.phase:
        return (last_decided(game),)
    record = find_record(game, options.phase)
    if not isinstance(record, PhaseRecord):
        raise GameError(
            "nothing happened before the opening",
            text=options.phase,
            hint="choose a phase that was adjudicated",
        )
    return (game.phases.index(record),)


def _posts(game: Game, numbers: tuple[int, ...], options: Namespace) -> list[Post]:
    """The reports of the phases. The last one of the game has the orders due."""
    from generator.pages.base.gameview import game_view
    from generator.pages.base.settings import read_settings
    from generator.pages.game.postfacts import phase_post
    from generator.pages.maps.material import Material
    from generator.pages.story.corrections import corrections
    from generator.pages.story.facts import phase_facts, state_facts
    from generator.posts.dialects import is_address

    if options.image and not is_address(options.image):
        raise UsageError(
            "it must be a whole address, without brackets and quotes", text=options.image
        )
    settings = read_settings(options.site)
    if settings.base and not is_address(settings.base):
        raise GameError(
            "the base of site.toml cannot be used in a post",
            text=settings.base,
            hint="write the site's whole address, like https://example.org/games/",
        )
    view = game_view(game)
    corrected = corrections(game, view)
    posts = []
    for number in numbers:
        record = game.phases[number]
        material = Material(game, record)
        is_newest = number in (len(game.phases) - 1, last_decided(game))
        now = state_facts(game.ruleset, game.current_state()) if is_newest else None
        facts = phase_facts(material, record.rulings)
        image = options.image if number == numbers[-1] else ""
        post = phase_post(
            game,
            view,
            number,
            material,
            facts,
            settings,
            map_address=image,
            now=now,
            notices=corrected.get(record.moment, ()),
        )
        posts.append(post)
    return posts


def _render(posts: list[Post], dialect: Dialect, options: Namespace) -> tuple[str, ...]:
    """The parts of the post. Raises UsageError for a limit that one order exceeds."""
    from generator.posts.rendering import TooLongError, render_posts

    if options.limit is not None and options.limit < 0:
        raise UsageError("--limit must be a number of characters, or 0 for no limit")
    try:
        return render_posts(posts, dialect, limit=options.limit, reasons=options.reasons)
    except TooLongError as error:
        raise UsageError(
            "the limit is too low",
            text=str(options.limit),
            hint=f"one order has {error.length} characters, and orders are never cut",
        ) from error


# --- what is written


def _write(parts: tuple[str, ...], name: str, dialect: Dialect, folder: Path) -> None:
    """One file for each part: `1621-movement.bbcode.txt`, or `1621-movement-1.bbcode.txt` ..."""
    make_output_folder(folder)
    suffix = SUFFIXES[dialect.format]
    for number, part in enumerate(parts, 1):
        which = f"-{number}" if len(parts) > 1 else ""
        path = folder / f"{name}{which}.{suffix}"
        write_result(part.encode(), path)
        say(f"{path} ({len(part):,} characters)")


def _draw(game: Game, numbers: tuple[int, ...], folder: Path) -> None:
    """The images of the phases' maps, each in all sizes."""
    from generator.pages.maps.forum import forum_images

    every = chain.from_iterable(forum_images(game, game.phases[number]) for number in numbers)
    write_images(every, folder)
