"""The draft that is being typed and its place in the journal: kept, forgotten, split, taken up again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from workbench.drafts import Draft, DraftNotKept
from workbench.screens.write_draft import EDITING, REVISION
from workbench.session import Session

SPLIT = "split-"
"""Begins the id of a draft that is the second half of a split."""

NOTHING_TYPED = "Nothing was typed, so no draft is kept."


def is_blank(fields: Mapping[str, str]) -> bool:
    """Whether a form holds nothing that a person typed."""
    return not any(value for name, value in fields.items() if name not in (EDITING, REVISION))


class DraftKeeper:
    """One draft at a time, by its id. What the disk refuses is said through `refused`."""

    def __init__(self, session: Session, refused: Callable[[str], None]) -> None:
        self._session, self._refused = session, refused
        self.draft_id = _fresh_id()

    def begin(self, draft_id: str | None = None) -> None:
        """Go on with another draft: a kept one by its id, else a new one."""
        self.draft_id = draft_id or _fresh_id()

    def keep(self, fields: Mapping[str, str]) -> None:
        """Put the form on disk; a blank one forgets the draft."""
        kept = {} if is_blank(fields) else fields
        self._try(lambda: self._session.journal.save(self.draft_id, kept, self._session.now))

    def forget(self) -> None:
        """The draft was saved as a claim."""
        self._try(lambda: self._session.journal.discard(self.draft_id))

    def keep_second_half(self, fields: Mapping[str, str]) -> bool:
        """Put the second half of a split on disk; False when that was refused."""
        return self._try(lambda: self._session.journal.save(SPLIT + _fresh_id(), fields, self._session.now))

    def newest(self) -> Draft | None:
        """The draft that was kept last."""
        return next(iter(self._session.journal.load()), None)

    def second_half(self) -> Draft | None:
        """The second half of a split that waits, the one split off last first."""
        return next((one for one in self._session.journal.load() if one.id.startswith(SPLIT)), None)

    def others(self) -> list[Draft]:
        """The other drafts that are kept, the last kept first."""
        return [draft for draft in self._session.journal.load() if draft.id != self.draft_id]

    def _try(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except DraftNotKept as error:
            self._refused(str(error))
            return False
        return True


def _fresh_id() -> str:
    return secrets.token_hex(8)
