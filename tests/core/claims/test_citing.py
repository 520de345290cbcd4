"""Accessions that stand among the names of a claim are what it cites, not what it is about."""

from __future__ import annotations

from msgspec.structs import replace

from core.claims.citing import absent_deeds, names_of
from tests.core.store.records import claim


def test_names_and_accessions_are_told_apart_whatever_their_order() -> None:
    mixed = replace(
        claim(), entities=("gateway", "deed-abc", "sha256:12ef", "Borda"), deeds=("deed-abc", "deed-other")
    )
    assert names_of(mixed) == ("gateway", "Borda")
    assert absent_deeds(mixed) == ("sha256:12ef",)
    plain = replace(claim(), entities=("gateway",), deeds=())
    assert (names_of(plain), absent_deeds(plain)) == (("gateway",), ())
