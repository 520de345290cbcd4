"""Random histories with conclusions: claims that rest on others, whose premises end and come back."""

from __future__ import annotations

from core.claims.draft import Draft
from core.pack import commands as c
from tests.core.pack.walks import Asked, Walker


class ConcludingWalker(Walker):
    """As a walker, but every fifth command draws a conclusion from what is held."""

    def ask(self) -> Asked:
        asked = super().ask()
        if len(self._ids()) < 2 or not self.sometimes(5):
            return asked
        return Asked(self.conclude(), asked.by)

    def conclude(self) -> c.Command:
        """A conclusion of its own words, so that no rule meets it often."""
        ids = self._ids()
        premises = tuple(dict.fromkeys(self.random.choice(ids) for _ in range(4)))[:3]
        deeds = self._deeds()
        number = len(ids)
        return c.Write(
            draft=Draft(
                text=f"So plan {number} holds.",
                kind="conclusion",
                entities=(),
                derived_from=(*premises, *deeds)[:3],
                supersedes=self._named() if self.sometimes(9) else (),
            )
        )
