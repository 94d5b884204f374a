"""`theatrum check-orders`: what a pull request may change, and what its answer says."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.archive.files.limits import LONGEST_ORDERS
from generator.archive.publish import proposals
from generator.archive.publish.proposals import Proposal, read_proposal
from generator.cli import main
from generator.commands.checkorders import _block, _code, _escaped
from generator.engine.errors import GameError, UsageError
from generator.mail.sealed import armored
from tests.archive.games import change, new_game, write_orders
from tests.archive.repositories import Clone, alone

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]
FRANCE = "games/war/1901/orders/france.toml"


def sheet(text: str, phase: str = "spring-movement") -> str:
    return f'# mine\n[{phase}]\norders = """\n{text}\n"""\n'


@pytest.fixture
def repository(tmp_path: Path) -> Clone:
    """A standard game whose orders are public, on main; the branch "mine" is checked out."""
    one = Clone(tmp_path / "own")
    one.folder.mkdir()
    one.git("init", "--quiet", "--initial-branch=main")
    one.identify("anna")
    new_game(one.games, "war", "standard")
    one.write(".github/workflows/pages.yml", "on: push\n")
    one.write(".gitattributes", "games/** -text\n")
    one.git("add", ".")
    one.git("commit", "--quiet", "--message", "base")
    one.git("switch", "--quiet", "--create", "mine")
    return one


def propose(repository: Clone, path: str, text: str) -> Proposal:
    repository.write(path, text)
    repository.commit(path)
    return read(repository)


def read(repository: Clone, power: str = "") -> Proposal:
    return read_proposal(repository.games, "main", "mine", power)


def why(found: Proposal) -> str:
    """Why the only file is refused."""
    (refusal,) = found.refused
    assert not found.orders
    return refusal.why


def answer(repository: Clone, capsys: Capture, code: int, *more: str) -> str:
    """What the command prints."""
    capsys.readouterr()
    asked = ["--games", str(repository.games), "check-orders", "--base", "main", "--head", "mine"]
    assert main([*asked, *more]) == code
    return capsys.readouterr().out


def test_orders_are_read_and_answered_like_a_mail(repository: Clone, capsys: Capture) -> None:
    repository.write(FRANCE, sheet("A PAR - BUR\nA MAR S A PAR - BUG\nF BRE - MAO"))
    repository.commit(FRANCE)
    said = answer(repository, capsys, 1)
    assert said.startswith("# 1 order cannot be read or carried out\n")
    assert "## France, Spring 1901, movement" in said
    assert "  A PAR - BUR  # A Paris - Burgundy" in said
    assert "  line 5: A MAR S A PAR - BUG: there is no province BUG (did you mean" in said
    assert "  A MAR: no order: it will hold (write A MAR H)" in said


def test_good_orders_are_well(repository: Clone, capsys: Capture) -> None:
    repository.write(FRANCE, sheet("A PAR H\nA MAR H\nF BRE H"))
    repository.commit(FRANCE)
    assert answer(repository, capsys, 0).startswith("# The orders can be read\n")


def test_the_answer_is_the_same_whatever_others_ordered(repository: Clone, capsys: Capture) -> None:
    """A support that only another power's order could match tells nothing of that order."""
    repository.write(FRANCE, sheet("A PAR - BUR\nA MAR S A MUN - BUR\nF BRE - ENG"))
    repository.commit(FRANCE)
    without = answer(repository, capsys, 0)
    repository.git("switch", "--quiet", "main")
    folder = repository.games / "war"
    write_orders(folder, 1901, "spring-movement", germany="A MUN - BUR", england="F LON - ENG")
    repository.commit("games/war/1901")
    repository.git("switch", "--quiet", "mine")
    assert answer(repository, capsys, 0) == without


def test_nothing_of_the_proposal_reaches_the_folder(repository: Clone) -> None:
    """The base may be checked out, or anything else: only git's objects are read."""
    propose(repository, FRANCE, sheet("A PAR H"))
    repository.git("switch", "--quiet", "main")
    (repository.games / "war" / "game.toml").write_text("broken")
    before = sorted(repository.folder.rglob("*"))
    assert read(repository).orders[0].power == "france"
    assert sorted(repository.folder.rglob("*")) == before


def test_the_game_is_the_one_of_the_base(repository: Clone) -> None:
    """A proposal cannot move units to where its orders would be good."""
    state = "games/war/1901/state/0-opening.toml"
    text = (repository.folder / state).read_text("utf-8")
    repository.write(state, text.replace("A PAR", "A MUN"))
    repository.write(FRANCE, sheet("A MUN - BUR"))
    repository.commit(state, FRANCE)
    found = read(repository)
    assert [one.path for one in found.refused] == [state]
    (orders,) = found.orders
    assert any(one.severity == "error" for one in orders.book.complaints)


