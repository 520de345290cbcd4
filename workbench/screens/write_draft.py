"""A draft as words in fields: read into a claim to be, with what is wrong said by field. Knows no Textual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from core.claims.claim import Claim
from core.claims.draft import ALWAYS, Draft
from core.claims.facts import Facts
from core.claims.kinds import KINDS
from core.clocks.human import Bound, Moment, Side, read_moment
from core.clocks.instants import Instant
from core.errors import PackError
from core.pack.commands import Command, Edit, Write
from core.pack.pack import Pack
from core.pack.scripts import facts_of
from core.text.limits import MAX_SENTENCES
from core.text.sentences import sentence_spans
from workbench.frame.live_check import problems_of
from workbench.frame.staying_alive import sentence_of
from workbench.moments import stated_words

TEXT: Final = "text"
EDITING, REVISION = "editing", "revision"
"""Fields of a draft that corrects a claim: its id and the revision that was read."""

DEFAULT_KIND: Final = "lesson"

UNCHANGED: Final = "nothing differs yet from the claim as it stands"


@dataclass(frozen=True, slots=True)
class Field:
    """One line of the form."""

    name: str
    label: str
    hint: str
    edits: bool = True
    """Whether a claim that is written already can still be changed here."""


FIELDS: Final = (
    Field("kind", "kind", "lesson, preference, habit, goal, …", edits=False),
    Field("about", "about", "names, …  (empty: found in the text)"),
    Field("cites", "cites", "accessions of deeds, …", edits=False),
    Field("from", "true from", "now, or a date: 2026-03-14, last monday"),
    Field("until", "until", "further notice, or a date (included)"),
    Field("key", "key", "one value at a time: team.standup"),
    Field("replaces", "replaces", "ids of claims, …", edits=False),
    Field("question", "question", "your own cue for review"),
    Field("set", "set", "a named part of the workspace"),
    Field("rests", "rests on", "two ids of claims or deeds, …", edits=False),
    Field("facts", "facts", "", edits=False),
)

BY_NAME: Final = {one.name: one for one in FIELDS}


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What stops the save: in which field, where in the text if known, and what to do."""

    field: str
    message: str
    at: int | None = None

    @property
    def said(self) -> str:
        """The message, with the field's label before it where it does not say itself what it is about."""
        return (
            self.message if self.field in (TEXT, "kind") else f"{BY_NAME[self.field].label}: {self.message}"
        )


def waits_for(problems: Sequence[FieldProblem]) -> str:
    """What the preview says in place of an answer: which fields the pack cannot be asked with."""
    labels = dict.fromkeys("the text" if one.field == TEXT else BY_NAME[one.field].label for one in problems)
    return f"The preview waits for {', '.join(labels)}: what is wrong there stands on the left."


@dataclass(slots=True)
class DraftRead:
    """What the fields say: a command when nothing is wrong, and how dates were understood."""

    command: Command | None = None
    problems: list[FieldProblem] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    unchanged: str = ""
    """Said while an edit differs in nothing from the claim, which is no fault."""


def kind_of(fields: Mapping[str, str]) -> str:
    """The kind that is chosen, as typed."""
    return fields.get("kind", "").strip() or DEFAULT_KIND


def shown_fields(kind: str, *, editing: bool) -> frozenset[str]:
    """The fields that belong to a kind."""
    hidden = {"rests"} if kind != "conclusion" or editing else set()
    known = KINDS.get(kind)
    if known is None or known.facts is None or editing:
        hidden.add("facts")
    return frozenset(BY_NAME) - hidden


def facts_hint(kind: str) -> str:
    """How the facts of a kind are written: `from=…, to=…, weight=…`."""
    known = KINDS.get(kind)
    names = known.facts.__struct_fields__ if known is not None and known.facts is not None else ()
    return ", ".join(f"{name.rstrip('_')}=…" for name in names)


def names_in(text: str) -> tuple[str, ...]:
    """Names with commas between them, trimmed, each once."""
    return tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))


