"""An encoder in a process of its own. Passages are waited for, a query only if its vector is there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from typing import IO, Final, cast

import numpy as np
from numpy.typing import NDArray

from core.pack.meaning import EncoderMissing, NotYet
from workbench.encoders import frames

Vectors = NDArray[np.float32]

_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_KEPT: Final = 64
"""Queries whose vectors are held."""


class EncoderApart:
    """Runs `workbench.encoders.serving`. Every method may be called from any thread."""

    def __init__(self, name: str, *, heard: Callable[[], object] = lambda: None) -> None:
        """Start the process and wait until the model is loaded; `heard` is called when a query's vector came.

        Raises `EncoderMissing`.
        """
        self._heard = heard
        self._lock = threading.Lock()
        self._numbers = count()
        self._passages: dict[int, Future[bytes]] = {}
        self._queries: OrderedDict[str, Vectors] = OrderedDict()
        self._asked: tuple[int, str] | None = None
        """The query that is being encoded."""
        self._next: str | None = None
        """The one that was typed last meanwhile."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "workbench.encoders.serving", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={
                **os.environ,
                **dict.fromkeys(_THREADS, "1"),
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
        )
        self._to = cast("IO[bytes]", self._process.stdin)
        self._from = cast("IO[bytes]", self._process.stdout)
        self._listener = threading.Thread(target=self._listen, name="encoder", daemon=True)
        self.name, self.fingerprint, self.size = self._first_words(name)
        self._listener.start()

    def encode(self, texts: Sequence[str], *, query: bool) -> Vectors:
        """`(texts, size)`. Passages are waited for; a query raises `NotYet` until its vector has come.

        Raises `EncoderMissing` when the process has ended.
        """
        if query:
            return np.stack([self._query(text) for text in texts])
        answer: Future[bytes] = Future()
        with self._lock:
            number = next(self._numbers)
            self._passages[number] = answer
            self._send(frames.Ask(number, list(texts), False))
        return np.frombuffer(answer.result(), "<f4").reshape(len(texts), self.size)

    def close(self) -> None:
        """End the process; whoever waits is told."""
        with suppress(OSError):
            self._to.close()
        self._process.terminate()
        self._process.wait()
        if self._listener.is_alive():
            self._listener.join()
        self._from.close()

    def _first_words(self, name: str) -> tuple[str, str, int]:
        match frames.read_said(self._from):
            case frames.Ready(name=named, fingerprint=fingerprint, size=size):
                return named, fingerprint, size
            case frames.Missing(sentence=sentence):
                said = sentence
            case _:
                said = f"the encoder {name} ended before it was ready."
        self.close()
        raise EncoderMissing(said)

    def _query(self, text: str) -> Vectors:
        with self._lock:
            known = self._queries.get(text)
            if known is not None:
                return known
            self._next = text
            self._ask_next()
        raise NotYet

    def _ask_next(self) -> None:
        """One query at a time: of those typed meanwhile only the last one counts."""
        if self._asked is None and self._next is not None:
            self._asked, self._next = (next(self._numbers), self._next), None
            with suppress(EncoderMissing):
                self._send(frames.Ask(self._asked[0], [self._asked[1]], True))

    def _send(self, ask: frames.Ask) -> None:
        try:
            frames.write(self._to, ask)
        except (OSError, ValueError):
            self._passages.pop(ask.number, None)
            raise EncoderMissing("the encoder has ended; claims are found by their words alone.") from None

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while True:
                said = frames.read_said(self._from)
                if not isinstance(said, frames.Answer):
                    break
                self._take(said)
        with self._lock:
            waiting, self._passages = self._passages, {}
        for answer in waiting.values():
            answer.set_exception(
                EncoderMissing("the encoder has ended; claims are found by their words alone.")
            )

    def _take(self, said: frames.Answer) -> None:
        with self._lock:
            passage = self._passages.pop(said.number, None)
            if passage is None and self._asked is not None and said.number == self._asked[0]:
                self._queries[self._asked[1]] = np.frombuffer(said.vectors, "<f4")
                if len(self._queries) > _KEPT:
                    self._queries.popitem(last=False)
                self._asked = None
                self._ask_next()
        if passage is not None:
            passage.set_result(said.vectors)
        else:
            self._heard()
