"""The commands: everything that can be asked of a pack, as values. One accepted command is one log record."""

from __future__ import annotations

from typing import Any

import msgspec

from core.claims.draft import Draft
from core.clocks.instants import Instant


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", tag=str.lower):
    """Base of every command; its tag is the verb in the log."""


class Write(Command, tag="write", frozen=True):
    """Write a claim; the write rules may close others."""

    draft: Draft
    keep_open: tuple[str, ...] = ()
    """Claims that this write must leave open."""
    seen_closing: tuple[str, ...] | None = None
    """The claims that the author's preview said it would close; if others would close now, it is refused."""


class Edit(Command, tag="edit", frozen=True):
    """Change fields that were written wrong; a change of meaning is a new claim."""

    id: str
    expect_rev: int
    changes: dict[str, Any]
    """Of `text, question, entities, t_valid, t_invalid, set, key, t_observed, precision, extra`."""


class Close(Command, tag="close", frozen=True):
    """It was true and no longer is: end the window at `at` (default now), stated to this precision."""

    id: str
    at: Instant | None = None
    why: str | None = None
    deed: str | None = None
    precision: str = "us"


class Retract(Command, tag="retract", frozen=True):
    """It was never true. `why` is kept as a note when no deed is named."""

    id: str
    why: str | None = None
    deed: str | None = None


class NoLongerTrue(Command, tag="no_longer_true", frozen=True):
    """From the due queue: keep the reason as a note, close the claim, write the correction if any."""

    id: str
    reason: str = ""
    """Typed words become a deed of kind `note`; the accession of a known deed is cited."""
    corrected: str | None = None


class Reopen(Command, tag="reopen", frozen=True):
    """Take back a wrong close or retraction."""

    id: str
    decline: bool = False
    """Never propose or close this pair again."""


class Rest(Command, tag="rest", frozen=True):
    """Still true, but out of search, Today and islands."""

    id: str
    why: str | None = None


class Wake(Command, tag="wake", frozen=True):
    """End a rest."""

    id: str


class Pin(Command, tag="pin", frozen=True):
    """Exempt a claim from forgetting and show it first; or end that."""

    id: str
    pinned: bool = True


class Cite(Command, tag="cite", frozen=True):
    """Let a claim cite a deed."""

    id: str
    deed: str


class PutDeed(Command, tag="deed", frozen=True):
    """Keep evidence, verbatim."""

    body: str
    kind: str = "note"
    source: str | None = None
    speaker: str | None = None
    conversation: str | None = None
    position: int | None = None
    """Its place in the conversation, from 0 on."""
    said_at: Instant | None = None
    """When it was said or published; None when that is not known."""
    extra: dict[str, Any] = {}
    """What else is known of it, such as the `caption` of a picture."""


class Grade(Command, tag="grade", frozen=True):
    """Answer "did I still hold it?": 1 Again, 2 Hard, 3 Good, 4 Easy."""

    id: str
    grade: int
    shown_rev: int | None = None
    """The revision that was on the screen; another one by now is refused."""
    shown_reps: int | None = None
    """The number of grades that was on the screen; another one by now is refused."""
    cue: str | None = None
    milliseconds: int | None = None


class Verify(Command, tag="verify", frozen=True):
    """Answer "is it still true?" with yes; memory is not touched, and a doubt ends."""

    id: str
    shown_rev: int | None = None
    """The revision that was on the screen; another one by now is refused."""


class Doubt(Command, tag="doubt", frozen=True):
    """Answer "is it still true?" with not sure: it is on the doubt list, and checked again in a week."""

    id: str
    why: str | None = None
    shown_rev: int | None = None
    """The revision that was on the screen; another one by now is refused."""


class Bury(Command, tag="bury", frozen=True):
    """Not today: no question about the claim until the next study day."""

    id: str


class Suspend(Command, tag="suspend", frozen=True):
    """No question about the claim until it is resumed; its clock stands as it is."""

    id: str


class Unsuspend(Command, tag="unsuspend", frozen=True):
    """Ask about a suspended claim again, from the day on which it was due."""

    id: str