class DraftReader:
    """Reads the fields of one draft against a pack. Nothing here writes."""

    def __init__(
        self, pack: Pack, *, workspace: str, zone: str, now: Instant, machine: str | None = None
    ) -> None:
        self._pack, self._workspace, self._now = pack, workspace, now
        self._zone, self._machine = zone, machine

    def read(self, fields: Mapping[str, str], keep_open: frozenset[str] = frozenset()) -> DraftRead:
        """The command that saving would submit, or everything that stops it."""
        read = DraftRead()
        text, key = fields.get(TEXT, ""), fields.get("key", "").strip()
        for problem in problems_of(text, keyed=bool(key)):
            read.problems.append(
                FieldProblem(TEXT, problem.message, problem.span[0] if problem.span else None)
            )
        if kind_of(fields) not in KINDS:
            said = f"There is no kind “{kind_of(fields)}”: choose one of {', '.join(KINDS)}."
            read.problems.append(FieldProblem("kind", said))
        draft = self._draft(fields, read)
        if not read.problems:
            read.command = self._command(fields, draft, keep_open, read)
        return read

    def _draft(self, fields: Mapping[str, str], read: DraftRead) -> dict[str, Any]:
        start = self._moment("from", fields, read, "start")
        end = self._moment("until", fields, read, "end")
        always = fields.get("from", "").strip().casefold() == ALWAYS
        kind = kind_of(fields)
        return {
            "text": fields.get(TEXT, "").strip(),
            "kind": kind,
            "workspace": self._workspace,
            "set": fields.get("set", "").strip() or None,
            "question": fields.get("question", "").strip() or None,
            "entities": _entities(fields.get("about", "")),
            "deeds": self._deeds(fields, read),
            "key": fields.get("key", "").strip() or None,
            "derived_from": self._ids("rests", fields, read) if kind == "conclusion" else (),
            "supersedes": self._ids("replaces", fields, read),
            "facts": self._facts(fields, read),
            "t_valid": ALWAYS if always else start.instant if start else None,
            "t_invalid": end.instant if end else None,
            "precision": (start.precision if start else "us", end.precision if end else "us"),
        }

    def _command(
        self, fields: Mapping[str, str], draft: dict[str, Any], keep_open: frozenset[str], read: DraftRead
    ) -> Command | None:
        if EDITING not in fields:
            return Write(draft=Draft(**draft), keep_open=tuple(sorted(keep_open)))
        stands = self._pack.claim(fields[EDITING])
        before = form_of(stands, self._zone)
        changed = {name for name in (*BY_NAME, TEXT) if fields.get(name, "") != before.get(name, "")}
        values = {core: draft[core] for name in changed for core in _CORE_NAMES.get(name, ())}
        if not values:
            read.unchanged = UNCHANGED
            return None
        return Edit(id=stands.id, expect_rev=int(fields.get(REVISION, stands.rev)), changes=values)

    def _moment(self, name: str, fields: Mapping[str, str], read: DraftRead, bound: Bound) -> Moment | None:
        written = fields.get(name, "").strip()
        if not written or written.casefold() == ALWAYS:
            return None
        toward: Side = "until" if bound == "end" else "near"
        try:
            moment = read_moment(
                written,
                zone=self._zone,
                now=self._now,
                bound=bound,
                toward=toward,
                machine=self._machine,
            )
        except PackError as error:
            read.problems.append(FieldProblem(name, sentence_of(error)))
            return None
        read.understood.append(f"{BY_NAME[name].label}: {moment.understood}")
        return moment

    def _ids(self, name: str, fields: Mapping[str, str], read: DraftRead) -> tuple[str, ...]:
        found = []
        for written in names_in(fields.get(name, "")):
            try:
                deed_like = name == "rests" and written.startswith(("deed-", "sha256:"))
                found.append(written if deed_like else self._pack.find(written))
            except PackError as error:
                read.problems.append(FieldProblem(name, sentence_of(error)))
        return tuple(found)

    def _deeds(self, fields: Mapping[str, str], read: DraftRead) -> tuple[str, ...]:
        names = names_in(fields.get("cites", ""))
        for name in names:
            try:
                self._pack.deed(name)
            except PackError as error:
                read.problems.append(FieldProblem("cites", sentence_of(error)))
        return names

    def _facts(self, fields: Mapping[str, str], read: DraftRead) -> Facts | None:
        kind = kind_of(fields)
        known = KINDS.get(kind)
        if known is None or known.facts is None:
            return None
        try:
            return facts_of(kind, _pairs(fields.get("facts", "")))
        except (PackError, ValueError) as error:
            said = sentence_of(error) if isinstance(error, PackError) else str(error)
            read.problems.append(FieldProblem("facts", f"{said} Write {facts_hint(kind)}."))
            return None


