"""The auction for the powers before the first phase: bids of which only the referee knows.

    private/auction.toml  [[player]] name, bid    in the order in which the players registered
    auction.toml          [1] player, power, hash  the result; the hash is that of the bid
    auction-bids.toml     [1] player, bid, salt    if the referee tells the bids; and each step

The hash is the SHA-256 of a salt, a line end and the bid, and stands on the player's receipt, too.
Salts come from the seed, whose own hash is published before anybody bids; a salt also orders the
bids of a player without preference. So nobody can change a bid or choose a draw afterwards, and
whoever is told the bids and the salts can repeat the auction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.layout import AUCTION, AUCTION_BIDS, GAME, PRIVATE_AUCTION
from generator.archive.files.reading import TomlText, read_exact_text, read_toml
from generator.archive.files.toml_editing import with_value
from generator.archive.files.toml_layout import format_toml, format_value, literal_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.seeds import read_seed
from generator.engine.auction import (
    AuctionAward,
    AuctionRules,
    Bid,
    award_powers,
    equal_bids,
    read_bids,
)
from generator.engine.chance import Chance
from generator.engine.complaints import Complaint
from generator.engine.errors import GameError, Place
from generator.engine.knobs import Table, read_table
from generator.engine.plain import plain_line
from generator.engine.words import listed, nearest
from generator.rulesets import ruleset_folder

LONGEST_BID: Final = 10_000
"""Characters of a bid."""
_PRIVATE: Final = (
    "# The bids for the powers, in the order in which the players registered: secret.\n"
    "# theatrum auction writes them.\n"
)
_RESULT: Final = (
    "The auction for the powers: each hash is the SHA-256 of a salt, a line end and the bid."
)
_BIDS: Final = "The bids of the auction with their salts, and how the powers were given out."


class _Row(Table, frozen=True):
    name: str
    bid: str


class _PrivateFile(Table, frozen=True):
    player: tuple[_Row, ...]


class _ToldRow(Table, frozen=True):
    player: str
    bid: str
    salt: str


class Bidder(Struct, frozen=True):
    """A player of an auction: the bid as it was written, "" for none, the salt of its hash, what it
    was read as and what is wrong with it. `is_drawn`: there is no preference."""

    player: str
    text: str
    salt: str
    bids: tuple[Bid, ...]
    complaints: tuple[Complaint, ...]
    is_drawn: bool

    @property
    def hash(self) -> str:
        """SHA-256 as hexadecimal."""
        return sha256(f"{self.salt}\n{self.text}".encode()).hexdigest()


class Auction(Struct, frozen=True):
    """An auction as it stands. `complaints` are about bids that cannot count, each with its place;
    `awards` is empty until the last player has bid, and the auction is closed then. `is_done`: the
    powers have been assigned."""

    bidders: tuple[Bidder, ...]
    complaints: tuple[tuple[Place, Complaint], ...]
    awards: tuple[AuctionAward, ...]
    is_done: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """The players who have not bid."""
        return tuple(bidder.player for bidder in self.bidders if not bidder.text)


@cache
def terms_of(ruleset: str) -> AuctionRules:
    """The terms in the auction.toml of a ruleset; the usual ones where it has none."""
    path = ruleset_folder(ruleset) / AUCTION
    return (
        read_table(read_toml(path).data, AuctionRules, file=path)
        if path.exists()
        else AuctionRules()
    )


def auction_of(game: Game) -> Auction:
    """The auction of a game. Raises FileError for a file that is not as it should be, GameError
    where no players are registered."""
    bidders, toml = _bidders(game)
    check_auction(game)
    complaints = tuple(
        (toml.place_in(("player", number, "bid"), complaint.line, complaint.column), complaint)
        for number, bidder in enumerate(bidders)
        for complaint in (bidder.complaints if bidder.text else ())
    )
    is_done = (game.folder / AUCTION).exists()
    return Auction(bidders, complaints, _awards(game, bidders), is_done)


def note_players(folder: Path, names: Sequence[str]) -> Auction:
    """Note who bids, in the order in which they registered. Raises GameError where a bid stands."""
    check_there(folder)
    players = [plain_line(name) for name in names]
    with writing(folder):
        game = load_game(folder)
        _check_open(game)
        if (folder / PRIVATE_AUCTION).exists() and any(row.text for row in _bidders(game)[0]):
            raise GameError("the first bid has been noted, so the list of players stays as it is")
        if not all(players) or len(set(players)) < len(players):
            raise GameError("every player needs a name of their own", text=", ".join(names))
        if len(players) > len(game.ruleset.powers):
            raise GameError(f"{len(players)} players bid for {len(game.ruleset.powers)} powers")
        commit(folder, Change({PRIVATE_AUCTION: _format(dict.fromkeys(players, ""))}))
    return auction_of(load_game(folder))


def note_bid(folder: Path, player: str, text: str) -> Bidder:
    """Note the bid of a player instead of the one before. Where there are complaints, nothing is
    noted. Raises GameError when the last player has bid, and for somebody who is not registered."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        _check_open(game)
        auction = auction_of(game)
        known = {bidder.player.casefold(): bidder for bidder in auction.bidders}
        before = known.get(plain_line(player).casefold())
        if before is None:
            hint = nearest(player, [bidder.player for bidder in auction.bidders], "players")
            raise GameError(f"{player} is not registered", hint=hint)
        if auction.awards:
            rule = game.ruleset.rulebook.causes.get("auction-closed", "")
            said = "the auction is closed: the last player has bid, and no bid may be changed"
            raise GameError(said, hint=rule)
        if len(text) > LONGEST_BID:
            raise GameError(f"the bid has more than {LONGEST_BID} characters")
        kept = f"{text.strip()}\n" if text.strip() else ""
        after = _bidder(game, before.player, kept, before.salt)
        if not after.complaints:
            texts = {bidder.player: bidder.text for bidder in auction.bidders}
            commit(folder, Change({PRIVATE_AUCTION: _format({**texts, after.player: kept})}))
    return after


