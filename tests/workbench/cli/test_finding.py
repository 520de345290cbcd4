"""Search for evidence and within spans of time, on the command line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dear import dear
from tests.workbench.cli.conftest import Shell
from workbench.cli.render.deeds import LEAD, MARKS, SNIPPET, snippet

TURNS = (
    ("Caroline", "2023-05-08", "I went to a support group yesterday."),
    ("Melanie", "2023-05-08", "What happened there?"),
    ("Caroline", "2023-06-09", "I painted a lake."),
)


@pytest.fixture
def talk(shell: Shell) -> list[str]:
    """A conversation of three turns, and a note."""
    put = [
        shell.json(
            *("deed", "put", body, "--kind", "turn", "--conversation", "conv-1", "--position", str(place)),
            *("--speaker", speaker, "--said", said),
        )["id"]
        for place, (speaker, said, body) in enumerate(TURNS, 1)
    ]
    shell.ok("deed", "put", "A note about a lake and a group.")
    return put


def test_a_hit_is_one_line_with_its_date_speaker_accession_and_marks(shell: Shell, talk: list[str]) -> None:
    said = shell.ok("search", "--deeds", "support", "group", "--limit", "1").splitlines()
    assert said[0].split("  ")[0].startswith("2023-05-08")
    assert "Caroline" in said[0]
    assert talk[0] in said[0]
    assert said[0].endswith("I went to a ‹support› ‹group› yesterday.")
    assert said[1] == "1 of 2 matches"


def test_neighbours_stand_around_their_hit_in_the_order_they_were_said(shell: Shell, talk: list[str]) -> None:
    lines = shell.ok("search", "--deeds", "happened", "-n", "1", "-l", "1").splitlines()
    assert [next(place for place, one in enumerate(talk) if one in line) for line in lines[:3]] == [0, 1, 2]
    assert [line.startswith(">") for line in lines[:3]] == [False, True, False]


def test_windows_show_the_turns_of_the_window(shell: Shell, talk: list[str]) -> None:
    [hit] = shell.json("search", "--deeds", "--windows", "support", "-c", "conv-1")["hits"]
    assert [deed["accession"] for deed in hit["window"]] == talk
    assert hit["accession"] == talk[0]


def test_conversation_and_dates_restrict_and_the_rest_is_counted(shell: Shell, talk: list[str]) -> None:
    said = shell.ok("search", "--deeds", "lake", "--conversation", "conv-1")
    assert "1 in other conversations hidden" in said
    answer = shell.json("search", "--deeds", "lake", "--from", "2023-06", "--to", "2023-06-09")
    assert [hit["accession"] for hit in answer["hits"]] == [talk[2]]
    assert answer["hidden"] == {"said at other times": 1}
    assert answer["span"]["start"] == "2023-06-01T00:00:00.000000Z"


def test_an_empty_span_falls_back_and_says_so(shell: Shell, talk: list[str]) -> None:
    said = shell.ok("search", "--deeds", "lake", "--from", "2021", "--to", "2021")
    assert "nothing is found at that time; this is from all times" in said
    assert talk[2] in said


def test_a_section_of_a_file_is_found_by_its_name(shell: Shell) -> None:
    shell.ok("deed", "put", "First make a folder.", "--kind", "page", "--source", "docs/setup.md#Install")
    shell.ok("deed", "put", "How to install setup.md: install it, install it.", "--kind", "page")
    for name in ("docs/setup.md", "Install", "docs/setup.md#Install"):
        assert "First make a folder." in shell.ok("search", "--deeds", name).splitlines()[0]


def test_nothing_found_is_no_error(shell: Shell, talk: list[str]) -> None:
    assert talk
    assert shell.ok("search", "--deeds", "zeppelin") == "nothing found\n"


def test_fm_41_claims_are_searched_within_a_span_on_the_clock_chosen(shell: Shell) -> None:
    fuse = ("--key", "fuse", "--about", "fuse")
    shell.write("The fuse is Borda.", *fuse, "--from", "2025-02-01", "--observed", "2025-02-02")
    shell.write("The fuse is CombMNZ.", *fuse, "--from", "2025-03-01", "--observed", "2025-06-10")
    span = ("--from", "2025-02", "--to", "2025-02")

    def found(*options: str) -> list[str]:
        return [hit["line"]["claim"]["text"] for hit in shell.json("search", "fuse", *options)["hits"]]

    assert found() == ["The fuse is CombMNZ."]
    assert found(*span) == ["The fuse is Borda."]
    assert found(*span, "--clock", "true") == ["The fuse is Borda."]
    assert found("--from", "2025-06", "--clock", "observed") == ["The fuse is CombMNZ."]
    assert "this is from all times" in shell.ok("search", "fuse", *span, "--clock", "observed")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--conversation", "x"), "add --deeds"),
        (("--windows",), "add --deeds"),
        (("--neighbours", "1"), "add --deeds"),
        (("--deeds", "--kind", "goal"), "--deeds finds evidence"),
        (("--deeds", "--from", "2023", "--clock", "true"), "one time of the world"),
        (("--clock", "true"), "give one of them"),
        (("--from", "blursday"), "is not a date"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    shell: Shell, talk: list[str], options: tuple[str, ...], words: str
) -> None:
    assert talk
    ended = shell("search", "lake", *options)
    assert ended.code != 0
    assert words in " ".join(ended.err.split())


@dear
@given(st.text(max_size=400), st.data())
def test_a_snippet_is_one_line_and_shows_the_first_word_found(body: str, data: st.DataObject) -> None:
    edges = sorted(data.draw(st.sets(st.integers(0, len(body)), max_size=6)))
    marks = [
        (first, last) for first, last in zip(edges[::2], edges[1::2], strict=False) if last - first < LEAD
    ]
    line = snippet(body, marks)
    assert "\n" not in line
    assert len(line) <= SNIPPET + 2 + 2 * len(marks)
    if marks:
        first, last = marks[0]
        assert " ".join(body[first:last].split()) in line.partition(MARKS[0])[2]
