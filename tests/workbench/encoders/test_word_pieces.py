"""Text is cut into pieces as the `tokenizers` package cuts it."""

from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workbench.encoders import models
from workbench.encoders.word_pieces import WordPieces

SMALL = WordPieces(
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##ed", "a", "cafe", ".", "東", "京"]
)
UNKNOWN, FIRST, LAST, PLAY, ING, A, CAFE, STOP, EAST, CAPITAL = 1, 2, 3, 4, 5, 7, 8, 9, 10, 11


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", []),
        ("playing", [PLAY, ING]),
        ("Play a.", [PLAY, A, STOP]),
        ("CAFÉ", [CAFE]),
        ("東京", [EAST, CAPITAL]),
        ("plays", [UNKNOWN]),
        ("pla\x00y", [PLAY]),
        ("a" * 101, [UNKNOWN]),
    ],
)
def test_a_text_is_cut_into_the_longest_pieces_that_are_known(text, numbers):
    assert SMALL.cut(text, 99) == [FIRST, *numbers, LAST]


def test_a_long_text_is_read_as_far_as_the_model_reads():
    assert SMALL.cut("a " * 50, 6) == [FIRST, A, A, A, A, LAST]


needs_tokenizers = pytest.mark.skipif(find_spec("tokenizers") is None, reason=models.WHY)


@pytest.fixture(scope="module")
def theirs():
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(models.folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    return tokenizer


@models.needs_model
@needs_tokenizers
@pytest.mark.parametrize("text", models.TEXTS)
def test_the_real_vocabulary_gives_the_numbers_of_the_tokenizers_package(text, theirs):
    assert models.light()._pieces.cut(text, 256) == theirs.encode(text).ids


# Signs that old versions of Unicode knew too; the brackets of the model's own signs are left out.
SIGNS = st.characters(max_codepoint=0x51F, exclude_categories=["Cn", "Cs", "Co"], exclude_characters="[]")


@models.needs_model
@needs_tokenizers
@settings(max_examples=200, deadline=None)
@given(text=st.text(SIGNS, max_size=40))
def test_any_text_is_cut_as_the_tokenizers_package_cuts_it(text, theirs):
    assert models.light()._pieces.cut(text, 256) == theirs.encode(text).ids
