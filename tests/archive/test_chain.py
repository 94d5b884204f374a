"""The chain over the public record: what it covers, what breaks it, and what it says of that."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.files.layout import CHAIN, key_of
from generator.archive.game.chain import (
    SHOWN,
    extended,
    format_chain,
    heads_of,
    known,
    phases_of,
    read_chain,
)
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.amending import Correction, amend_phase
from generator.archive.play.redo import redo_phases
from generator.archive.play.ruling import finish_game
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.archive.record.amendments import (
    Amendment,
    ChangedPhase,
    format_amendments,
    state_hash,
)
from generator.archive.record.chaining import begin_chain
from generator.archive.record.public_record import files_of_folder, record_of
from generator.archive.secret.revealing import reveal_game
from generator.engine.errors import FileError
from tests.archive.games import bid, change, command, files_of, new_game, undo_last, write_orders
from tests.made import copy_of

Capture = pytest.CaptureFixture[str]
PRESS = "press/2027-03-01-to-arms.md"
DAY = "2027-03-09"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A finished game with press, a ruling, secrets and all that the end told."""
    return copy_of("chain-game", _make_game, tmp_path / "games") / "duel"


def _make_game(games: Path) -> None:
    folder = new_game(games, "duel", "tiny", "--orders", "private")
    (folder / "press").mkdir()
    (folder / PRESS).write_text("Zu den Wäffen!\n")
    (folder / "1").mkdir(exist_ok=True)
    (folder / "1" / "rulings.toml").write_text(
        '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\nfacts = { power = "crown" }\n'
    )
    for year, (crown, shield) in enumerate([(3, 1), (2, 2), (2, 1), (1, 0)], 1):
        bid(folder / "private", year, crown, shield)
        assert command(folder, "adjudicate", "--until", str(year)) == 0
        if load_game(folder).is_over:
            break
    assert load_game(folder).is_revealed


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """Two phases of a game whose orders are public."""
    return copy_of("chain-running", _make_running, tmp_path / "games") / "duel"


def _make_running(games: Path) -> None:
    folder = new_game(games)
    for year in (1, 2):
        bid(folder, year, 3 - year, 0)
        adjudicate_game(folder)


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A phase of standard Diplomacy; Austria has written a remark beside its order."""
    return copy_of("chain-war", _make_war, tmp_path / "games") / "war"


def _make_war(games: Path) -> None:
    folder = new_game(games, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="# as we agreed\nA VIE - GAL")
    adjudicate_game(folder)


def chain(folder: Path) -> list[tuple[str, str]]:
    """Phase and reason of each link."""
    return [(link.phase, link.why) for link in read_chain(folder)]


def refused(folder: Path) -> str:
    with pytest.raises(FileError) as caught:
        verify_game(folder)
    return str(caught.value)


def test_every_phase_has_a_link_that_lists_what_is_new_with_it(game: Path) -> None:
    loaded = load_game(game)
    moments = [loaded.opening.moment, *(record.moment for record in loaded.phases)]
    assert chain(game) == [(key_of(moment), "") for moment in moments]
    assert verify_game(game).record == read_chain(game)[-1].head
    opening, first, *_, last = read_chain(game)
    # These settings bind from the first adjudicated phase on.
    settings = {"settings/ruleset", "settings/seed_commitment"}
    assert set(opening.items) == {"state", "commitments", *settings}
    assert set(first.items) == {
        "state", "commitments", "rulings", "orders/crown", "orders/shield",
        "settings/chance", "settings/orders", "press/2027-03-01-to-arms",
    }  # fmt: skip
    assert {"seed", "revealed"} < set(last.items)


def test_a_head_can_be_made_by_hand(game: Path) -> None:
    """As site/guide/formats.md says it: each line of a link's list, in order, after the head before
    it, the phase, and the reason."""
    before = ""
    for link in read_chain(game):
        rows = "".join(f"{item} {link.items[item]}\n" for item in sorted(link.items))
        text = f"{before}\n{link.phase}\n{link.why}\n{rows}"
        assert link.head == hashlib.sha256(text.encode()).hexdigest()
        before = link.head
    state = (game / "1/state/1-bid.toml").read_bytes()
    press = (game / PRESS).read_bytes()
    assert read_chain(game)[1].items["state"] == hashlib.sha256(state).hexdigest()
    assert (
        read_chain(game)[1].items["press/2027-03-01-to-arms"] == hashlib.sha256(press).hexdigest()
    )


TAMPERED = (
    ("commitments.toml", r'\n\["2 1-bid"\]\n[^[]*', "\n", "2 1-bid has secrets but no commitments"),
    ("1/rulings.toml", '"r"', '"another"', "rulings: changed since 1 1-bid"),
    (PRESS, "Wäffen", "Waffen", "press 2027-03-01-to-arms: changed since 1 1-bid"),
    (PRESS, None, "", "press 2027-03-01-to-arms: removed since 1 1-bid"),
    ("seed.toml", None, "", "seed: removed since 4 1-bid"),
    ("revealed", None, "", "is missing, although the game is over"),
    ("game.toml", 'orders = "private"\n', "", "setting orders: removed since 1 1-bid"),
)


@pytest.mark.parametrize(("path", "old", "new", "named"), TAMPERED)
def test_what_was_changed_is_named_with_its_phase(
    path: str, old: str | None, new: str, named: str, game: Path
) -> None:
    shutil.rmtree(game / "private")  # a player's copy
    whole = game / path
    if old is None:
        shutil.rmtree(whole) if whole.is_dir() else whole.unlink()
    else:
        text = whole.read_text()
        assert re.search(old, text)
        whole.write_text(re.sub(old, new, text, count=1))
    said = refused(game)
    assert path in said
    assert named in said


def test_all_that_was_changed_is_named_at_once(game: Path) -> None:
    """In a player's copy also all that the end told."""
    (game / PRESS).unlink()
    change(game, "1/rulings.toml", '"r"', '"s"')
    said = refused(game)
    assert "press 2027-03-01-to-arms: removed since 1 1-bid" in said
    assert "rulings: changed since 1 1-bid" in said
    shutil.rmtree(game / "private")
    shutil.rmtree(game / "revealed")
    (game / "seed.toml").unlink()
    said = refused(game)
    assert "what was revealed: removed since 4 1-bid" in said
    assert "seed: removed since 4 1-bid" in said


