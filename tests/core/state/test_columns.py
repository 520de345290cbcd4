"""Columns hold every version of every claim, and what was there stays readable while they grow."""

from __future__ import annotations

from hypothesis import given

from core.claims.claim import Claim
from core.state.columns import FUTURE, PAST, ClaimColumns
from tests.core.search.packs import START, claim, histories
from tests.dear import dear


def columns_with(versions: list[Claim]) -> ClaimColumns:
    columns = ClaimColumns()
    for version in versions:
        columns.append(version)
    return columns


@dear
@given(histories())
def test_each_row_says_what_its_version_says(versions: list[Claim]) -> None:
    columns = columns_with(versions)
    for row, version in enumerate(versions):
        value = {
            name: columns.column(name)[row] for name in ("t_recorded", "t_valid", "t_invalid", "resting")
        }
        assert columns.versions[row] is version
        assert columns.ids[columns.column("claim")[row]] == version.id
        assert columns.workspaces.names[columns.column("workspace")[row]] == version.workspace
        assert value == {
            "t_recorded": version.t_recorded,
            "t_valid": PAST if version.t_valid is None else version.t_valid,
            "t_invalid": FUTURE if version.t_invalid is None else version.t_invalid,
            "resting": version.resting,
        }


@dear
@given(histories())
def test_a_version_ends_when_the_next_one_of_its_claim_is_recorded(versions: list[Claim]) -> None:
    columns = columns_with(versions)
    for row, version in enumerate(versions):
        later = [other.t_recorded for other in versions[row + 1 :] if other.id == version.id]
        assert columns.column("t_expired")[row] == min(later, default=FUTURE)


@dear
@given(histories())
def test_a_text_row_belongs_to_one_claim_and_one_wording(versions: list[Claim]) -> None:
    columns = columns_with(versions)
    for row, version in enumerate(versions):
        first = columns.versions[columns.text_rows[columns.column("text")[row]]]
        assert (first.id, first.text, first.author, first.workspace) == (
            version.id,
            version.text,
            version.author,
            version.workspace,
        )


def test_growing_leaves_a_reader_with_the_rows_that_it_had() -> None:
    columns = ClaimColumns()
    columns.append(claim(0, "Deploy"))
    before = columns.column("t_recorded")
    for number in range(1, 3000):
        columns.append(claim(number, "Deploy"))
    assert before.tolist() == [START]
    assert columns.column("t_recorded").tolist() == [START + number for number in range(3000)]


def test_moving_a_claim_to_another_workspace_gives_it_a_text_row_of_its_own() -> None:
    columns = columns_with([claim(1, "Deploy"), claim(1, "Deploy", rev=2, workspace="harbour")])
    assert len(columns.text_rows) == 2
