"""Messages between the program and its encoder's process: a length, then MessagePack."""

from __future__ import annotations

from typing import IO, Final

import msgspec

_LENGTH: Final = 4


class Ask(msgspec.Struct, frozen=True):
    """Texts to encode."""

    number: int
    texts: list[str]
    query: bool


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The model is loaded."""

    name: str
    fingerprint: str
    size: int


class Missing(msgspec.Struct, frozen=True, tag=True):
    """It is not there, or failed: a sentence for a person."""

    sentence: str


class Answer(msgspec.Struct, frozen=True, tag=True):
    """The vectors of one question, as float32 one after the other."""

    number: int
    vectors: bytes


Said = Ready | Missing | Answer

_ASK: Final = msgspec.msgpack.Decoder(Ask)
_SAID: Final[msgspec.msgpack.Decoder[Said]] = msgspec.msgpack.Decoder(Said)


def write(to: IO[bytes], message: msgspec.Struct) -> None:
    """Send one message at once."""
    content = msgspec.msgpack.encode(message)
    to.write(len(content).to_bytes(_LENGTH, "big") + content)
    to.flush()


def read_ask(source: IO[bytes]) -> Ask | None:
    """The next question; None at the end."""
    content = _read(source)
    return None if content is None else _ASK.decode(content)


def read_said(source: IO[bytes]) -> Said | None:
    """What the encoder says next; None at the end."""
    content = _read(source)
    return None if content is None else _SAID.decode(content)


def _read(source: IO[bytes]) -> bytes | None:
    head = source.read(_LENGTH)
    return source.read(int.from_bytes(head, "big")) if len(head) == _LENGTH else None
