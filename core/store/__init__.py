"""The store: one append-only log that is the truth, and the projections that are read from it."""
