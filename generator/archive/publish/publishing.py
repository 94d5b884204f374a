"""Publishing the work of an evening: what is committed, whether it may be, and the push.

    plan_publication    git's changes -> sorted into games, the site, and what is left out
                        each changed game is loaded, replayed and searched for secrets
                        its history at the remote is compared with the one that would replace it
    (the command shows the plan and asks)
    publish             locks the games, compares every file with its digest in the plan,
                        commits exactly these paths, pushes, and follows a remote that has gone on

A plan for one adjudicated phase:

    files       {"games/bohemia/1901/state/1-spring-movement.toml": "9a1b...",
                 "games/bohemia/chain.toml": "77ce...", "games/bohemia/press/1901-a-slip.md": ""}
    left_out    (("games/bohemia/notes.txt", "it is not publishable yet"),)
    message     "Bohemia: Spring 1901, movement"

Invariants.
- Exactly the checked files are committed: a digest that no longer fits stops the commit. "" is the
  digest of a file that goes.
- Only paths of the plan are committed, even if the referee has staged others; never by `git add`.
- A secret is never committed. One that git has already is an error, not something left out.
- Never by force: a push that is refused leaves the commit here. A rebase is only made where the
  commits of others touch other parts of the repository.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.files.layout import GAME, MANIFESTS, SEALED
from generator.archive.files.names import is_slug
from generator.archive.files.writing import writing
from generator.archive.game.game import check_there, load_game, read_press
from generator.archive.git.repository import (
    Remote,
    Repository,
    check_at_rest,
    check_identity,
    open_repository,
)
from generator.archive.git.sending import (
    commit_paths,
    fetch,
    mend_index,
    paths_between,
    push,
    rebase,
    unpushed,
)
from generator.archive.git.status import Changed, changes
from generator.archive.people.addresses import check_private
from generator.archive.play.adjudicating import check_game
from generator.archive.play.verifying import verify_game
from generator.archive.publish.announcing import GamePart, game_part, message_for
from generator.archive.secret.leaks import check_history, check_waiting, read_plain
from generator.archive.secret.manifests import check_complete, read_standing
from generator.archive.secret.secrets import is_secret, public_files
from generator.engine.errors import FileError, GameError, Place

_OTHERS: Final = ("site", "themes")
_AGAIN: Final = 3
"""How often a push is tried while others push, too."""


class PublicationPlan(Struct, frozen=True):
    """The plan of a publication. `files` maps the paths that will be committed, relative to the
    repository's top, to digests of their contents ("" for those that are gone); `site` are those
    of no game. `root` is the folder of games, in the same form. `unpushed` counts commits that
    wait from earlier. Without a `remote` the commit stays here. `stale` are paths for which git's
    index differs from both the commit and the disk, as after a command that was cut short.
    """

    repository: Repository
    root: str
    branch: str
    remote: Remote | None
    games: tuple[GamePart, ...]
    site: tuple[str, ...]
    files: Mapping[str, str]
    left_out: tuple[tuple[str, str], ...]
    unpushed: int
    message: str
    stale: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.files and not (self.remote and self.unpushed)


class Published(Struct, frozen=True):
    """`commit` is the short name of the new one, "" if only earlier ones were pushed; `remote` the
    name of the remote, "" if nothing was pushed; `rebased`: it came after commits of others.
    `note` is for the referee, or ""."""

    commit: str
    remote: str
    rebased: bool = False
    note: str = ""


def plan_publication(
    games_root: Path, slug: str = "", *, pushing: bool = True, needs_remote: bool = True
) -> PublicationPlan:
    """The files to publish, of one game or of all with the site and its themes. Where it does
    not need a remote, nothing is pushed without one.

    Every file is read and every changed game replayed. Raises FileError, GameError and UsageError
    for anything that may not or cannot be published, or would reveal a secret.
    """
    if slug:
        check_there(games_root / slug)
    repository = open_repository(games_root if games_root.is_dir() else games_root.parent)
    if repository.top == games_root.resolve():
        raise GameError(
            "the repository is the folder of games itself",
            place=Place(str(games_root)),
            hint="use the folder around it as the repository, with site/ and themes/ beside games/",
        )
    check_at_rest(repository)
    branch = repository.branch()
    check_identity(repository)
    remote = repository.remote(branch) if pushing else None
    if pushing and needs_remote and remote is None:
        raise GameError(
            "the repository has no remote to push to",
            hint="add one with git remote add origin ADDRESS, or use --no-push",
        )
    everything = changes(repository.top)
    for change in everything:
        if change.is_unmerged:
            raise GameError("has conflicts of a merge", text=change.path, hint="resolve them first")
    sorting = _Sorting(repository, games_root, repository.path(games_root))
    sorting.sort(everything, slug)
    games = tuple(
        game_part(games_root / name, paths) for name, paths in sorted(sorting.games.items())
    )
    for name, found in sorting.games.items():
        _check(games_root / name, found)
    if remote is not None:
        check_history(repository, remote, sorting.prefix)
    files = {path: _digest(repository, path) for path in sorting.paths}
    files |= dict.fromkeys(sorting.gone, "")
    return PublicationPlan(
        repository,
        sorting.prefix,
        branch,
        remote,
        games,
        tuple(sorting.site),
        files,
        tuple(sorting.left_out),
        len(unpushed(repository, remote)) if remote else 0,
        message_for(games, sorting.site),
        tuple(sorting.stale),
    )


def publish(plan: PublicationPlan, *, rebasing: bool = False) -> Published:
    """Commit the plan, and push. `rebasing`: put it after newer commits of others where
    those have changed other files.

    Raises GameError: for files that changed since they were checked, in the words of a hook, and
    where the push is refused; the commit then stays.
    """
    commit = _commit(plan) if plan.files else ""
    words = mend(plan)
    note = (
        f"git's index could not follow ({words}): it shows files as they were before"
        if words
        else ""
    )
    if plan.remote is None:
        return Published(commit, "", note=note)
    rebased = False
    for _ in range(_AGAIN):
        outcome, words = push(plan.repository, plan.remote, plan.branch)
        if outcome == "done":
            return Published(commit, plan.remote.name, rebased, note)
        if outcome == "refused":
            raise GameError(
                f"the push failed: {words}",
                hint="the commit is kept here; fix that, then run theatrum publish again",
            )
        rebased |= _come_after(plan, plan.remote, rebasing)
    raise GameError(
        "others keep pushing first; your commit is kept here", hint="run the command again"
    )


def _commit(plan: PublicationPlan) -> str:
    """Commit the plan; returns the commit's short name. Raises GameError where something
    has changed since."""
    with ExitStack() as locks:
        for game in plan.games:
            if game.folder.is_dir():
                locks.enter_context(writing(game.folder))
        if plan.repository.branch() != plan.branch or not all(
            _is_as_planned(plan, path) for path in plan.files
        ):
            raise GameError(
                "the files have changed since they were checked; nothing was committed",
                hint="run the command again",
            )
        paths = [path for path, digest in plan.files.items() if digest]
        gone = [path for path, digest in plan.files.items() if not digest]
        return commit_paths(plan.repository, paths, gone, plan.message)


def _is_as_planned(plan: PublicationPlan, path: str) -> bool:
    if plan.files[path]:
        return _digest(plan.repository, path) == plan.files[path]
    there = plan.repository.top / path
    # A secret that is taken out of git stays on the disk.
    secret = is_secret(path.removeprefix(f"{plan.root}/").partition("/")[2])
    return secret or there.is_dir() or not there.exists()


def mend(plan: PublicationPlan) -> str:
    """Let git's index follow the last commit where an earlier command was cut short. Returns git's
    objection, or ""."""
    return mend_index(plan.repository, (*plan.files, *plan.stale))


def _check(folder: Path, found: Sequence[Changed]) -> None:
    """Raises FileError and GameError for a game that others could not read or replay, or that
    would reveal orders that still wait."""
    if not is_slug(folder.name) or not (folder / GAME).is_file():
        return  # the whole game is gone; others have it in the history
    game = load_game(folder)
    check_private(game)
    if not game.is_over:
        check_game(game)
    check_complete(folder, read_standing(folder))
    for change in found:
        if change.is_gone and change.path.startswith(f"{MANIFESTS}/"):
            raise FileError(
                "is a manifest, and manifests must stay",
                place=Place(str(folder / change.path)),
                hint="restore it with git restore",
            )
    read_press(folder)
    check_waiting(game)
    verify_game(folder)


def _digest(repository: Repository, path: str) -> str:
    """The digest of the present contents; "" for no file. Raises FileError for secrets."""
    there = repository.top / path
    is_here = there.is_symlink() or there.exists()
    return sha256(read_plain(there)).hexdigest() if is_here else ""


class _Sorting:
    """Changed files, sorted into those of games, those of the site, and those left out."""

    def __init__(self, repository: Repository, games_root: Path, prefix: str) -> None:
        self.prefix = prefix
        self.games: dict[str, list[Changed]] = {}
        self.site: list[str] = []
        self.paths: list[str] = []
        self.gone: list[str] = []
        self.left_out: list[tuple[str, str]] = []
        self.stale: list[str] = []
        self._root = games_root
        self._public: dict[str, frozenset[str]] = {}
        parent = repository.path(games_root.absolute().parent / "x").removesuffix("x")
        self._tops = tuple(f"{parent}{name}/" for name in _OTHERS)

    def sort(self, found: Sequence[Changed], slug: str) -> None:
        """Sort all; with a `slug` no other game's. Raises GameError."""
        for change in found:
            if change.path.startswith(f"{self.prefix}/"):
                name, _, path = change.path.removeprefix(f"{self.prefix}/").partition("/")
                if not slug or name == slug:
                    self._sort_game(change, name, path)
                elif change.is_staged and is_secret(path):
                    raise self._secret(change)
            elif change.path.startswith(self._tops) and not slug:
                if not change.is_changed:
                    self.stale.append(change.path)
                    continue
                self.site.append(change.path)
                (self.gone if change.is_gone else self.paths).append(change.path)

    def _sort_game(self, change: Changed, name: str, path: str) -> None:
        if change.is_gone or (change.staged == "D" and is_secret(path)):
            below = Changed(path, change.staged, "D")
            self.games.setdefault(name, []).append(below)
            self.gone.append(change.path)
        elif is_secret(path):
            if change.is_known:
                raise self._secret(change)
            why = "it is secret: add it to .gitignore"
            self.left_out.append((change.path, why))
        elif not change.is_changed:
            self.stale.append(change.path)
        elif not is_slug(name) or not path or path not in self._public_parts(name):
            if change.is_staged:
                raise GameError(
                    "is staged, but is not publishable yet",
                    text=change.path,
                    hint=f"git restore --staged -- {change.path}",
                )
            self.left_out.append((change.path, "it is not publishable yet"))
        else:
            below = Changed(path, change.staged, change.here)
            self.games.setdefault(name, []).append(below)
            self.paths.append(change.path)

    def _public_parts(self, name: str) -> frozenset[str]:
        """The files of a game that may be committed."""
        if name not in self._public:
            folder = self._root / name
            if folder.is_symlink():
                raise FileError(
                    "is a symbolic link",
                    place=Place(str(folder)),
                    hint="replace it with the file itself",
                )
            there = (folder / GAME).is_file()
            self._public[name] = frozenset(public_files(folder) if there else ())
        return self._public[name]

    def _secret(self, change: Changed) -> GameError:
        return GameError(
            "is secret, and git would publish it; nothing was committed",
            text=change.path,
            hint=f"git rm --cached -- {change.path} removes it from git and keeps the file",
        )


