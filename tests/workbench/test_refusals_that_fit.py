"""The advice about a damaged pack is whole in the line of a screen, however narrow the terminal."""

from core.errors import PackDamaged, Refused
from core.store.layout import SAVE_THE_REST
from workbench.cells import width
from workbench.frame.base_screen import BESIDE_A_REFUSAL
from workbench.frame.staying_alive import DAMAGED, sentence_of

LONG = PackDamaged(f"record 12 of the log is damaged: its checksum does not fit its bytes. {SAVE_THE_REST}")


def test_at_eighty_columns_the_next_step_stands_whole() -> None:
    room = 80 - BESIDE_A_REFUSAL
    said = sentence_of(LONG, room)
    assert said == DAMAGED
    assert width(said) <= room
    assert "restore a backup" in said
    assert "packbench export --skip-damaged NAME.zip" in said


def test_where_there_is_room_it_says_what_is_damaged() -> None:
    assert sentence_of(LONG, 200).startswith("Record 12 of the log is damaged")


def test_other_refusals_stay_as_they_are() -> None:
    assert (
        sentence_of(Refused("a claim is a sentence" * 9), 20)
        == "A claim is a sentence" + "a claim is a sentence" * 8
    )
