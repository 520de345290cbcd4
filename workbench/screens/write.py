"""Write: a draft, and what saving it would do."""

from __future__ import annotations

from typing import ClassVar

from workbench.actions import Scope
from workbench.frame.base_screen import BaseScreen


class WriteScreen(BaseScreen):
    """A draft."""

    MODE = "write"
    SCOPE: ClassVar[Scope] = "write"
    PURPOSE = "Write a claim, and see what saving it would close."