def test_remarks_that_no_replay_sees_are_part_of_the_record(war: Path) -> None:
    """A player's own remark was taken out, and a sheet of remarks alone was slipped in."""
    change(war, "1901/orders/austria.toml", "# as we agreed\n", "")
    write_orders(war, 1901, "spring-movement", england="# we never agreed to that")
    said = refused(war)
    assert "orders of austria: changed since 1901 1-spring-movement" in said
    assert "orders of england: added since 1901 1-spring-movement" in said


def test_other_text_in_the_same_files_is_no_change(running: Path) -> None:
    """Files grow: orders for later phases, rulings for them, new press, dates and players."""
    with (running / "game.toml").open("a") as file:
        file.write('\n[players]\ncrown = "Ann"\n\n[dates.3]\nbid = 2027-04-01\n')
    (running / "press").mkdir()
    (running / PRESS).write_text("News.\n")
    with (running / "2/orders/crown.toml").open("a") as file:
        file.write('\n# a remark between tables\n[toss]\norders = ""\n')
    (running / "2/rulings.toml").write_text(
        '[[ruling]]\nphase = "toss"\nkind = "award"\nreason = "r"\nfacts = { power = "crown" }\n'
    )
    assert verify_game(running).record == read_chain(running)[-1].head


def test_undoing_a_phase_leaves_no_trace(running: Path) -> None:
    before = (running / "chain.toml").read_bytes()
    bid(running, 3, 1, 0)
    adjudicate_game(running)
    assert (running / "chain.toml").read_bytes() != before
    undo_last(running)
    assert (running / "chain.toml").read_bytes() == before
    undo_to(running, "1 bid")
    assert chain(running) == [("1 0-opening", "")]
    redo_phases(running)
    assert (running / "chain.toml").read_bytes() == before
    assert verify_game(running).phases == 2


def test_undoing_the_end_takes_what_it_told_out_of_the_chain(game: Path) -> None:
    undo_last(game)
    assert "seed" not in known(read_chain(game))[""]
    assert "revealed" not in known(read_chain(game))[""]
    assert verify_game(game).record
    adjudicate_game(game)
    assert verify_game(game).revealed


def test_a_correction_adds_links_and_keeps_the_old_ones(running: Path) -> None:
    before = read_chain(running)
    amend_phase(running, Correction("1 bid", "a mail was late", DAY, {"crown": "BID 1"}), _yes)
    after = read_chain(running)
    assert after[: len(before)] == before
    assert [(one.phase, one.why) for one in after[len(before) :]] == [
        ("1 1-bid", "correction 1"),
        ("2 1-bid", "correction 1"),
    ]
    assert "amendment/1" in after[len(before)].items
    assert verify_game(running).record == after[-1].head
    heads = heads_of(running)
    assert heads is not None
    assert heads["1 1-bid"] == after[-2].head


def _yes(found: object) -> bool:
    return True


def test_a_correction_that_was_edited_or_removed_is_named(running: Path) -> None:
    amend_phase(running, Correction("1 bid", "a mail was late", DAY, {"crown": "BID 1"}), _yes)
    change(running, "amendments.toml", "a mail was late", "I changed my mind")
    assert "correction 1: changed since 1 1-bid" in refused(running)
    (running / "amendments.toml").unlink()
    assert "correction 1: removed since 1 1-bid" in refused(running)


