"""A post in a dialect: one text, or several where the place takes only so many characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.posts import OrderLine, Post, PowerOrders, TurnSection
from generator.posts.dialects import Dialect, clipped, flat

Reasons = Literal["failed", "all", "none"]

_NUMBER: Final = re.compile(r"[+−-]?\d+=?(?: \([+−-]\d+\))?")
CELL: Final = 300
"""Letters of a cell at most; the rest is on the site."""

Row = Sequence[str]
SUBJECT: Final = 110
"""Letters of a subject at most: forums take 60 to 150."""
MANY: Final = 12
"""Lines from which on a list is folded, where the place can fold."""
NAME, ORDER, WHY, SENTENCE, REASON, NOTE = 100, 160, 420, 480, 900, 240
"""Characters at most of a name, an order, its reasons, a sentence, the reason of a ruling, a note.

So small that even the smallest post holds each with the markup around it."""


def subject_of(posts: Sequence[Post]) -> str:
    """The subject as forums have it: "[The Winter King] 1621 movement: Holland falls"."""
    last = posts[-1]
    years = {post.moment.partition(" ")[0] for post in posts}
    when = last.moment if len(posts) == 1 or len(years) > 1 else years.pop()
    head = f"[{clipped(last.game, 50)}] {when}"
    if any(post.corrected for post in posts):
        head += ", corrected"
    told = flat(last.headline)
    return clipped(f"{head}: {told}" if told else head, SUBJECT)


def render_posts(
    posts: Sequence[Post],
    dialect: Dialect,
    *,
    limit: int | None = None,
    reasons: Reasons = "failed",
) -> tuple[str, ...]:
    """Phases of one game as posts, each of at most `limit` characters (None: the dialect's own,
    0: any number), numbered where there are several.

    Raises TooLongError where a single order does not fit into a post, ValueError for a bad address.
    """
    most = dialect.limit if limit is None else limit
    writer = _Writer(dialect, reasons)
    blocks = [
        block for at, post in enumerate(posts) for block in writer.blocks(post, is_first=not at)
    ]
    blocks += writer.ending(posts[-1])
    game = dialect.text(posts[-1].game, NAME)

    def head(part: int, parts: int) -> str:
        return writer.paragraph(_in(dialect.em, f"{game} ({part}/{parts})"))

    return split_blocks(blocks, most, head)


class _Writer:
    """Writes blocks in a dialect."""

    def __init__(self, dialect: Dialect, reasons: Reasons) -> None:
        self.dialect = dialect
        self.reasons = reasons

    def blocks(self, post: Post, *, is_first: bool) -> Iterator[Block]:
        """All of a phase, its title first. Only the first phase has the name of the game."""
        title = f"{post.game}: {post.title}" if is_first else post.title
        if post.corrected:
            yield Block(
                "", tuple(self.paragraph(self.text(sentence)) for sentence in post.corrected)
            )
        yield Block(self.title(title), ())
        if post.map:
            yield Block("", (self.map(post),))
        told = [self.text(sentence, SENTENCE) for sentence in post.summary]
        said = " ".join(told)
        if said:
            yield Block("", (self.paragraph(said),))
        if post.tally:
            tally = f"{post.tally[:1].upper()}{post.tally[1:]}."
            yield Block("", (self.paragraph(_in(self.dialect.em, self.text(tally, SENTENCE))),))
        yield from self.rulings(post)
        for section in post.sections:
            if section.is_register and self.dialect.short:
                continue
            yield from self.section(section)
        for power in post.powers:
            yield self.power(power)
        yield from self.standing(post)

    def ending(self, post: Post) -> Iterator[Block]:
        """The next phase, and the place of the rest."""
        if post.ending:
            yield Block("", (self.paragraph(_in(self.dialect.strong, self.text(post.ending))),))
        if post.due is not None:
            due = post.due
            lines = [f"{due.title}{f': orders due {due.by}' if due.by else ''}"]
            if due.paused:
                lines.append(f"The game is {due.paused}.")
            elif due.powers:
                lines.append(f"Orders are due from {_joined(due.powers)}.")
            shown = tuple(self.paragraph(self.text(line, 2 * SENTENCE)) for line in lines)
            yield Block(self.heading("Next"), shown)
        pairs = ((("Every verdict with its reasons", post.page),) if post.page else ()) + post.links
        if pairs:
            links = tuple(
                self.item(self.dialect.linked(self.text(label), at)) for label, at in pairs
            )
            yield self.list("", links)
        if post.record:
            yield Block("", (self.paragraph(self.text(f"Record: {post.record}")),))

    def map(self, post: Post) -> str:
        image = self.dialect.image[0].replace("{address}", self.dialect.address(post.map))
        is_picture = self.dialect.format in ("bbcode", "html")
        return self.paragraph(
            self.dialect.linked(image, post.page) if post.page and is_picture else image
        )

    def rulings(self, post: Post) -> Iterator[Block]:
        for ruling in post.rulings:
            rule = f" ({ruling.rule})" if ruling.rule else ""
            lines = [f"{ruling.decision}{rule}"] if ruling.decision or rule else []
            lines.append(ruling.reason)
            shown = tuple(self.paragraph(self.text(line, REASON)) for line in lines)
            yield Block(self.heading(ruling.title), shown)

    def section(self, section: TurnSection) -> Iterator[Block]:
        dialect = self.dialect
        title = self.text(section.title, NAME)
        notes = "".join(
            f"\n{self.paragraph(_in(dialect.em, self.text(note, NOTE)))}" for note in section.notes
        )
        size = max(len(section.rows), len(section.lines))
        before, after = self.folded(title, notes, section.is_register or size > MANY)
        # A table that is too wide for fixed letters is given in words, where there are some.
        grid = grid_of(section.head, section.rows)
        is_wide = dialect.table == "aligned" and not section.is_register
        is_wide = is_wide and grid.width > dialect.width
        if section.rows and not (is_wide and (section.lines or dialect.short)):
            yield table_block(dialect, before, grid, after)
        elif section.lines:
            told = (f"{line[:1].upper()}{line[1:]}" for line in section.lines)
            lines = tuple(self.item(self.text(sentence, SENTENCE)) for sentence in told)
            yield self.list(before, lines, after)
        elif section.rows:
            lines = tuple(self.item(self.row(section.head, row)) for row in section.rows)
            yield self.list(before, lines, after)

    def row(self, head: Sequence[str], row: Sequence[str]) -> str:
        """A row in words: "Austria: treasury 3, units 5"."""
        first, *rest = row
        cells = (
            f"{label[:1].lower()}{label[1:]} {cell}".strip()
            for label, cell in zip(head[1:], rest, strict=True)
            if cell
        )
        return self.text(f"{first}: {', '.join(cells)}", SENTENCE)

    def folded(self, title: str, after: str, is_long: bool) -> tuple[str, str]:
        """The lines before and after a list: its heading, or a fold if it is long."""
        before, end = self.dialect.spoiler
        if not is_long or not before:
            return self.heading_of(title), after
        named = title.replace('"', "'")
        return f"{before.replace('{title}', named)}{self.line_end}", f"{after}{end}"

    def power(self, power: PowerOrders) -> Block:
        """All orders of a power. Readers of the post look for them, so they are never folded."""
        name = self.text(power.name, NAME)
        said = f" {_in(self.dialect.em, self.text(power.summary, NOTE))}"
        quiet = [order for order in power.orders if order.is_quiet and self.reasons != "all"]
        lines = tuple(self.item(self.order(order)) for order in power.orders if order not in quiet)
        lines += tuple(self.item(line) for line in self.quiet(quiet))
        top = self.heading_of(name)
        top = f"{top}{self.paragraph(said.strip())}{self.line_end}" if power.summary else top
        again = self.heading_of(f"{name} (continued)")
        return self.list(top, lines, again=again)

    def quiet(self, orders: Sequence[OrderLine]) -> Iterator[str]:
        """Orders that went as ordered, several to a line: "A VIE H; A BUD H (no order given)"."""
        for note in dict.fromkeys(order.note for order in orders):
            shared = [order for order in orders if order.note == note]
            plain = [self.order(order._replace(note="")) for order in shared]
            # The note is written once, behind the last order of a line.
            noted = self.order(shared[0]).removeprefix(plain[0])
            line = plain[0]
            for order in plain[1:]:
                if len(line) + len(order) > WHY:
                    yield f"{line}{noted}"
                    line = order
                else:
                    line = f"{line}; {order}"
            yield f"{line}{noted}"

    def order(self, line: OrderLine) -> str:
        """ "A TYR - BAV (bounces): attack 1 against hold 2 (E19-STR-1). One more support ..."."""
        dialect = self.dialect
        tag = {"failed": dialect.failed, "void": dialect.void, "done": ("", "")}[line.fate]
        order = _in(tag, self.text(line.order, ORDER))
        is_told = self.reasons == "all" or (self.reasons == "failed" and line.fate != "done")
        reasons = line.reasons if is_told else ()
        why = "; ".join(
            f"{text} ({rule})" if text and rule else text or rule for text, rule in reasons
        ).strip("; ")
        facts = [line.note, f"written: {line.written}" if line.written else ""]
        remarks = "; ".join(fact for fact in facts if fact)
        # An order that succeeded needs no comment.
        is_plain = line.fate == "done" and self.reasons != "all"
        word = "" if is_plain else f" ({self.text(line.word, NAME)})"
        because = f": {self.text(why, WHY)}" if why else ""
        if is_told and line.remedy:
            because += f". {self.text(line.remedy, WHY)}"
        remark = (
            f" {_in(dialect.em, self.text(f'({clipped(remarks, ORDER)})', 2 * ORDER))}"
            if remarks
            else ""
        )
        return f"{order}{word}{because}{remark}"

    def standing(self, post: Post) -> Iterator[Block]:
        labels, rows = post.standing.labels, post.standing.rows
        if rows:
            before, after = self.folded(self.text("Standings"), "", len(rows) > 2 * MANY)
            grid = grid_of(("", "Power", *labels), rows)
            yield table_block(self.dialect, before, grid, after)

    # --- the smallest parts

    def text(self, said: str, most: int = SENTENCE) -> str:
        return self.dialect.text(said, most)

    @property
    def line_end(self) -> str:
        """The text between two lines of one block; the tags of HTML part lines themselves."""
        return "" if self.dialect.format == "html" else "\n"

    def title(self, text: str) -> str:
        said = self.text(text.upper() if self.dialect.shout else text, 2 * NAME)
        return _in(self.dialect.title, said)

    def heading(self, text: str) -> str:
        return self.heading_of(self.text(text, NAME))

    def heading_of(self, safe: str) -> str:
        """The heading of finished text, on its own line."""
        said = safe.upper() if self.dialect.shout else safe
        # A list or a table in Markdown needs an empty line before it.
        end = "\n\n" if self.dialect.format == "markdown" else self.line_end
        return f"{_in(self.dialect.heading, said)}{end}"

    def paragraph(self, safe: str) -> str:
        return _in(self.dialect.paragraph, safe)

    def item(self, safe: str) -> str:
        return _in(self.dialect.item, safe)

    def list(self, before: str, lines: tuple[str, ...], after: str = "", again: str = "") -> Block:
        opening, closing = self.dialect.list
        repeated = f"{again}{opening}" if again else ""
        return Block(f"{before}{opening}", lines, f"{closing}{after}", self.line_end, repeated)


def _in(tag: tuple[str, str], safe: str) -> str:
    return f"{tag[0]}{safe}{tag[1]}" if safe else ""


def _joined(names: Sequence[str]) -> str:
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last


class Grid(NamedTuple):
    """A table whose cells are each on one line, of at most `CELL` letters in the rows. `widths` are
    the letters of the longest cell of each column."""

    head: Row
    rows: Sequence[Row]
    widths: Sequence[int]

    @property
    def width(self) -> int:
        """How many letters wide it is in fixed letters."""
        return sum(self.widths) + 2 * (len(self.widths) - 1)


def grid_of(head: Row, rows: Sequence[Row]) -> Grid:
    """The table of this head and these rows."""
    # The same few words and numbers fill most cells, and most tables have nothing to cut.
    known = {cell: clipped(cell, CELL) for cell in set(chain.from_iterable(rows))}
    is_whole = all(cell == shown for cell, shown in known.items())
    cut = rows if is_whole else [[known[cell] for cell in row] for row in rows]
    top = [flat(cell) for cell in head]
    widths = [max(map(len, column)) for column in zip(top, *cut, strict=True)]
    return Grid(top, cut, widths)


def table_block(dialect: Dialect, before: str, grid: Grid, after: str) -> Block:
    """A table with the text before and after it; each part of a split one has the head."""
    head, cut, widths = grid
    if dialect.table == "tags":
        opening, closing = dialect.table_tag
        top = _tagged(dialect, head, dialect.head)
        lines = tuple(_tagged(dialect, row, dialect.cell) for row in cut)
        # Line breaks within a table show as empty lines above it in some forums.
        joint = "\n" if dialect.format == "html" else ""
        return Block(f"{before}{opening}{joint}{top}{joint}", lines, f"{closing}{after}", joint)
    if dialect.table == "pipes":
        rule = (
            f"|{'|'.join('--:' if is_number else '---' for is_number in _numeric(len(head), cut))}|"
        )
        top = f"{_piped(dialect, head)}\n{rule}\n"
        return Block(f"{before}{top}", tuple(_piped(dialect, row) for row in cut), after, "\n")
    opening, closing = dialect.code
    # A line in one step: "%-12s  %3s" fills up text at its right, and numbers at their left.
    numeric = _numeric(len(head), cut)
    cells = zip(widths, numeric, strict=True)
    line = "  ".join(f"%{'' if is_number else '-'}{width}s" for width, is_number in cells)
    # No cell has a line's end, so that all lines are looked at, or escaped, as one text.
    whole = "\n".join([(line % tuple(row)).rstrip() for row in (head, *cut)])
    top, *fixed = dialect.fixed_line(whole).split("\n")
    return Block(f"{before}{opening}{top}\n", tuple(fixed), f"{closing}{after}", "\n")


def _tagged(dialect: Dialect, row: Row, tag: tuple[str, str]) -> str:
    cells = "".join(f"{tag[0]}{dialect.text(cell)}{tag[1]}" for cell in row)
    return f"{dialect.row[0]}{cells}{dialect.row[1]}"


def _piped(dialect: Dialect, row: Row) -> str:
    return f"| {' | '.join(dialect.text(cell) for cell in row)} |"


def _numeric(columns: int, rows: Sequence[Row]) -> list[bool]:
    """Which columns hold numbers only."""
    if not rows:
        return [False] * columns
    found = []
    for column in zip(*rows, strict=True):
        cells = {*column} - {""}
        # Most numbers are plain digits, which need no pattern.
        found.append(
            bool(cells) and all(cell.isdecimal() or _NUMBER.fullmatch(cell) for cell in cells)
        )
    return found


_GAP: Final = "\n\n"


class Block(Struct, frozen=True):
    """Text that stays together where it can: `pieces`, joined, between `opening` and `closing`.

    Pieces are never cut. A block that needs several posts has `again` in the place of `opening`
    from the second on; "" for the same.
    """

    opening: str
    pieces: tuple[str, ...]
    closing: str = ""
    joint: str = "\n"
    again: str = ""

    def __str__(self) -> str:
        return f"{self.opening}{self.joint.join(self.pieces)}{self.closing}"

    def __len__(self) -> int:
        return len(str(self))


class TooLongError(ValueError):
    """A part that has to stay whole is longer than a post may be. `length` is its length."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a part that stays whole has {length} characters")
        self.length = length


