"""Sentence counting: UAX #29 by `uniseg`, and where it is put right."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uniseg.sentencebreak import sentence_boundaries
from uniseg.sentencebreak import sentences as uax29_sentences

from core.text.sentences import PLAIN_BREAKS, sentence_spans, sentences
from tests.dear import dear

WORKED_EXAMPLES = [
    ("Restart it. packsetd reloads.", 2),
    ("Hu et al. 2021 measured it . A spread of results came out.", 2),
    ("J. O. Richardson derived it. It holds.", 2),
    ("Really?! Yes. No", 3),
    ("...", 0),
    ("Version 0.9.3 listens on 127.0.0.1 and writes Cargo.lock now.", 1),
]

ABBREVIATIONS = [
    ("Dr. Smith met Mr. B. Jones.", 1),
    ("See Fig. 2 and Eq. (3).", 1),
    ("No. 5 is alive. No. It is not.", 3),
    ("We keep tea, rice, etc. It works.", 2),
    ("We keep tea, rice, etc. in the cupboard.", 1),
    ("The train leaves at 5 p.m. on Sunday.", 1),
    ("The train leaves at 5 p.m. The bus is late.", 2),
    ("They moved in Jan. 2024 to the U.S. with a dog.", 1),
    ("The cat sat. The dog ran.", 2),
    ("So do I. Bob agreed.", 2),
    ("Use a cache (e.g. an LRU). Then measure.", 2),
    ("Это было в 2020 г. Потом он уехал.", 1),
]

PROTECTED = [
    ("Run `a. B. C.` first. Then rest.", 2),
    ("Run ``Stop. Go.`` twice.", 1),
    ("Read [the Docs. Part two](https://x.org/a.B?c=D!e). Then rest.", 2),
    ("Read [[file:a. B][Notes. More]] now.", 1),
    ("See https://x.org/a.B. It works!", 2),
    ("The area is $A. B. C$ here.", 1),
    ("It costs $5. It is $6.", 2),
    ("Write ~f. G~ or =h. I= or \\cmd{J. K} or @@L. M@@ here.", 1),
    ("Test that a!=b and c?.d hold.", 1),
]

QUOTED = [
    ('He said "stop." and left.', 1),
    ('"Really?" he asked. She left.', 2),
    ('He said "stop." She left.', 2),
    ("He was late (really?) and tired.", 1),
    ("I was... thinking. Yes.", 2),
    ("**Done.** Next one.", 2),
]

SCRIPTS = [
    ("他来了。她走了。", 2),
    ("他说：“好。”她走了。", 2),
    ("これは本です．次です", 2),
    ("v1.0.他", 2),
    ("비가 온다. 집에 있자.", 2),
    ("كيف حالك؟ بخير.", 2),
    ("یہ ہے۔ وہ ہے۔", 2),
    ("מה שלומך? טוב.", 2),
    ("Он ушёл. Она осталась.", 2),
    ("Πώς είσαι; Καλά.", 2),
    ("यह है। वह है।", 2),
    ("สวัสดีครับ ผมชื่อสมชาย", 1),
    ("İyi misin? Evet.", 2),
    ("ሰላም። እንዴት ነህ፧", 2),
]

LINES = [
    ("a line that\nis wrapped", 1),
    ("a paragraph\n\nanother", 2),
    ("1. Buy milk. 2. Buy eggs.", 2),
    ("42", 1),
    ("It is done. 🎉", 1),
    ("", 0),
    (" \n ", 0),
    ("?!", 0),
]


@pytest.mark.parametrize(
    ("text", "count"), [*WORKED_EXAMPLES, *ABBREVIATIONS, *PROTECTED, *QUOTED, *SCRIPTS, *LINES]
)
def test_counts_sentences(text: str, count: int) -> None:
    assert len(sentences(text)) == count, sentences(text)


def test_spans_start_at_the_word_and_end_behind_the_stop() -> None:
    text = "  One is here.   Two?  "
    assert sentence_spans(text) == ((2, 14), (17, 21))
    assert sentences(text) == ("One is here.", "Two?")


@given(st.text(max_size=200) | st.text(alphabet="aB1.!?。؟।\"'”`$~=[]() \n", max_size=80))
def test_spans_are_ordered_disjoint_trimmed_and_slice_back(text: str) -> None:
    spans = sentence_spans(text)
    assert tuple(text[start:end] for start, end in spans) == sentences(text)
    end_before = 0
    for start, end in spans:
        assert end_before <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert any(map(str.isalnum, text[start:end]))
        end_before = end


@given(st.text(max_size=200))
def test_no_letter_is_lost(text: str) -> None:
    kept = "".join(sentences(text))
    if kept:
        assert [c for c in kept if c.isalpha()] == [c for c in text if c.isalpha()]


_PLAIN_SENTENCE = st.from_regex(r"[A-Z][a-z]{2,8}(,? [a-z]{4,9}){0,5}(\.|!|\?|\?!|\.\)|!\")", fullmatch=True)


@dear
@given(st.lists(_PLAIN_SENTENCE, max_size=5))
def test_plain_prose_is_cut_as_uax_29_cuts_it(written: list[str]) -> None:
    text = " ".join(written)
    assert list(sentences(text)) == [piece.strip() for piece in uax29_sentences(text)]


@given(st.lists(st.sampled_from("他来了走天地人。！？"), max_size=30).map("".join))
def test_chinese_is_cut_as_uax_29_cuts_it(text: str) -> None:
    cut = [piece for piece in uax29_sentences(text) if re.search(r"\w", piece)]
    assert list(sentences(text)) == cut


def test_the_breaks_known_by_heart_are_those_of_uax_29() -> None:
    looked_up = {shape: next(at for at in sentence_boundaries(shape) if at > 1) for shape in PLAIN_BREAKS}
    assert looked_up == PLAIN_BREAKS


@given(st.text(alphabet="aB.! \n。", max_size=60))
def test_there_are_no_more_sentences_than_stops_and_one(text: str) -> None:
    assert len(sentences(text)) <= sum(text.count(stop) for stop in ".!。\n") + 1
