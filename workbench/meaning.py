"""Search by meaning joins by and by: the encoder loads after the first search, in a process of its own.

Nobody waits for it. A thread hands it the texts that have no vector yet, a few at a time, and says how far it
is. While keys come it rests. Knows no Textual.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from core.errors import PackError
from workbench.encoders.choosing import OFF, is_here, wanted
from workbench.resting import KeysRest

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from workbench.encoders.apart import EncoderApart

AT_ONCE: Final = 8
"""Texts encoded together: a tenth of a second, which is how long a key or a query may have to share the core.

Measured: 11.6 ms a text, 10.8 by sixteen, 13.7 by four.
"""
_LOADING: Final = "meaning joins soon"


class Joining:
    """The encoder of one open pack, and what is told of it."""

    def __init__(self, pack: Pack, rest: KeysRest | None = None) -> None:
        """`rest` says when the keys rest."""
        self._pack = pack
        self._rest = rest or KeysRest()
        self._tell: Callable[[], object] = lambda: None
        self._thread: threading.Thread | None = None
        self._encoder: EncoderApart | None = None
        self._wake = threading.Event()
        self._ended = False
        self._warning = ""
        self.said = ""
        """What to tell of it now; empty when there is nothing to tell."""

    def begin(self, tell: Callable[[], object]) -> None:
        """Start at the first search; `tell` is called, from any thread, when answers may have changed."""
        self._tell = tell
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="meaning", daemon=True)
            self._thread.start()

    def press(self) -> None:
        """A person does something: no text is encoded until that is over."""
        self._rest.press()

    def wake(self) -> None:
        """Something was written: it has no vector yet."""
        self._wake.set()

    def close(self) -> None:
        """End the encoder's process; what is done stays done."""
        self._ended = True
        self._rest.end()
        self._wake.set()
        if self._encoder is not None:
            self._encoder.close()

    def _run(self) -> None:
        try:
            self._join()
        except PackError as error:
            self._say(str(error))
        except Exception as error:
            if not self._ended:  # the pack may be closed under it at the end
                self._say(f"search by meaning has stopped ({type(error).__name__}: {error}).")

    def _join(self) -> None:
        from workbench.encoders.apart import EncoderApart

        name = wanted(self._pack.setting("encoder"))
        if name == OFF or not is_here(name):
            return
        self._say(_LOADING)
        self._encoder = EncoderApart(name, heard=lambda: self._tell())
        if self._ended:
            self._encoder.close()
            return
        if not self._rest():
            return
        self._warning = self._pack.join_encoder(self._encoder) or ""
        while not self._ended:
            self._wake.clear()
            self._fill()
            self._say("")
            self._wake.wait()

    def _fill(self) -> None:
        """Read until no row waits, telling now and then how far it is."""
        told = -1
        while not self._ended:
            at = self._pack.fill_vectors(AT_ONCE, goes_on=self._rest)
            if at.complete:
                return
            if told != (percent := 100 * at.done // at.of) and not self._rest.left:
                told = percent
                far = f"meaning joins: {at.done:,} of {at.of:,}"
                self._say(" · ".join(filter(None, (far, self._warning))))

    def _say(self, sentence: str) -> None:
        self.said = sentence
        if not self._ended:
            self._tell()
