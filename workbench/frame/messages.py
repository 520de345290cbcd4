"""Messages that go up to the app and concern every screen."""

from __future__ import annotations

from textual.message import Message

from core.clocks.instants import Instant
from core.pack.receipts import Receipt


class PackChanged(Message):
    """A command was carried out; screens that show the pack read it again."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__()
        self.receipt = receipt


class ViewChanged(Message):
    """Other instants are to be shown; None is now. Only B given means that V is the same instant."""

    def __init__(self, *, true_at: Instant | None, believed_at: Instant | None) -> None:
        super().__init__()
        self.true_at, self.believed_at = true_at, believed_at

    def can_replace(self, message: Message) -> bool:
        """While steps come faster than screens follow, only the last one counts."""
        return isinstance(message, ViewChanged)


class ClaimChosen(Message):
    """A claim was chosen on a screen; what is done "on a claim" is done to this one."""

    def __init__(self, claim_id: str | None) -> None:
        super().__init__()
        self.claim_id = claim_id
