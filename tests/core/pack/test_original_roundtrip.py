"""Out, in and out again changes nothing: for packs born here and for whatever the original may write."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, Phase, given, settings

from core.claims.claim import Claim
from core.clocks.instants import DAY
from core.errors import PackError
from core.pack.original import export_original, import_original
from core.pack.pack import Pack
from tests.core.foreign.records import files
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.walks import RANDOMS, walk

LOCAL = frozenset(
    {"rev", "t_created", "t_recorded", "extra", "deeds", "entities", "closing", "withdrawal", "set"}
)
"""Fields that say when this pack learnt of a claim, or which of its evidence is here."""


def some(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a file shrinks for minutes
        suppress_health_check=list(HealthCheck),
    )


def heads(pack: Pack) -> dict[str, Claim]:
    found = {key: chain[-1].value for key, chain in pack.reader.held.chains.tables["claim"].items()}
    return {key: claim for key, claim in found.items() if claim.state != "undone"}


def lived(desk: Desk, random: Random, steps: int) -> None:
    for _ in walk(desk, random, steps):
        pass


@some(25)
@given(random=RANDOMS)
def test_a_pack_born_here_goes_out_and_comes_back_the_same(random: Random) -> None:
    with scratch_desk() as desk, scratch_desk() as other:
        lived(desk, random, 40)
        out = list(export_original(desk.pack))
        other.clock.set(desk.pack.now() + DAY)
        report = import_original(other.pack, out, source="out.jsonl")
        assert list(export_original(other.pack)) == out
        assert (report.added, report.kept) == (len(heads(desk.pack)), ())
        there = heads(other.pack)
        for claim_id, claim in heads(desk.pack).items():
            came = there[claim_id]
            assert _said(came) == _said(claim)
            assert {*came.entities, *came.deeds} == {*claim.entities, *claim.deeds}
            ending, told = claim.closing or claim.withdrawal, came.closing or came.withdrawal
            assert (ending is None) == (told is None)
            if ending is not None and told is not None:
                assert (told.rule, told.actor, told.figures, told.why, told.former_end) == (
                    (ending.rule, ending.actor, ending.figures, ending.why, ending.former_end)
                )
        for table in ("link", "review", "lens"):
            assert _of(other.pack, table) == _of(desk.pack, table), table


def _said(claim: Claim) -> dict[str, object]:
    return {name: getattr(claim, name) for name in claim.__struct_fields__ if name not in LOCAL}


def _of(pack: Pack, table: str) -> dict[str, object]:
    """The values of a table that stand, of claims that were not taken back."""
    alive = heads(pack)
    found = {key: chain[-1].value for key, chain in pack.reader.held.chains.tables[table].items()}
    return {
        key: value
        for key, value in found.items()
        if value is not None and all(end in alive for end in key.split("|")[-2:])
    }


@some(60)
@given(lines=files())
def test_a_file_of_the_original_comes_out_to_the_byte(lines: list[str]) -> None:
    with scratch_desk() as desk:
        import_original(desk.pack, lines, source="theirs.jsonl")
        assert list(export_original(desk.pack)) == lines
        at = desk.pack.last_t_tx()
        assert import_original(desk.pack, lines, source="theirs.jsonl").txs == ()
        assert desk.pack.last_t_tx() == at


@some(15)
@given(lines=files(), random=RANDOMS)
def test_what_was_done_here_goes_out_with_the_rest_and_comes_back(lines: list[str], random: Random) -> None:
    with scratch_desk() as desk, scratch_desk() as other:
        import_original(desk.pack, lines, source="theirs.jsonl")
        lived(desk, random, 25)
        out = list(export_original(desk.pack))
        other.clock.set(desk.pack.now() + DAY)
        import_original(other.pack, out, source="out.jsonl")
        assert list(export_original(other.pack)) == out
        back = import_original(desk.pack, out, source="out.jsonl")
        assert (back.changed, back.added) == (0, 0)


@some(15)
@given(lines=files(), random=RANDOMS)
def test_an_import_is_undone_and_done_again(lines: list[str], random: Random) -> None:
    from core.pack import commands as c

    with scratch_desk() as desk:
        report = import_original(desk.pack, lines, source="theirs.jsonl")
        for _ in report.txs:
            desk.do(c.Undo())
        assert list(export_original(desk.pack)) == []
        again = import_original(desk.pack, lines, source="theirs.jsonl")
        assert again.added == report.added
        assert list(export_original(desk.pack)) == lines


def test_the_reads_answer_over_a_file_that_was_taken_in() -> None:
    """A smoke run over every read, so that no record of another shape breaks one."""
    from tests.core.foreign.forty import forty
    from tests.core.pack.desk import read_all

    with scratch_desk() as desk:
        import_original(desk.pack, forty(), source="forty.jsonl")
        for at in (desk.clock.now() - 400 * DAY, desk.clock.now(), desk.clock.now() + 400 * DAY):
            read_all(desk.pack, at)
            read_all(desk.pack, at, desk.pack.last_t_tx())
        for claim_id in desk.pack.reader.held.columns.ids:
            try:
                desk.pack.page(claim_id), desk.pack.why(claim_id), desk.pack.history(claim_id)
            except PackError as error:  # pragma: no cover
                raise AssertionError(f"{claim_id}: {error}") from error
