"""Answers for a person: one file per kind of record. Each writes to a `Paper` and knows no pack."""
