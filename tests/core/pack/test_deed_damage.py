"""A flipped bit in the words of a deed is found by the check, and the deed is not read as it lies."""

from __future__ import annotations

from pathlib import Path

import lmdb
import pytest

from core.errors import PackDamaged
from core.pack import commands as c
from core.pack import shelving
from core.pack.handover import check_pack, rebuild_pack
from core.pack.pack import Pack
from core.store import layout
from tests.core.pack.desk import Desk

BODIES = {"in a leaf": "The deploy was watched.", "in pages of its own": "The deploy was watched. " * 900}


def flip(pack: Path, key: bytes, words: bytes) -> None:
    """Turn one bit of the words in a row of the chains, in the file itself; the log keeps its own."""
    env = lmdb.open(str(pack), lib_version=0, max_dbs=16)
    with env.begin(db=env.open_db(b"chain")) as txn:
        row = txn.get(key)
    env.close()
    assert row is not None
    file = pack / "data.mdb"
    content = bytearray(file.read_bytes())
    start = content.find(row)
    assert start >= 0
    while start >= 0:
        content[start + row.index(words)] ^= 0x01
        start = content.find(row, start + 1)
    file.write_bytes(content)


@pytest.mark.parametrize("stored", [False, True], ids=["columns read", "columns stored"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_it_is_found_told_and_made_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, body: str, stored: bool
) -> None:
    if stored:
        monkeypatch.setattr(shelving, "WORTH_KEEPING", 1)
    sound, hurt = (desk.do(c.PutDeed(body=text)).id or "" for text in ("another", body))
    path = desk.pack.path
    desk.pack.close()
    assert check_pack(path).ok
    flip(path, layout.chain_key("deed", hurt, 2), b"watched")
    report = check_pack(path)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("chain", 2)]
    assert f"the deed {hurt} in the projection is damaged" in report.first

    desk.pack = Pack.open(path, seat="ana", clock=desk.clock, mode="write")
    if stored:
        assert desk.pack.deed(sound).body == "another"
        assert desk.pack.accessions() == (sound, hurt)
    with pytest.raises(PackDamaged, match=hurt):
        desk.pack.deed(hurt)
    desk.pack.close()
    rebuild_pack(path, seat="ana")
    desk.pack = Pack.open(path, seat="ana", clock=desk.clock)
    assert desk.pack.deed(hurt).body == body
    assert desk.pack.accessions() == (sound, hurt)