# Who sends it, and when


def with_settings(repository: Clone, text: str) -> None:
    """The base has a few more lines in its game.toml."""
    repository.git("switch", "--quiet", "main")
    path = repository.games / "war" / "game.toml"
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    repository.commit("games/war/game.toml")
    repository.git("switch", "--quiet", "--force-create", "mine")


LOGINS = '\n[logins]\nfrance = "Marie-Fr"\ngermany = "otto"\n'


def test_orders_come_from_the_login_of_their_power(repository: Clone, capsys: Capture) -> None:
    with_settings(repository, LOGINS)
    repository.write(FRANCE, sheet("A PAR H\nA MAR H\nF BRE H"))
    repository.commit(FRANCE)
    said = answer(repository, capsys, 0, "--login", "marie-fr")  # GitHub tells no case apart
    assert said.startswith("# The orders can be read\n")
    said = answer(repository, capsys, 1, "--login", "otto")
    assert "## France" not in said
    assert "has orders of France, for which game.toml does not note the login otto" in said


@pytest.mark.parametrize("login", ["marie-fr", "", "`x`\n# all is well"])
def test_no_login_may_order_for_a_power_without_one(
    repository: Clone, capsys: Capture, login: str
) -> None:
    with_settings(repository, LOGINS)
    path = "games/war/1901/orders/italy.toml"
    repository.write(path, sheet("A ROM H"))
    repository.commit(path)
    said = answer(repository, capsys, 1 if login else 0, "--login", login)
    assert ("the login" in said) is bool(login)
    assert "\n# all" not in said


def test_a_proposal_cannot_note_its_own_login(repository: Clone, capsys: Capture) -> None:
    with_settings(repository, LOGINS)
    settings = repository.games / "war" / "game.toml"
    settings.write_text(settings.read_text("utf-8").replace("Marie-Fr", "eve"), "utf-8")
    repository.write(FRANCE, sheet("A PAR H"))
    repository.commit(".")
    said = answer(repository, capsys, 1, "--login", "eve")
    assert "does not note the login eve" in said
    assert "the game's settings, and they are the referee's" in said


def test_press_is_signed_by_its_own_power(repository: Clone, capsys: Capture) -> None:
    with_settings(repository, LOGINS)
    path = "games/war/press/1901-peace.md"
    repository.write(path, "---\nfrom: Germany\n---\nPeace!\n")
    repository.commit(path)
    assert "is signed by Germany, for which" in answer(repository, capsys, 1, "--login", "marie-fr")
    assert answer(repository, capsys, 0, "--login", "otto").startswith("# Nothing is wrong\n")


def test_without_logins_the_referee_is_asked_to_look(repository: Clone, capsys: Capture) -> None:
    repository.write(FRANCE, sheet("A PAR H\nA MAR H\nF BRE H"))
    repository.commit(FRANCE)
    said = answer(repository, capsys, 0, "--login", "eve")
    assert "game.toml notes no logins, so look whether eve plays France" in said


def test_a_login_of_a_power_that_is_not_there_is_an_error(repository: Clone) -> None:
    with_settings(repository, '\n[logins]\nfrnace = "x"\n')
    repository.write(FRANCE, sheet("A PAR H"))
    repository.commit(FRANCE)
    with pytest.raises(GameError, match=r"there is no power frnace .did you mean france"):
        read(repository)


def test_late_orders_are_named_as_late(repository: Clone, capsys: Capture) -> None:
    with_settings(repository, "\n[dates.1901]\nspring-movement = 2027-03-07T20:00:00Z\n")
    repository.write(FRANCE, sheet("A PAR H\nA MAR H\nF BRE H"))
    repository.commit(FRANCE)
    early = answer(repository, capsys, 0, "--received", "2027-03-07T19:59:00Z")
    assert early.startswith("# The orders can be read\n")
    assert "Late" not in early
    late = answer(repository, capsys, 0, "--received", "2027-03-07T23:01:00Z")
    assert late.startswith("# The orders can be read, and came late\n")
    assert "Late: when this came, the deadline was past for 3 hours." in late


