"""What somebody else puts into sealed/: a swapped, an older, a removed, a stranger's file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive.files.layout import MANIFESTS
from generator.archive.play.verifying import verify_game
from generator.archive.secret.age import Identity, Recipients
from generator.archive.secret.manifests import manifest_numbers, new_manifest, without_head
from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import unseal_game
from generator.engine.errors import FileError, TheatrumError
from tests.archive.games import change, command, files_of, new_game, public_key, store_submission

pytest.importorskip("pyrage")


def sealed_game(root: Path, name: str, key: Path) -> Path:
    """A game whose powers have sent orders; the second ones of crown are sealed by themselves."""
    folder = new_game(root, name, "tiny", "--orders", "private")
    with (folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public_key(key)}"]\n')
    store_submission(folder, "crown", {"bid": "BID 2"}, "crown")
    store_submission(folder, "shield", {"bid": "BID 1"}, "shield")
    seal_game(folder)
    store_submission(folder, "crown", {"bid": "BID 3"}, "crown again")
    seal_game(folder)
    return folder


@pytest.fixture
def folder(tmp_path: Path, key: Path) -> Path:
    return sealed_game(tmp_path / "games", "duel", key)


@pytest.fixture
def clone(folder: Path, tmp_path: Path) -> Path:
    """A new clone: it has nothing but what everybody has, and the key."""
    copy = tmp_path / "clone" / "duel"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    return copy


def one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


CROWN = "sealed/1/orders/crown.toml.*.age"
SHIELD = "sealed/1/orders/shield.toml.*.age"


def refused(clone: Path, key: Path) -> str:
    before = files_of(clone)
    with pytest.raises(FileError) as caught:
        unseal_game(clone, key)
    assert files_of(clone) == before
    return str(caught.value)


def test_a_good_clone_is_opened(clone: Path, key: Path) -> None:
    assert unseal_game(clone, key).bound


def test_swapped_files_are_refused(clone: Path, key: Path) -> None:
    crown, shield = one(clone, CROWN), one(clone, SHIELD)
    texts = crown.read_bytes(), shield.read_bytes()
    crown.write_bytes(texts[1])
    shield.write_bytes(texts[0])
    said = refused(clone, key)
    assert f"{crown.name}: holds what was sealed as sealed/1/orders/{shield.name}" in said
    assert f"{shield.name}: holds what was sealed as sealed/1/orders/{crown.name}" in said


def test_verify_compares_the_hashes_of_what_is_sealed(folder: Path, clone: Path) -> None:
    for copy in (folder, clone):
        assert verify_game(copy).phases == 0
        crown = one(copy, CROWN)
        crown.write_bytes(one(copy, SHIELD).read_bytes())
        with pytest.raises(FileError, match="holds what was sealed as sealed/1/orders/shield"):
            verify_game(copy)
        crown.unlink()
        with pytest.raises(FileError, match="was sealed, but removed by hand"):
            verify_game(copy)


def test_verify_proves_manifests_where_the_seed_is(folder: Path, clone: Path) -> None:
    for copy in (folder, clone):
        number, text = new_manifest("another seed", (), {}, ())
        (copy / MANIFESTS / f"{number}.toml").write_text(text)
    assert verify_game(clone).phases == 0
    with pytest.raises(FileError, match="was not made with the seed of this game"):
        verify_game(folder)


def test_a_copy_of_a_good_file_in_another_place_is_refused(clone: Path, key: Path) -> None:
    copy = clone / "sealed/2/orders/crown.toml.0123456789ab.age"
    copy.parent.mkdir(parents=True)
    shutil.copy(one(clone, CROWN), copy)
    assert "crown.toml.0123456789ab.age: holds what was sealed as" in refused(clone, key)


def test_an_older_file_is_refused(tmp_path: Path, key: Path) -> None:
    folder = new_game(tmp_path / "games", "duel", "tiny", "--orders", "private")
    change(folder, "game.toml", 'orders = "private"', 'orders = "private"\n')
    with (folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public_key(key)}"]\n')
    store_submission(folder, "crown", {"bid": "BID 2"}, "crown")
    seal_game(folder)
    old = one(folder, CROWN)
    text = old.read_bytes()
    store_submission(folder, "crown", {"bid": "BID 3"}, "crown again")
    seal_game(folder)
    new = one(folder, CROWN)
    assert new.name != old.name
    shutil.rmtree(folder / "private")
    # Beside the new one, instead of it, and under its name.
    old.write_bytes(text)
    assert f"{old.name}: is an older version" in refused(folder, key)
    good = new.read_bytes()
    new.unlink()
    assert f"{old.name}: is an older version" in refused(folder, key)
    old.rename(new)
    assert f"{new.name}: differs from what was sealed" in refused(folder, key)
    new.write_bytes(good)
    assert unseal_game(folder, key).written


@pytest.mark.parametrize("pattern", [CROWN, "sealed/seed.toml.*.age", "sealed/1/mail/*/*/1.txt.*"])
def test_a_removed_file_is_missed(clone: Path, key: Path, pattern: str) -> None:
    path = next(iter(clone.glob(pattern)))
    before = path.read_bytes()
    path.unlink()
    said = refused(clone, key)
    seed = "has no seed, which is needed to check it"
    assert (seed if "seed" in pattern else f"{path.name}: was sealed, but") in said
    path.write_bytes(before)
    assert unseal_game(clone, key).written


def test_a_strangers_file_is_refused(clone: Path, key: Path) -> None:
    """Anybody can encrypt to a public key."""
    text = Recipients([public_key(key)]).encrypt('[bid]\norders = """\nBID 0\n"""\n')
    path = clone / "sealed/1/orders/crown.toml.age"
    path.write_text(text)
    assert "crown.toml.age: was not sealed with the seed of this game" in refused(clone, key)
    path.unlink()
    one(clone, CROWN).write_text(text)
    assert "differs from what was sealed" in refused(clone, key)


def test_a_manifest_of_a_stranger_is_refused(clone: Path, key: Path) -> None:
    from generator.archive.secret.manifests import new_manifest

    number, text = new_manifest(
        "a guess", (), {}, [one(clone, CROWN).relative_to(clone).as_posix()[7:]]
    )
    (clone / f"sealed/manifests/{number}.toml").write_text(text)
    assert f"{number}.toml: was not made with the seed of this game" in refused(clone, key)


def test_a_changed_manifest_is_refused(clone: Path, key: Path) -> None:
    path = next(iter(sorted(clone.glob("sealed/manifests/*.toml"))))
    text = path.read_text()
    path.write_text(text.replace("[sealed]", '[sealed]\n"1/x.toml.0123456789ab.age" = "0"'))
    assert "was not made with the seed of this game" in refused(clone, key)
    path.write_text(text.replace("mac", "mack"))
    assert f"{path.name}: is not a manifest of theatrum" in refused(clone, key)
    path.write_text(text)
    path.rename(path.with_name("0" * 32 + ".toml"))
    assert refused(clone, key)


def test_a_manifest_that_others_follow_cannot_be_left_out(clone: Path, key: Path) -> None:
    from generator.archive.secret.manifests import read_standing

    (first,) = (m for m in read_standing(clone).manifests.values() if not m.follows)
    (clone / f"sealed/manifests/{first.number}.toml").unlink()
    assert refused(clone, key)


def test_without_manifests_nothing_passes_for_an_old_seal(clone: Path, key: Path) -> None:
    """Not even under the names that files had before there were manifests."""
    shutil.rmtree(clone / "sealed/manifests")
    for path in list(clone.rglob("*.age")):
        path.rename(path.with_name(f"{path.name.rsplit('.', 2)[0]}.age"))
    assert "all manifests have been removed" in refused(clone, key)


def test_files_of_another_game_are_refused(folder: Path, key: Path, tmp_path: Path) -> None:
    from generator.archive.game.seeds import format_seed
    from generator.engine.chance import commitment

    other = sealed_game(tmp_path / "others", "feud", key)
    old = commitment("a seed for tests")
    shutil.rmtree(other / "sealed")
    (other / "private/seed.toml").write_text(format_seed("of its own", published=False))
    (other / "private/sealed.toml").unlink()
    text = (other / "game.toml").read_text()
    assert old in text
    (other / "game.toml").write_text(text.replace(old, commitment("of its own")))
    seal_game(other)
    shutil.rmtree(other / "sealed")
    shutil.copytree(folder / "sealed", other / "sealed")
    (other / "private/sealed.toml").unlink()
    assert "was not made with the seed of this game" in refused(other, key)
    shutil.rmtree(other / "private")
    assert "is not the promised seed" in refused(other, key)


def test_all_of_it_as_it_was_earlier_is_noticed_where_more_was_seen(
    folder: Path, key: Path, tmp_path: Path
) -> None:
    earlier = tmp_path / "earlier"
    shutil.copytree(folder / "sealed", earlier)
    store_submission(folder, "shield", {"bid": "BID 0"}, "last word")
    seal_game(folder)
    shutil.rmtree(folder / "sealed")
    shutil.copytree(earlier, folder / "sealed")
    assert "is older than the version seen here before" in refused(folder, key)
    # Where the newer state is given up, what is here is sealed anew, and nothing is lost.
    seal_game(folder)
    assert unseal_game(folder, key).conflicts == ()
    shutil.rmtree(folder / "private")
    unseal_game(folder, key)
    assert "BID 0" in (folder / "private/1/orders/shield.toml").read_text()


def test_line_ends_of_windows_change_nothing(clone: Path, key: Path) -> None:
    for path in (clone / "sealed").rglob("*.*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert unseal_game(clone, key).bound


def test_what_was_sealed_before_is_opened_with_a_warning_and_bound_then(
    clone: Path, folder: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipients, identity = Recipients([public_key(key)]), Identity(key)
    shutil.rmtree(clone / "sealed/manifests")
    for path in list(clone.rglob("*.age")):
        text = without_head(identity.decrypt(path))[1]
        path.unlink()
        path.with_name(f"{path.name.rsplit('.', 2)[0]}.age").write_text(recipients.encrypt(text))
    capsys.readouterr()
    assert command(clone, "secrets unseal", "--identity", str(key)) == 0
    assert "cannot detect swapped files" in capsys.readouterr().err
    private = {p: d for p, d in files_of(folder).items() if p.startswith("private/")}
    here = {p: d for p, d in files_of(clone).items() if p.startswith("private/")}
    del private["private/sealed.toml"], here["private/sealed.toml"]
    assert here == private
    # As an older theatrum noted it.
    change(clone, "private/sealed.toml", "manifests = []\n", "")
    text = (clone / "private/sealed.toml").read_text()
    lines = [
        f'"private/{line[1:].replace(".age", "", 1)}' if ".age" in line else line
        for line in text.splitlines()
    ]
    (clone / "private/sealed.toml").write_text("\n".join(lines) + "\n")
    seal_game(clone)
    assert manifest_numbers(clone)
    assert not [path for path in clone.rglob("*.age") if path.name.count(".") < 3]
    assert unseal_game(clone, key).bound
    assert (clone / "private/sealed.toml").read_text().count("[sealed]") == 1


def test_what_was_sealed_before_and_never_seen_here_is_not_replaced(
    clone: Path, key: Path, folder: Path
) -> None:
    shutil.rmtree(clone / "sealed")
    (clone / "sealed/1/orders").mkdir(parents=True)
    text = Recipients([public_key(key)]).encrypt('[bid]\norders = """\nBID 0\n"""\n')
    (clone / "sealed/1/orders/crown.toml.age").write_text(text)
    shutil.copytree(folder / "private", clone / "private")
    (clone / "private/sealed.toml").unlink()
    with pytest.raises(TheatrumError, match="first merge both"):
        seal_game(clone)


def test_a_manifest_tells_nothing_of_what_is_sealed(folder: Path) -> None:
    """Hashes of texts could be guessed; those of encrypted files cannot."""
    from hashlib import sha256

    told = b"".join(path.read_bytes() for path in (folder / "sealed/manifests").iterdir()).decode()
    for path in (folder / "private").rglob("*.*"):
        assert sha256(path.read_bytes()).hexdigest() not in told
