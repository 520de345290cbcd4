"""Words that turn a statement round."""

from __future__ import annotations

from typing import Final

from core.text.lexicon import word_set

NEGATIONS: Final = word_set(
    "not no never none nobody nothing neither nor cannot without nicht kein keine keinen keiner nie niemals "
    "ohne ne pas jamais aucun aucune sans nunca ningún ninguna sin non mai nessuno senza não nenhum sem "
    "niet geen nooit zonder не нет никогда без 不 没 沒 未 無 无 非"
)
"""In the languages the write rules know."""

FURTHER_NEGATIONS: Final = word_set(
    "inte aldrig ikke aldri nigdy bez nu nici değil yok ни לא אין בלי לא لا لم لن ليس ليست بدون نہیں نه "
    "नहीं मत बिना 别"
)
"""In some more languages, for ticking off by eye; "nu" is "not" in Romanian and "now" in Dutch."""

NEGATIVE_ENDINGS: Final = ("n't", "n’t")


def is_negation(folded: str) -> bool:
    """Whether a word, folded, says no in a language the write rules know."""
    return folded in NEGATIONS or folded.endswith(NEGATIVE_ENDINGS)