# What is refused


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("games/war/1901/state/1-spring-movement.toml", "only adjudicating writes"),
        ("games/war/1901/state/0-opening.toml", "only adjudicating writes"),
        ("games/war/1901/rulings.toml", "rulings, and they are the referee's"),
        ("games/war/game.toml", "settings, and they are the referee's"),
        ("games/war/private/1901/orders/france.toml", "nothing of private/ may ever be in git"),
        ("games/war/seed.toml", "only theatrum writes it"),
        ("games/war/commitments.toml", "only theatrum writes it"),
        ("games/war/chain.toml", "only theatrum writes it"),
        ("games/war/sealed/seed.toml.age", "only theatrum writes it"),
        ("games/war/revealed/x.toml", "only theatrum writes it"),
        ("games/war/.gitattributes", "neither an order file"),
        ("games/war/1901/orders/.gitattributes", "neither an order file"),
        ("games/war/1901/orders/france.toml~", "neither an order file"),
        ("games/war/1901/orders/FRANCE.toml", "neither an order file"),
        ("games/war/1901/orders/fr\u202eance.toml", "neither an order file"),
        ("games/war/1901/orders/fra\nnce.toml", "neither an order file"),
        (f"games/war/1901/orders/{'f' * 200}.toml", "neither an order file"),
        ("games/war/01901/orders/france.toml", "neither an order file"),
        ("games/war/x/1901/orders/france.toml", "neither an order file"),
        ("games/War/1901/orders/france.toml", "neither an order file"),
        (".github/workflows/pages.yml", "a workflow"),
        (".github/dependabot.yml", "a workflow"),
        (".gitattributes", "a setting of git"),
        (".gitmodules", "a setting of git"),
        ("site/home.md", "part of the site"),
        ("themes/default/templates/base.html", "part of the site"),
        ("requirements.txt", "neither an order file nor press"),
        ("README.md", "neither an order file nor press"),
    ],
)
def test_everything_else_is_refused_with_its_reason(
    repository: Clone, path: str, words: str
) -> None:
    assert words in why(propose(repository, path, "x = 1\n"))


def test_a_refused_file_does_not_hide_the_orders(repository: Clone) -> None:
    repository.write("README.md", "x\n")
    repository.write(FRANCE, sheet("A PAR H"))
    repository.commit("README.md", FRANCE)
    found = read(repository)
    assert [one.path for one in found.refused] == ["README.md"]
    assert [one.power for one in found.orders] == ["france"]


def link(repository: Clone) -> None:
    path = repository.folder / FRANCE
    path.unlink()
    path.symlink_to("../../private/seed.toml")


def program(repository: Clone) -> None:
    repository.write(FRANCE, sheet("A PAR H"))
    os.chmod(repository.folder / FRANCE, 0o755)


def submodule(repository: Clone) -> None:
    repository.git("rm", "--quiet", "--cached", FRANCE)
    entry = f"160000,{repository.head()},{FRANCE}"
    repository.git("update-index", "--add", "--cacheinfo", entry)
    repository.git("commit", "--quiet", "--message", "a submodule")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (link, "is a symbolic link"),
        (program, "is marked as a program"),
        (submodule, "is a submodule"),
        (lambda one: (one.folder / FRANCE).unlink(), "would be removed"),
    ],
)
def test_only_plain_files_are_taken(
    repository: Clone, change: Callable[[Clone], None], words: str
) -> None:
    change(repository)
    if change is not submodule:
        repository.git("add", "--all", "games")
        repository.git("commit", "--quiet", "--message", "odd")
    assert words in why(read(repository))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (sheet("A PAR H", "fall-movement"), "[fall-movement], which takes no orders yet"),
        (sheet("A PAR H", "Not A Phase"), "cannot be read: "),
        ("[spring-movement]\norders = 3\n", "cannot be read: line 2:"),
        ('[spring-movement]\norders = """', "cannot be read: line 2:"),
        ("orders = 1\n", "cannot be read: line 1:"),
        (sheet("A PAR H\n" * 3000), "more than 2,000 lines"),
        (sheet("A PAR H" + " " * LONGEST_ORDERS), "is larger than 4 MiB"),
    ],
)
def test_files_of_orders_that_cannot_count_are_refused(
    repository: Clone, text: str, words: str
) -> None:
    assert words in why(propose(repository, FRANCE, text))


def test_what_is_no_text_is_refused(repository: Clone) -> None:
    (repository.folder / FRANCE).write_bytes(b"\xff\xfe")
    repository.commit(FRANCE)
    assert why(read(repository)) == "is not a text in UTF-8"


