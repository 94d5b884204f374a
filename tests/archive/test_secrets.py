"""What is secret stands nowhere but in private/ before it is due."""

from __future__ import annotations

import shutil
from functools import partialmethod
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game, import_game
from generator.archive.game.orders import HIDDEN_ORDER, HIDDEN_REMARK, is_extract
from generator.archive.play.adjudicating import Played, adjudicate_game, adjudicate_on, check_game
from generator.archive.play.verifying import verify_game
from generator.archive.secret.secrets import is_secret, public_files
from generator.building.build import build_site
from generator.cli import main
from generator.engine.errors import FileError
from tests.archive.games import change, command, files_of, new_game, store_submission, undo_last

RULING = """
[[ruling]]
phase = "movement"
kind = "handler"
reason = "{}"
facts = {{ state = "OTT", place = 1, power = "england", secret = true }}
"""


def private_game(root: Path, ruleset: str = "tiny") -> Path:
    return new_game(root, "duel", ruleset, "--orders", "private")


def bid(folder: Path, crown: str, shield: str) -> None:
    store_submission(folder, "crown", {"bid": crown}, f"crown mails {crown}")
    store_submission(folder, "shield", {"bid": shield}, f"shield mails {shield}")


def public_part(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in files_of(folder).items() if not is_secret(name)}


def holding(files: dict[str, bytes], secret: str) -> list[str]:
    return [name for name, data in files.items() if secret.encode() in data]


def site_of(folder: Path, out: Path) -> dict[str, bytes]:
    """Every page but the rulebooks, which use the words of secrets for everybody."""
    texts = out.with_name("texts")
    texts.mkdir(exist_ok=True)
    build_site(folder.parent, texts, out)
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.relative_to(out).parts[0] != "rules"
    }


def test_orders_become_public_when_they_are_adjudicated(tmp_path: Path) -> None:
    folder = private_game(tmp_path)
    bid(folder, "BID 3", "BID 1")
    assert holding(public_part(folder), "BID 3") == []
    before = files_of(folder)
    adjudicate_game(folder)
    assert (folder / "1" / "orders" / "crown.toml").read_text() == (
        '# Round 1, the bids\n[bid]\norders = """\nBID 3\n"""\n'
    )
    assert load_game(folder).phases[0].order_texts == {"crown": "BID 3\n", "shield": "BID 1\n"}
    assert verify_game(folder).phases == 1
    after = files_of(folder)
    undo_last(folder)
    assert files_of(folder) == before
    adjudicate_game(folder)
    assert files_of(folder) == after


def test_a_secret_line_is_withheld_and_leaves_no_gap(tmp_path: Path) -> None:
    """A bid that the purse does not hold is known to its author only."""
    folder = private_game(tmp_path)
    bid(folder, "BID 2\n\nBID 99", "BID 1")
    adjudicate_game(folder)
    text = load_game(folder).phases[0].order_texts["crown"]
    assert text == "BID 2\n"
    whole = (folder / "private" / "1" / "orders" / "crown.toml").read_text()
    assert "BID 2\n\nBID 99\n" in whole
    assert holding(public_part(folder), "BID 99") == []
    assert holding({"export": export_game(folder).text.encode()}, "BID 99") == []
    assert verify_game(folder).phases == 1


@pytest.mark.parametrize(
    "text",
    [
        "# my plan\nOBJECTIVE STRATEGIC: a quiet life\n\n3: SAX",
        "3: SAX  # the first step\nOBJECTIVE STRATEGIC: a quiet life",
        "OBJECTIVE STRATEGIC: a quiet life; 3: SAX",
        "\n\n  3: SAX\n# nothing else",
        "papacy:\n3: SAX",
    ],
)
def test_public_orders_are_the_same_whatever_is_secret_beside_them(
    tmp_path: Path, text: str
) -> None:
    folder = new_game(tmp_path, "draft", "europe-1619-draft", "--orders", "private")
    store_submission(folder, "papacy", {"diplomatic": text}, "m")
    adjudicate_game(folder)
    assert load_game(folder).phases[0].order_texts["papacy"] == "3: SAX\n"
    assert verify_game(folder).phases == 1


def test_who_sends_nothing_but_secrets_has_no_public_orders(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "draft", "europe-1619-draft", "--orders", "private")
    before = public_part(folder).keys()
    only = {"diplomatic": "OBJECTIVE STRATEGIC: a quiet life"}
    store_submission(folder, "papacy", only, "m")
    adjudicate_game(folder)
    new = public_part(folder).keys() - before
    assert new == {"commitments.toml", "received.toml", "1619/state/1-diplomatic.toml"}
    assert verify_game(folder).phases == 1
    (folder / "1619" / "orders").mkdir()
    told = f"[diplomatic]\norders = '{only['diplomatic']}'\n"
    (folder / "1619" / "orders" / "papacy.toml").write_text(told)
    with pytest.raises(FileError, match="differs from the public part of"):
        verify_game(folder)


