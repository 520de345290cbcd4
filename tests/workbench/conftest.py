"""What every test of the workbench needs: nothing of the machine it runs on shows in the picture."""

from __future__ import annotations

import os
import time

# Textual reads these when it is imported, so they are set before any test module is.
SNAPSHOTS = "TEXTUAL_SNAPSHOT_TEMPDIR"  # the snapshot plugin's own, handed down to the workers of a run
for name in [name for name in os.environ if name.startswith("TEXTUAL_") and name != SNAPSHOTS]:
    del os.environ[name]
for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "TERM_PROGRAM", "TMUX", "SSH_CONNECTION"):
    os.environ.pop(name, None)
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["TZ"] = "UTC"
os.environ["PACKBENCH_ENCODER"] = "off"  # a screen does not depend on whether a model is installed
time.tzset()

import pytest  # noqa: E402
from textual.widgets import Input, TextArea  # noqa: E402

AWKWARD_TEXTS = (
    "[/] and [/foo] and [#zz]x[/#zz] and [link='x",
    "[true, false] [b]not bold[/b] [@click=app.quit]press[/]",
    "esc \x1b[31mred\x1b[0m bell \x07 nul \x00 del \x7f c1 \x9b31m",
    "tab\tand\nnew\r\nlines\u2028and more",
    "默认融合方法是组合。它领先一点八分。",
    "العربية من اليمين إلى اليسار \u202eevil\u202c",
    "family 👩‍👩‍👧 flags 🇩🇪🇫🇷 heart ❤️ keycap 1️⃣",
    "combining e\u0301\u0323\u0327 ศรี ක්‍ෂ हिन्दी",
    "zero\u200bwidth\u2060and\ufeffmore \ud800 lone",
    "",
)
"""Texts that broke terminals and markup parsers before."""


@pytest.fixture(params=AWKWARD_TEXTS, ids=range(len(AWKWARD_TEXTS)))
def awkward(request: pytest.FixtureRequest) -> str:
    """One of the texts that broke terminals and markup parsers before."""
    return str(request.param)


@pytest.fixture(autouse=True)
def still_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor that blinks makes two pictures of one screen."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    monkeypatch.setattr(TextArea, "_toggle_cursor_blink_visible", lambda self: None, raising=False)