def test_a_correction_that_has_no_link_is_named(running: Path) -> None:
    """Nothing but its own word would say that the phase was ever another."""
    moment = load_game(running).phases[0].moment
    changed = ChangedPhase(moment, "0" * 64, state_hash(running, moment))
    made = Amendment(moment, DAY, "a mail was late", ("orders of crown",), (changed,))
    (running / "amendments.toml").write_text(format_amendments([made]))
    assert f"amendments.toml: correction 1 has no link in {CHAIN}" in refused(running)


def test_a_link_for_a_correction_that_nobody_made_is_named(running: Path) -> None:
    """Somebody has rewritten a phase and made links that fit, as if it had been corrected."""
    links = read_chain(running)
    text = (running / "2/orders/crown.toml").read_text()
    (running / "2/orders/crown.toml").write_text(text.replace("BID 1", "BID 1\n"))
    forged = extended(links, record_of(files_of_folder(running)), "correction 1", None)
    assert len(forged) == len(links) + 1
    (running / "chain.toml").write_text(format_chain(forged))
    assert "2 1-bid has a link for a correction 1 that does not exist" in refused(running)


def test_a_corrected_phase_that_is_taken_back_is_noted(running: Path) -> None:
    """What was corrected before it had been public, so its links stay."""
    amend_phase(running, Correction("1 bid", "a mail was late", DAY, {"crown": "BID 1"}), _yes)
    before = read_chain(running)
    undo_last(running)
    after = read_chain(running)
    assert after[: len(before)] == before
    assert (after[-1].phase, after[-1].why, after[-1].own) == ("2 1-bid", "undo", {})
    assert verify_game(running).phases == 1
    adjudicate_game(running)
    assert chain(running)[-1] == ("2 1-bid", "")
    assert verify_game(running).phases == 2


def test_press_that_was_rewritten_is_named_until_it_is_corrected(running: Path) -> None:
    """Also when the next phase has been played."""
    (running / "press").mkdir()
    (running / PRESS).write_text("News.\n")
    for year in (3, 4):
        bid(running, year, 0, 1)
        adjudicate_game(running)
        (running / PRESS).write_text("Olds.\n")
        assert "press 2027-03-01-to-arms: changed since 3 1-bid" in refused(running)
    found = amend_phase(running, Correction("3 bid", "a slip of the pen", DAY), _yes)
    assert found.written
    assert verify_game(running).record
    assert "press/2027-03-01-to-arms" in (running / "amendments.toml").read_text()
    assert chain(running)[-1] == ("4 1-bid", "correction 1")


def test_options_bind_from_the_first_phase_on(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "tiny", "--option", "coin=fair")
    change(folder, "game.toml", 'coin = "fair"', 'coin = "bent"')
    bid(folder, 1, 1, 0)
    adjudicate_game(folder)
    assert verify_game(folder).record
    change(folder, "game.toml", 'coin = "bent"', 'coin = "fair"')
    assert "setting options: changed since 1 1-bid" in refused(folder)


def test_an_early_end_is_linked_with_its_press(war: Path) -> None:
    (war / "press").mkdir()
    (war / PRESS).write_text("We agree.\n")
    finish_game(war, "draw", (), "all agree")
    last = read_chain(war)[-1].items
    assert {"press/2027-03-01-to-arms", "rulings", "seed"} <= set(last)
    assert verify_game(war).record


def test_revealing_adds_a_link(running: Path) -> None:
    change(running, "game.toml", "title", "archived = true\ntitle")
    before = read_chain(running)
    assert reveal_game(running)
    after = read_chain(running)
    assert after[:-1] == before
    assert after[-1].why == "reveal"
    assert {"seed", "revealed"} <= set(after[-1].items)
    assert verify_game(running).record == after[-1].head
    shutil.rmtree(running / "revealed")
    assert "what was revealed: removed" in refused(running)


def test_a_revealed_game_without_a_chain_misses_what_was_revealed(tmp_path: Path) -> None:
    """The sample games have none; their seed was told together with their secrets."""
    folder = Path(shutil.copytree(ROOT / "games" / "winter-king", tmp_path / "winter-king"))
    shutil.rmtree(folder / "revealed")
    assert "revealed: is missing, although the game is over" in refused(folder)


def test_what_lies_about_before_the_end_is_not_listed(running: Path) -> None:
    (running / "seed.toml").write_text((running / "private/seed.toml").read_text())
    (running / "revealed").mkdir()
    (running / "revealed/notes.toml").write_text("x = 1\n")
    bid(running, 3, 0, 1)
    adjudicate_game(running)
    assert not {"seed", "revealed"} & set(read_chain(running)[-1].items)


