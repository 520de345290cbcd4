"""An ending, and what two dates differ in, as pictures for a document."""

from __future__ import annotations

from core.claims.ids import short
from core.pack.closings import ClosingPage
from core.pack.views import Basis, Diff
from workbench.moments import basis_words, day_words
from workbench.pictures.difference import EndingPicture, dates_svg
from workbench.screens import changes_words as words
from workbench.screens.time_diff import DiffRows, clock_words, counts_words
from workbench.screens.time_words import Pair


def of_ending(page: ClosingPage, zone: str) -> EndingPicture:
    """How a claim ended: what came in its place, and all that is known of it."""
    how = words.how_it_ended(page)
    told = f"was {how} {day_words(page.ending.t_tx, zone)}" if page.ending is not None else f"is {how}"
    return EndingPicture(
        title=f"Why claim {short(page.claim.id)} {told}",
        subtitle=basis_words(page.basis, zone),
        old=words.old_side(page, zone),
        new=None if page.by is None else words.new_side(page, page.by, zone),
        facts=words.ending_facts(page, zone),
    )


def dates_picture(found: Diff, zone: str, *, dark: bool = False) -> str:
    """What two dates differ in, as an SVG document."""
    rows = DiffRows(found, zone)
    between = clock_words(_pair(found.first), _pair(found.second))
    span = f"from {basis_words(found.first, zone)} to {basis_words(found.second, zone)}"
    title, subtitle = counts_words(found), f"{span} · {between}"
    return dates_svg(title, subtitle, [rows.row(at) for at in range(len(rows))], dark=dark)


def _pair(basis: Basis) -> Pair:
    return basis.believed_at, basis.true_at