def _come_after(plan: PublicationPlan, remote: Remote, rebasing: bool) -> bool:
    """Put our commits after the remote's newer ones; False if it has no newer ones. Raises
    GameError if `rebasing` is False, or if both have changed the same game or file."""
    theirs = fetch(plan.repository, remote)
    if not theirs:
        return False
    try:
        ours_paths, their_paths = paths_between(plan.repository, theirs)
    except GameError:
        raise GameError(
            f"{remote.name} has commits that are not related to yours, such as a first README",
            hint="run git pull --rebase once with its name and branch to put yours after them",
        ) from None
    if not their_paths:
        return False  # they have the same commits; another push was at work at the same moment
    # Sealed files never collide. But what was played here may lack orders that others have sealed.
    both = sorted(_parts_of(ours_paths, plan, sealed=False) & _parts_of(their_paths, plan))
    kept = "your commit is kept here and theirs was not touched"
    if both:
        raise GameError(
            f"{remote.name} has newer commits that change {', '.join(both)} too; {kept}",
            hint=f"git log -p ..FETCH_HEAD -- {both[0]} shows them; agree which count; "
            "then git pull --rebase, theatrum verify, and unseal sealed orders",
        )
    if not rebasing:
        raise GameError(
            f"{remote.name} has newer commits; {kept}",
            hint="they change other files, so run: theatrum publish --rebase",
        )
    rebase(plan.repository, theirs)
    return True


def _parts_of(paths: set[str], plan: PublicationPlan, *, sealed: bool = True) -> set[str]:
    """Files that belong together: whole games, and single files of everything else. `sealed`: with
    what is sealed."""
    top = f"{plan.root}/"
    found = set()
    for path in paths:
        name, _, below = path.removeprefix(top).partition("/")
        if not path.startswith(top):
            found.add(path)
        elif sealed or not below.startswith(f"{SEALED}/"):
            found.add(f"{top}{name}")
    return found
