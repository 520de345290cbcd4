"""The door: one `Pack` that composes the rooms. Faces use this, and the plain records, and nothing else."""