def test_an_older_game_goes_on_as_it_is_until_its_chain_begins(running: Path) -> None:
    (running / "chain.toml").unlink()
    assert verify_game(running).record == ""
    bid(running, 3, 1, 0)
    adjudicate_game(running)
    undo_last(running)
    assert not (running / "chain.toml").exists()
    assert begin_chain(running) == 3
    assert begin_chain(running) == 0
    assert chain(running) == [("1 0-opening", ""), ("1 1-bid", ""), ("2 1-bid", "")]
    assert verify_game(running).record


def test_a_phase_that_an_older_program_played_gets_its_link_with_the_next(running: Path) -> None:
    kept = (running / "chain.toml").read_text()
    bid(running, 3, 0, 1)
    adjudicate_game(running)
    (running / "chain.toml").write_text(kept)
    assert "3 1-bid has no link in chain.toml" in refused(running)
    bid(running, 4, 0, 1)
    adjudicate_game(running)
    assert chain(running)[-2:] == [("3 1-bid", ""), ("4 1-bid", "")]
    assert verify_game(running).phases == 4


ODD = (
    (r"\A.*", "", 1),
    (r'head = "[0-9a-f]', 'head = "', 0),
    (r'head = "[0-9a-f]{8}', 'head = "00000000', 0),
    (r'state = "[0-9a-f]{8}', 'state = "00000000', 0),
    (r"\[2\]", "[3]", 0),
    (r'phase = "1 1-bid"', 'phase = "1 bid"', 0),
    (r'phase = "1 1-bid"', 'phase = "1 1-bid"\nphase = "1 1-bid"', 0),
    (r"\Z", "\n", 0),
    (r"\Z", "x = [[[", 0),
    (r"format = 1", "format = 2", 0),
)


@pytest.mark.parametrize(("old", "new", "flags"), ODD)
def test_an_odd_chain_is_an_error_with_its_line(
    old: str, new: str, flags: int, running: Path
) -> None:
    path = running / "chain.toml"
    text = re.sub(old, new, path.read_text(), count=1)
    assert text != path.read_text()
    path.write_text(text)
    assert re.match(rf"{re.escape(str(path))}:\d+: ", refused(running))
    before = files_of(running)
    bid(running, 3, 1, 0)
    assert command(running, "adjudicate") == 1
    assert files_of(running).keys() == before.keys()


def test_a_link_to_a_chain_is_no_chain(running: Path, tmp_path: Path, capsys: Capture) -> None:
    (running / "chain.toml").rename(tmp_path / "elsewhere")
    (running / "chain.toml").symlink_to(tmp_path / "elsewhere")
    for name in ("status", "verify", "adjudicate", "undo", "export", "upgrade"):
        capsys.readouterr()
        assert command(running, name) == 1
        assert "chain.toml: is a symbolic link" in capsys.readouterr().err


def test_nothing_secret_reaches_the_chain(game: Path) -> None:
    """Hashes alone, of what is public alone: those of secret things could be guessed."""
    hashes = set(re.findall(r'= "([0-9a-f]{64})"', (game / "chain.toml").read_text()))
    for path in (game / "private").rglob("*"):
        if path.is_file():
            assert hashlib.sha256(path.read_bytes()).hexdigest() not in hashes, path


def test_phases_and_heads_are_read_quickly_as_they_are_read_in_full(running: Path) -> None:
    amend_phase(running, Correction("1 bid", "a mail was late", DAY, {"crown": "BID 1"}), _yes)
    undo_last(running)
    links = read_chain(running)
    assert phases_of(running) == tuple(phase for phase in known(links) if phase)
    heads = heads_of(running)
    assert heads is not None
    newest = {link.phase: link.head for link in links if link.own}
    assert heads == {"1 0-opening": newest["1 0-opening"], "1 1-bid": newest["1 1-bid"]} | {
        "": links[-1].head
    }


def test_the_record_is_printed_and_found_again(running: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert command(running, "verify", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["record"] == read_chain(running)[-1].head
    assert command(running, "verify") == 0
    assert f"  record {found['record'][:SHOWN]}\n" in capsys.readouterr().out
    kept = read_chain(running)[1].head[:SHOWN]
    assert command(running, "verify", "--record", kept) == 0
    assert f"{kept} is the record after 1 1-bid" in capsys.readouterr().out
    amend_phase(running, Correction("1 bid", "a mail was late", DAY, {"crown": "BID 1"}), _yes)
    assert command(running, "verify", "--record", f"{kept}…") == 0
    assert "since then: correction 1" in capsys.readouterr().out
    assert command(running, "verify", "--record", "0" * SHOWN) == 1
    assert "has no record 0000" in capsys.readouterr().err
    assert command(running, "verify", "--record", "12") == 1
    assert "not a record" in capsys.readouterr().err
