"""A turn as a post for a forum, a chat or a mail: what it says, and how each place writes it.

Pure: a `Post` and a `Dialect` in, texts out. Nothing here reads games, clocks or files of theirs.
"""

from generator.posts.dialects import Dialect, dialect_of, dialects
from generator.posts.post import (
    DueOrders,
    OrderLine,
    Post,
    PostStandings,
    PowerOrders,
    RulingNote,
    TurnSection,
)
from generator.posts.rendering import render_posts, subject_of

__all__ = [
    "Dialect",
    "DueOrders",
    "OrderLine",
    "Post",
    "PostStandings",
    "PowerOrders",
    "RulingNote",
    "TurnSection",
    "dialect_of",
    "dialects",
    "render_posts",
    "subject_of",
]
