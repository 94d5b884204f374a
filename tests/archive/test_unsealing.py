"""Two referees of one game: what both did comes together file by file, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.archive.publish.publishing import plan_publication, publish
from generator.archive.secret.age import make_identity
from generator.archive.secret.manifests import join_sheets, renumbered
from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import Unsealed, unseal_game
from generator.cli import main
from generator.engine.errors import GameError
from tests.archive.games import change, command, files_of, new_game, store_submission, undo_last
from tests.archive.repositories import Clone, alone, clone, new_remote
from tests.made import copy_of

__all__ = ["alone"]

pytest.importorskip("pyrage")

Capture = pytest.CaptureFixture[str]
CROWN = "private/1/orders/crown.toml"
SHIELD = "private/1/orders/shield.toml"


class Referee:
    """Somebody with a clone and a key."""

    def __init__(self, desk: Clone, key: Path) -> None:
        self.desk, self.key = desk, key
        self.folder = desk.games / "duel"

    def takes(self, power: str, orders: str, mail: str = "") -> None:
        store_submission(self.folder, power, {"bid": orders}, mail or f"mail of {power}: {orders}")

    def shares(self) -> None:
        """Seal, commit and push, after what the others have pushed."""
        seal_game(self.folder)
        publish(plan_publication(self.desk.games, pushing=False))
        self.desk.git("pull", "--quiet", "--rebase", "origin", "main")
        self.desk.git("push", "--quiet", "origin", "HEAD:main")

    def pulls(self) -> None:
        self.desk.git("pull", "--quiet", "--rebase", "origin", "main")

    def unseals(self, *, ours: tuple[str, ...] = (), theirs: tuple[str, ...] = ()) -> Unsealed:
        return unseal_game(self.folder, self.key, ours=ours, theirs=theirs)

    def says(self, *more: str) -> int:
        return command(self.folder, "secrets unseal", "--identity", str(self.key), *more)

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    def secrets(self) -> dict[str, bytes]:
        """private/ as others have it: without what only this clone has noted or put aside."""
        found = files_of(self.folder)
        return {
            path: found[path]
            for path in found
            if path.startswith("private/") and "/." not in path and path != "private/sealed.toml"
        }

    def mails(self) -> set[str]:
        return {
            data.decode()
            for path, data in self.secrets().items()
            if "/mail/" in path and path.endswith(".txt")
        }


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Referee, Referee]:
    """Anna and Ben, who have the same game with all its secrets."""
    folder = copy_of("referees", _make_pair, tmp_path)
    one, other = (Referee(Clone(folder / n), folder / f"{n}.key") for n in ("anna", "ben"))
    return one, other


def _make_pair(folder: Path) -> None:
    remote = new_remote(folder / "remote.git")
    anna = Referee(clone(remote, folder / "anna", "anna"), folder / "anna.key")
    keys = [make_identity(folder / f"{name}.key") for name in ("anna", "ben")]
    new_game(anna.desk.games, "duel", "tiny", "--orders", "private")
    with (anna.folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{keys[0]}", "{keys[1]}"]\n')
    seal_game(anna.folder)
    publish(plan_publication(anna.desk.games))
    Referee(clone(remote, folder / "ben", "ben"), folder / "ben.key").unseals()


def differ(pair: tuple[Referee, Referee]) -> tuple[Referee, Referee]:
    """Both have another sheet of Crown; Anna's was shared first."""
    for one, orders in zip(pair, ("BID 2", "BID 1"), strict=True):
        one.takes("crown", orders)
    for one in pair:
        one.shares()
    return pair


def test_mails_of_two_referees_come_together(pair: tuple[Referee, Referee]) -> None:
    anna, ben = pair
    anna.takes("crown", "BID 2")
    ben.takes("shield", "BID 1")
    anna.shares()
    ben.shares()
    done = ben.unseals()
    assert not done.conflicts
    assert CROWN in done.written
    assert "BID 1" in ben.text(SHIELD)
    anna.pulls()
    assert not anna.unseals().conflicts
    assert anna.secrets() == ben.secrets()
    assert len(anna.mails()) == 2
    assert seal_game(anna.folder).written == ()
    adjudicate_game(anna.folder)
    assert verify_game(anna.folder).secrets


