"""The evening by the referee's pages: what is shown, and that each step is its command."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.files.writing import locked
from generator.archive.secret.age import make_identity
from generator.building.build import build_site
from generator.cli import main, parse
from generator.serve.requests import Fields
from generator.serve.steps import STEPS
from tests.archive.games import ROOT, change, new_game, store_submission, write_orders
from tests.commands.mail_server import mail_server, plain, settings
from tests.serve.pages import Served, files_of, served

FRANCE = (
    b"France\n\nA PAR - BUR\nA MAR - XYZ\nHello Ruth, see you on Sunday.\n\n-- \nAnna\nA BRE H\n"
)


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Served]:
    folder = new_game(tmp_path / "games", "duel", "standard")
    write_orders(folder, 1901, "spring-movement", france="A PAR - BUR\nA MAR - XYZ")
    with served(tmp_path / "games") as pages:
        yield pages


# --- what is shown


def test_the_games_say_what_they_wait_for(pages: Served) -> None:
    new_game(pages.games, "broken", "standard")
    (pages.games / "broken" / "game.toml").write_text("[", "utf-8")
    shown = pages.look()
    assert "orders missing: Austria, England, Germany, Italy, Russia, Turkey" in shown.text
    # One that cannot be read does not hide the others.
    assert "broken/game.toml:1:" in shown.text
    assert f'href="{pages.pages.top}duel"' in shown.body


def test_a_game_shows_its_sheets_and_what_is_to_be_fixed(pages: Served) -> None:
    shown = pages.look("duel")
    assert 'name="line-2" value="A MAR - XYZ"' in shown.body
    assert "there is no province XYZ" in shown.text
    assert "France 1 to fix" in shown.text.replace("A player", "")
    assert "Austria missing" in shown.text
    assert "theatrum adjudicate duel --dry-run" in shown.text
    assert "<svg" in pages.look("duel/now.svg").body


def test_the_deadline_and_who_is_ready_are_shown(pages: Served) -> None:
    change(pages.games / "duel", "game.toml", "format = 1\n", 'format = 1\nearly = "all-ready"\n')
    with (pages.games / "duel" / "game.toml").open("a", encoding="utf-8") as file:
        file.write("\n[dates.1901]\nspring-movement = 2027-03-07\n")
    shown = pages.look("duel").text
    assert "ready: 0 of 7 powers" in shown
    assert " ago" in shown


def test_orders_that_are_not_here_are_said(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games" / "salt-road", tmp_path / "salt-road")
    with served(tmp_path) as pages:
        assert "theatrum secrets unseal salt-road" in pages.look("salt-road").text


def test_whole_game_is_one_click_away(pages: Served) -> None:
    pages.take("adjudicate", {"really": "yes"})
    (address,) = re.findall(r'<a href="([^"]*)" download>', pages.look("duel").body)
    found = pages.ask("GET", address)
    assert found.status == 200
    assert "data:font/woff2;base64," in found.body
    assert "<script src" not in found.body


def test_what_people_wrote_is_escaped(pages: Served) -> None:
    change(
        pages.games / "duel", "1901/orders/france.toml", "A PAR - BUR", "<script>alert(1)</script>"
    )
    assert "<script>" not in pages.look("duel").body


def test_no_page_has_a_script_and_styles_are_the_sites(pages: Served) -> None:
    assert "<script" not in pages.look("duel").body
    style = pages.look("_style.css").body
    assert "--rubric" in style
    assert ".mapside" in style
    for file in ("fonts/EBGaramond-Regular.woff2", "icon.svg"):
        assert pages.ask("GET", f"{pages.pages.top}{file}").status == 200


def test_the_site_does_not_learn_the_token(pages: Served) -> None:
    assert '<a href="/" rel="noreferrer">' in pages.look().body


def test_nothing_of_it_is_in_a_built_site(pages: Served, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "site").mkdir()
    build_site(pages.games, tmp_path / "site", out)
    for path in out.rglob("*"):
        if "guide" in path.parts:
            continue
        assert "evening" not in path.name
        if path.suffix in (".html", ".js", ".json", ".txt", ".xml"):
            assert "_evening/" not in path.read_text("utf-8"), path


# --- mails


def test_every_line_of_a_mail_is_accounted_for(pages: Served) -> None:
    shown = pages.follow(pages.drop([("anna.txt", FRANCE)]))
    assert "theatrum submit duel anna.txt" in shown.text
    rows = shown.body.split("<tr class=")[1:]
    told = [row.partition('"')[2].partition('"')[0] for row in rows]
    assert told == ["passed", "read", "fix", "ignored", "passed", "passed", "ignored"]
    assert "is in the signature" in shown.text
    assert "Subject: Duel: France" in shown.text
    assert "Will be done:" in shown.text


def test_a_pasted_text_with_several_powers(pages: Served) -> None:
    text = "Austria\nA VIE - GAL\n\nItaly\nA ROM - APU\n"
    shown = pages.follow(pages.drop([], {"text": text, "power": "all"}))
    assert "Austria, version 1" in shown.text
    assert "Italy, version 1" in shown.text
    assert "theatrum submit duel --all -" in shown.text


# --- play


def test_a_dry_run_comes_first_with_the_maps_before_and_after(pages: Served) -> None:
    before = files_of(pages.games)
    tried = pages.take("adjudicate")
    assert "dry run, nothing written" in tried.text
    assert files_of(pages.games) == before
    at = tried.body.partition('src="')[2].partition('"')[0]
    assert at.endswith("/orders.svg")
    assert "<svg" in pages.ask("GET", at).body
    assert "<svg" in pages.ask("GET", at.replace("orders", "after")).body
    done = pages.take("adjudicate", {"really": "yes"})
    assert "state written" in done.text
    assert len(load_game(pages.games / "duel").phases) == 1
    assert "Spring 1901, movement" in pages.look("duel/post/bbcode").text
    assert "[b]" in pages.look("duel/post/bbcode").text
    undone = pages.take("undo")
    assert "is undone; its orders are kept" in undone.text
    assert files_of(pages.games).keys() >= before.keys()


def test_a_step_that_fails_shows_its_message(pages: Served) -> None:
    shown = pages.take("publish")
    assert "this did not work" in shown.text
    assert "git" in shown.text
    assert 'name="really"' not in shown.body


def test_words_from_a_form_are_never_options(pages: Served) -> None:
    shown = pages.take("deadline", {"when": "--clear"})
    assert "this did not work" in shown.text
    assert pages.send("duel/deadline", {"seen": pages.seen()}).status == 400


# --- nobody overwrites


def test_a_form_of_an_older_page_does_nothing(pages: Served) -> None:
    """Two tabs, or a terminal beside it."""
    seen = pages.seen()
    change(pages.games / "duel", "1901/orders/france.toml", "A PAR - BUR", "A PAR - GAS")
    before = files_of(pages.games)
    refused = pages.send("duel/adjudicate", {"seen": seen, "really": "yes"})
    assert refused.status == 409
    assert "the game has changed since this page was shown" in refused.text
    assert files_of(pages.games) == before


def test_a_step_is_not_done_twice(pages: Served) -> None:
    given = {"seen": pages.seen(), "really": "yes"}
    pages.follow(pages.send("duel/adjudicate", given))
    assert pages.send("duel/adjudicate", given).status == 409
    assert len(load_game(pages.games / "duel").phases) == 1


def test_while_a_command_writes_the_page_does_nothing(pages: Served) -> None:
    seen = pages.seen()
    with locked(pages.games / "duel"):
        refused = pages.send("duel/adjudicate", {"seen": seen, "really": "yes"})
    assert refused.status == 400
    assert "another theatrum" in refused.text
    assert not load_game(pages.games / "duel").phases


def test_each_step_is_a_command_that_there_is() -> None:
    given = {"phase": "1901 spring", "reason": "r", "text": "t", "when": "now", "player": "Ada",
             "power": "france", "mail": "france:1", "how": "add", "ruling": "note"}  # fmt: skip
    for step in STEPS.values():
        words = list(step.words("duel", Fields({name: [value] for name, value in given.items()})))
        for more in (step.tries, step.does):
            assert parse([*words[:2], *more, *words[2:]]).game == "duel"


def test_theatrum_alone_opens_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ([], ["--games", "x"]):
        assert parse(words).run == "site:open_page"
    asked = []
    monkeypatch.setattr("generator.serve.preview.serve_site", lambda *a, **more: asked.append(more))
    assert main([]) == 0
    assert asked[0]["opens"]
    assert asked[0]["address"].startswith("/_evening/")


# --- beside the evening


def test_a_ruling_shows_what_comes_of_it_before_it_is_written(pages: Served) -> None:
    assert "sets a power's units after the phase" in pages.look("duel/table").text
    before = files_of(pages.games)
    given = {"text": "france: A MAR - SPA", "reason": "wrote XYZ"}
    tried = pages.take("ruling", given)
    assert "dry run, nothing written" in tried.text
    assert files_of(pages.games) == before
    done = pages.take("ruling", {**given, "really": "yes"})
    assert "ruling 1" in done.text
    assert "wrote XYZ" in (pages.games / "duel/1901/rulings.toml").read_text("utf-8")


def test_a_ruling_by_its_fields(pages: Served) -> None:
    given = {"kind": "order", "fact-power": "france", "fact-order": "A MAR - SPA", "reason": "r"}
    shown = pages.take("ruling", given)
    assert 'order power=france order="A MAR - SPA"' in shown.text.replace("'", "")
    assert "dry run, nothing written" in shown.text
    refused = pages.send("duel/ruling", {"seen": pages.seen(), **given, "fact-order": 'x" y="z'})
    assert refused.status == 400


def test_a_phase_is_amended_after_its_difference_was_seen(pages: Served) -> None:
    pages.take("adjudicate", {"really": "yes"})
    given = {"phase": "1901 spring-movement", "ruling": "france: A MAR - SPA", "reason": "a slip"}
    before = files_of(pages.games)
    tried = pages.take("amend", given)
    assert "A MAR" in tried.text
    assert "nothing was written" in tried.text
    assert files_of(pages.games) == before
    for caption in ("The phase as it stands", "The orders and their results", "The position after"):
        assert caption in tried.text
    pictures = [
        pages.look(at).body for at in re.findall(r'src="[^"]*/(duel/did/[^"]+)"', tried.body)
    ]
    assert len({*pictures}) == 3
    assert all("<svg" in picture for picture in pictures)
    done = pages.take("amend", {**given, "really": "yes"})
    assert "is corrected" in done.text


def test_a_phase_is_amended_with_other_orders(pages: Served) -> None:
    pages.take("adjudicate", {"really": "yes"})
    given = {"phase": "1901 spring-movement", "power": "france", "reason": "a late mail"}
    given["orders"] = "A PAR - PIC\r\nA MAR - SPA"
    assert "--orders france france.txt" in pages.take("amend", given).text
    assert "is corrected" in pages.take("amend", {**given, "really": "yes"}).text
    assert "A PAR - PIC" in pages.look("duel/post/text").text
    refused = pages.send("duel/amend", {"seen": pages.seen(), **given, "power": "../x"})
    assert refused.status == 400


def test_the_table_pauses_replaces_and_undoes(pages: Served) -> None:
    done = pages.take("replace", {"power": "france", "player": "--Ada", "address": "ada@q.example"})
    assert "--Ada from" in done.text
    pages.take("pause", {"reason": "Easter"})
    assert "Easter" in pages.look("duel").text
    assert "End the pause" in pages.look("duel/table").text
    assert "this did not work" not in pages.take("resume").text
    pages.take("adjudicate", {"really": "yes"})
    played = files_of(pages.games)
    pages.take("undo")
    assert not load_game(pages.games / "duel").phases
    pages.take("redo")
    redone = files_of(pages.games)
    assert all(redone[path] == data for path, data in played.items() if "private" not in path)


def test_a_dry_run_that_is_looked_at_again_stays_that_of_its_orders(pages: Served) -> None:
    """What is adjudicated from its page is what it shows."""
    answer = pages.send("duel/adjudicate", {"seen": pages.seen()})
    pages.follow(answer)
    change(pages.games / "duel", "1901/orders/france.toml", "A PAR - BUR", "A PAR - GAS")
    again = pages.follow(answer)
    seen = again.body.partition('name="seen" value="')[2].partition('"')[0]
    assert seen
    refused = pages.send("duel/adjudicate", {"seen": seen, "really": "yes"})
    assert refused.status == 409
    assert not load_game(pages.games / "duel").phases


# --- the end, secrets, and what players are told


def test_a_game_ends_by_the_page_as_by_the_command(pages: Served, tmp_path: Path) -> None:
    again = shutil.copytree(pages.games, tmp_path / "again")
    given = {"result": "win", "powers": "france", "reason": "the others gave up"}
    tried = pages.take("finish", given)
    assert "nothing is written yet" in tried.text
    assert not load_game(pages.games / "duel").is_over
    pages.take("finish", {**given, "really": "yes"})
    words = ["--result", "win", "france", "--reason", "the others gave up"]
    assert main(["--games", str(again), "finish", "duel", *words]) == 0
    assert files_of(pages.games) == files_of(again)
    assert "over; " in pages.look("duel").text
    pages.take("archive")
    assert load_game(pages.games / "duel").settings.archived
    assert "duel/" not in pages.look().body


def test_a_result_is_never_an_option(pages: Served) -> None:
    given = {"seen": pages.seen(), "result": "draw", "powers": "--archive", "reason": "r"}
    assert pages.send("duel/finish", given).status == 400
    assert not load_game(pages.games / "duel").settings.archived


def test_what_players_would_be_told_is_shown_before_it_is_sent(pages: Served) -> None:
    pages.take("adjudicate", {"really": "yes"})
    shown = pages.take("announce")
    assert "nothing is written yet" in shown.text
    assert "theatrum announce duel" in shown.text
    assert "theatrum announce duel --send" in pages.take("announce", {"really": "yes"}).text


def test_receipts_are_sent_by_the_page(pages: Served) -> None:
    folder = pages.games / "duel"
    with (folder / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "anna@example.org"\n')
    mail = b"From: anna@example.org\nTo: gm@example.org\n\n" + FRANCE
    shown = pages.follow(pages.drop([("one.eml", mail)]))
    assert 'href="mailto:anna%40example.org?subject=' in shown.body
    with mail_server() as server:
        settings(folder, plain(server))
        assert "Send the receipts through 127.0.0.1" in pages.look("duel").text
        shown = pages.follow(pages.drop([("two.eml", mail + b"\n")], {"smtp": "yes"}))
        assert "1 receipt sent through 127.0.0.1" in shown.text
        assert [to for to, _ in server.got] == ["anna@example.org"]
        # A mail that is assigned afterwards is answered in the same way.
        unnamed = b"From: anna@example.org\nTo: gm@example.org\n\nGermany\nItaly\nA MUN H\n"
        shown = pages.follow(pages.drop([("three.eml", unnamed)], {"smtp": "yes"}))
        assert 'name="smtp" value="yes"' in shown.body


def test_broken_settings_for_mails_stop_no_page(pages: Served) -> None:
    folder = pages.games / "duel"
    (folder / "private").mkdir(exist_ok=True)
    settings(folder, "host = [")
    shown = pages.look("duel").text
    assert "private/mail.toml:1:" in shown
    assert "Dry run" in shown


def test_receipts_that_cannot_be_sent_stop_nothing_unsaid(pages: Served) -> None:
    answer = pages.drop([("one.txt", FRANCE)], {"smtp": "yes"})
    assert answer.status == 400
    assert "mail.toml is missing" in answer.text


def test_secrets_are_unsealed_by_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyrage")
    key = tmp_path / "referee.key"
    make_identity(key)
    monkeypatch.setenv("THEATRUM_IDENTITY", str(key))
    folder = new_game(tmp_path / "games", "duel", "standard", "--orders", "private")
    public = key.read_text().splitlines()[0].removeprefix("# public key: ")
    with (folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n')
    store_submission(folder, "france", {"spring-movement": "A PAR - BUR"}, "mail")
    with served(tmp_path / "games") as pages:
        pages.take("seal")
        shutil.rmtree(folder / "private")
        assert "Unseal the secrets" in pages.look("duel").text
        assert "this did not work" not in pages.take("unseal").text
        assert "A PAR - BUR" in pages.look("duel").text
