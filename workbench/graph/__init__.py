"""Pictures of claims and their links: ordered, placed, drawn and walked, without Textual or numpy."""
