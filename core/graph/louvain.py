"""Louvain communities (Blondel et al. 2008) by networkx, on a graph that large packs contract first."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from core.graph.graph_arrays import GraphArrays, Ints

CONTRACT_FROM: Final = 3_000
"""Nodes from which the propagated groups are contracted to one node each before Louvain (measured)."""
_SEED: Final = 20260101


def louvain(graph: GraphArrays, groups: Ints) -> Ints:
    """`(n,)` community labels. In a large graph the nodes of one of the `groups` stay together."""
    if not len(graph.low):
        return np.arange(graph.n)
    if graph.n < CONTRACT_FROM:
        return _communities(_network(graph), graph.n)
    names, group = np.unique(groups, return_inverse=True)
    return _communities(_contracted(graph, group, len(names)), len(names))[group]


def _network(graph: GraphArrays) -> Any:
    """The networkx graph, nodes and edges in order, so that no hash seed can change an answer."""
    import networkx as nx

    network = nx.Graph()
    network.add_nodes_from(range(graph.n))
    ends = zip(graph.low.tolist(), graph.high.tolist(), graph.weight.tolist(), strict=True)
    network.add_weighted_edges_from(ends)
    return network


def _contracted(graph: GraphArrays, group: Ints, n: int) -> Any:
    """One node a group; the weight inside a group becomes a loop on it."""
    import networkx as nx

    a, b = group[graph.low], group[graph.high]
    pairs, pair = np.unique(np.minimum(a, b) * n + np.maximum(a, b), return_inverse=True)
    low, high = np.divmod(pairs, n)
    weight = np.bincount(pair, graph.weight)
    network = nx.Graph()
    network.add_nodes_from(range(n))
    network.add_weighted_edges_from(zip(low.tolist(), high.tolist(), weight.tolist(), strict=True))
    return network


def _communities(network: Any, n: int) -> Ints:
    import networkx as nx

    labels = np.empty(n, np.int64)
    for label, nodes in enumerate(nx.community.louvain_communities(network, weight="weight", seed=_SEED)):
        labels[list(nodes)] = label
    return labels
