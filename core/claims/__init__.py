"""The records: claims and what stands beside them. Values only; no room above is known here."""
