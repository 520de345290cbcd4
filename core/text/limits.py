"""The figures of the text rules. Where each comes from: core/README.md, Figures of the text rules."""

from typing import Final

MAX_SENTENCES: Final = 2
"""Sentences in one claim: a claim is a statement and at most its reason."""

MAX_KEYED_SENTENCES: Final = 1
"""Sentences in a claim with a state key, so that a successor replaces it whole."""

MAX_CHARACTERS: Final = 500
"""Characters in one claim."""

MAX_WORDS_PER_SENTENCE: Final = 29
"""A sentence of 30 words or more is refused as very hard."""

MAX_UNSPACED_CHARACTERS: Final = 60
"""The same limit for scripts without spaces: two characters weigh about as much as one word."""

HARD_SENTENCE_WORDS: Final = 20
"""From here on a sentence is reported as hard, not refused."""

STRICT_MIN_WORDS: Final = 12
"""Shorter texts give no steady readability figures."""

STRICT_MAX_GRADE: Final = 14.0
"""Automated readability index (Smith and Senter 1967) above which `strict` refuses."""

STRICT_MAX_ADVERB_RATIO: Final = 0.12
"""Share of adverbs above which `strict` refuses."""

MIN_WORDS_FOR_GRADE: Final = 8
"""Below this many words no grade is given."""

MAX_ENTITY_CHARACTERS: Final = 80
"""Longer than any accession (`sha256:` and 64 digits is 71) and than any name worth typing."""

MAX_MINED_ENTITIES: Final = 32
"""A claim of 500 characters names fewer; longer text is cut here."""
