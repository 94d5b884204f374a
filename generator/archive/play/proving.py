"""What a replay proves beyond the states: commitments kept, extracts right, and all revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field

from generator.archive.files.layout import (
    PRIVATE,
    REVEALED,
    REVEALED_SEED,
    SALTS,
    scan_files,
    scan_orders,
    scan_years,
    secret_orders_path,
    secret_rulings_path,
)
from generator.archive.files.reading import read_bytes
from generator.archive.game.game import Game, PhaseRecord
from generator.archive.game.orders import OrderText, read_public_orders
from generator.archive.game.rulings import FIRST_SECRET, rulings_place
from generator.archive.record.commitments import (
    Commitments,
    check_complete,
    check_items,
    commit_to,
    is_older,
    key_of,
    older_items,
    plain_rulings,
    secret_items,
)
from generator.archive.record.draws import Draws
from generator.archive.secret.revealing import format_salts, is_revealable
from generator.engine.errors import FileError, Place
from generator.engine.phases import Moment, Ruling


class Proof(Struct, frozen=True):
    """What is here to prove a game with. `secrets`: private/ is here.

    `replayed` gathers the secret files that the replay gives, by their paths.
    """

    folder: Path
    draws: Draws
    commitments: Commitments
    secrets: bool
    replayed: dict[str, str] = field(default_factory=dict)

    def lacks(self, game: Game, record: PhaseRecord) -> str:
        """Why a phase cannot be played again from what is here, "" if it can."""
        moment = record.moment
        promised = self.commitments.get(key_of(moment), {})
        if promised and self.draws.seed is None and not is_older(promised):
            # Every power and the rulings have a commitment, whether they were secret or not.
            return "the game's seed is secret"
        texts = game.year_orders(moment.year).of(moment.phase)
        nothing = self._commit(moment, {f"orders/{power}": "" for power in game.ruleset.powers})
        hidden = [
            power
            for power in game.ruleset.powers
            if promised.get(f"orders/{power}") not in (None, nothing.get(f"orders/{power}"))
            and (power not in texts or not _is_secret_file(self.folder, texts[power].path))
        ]
        if hidden:
            return f"orders of {', '.join(hidden)} are secret"
        rulings = game.year_rulings(moment.year)
        told = any(
            ruling.number >= FIRST_SECRET and ruling.phase == moment.phase for ruling in rulings
        )
        unruled = self._commit(moment, {"rulings": plain_rulings(())}).get("rulings")
        is_ruled = promised.get("rulings") not in (None, unruled)
        return "a ruling is secret" if is_ruled and not told else ""

    def has_no_secret_state(self, moment: Moment) -> bool:
        """Whether the state after a phase is known to be public as a whole."""
        promised = self.commitments.get(key_of(moment))
        if promised is None:
            return False
        if is_older(promised):
            return not any(item.startswith("state/") for item in promised)
        return promised["state"] == self._commit(moment, {"state": ""}).get("state")

    def is_older(self, moment: Moment) -> bool:
        """Whether a phase was told as in older games."""
        return is_older(self.commitments.get(key_of(moment), {}))

    def _commit(self, moment: Moment, items: Mapping[str, str]) -> dict[str, str]:
        """The commitments to some items; {} where the seed is not here."""
        return commit_to(self.draws.seed, moment, items) if self.draws.seed is not None else {}

    def check_inputs(
        self,
        game: Game,
        moment: Moment,
        texts: Mapping[str, OrderText],
        rulings: Iterable[Ruling],
    ) -> None:
        """Raises FileError for secret orders or rulings that are not those committed to."""
        if self.draws.seed is None:
            return
        promised = self.commitments.get(key_of(moment), {})
        orders = {power: text for power, text in texts.items() if f"orders/{power}" in promised}
        items = {f"orders/{power}": order.text for power, order in orders.items()}
        secret = [ruling for ruling in rulings if ruling.number >= FIRST_SECRET]
        if secret or "rulings" in promised:
            items["rulings"] = plain_rulings(secret)
        places: dict[str, Path] = {f"orders/{power}": order.path for power, order in orders.items()}
        places["rulings"] = rulings_place(game.folder, moment.year, FIRST_SECRET)
        check_items(self.folder, self.commitments, self.draws.seed, moment, items, places)

    def check_extracts(
        self,
        game: Game,
        moment: Moment,
        texts: Mapping[str, OrderText],
        extracts: Mapping[str, str],
    ) -> None:
        """Raises FileError where the public orders are not what may be read of the secret ones."""
        public = read_public_orders(game.folder, moment.year, game.ruleset.powers, told=False)
        there = public.of(moment.phase)
        for power, whole in texts.items():
            if not _is_secret_file(self.folder, whole.path):
                continue
            text, found = extracts.get(power, ""), there.get(power)
            place = Place(str(self.folder / f"{moment.year}/orders/{power}.toml"))
            if found is None and text:
                problem = f"has no orders for {moment.phase}, which was adjudicated"
                raise FileError(problem, place=place, hint=f"see {whole.path}")
            if found is not None and found.text != text:
                problem = f"[{moment.phase}] is not what everybody may read of {whole.path}"
                raise FileError(problem, place=found.place(0, 0))

    def check(self, moment: Moment, files: Mapping[str, str], items: Mapping[str, str]) -> None:
        """Raises FileError where the secrets of a phase are not those committed to.

        `files` are what the replay gives; `items` are all secrets, if they are more than those.
        """
        secret = {path: text for path, text in files.items() if path.startswith(f"{PRIVATE}/")}
        self.replayed.update(secret)
        found = dict(items)
        if not found:
            older = self.is_older(moment)
            found = older_items(files, {}, {}, ()) if older else secret_items(files, {}, ())
        if self.draws.seed is not None:
            check_items(self.folder, self.commitments, self.draws.seed, moment, found, {})
            check_complete(self.folder, self.commitments, moment, found)

    def check_revealed(self, game: Game) -> None:
        """Raises FileError for a file of revealed/ that is not as it was, or has no business there.

        A file that was taken away is named as well.
        """
        told = scan_files(self.folder, REVEALED)
        if not told:
            # The end tells the seed and the secrets at once, the salts of commitments at least.
            if game.is_over and self.commitments and (self.folder / REVEALED_SEED).exists():
                raise FileError(
                    "is missing, although the game is over and its seed was told",
                    place=Place(str(self.folder / REVEALED)),
                    hint="git restore brings it back",
                )
            return
        expected = {_revealed(path): text for path, text in self.replayed.items()}
        if self.draws.seed is not None and self.commitments:
            expected[SALTS] = format_salts(self.draws.seed, self.commitments)
        last = game.current_moment.year
        years = [year for year in scan_years(self.folder / REVEALED) if year <= last]
        written = {secret_rulings_path(year, REVEALED) for year in years}
        for year in years:
            for power in scan_orders(self.folder / REVEALED, year):
                written.add(secret_orders_path(year, power, REVEALED))
        for path in told:
            place = Place(str(self.folder / path))
            private = f"{PRIVATE}{path[len(REVEALED) :]}"
            here = read_bytes(self.folder / path)
            if path in expected:
                if here != expected[path].encode():
                    raise FileError("is not what the replay gives", place=place)
            elif path not in written:
                raise FileError("is no part of what the game kept secret", place=place)
            elif (self.folder / private).exists() and here != read_bytes(self.folder / private):
                raise FileError(f"is not what stands in {self.folder / private}", place=place)
        for path in expected:
            if path not in told:
                place = Place(str(self.folder / path))
                raise FileError("is missing among what was revealed", place=place)
        for path in filter(is_revealable, scan_files(self.folder, PRIVATE)):
            if _revealed(path) not in told:
                place = Place(str(self.folder / path))
                raise FileError(
                    "was not revealed", place=place, hint="theatrum secrets reveal does it"
                )


def _revealed(path: str) -> str:
    return f"{REVEALED}{path[len(PRIVATE) :]}"


def _is_secret_file(folder: Path, path: Path) -> bool:
    return path.is_relative_to(folder / PRIVATE) or path.is_relative_to(folder / REVEALED)