def test_orders_for_an_adjudicated_phase_are_refused(repository: Clone) -> None:
    """The base has moved on since the branch was made."""
    repository.write(FRANCE, sheet("A PAR - BUR"))
    repository.commit(FRANCE)
    repository.git("switch", "--quiet", "main")
    assert main(["--games", str(repository.games), "adjudicate", "war"]) == 0
    repository.commit("games/war/1901")
    repository.git("switch", "--quiet", "mine")
    said = why(read(repository))
    assert "changes [spring-movement], which has been adjudicated" in said
    assert "the game waits for Fall 1901, movement" in said


def test_changes_of_the_base_are_not_those_of_the_proposal(repository: Clone) -> None:
    propose(repository, FRANCE, sheet("A PAR - BUR"))
    repository.git("switch", "--quiet", "main")
    repository.write("README.md", "new\n")
    repository.commit("README.md")
    repository.git("switch", "--quiet", "mine")
    assert not read(repository).refused


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("games/war/1902/orders/france.toml", "1902 is not the year"),
        ("games/war/1901/orders/prussia.toml", "there is no power prussia"),
        ("games/peace/1901/orders/france.toml", "there is no game peace"),
        ("games/peace/press/1901-x.md", "there is no game peace"),
    ],
)
def test_orders_for_nobody_are_refused(repository: Clone, path: str, words: str) -> None:
    assert words in why(propose(repository, path, sheet("A PAR H")))


def test_orders_of_another_power_are_refused_where_one_is_named(
    repository: Clone, capsys: Capture
) -> None:
    propose(repository, FRANCE, sheet("A PAR H"))
    assert why(read(repository, "italy")) == "has orders of france, and this is for italy"
    assert read(repository, "france").orders
    assert "this is for italy" in answer(repository, capsys, 1, "--power", "Italy")


@pytest.mark.parametrize("power", ["../x", "a\0b", "a\nb", "x" * 500, "\u202efrance", "a b", "-x"])
def test_odd_powers_on_the_command_line_are_refused(repository: Clone, power: str) -> None:
    asked = ["--games", str(repository.games), "check-orders", "--base=main", "--head=mine"]
    assert main([*asked, f"--power={power}"]) == 2


def test_orders_of_two_powers_are_remarked_on(repository: Clone) -> None:
    repository.write(FRANCE, sheet("A PAR H"))
    repository.write("games/war/1901/orders/italy.toml", sheet("A ROM H"))
    repository.commit("games")
    assert read(repository).notes == (
        "War: one pull request has orders of France, Italy; whose is it?",
    )


def test_secret_orders_are_not_asked_for_in_public(repository: Clone, capsys: Capture) -> None:
    repository.git("switch", "--quiet", "main")
    new_game(repository.games, "hidden", "standard", "--orders", "private")
    repository.git("add", ".")
    repository.git("commit", "--quiet", "--message", "a game with secrets")
    repository.git("switch", "--quiet", "--create", "sent")
    path = "games/hidden/1901/orders/france.toml"
    repository.write(path, sheet("A PAR - PIC"))
    repository.commit(path)
    repository.git("branch", "--force", "mine")
    said = answer(repository, capsys, 1)
    assert "would tell everybody the orders" in said
    assert "send your orders sealed, or by mail to the referee" in said
    assert "PIC" not in said


LETTER = "games/war/inbox/1901-spring-movement-880c0737.age"
SEALED = armored(b"age-encryption.org/v1\n-> X25519 abc\n")


def private_base(repository: Clone) -> None:
    repository.git("switch", "--quiet", "main")
    path = change(repository.games / "war", "game.toml", "ruleset", 'orders = "private"\nruleset')
    repository.commit(f"games/war/{path}")
    repository.git("switch", "--quiet", "--force-create", "mine")


def test_sealed_letter_is_taken_unread_where_orders_are_secret(
    repository: Clone, capsys: Capture
) -> None:
    private_base(repository)
    found = propose(repository, LETTER, SEALED)
    assert [letter.path for letter in found.letters] == [LETTER]
    assert not found.refused
    said = answer(repository, capsys, 0)
    assert said.startswith("# The sealed orders can be taken\n")
    assert "only your referee can open it" in said


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (LETTER, "France\nA PAR - BUR\n", "is not one sealed letter"),
        (LETTER, SEALED * 2, "is not one sealed letter"),
        (LETTER, f"{SEALED}A PAR - BUR\n", "is not one sealed letter"),
        (LETTER, SEALED.replace("YWdl", "YWd"), "is cut off, or has other text in it"),
        ("games/peace/inbox/1901-one.age", SEALED, "there is no game peace"),
        ("games/war/inbox/1901-one.txt", SEALED, "is neither an order file"),
        ("games/war/inbox/x/1901-one.age", SEALED, "is neither an order"),
    ],
)
def test_what_is_no_sealed_letter_is_refused(
    repository: Clone, path: str, text: str, words: str
) -> None:
    private_base(repository)
    assert words in why(propose(repository, path, text))


