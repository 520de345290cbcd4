"""The encoder on the command line: loaded only when it is asked for, and its progress told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import PackError
from workbench.cli.aside import aside
from workbench.progress import ProgressLine

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.pack.vectors import Filling


def join_encoder(pack: Pack, *, fetch: bool = False) -> None:
    """Let the encoder of the setting join. Raises `PackError` when there is none, or it does not fit."""
    from workbench.encoders.choosing import load, wanted

    warning = pack.join_encoder(load(wanted(pack.setting("encoder")), fetch=fetch))
    if warning:
        aside(warning)


def fill(pack: Pack, *, deeds: bool = False) -> Filling:
    """Encode what has no vector yet; control and C keeps what is done."""
    return pack.fill_vectors(deeds=deeds, progress=ProgressLine("reading for meaning"))


def search_by_meaning(pack: Pack, *, deeds: bool = False) -> None:
    """Wait until meaning takes part in searches; where it cannot, say why, and words alone will do."""
    try:
        join_encoder(pack)
    except PackError as error:
        aside(str(error))
        return
    fill(pack, deeds=deeds)
