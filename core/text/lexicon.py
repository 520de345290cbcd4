"""How a list of words is written down."""


def word_set(listing: str) -> frozenset[str]:
    """The words of a listing that is separated by white space."""
    return frozenset(listing.split())
