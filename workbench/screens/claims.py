"""Claims: search as you type on the left, the whole claim on the right.

What is shown is a stack: the list at the bottom, above it pages of claims and histories that were opened.
Escape takes the uppermost away.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from time import monotonic
from typing import ClassVar, Literal

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from core.claims.claim import Claim
from core.claims.kinds import KINDS
from core.errors import NotFound
from core.pack.searching import Found, Hit
from core.pack.views import View
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.plain import plain
from workbench.screens import claims_words as words
from workbench.screens.claims_field import MOST_TYPED, RESTING, SearchField
from workbench.screens.claims_filters import FilterBar, Filters, Known, read_filters
from workbench.screens.claims_history import NOW, THEN, ClaimHistory
from workbench.screens.claims_source import ClaimRows, HitRows
from workbench.session import Session
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.claim_page import RELATED, ClaimPageView
from workbench.widgets.rows import RowSource
from workbench.widgets.still import OneLine, Words

MOST_HITS = 200
"""Hits listed at most; how many match is always said."""

KEYS_REST = 0.04
"""Seconds without a key after which the query is searched."""

LONGEST_WAIT = 0.2
"""Seconds after which a query is searched although keys go on coming."""

PAGE_REST = 0.12
"""Seconds without a key of a query after which the page beside the list follows the hits."""

NO_QUERY = "Type a query first: / goes to the field."

NO_CLAIM = "No claim is chosen. Arrows choose one in the list; / searches."

Panel = Literal["list", "page", "history"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was opened over the list."""

    panel: Panel
    claim_id: str
    arrived: bool = False
    """Whether another screen asked for it; escape then leads back there."""


