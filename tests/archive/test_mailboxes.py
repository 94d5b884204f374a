"""Mails on disk: files, mailboxes, Maildirs and folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.archive.files.reading import FileErrors
from generator.mailroom import mailboxes
from generator.mailroom.letter import LONGEST_MAIL
from generator.mailroom.mailboxes import mails_at

ENVELOPE = b"From anna@example.org Mon Mar  1 20:11:00 2027\n"


def mail(order: str) -> bytes:
    return f"From: anna@example.org\nTo: gm@example.org\nSubject: x\n\n{order}\n".encode()


def names(path: Path) -> list[str]:
    return [one.name.removeprefix(str(path)) for one in mails_at(path)]


def test_a_file_is_one_mail(tmp_path: Path) -> None:
    path = tmp_path / "anna.eml"
    path.write_bytes(mail("A PAR - BUR"))
    (found,) = mails_at(path)
    assert (found.name, found.data) == (str(path), mail("A PAR - BUR"))


def test_a_mailbox_is_read_to_its_end_and_its_mails_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "inbox.mbox"
    path.write_bytes(b"\n".join(ENVELOPE + mail(f"A PAR - {n}") for n in range(3)))
    found = mails_at(path)
    assert [one.name for one in found] == [f"{path}#{n}" for n in (1, 2, 3)]
    assert found[2].data == ENVELOPE + mail("A PAR - 2")


def test_a_mailbox_with_one_mail_has_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "inbox"
    path.write_bytes(ENVELOPE + mail("A PAR - BUR"))
    assert names(path) == [""]


def test_a_maildir_has_its_mails_in_cur_and_new(tmp_path: Path) -> None:
    for folder in ("cur", "new", "tmp"):
        (tmp_path / folder).mkdir()
    (tmp_path / "cur" / "1700000002.a_2,S").write_bytes(mail("B"))
    (tmp_path / "new" / "1700000001.b").write_bytes(mail("A"))
    (tmp_path / "tmp" / "1700000003.c").write_bytes(mail("half"))
    (tmp_path / "dovecot.index").write_bytes(b"\0")
    assert names(tmp_path) == ["/new/1700000001.b", "/cur/1700000002.a_2,S"]


def test_drafts_and_the_trash_of_a_maildir_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "cur").mkdir()
    for name in ("1.a:2,ST", "2.b:2,S", "3.c:2,DS", "4.d_2,T", "5.T", "6.f;2,FRS", "7.g!2,RT"):
        (tmp_path / "cur" / name).write_bytes(mail(name))
    assert names(tmp_path) == ["/cur/2.b:2,S", "/cur/5.T", "/cur/6.f;2,FRS"]


def test_what_was_deleted_from_a_mailbox_is_left_out(tmp_path: Path) -> None:
    marks = (b"X-Mozilla-Status: 0001", b"X-Mozilla-Status: 0009", b"X-Status: AD", b"X-Status: A")
    box = b"\n".join(ENVELOPE + mark + b"\n" + mail("A PAR H") for mark in marks)
    (tmp_path / "box").write_bytes(box)
    assert names(tmp_path / "box") == ["#1", "#4"]


def test_a_folder_gives_its_files_by_name(tmp_path: Path) -> None:
    for name in ("b.eml", "a.eml", ".hidden"):
        (tmp_path / name).write_bytes(mail(name))
    (tmp_path / "box").write_bytes(ENVELOPE + mail("1") + b"\n" + ENVELOPE + mail("2"))
    (tmp_path / "older").mkdir()
    (tmp_path / "older" / "c.eml").write_bytes(mail("c"))
    assert names(tmp_path) == ["/a.eml", "/b.eml", "/box#1", "/box#2"]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no symbolic links here")
def test_symbolic_links_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mails").mkdir()
    secret = tmp_path / "secret"
    secret.write_bytes(mail("x"))
    (tmp_path / "mails" / "a.eml").symlink_to(secret)
    for path in (tmp_path / "mails", tmp_path / "mails" / "a.eml"):
        with pytest.raises(FileErrors, match=r"a\.eml: is a symbolic link"):
            mails_at(path)
    (tmp_path / "linked").symlink_to(tmp_path / "mails")
    with pytest.raises(FileErrors, match="linked"):
        mails_at(tmp_path / "linked")


def test_what_is_not_there_and_what_is_empty_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match=r"none\.eml: cannot be read"):
        mails_at(tmp_path / "none.eml")
    with pytest.raises(FileErrors, match="there are no mails in it"):
        mails_at(tmp_path)


def test_a_mail_that_is_too_long_ends_beyond_the_limit(tmp_path: Path) -> None:
    """Whoever opens it is told that it is too long, and the others are read."""
    long = ENVELOPE + mail("x" * LONGEST_MAIL)
    (tmp_path / "box").write_bytes(long + b"\n" + ENVELOPE + mail("A PAR - BUR"))
    assert [len(one.data) > LONGEST_MAIL for one in mails_at(tmp_path / "box")] == [True, False]
    with (tmp_path / "huge.eml").open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    (found,) = mails_at(tmp_path / "huge.eml")
    assert len(found.data) == LONGEST_MAIL + 1


def test_too_many_mails_and_too_much_of_them_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailboxes, "MOST_MAILS", 3)
    (tmp_path / "box").write_bytes(b"\n".join(ENVELOPE + mail("x") for _ in range(4)))
    for path in (tmp_path, tmp_path / "box"):
        with pytest.raises(FileErrors, match="there is too much in it"):
            mails_at(path)
    monkeypatch.setattr(mailboxes, "LONGEST_BOX", 300)
    with pytest.raises(FileErrors, match="is too long"):
        mails_at(tmp_path / "box")
