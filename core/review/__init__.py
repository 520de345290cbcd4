"""Review: the clock of a claim, its retrievability, the order of the queue and the cue that asks."""