def assign_powers(folder: Path) -> Auction:
    """Write who plays which power into game.toml, and the result with the hashes of all bids into
    auction.toml. Raises GameError as long as bids are missing or wrong."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        _check_open(game)
        auction = auction_of(game)
        if auction.complaints:
            place, complaint = auction.complaints[0]
            raise GameError(complaint.problem, place=place, hint=complaint.hint)
        if not auction.awards:
            raise GameError(f"no bid has come from {listed(auction.missing)}")
        path = folder / GAME
        text = read_exact_text(path)
        winners = {award.power: award.player for award in auction.awards}
        for power in filter(winners.__contains__, game.ruleset.powers):
            text = with_value(path, text, ("players", power), winners[power])
        commit(folder, Change({GAME: text, AUCTION: _result(auction.bidders, auction.awards)}))
    return auction_of(load_game(folder))


def tell_bids(folder: Path) -> Auction:
    """Publish all bids with their salts. Raises GameError before the powers are assigned."""
    check_there(folder)
    with writing(folder):
        auction = auction_of(load_game(folder))
        if not auction.is_done:
            raise GameError("bids are secret until the powers are assigned")
        commit(folder, Change({AUCTION_BIDS: _told(auction.bidders, auction.awards)}))
    return auction


def check_auction(game: Game) -> None:
    """Raises FileError where the result is not what the bids give, or a bid is not the one that was
    sealed. The bids are the referee's, or those that were told; without either nothing can be
    compared."""
    path, told = game.folder / AUCTION, game.folder / AUCTION_BIDS
    hint = "git restore brings back what was published; bids stay as they were sealed"
    if not path.exists():
        return
    if (game.folder / PRIVATE_AUCTION).exists() and read_seed(game.folder, game.settings):
        bidders, _ = _bidders(game)
    elif told.exists():
        data = read_toml(told).data
        rows = [read_table(data[key], _ToldRow, key, file=told) for key in data if key != "steps"]
        bidders = tuple(_bidder(game, row.player, row.bid, row.salt) for row in rows)
    else:
        return
    awards = _awards(game, bidders)
    if read_exact_text(path) != _result(bidders, awards):
        raise read_toml(path).error("is not what the bids give", hint=hint)
    if told.exists() and read_exact_text(told) != _told(bidders, awards):
        raise read_toml(told).error("is not what was sealed", hint=hint)


def _check_open(game: Game) -> None:
    """Raises GameError where powers have their players already."""
    if (game.folder / AUCTION).exists():
        raise GameError(f"the powers of {game.slug} have been assigned: {AUCTION} says how")
    if game.phases or game.settings.players:
        why = "has begun" if game.phases else f"has players already: see {GAME}"
        raise GameError(f"{game.slug} {why}", hint="powers are assigned before the first phase")


def _bidders(game: Game) -> tuple[tuple[Bidder, ...], TomlText]:
    """All players, and the file that they stand in."""
    path = game.folder / PRIVATE_AUCTION
    seed = read_seed(game.folder, game.settings)
    if not path.exists() or seed is None:
        hint = f'theatrum auction {game.slug} --players "Anna, Ben" registers them, in their order'
        raise GameError(f"no players are registered for an auction of {game.slug}", hint=hint)
    toml = read_toml(path)
    rows = read_table(toml.data, _PrivateFile, file=path).player
    names = [row.name for row in rows]
    for number, name in enumerate(names):
        if name in names[:number] or number == len(game.ruleset.powers):
            problem = "is registered twice" if name in names[:number] else "has no power to bid for"
            raise toml.error(f"{name} {problem}", "player", number, "name")
    key = Chance(seed, "auction").key
    return tuple(
        _bidder(game, row.name, row.bid, key(f"auction {number}").hex())
        for number, row in enumerate(rows, 1)
    ), toml


def _bidder(game: Game, player: str, text: str, salt: str) -> Bidder:
    ruleset = game.ruleset
    terms = terms_of(ruleset.id)
    bids, complaints = read_bids(text, ruleset.powers, terms, ruleset.rulebook.causes)
    is_drawn = not bids and not complaints
    if is_drawn:
        draws = Chance(salt, "auction no preference")
        bids = equal_bids(tuple(ruleset.powers), terms, draws)
    return Bidder(player, text, salt, bids, complaints, is_drawn)


def _awards(game: Game, bidders: Sequence[Bidder]) -> tuple[AuctionAward, ...]:
    """Who gets what; nothing as long as a bid is missing or wrong."""
    powers = game.ruleset.powers
    if any(bidder.complaints for bidder in bidders) or len(bidders) > len(powers):
        return ()
    drawn = [bidder.player for bidder in bidders if bidder.is_drawn]
    return award_powers({bidder.player: bidder.bids for bidder in bidders}, powers, drawn)


def _format(texts: dict[str, str]) -> str:
    tables = []
    for name, text in texts.items():
        bid = literal_text(text) if text else format_value("")
        tables.append(f"[[player]]\nname = {format_value(name)}\nbid = {bid}\n")
    return "\n".join([_PRIVATE, *tables])


def _result(bidders: Sequence[Bidder], awards: Sequence[AuctionAward]) -> str:
    won = {award.player: award.power for award in awards}
    tables = {
        str(number): {"player": row.player, "power": won.get(row.player, ""), "hash": row.hash}
        for number, row in enumerate(bidders, 1)
    }
    return format_toml(tables, _RESULT)


def _told(bidders: Sequence[Bidder], awards: Sequence[AuctionAward]) -> str:
    tables: dict[str, Any] = {"steps": [award.text for award in awards]}
    for number, row in enumerate(bidders, 1):
        tables[str(number)] = {"player": row.player, "bid": row.text, "salt": row.salt}
    return format_toml(tables, _BIDS)
