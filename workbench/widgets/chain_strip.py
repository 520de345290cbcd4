"""The chain a claim stands in, as one line: what held from when, and which one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from workbench.cells import cut, pad
from workbench.cells import width as cells_of
from workbench.plain import styled

LINK_CELLS = 26
"""Cells that one link wants; as many links as fit are shown, around the chosen one."""


@dataclass(frozen=True, slots=True)
class Link:
    """One claim of a chain: since when, and the words that set it apart from the next."""

    since: str
    label: str
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Chain:
    """The links, oldest first, and the place of the chosen one."""

    links: Sequence[Link] = ()
    place: int = 0


class ChainStrip(Widget):
    """A chain in two lines: the links, and where in the chain one stands."""

    DEFAULT_CSS = """
    ChainStrip { height: 2; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.chain = Chain()

    def show(self, chain: Chain) -> None:
        """Show this chain instead."""
        self.chain = chain
        self.refresh()

    def render(self) -> RenderResult:
        """The two lines as content."""
        cells = self.content_size.width
        return Content("\n").join([styled(chain_parts(self.chain, cells)), styled(place_parts(self.chain))])


def place_parts(chain: Chain) -> list[tuple[str, str]]:
    """`2 of 7 in this chain · ← → walk it`; empty for a claim that stands alone."""
    if len(chain.links) < 2:
        return []
    return [(f"{chain.place + 1} of {len(chain.links)} in this chain · ← → walk along it", "$text-muted")]


def chain_parts(chain: Chain, cells: int) -> list[tuple[str, str]]:
    """The links as (text, style), at most `cells` cells together; the chosen one is reversed and has a ▸."""
    if not chain.links or cells <= 0:
        return []
    first, last = _shown(len(chain.links), chain.place, cells)
    before = f"‹{first} " if first else ""
    after = f" {len(chain.links) - last}›" if last < len(chain.links) else ""
    room = cells - cells_of(before) - cells_of(after)
    each = max(1, room // (last - first))
    parts = [(before, "$text-muted")]
    for place in range(first, last):
        chosen = place == chain.place
        text = _link(chain.links[place], each, chosen=chosen, newest=place == len(chain.links) - 1)
        parts.append((text, "bold reverse" if chosen else ""))
    return [*parts, (after, "$text-muted")]


def _shown(number: int, place: int, cells: int) -> tuple[int, int]:
    """Which links are shown: those around the chosen one, its successor before its predecessor."""
    fit = max(1, min(number, cells // LINK_CELLS))
    first = min(max(0, place - (fit - 1) // 2), number - fit)
    return first, first + fit


def _link(link: Link, cells: int, *, chosen: bool, newest: bool) -> str:
    end = "┤" if link.ended else "▶"
    head = f"{'▸' if chosen else ' '}{link.since} "
    tail = " now " if newest and not link.ended else " "
    room = cells - cells_of(head) - cells_of(tail) - 3
    if room < 1:
        return pad(head, cells)
    label = cut(link.label, room)
    line = "─" * max(0, room - cells_of(label))
    return pad(f"{head}─{line[: len(line) // 2]}{label}{line[len(line) // 2 :]}─{end}{tail}", cells)
