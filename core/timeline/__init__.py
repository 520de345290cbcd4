"""Reading time: the history of one claim, the chain it stands in, and the difference of two dates."""