def test_game_with_public_orders_takes_no_sealed_letters(repository: Clone) -> None:
    assert "the orders of this game are public" in why(propose(repository, LETTER, SEALED))


def test_sealed_letter_that_was_sent_is_not_changed(repository: Clone) -> None:
    repository.git("switch", "--quiet", "main")
    repository.write(LETTER, SEALED)
    repository.commit(LETTER)
    repository.git("switch", "--quiet", "-C", "mine")
    assert "was sent; send a new one" in why(
        propose(repository, LETTER, armored(b"age-encryption.org/v1 x"))
    )


def test_too_many_files_are_not_looked_at(
    repository: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "MOST", 3)
    for number in range(5):
        repository.write(f"x/{number}", "x")
    repository.commit("x")
    assert read(repository).refused[-1].why == "2 more files are changed, and were not looked at"


def test_a_changed_remark_is_no_order(repository: Clone) -> None:
    before = (repository.folder / FRANCE).read_text("utf-8")
    found = propose(repository, FRANCE, f"# my sheet\n{before}")
    assert found == Proposal(notes=(f"{FRANCE}: no order is changed.",))


# Press


def test_new_press_is_taken(repository: Clone, capsys: Capture) -> None:
    path = "games/war/press/1901-05-01-to-arms.md"
    repository.write(path, "---\nfrom: France\n---\n\nTo arms!\n")
    repository.commit(path)
    assert f"- `{path}`, from `France`" in answer(repository, capsys, 0)


def test_press_of_the_referee_and_of_others_is_left_alone(repository: Clone) -> None:
    path = "games/war/press/1901-05-01-news.md"
    text = "---\nfrom: The referee\n---\n\nFrance has won.\n"
    assert "speaks for the referee" in why(propose(repository, path, text))
    repository.git("branch", "--force", "main")
    assert "has been published" in why(propose(repository, path, "Never mind.\n"))


# Revisions


NO_REVISION = r"not a revision|no such commit"


@pytest.mark.parametrize("revision", ["--output=x", "-x", "a\nb", "a\0b", "", "x" * 500, "nowhere"])
def test_revisions_are_never_options(repository: Clone, revision: str) -> None:
    with pytest.raises(UsageError, match=NO_REVISION):
        read_proposal(repository.games, revision, "mine")
    with pytest.raises(UsageError, match=NO_REVISION):
        read_proposal(repository.games, "main", revision)


def test_histories_without_a_common_beginning_are_told(repository: Clone) -> None:
    repository.git("switch", "--quiet", "--orphan", "mine2")
    repository.write("x", "x")
    repository.commit("x")
    with pytest.raises(GameError, match="no common beginning"):
        read_proposal(repository.games, "main", "mine2")


# The answer is Markdown that nobody else can write into


@given(st.text(alphabet="`~a \n\u202e<@#[]()!|", max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_blocks_cannot_be_left(text: str) -> None:
    opening, *inside, closing = _block(text.split("\n"))
    assert opening == f"{closing}text"
    assert set(closing) == {"`"}
    assert not any(line.strip().startswith(closing) for line in inside)
    assert "\u202e" not in "".join(inside)


def test_words_from_outside_stay_words() -> None:
    assert _code("a`b") == "``a`b``"
    assert _escaped("<b>@all #1 [x](http://y)") == (
        "&lt;b&gt;&#64;all \\#1 \\[x\\]\\(http:&#47;&#47;y\\)"
    )


def test_hostile_orders_stay_in_their_block(repository: Clone, capsys: Capture) -> None:
    hostile = (
        "A ``` - BUR\n# pwned\n<img src=x> @everyone ![x](http://evil/)\n::set-output name=x::y"
    )
    repository.write(FRANCE, sheet(hostile))
    repository.commit(FRANCE)
    said = answer(repository, capsys, 1).splitlines()
    fence = max((line for line in said if line.startswith("```")), key=len).removesuffix("text")
    assert len(fence) == 4
    start, end = said.index(f"{fence}text"), len(said) - 1 - said[::-1].index(fence)
    outside = "\n".join(said[:start] + said[end:])
    assert not any(sign in outside for sign in ("pwned", "<img", "@everyone", "::set"))
