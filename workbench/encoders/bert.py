"""BERT as a forward pass in numpy: Devlin et al., "BERT" (2019); Vaswani et al. (2017) for the attention.

Texts of one batch stand one after the other without padding; only the attention takes them apart, by length.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_BLOCK: Final = 48_000
"""Elements that are worked on together: they stay in the cache (measured: 3 times as fast as all at once)."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one layer, laid out for `x @ weight + bias`."""

    into_heads: Floats
    into_heads_bias: Floats
    """Queries, keys and values beside each other: `(size, 3 · size)`."""
    out_of_heads: Floats
    out_of_heads_bias: Floats
    attention_norm: tuple[Floats, Floats]
    wide: Floats
    wide_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    output_norm: tuple[Floats, Floats]


class Bert:
    """The encoder stack of a BERT model."""

    def __init__(self, weights: Mapping[str, Floats], layers: int, heads: int, epsilon: float) -> None:
        """`weights` by the names that they have in the model's own file."""
        self._heads = heads
        self._epsilon = np.float32(epsilon)
        self._words = weights["embeddings.word_embeddings.weight"]
        kind = weights["embeddings.token_type_embeddings.weight"][0]
        self._places: Floats = weights["embeddings.position_embeddings.weight"] + kind
        self._norm = _pair(weights, "embeddings.LayerNorm")
        self._layers = [_layer(weights, f"encoder.layer.{number}") for number in range(layers)]
        self.size = self._words.shape[1]

    def last_states(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        """`(tokens, size)` for each text: what the last layer says of each of its numbers."""
        lengths = [len(text) for text in texts]
        numbers = np.fromiter((number for text in texts for number in text), np.intp, sum(lengths))
        places = np.concatenate([np.arange(length) for length in lengths])
        embedded = self._words[numbers]
        np.add(embedded, self._places[places], out=embedded)
        states = _normed(embedded, self._norm, self._epsilon)
        groups = _by_length(lengths)
        for layer in self._layers:
            states = self._through(layer, states, groups)
        return np.split(states, np.cumsum(lengths)[:-1])

    def _through(self, layer: Layer, states: Floats, groups: list[NDArray[np.intp]]) -> Floats:
        mixed = _linear(states, layer.into_heads, layer.into_heads_bias)
        heard = np.empty_like(states)
        for rows in groups:
            heard[rows.ravel()] = self._attended(mixed[rows]).reshape(rows.size, self.size)
        said = _linear(heard, layer.out_of_heads, layer.out_of_heads_bias)
        said += states
        states = _normed(said, layer.attention_norm, self._epsilon)
        wide = _linear(states, layer.wide, layer.wide_bias)
        _gelu(wide)
        said = _linear(wide, layer.narrow, layer.narrow_bias)
        said += states
        return _normed(said, layer.output_norm, self._epsilon)

    def _attended(self, mixed: Floats) -> Floats:
        """`(texts, tokens, size)` from `(texts, tokens, 3 · size)`."""
        texts, tokens, _ = mixed.shape
        width = self.size // self._heads
        parts = mixed.reshape(texts, tokens, 3, self._heads, width).transpose(2, 0, 3, 1, 4)
        queries, keys, values = parts
        scores = queries @ keys.swapaxes(-1, -2)
        scores *= np.float32(1 / math.sqrt(width))
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        heard: Floats = (scores @ values).transpose(0, 2, 1, 3)
        return heard


def _by_length(lengths: Sequence[int]) -> list[NDArray[np.intp]]:
    """For each length that occurs, `(texts, length)`: where the numbers of such texts stand."""
    starts: dict[int, list[int]] = defaultdict(list)
    at = 0
    for length in lengths:
        starts[length].append(at)
        at += length
    return [np.array(firsts)[:, None] + np.arange(length) for length, firsts in starts.items()]


def _linear(states: Floats, weight: Floats, bias: Floats) -> Floats:
    product: Floats = states @ weight
    product += bias
    return product


def _normed(states: Floats, norm: tuple[Floats, Floats], epsilon: np.float32) -> Floats:
    scale, shift = norm
    states = states - states.mean(1, keepdims=True)
    spread = np.einsum("ij,ij->i", states, states)[:, None] / np.float32(states.shape[1])
    states /= np.sqrt(spread + epsilon)
    states *= scale
    states += shift
    return states


def _gelu(states: Floats) -> None:
    """x · Φ(x), in place; Φ by Abramowitz and Stegun (1964), 7.1.26, whose error is below 1.5e-7."""
    rows = max(1, _BLOCK // states.shape[1])
    for first in range(0, len(states), rows):
        block = states[first : first + rows]
        size = np.abs(block)
        depth = size * np.float32(math.sqrt(0.5))
        step = np.float32(1) / (np.float32(1) + np.float32(0.3275911) * depth)
        tail = step * np.float32(1.061405429)
        for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
            tail += np.float32(factor)
            tail *= step
        depth *= depth
        np.negative(depth, out=depth)
        tail *= np.exp(depth, out=depth)
        tail *= size
        tail *= np.float32(0.5)
        np.maximum(block, 0, out=block)
        block -= tail


def _pair(weights: Mapping[str, Floats], name: str) -> tuple[Floats, Floats]:
    return weights[f"{name}.weight"], weights[f"{name}.bias"]


def _layer(weights: Mapping[str, Floats], name: str) -> Layer:
    heads = [_pair(weights, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
    out_of_heads = _pair(weights, f"{name}.attention.output.dense")
    wide = _pair(weights, f"{name}.intermediate.dense")
    narrow = _pair(weights, f"{name}.output.dense")
    return Layer(
        into_heads=np.concatenate([weight for weight, _ in heads]).T.copy(),
        into_heads_bias=np.concatenate([bias for _, bias in heads]),
        out_of_heads=out_of_heads[0].T.copy(),
        out_of_heads_bias=out_of_heads[1],
        attention_norm=_pair(weights, f"{name}.attention.output.LayerNorm"),
        wide=wide[0].T.copy(),
        wide_bias=wide[1],
        narrow=narrow[0].T.copy(),
        narrow_bias=narrow[1],
        output_norm=_pair(weights, f"{name}.output.LayerNorm"),
    )
