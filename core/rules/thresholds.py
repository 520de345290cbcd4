"""The figures of the write rules, each once. Sources: core/README.md, Figures of the write rules."""

from __future__ import annotations

from typing import Final

REWRITE_JACCARD: Final = 0.6
"""Token-set Jaccard from which one text is a rewrite of another (rule 4)."""

OPENING_WORDS: Final = 3
"""Words that two openings share at least (rule 5)."""

OPENING_SHARE: Final = 0.6
"""Share of the shorter text that the opening makes up at least (rule 5)."""

NEAR_JACCARD: Final = 0.4
"""From here a pair is worth a line among those that came near: two thirds of what a rewrite needs."""

NEAR_MOST: Final = 32
"""Claims that came near and are listed."""

SAID_LAST: Final = 64
"""Claims about a name that a change may concern and that are looked at, the latest: twice what is listed."""

ROUNDING: Final = 1e-9
"""Slack of a comparison of shares: 3 of 5 words are 0.6."""

FIGURE_DIGITS: Final = 3
"""Digits after the point of a share that is shown or stored."""