def test_a_game_from_when_marks_stood_for_secret_lines_still_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = private_game(tmp_path)
    bid(folder, "BID 2\n\nBID 99", "BID 1")
    for name in ("public_texts", "secrets"):
        monkeypatch.setattr(Played, name, partialmethod(getattr(Played, name), older=True))
    adjudicate_game(folder)
    monkeypatch.undo()
    texts = load_game(folder).phases[0].order_texts
    assert texts["crown"] == f"BID 2\n\n{HIDDEN_ORDER}\n"
    bid(folder, "BID 3", "BID 2")
    adjudicate_game(folder)
    assert verify_game(folder).phases == 2
    change(folder, "1/orders/crown.toml", f"{HIDDEN_ORDER}\n", "")
    with pytest.raises(FileError, match="differs from the public part of"):
        verify_game(folder)


def test_a_public_text_that_is_no_extract_of_the_secret_one_fails(tmp_path: Path) -> None:
    folder = private_game(tmp_path)
    bid(folder, "BID 3", "BID 1")
    adjudicate_game(folder)
    path = change(folder, "1/orders/crown.toml", "BID 3", HIDDEN_ORDER)
    with pytest.raises(FileError, match="differs from the public part of"):
        verify_game(folder)
    change(folder, path, HIDDEN_ORDER, "BID 4")
    with pytest.raises(FileError, match="differs from"):
        verify_game(folder)
    (folder / path).unlink()
    with pytest.raises(FileError, match="has no orders for bid, which was adjudicated"):
        verify_game(folder)


def test_secret_rulings_count_apart_so_that_no_number_ever_changes(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "draft", "europe-1619-draft", "--orders", "private")
    adjudicate_game(folder)
    rulings = folder / "private" / "1619" / "rulings.toml"
    rulings.write_text(RULING.format("by lot"))
    game = load_game(folder)
    assert [one.number for one in game.year_rulings(1619)] == [101]
    public = '[[ruling]]\nphase = "movement"\nkind = "note"\nreason = "r"\nfacts = { text = "t" }\n'
    (folder / "1619" / "rulings.toml").write_text(public)
    game = load_game(folder)
    assert [one.number for one in game.year_rulings(1619)] == [1, 101]
    adjudicate_game(folder)
    record = load_game(folder).phases[-1]
    assert [one.number for one in record.rulings] == [1]
    assert any("ruling 101" in event.text for event in record.resolution().events)
    assert holding(public_part(folder), "by lot") == []
    assert verify_game(folder).phases == 2
    rulings.write_text(RULING.format("by lot").replace(", secret = true", ""))
    with pytest.raises(FileError, match="is in the secret file, but is not secret"):
        load_game(folder).year_rulings(1619)


def test_a_secret_ruling_in_the_public_file_is_warned_of(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "draft", "europe-1619-draft", "--orders", "private")
    adjudicate_game(folder)
    (folder / "1619" / "rulings.toml").write_text(RULING.format("by lot"))
    said = [str(one) for one in check_game(load_game(folder)).complaints]
    assert [line for line in said if "ruling 1 is secret, but is in a public file" in line]


def test_no_secret_of_a_game_is_public_before_it_is_due(tmp_path: Path) -> None:
    """Objectives, handlers' orders, offers, rulings, orders that wait and mails: neither in the
    public part of the folder, nor in a site built from it, nor in an export."""
    folder = new_game(tmp_path / "games", "draft", "europe-1619-draft", "--orders", "private")
    goal, plan, appointed = "peace between Rome and Geneva", "A MAC - SER", "for one who left"
    mail = "Dear referee, nobody else may read this"
    orders = {"diplomatic": f"OBJECTIVE STRATEGIC: {goal}\n# and a dagger", "movement": plan}
    store_submission(folder, "papacy", orders, mail)
    store_submission(folder, "france", {"diplomatic": "OFFER ALLIANCE ENGLAND"}, mail)
    store_submission(folder, "austria", {"diplomatic": "10: OTT"}, mail)
    list(adjudicate_on(folder))
    (folder / "private" / "1619" / "rulings.toml").write_text(RULING.format(appointed))
    handled = {"movement": "OTT: A MAC - GRE\nF LON - NTH"}
    store_submission(folder, "england", handled, mail)
    store_submission(folder, "austria", {"builds": "BUILD A VIE # zwölf Fähnlein"}, mail)
    list(adjudicate_on(folder))
    secrets = [goal, "and a dagger", appointed, "is the first handler of", "OTT: A MAC", plan, mail]
    secrets += ["OFFER ALLIANCE", "zwölf Fähnlein"]
    export = {"export": export_game(folder).text.encode()}
    site = site_of(folder, tmp_path / "out")
    assert holding(site, "A MAC - GRE")  # the move itself is seen on the board
    for secret in secrets:
        assert holding(files_of(folder), secret), secret
        for files in (public_part(folder), site, export):
            assert holding(files, secret) == [], secret
    named = {one.removeprefix("draft/") for one in public_part(folder)}
    assert set(public_files(folder)) == named
    shutil.rmtree(folder / "private")
    assert site_of(folder, tmp_path / "again") == site


