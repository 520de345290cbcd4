"""What a read may see and what an answer stands on, under the names that faces use."""

from __future__ import annotations

from core.state.views import Basis, Shows, View

__all__ = ["Basis", "Shows", "View"]
