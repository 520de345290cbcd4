"""A salvage met by a pack that knows the same history: a merge would take each saved record for a new act.

Acts are known by the digest of the log up to them, and a stand-in changes every digest after it.
"""

from __future__ import annotations

from core.errors import Refused
from core.pack.merging_sides import Side
from core.store import tables
from core.store.salvage import is_stand_in


def refuse_other_salvage(ours: Side, theirs: Side) -> None:
    """Raise `Refused` when one side was saved from damage that the other does not know of.

    Packs that have nothing in common may merge: there is nothing that could be taken for two.
    """
    if not _in_common(ours, theirs):
        return
    if _unknown_stand_in(theirs, ours):
        raise Refused(
            "this is a salvage of a damaged pack, and the pack here knows the same records from before the "
            "damage: a merge would take each of them for a second act. Import it as a NEW pack: "
            "packbench import FROM --pack NEW."
        )
    if _unknown_stand_in(ours, theirs):
        raise Refused(
            "the pack here was made of a salvage of a damaged one, and what comes in knows the same records "
            "from before the damage: a merge would take each of them for a second act. Import it as a NEW "
            "pack: packbench import FROM --pack NEW."
        )


def _unknown_stand_in(salvage: Side, other: Side) -> bool:
    return any(
        is_stand_in(record) and not other.known.keys() >= salvage.acts(record.tx)
        for record in salvage.records
    )


def _in_common(ours: Side, theirs: Side) -> bool:
    if ours.lineage == theirs.lineage or not ours.known.keys().isdisjoint(theirs.known):
        return True
    return any(table == tables.CLAIM and (table, key) in theirs.chains for table, key in ours.chains)