class ClaimsScreen(ClaimScreen):
    """Every claim, by search or by last change; one of them in full."""

    MODE = "claims"
    SCOPE: ClassVar[Scope] = "claims"
    ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list")
    PURPOSE = "Find a claim by typing, read all that is known about it, and follow it to others."
    CSS_PATH = "claims.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.closed_too = False
        self.explained = False
        self.found: Found | None = None
        """The answer to the query, or None when nothing is asked."""
        self._opened: tuple[Opened, ...] = ()
        self._waiting: Timer | None = None
        """Runs out when a query has waited long enough to be searched."""
        self._waits_since = 0.0
        """When the first key came that is not searched yet; 0 where all are."""
        self._joining = False
        self._known: tuple[object, Known] | None = None
        self._page_rest: Timer | None = None
        self._paged: tuple[object, ...] = ()
        self._paged_hits: Found | None = None
        """What the page shows: of which claim, date and answer."""

    def compose_content(self) -> ComposeResult:
        """The field, the filters, then list and page, or a history over both."""
        with Horizontal(id="claims-top"):
            yield Static(plain("search"), id="claims-sign")
            yield SearchField(placeholder=RESTING, id="claims-query", max_length=MOST_TYPED)
            yield OneLine(id="claims-count", classes="-grows")
        yield FilterBar(self._names, id="claims-filters")
        yield Words(id="claims-note")
        with Horizontal(id="claims-body"):
            yield ClaimList(words.COLUMNS, id="claims-list")
            yield ClaimPageView(id="claims-page")
        yield ClaimHistory(id="claims-history")

    # what is shown

    @property
    def panel(self) -> Panel:
        """What is uppermost."""
        return self._opened[-1].panel if self._opened else "list"

    def chosen_claim(self) -> str | None:
        """The claim of the uppermost page, else the one under the cursor."""
        if self._opened:
            return self._opened[-1].claim_id
        listed = self.query_one_optional("#claims-list", ClaimList)
        return listed.chosen if listed is not None else None

    def home_focus(self) -> Widget | None:
        """The list, or what the uppermost page has keys for."""
        if self.panel == "history":
            return self.query_one(ClaimHistory).focus_target()
        if self.panel == "page":
            return self.query_one(ClaimPageView).focus_target()
        return self.query_one("#claims-list")

    def refresh_view(self, session: Session) -> None:
        """List again what is asked for, and show the chosen claim again."""
        self._opened = tuple(one for one in self._opened if session.claim(one.claim_id) is not None)
        self._list()
        self._show_panel()

    @property
    def _query(self) -> str:
        return self.query_one(SearchField).value

    def _begin_joining(self) -> None:
        """With the first search meaning begins to join; when it has moved, the list is asked for again."""
        if self.session.joining is not None and not self._joining:
            self._joining = True
            loop, context = asyncio.get_running_loop(), copy_context()

            def tell() -> None:
                with suppress(RuntimeError):  # the loop is closed: nobody looks any more
                    loop.call_soon_threadsafe(self._meaning_moved, context=context)

            self.session.joining.begin(tell)

    def _meaning_moved(self) -> None:
        field = self.query_one_optional(SearchField)
        if field is None or not field.value.strip() or self._waits_since:
            return
        listed = self.query_one("#claims-list", ClaimList)
        untouched = not len(listed.source) or listed.chosen == listed.source.row(0).id
        self._list(from_top=untouched and self.focused is field)
        self._let_page_follow()

    def _list(self, *, from_top: bool = False) -> None:
        """Fill the list: hits of the query, or everything by last change; the mark stays, or goes up."""
        session = self.session
        filters, back = self._filters(), session.looks_back
        if self._query.strip():
            self._begin_joining()
            self.found = session.pack.search(self._query, filters.view, limit=MOST_HITS)
            hits = words.matches_first(self._hits(self.found, filters))
            rows: RowSource = HitRows(hits, looking_back=back)
            count = words.found_words(self.found, hits, closed_too=self.closed_too, looking_back=back)
            empty = words.nothing_found(self.found, filters.said, session.shown_time, back)
            joining = "" if session.joining is None else session.joining.said
            note = words.found_note(self.found, hits, joining)
        else:
            self.found = None
            rows = self._everything(filters)
            count = words.listed_words(len(rows), closed_too=self.closed_too)
            empty, note = words.nothing_listed(filters.said, session.shown_time), ""
        self.query_one("#claims-count", OneLine).say(plain(count))
        self._say_note(
            (*filters.problems, *([f"only {', '.join(filters.said)}"] if filters.said else []), note)
        )
        top = rows.row(0).id if from_top and len(rows) else None
        self.query_one("#claims-list", ClaimList).show(rows, top, empty=empty)

    def _filters(self) -> Filters:
        bar = self.query_one(FilterBar)
        view = self.session.view
        if self.closed_too:
            view = replace(view, shows="history", resting=True)
        if not any(bar.typed.values()):
            return Filters(view)
        return read_filters(bar.typed, view, self._names(), self.session.zone, self.session.now)

    def _hits(self, found: Found, filters: Filters) -> list[Hit]:
        since = filters.since
        return [hit for hit in found.hits if since is None or hit.line.claim.t_recorded >= since]

    def _everything(self, filters: Filters) -> RowSource:
        pack, view = self.session.pack, filters.view
        ids = pack.ids(view)
        if filters.since is not None:
            since = filters.since  # The ids are in the order of their records, the newest first.
            ids = ids[: bisect_left(ids, -since + 1, key=lambda one: -pack.claim(one, view).t_recorded)]
        return ClaimRows(ids, lambda some: pack.lines(some, view), looking_back=self.session.looks_back)

    def _say_note(self, said: Sequence[str]) -> None:
        note = self.query_one("#claims-note", Words)
        shown = " · ".join(one for one in said if one)
        note.set_class(bool(shown), "-said")
        note.say(plain(shown))

    def _names(self) -> Known:
        """Names for the filters, read once a change."""
        if self._known is None or self._known[0] != self.session.stamp:
            pack = self.session.pack
            every = View(shows="history", resting=True, believed_at=self.session.believed_at)
            claims = [line.claim for line in pack.claims(every)]
            known = Known(
                tuple(KINDS),
                tuple(sorted({claim.author for claim in claims})),
                tuple(sorted({claim.set for claim in claims if claim.set})),
                tuple(name for name, _ in pack.workspaces()),
            )
            self._known = (self.session.stamp, known)
        return self._known[1]

    # the page

    def _show_panel(self) -> None:
        self.set_class(self.panel == "page", "-page")
        self.set_class(self.panel == "history", "-history")
        if self.panel == "history":
            self._show_history(self._opened[-1].claim_id)
        else:
            self._show_page()
        self.choose(self.chosen_claim())
        self.refresh_bindings()

    def _show_page(self) -> None:
        page, claim_id = self.query_one(ClaimPageView), self.chosen_claim()
        shows = (claim_id, self.session.stamp, self.explained)
        if self._paged == shows and self._paged_hits is self.found:
            return
        self._paged, self._paged_hits = shows, self.found
        if claim_id is None:
            page.show_nothing(NO_CLAIM)
            return
        session = self.session
        shown = session.pack.page(claim_id, session.view)
        premises = self._premises(shown.line.claim)
        page.show(shown, session.present, premises=premises, hit=self._hit(claim_id), explain=self.explained)

    def _premises(self, claim: Claim) -> list[Claim]:
        return [line.claim for line in self.session.pack.lines(claim.derived_from, self.session.view)]

    def _hit(self, claim_id: str) -> Hit | None:
        hits = self.found.hits if self.found is not None else ()
        return next((hit for hit in hits if hit.line.claim.id == claim_id), None)

    def _show_history(self, claim_id: str) -> None:
        session = self.session
        versions = session.pack.history(claim_id, session.view)
        events = {line.tx: session.pack.event(line.tx) for line in versions}
        still = NOW if session.view.believed_at is None else THEN
        self.query_one(ClaimHistory).show(versions, events, session.zone, still=still)

    def _open(self, opened: Opened) -> None:
        if self._opened[-1:] != (opened,):
            self._opened = (*self._opened, opened)
        self._show_panel()
        self.set_focus(self.home_focus())

    # coming and going

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody wants to search, to come back to what was found, to read a claim, or its history."""
        if wish == "return":
            listed = len(self.query_one("#claims-list", ClaimList).source)
            wish = "" if self._query.strip() and listed else "search"
            self.go_home()
        if wish == "search":
            self._opened = ()
            self._show_panel()
            self.set_focus(self.query_one(SearchField))
        elif claim_id is not None and wish in ("claim", "history"):
            self._arrive_at(claim_id, "page" if wish == "claim" else "history")

    def _arrive_at(self, claim_id: str, panel: Panel) -> None:
        if self.session.claim(claim_id) is None:
            self.say_refused(f"Claim {claim_id[-8:]} was not written by {self.session.shown_time or 'now'}.")
            return
        self.query_one("#claims-list", ClaimList).choose(claim_id)
        self._opened = ()
        self._open(Opened(panel, claim_id, arrived=True))

    def climb(self) -> bool:
        """Escape: the uppermost page, then the filters, then the query, then where one came from."""
        if self._opened:
            last = self._opened[-1]
            self._opened = self._opened[:-1]
            self._show_panel()
            self.set_focus(self.home_focus())
            return not last.arrived
        if self.query_one(FilterBar).is_open:
            self.query_one(FilterBar).close()
            return True
        if self._query:
            self.query_one(SearchField).value = ""
            return True
        return False

    # what can be done

    def refusals(self) -> Mapping[str, str]:
        """Explaining needs a query; the list's keys need the list."""
        reasons = dict(super().refusals())
        if self.found is None:
            reasons["claims.explain"] = NO_QUERY
        return reasons

    def action_toggle_closed(self) -> None:
        """Show closed claims beside the live ones, or hide them again."""
        self.closed_too = not self.closed_too
        self._list_again()

    def action_explain(self) -> None:
        """Show each ballot with its score, or one line again."""
        self.explained = not self.explained
        self._show_page()

    def action_filter(self) -> None:
        """Open the filter fields."""
        self.query_one(FilterBar).open()

    def action_history(self) -> None:
        """Show every version of the chosen claim."""
        claim_id = self.chosen_claim()
        if claim_id is not None:
            self._open(Opened("history", claim_id))

    # messages

    def on_input_changed(self, event: Input.Changed) -> None:
        """A key in the field: search once it is painted and no other key has come."""
        event.stop()
        if self._waiting is not None:
            self._waiting.stop()
        self._waits_since = self._waits_since or monotonic()
        self._waiting = self.set_timer(0 if self._waited_long else KEYS_REST, self._search_once_painted)

    @property
    def _waited_long(self) -> bool:
        return monotonic() - self._waits_since >= LONGEST_WAIT

    def _search_once_painted(self) -> None:
        self._waiting = None
        self.call_after_refresh(self._search)

    def _search(self) -> None:
        """Search for what the field holds, unless a key came meanwhile: then that one leads here again."""
        if not self._waits_since or (self._waiting is not None and not self._waited_long):
            return
        self._waits_since = 0.0
        if self.query_one_optional(SearchField) is not None:
            self._list(from_top=True)
            self._let_page_follow()

    def _let_page_follow(self) -> None:
        """The page beside follows once the keys rest; in the list's place it shows what was opened."""
        if self._page_rest is not None:
            self._page_rest.stop()
        self._page_rest = self.set_timer(PAGE_REST, self._follow)

    def _follow(self) -> None:
        self._page_rest = None
        if self.panel != "history" and self.query_one_optional(SearchField) is not None:
            self._show_panel()

    def _list_again(self) -> None:
        self._list()
        if self.panel != "history":
            self._show_panel()

    def on_search_field_left(self, message: SearchField.Left) -> None:
        """From the field on to the list."""
        self.set_focus(self.query_one("#claims-list"))

    def on_filter_bar_changed(self, message: FilterBar.Changed) -> None:
        """The list follows the filters."""
        self._list_again()

    def on_filter_bar_left(self, message: FilterBar.Left) -> None:
        """From the filters on to the list."""
        self.set_focus(self.query_one("#claims-list"))

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The page follows the cursor of the list."""
        if message.claim_list.id == "claims-list" and not self._opened and self._page_rest is None:
            self._show_panel()

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter on a claim reads its page; on a related claim goes on to that one."""
        try:
            self._open(Opened("page", message.id))
        except NotFound as error:
            self.say_refused(error)


__all__ = ["RELATED", "ClaimsScreen"]
