"""Segmentation for the write rules, for the index and for queries."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.folding import fold_accents
from core.text.scripts import marks, may_hold_marks, unspaced_character
from core.text.stems import STOP_WORDS, stem
from core.text.words import QueryTerm, query_terms, search_terms, words

WORDS = [
    ("The Default is Borda.", ["the", "default", "is", "borda"]),
    ("Don't restart billing-svc!", ["don't", "restart", "billing-svc"]),
    ("Don’t", ["don't"]),
    ("see core/text/words.py, v0.9.3.", ["see", "core/text/words.py", "v0.9.3"]),
    ("snake_case and __init__", ["snake_case", "and", "__init__"]),
    ("C++, C# and R", ["c++", "c#", "and", "r"]),
    ("issue#5", ["issue", "5"]),
    ("C:\\x status: done", ["c", "x", "status", "done"]),
    ("Straße STRASSE", ["strasse", "strasse"]),
    ("ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]),
    ("İstanbul istanbul", ["istanbul", "istanbul"]),
    ("他来了GPT-4。", ["他", "来", "了", "gpt-4"]),
    ("東京タワー", list("東京タワー")),
    ("학교에서 공부한다", ["학교에서", "공부한다"]),
    ("كيف حالك؟", ["كيف", "حالك"]),
    ("می‌خواهم", ["میخواهم"]),
    ("שלום עולם", ["שלום", "עולם"]),
    ("Привет, МИР!", ["привет", "мир"]),
    ("ΟΔΟΣ οδός", ["οδοσ", "οδόσ"]),
    ("ครับ", ["ค", "รั", "บ"]),
    ("यह हिन्दी है", ["यह", "हिन्दी", "है"]),
    ("___ ... - 🎉", []),
    ("", []),
]

TERMS = [
    ("billing-svc", ["billing-svc", "billing", "svc"]),
    ("core/text/words.py", ["core/text/words.py", "core", "text", "words.py", "words", "py"]),
    ("snake_case", ["snake_case", "snake", "case"]),
    ("userName HTTPServer", ["username", "user", "name", "httpserver", "http", "server"]),
    ("0.9.3 v0.9.3", ["0.9.3", "v0.9.3", "0.9.3"]),
    ("GPT-4", ["gpt-4", "gpt", "4"]),
    ("2024-01-15", ["2024-01-15", "2024"]),
    ("a go is ok", ["a", "go", "is", "ok"]),
    ("Café", ["café", "cafe"]),
    ("l'homme", ["l'homme", "homme"]),
    ("łódź", ["łódź", "lodz"]),
    ("Ёлка мой", ["ёлка", "елка", "мой"]),
    ("كتابٌ", ["كتابٌ", "كتاب"]),
    ("机器学", ["机", "器", "学", "机器", "器学"]),
    ("학교에서", ["학교에서", "학교", "교에", "에서"]),
    ("हिन्दी", ["हिन्दी"]),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(("text", "expected"), TERMS)
def test_search_terms(text: str, expected: list[str]) -> None:
    assert search_terms(text) == expected


def test_a_korean_noun_is_found_under_its_particle() -> None:
    assert set(search_terms("학교")) <= set(search_terms("학교에서 공부한다"))


def test_a_query_drops_stop_words_unless_they_are_quoted() -> None:
    assert query_terms('what is "the" status: done') == [
        QueryTerm("the", quoted=True),
        QueryTerm("status"),
        QueryTerm("done"),
    ]


def test_an_open_quotation_mark_is_only_a_sign() -> None:
    assert query_terms('say "hello') == [QueryTerm("say"), QueryTerm("hello")]


@pytest.mark.parametrize("quoted", ['"pre-edit"', "“pre-edit”", "«pre-edit»", "「pre-edit」"])
def test_every_part_of_a_quoted_compound_is_quoted(quoted: str) -> None:
    assert query_terms(quoted) == [QueryTerm(term, quoted=True) for term in ("pre-edit", "pre", "edit")]


@pytest.mark.parametrize(
    "query", ["AND OR NOT (", "a* -b +c", "title:x^2 ~3", "'; drop", "\\", "{{", "\x00", "\ud800", "%s"]
)
def test_a_query_is_text_never_grammar(query: str) -> None:
    assert all(term.text and not term.quoted for term in query_terms(query))


@given(st.text())
def test_segmentation_never_fails_and_gives_no_empty_term(text: str) -> None:
    for term in [*words(text), *search_terms(text), *(term.text for term in query_terms(text))]:
        assert any(map(str.isalnum, term))
        assert not any(map(str.isspace, term))


@given(st.text(max_size=60))
def test_every_word_is_a_search_term(text: str) -> None:
    assert set(words(text)) <= set(search_terms(text))


@given(st.text(alphabet="aB1-_./' \n", max_size=60))
def test_unquoted_queries_ask_for_terms_that_are_indexed(text: str) -> None:
    assert [t.text for t in query_terms(text)] == [t for t in search_terms(text) if t not in STOP_WORDS]


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_case_of_ascii_text_does_not_change_its_words(text: str) -> None:
    assert words(text.upper()) == words(text.lower())


@given(st.text(max_size=20))
def test_folding_accents_twice_changes_nothing_more(word: str) -> None:
    assert fold_accents(fold_accents(word)) == fold_accents(word)


class TestStems:
    @pytest.mark.parametrize(
        ("term", "expected"),
        [
            ("running", "run"),
            ("claims", "claim"),
            ("ann's", "ann"),
            ("words.py", "words.py"),
            ("billing-services", "billing-services"),
            ("snake_cases", "snake_cases"),
            ("parses2", "parses2"),
            ("мир", "мир"),
        ],
    )
    def test_stems_words_and_leaves_identifiers_alone(self, term: str, expected: str) -> None:
        assert stem(term) == expected

    def test_other_languages_have_their_own_stems(self) -> None:
        assert stem("книгами", "russian") == stem("книга", "russian")

    def test_an_unknown_language_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            stem("word", "klingon")

    def test_the_stop_list_has_its_54_words(self) -> None:
        assert len(STOP_WORDS) == 54
        assert {"the", "who", "your"} <= STOP_WORDS


def test_no_combining_mark_is_forgotten() -> None:
    known = re.compile(f"[{marks()}]")
    every = map(chr, range(0x80, sys.maxunicode + 1))
    assert all((unicodedata.category(one) in ("Mn", "Mc")) == bool(known.match(one)) for one in every)


def test_what_is_taken_for_plain_holds_no_mark_and_no_script_without_spaces() -> None:
    plain = [one for one in map(chr, range(sys.maxunicode + 1)) if not may_hold_marks.match(one)]
    assert {unicodedata.category(one)[0] for one in plain}.isdisjoint("M")
    assert not any(map(unspaced_character.match, plain))
