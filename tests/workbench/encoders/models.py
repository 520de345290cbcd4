"""The real model, for tests that need it; they say what they skip where it is not installed."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from workbench.encoders import bundled

WHY = "the extra `encoder` is not installed (make setup EXTRAS=encoder)"

needs_model = pytest.mark.skipif(bundled.folder() is None, reason=f"no bundled model: {WHY}")
needs_torch = pytest.mark.skipif(
    bundled.folder() is None or find_spec("sentence_transformers") is None,
    reason=f"no sentence-transformers: {WHY}",
)


def folder() -> Path:
    """Where the bundled model lies."""
    found = bundled.folder()
    assert found is not None
    return found


@cache
def light():
    """The light encoder, loaded once."""
    from workbench.encoders.light import LightEncoder

    return LightEncoder(folder())


TEXTS = (
    "The lift holds eight people.",
    "",
    "Caroline: I went to a LGBTQ support group yesterday and it was so powerful.",
    "naïve café, Straße, İstanbul, ΣΟΦΟΣ; 東京タワー 12.5 °C — v1.2.3-rc1 (~/src/app.py)",
    "word " * 400,
    "x" * 120,
    "🙂 emoji and a zero\u200bwidth space",
)
