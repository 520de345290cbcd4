"""A handover is the whole pack beside a manifest; what was done to it on the way is named, never followed."""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as wire
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from core.errors import PackDamaged, PackError, Refused
from core.store import archive_reading, archive_sources
from core.store import manifest as m
from core.store.archive import write_archive, write_folder
from core.store.archive_reading import Handover
from core.store.export import export_log
from core.store.manifest_keys import NeedsPassphrase, refuse_unless_signed, sign
from core.store.record import Effect
from tests.core.store.records import claim, filled, record

LINKED = record(5, Effect.put("link", "a|b", 0.5), Effect.put("declined", "c|d", "both hold"))
CLOSED = record(6, Effect.put("claim", "claim0001", claim("claim0001", 2, "It takes ten minutes.")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with filled(tmp_path / "a.pack", 4) as log:
        log.append([LINKED, CLOSED], log.epoch)
        write_folder(log, tmp_path / "out")
    return tmp_path / "out"


def packed(folder: Path, to: Path, **named: bytes) -> Path:
    """The files of a folder as a zip, with some contents put in place of theirs."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.writestr(file.name, named.get(file.name, file.read_bytes()))
    return to


def read(path: Path, **named: bytes) -> list[object]:
    with Handover.open(path, **named) as handover:
        handover.verify()
        return list(handover.records())


def test_folder_and_archive_hold_the_same_files_byte_for_byte(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 4) as log:
        log.append([LINKED, CLOSED], log.epoch)
        one = write_folder(log, tmp_path / "out")
        other = write_archive(log, tmp_path / "out.zip")
        again = write_archive(log, tmp_path / "again.zip")
        assert one.head == log.digest(6)
        records, lines = list(log.read()), list(export_log(log))
    assert one == other == again
    assert (tmp_path / "out.zip").read_bytes() == (tmp_path / "again.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    assert inside == {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    assert inside["log.jsonl"].decode().splitlines() == lines
    assert read(tmp_path / "out") == read(tmp_path / "out.zip") == records
    assert not [name for name in os.listdir(tmp_path) if ".new-" in name]


def test_other_programs_find_every_claim_as_it_stands(folder: Path) -> None:
    def rows(name: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in (folder / name).read_text().splitlines()]

    claims = {row["id"]: row for row in rows("claims.jsonl")}
    assert set(claims) == {f"claim{number:04d}" for number in range(1, 5)}
    assert claims["claim0001"]["text"] == "It takes ten minutes."
    assert {row["claim"] for row in rows("reviews.jsonl")} == set(claims)
    assert rows("links.jsonl") == [{"claims": ["a", "b"], "weight": 0.5}]
    assert rows("declined.jsonl") == [{"claims": ["c", "d"], "why": "both hold"}]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert [entry["name"] for entry in manifest["files"]] == list(m.FILES)
    assert manifest["records"] == 6


@pytest.mark.parametrize("write", [write_folder, write_archive])
def test_a_handover_goes_over_nothing_that_is_there(tmp_path: Path, write: Callable[..., object]) -> None:
    (tmp_path / "taken").mkdir()
    with filled(tmp_path / "a.pack", 1) as log, pytest.raises(Refused, match="there already"):
        write(log, tmp_path / "taken")
    assert os.listdir(tmp_path / "taken") == []


# what others may do to it


@pytest.mark.parametrize("name", m.FILES)
@pytest.mark.parametrize("as_archive", [False, True])
def test_a_flipped_byte_names_its_file_and_both_digests(
    folder: Path, tmp_path: Path, name: str, as_archive: bool
) -> None:
    (folder / "deeds.jsonl").write_bytes(b"{}\n")  # every file needs a byte to flip
    manifest = m.from_bytes((folder / "manifest.json").read_bytes())
    _list_anew(folder, manifest)
    raw = bytearray((folder / name).read_bytes())
    raw[len(raw) // 2] ^= 1
    (folder / name).write_bytes(raw)
    if m.FILES.index(name) < len(m.FILES) - 1:  # a later one differs too; the first is named
        (folder / m.FILES[-1]).write_bytes(b"")
    path = packed(folder, tmp_path / "x.zip") if as_archive else folder
    with pytest.raises(PackDamaged) as caught:
        read(path)
    said = str(caught.value)
    assert said.startswith(f"{name} differs from the manifest: its SHA-256 is ")
    listed = {e.name: e.sha256 for e in m.from_bytes((folder / "manifest.json").read_bytes()).files}
    assert listed[name] in said


def _list_anew(folder: Path, manifest: m.Manifest) -> None:
    entries = tuple(
        m.FileEntry(name=name, bytes=len(raw), sha256=sha256(raw).hexdigest())
        for name in m.FILES
        for raw in [(folder / name).read_bytes()]
    )
    changed = m.Manifest(
        pack=manifest.pack, created="", records=manifest.records, head=manifest.head, files=entries
    )
    (folder / "manifest.json").write_bytes(m.to_bytes(changed))


def test_any_byte_of_an_archive_may_be_flipped_and_it_is_noticed_or_harmless(
    folder: Path, tmp_path: Path
) -> None:
    whole = packed(folder, tmp_path / "x.zip").read_bytes()
    records = read(folder)
    for place in range(0, len(whole), 23):
        raw = bytearray(whole)
        raw[place] ^= 0x41
        (tmp_path / "y.zip").write_bytes(raw)
        with suppress(PackError):
            assert read(tmp_path / "y.zip") == records, place


def test_an_archive_that_was_cut_off_is_refused(folder: Path, tmp_path: Path) -> None:
    whole = packed(folder, tmp_path / "x.zip").read_bytes()
    for kept in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "y.zip").write_bytes(whole[:kept])
        with pytest.raises(PackError, match="cut off" if kept > 3 else "no archive"):
            read(tmp_path / "y.zip")


def test_a_pack_itself_is_no_handover_and_the_way_to_one_is_named(folder: Path, tmp_path: Path) -> None:
    assert folder.exists()
    with pytest.raises(Refused, match=r"a.pack is a pack.* `packbench export NAME.zip --pack .*a.pack`"):
        read(tmp_path / "a.pack")


Spoil = Callable[[zipfile.ZipFile], None]


def _link(archive: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo("deeds.jsonl")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(entry, "/etc/passwd")


HOSTILE: dict[str, tuple[Spoil, str]] = {
    "traversal": (lambda a: a.writestr("../../evil.txt", "x"), "evil.txt"),
    "traversal to a known name": (lambda a: a.writestr("../log.jsonl", "x"), "no part of a handover"),
    "absolute": (lambda a: a.writestr("/etc/cron.d/evil", "x"), "cron.d"),
    "backslashes": (lambda a: a.writestr("..\\log.jsonl", "x"), "no part of a handover"),
    "folder": (lambda a: a.writestr("log.jsonl/", ""), "no part of a handover"),
    "a NUL behind the name": (lambda a: a.writestr("claims.jsonlX", "x"), "no part of a handover"),
    "stranger": (lambda a: a.writestr("setup.py", "x"), "setup.py"),
    "duplicate": (lambda a: a.writestr("log.jsonl", "x"), "twice"),
    "link": (_link, "link or no plain file"),
}


@pytest.mark.parametrize("how", HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_hostile_archive_is_refused_and_nothing_is_written(folder: Path, tmp_path: Path, how: str) -> None:
    if how == "link":
        (folder / "deeds.jsonl").unlink()
    path = packed(folder, tmp_path / "x.zip")
    spoil, says = HOSTILE[how]
    with zipfile.ZipFile(path, "a") as archive:
        spoil(archive)
    if how == "a NUL behind the name":
        path.write_bytes(path.read_bytes().replace(b"claims.jsonlX", b"claims.jsonl\0"))
    before = set(tmp_path.rglob("*"))
    with pytest.raises(Refused, match=says):
        read(path)
    assert set(tmp_path.rglob("*")) == before


def test_a_bomb_is_refused_before_it_goes_off(folder: Path, tmp_path: Path) -> None:
    bomb = b"\n" * (64 << 20)
    path = packed(folder, tmp_path / "x.zip", **{"claims.jsonl": bomb})
    assert path.stat().st_size < 1 << 18
    with pytest.raises(Refused, match=r"claims.jsonl would unpack to 67108864 bytes, over 200 times"):
        read(path)


def test_an_entry_that_is_longer_than_it_states_is_read_no_further(folder: Path, tmp_path: Path) -> None:
    (folder / "claims.jsonl").write_bytes(b"x" * 3_000_000)
    path = packed(folder, tmp_path / "x.zip")
    raw = path.read_bytes()
    size = (3_000_000).to_bytes(4, "little")
    assert raw.count(size) >= 2
    path.write_bytes(raw.replace(size, (1_000).to_bytes(4, "little")))
    with pytest.raises(PackDamaged, match=r"claims.jsonl"):
        read(path)


def test_more_than_the_limit_is_refused_by_what_the_manifest_states(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_reading, "MOST_BYTES", 1000)
    with pytest.raises(Refused, match="at most 1000 are read"):
        read(folder)


@pytest.mark.parametrize("name", ["log.jsonl", "manifest.json", "claims.jsonl"])
def test_a_folder_is_never_read_through_a_link(folder: Path, tmp_path: Path, name: str) -> None:
    shutil.move(folder / name, tmp_path / "elsewhere")
    (folder / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Refused, match="link or no plain file"):
        read(folder)


def test_a_link_that_is_put_in_between_is_not_followed(folder: Path, tmp_path: Path) -> None:
    with Handover.open(folder) as handover:
        shutil.move(folder / "log.jsonl", tmp_path / "elsewhere")
        (folder / "log.jsonl").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(PackError):
            handover.verify()


def test_a_folder_with_a_pipe_or_a_stranger_in_it_is_refused(folder: Path) -> None:
    (folder / "notes.txt").write_text("x")
    with pytest.raises(Refused, match=r"notes.txt"):
        read(folder)
    (folder / "notes.txt").unlink()
    (folder / ".directory").write_text("left by a file manager")
    assert len(read(folder)) == 6
    (folder / "deeds.jsonl").unlink()
    os.mkfifo(folder / "deeds.jsonl")
    with pytest.raises(Refused, match="no plain file"):
        read(folder)


@pytest.mark.parametrize(
    ("spoil", "error", "says"),
    [
        (lambda d: d.update(format=2), Refused, "format 2"),
        (lambda d: d.update(name="other"), Refused, "no manifest"),
        (lambda d: d["files"].append({"name": "../x", "bytes": 1, "sha256": ""}), Refused, "'../x'"),
        (lambda d: d["files"].append(d["files"][0]), Refused, "twice"),
        (lambda d: d["files"].pop(0), Refused, "no log.jsonl"),
        (lambda d: d["files"].pop(), Refused, "does not list"),
        (lambda d: d["files"][0].update(bytes=-1), Refused, "below zero"),
        (lambda d: d["files"][0].update(bytes=1 << 40), Refused, "at most"),
        (lambda d: d.update(records=5), PackDamaged, "another pack"),
        (lambda d: d.update(pack="0" * 32), PackDamaged, "another pack"),
        (lambda d: d.update(head="0" * 32), PackDamaged, "another digest"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(
    folder: Path, spoil: Callable[[dict[str, object]], object], error: type[PackError], says: str
) -> None:
    told = json.loads((folder / "manifest.json").read_text())
    spoil(told)
    (folder / "manifest.json").write_text(json.dumps(told))
    with pytest.raises(error, match=says):
        read(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "links.jsonl").unlink()
    with pytest.raises(PackDamaged, match=r"links.jsonl is missing"):
        read(folder)
    (folder / "manifest.json").unlink()
    with pytest.raises(Refused, match=r"manifest.json is missing"):
        read(folder)


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_text("no zip at all")
    with pytest.raises(Refused, match="no archive"):
        Handover.open(tmp_path / "x.zip")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match=r"manifest.json is missing"):
        Handover.open(tmp_path / "empty")
    assert {m.MANIFEST, m.SIGNATURE, *m.FILES} == archive_sources.KNOWN


# signatures


def forms(key: Ed25519PrivateKey, passphrase: bytes | None = None) -> list[tuple[bytes, bytes]]:
    """Private and public half in the forms that people have: OpenSSH, PEM, raw."""
    kept = wire.BestAvailableEncryption(passphrase) if passphrase else wire.NoEncryption()
    public = key.public_key()
    found = [
        (
            key.private_bytes(wire.Encoding.PEM, wire.PrivateFormat.OpenSSH, kept),
            public.public_bytes(wire.Encoding.OpenSSH, wire.PublicFormat.OpenSSH) + b" ana@desk\n",
        ),
        (
            key.private_bytes(wire.Encoding.PEM, wire.PrivateFormat.PKCS8, kept),
            public.public_bytes(wire.Encoding.PEM, wire.PublicFormat.SubjectPublicKeyInfo),
        ),
    ]
    return found if passphrase else [*found, (key.private_bytes_raw(), public.public_bytes_raw())]


def signed(tmp_path: Path, key: bytes) -> Path:
    with filled(tmp_path / "a.pack", 3) as log:
        write_archive(log, tmp_path / "out.zip", lambda raw: sign(raw, key))
    return tmp_path / "out.zip"


@pytest.mark.parametrize("form", [0, 1, 2])
def test_a_signature_holds_for_its_key_in_any_form(tmp_path: Path, form: int) -> None:
    made, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    path = signed(tmp_path, forms(made)[form][0])
    for _, public in forms(made):
        with Handover.open(path, signed_by=public) as handover:
            assert handover.signed == "checked"
    with Handover.open(path) as handover:
        assert handover.signed == "not checked"
    for _, public in forms(other):
        with pytest.raises(PackDamaged, match="not that of the key you named"):
            Handover.open(path, signed_by=public)


def test_a_signature_that_is_missing_or_spoilt_stops_everything(tmp_path: Path, folder: Path) -> None:
    made = forms(Ed25519PrivateKey.generate())[0]
    with pytest.raises(PackDamaged, match="not signed"):
        Handover.open(folder, signed_by=made[1])
    raw = (folder / "manifest.json").read_bytes()
    for spoilt in (b"", b"!!", sign(raw + b" ", made[0]), sign(raw, made[0])[:-6], b"A" * 90):
        (folder / "manifest.json.sig").write_bytes(spoilt)
        with pytest.raises(PackDamaged):
            Handover.open(folder, signed_by=made[1])
    (folder / "manifest.json.sig").write_bytes(sign(raw, made[0]))
    assert len(read(folder, signed_by=made[1])) == 6
    (folder / "manifest.json").write_bytes(b"not even JSON")
    with pytest.raises(PackDamaged, match="manifest was changed"):
        Handover.open(folder, signed_by=made[1])


def test_a_key_under_a_passphrase_asks_for_it() -> None:
    for private, public in forms(Ed25519PrivateKey.generate(), b"open sesame"):
        for wrong in (None, b"guess"):
            with pytest.raises(NeedsPassphrase):
                sign(b"text", private, wrong)
        refuse_unless_signed(b"text", sign(b"text", private, b"open sesame"), public)


def test_what_is_no_key_of_this_kind_is_refused_by_name() -> None:
    private, public = forms(Ed25519PrivateKey.generate())[0]
    other = generate_private_key(SECP256R1())
    pem = other.private_bytes(wire.Encoding.PEM, wire.PrivateFormat.PKCS8, wire.NoEncryption())
    ssh = other.public_key().public_bytes(wire.Encoding.OpenSSH, wire.PublicFormat.OpenSSH)
    for key, says in ((b"", "no private key"), (public, "no private key"), (pem, "not an Ed25519")):
        with pytest.raises(Refused, match=says):
            sign(b"text", key)
    for key, says in ((b"", "no public key"), (private, "a private key"), (ssh, "not an Ed25519")):
        with pytest.raises(Refused, match=says):
            refuse_unless_signed(b"text", None, key)
