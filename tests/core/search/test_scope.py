"""A scope that is kept up from the one before it, against one that is made of all rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.claims.claim import RETRACTED, Claim
from core.claims.deed import Deed
from core.clocks.instants import MINUTE
from core.search import windows
from core.search.deed_corpus import DeedScope, select_deeds
from core.search.scope import Scope, Scopes
from core.search.seen import Seen
from core.search.sequences import Sequences
from core.search.windows import NOWHERE
from core.state.deeds import DeedShelf
from core.state.documents import ClaimTexts, DeedTexts
from core.state.held import Held
from core.state.postings import Postings
from core.state.view import Basis, View
from tests.core.search.packs import START, claim, histories, instants
from tests.dear import dear

Cut = tuple[list[tuple[frozenset[int], frozenset[int]]], dict[frozenset[int], float]]


def cut(scope: Scope) -> Cut:
    """The two windows of each row, as the rows in them, and the terms in each: free of their numbers."""
    made = scope.windows
    inside: dict[int, set[int]] = {}
    for row in range(scope.size):
        for number in (int(made.first[row]), int(made.second[row])):
            if number != NOWHERE:
                inside.setdefault(number, set()).add(row)
    rows = {number: frozenset(held) for number, held in inside.items()} | {int(NOWHERE): frozenset()}
    pairs = [(rows[int(made.first[row])], rows[int(made.second[row])]) for row in range(scope.size)]
    lengths = {rows[number]: float(made.lengths[number]) for number in inside}
    assert made.count == len(inside)
    assert float(made.lengths.sum()) == made.total_length
    return pairs, lengths


def is_made_of_all_rows(scope: Scope, seen: Seen, postings: Postings, gap: int | None) -> None:
    fresh = Scope(seen.row_of_text, postings, Sequences(postings, gap))
    assert scope.visible.tolist() == fresh.visible.tolist()
    assert (scope.count, scope.mean_length) == (fresh.count, fresh.mean_length)
    assert scope.norms.tolist() == fresh.norms.tolist()
    assert cut(scope) == cut(fresh)
    assert scope.windows.mean_length == fresh.windows.mean_length


@dear
@given(histories(), st.data())
def test_after_any_writes_and_at_any_dates_it_is_that_of_all_rows(
    versions: list[Claim], data: st.DataObject
) -> None:
    held, postings = Held(), Postings()
    scopes = Scopes(postings, windows.SITTING)
    texts = ClaimTexts(held.columns)
    for version in versions:
        held.columns.append(version)
        held.t_tx = max(held.t_tx, version.t_recorded)
        if data.draw(st.integers(0, 3)) == 0:
            continue  # several writes between two searches
        postings.catch_up(texts)
        believed_at = data.draw(st.none() | instants(versions))
        view = View(believed_at=believed_at, shows=data.draw(st.sampled_from(("current", "both", "history"))))
        seen = held.select(view, held.t_tx)
        is_made_of_all_rows(scopes.of(seen), seen, postings, windows.SITTING)


def test_long_sittings_that_split_and_join_are_cut_as_if_anew() -> None:
    held, postings = Held(), Postings()
    scopes = Scopes(postings, windows.SITTING)
    texts = ClaimTexts(held.columns)
    chance = np.random.default_rng(5)
    made: list[Claim] = []
    kept = 0
    for step in range(400):
        if made and chance.random() < 0.4:
            old = made.pop(int(chance.integers(len(made))))
            new = replace(old, rev=old.rev + 1, state=RETRACTED, t_recorded=START + 10_000 + step)
        else:
            minute = int(chance.integers(3000)) if step < 200 else int(chance.integers(120))
            new = claim(step, f"word{minute % 7} stands", at=START + minute * MINUTE, recorded=START + step)
            new = replace(new, t_recorded=START + 10_000 + step, t_valid=None)
            made.append(new)
        held.columns.append(new)
        held.t_tx = new.t_recorded
        postings.catch_up(texts)
        seen = held.select(View(), START + 5000 * MINUTE)
        before = scopes._kept[:1]
        scope = scopes.of(seen)
        kept += bool(before) and "windows" in vars(scope)
        is_made_of_all_rows(scope, seen, postings, windows.SITTING)
    assert kept > 300  # nearly all were recut from the one before


def test_a_sitting_too_long_to_be_gone_through_is_cut_as_if_anew() -> None:
    held, postings = Held(), Postings()
    scopes = Scopes(postings, windows.SITTING)
    texts = ClaimTexts(held.columns)
    for step in range(200):
        place = step if step % 3 else 199 - step  # at the end of the sitting, and within it
        held.columns.append(
            claim(step, f"word{step % 7} stands", at=START + place * MINUTE, recorded=START + step)
        )
        held.t_tx = START + step
        postings.catch_up(texts)
        seen = held.select(View(shows="both"), START + 5000 * MINUTE)
        is_made_of_all_rows(scopes.of(seen), seen, postings, windows.SITTING)


@dear
@given(st.data())
def test_deeds_of_conversations_that_come_and_go_are_cut_as_if_anew(data: st.DataObject) -> None:
    shelf, postings = DeedShelf(), Postings()
    scopes = Scopes(postings, None)
    texts = DeedTexts(shelf)
    for tx in range(1, data.draw(st.integers(2, 30))):
        name = f"d{data.draw(st.integers(0, 12))}"
        conversation = data.draw(st.sampled_from((None, "one", "two")))
        deed = Deed(
            accession=name,
            kind="message",
            actor="maya",
            body=f"word{tx} said",
            t_recorded=tx,
            conversation=conversation,
            position=None if conversation is None else data.draw(st.integers(0, 40)),
        )
        gone = name in shelf.row_of and data.draw(st.booleans())
        shelf.append(tx, tx, name, None if gone else deed)
        if not gone:
            shelf.hold(deed)
        postings.catch_up(texts)
        scope = DeedScope(data.draw(st.sampled_from((None, frozenset({"one"})))))
        seen = select_deeds(shelf, Basis(tx, data.draw(st.integers(1, tx))), scope)
        is_made_of_all_rows(scopes.of(seen), seen, postings, None)
