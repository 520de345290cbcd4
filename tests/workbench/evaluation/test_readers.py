"""Each public format is read as published; what is not of it is refused in a sentence."""

from pathlib import Path

import pytest

from core.clocks.instants import parse_instant
from core.errors import NotFound, Refused
from workbench.evaluation.cases import Collection, Question
from workbench.evaluation.readers import beam, conflict, hotpotqa, locomo, longmemeval, narrativeqa, ruler
from workbench.evaluation.readers.saying import says


def questions(collections: tuple[Collection, ...]) -> dict[str, Question]:
    return {question.id: question for one in collections for question in one.questions}


class TestLocomo:
    def test_turns_come_with_session_speaker_time_and_caption(self, files: Path) -> None:
        turn = locomo.read(files / "locomo.json")[0].pieces[2]
        assert (turn.id, turn.group, turn.position, turn.speaker) == ("D1:3", "1", 3, "Ines")
        assert turn.said_at == parse_instant("2024-03-04T09:15:00Z")
        assert turn.caption == "a bright orange kayak on a jetty"

    def test_a_session_that_has_a_date_and_no_turns_is_none(self, files: Path) -> None:
        assert {turn.group for turn in locomo.read(files / "locomo.json")[0].pieces} == {"1", "2"}

    def test_evidence_is_read_in_every_spelling_and_what_no_turn_has_is_dropped(self) -> None:
        written, known = (
            ["D8:6; D9:17", "D:11:26", "D30:05", "D", "D10:19"],
            {"D8:6", "D9:17", "D11:26", "D30:5"},
        )
        assert locomo.evidence(written, known) == ("D8:6", "D9:17", "D11:26", "D30:5")

    def test_both_denominators_and_the_categories_are_rows(self, files: Path) -> None:
        asked = questions(locomo.read(files / "locomo.json"))
        assert asked["conv-1/0"].subsets == ("all", "all answerable", "4 single-hop", "tune")
        assert asked["conv-1/4"].subsets == ("all", "5 adversarial", "tune")
        assert asked["conv-1/3"].subsets == ("all", "3 open-domain", "tune")
        assert asked["conv-1/3"].gold == {"turn": (), "session": ()}
        assert asked["conv-1/2"].gold == {"turn": ("D1:4", "D2:1"), "session": ("1", "2")}

    @pytest.mark.parametrize(("split", "names"), [("tune", ["conv-1"]), ("check", ["conv-47"])])
    def test_the_checking_conversations_stand_apart(
        self, files: Path, split: locomo.Split, names: list[str]
    ) -> None:
        assert [one.name for one in locomo.read(files, split)] == names


class TestLongMemEval:
    def test_a_published_haystack_has_sessions_and_marked_turns_as_gold(self, files: Path) -> None:
        first, abstention = longmemeval.read(files / "longmemeval" / "published.json")
        assert questions((first,))["a1"].gold == {"session": ("s2",), "turn": ("2:1",)}
        assert (abstention.questions, abstention.left_out) == ((), 1)

    def test_a_haystack_may_have_several_questions(self, files: Path) -> None:
        asked = questions(longmemeval.read(files / "longmemeval" / "several.jsonl"))
        assert {name: one.gold["session"] for name, one in asked.items()} == {
            "b1/0": ("s1",),
            "b1/1": ("s3",),
        }

    def test_in_a_flat_conversation_the_messages_that_say_the_answer_are_gold(self, files: Path) -> None:
        (flat,) = longmemeval.read(files / "longmemeval" / "flat.jsonl")
        assert questions((flat,))["c1/q1"].gold == {"turn": ("2:1",)}
        assert flat.left_out == 2


class TestBeam:
    def test_the_messages_of_the_user_are_the_evidence_unless_all_are_asked_for(self, files: Path) -> None:
        (user,), (every,) = beam.read(files / "beam"), beam.read(files / "beam", "all")
        assert [piece.id for piece in user.pieces] == ["0", "2", "4"]
        assert len(every.pieces) == 5
        assert questions((user,))["chat 1/2"].gold == {"message": ()}
        assert questions((every,))["chat 1/2"].gold == {"message": ("3",)}

    def test_a_question_without_evidence_is_left_out_and_counted(self, files: Path) -> None:
        assert (len(beam.read(files / "beam")[0].questions), beam.read(files / "beam")[0].left_out) == (3, 1)


