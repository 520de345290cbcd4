"""A deck that Anki imports: its collection of format 11 in SQLite, in a zip. It goes one way.

The tables are Anki's own (schema 11, which every version since 2.0 reads); what the program does with them is
not copied here. One note a claim, under the claim's id, so that a deck that is imported again updates it.
"""

from __future__ import annotations

import io
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from hashlib import sha1
from html import escape
from pathlib import Path
from typing import Any, Final

import msgspec

from core.clocks.instants import SECOND, Instant

SCHEMA: Final = """
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
  ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
  models text not null, decks text not null, dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
  usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
  flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
  mod integer not null, usn integer not null, type integer not null, queue integer not null,
  due integer not null, ivl integer not null, factor integer not null, reps integer not null,
  lapses integer not null, left integer not null, odue integer not null, odid integer not null,
  flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null,
  ease integer not null, ivl integer not null, lastIvl integer not null, factor integer not null,
  time integer not null,
  type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_notes_csum ON notes (csum);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_revlog_cid ON revlog (cid);
"""
VERSION: Final = 11
NOT_SYNCED: Final = -1
NOTE_TYPE: Final = 1_764_547_200_001
DECK: Final = 1_764_547_200_002
"""Ids of the note type and the deck: the same every time, so that a second import finds them."""
FIELDS: Final = ("Cue", "Claim", "About")
_BETWEEN_FIELDS: Final = "\x1f"
_EASE: Final = 2_500
"""Anki's factor of a card that FSRS schedules; it is not read."""
_MARKS: Final = {"[": "&#91;", "]": "&#93;", "\\": "&#92;", "\n": "<br>"}
"""Beside HTML, what Anki reads as sound, LaTeX or MathJax."""
_CSS: Final = (
    ".card { font-family: sans-serif; font-size: 20px; text-align: center; }\n"
    ".about { font-size: 14px; opacity: .7; margin-top: 1em; }"
)


class DeckCard(msgspec.Struct, frozen=True, kw_only=True):
    """One claim as a card."""

    number: int
    """Of note and card."""
    guid: str
    cue: str
    claim: str
    about: str
    tags: tuple[str, ...] = ()
    due: int | None = None
    """Days from the first day of the deck to the day on which it is due; None for a new card."""
    interval: int = 0
    reps: int = 0
    lapses: int = 0
    suspended: bool = False
    memory: dict[str, float] = {}
    """`s` and `d` of FSRS, and `lrt`, the seconds at the last review."""


