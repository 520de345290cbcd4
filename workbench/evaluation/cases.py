"""What a data set holds: pieces of evidence, and questions that name the pieces which answer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.clocks.instants import Instant


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence: a turn, a message, a sentence, a fact."""

    id: str
    """Unique inside its collection."""
    text: str
    group: str
    """The session, paragraph or document it stands in; a place in it is `position`."""
    position: int
    speaker: str | None = None
    said_at: Instant | None = None
    caption: str | None = None
    """What an image that came with it shows."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what must be retrieved for it."""

    id: str
    """Unique inside the data set."""
    text: str
    gold: Mapping[str, tuple[str, ...]]
    """By grain, the ids of what answers it: without any it is a miss, without the grain it does not count."""
    subsets: tuple[str, ...]
    """The rows of the report that it counts in, in the order in which they are printed."""
    cluster: str | None = None
    """What a bootstrap draws it with; None: its collection."""


@dataclass(frozen=True, slots=True)
class Collection:
    """What one pack holds and what is asked of it; as a rule the unit that a bootstrap draws."""

    name: str
    pieces: tuple[Piece, ...]
    questions: tuple[Question, ...]
    left_out: int = 0
    """Questions of the data set that cannot be judged by retrieval."""

    @property
    def begins(self) -> Instant | None:
        """The earliest time at which something of it was said."""
        return min((piece.said_at for piece in self.pieces if piece.said_at is not None), default=None)

    @property
    def ends(self) -> Instant | None:
        """The latest time at which something of it was said."""
        return max((piece.said_at for piece in self.pieces if piece.said_at is not None), default=None)