@given(
    texts=st.lists(st.tuples(st.integers(100, 999), st.integers(100, 999)), min_size=1, max_size=2),
    early=st.integers(100, 999),
)
@settings(max_examples=10, deadline=None)
def test_no_bid_that_failed_or_waits_is_public(
    tmp_path_factory: pytest.TempPathFactory, texts: list[tuple[int, int]], early: int
) -> None:
    folder = private_game(tmp_path_factory.mktemp("games"))
    for crown, shield in texts:
        bid(folder, f"BID 1\nBID {crown} ", f"BID {shield} \nBID 0")
        for _ in adjudicate_on(folder):
            pass
        year = load_game(folder).current_moment.year
    store_submission(folder, "crown", {"bid": f"BID {early} "}, "m")
    for number in {early, *(one for pair in texts for one in pair)}:
        assert holding(public_part(folder), f"BID {number}") == []
    assert verify_game(folder).phases == len(texts)
    assert year == len(texts) + 1


@given(st.lists(st.sampled_from(["", "A", "A; B", "# b", HIDDEN_ORDER]), max_size=5), st.data())
def test_an_extract_has_lines_of_the_whole_in_their_order(
    lines: list[str], data: st.DataObject
) -> None:
    ways = [[line, line.partition(";")[0], "", HIDDEN_ORDER, HIDDEN_REMARK] for line in lines]
    cut = [data.draw(st.sampled_from(way)) for way in ways]
    whole, text = "\n".join(lines), "\n".join(line for line in cut if line)
    assert is_extract(whole, whole)
    assert is_extract(text, whole)
    assert not is_extract(f"{text}\nmore", whole)
    assert not is_extract(f"# b\n{text}\nA", whole.replace("# b", "").replace("A", "C"))


def test_a_whole_private_game_goes_through_an_export(tmp_path: Path) -> None:
    folder = private_game(tmp_path / "games")
    bid(folder, "BID 2\nBID 99", "BID 1")
    adjudicate_game(folder)
    bid(folder, "BID 3", "BID 2")
    again = import_game(tmp_path / "copies", export_game(folder, private=True).text).folder
    # The number of orders that are in is of the day, as mails are.
    (folder / "received.toml").unlink()
    kept = {name: data for name, data in files_of(folder).items() if "/mail/" not in name}
    assert files_of(again) == kept
    public = import_game(tmp_path / "public", export_game(folder).text)
    assert "1 bid the game's seed is secret" in public.unverified
    assert files_of(public.folder) == public_part(folder)


def test_only_files_that_are_part_of_a_game_may_be_committed(tmp_path: Path) -> None:
    folder = private_game(tmp_path)
    bid(folder, "BID 3", "BID 1")
    adjudicate_game(folder)
    (folder / "press").mkdir()
    (folder / "press" / "1620-arms.md").write_text("x")
    for name in ("notes.txt", "key.txt", "seed.toml", "1/orders/crown.txt", "1/mail.toml"):
        (folder / name).write_text("secret = 1\n")
    (folder / "revealed" / "1").mkdir(parents=True)
    (folder / "revealed" / "1" / "rulings.toml").write_text("")
    assert public_files(folder) == (
        ".gitignore",
        "1/orders/crown.toml",
        "1/orders/shield.toml",
        "1/state/0-opening.toml",
        "1/state/1-bid.toml",
        "chain.toml",
        "commitments.toml",
        "game.toml",
        "press/1620-arms.md",
        "received.toml",
    )
    (folder / "press" / "1620-map.png").symlink_to(folder / "private" / "seed.toml")
    with pytest.raises(FileError, match=r"1620-map\.png: is a symbolic link"):
        public_files(folder)


def test_a_new_game_keeps_its_orders_private_and_a_demonstration_does_not(tmp_path: Path) -> None:
    root = ["--games", str(tmp_path)]
    assert main([*root, "new", "war"]) == 0
    assert (tmp_path / "war" / "private" / "1901" / "orders" / "france.toml").exists()
    assert not (tmp_path / "war" / "1901" / "orders").exists()
    assert main([*root, "new", "show", "--demo", "1"]) == 0
    assert (tmp_path / "show" / "1901" / "orders" / "france.toml").exists()
    assert command(tmp_path / "show", "verify") == 0