def split_blocks(
    blocks: Iterable[Block], limit: int, head: Callable[[int, int], str]
) -> tuple[str, ...]:
    """The blocks as posts of at most `limit` characters each (0: one post of any length).

    `head(part, parts)` is what each part begins with where there are several, the first too.
    Raises TooLongError.
    """
    whole = [block for block in blocks if block.pieces or block.opening]
    single = _in_one(whole) + "\n"
    if not limit or len(single) <= limit:
        return (single,)
    # Room for a head with as many digits as it could have, and for the line's end.
    room = limit - len(head(999, 999)) - len(_GAP) - 1
    parts = list(_packed(whole, room))
    return tuple(
        f"{head(number, len(parts))}{_GAP}{_in_one(part)}\n" for number, part in enumerate(parts, 1)
    )


def _in_one(blocks: Iterable[Block]) -> str:
    return _GAP.join(map(str, blocks))


def _packed(blocks: Iterable[Block], room: int) -> Iterator[list[Block]]:
    """Blocks in lists that fit; one that is too long for any list is parted between its pieces."""
    part: list[Block] = []
    used = 0
    for block in blocks:
        pieces = [block] if len(block) <= room else [*_parted(block, room)]
        for piece in pieces:
            more = len(piece) + (len(_GAP) if part else 0)
            if part and used + more > room:
                yield part
                part, used, more = [], 0, len(piece)
            part.append(piece)
            used += more
    if part:
        yield part


def _parted(block: Block, room: int) -> Iterator[Block]:
    again = replace(block, opening=block.again or block.opening)
    now, pieces = block, list[str]()
    for piece in block.pieces:
        longer = replace(now, pieces=(*pieces, piece))
        if len(longer) > room and pieces:
            yield replace(now, pieces=tuple(pieces))
            now, pieces = again, []
            longer = replace(now, pieces=(piece,))
        if len(longer) > room:
            raise TooLongError(len(longer))
        pieces.append(piece)
    yield replace(now, pieces=tuple(pieces))