class Spread(Command, tag="spread", frozen=True):
    """Move overdue claims of a workspace to later mornings; stability and difficulty stay as they are."""

    workspace: str
    a_morning: int | None = None
    """Claims that a morning takes; or else"""
    mornings: int | None = None
    """over how many mornings to spread."""
    expect: int | None = None
    """The number of claims that the preview said it would move; another one by now is refused."""


class Sweep(Command, tag="sweep", frozen=True):
    """Put to rest what was neglected and what is over the live cap, as far as the settings allow it."""

    workspace: str
    expect: tuple[str, ...] | None = None
    """The claims that the preview said it would put to rest; others by now are refused."""


class Fire(Command, tag="fire", frozen=True):
    """These were used together: their links gain weight."""

    ids: tuple[str, ...]
    persona: str | None = None
    """Write only this persona's lens."""


class Accept(Command, tag="accept", frozen=True):
    """Let the newer claim of a proposal close the older one."""

    proposal: str


class Decline(Command, tag="decline", frozen=True):
    """Leave both open, and never propose this pair again."""

    proposal: str
    why: str | None = None


class Consolidate(Command, tag="consolidate", frozen=True):
    """Run the write rules over what is held: propose every pair, or close where the rules are sure."""

    workspace: str
    close: bool = False


class Configure(Command, tag="config", frozen=True):
    """Set a setting that affects reads; None takes it back to its default."""

    name: str
    value: str | int | float | bool | list[float] | None


class Adopt(Command, tag="adopt", frozen=True):
    """Take in records of the original's format as they are; no write rule is asked."""

    lines: tuple[tuple[int, str], ...]
    """Number of the line in its file, and the record as it stands there."""
    source: str
    """Name of the file."""
    digest: str
    """SHA-256 of its records, in hex."""
    part: int = 1
    parts: int = 1
    """A large file is taken in as several records, committed together."""


class CameIn(msgspec.Struct, frozen=True, kw_only=True):
    """One grade of a file of reviews, as a row of the review log names it."""

    id: str
    claim: str
    at: Instant
    grade: int
    study_day: int
    zone: str
    rollover_h: int
    offset_min: int
    ms: int | None = None
    cue: str | None = None
    actor: str = ""


class TakeReviews(Command, tag="reviews", frozen=True):
    """Take in grades that were given elsewhere; each clock becomes what all its grades lead to."""

    reviews: tuple[CameIn, ...]
    source: str
    """Name of the file."""
    digest: str
    """SHA-256 of its text, in hex."""


class Undo(Command, tag="undo", frozen=True):
    """Take back one transaction (default: the seat's own last), or a range of them."""

    tx: int | None = None
    through: int | None = None
    """Last transaction of a range that starts at `tx`."""
    txs: tuple[int, ...] = ()
    """In the place of both: exactly these, for instance what `choosing.acts_of` found."""


class Redo(Command, tag="redo", frozen=True):
    """Take back an undo (default: the seat's own last one)."""

    tx: int | None = None


class Merge(Command, tag="merge", frozen=True):
    """What one record took in from another pack. An import writes it; it is never given by hand."""

    lineage: str
    """The pack in which the act was done."""
    tx: int
    t_tx: Instant
    digest: str
    """Chained digest of the record there: with it the act is known again, by whatever way it comes."""
    actor: str
    client: str
    did: str
    """The verb there."""
    via: tuple[str, ...] = ()
    """Other acts that this record makes known: decisions of the packs that it came through."""
    decided: tuple[str, ...] = ()
    """`table key` of what both packs had changed, so that this record had to choose or to combine."""
    carried: dict[str, str] = {}
    """`table key` to the digest of the act that its value stands for, if it is another or has no effect."""
    grades: dict[str, tuple[tuple[int, int, Instant], ...]] = {}
    """By claim: study day, grade and instant of all grades, as merges told them before `reviews`."""
    reviews: bytes | None = None
    """The rows of the review log that the record brings, or takes back or gives back (`merging_rows`)."""
    uses: dict[str, int] = {}
    """By claim, what the act added to its count of uses."""
    notes: tuple[str, ...] = ()
    """What did not come in as it was, in sentences."""


def verb_of(command: Command) -> str:
    """The verb under which a command stands in the log."""
    return str(command.__struct_config__.tag)
