"""Narrowing the list of claims: what is typed into the filter fields, read into a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal, ItemGrid
from textual.message import Message
from textual.widgets import Input, Static

from core.clocks.human import read_moment
from core.clocks.instants import Instant
from core.errors import Refused
from core.pack.views import View
from workbench.moments import day_words
from workbench.plain import plain
from workbench.screens.completing import NameSuggester

FIELDS: tuple[tuple[str, str], ...] = (
    ("kind", "lesson, belief …"),
    ("author", "who wrote it"),
    ("set", "a set"),
    ("workspace", "or all"),
    ("since", "changed since: a date"),
)
"""Name and hint of each field."""

ALL = "all"
"""What stands in the field for every workspace."""


class Known(msgspec.Struct, frozen=True):
    """The names that a filter can be for."""

    kinds: Sequence[str] = ()
    authors: Sequence[str] = ()
    sets: Sequence[str] = ()
    workspaces: Sequence[str] = ()


class Filters(msgspec.Struct, frozen=True):
    """What is asked for, by field; empty: nothing is left out."""

    view: View
    since: Instant | None = None
    said: tuple[str, ...] = ()
    """Each filter in words (`kind lesson`)."""
    problems: tuple[str, ...] = ()
    """What could not be understood, as sentences; such a field leaves nothing out."""


def read_filters(typed: Mapping[str, str], view: View, known: Known, zone: str, now: Instant) -> Filters:
    """The view narrowed by what is typed; a name may be typed by its beginning."""
    filters = Filters(view)
    for name, text in typed.items():
        if text.strip():
            filters = _READERS[name](filters, text.strip(), known, zone, now)
    return filters


_Reader = Callable[[Filters, str, Known, str, Instant], Filters]


def _kind(filters: Filters, text: str, known: Known, zone: str, now: Instant) -> Filters:
    found = _beginning(text, known.kinds)
    return _narrowed(filters, "kind", text, found, replace(filters.view, kinds=frozenset(found)))


def _author(filters: Filters, text: str, known: Known, zone: str, now: Instant) -> Filters:
    found = _beginning(text, known.authors)
    return _narrowed(filters, "author", text, found, replace(filters.view, authors=frozenset(found)))


def _set(filters: Filters, text: str, known: Known, zone: str, now: Instant) -> Filters:
    found = _beginning(text, known.sets)[:1]
    return _narrowed(filters, "set", text, found, replace(filters.view, set="".join(found)))


def _workspace(filters: Filters, text: str, known: Known, zone: str, now: Instant) -> Filters:
    if text.casefold() == ALL:
        return _narrowed(filters, "workspace", text, [ALL], replace(filters.view, workspace=None))
    found = _beginning(text, known.workspaces)[:1]
    return _narrowed(filters, "workspace", text, found, replace(filters.view, workspace="".join(found)))


def _since(filters: Filters, text: str, known: Known, zone: str, now: Instant) -> Filters:
    try:
        moment = read_moment(text, zone=zone, now=now)
    except Refused:
        return _with_problem(filters, f"“{text}” is not a date yet.")
    said = f"since {day_words(moment.instant, zone)}"
    return replace(filters, since=moment.instant, said=(*filters.said, said))


_READERS: Mapping[str, _Reader] = {
    "kind": _kind, "author": _author, "set": _set, "workspace": _workspace, "since": _since,
}  # fmt: skip


def _beginning(text: str, names: Sequence[str]) -> list[str]:
    """The name itself, else all that begin so."""
    wanted = text.casefold()
    exact = [name for name in names if name.casefold() == wanted]
    return exact or [name for name in names if name.casefold().startswith(wanted)]


def _narrowed(filters: Filters, field: str, text: str, found: Sequence[str], view: View) -> Filters:
    if not found:
        return _with_problem(filters, f"No {field} begins with “{text}”.")
    return replace(filters, view=view, said=(*filters.said, f"{field} {' or '.join(found)}"))


def _with_problem(filters: Filters, sentence: str) -> Filters:
    return replace(filters, problems=(*filters.problems, sentence))


class FilterBar(ItemGrid):
    """The filter fields; the list follows while they are typed into."""

    DEFAULT_CSS = """
    FilterBar { height: auto; grid-gutter: 0 1; background: $panel; padding: 0 1; display: none; }
    FilterBar.-open { display: block; }
    FilterBar Horizontal { height: 1; }
    FilterBar .label { width: 10; color: $text-muted; }
    FilterBar Horizontal:focus-within .label { color: $text-accent; text-style: bold; }
    FilterBar Input { width: 1fr; background: $panel; }
    """

    class Changed(Message):
        """A field says something else."""

    class Left(Message):
        """Enter: the filters are as they should be."""

    def __init__(self, known: Callable[[], Known], *, id: str | None = None) -> None:
        super().__init__(id=id, min_column_width=30)
        self._known = known

    def compose(self) -> ComposeResult:
        """A label and a field for each filter."""
        for name, hint in FIELDS:
            with Horizontal():
                yield Static(plain(name), classes="label")
                yield Input(placeholder=hint, id=f"filter-{name}", suggester=self._suggester(name))

    @property
    def typed(self) -> dict[str, str]:
        """What stands in the fields, by name."""
        return {name: self.query_one(f"#filter-{name}", Input).value for name, _ in FIELDS}

    @property
    def is_open(self) -> bool:
        """Whether the fields are shown."""
        return self.has_class("-open")

    def open(self) -> None:
        """Show the fields and begin with the first."""
        self.add_class("-open")
        self.query(Input).first().focus()

    def close(self) -> None:
        """Clear the fields and hide them."""
        with self.prevent(Input.Changed):
            for field in self.query(Input):
                field.value = ""
        self.remove_class("-open")
        self.post_message(self.Changed())

    def on_input_changed(self, event: Input.Changed) -> None:
        """The list follows."""
        event.stop()
        self.post_message(self.Changed())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes on to the list."""
        event.stop()
        self.post_message(self.Left())

    def _suggester(self, name: str) -> NameSuggester | None:
        if name == "since":
            return None
        return NameSuggester(lambda: tuple(self._names(name)), several=False)

    def _names(self, name: str) -> Iterator[str]:
        known = self._known()
        lists = {"kind": known.kinds, "author": known.authors, "set": known.sets}
        yield from lists.get(name, (*known.workspaces, ALL))
