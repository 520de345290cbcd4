"""Records that were taken in and then taken back: a merge leaves that as it is, and says so."""

from __future__ import annotations

from core.pack.merging_sides import Side


def taken_back(ours: Side, theirs: Side) -> tuple[int, tuple[int, ...]]:
    """How many of their records are taken back here, and by which undos of ours that they do not know."""
    gone = _undone(ours)
    undos: dict[int, int] = {}
    for tx in range(1, len(theirs.records) + 1):
        here = {ours.known[act] for act in theirs.acts(tx) if act in ours.known}
        undo = next((gone[one] for one in sorted(here) if one in gone and ours.merge(one) is not None), None)
        if undo is not None and ours.digests[undo - 1] not in theirs.known:
            undos[tx] = undo
    return len(undos), tuple(sorted(set(undos.values()), reverse=True))


def _undone(side: Side) -> dict[int, int]:
    """The records that are taken back, and by which undo."""
    gone: dict[int, int] = {}
    for record in reversed(side.records):
        if record.tx not in gone:
            gone.update(dict.fromkeys(record.undoes, record.tx))
    return gone


def how_to_redo(ours: Side, undos: tuple[int, ...]) -> str:
    """What brings them back, the newest first."""
    if undos == (len(ours.records),):
        return "`packbench redo`"
    return ", then ".join(f"`packbench redo {tx}`" for tx in undos)
