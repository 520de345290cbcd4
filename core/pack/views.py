"""What a read may see and what an answer stands on, under the names that faces use."""

from __future__ import annotations

from core.rules.findings import Near
from core.state.view import Basis, Shows, View
from core.timeline.diff import Change, Diff
from core.timeline.history import HistoryLine

__all__ = ["Basis", "Change", "Diff", "HistoryLine", "Near", "Shows", "View"]