_NUMBERS: Final = frozenset({"weight", "anchor"})

_CORE_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    TEXT: ("text",),
    "about": ("entities",),
    "from": ("t_valid", "precision"),
    "until": ("t_invalid", "precision"),
    "key": ("key",),
    "question": ("question",),
    "set": ("set",),
}
"""Fields of a claim that an edit of a field of the form changes."""


def _entities(written: str) -> tuple[str, ...] | None:
    """None: mine them. The one word `none` declares that it is about nothing."""
    names = names_in(written)
    if not names:
        return None
    return () if [name.casefold() for name in names] == ["none"] else names


def _pairs(written: str) -> dict[str, Any]:
    """`name=value` pairs with commas between them. Raises ValueError for a number that is none."""
    pairs: dict[str, Any] = {}
    for part in names_in(written):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise ValueError(f"“{part}” is no pair of a name and a value.")
        if name in _NUMBERS:
            try:
                pairs[name] = float(value)
            except ValueError:
                raise ValueError(f"{name} is a number, not “{value}”.") from None
        else:
            pairs[name] = value
    return pairs


def form_of(claim: Claim, zone: str) -> dict[str, str]:
    """The fields of the form as a claim has them."""
    start = stated_words(claim.t_valid, _written(claim.precision[0]), zone, none=ALWAYS)
    fields = {
        TEXT: claim.text,
        "kind": claim.kind,
        "about": ", ".join(claim.entities) if claim.entities_declared else "",
        "cites": ", ".join(claim.deeds),
        "from": start if claim.t_valid_stated or claim.t_valid is None else "",
        "until": _last_words(claim, zone),
        "key": claim.key or "",
        "replaces": ", ".join(claim.supersedes),
        "question": claim.question or "",
        "set": claim.set or "",
    }
    return {name: value for name, value in fields.items() if value}


def _last_words(claim: Claim, zone: str) -> str:
    """The stated end as its author would write it: a whole period by its last instant."""
    if claim.t_invalid is None or not claim.t_invalid_stated:
        return ""
    precision = _written(claim.precision[1])
    whole = precision in ("year", "month", "day")
    return stated_words(claim.t_invalid - whole, precision, zone, none="")


def _written(precision: str) -> str:
    return "s" if precision == "us" else precision


def editing_fields(claim: Claim, zone: str) -> dict[str, str]:
    """The form that corrects a claim."""
    return {**form_of(claim, zone), EDITING: claim.id, REVISION: str(claim.rev)}


def split_text(text: str, cursor: int) -> tuple[str, str] | None:
    """Two texts out of one: at the cursor where words stand on both sides, else at a sentence.

    None when there is nothing to split.
    """
    parts = text[:cursor].strip(), text[cursor:].strip()
    if all(any(map(str.isalnum, part)) for part in parts):
        return parts
    spans = sentence_spans(text)
    if len(spans) < 2:
        return None
    at = spans[min(MAX_SENTENCES, len(spans) - 1)][0]
    return text[:at].strip(), text[at:].strip()


def second_fields(fields: Mapping[str, str], text: str) -> dict[str, str]:
    """The draft that the second half becomes: of the same kind and about the same, nothing replaced."""
    kept = ("kind", "about", "cites", "from", "until", "set")
    return {TEXT: text, **{name: fields[name] for name in kept if fields.get(name)}}