def test_what_changed_only_here_stays_and_sealing_removes_nothing_of_others(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    """One changed file used to stop everything."""
    anna, ben = pair
    anna.takes("crown", "BID 2")
    anna.shares()
    ben.takes("shield", "BID 1")
    ben.pulls()
    before = set(files_of(ben.folder))
    capsys.readouterr()
    assert command(ben.folder, "secrets seal") == 0
    said = capsys.readouterr()
    assert "removed" not in said.out + said.err
    assert "first: theatrum secrets unseal" in said.err
    blank = {path for path in before if path.startswith("sealed/1/orders/shield")}
    assert before - set(files_of(ben.folder)) == blank
    done = ben.unseals()
    assert CROWN in done.written
    assert "BID 1" in ben.text(SHIELD)
    ben.shares()
    anna.pulls()
    anna.unseals()
    assert len(anna.mails()) == 2
    anna.takes("crown", "BID 3")
    anna.shares()
    ben.pulls()
    change(ben.folder, SHIELD, "BID 1", "BID 4")
    done = ben.unseals()
    assert done.kept == (SHIELD,)
    assert CROWN in done.written


def test_two_answers_of_one_power_are_a_conflict_and_both_mails_stay(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, ben = pair
    anna.takes("crown", "BID 2")
    ben.takes("crown", "BID 1")
    ben.takes("shield", "BID 1")
    anna.shares()
    ben.shares()
    capsys.readouterr()
    assert ben.says() == 1
    said = capsys.readouterr().err
    assert f"conflict: {CROWN} was changed here and by another referee" in said
    assert "--ours 1/orders/crown.toml" in said
    assert "BID 1" in ben.text(CROWN)
    assert "BID 2" in ben.text("private/1/orders/.theirs-crown.toml")
    assert len(ben.mails()) == 3
    # Nothing is played before the referee has said which counts, and sealing loses neither.
    with pytest.raises(GameError, match="holds what is not here: private/1/orders/crown"):
        adjudicate_game(ben.folder)
    seal_game(ben.folder)
    assert list(dict(ben.unseals().conflicts)) == [CROWN]
    assert ben.says("--ours", "1/orders/crown.toml") == 0
    assert not (ben.folder / "private/1/orders/.theirs-crown.toml").exists()
    ben.shares()
    anna.pulls()
    assert not anna.unseals().conflicts
    assert anna.secrets() == ben.secrets()
    assert "BID 1" in anna.text(CROWN)
    assert len(anna.mails()) == 3
    adjudicate_game(anna.folder)


def test_the_other_version_can_be_taken(pair: tuple[Referee, Referee], tmp_path: Path) -> None:
    """A new clone is told of what is not settled, as those are who were there."""
    anna, ben = differ(pair)
    third = Referee(clone(tmp_path / "remote.git", tmp_path / "third"), anna.key)
    assert list(dict(third.unseals().conflicts)) == [CROWN]
    here, other = third.text(CROWN), third.text("private/1/orders/.theirs-crown.toml")
    assert {"BID 1" in here, "BID 1" in other} == {True, False}
    assert len(third.mails()) == 2
    assert ben.unseals().conflicts
    assert not ben.unseals(theirs=(f"games/duel/{CROWN}",)).conflicts
    assert "BID 2" in ben.text(CROWN)
    ben.shares()
    anna.pulls()
    anna.unseals()
    assert anna.secrets() == ben.secrets()


def test_two_referees_who_settle_it_differently_are_told_again(
    pair: tuple[Referee, Referee],
) -> None:
    anna, ben = differ(pair)
    anna.pulls()
    for one in pair:
        assert one.unseals().conflicts
        assert not one.unseals(ours=(CROWN,)).conflicts
    anna.shares()
    ben.shares()
    anna.pulls()
    for one, orders in ((anna, "BID 2"), (ben, "BID 1")):
        assert list(dict(one.unseals().conflicts)) == [CROWN]
        assert orders in one.text(CROWN)


def test_the_same_mail_in_both_hands_is_one_mail(pair: tuple[Referee, Referee]) -> None:
    anna, ben = pair
    for one in pair:
        one.takes("crown", "BID 2", "the very same mail")
        one.shares()
    done = ben.unseals()
    assert (done.conflicts, done.renumbered) == ((), ())
    ben.shares()
    anna.pulls()
    assert not anna.unseals().conflicts
    assert anna.secrets() == ben.secrets()
    assert "private/1/mail/bid/crown/2.txt" not in anna.secrets()


def test_empty_sheets_that_the_program_opened_are_no_conflict(
    pair: tuple[Referee, Referee],
) -> None:
    """Anna adjudicates, which opens the next sheets, while Ben has orders for the phase after."""
    anna, ben = pair
    anna.takes("crown", "BID 2")
    anna.takes("shield", "BID 2")
    anna.shares()
    ben.pulls()
    ben.unseals()
    store_submission(ben.folder, "crown", {"toss": "BID 4"}, "early")
    adjudicate_game(anna.folder)  # a tie, so the toss comes next
    anna.shares()
    ben.shares()
    done = ben.unseals()
    assert not done.conflicts
    assert "BID 4" in ben.text(CROWN)
    assert "BID 2" in ben.text(CROWN)


def test_sheets_of_several_phases_are_joined() -> None:
    path = "private/1/orders/crown.toml"
    one = '[bid]\norders = """\nBID 1\n"""\n\n[toss]\norders = """\n"""\n'
    other = '# late\n[toss]\norders = """\nBID 2\n"""\n'
    joined = join_sheets(path, [one, other])
    assert joined is not None
    assert "BID 1" in joined
    assert "BID 2" in joined
    assert join_sheets(path, [other, one]) == joined
    assert join_sheets(path, [one, one.replace("BID 1", "BID 3")]) is None
    assert join_sheets(path, [one, one.replace("BID 1", "")]) == one
    assert join_sheets(path, [one, "[bid\n"]) is None
    assert join_sheets("private/1/rulings.toml", [one, other]) is None


def test_mails_with_one_number_get_one_each() -> None:
    a, b = {"txt": "a", "toml": "1"}, {"txt": "b", "toml": "2"}
    found = renumbered([a, b], 1, {2})
    assert found is not None
    assert sorted(found) == [1, 3]
    assert renumbered([b, a], 1, {2}) == found
    assert renumbered([a, dict(a)], 1, ()) is None
    assert renumbered([a, {"txt": "a", "toml": "9"}], 1, ()) is None
    assert renumbered([a, {"toml": "9"}], 1, ()) is None


def test_a_removal_is_said_and_what_was_here_is_put_aside(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, ben = pair
    anna.takes("crown", "BID 2")
    anna.shares()
    ben.pulls()
    ben.unseals()
    (anna.folder / "private/1/mail/bid/crown/1.txt").unlink()
    capsys.readouterr()
    assert command(anna.folder, "secrets seal") == 0
    said = capsys.readouterr()
    assert said.out == "duel: 0 files sealed, 1 file removed\n"
    assert "removed: sealed/1/mail/bid/crown/1.txt.age" in said.err
    anna.shares()
    ben.pulls()
    assert ben.says() == 0
    assert "removed: private/1/mail/bid/crown/1.txt, as another referee removed it" in (
        capsys.readouterr().err
    )
    aside = "private/1/mail/bid/crown/.removed-1.txt"
    assert ben.text(aside) == "mail of crown: BID 2"
    assert anna.secrets() == ben.secrets()


def test_what_was_removed_there_and_changed_here_stays(pair: tuple[Referee, Referee]) -> None:
    anna, ben = pair
    anna.takes("crown", "BID 2")
    anna.shares()
    ben.pulls()
    ben.unseals()
    (anna.folder / CROWN).unlink()
    anna.shares()
    change(ben.folder, CROWN, "BID 2", "BID 3")
    ben.pulls()
    done = ben.unseals()
    assert (done.removed, done.kept) == ((), (CROWN,))
    ben.shares()
    anna.pulls()
    anna.unseals()
    assert "BID 3" in anna.text(CROWN)


def test_secrets_of_a_phase_that_was_taken_back_do_not_come_back(
    pair: tuple[Referee, Referee],
) -> None:
    anna, _ = pair
    anna.takes("crown", "BID 99")
    anna.takes("shield", "BID 1")
    adjudicate_game(anna.folder)
    seal_game(anna.folder)
    events = "private/1/events/1-bid.toml"
    assert (anna.folder / events).exists()
    undo_last(anna.folder)
    assert events in anna.unseals().stale
    assert not (anna.folder / events).exists()


def test_all_games_are_unsealed_at_once(
    pair: tuple[Referee, Referee], tmp_path: Path, capsys: Capture
) -> None:
    anna, _ = pair
    new_game(anna.desk.games, "alone", "tiny")
    new_game(anna.desk.games, "other", "tiny")
    with (anna.desk.games / "other" / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{make_identity(tmp_path / "x.key")}"]\n')
    seal_game(anna.desk.games / "other")
    (anna.folder / CROWN).unlink()
    games = ["--games", str(anna.desk.games), "secrets", "unseal", "--identity", str(anna.key)]
    capsys.readouterr()
    # Whoever has no key for one game still gets the others.
    assert main(games) == 1
    said = capsys.readouterr()
    assert said.out.startswith("duel: 1 file restored")
    assert "other/sealed" in said.err
    assert "alone" not in said.out + said.err
    assert main([*games, "--ours", CROWN]) == 2


def test_odd_names_and_paths_are_not_passed_over_in_silence(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, _ = pair
    (anna.folder / "private" / "Notes for me.txt").write_text("mine")
    capsys.readouterr()
    assert command(anna.folder, "secrets seal") == 0
    assert "not sealed: private/Notes for me.txt" in capsys.readouterr().err
    assert anna.says("--ours", "1/orders/nobody.toml") == 2
    with pytest.raises(SystemExit, match="2"):
        anna.says("--theirs", "")


# What publish makes of it


def published(one: Referee, *more: str) -> int:
    return main(["--games", str(one.desk.games), "publish", "--yes", *more])


def test_publish_names_what_is_sealed_and_warns_of_what_is_not(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, _ = pair
    new_game(anna.desk.games, "unsealed", "tiny", "--orders", "private")  # nobody to seal it for
    capsys.readouterr()
    assert published(anna, "--dry-run") == 0
    assert "not sealed" not in capsys.readouterr().err
    anna.takes("crown", "BID 2")
    assert published(anna) == 0
    said = capsys.readouterr().err
    assert "warning: duel: unsealed changes in 3 secrets: theatrum secrets seal duel" in said
    assert "warning: unsealed" not in said
    seal_game(anna.folder)
    assert published(anna) == 0
    heard = capsys.readouterr()
    assert "not sealed" not in heard.err
    sealed = "  sealed: 1/mail/bid/crown/1.toml, 1/mail/bid/crown/1.txt, 1/orders/crown.toml"
    assert sealed in heard.out
    assert "removed" not in heard.out
    (anna.folder / "private/1/mail/bid/crown/1.txt").unlink()
    seal_game(anna.folder)
    assert published(anna) == 0
    assert "  removed from sealed: 1/mail/bid/crown/1.txt\n" in capsys.readouterr().out
    assert "  removed from sealed: 1/mail/bid/crown/1.txt" in anna.desk.message()
    (anna.folder / CROWN).unlink()
    assert published(anna, "duel") == 0
    assert "unsealed changes in 1 secret" in capsys.readouterr().err


def test_publish_refuses_a_removal_that_nobody_sealed(pair: tuple[Referee, Referee]) -> None:
    anna, _ = pair
    (seed,) = (anna.folder / "sealed").glob("seed.toml.*.age")
    seed.unlink()
    head = anna.desk.head()
    assert published(anna) == 1
    assert anna.desk.head() == head
    anna.desk.git("restore", ".")
    next(iter((anna.folder / "sealed/manifests").iterdir())).unlink()
    anna.takes("crown", "BID 2")
    assert published(anna) == 1
    assert anna.desk.head() == head


def test_mails_that_both_have_sealed_are_pushed_after_each_other(
    pair: tuple[Referee, Referee],
) -> None:
    """Sealed files stand by themselves, so even one game is no reason to refuse."""
    anna, ben = pair
    anna.takes("crown", "BID 2")
    ben.takes("crown", "BID 1")
    for one in pair:
        seal_game(one.folder)
    assert published(anna) == 0
    assert published(ben) == 1
    assert published(ben, "--rebase") == 0
    anna.pulls()
    for one in pair:
        assert list(dict(one.unseals().conflicts)) == [CROWN]
        assert len(one.mails()) == 2


def test_orders_that_come_after_the_phase_change_nothing_that_was_played(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    """Anna adjudicates while Ben seals a mail that she has not seen."""
    anna, ben = pair
    anna.takes("shield", "BID 1")
    adjudicate_game(anna.folder)
    seal_game(anna.folder)
    assert published(anna) == 0
    ben.takes("crown", "BID 3")
    seal_game(ben.folder)
    assert published(ben, "--rebase") == 0
    anna.pulls()
    capsys.readouterr()
    assert anna.says() == 0
    assert f"late: {CROWN} had other orders" in capsys.readouterr().err
    anna.shares()
    ben.pulls()
    ben.unseals()
    assert anna.secrets() == ben.secrets()
    for one in pair:
        assert verify_game(one.folder).secrets
        assert "BID 3" not in one.text(CROWN)
        assert "mail of crown: BID 3" in one.mails()


def test_a_phase_is_not_pushed_beside_orders_that_were_sealed_meanwhile(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, ben = pair
    ben.takes("crown", "BID 3")
    ben.shares()
    anna.takes("shield", "BID 1")
    adjudicate_game(anna.folder)
    seal_game(anna.folder)
    capsys.readouterr()
    assert published(anna, "--rebase") == 1
    assert "change games/duel too" in capsys.readouterr().err


def test_empty_sheets_are_no_secrets_to_be_sealed(
    pair: tuple[Referee, Referee], capsys: Capture
) -> None:
    anna, _ = pair
    sheet = anna.folder / "private/2/orders/crown.toml"
    sheet.parent.mkdir(parents=True)
    sheet.write_text('# Round 2\n[bid]\norders = """\n"""\n')
    capsys.readouterr()
    published(anna, "--dry-run")
    assert "not sealed" not in capsys.readouterr().err
    sheet.write_text('[bid]\norders = """\nBID 1\n"""\n')
    published(anna, "--dry-run")
    assert "unsealed changes in 1 secret" in capsys.readouterr().err


def test_a_conflict_about_one_phase_waits_though_another_was_late(
    pair: tuple[Referee, Referee],
) -> None:
    anna, ben = pair
    anna.takes("shield", "BID 1")
    adjudicate_game(anna.folder)
    store_submission(ben.folder, "crown", {"bid": "BID 3", "toss": "BID 1"}, "both")
    change(anna.folder, CROWN, '"""\n"""', '"""\n"""\n\n[toss]\norders = """\nBID 2\n"""')
    for one in pair:
        seal_game(one.folder)
    assert published(anna) == 0
    assert published(ben, "--rebase") == 0
    anna.pulls()
    for _ in range(2):
        done = anna.unseals()
        assert (list(dict(done.conflicts)), done.late) == ([CROWN], (CROWN,))
    assert not anna.unseals(ours=(CROWN,)).conflicts
    assert not anna.unseals().conflicts