class TestConflict:
    def test_every_line_that_says_the_answer_is_gold(self, files: Path) -> None:
        asked = questions(conflict.read(files / "conflict", ["6k"]))
        assert asked["6k/sh/0"].gold == {"fact": ("3", "4")}
        assert asked["6k/mh/0"].subsets == ("multi-hop 6k", "all multi-hop")

    def test_a_later_line_of_one_subject_and_relation_overwrites(self, files: Path) -> None:
        (facts,) = conflict.read(files / "conflict", ["6k"])
        judge = conflict.Facts([piece.text for piece in facts.pieces])
        assert judge.overwritten == {0, 5}
        assert judge.spoiled(["4", "0", "5"], ["4"]) == ("0",)

    def test_sizes_that_are_not_there_are_left_out_and_none_at_all_is_refused(self, files: Path) -> None:
        assert [one.name for one in conflict.read(files / "conflict", ["6k", "32k"])] == ["6k"]
        with pytest.raises(NotFound, match=r"no facts_SIZE\.txt of 64k"):
            conflict.read(files / "conflict", ["64k"])


class TestHotpotQA:
    def test_sentences_are_pieces_and_paragraphs_their_groups(self, files: Path) -> None:
        bridge, comparison = hotpotqa.read(files)
        assert bridge.questions[0].gold == {
            "sentence": ("Runa Dahl#1", "Skerra lighthouse#0"),
            "paragraph": ("Runa Dahl", "Skerra lighthouse"),
        }
        assert len(bridge.pieces) == 6
        assert comparison.questions[0].subsets == ("all", "comparison", "easy")


class TestNarrativeQA:
    def test_a_story_is_read_where_it_was_fetched_and_else_the_summary(self, files: Path) -> None:
        summary, story = narrativeqa.read(files / "narrativeqa")
        assert summary.questions[0].subsets == ("all", "summaries")
        assert story.questions[0].subsets == ("all", "stories")
        assert all(len(piece.text.split()) <= 100 for piece in (*summary.pieces, *story.pieces))

    def test_a_question_whose_answer_no_passage_says_is_left_out(self, files: Path) -> None:
        summary, _ = narrativeqa.read(files / "narrativeqa")
        assert (len(summary.questions), summary.left_out) == (1, 1)


class TestRuler:
    def test_the_last_line_asks_and_what_says_an_output_is_a_needle(self, files: Path) -> None:
        single, chain = ruler.read(files / "ruler")
        assert single.questions[0].text == (
            "What is the special magic number for silver-otter mentioned in the provided text?"
        )
        needle = {piece.id: piece.text for piece in single.pieces}[single.questions[0].gold["needle"][0]]
        assert needle == "One of the special magic numbers for silver-otter is: 7314209."
        assert chain.questions[0].subsets == ("all", "vt", "vt 256")
        assert chain.questions[0].text.startswith("Find all variables that are assigned the value 54310")
        assert chain.questions[0].text.endswith("in the text above.")


@pytest.mark.parametrize(
    ("text", "answer", "said"),
    [
        ("He caught 12 bass.", "12", True),
        ("He caught 120 bass.", "12", False),
        ("They stay\n nine  months.", "Nine months.", True),
        ("anything", "", False),
        ("It costs $5 (net).", "$5 (net)", True),
    ],
)
def test_an_answer_is_said_in_whole_words(text: str, answer: str, said: bool) -> None:
    assert says(text, answer) is said


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("locomo.json", "[{}]", "record 1 of .* is not of this format"),
        ("locomo.json", "{]", "line 1 of .* is no JSON"),
    ],
)
def test_what_is_not_of_a_format_is_refused_with_its_place(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(Refused, match=words):
        locomo.read(tmp_path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="beam"):
        beam.read(tmp_path / "beam")