def deck_file(
    name: str,
    cards: Sequence[DeckCard],
    reviews: Iterable[Sequence[Any]],
    *,
    began: Instant,
    made: Instant,
) -> bytes:
    """The bytes of an `.apkg`: `reviews` are rows of Anki's `revlog`, `began` is when the first day began."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        with closing(sqlite3.connect(path)) as base:
            base.executescript(SCHEMA)
            _put_collection(base, name, began // SECOND, made)
            for place, card in enumerate(cards):
                _put_card(base, card, place, made // SECOND)
            base.executemany("INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", reviews)
            base.commit()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, "collection.anki2")
            archive.writestr("media", "{}")
        return packed.getvalue()


def _put_collection(base: sqlite3.Connection, name: str, began: int, made: Instant) -> None:
    seconds, milliseconds = made // SECOND, made // 1_000
    texts = [
        _json(one)
        for one in (
            _conf(),
            {NOTE_TYPE: _note_type(seconds)},
            _decks(name, seconds),
            {1: _options(seconds)},
            {},
        )
    ]
    row = (1, began, milliseconds, milliseconds, VERSION, 0, 0, 0, *texts)
    base.execute(f"INSERT INTO col VALUES ({', '.join('?' * len(row))})", row)


def _put_card(base: sqlite3.Connection, card: DeckCard, place: int, seconds: int) -> None:
    fields = [as_html(text) for text in (card.cue, card.claim, card.about)]
    digest = int(sha1(fields[0].encode(), usedforsecurity=False).hexdigest()[:8], 16)
    tags = f" {' '.join(card.tags)} " if card.tags else ""
    note = (
        *(card.number, card.guid, NOTE_TYPE, seconds, NOT_SYNCED, tags),
        *(_BETWEEN_FIELDS.join(fields), fields[0], digest, 0, ""),
    )
    base.execute(f"INSERT INTO notes VALUES ({', '.join('?' * len(note))})", note)
    is_new = card.due is None
    kind = 0 if is_new else 2
    row = (
        *(card.number, card.number, DECK, 0, seconds, NOT_SYNCED, kind, -1 if card.suspended else kind),
        *(place if card.due is None else card.due, card.interval, 0 if is_new else _EASE, card.reps),
        *(card.lapses, 0, 0, 0, 0, _json(card.memory)),
    )
    base.execute(f"INSERT INTO cards VALUES ({', '.join('?' * len(row))})", row)


def as_html(text: str) -> str:
    """Plain text as a field that shows just that, whatever signs are in it."""
    shown = escape(text)
    for mark, written in _MARKS.items():
        shown = shown.replace(mark, written)
    return shown


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# what a collection of Anki says of itself


def _conf() -> dict[str, Any]:
    return {
        "activeDecks": [1],
        "curDeck": 1,
        "newSpread": 0,
        "collapseTime": 1200,
        "timeLim": 0,
        "estTimes": True,
        "dueCounts": True,
        "curModel": str(NOTE_TYPE),
        "nextPos": 1,
        "sortType": "noteFld",
        "sortBackwards": False,
        "addToCur": True,
    }


def _note_type(seconds: int) -> dict[str, Any]:
    fields = [
        {"name": name, "ord": place, "sticky": False, "rtl": False, "font": "Arial", "size": 20, "media": []}
        for place, name in enumerate(FIELDS)
    ]
    template = {
        "name": "Recall",
        "ord": 0,
        "qfmt": '{{Cue}}\n<div class="about">{{About}}</div>',
        "afmt": "{{FrontSide}}\n<hr id=answer>\n{{Claim}}",
        "did": None,
        "bqfmt": "",
        "bafmt": "",
    }
    return {
        "id": NOTE_TYPE,
        "name": "Packbench claim",
        "type": 0,
        "mod": seconds,
        "usn": NOT_SYNCED,
        "sortf": 0,
        "did": DECK,
        "tmpls": [template],
        "flds": fields,
        "css": _CSS,
        "latexPre": "",
        "latexPost": "",
        "tags": [],
        "vers": [],
        "req": [[0, "any", [0]]],
    }


def _decks(name: str, seconds: int) -> dict[int, dict[str, Any]]:
    def deck(number: int, called: str) -> dict[str, Any]:
        today = [0, 0]
        return {
            "id": number,
            "name": called,
            "desc": "",
            "mod": seconds,
            "usn": NOT_SYNCED,
            "collapsed": False,
            "dyn": 0,
            "conf": 1,
            "extendNew": 10,
            "extendRev": 50,
            "newToday": today,
            "revToday": today,
            "lrnToday": today,
            "timeToday": today,
        }

    return {1: deck(1, "Default"), DECK: deck(DECK, name)}


def _options(seconds: int) -> dict[str, Any]:
    return {
        "id": 1,
        "name": "Default",
        "mod": seconds,
        "usn": NOT_SYNCED,
        "maxTaken": 60,
        "autoplay": True,
        "timer": 0,
        "replayq": True,
        "dyn": False,
        "new": {
            "delays": [1, 10],
            "ints": [1, 4, 7],
            "initialFactor": _EASE,
            "order": 1,
            "perDay": 20,
            "bury": True,
        },
        "rev": {"perDay": 200, "ease4": 1.3, "maxIvl": 36500, "ivlFct": 1, "bury": True, "hardFactor": 1.2},
        "lapse": {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 1},
    }
