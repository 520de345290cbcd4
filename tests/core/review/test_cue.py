"""Cues: enough to ask by, never the answer, in every script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.review.cue import BLANK, WIDEST_BLANK, Cue, cue_for, units, units_asked
from core.review.tokens import fold, tokens
from core.text.words import words


def cue(text: str, *, question: str | None = None, replaced: str | None = None, about: str = "") -> Cue:
    return cue_for(text, question, replaced, tuple(filter(None, about.split(", "))))


class TestOrderOfChoice:
    def test_a_question_of_the_author_comes_first(self) -> None:
        found = cue(
            "The default fuse is CombMNZ.", question="What is the default fuse?", replaced="Old words."
        )
        assert (found.how, found.shown) == ("question", "What is the default fuse?")
        assert found.hidden == "The default fuse is CombMNZ."

    def test_a_question_that_says_all_of_the_claim_is_passed_over(self) -> None:
        assert cue("The fuse is CombMNZ.", question="Is the fuse CombMNZ?").how == "cloze"

    def test_what_changed_is_blanked(self) -> None:
        found = cue(
            "The deploy window is Tuesday at 9 UTC.", replaced="The deploy window is Monday at 9 UTC."
        )
        assert (found.how, found.hidden) == ("cloze", "Tuesday")
        assert found.shown == f"The deploy window is {BLANK * 7} …"

    def test_without_a_shared_head_the_last_name_or_number_is_blanked(self) -> None:
        assert cue("The build needs Node 20.", replaced="Nobody builds on old Node.").hidden == "Node 20"

    def test_a_claim_without_names_and_numbers_shows_its_opening(self) -> None:
        found = cue("Never restart the queue before draining it.")
        assert (found.how, found.shown) == ("opening", "Never restart the queue …")
        assert found.hidden == "before draining it."


class TestBlank:
    def test_it_stands_in_the_statement_and_not_in_its_reason(self) -> None:
        found = cue("The default fuse is CombMNZ. It led Borda by 1.8 points.")
        assert (found.shown, found.hidden) == (f"The default fuse is {BLANK * 7} …", "CombMNZ")

    def test_what_a_claim_denies_is_not_the_answer(self) -> None:
        assert cue("The staging database runs Postgres 16 and never Postgres 15.").hidden == "Postgres 16"

    def test_the_last_of_a_list_is_blanked_alone(self) -> None:
        assert cue("Retries go to Oslo, Bergen and then to Narvik, Tromsø.").hidden == "Tromsø"

    def test_a_subject_that_opens_the_claim_is_never_blanked(self) -> None:
        assert cue("Ana prefers tabs over spaces.", about="Ana").shown == "Ana prefers …"

    def test_an_entity_is_blanked_in_whole(self) -> None:
        assert cue("Secrets are kept in the blue safe, downstairs.", about="blue safe").hidden == "blue safe"

    def test_it_is_as_wide_as_the_answer_but_not_wider_than_the_cap(self) -> None:
        assert cue("默认端口是8443，不要改。").shown.count(BLANK) == 4
        assert cue("会议每周三下午举行。", replaced="会议每周二下午举行。").shown.count(BLANK) == 2
        long = cue("The service runs at https://example.org/a/very/long/path/indeed.")
        assert long.shown.count(BLANK) == WIDEST_BLANK

    def test_the_answer_said_twice_is_hidden_twice(self) -> None:
        found = cue("Since Kafka lost data we replaced the old Kafka cluster by another Kafka.")
        assert "kafka" not in found.shown.casefold()

    def test_an_inflected_answer_is_hidden_too(self) -> None:
        found = cue("Офис переехал из старой Москвы в новую Москву.", about="Москва")
        assert "Москв" not in found.shown
        assert found.about == ()

    def test_entities_that_give_the_answer_away_are_not_shown_beside_it(self) -> None:
        found = cue("The default fuse is CombMNZ, as measured.", about="fuse, CombMNZ, panel")
        assert found.about == ("fuse", "panel")


ASKED = [
    (
        "Before a demo we reboot the laptop, the projector and our hopes.",
        "",
        "Before a demo we reboot …",
    ),
    ("After two nights of pages my judgement is worth a coin.", "", "After two nights of pages …"),
    ("A flaky test is a bug with a sense of timing.", "", "A flaky test is …"),
    ("Every second week each of us shows one thing that failed.", "", "Every second week …"),
    (
        "A question that can wait until tomorrow is written, never said.",
        "",
        "A question that can wait …",
    ),
    ("Bobby Fischer is the world chess champion.", "chess", "Bobby Fischer is …"),
    ("Production deploys are approved by Ana.", "", f"Production deploys … by {BLANK * 3}."),
    ("Ben owns billing.", "billing", f"Ben … {BLANK * 7}."),
    ("Java 11 is the newest release of the JDK.", "Java", f"Java {BLANK * 2} is the …"),
    ("The ledger has no update statement at all.", "ledger", "The ledger has …"),
]


@pytest.mark.parametrize(("text", "about", "asked"), ASKED)
def test_a_cue_keeps_the_subject_and_hides_what_can_change(text: str, about: str, asked: str) -> None:
    assert cue(text, about=about).shown == asked


SCRIPTS = [
    ("默认端口是8443，不要用8080。", "8443"),
    ("ビルドにはNode 20が必要です。", "Node 20"),
    ("배포 창은 매주 화요일 9시에 열립니다.", "9시에"),
    ("مهلة النشر هي 15 مارس 2026.", "15"),
    ("חלון הפריסה נפתח ביום שלישי בשעה 9:30.", "9:30"),
    ("डेटाबेस का संस्करण अब १६ है।", "१६"),
    ("เซิร์ฟเวอร์ใช้พอร์ต 8443 เท่านั้น", "8443"),
    ("Το παράθυρο ανοίγει κάθε Τρίτη στις 9:30.", "9:30"),
    ("Окно выкладки теперь по вторникам в 10:30.", "10:30"),
]


@pytest.mark.parametrize(("text", "answer"), SCRIPTS)
def test_blanks_in_every_script(text: str, answer: str) -> None:
    found = cue(text)
    assert (found.how, found.hidden) == ("cloze", answer)
    assert BLANK in found.shown


def test_an_opening_in_a_script_without_spaces_is_a_few_characters() -> None:
    assert cue("提交之前先运行所有的测试用例并且检查日志。").shown == "提交之前先运行所 …"


def test_an_opening_does_not_break_off_inside_a_name() -> None:
    text = "After the long winter Anna Maria Schmidt plants early potatoes behind old barns."
    assert (
        cue_for(text, None, None, ["Anna Maria Schmidt"]).shown
        == "After the long winter Anna Maria Schmidt …"
    )


def test_a_claim_of_one_word_shows_nothing() -> None:
    assert cue("Tabs.").shown == BLANK * 5
    assert cue("").shown == BLANK


PIECES = (
    "the the window is Tuesday Ana 8443 not never Node 20 2026-03-14 deploy. Kafka, 默认端口 三 Москва مارس "
    "v1.2 don't C++ `code` a. core/a/b.py e\u0301te\u0301"
)
plain = st.lists(st.sampled_from(PIECES.split()), max_size=25).map(" ".join)
texts = plain | st.text(max_size=80)


@given(texts, st.none() | texts, st.lists(texts, max_size=3))
@settings(max_examples=300)
@example("the the the window the", None, [])
def test_a_cue_never_gives_the_answer_away(text: str, replaced: str | None, about: list[str]) -> None:
    found = cue_for(text, None, replaced, about)
    assert found == cue_for(text, None, replaced, about)
    every, seen = words(text), words(found.shown)
    assert len(seen) < 0.6 * len(every) or not seen
    assert len(set(seen) & set(every)) < 0.6 * len(set(every)) or not seen
    assert not found.hidden.strip() or fold(found.hidden.strip()) not in fold(found.shown)
    assert found.hidden in text
    assert set(found.about) <= set(about)


class TestUnits:
    @pytest.mark.parametrize(
        ("text", "ticked"),
        [
            ("The default fuse is CombMNZ. It led Borda by 1.8 points.", ("CombMNZ", "Borda", "1.8")),
            ("We don't cache tokens and never did, not even 5.", ("don't", "never", "not", "5")),
            ("Wir bauen nicht mit Node 18.", ("nicht", "Node", "18")),
            ("默认端口是8443，不要用8080。", ("8443", "不", "8080")),
            ("Сервис не слушает порт 80.", ("не", "80")),
            ("لا تستخدم المنفذ 8080.", ("لا", "8080")),
            ("Names and numbers are missing here.", ()),
        ],
    )
    def test_names_numbers_and_negations_in_order(self, text: str, ticked: tuple[str, ...]) -> None:
        assert units(text) == ticked

    def test_each_is_named_once(self) -> None:
        assert units("Port 80 is not 80 but NOT 81.") == ("80", "not", "81")

    @given(texts)
    def test_units_stand_in_the_text(self, text: str) -> None:
        assert all(unit in " ".join(text.split()) for unit in units(text))


class TestTokens:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("On 2026-03-14, 10:30 (€5.50)", ["On", "2026-03-14", "10:30", "5.50"]),
            ("C++ and C# don’t", ["C++", "and", "C#", "don’t"]),
            ("端口8443", ["端", "口", "8443"]),
            ("हिन्दी में", ["हिन्दी", "में"]),
            ("می‌خواهم برو", ["می‌خواهم", "برو"]),
            ("", []),
        ],
    )
    def test_words_of_any_script(self, text: str, found: list[str]) -> None:
        assert [token.text for token in tokens(text)] == found

    def test_places_point_into_the_text(self) -> None:
        text = unicodedata.normalize("NFD", "Été à Zürich 2026")
        assert [text[token.start : token.end] for token in tokens(text)] == [
            token.text for token in tokens(text)
        ]
        assert len(tokens(text)) == 4

    def test_a_capital_that_opens_a_sentence_is_no_name(self) -> None:
        opening, *_, inner = tokens("The fuse is Borda")
        assert not opening.is_capitalised
        assert inner.is_capitalised
        assert tokens("CombMNZ leads")[0].is_capitalised

    def test_the_capital_of_the_first_person_is_no_name(self) -> None:
        assert not any(token.is_capitalised for token in tokens("then I held what I've seen"))
        assert tokens("in I/O")[1].is_capitalised


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Preprocessing Europe takes 5 hours.", ("5",)),
        ("The free tier ends at 1,000 requests a day, and nobody is cut off.", ("1,000", "nobody")),
        ("Postgres 16 runs on db-3 with 5 replicas.", ("5",)),
    ],
)
def test_what_the_cue_shows_is_not_ticked_off(text: str, asked: tuple[str, ...]) -> None:
    assert units_asked(text, cue_for(text, None, None, [])) == asked
