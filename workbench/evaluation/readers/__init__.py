"""Public data sets as collections: one file a format, each the only one that knows it."""
