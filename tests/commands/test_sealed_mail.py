"""`theatrum submit` and sealed letters: in mails, in files, and in threads of a forum."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from generator.archive.people.submissions import submissions_of
from generator.archive.secret.age import Recipients
from generator.archive.secret.sealing import make_identity
from generator.engine.phases import Moment
from generator.mail.sealed import Binding, blocks_in, bound_letter, mark_of
from tests.archive.games import change, files_of, new_game, write_orders
from tests.commands.mailbox import Capture, Post, eml, versions

pytest.importorskip("pyrage")

SPRING = Moment(1901, 1, "spring-movement")
SALT = "00112233445566778899aabbccddeeff"
FRANCE = "A PAR - BUR\nA MAR H\nF BRE - MAO"
AUSTRIA = "A VIE - GAL\nA BUD - SER\nF TRI - ALB"
NAMES = {"france": "France", "austria": "Austria", "italy": "Italy"}


def public_key(path: Path) -> str:
    return path.read_text("ascii").splitlines()[0].removeprefix("# public key: ")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "referee.key"
    make_identity(path)
    return path


def private_game(root: Path, key: Path) -> Path:
    folder = new_game(root, "war", "standard", "--orders", "private")
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public_key(key)}"]\n')
    return folder


@pytest.fixture
def post(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Post:
    folder = private_game(tmp_path / "games", key)
    capsys.readouterr()
    return Post(folder, monkeypatch, capsys)


Seal = Callable[..., str]


@pytest.fixture
def seal(key: Path) -> Seal:
    """Seals a sheet as the desk does; `marks` are those of all that were sealed."""
    recipients = Recipients([public_key(key)])

    def block(power: str, orders: str, at: str = "2027-03-01T10:00:00", **facts: object) -> str:
        return recipients.encrypt(letter(power, orders, at, **facts))

    return block


def letter(power: str, orders: str, at: str = "2027-03-01T10:00:00", **facts: object) -> str:
    bound = {"game": "war", "year": 1901, "phase": "spring-movement", **facts}
    words = f"War\n{NAMES.get(power, power)}, {bound['year']} {bound['phase']}\n\n{orders}\n"
    binding = Binding(power=power, at=f"{at}+00:00", **bound)  # type: ignore[arg-type]
    return bound_letter(words, binding, SALT)


def thread(path: Path, *posts: tuple[str, str]) -> Path:
    """A thread as it is copied from a forum: who wrote, and what."""
    parts = [f"by {who} » Mon 1 Mar 2027\n\nCode: Select all\n{text}\n\n" for who, text in posts]
    path.write_text("War: orders\n\n" + "".join(parts), "utf-8")
    return path


def keyed(key: Path, *more: str) -> tuple[str, ...]:
    return ("--identity", str(key), *more)


def taken(post: Post, path: Path, key: Path, *more: str, code: int = 0) -> str:
    """What comes of a thread."""
    now = () if "--now" in more else ("--now", "2027-03-02T10:00Z")
    return post.run("submit", "--from-thread", str(path), *keyed(key, *more), *now, code=code)


def test_sealed_letter_in_a_mail_is_opened_and_the_receipt_has_its_mark(
    post: Post, key: Path, seal: Seal
) -> None:
    mail = eml(f"Dear Ruth,\nmine, sealed:\n\n{seal('france', FRANCE)}", "Subject: War orders")
    out = post.submit(mail, *keyed(key))
    text = letter("france", FRANCE)
    assert (
        f"Mark of the sealed letter: {mark_of(text.encode())}, sealed 2027-03-01 10:00 UTC" in out
    )
    assert "A PAR - BUR  # A Paris - Burgundy" in out
    assert "not read: 2 lines beside the sealed letter" in out
    assert "Ignored" not in out
    assert post.waiting() == f"{FRANCE}\n"
    (kept,) = submissions_of(post.folder, SPRING)
    assert (kept.mark, kept.sent) == (mark_of(text.encode()), "2027-03-01T10:00:00+00:00")
    assert kept.sender == "anna@example.org"
    # Anybody who has the file can find the mark again.
    assert mark_of((post.folder / kept.mail).read_bytes()) == kept.mark


def test_sealed_letter_is_taken_quoted_and_with_the_line_ends_of_mail(
    post: Post, key: Path, seal: Seal
) -> None:
    block = "".join(f"> {line}\r\n" for line in seal("france", FRANCE).splitlines())
    out = post.submit(eml(f"As promised:\r\n\r\n{block}\r\nAnna\r\n"), *keyed(key))
    assert "Version 1" in out
    assert post.waiting() == f"{FRANCE}\n"


def test_sealed_letter_is_taken_from_a_file_of_a_pull_request(
    post: Post, key: Path, seal: Seal
) -> None:
    """The folder inbox/ of the game, in letters or in bytes."""
    inbox = post.folder / "inbox"
    inbox.mkdir()
    (inbox / "1901-one.age").write_text(seal("france", FRANCE), "ascii")
    (block,) = blocks_in(seal("austria", AUSTRIA))
    (inbox / "1901-two.age").write_bytes(block.data)
    out = post.run("submit", str(inbox), *keyed(key, "--now", "2027-03-02T10:00Z"))
    assert out.count("Version 1") == 2
    assert post.waiting("austria") == f"{AUSTRIA}\n"
    again = post.run("submit", str(inbox), *keyed(key, "--now", "2027-03-02T10:00Z"))
    assert again.count("This mail is version 1 again: nothing changes.") == 2


def test_thread_brings_the_orders_of_all_and_says_where_they_stood(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    path = thread(
        tmp_path / "thread.txt",
        ("Marie", seal("france", FRANCE)),
        ("Jan", f"[quote=Marie]what a day[/quote]\n[code]{seal('austria', AUSTRIA)}[/code]"),
    )
    out = taken(post, path, key)
    assert post.waiting() == f"{FRANCE}\n"
    assert post.waiting("austria") == f"{AUSTRIA}\n"
    assert out.count("Version 1") == 2
    marks = [
        mark_of(letter(*sheet).encode()) for sheet in (("france", FRANCE), ("austria", AUSTRIA))
    ]
    assert f"{path}:6: France, version 1, {marks[0]}; it stands below: by Marie »" in post.err
    assert f"Austria, version 1, {marks[1]}; it stands below: what a day" in post.err
    assert f"for the thread: opened {marks[0]}, {marks[1]}" in post.err


def test_of_several_the_newest_by_its_own_time_stands(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    """A rival who posts an old letter again changes nothing."""
    old = seal("france", "A PAR H\nA MAR H\nF BRE H", "2027-03-01T09:00:00")
    new = seal("france", FRANCE, "2027-03-01T10:00:00")
    taken(post, thread(tmp_path / "one.txt", ("Marie", new), ("a rival", old)), key)
    assert post.waiting() == f"{FRANCE}\n"
    assert [stood for _, stood, _ in versions(post.folder)] == [1, 2]


def test_of_two_of_the_same_time_the_one_below_stands(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    first = seal("france", "A PAR H\nA MAR H\nF BRE H")
    taken(
        post, thread(tmp_path / "one.txt", ("Marie", first), ("Marie", seal("france", FRANCE))), key
    )
    assert post.waiting() == f"{FRANCE}\n"


def test_letter_posted_again_after_a_newer_one_is_known(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    old = seal("france", "A PAR H\nA MAR H\nF BRE H", "2027-03-01T09:00:00")
    new = seal("france", FRANCE, "2027-03-01T10:00:00")
    taken(post, thread(tmp_path / "one.txt", ("Marie", old)), key)
    taken(post, thread(tmp_path / "two.txt", ("Marie", old), ("Marie", new)), key)
    assert f"{tmp_path}/two.txt: 1 sealed letter was here before: nothing changes" in post.err
    taken(post, thread(tmp_path / "three.txt", ("a rival", old)), key)
    assert post.waiting() == f"{FRANCE}\n"
    # One that was never here, and is older.
    late = seal("france", "A PAR - PIC\nA MAR H\nF BRE H", "2027-03-01T09:30:00")
    out = taken(post, thread(tmp_path / "four.txt", ("a rival", late)), key)
    assert "It is older than version 2, which stands." in out
    assert post.waiting() == f"{FRANCE}\n"


def test_clock_that_is_fast_does_not_make_a_letter_newer_than_those_to_come(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    fast = seal("france", "A PAR H\nA MAR H\nF BRE H", "2099-01-01T00:00:00")
    taken(post, thread(tmp_path / "one.txt", ("Marie", fast)), key)
    later = seal("france", FRANCE, "2027-03-02T11:00:00")
    taken(post, thread(tmp_path / "two.txt", ("Marie", later)), key, "--now", "2027-03-02T12:00Z")
    assert post.waiting() == f"{FRANCE}\n"


def test_thread_submitted_again_changes_nothing(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    taken(post, path, key)
    before = files_of(post.folder)
    assert taken(post, path, key) == ""
    assert post.err == f"{path}: 1 sealed letter was here before: nothing changes\n"
    assert files_of(post.folder) == before


def test_letter_that_is_quoted_further_down_is_said_to_be_the_same(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    block = seal("france", FRANCE)
    quoted = "".join(f"> {line}\n" for line in block.splitlines())
    path = thread(tmp_path / "thread.txt", ("Marie", block), ("Jan", f"brave!\n{quoted}"))
    taken(post, path, key)
    assert "the sealed letter of line 6 again" in post.err
    assert [number for number, _, _ in versions(post.folder)] == [1]


def test_letters_for_another_game_power_or_phase_are_named_and_the_others_stored(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    path = thread(
        tmp_path / "thread.txt",
        ("Ada", seal("france", FRANCE, game="peace")),
        ("Bob", seal("burgundy", FRANCE)),
        ("Cid", seal("italy", "A VEN H", year=1900)),
        ("Dan", seal("italy", "A VEN H", phase="winter-adjustment", year=1902)),
        ("Jan", seal("austria", AUSTRIA)),
    )
    out = taken(post, path, key, code=1)
    assert "is sealed for the game peace, and this is war" in post.err
    assert "is sealed for burgundy, which war does not have (powers: " in post.err
    assert (
        "is sealed for 1900 spring-movement, which takes no orders (war waits for 1901" in post.err
    )
    assert "is sealed for 1902 winter-adjustment, which takes no orders" in post.err
    assert post.err.count("thread.txt:") == 6, "five refused, and a line for the one stored"
    assert out.count("Version 1") == 1
    assert post.waiting("austria") == f"{AUSTRIA}\n"


def test_letter_for_another_power_than_the_referee_names_is_refused(
    post: Post, key: Path, seal: Seal
) -> None:
    post.submit(eml(seal("france", FRANCE)), *keyed(key, "--power", "italy"), code=1)
    assert "is sealed for france, and --power says italy" in post.err
    assert versions(post.folder) == []


def test_sheet_of_the_desk_is_taken_word_for_word(post: Post, key: Path, seal: Seal) -> None:
    """Remarks, empty lines and stars as in a file of orders; what is no order is an error there."""
    sheet = f"# north *first*\n{FRANCE}\n\n* A VEN - TYR\n# later: more"
    out = post.submit(seal("france", sheet), *keyed(key), code=1)
    assert post.waiting() == f"{sheet}\n"
    assert "Will not be done:\n  line 9: A VEN - TYR: A VEN belongs to italy" in out
    assert "Ignored" not in out


def test_orders_of_others_in_a_letter_written_by_hand_are_not_taken(post: Post, key: Path) -> None:
    bound = Binding("war", "france", 1901, "spring-movement", "2027-03-01T10:00:00+00:00")
    text = bound_letter(f"Dear Ruth,\n\nFrance:\n{FRANCE}\nItaly:\nA VEN - TYR\n", bound, SALT)
    out = post.submit(Recipients([public_key(key)]).encrypt(text), *keyed(key))
    assert "below the heading of Italy" in out
    assert post.waiting() == f"{FRANCE}\n"


def test_letters_of_phases_that_are_over_are_told_apart(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    """Those that were taken in their time are counted; one that came too late is an error."""
    first = seal("france", FRANCE)
    path = thread(tmp_path / "thread.txt", ("Marie", first))
    taken(post, path, key)
    post.run("adjudicate")
    fall = seal("france", "A BUR - MUN\nA MAR H\nF MAO - SPA/SC", phase="fall-movement")
    forgotten = seal("austria", AUSTRIA)
    path = thread(path, ("Marie", first), ("Jan", forgotten), ("Marie", fall))
    taken(post, path, key, code=1)
    assert "1 sealed letter of phases that are over has been taken then" in post.err
    assert "is sealed for 1901 spring-movement, which takes no orders" in post.err
    assert post.waiting(phase="fall-movement") == "A BUR - MUN\nA MAR H\nF MAO - SPA/SC\n"


def test_letter_for_a_later_phase_of_the_year_waits_for_it(
    post: Post, key: Path, seal: Seal
) -> None:
    out = post.submit(seal("france", "A BUR - MUN\nA MAR H", phase="fall-movement"), *keyed(key))
    assert "Saved as written; it will be read when this phase takes orders:" in out
    assert post.waiting(phase="fall-movement") == "A BUR - MUN\nA MAR H\n"


def test_changed_letter_is_refused(post: Post, key: Path, seal: Seal, tmp_path: Path) -> None:
    """In each part of it: the key, the orders, the end."""
    (block,) = blocks_in(seal("france", FRANCE))
    for at in (30, 60, 120, len(block.data) - 40, len(block.data) - 1):
        data = bytearray(block.data)
        data[at] ^= 1
        path = thread(tmp_path / "thread.txt", ("Marie", _armored(bytes(data))))
        taken(post, path, key, code=1)
        assert "was changed" in post.err, at
        assert f"{path}:6: the sealed letter " in post.err
    path = thread(tmp_path / "cut.txt", ("Marie", _armored(block.data[:-10])))
    taken(post, path, key, code=1)
    assert "was changed since it was sealed, or is cut off (ask for it again)" in post.err
    assert versions(post.folder) == []


def _armored(data: bytes) -> str:
    text = base64.encodebytes(data).decode("ascii")
    return f"-----BEGIN AGE ENCRYPTED FILE-----\n{text}-----END AGE ENCRYPTED FILE-----\n"


def test_letter_opens_with_the_key_alone(post: Post, seal: Seal, tmp_path: Path) -> None:
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    other = tmp_path / "other.key"
    make_identity(other)
    taken(post, path, other, code=1)
    assert "the sealed letter is sealed to another key, or was changed" in post.err
    post.run("submit", "--from-thread", str(path), code=1)
    assert (
        f"{path}:6: here stands a sealed letter (--identity FILE names the secret key" in post.err
    )
    assert versions(post.folder) == []


def test_letter_sealed_with_a_passphrase_is_refused(post: Post, key: Path, tmp_path: Path) -> None:
    import pyrage

    sealed = pyrage.passphrase.encrypt(letter("france", FRANCE).encode(), "pepper")
    taken(post, thread(tmp_path / "thread.txt", ("Marie", _armored(sealed))), key, code=1)
    assert "is sealed to another key" in post.err


def test_game_with_public_orders_takes_no_sealed_letters(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    """They would stand in a file that everybody can read, and be committed before they are due."""
    change(post.folder, "game.toml", 'orders = "private"', 'orders = "public"')
    before = files_of(post.folder)
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    post.run("submit", "--from-thread", str(path), *keyed(key), code=1)
    assert 'write orders = "private" into game.toml' in post.err
    post.submit(seal("france", FRANCE), *keyed(key), code=1)
    assert 'write orders = "private" into game.toml' in post.err
    assert files_of(post.folder) == before


def test_opened_orders_stand_in_no_file_that_is_committed(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    before = _public(post.folder)
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    taken(post, path, key)
    post.run("secrets seal")
    after = _public(post.folder)
    new = {name: data for name, data in after.items() if before.get(name) != data}
    assert new
    assert all(name.startswith("sealed/") for name in new)
    for name, data in after.items():
        assert b"A PAR - BUR" not in data, name
        assert mark_of(letter("france", FRANCE).encode()).encode() not in data, name


def _public(folder: Path) -> dict[str, bytes]:
    return {
        name: data
        for name, data in files_of(folder).items()
        if not name.startswith(("private/", ".theatrum"))
    }


def test_record_is_that_of_the_same_orders_in_files(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    other = private_game(tmp_path / "files", key)
    write_orders(other / "private", 1901, "spring-movement", france=FRANCE, austria=AUSTRIA)
    post.capsys.readouterr()
    blocks = (("Jan", seal("austria", AUSTRIA)), ("Marie", seal("france", FRANCE)))
    taken(post, thread(tmp_path / "thread.txt", *blocks), key)
    post.run("adjudicate")
    Post(other, post.monkeypatch, post.capsys).run("adjudicate")
    assert _public(post.folder) == _public(other)
    assert "1901/orders/france.toml" in _public(other)


def test_sealed_letter_without_its_remarks_is_taken_and_said_to_be_unbound(
    post: Post, key: Path, tmp_path: Path
) -> None:
    """As `age -a -r age1...` makes it of a letter."""
    block = Recipients([public_key(key)]).encrypt(f"France\n{FRANCE}\n")
    path = thread(tmp_path / "thread.txt", ("Marie", block))
    out = taken(post, path, key)
    assert "does not say for which game, power and phase it is" in out
    assert "does not say when it was sealed" in out
    assert "for the thread" not in post.err  # without a salt the mark might tell the orders
    assert post.waiting() == f"{FRANCE}\n"
    post.run("adjudicate")
    taken(post, path, key)
    assert "of phases that are over has been taken then" in post.err
    assert not (post.folder / "private/1901/mail/fall-movement").exists()


def test_orders_in_plain_text_beside_sealed_letters_are_not_lost(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    """In a mail they are orders like others; of a thread they are named."""
    old = seal("france", "A PAR H\nA MAR H\nF BRE H", "2027-02-28T09:00:00")
    quoted = "".join(f"> {line}\n" for line in old.splitlines())
    plain = eml(f"Forget the letter below:\n\nFrance\n{FRANCE}\n\n{quoted}")
    out = post.submit(plain, *keyed(key))
    assert post.waiting() == f"{FRANCE}\n"
    assert out.count("Version") == 2
    path = thread(tmp_path / "thread.txt", ("Marie", old), ("Jan", f"Austria\n{AUSTRIA}\n"))
    taken(post, path, key)
    assert "what looks like orders in plain text is not taken from a thread: lines" in post.err
    assert versions(post.folder, "austria") == []


def test_sealed_letter_from_an_address_of_somebody_else_is_kept_aside(
    post: Post, key: Path, seal: Seal
) -> None:
    post.run("players address", "france", "anna@example.org")
    out = post.submit(eml(seal("france", FRANCE), sender="eve@example.org"), *keyed(key), code=1)
    assert "it came from an address that is not noted for France" in out
    assert versions(post.folder) == [(1, 0, ("stranger",))]
    shown = post.run("submit", "--accept", "france")
    assert mark_of(letter("france", FRANCE).encode()) in shown
    assert post.waiting() == f"{FRANCE}\n"


def test_shorter_sealed_sheet_replaces_the_one_before_it(post: Post, key: Path, seal: Seal) -> None:
    """A sealed letter is a whole sheet, and never taken for a correction."""
    post.submit(seal("france", FRANCE), *keyed(key))
    out = post.submit(seal("france", "A PAR H", "2027-03-01T11:00:00"), *keyed(key))
    assert "On hold" not in out
    assert post.waiting() == "A PAR H\n"


def test_json_has_the_mark(post: Post, key: Path, seal: Seal, tmp_path: Path) -> None:
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    (facts,) = json.loads(taken(post, path, key, "--json", "--dry-run"))
    assert facts["mark"] == mark_of(letter("france", FRANCE).encode())
    assert facts["sealed"] == "2027-03-01 10:00 UTC"
    assert versions(post.folder) == []


def test_thread_without_sealed_letters_is_refused(post: Post, key: Path, tmp_path: Path) -> None:
    path = tmp_path / "thread.txt"
    path.write_text("Hello\n", "utf-8")
    taken(post, path, key, code=1)
    assert f"{path}: there are no sealed letters in the thread" in post.err
    post.run("submit", "--from-thread", str(path), "mail.eml", code=2)
    post.run("submit", "--from-thread", str(tmp_path / "none.txt"), code=1)


def test_receipts_of_a_thread_go_to_the_addresses_of_the_powers(
    post: Post, key: Path, seal: Seal, tmp_path: Path
) -> None:
    post.run("players address", "france", "anna@example.org")
    path = thread(tmp_path / "thread.txt", ("Marie", seal("france", FRANCE)))
    taken(post, path, key, "--receipts", str(tmp_path / "out"))
    (mail,) = (tmp_path / "out").iterdir()
    text = mail.read_bytes().decode()
    assert "To: anna@example.org" in text
    assert "Mark of the sealed letter: " in text


def test_sealed_letter_may_be_attached(post: Post, key: Path, seal: Seal) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Anna <anna@example.org>", "gm@example.org"
    mail.set_content("Mine is attached.\n")
    block = seal("france", FRANCE).encode()
    mail.add_attachment(block, "application", "octet-stream", filename="orders.age")
    out = post.submit(mail.as_string(), *keyed(key))
    assert "Version 1" in out
    assert post.waiting() == f"{FRANCE}\n"
