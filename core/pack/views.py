"""What a read may see and what an answer stands on, under the names that faces use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.state.view import Basis, Shows, View
from core.timeline.diff import Change, Diff
from core.timeline.history import HistoryLine

if TYPE_CHECKING:  # the rules wait for the first write
    from core.rules.findings import Near

__all__ = ["Basis", "Change", "Diff", "HistoryLine", "Near", "Shows", "View"]
