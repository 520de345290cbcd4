"""Stored postings: the arrays of the index as bytes, so that opening a pack cuts no text into words.

A cache like any other projection: whoever stores it drops it when text is erased. Arrays are little-endian.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec
import numpy as np
import Stemmer
from numpy.typing import NDArray

from core.state.documents import Source
from core.state.growing import Growing
from core.state.posting_lists import PostingLists
from core.state.postings import SILENT, Postings
from core.state.vocabulary import Grams, Vocabulary
from core.text.stems import ENGLISH
from core.text.words import search_terms

FORMAT: Final = 2
"""Raised whenever the arrays, or what is indexed of a document, change."""

_PROBE: Final = (
    "The billing-svc's userName, in Zoë's café: 0.9.3 of core/text/words.py, 数据库 and 데이터베이스를"
)
"""A text that any change of how words are cut is likely to cut differently."""

CUT: Final = {("14.0.0", "3.1.0"): "26f742da6fa7477cbeb00d020d896327"}
"""By the versions of Unicode and of the stemmer. `cutting_anew` takes 15 ms, for its text needs every pattern
that there is; a test holds the two together."""

_GROWING: Final = ("stem_of", "terms", "starts", "lengths", "streams", "orders", "voices", "dated", "sources")
_NAMES: Final = ("stream_names", "voice_names", "source_names")
_LISTS: Final = ("by_surface", "by_stem")
_LIST_PARTS: Final = (("starts", np.int64), ("rows", np.int32), ("counts", np.int32))
_GRAM_PARTS: Final = (("keys", np.int64), ("starts", np.int64), ("ids", np.int32))


class _Stamp(msgspec.Struct, frozen=True):
    """What the arrays stand for; anything else than the same is not read."""

    format: int
    words: str
    stemming: str
    rows: int
    source: str


def to_blobs(postings: Postings, source: Source) -> dict[str, bytes]:
    """The index as named byte strings; compacts it first, so call it when idle."""
    if postings.listed < postings.rows:
        postings.compact()
    stamp = _Stamp(FORMAT, _cutting(), postings.stemming, postings.rows, source.fingerprint(postings.rows))
    blobs = {
        "stamp": msgspec.json.encode(stamp),
        "surfaces": "\n".join(postings.surfaces.words).encode("utf-8", "surrogatepass"),
        "stems": "\n".join(postings.stems.words).encode("utf-8", "surrogatepass"),
    }
    for name in _NAMES:
        blobs[name] = msgspec.json.encode(getattr(postings, name))
    for name in _GROWING:
        blobs[name] = getattr(postings, name).values.tobytes()
    for name in _LISTS:
        blobs |= _parts(name, getattr(postings, name), _LIST_PARTS)
    return blobs | _parts("grams", postings.stems.grams, _GRAM_PARTS)


def from_blobs(blobs: Mapping[str, bytes], source: Source, stemming: str = ENGLISH) -> Postings | None:
    """The index of the first rows of `source`; None when the bytes stand for something else.

    `catch_up` then takes in the rows written since.
    """
    try:
        stamp = msgspec.json.decode(blobs["stamp"], type=_Stamp)
        if stamp.rows > len(source) or stamp.format != FORMAT or stamp.words != _cutting():
            return None
        if stamp.stemming != stemming or stamp.source != source.fingerprint(stamp.rows):
            return None
        return _restored(blobs, source.ids(stamp.rows), stemming)
    except (KeyError, ValueError, msgspec.DecodeError):
        return None


def _restored(blobs: Mapping[str, bytes], ids: list[str], stemming: str) -> Postings:
    postings = Postings(stemming)
    keys, starts = (np.frombuffer(blobs[f"grams.{part}"], np.int64) for part in ("keys", "starts"))
    grams = Grams(keys, starts, np.frombuffer(blobs["grams.ids"], np.int32))
    postings.surfaces = Vocabulary(_words(blobs["surfaces"]))
    postings.stems = Vocabulary(_words(blobs["stems"]), grams)
    for name in _GROWING:
        kept: Growing = getattr(postings, name)
        setattr(postings, name, Growing(kept.values.dtype, np.frombuffer(blobs[name], kept.values.dtype)))
    for name in _LISTS:
        lists = PostingLists()
        for part, dtype in _LIST_PARTS:
            setattr(lists, part, np.frombuffer(blobs[f"{name}.{part}"], dtype))
        setattr(postings, name, lists)
    streams, voices, sources = (msgspec.json.decode(blobs[name], type=list[str]) for name in _NAMES)
    postings.restore(ids, streams, voices, sources)
    return postings


def _parts(name: str, source: Any, parts: tuple[tuple[str, Any], ...]) -> dict[str, bytes]:
    return {f"{name}.{part}": _bytes(getattr(source, part), dtype) for part, dtype in parts}


def _bytes(array: NDArray[Any], dtype: Any) -> bytes:
    return array.astype(dtype, copy=False).tobytes()


def _words(stored: bytes) -> list[str]:
    text = stored.decode("utf-8", "surrogatepass")
    return text.split("\n") if text else []


def _cutting() -> str:
    """A fingerprint of how texts are cut into terms and silenced."""
    known = CUT.get((unicodedata.unidata_version, Stemmer.version()))
    return cutting_anew() if known is None else known


def cutting_anew() -> str:
    """The fingerprint, worked out."""
    terms = [*search_terms(_PROBE), *sorted(SILENT), Stemmer.version()]
    return blake2b("\n".join(terms).encode(), digest_size=16).hexdigest()
