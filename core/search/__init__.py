"""Search: ballots over the claims of a view, fused by a panel. It reads only."""
