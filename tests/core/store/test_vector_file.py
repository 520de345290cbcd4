"""The file of vectors: kept by the hash of a text, shared by processes, cleared on the disk."""

import numpy as np
import pytest

from core.store.vector_file import NAME, Model, VectorFile, hash_of

MODEL = Model("small", "f1", 4)
TEXTS = ["one", "two", "three"]
HASHES = [hash_of(text) for text in TEXTS]
VECTORS = np.eye(4, dtype=np.float32)[:3]


@pytest.fixture
def file(tmp_path):
    made = VectorFile(tmp_path)
    made.add(MODEL, HASHES, VECTORS)
    return made


def again(file):
    other = VectorFile(file.path.parent)
    other.refresh()
    return other


def test_before_anything_is_written_there_is_no_file(tmp_path):
    file = VectorFile(tmp_path)
    file.refresh()
    assert (file.model, len(file), list(tmp_path.iterdir())) == (None, 0, [])


def test_vectors_are_found_again_by_the_hash_of_their_text(file):
    other = again(file)
    assert other.model == MODEL
    asked = [HASHES[2], hash_of("four"), HASHES[0]]
    assert other.read(asked).tolist() == [[0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    assert [one in other for one in asked] == [True, False, True]


def test_two_who_add_at_once_see_each_others_after_a_look(file):
    other = again(file)
    file.add(MODEL, [hash_of("mine")], VECTORS[:1])
    other.add(MODEL, [hash_of("theirs")], VECTORS[1:2])
    file.refresh()
    assert file.read([hash_of("theirs")]).tolist() == [[0, 1, 0, 0]]
    assert again(file).read([hash_of("mine"), hash_of("theirs")]).tolist() == [[1, 0, 0, 0], [0, 1, 0, 0]]


def test_a_record_that_a_crash_cut_short_is_written_over(file):
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[:-5])
    other = again(file)
    assert len(other) == 2
    other.add(MODEL, [hash_of("four")], VECTORS[2:3])
    assert again(other).read([HASHES[2], hash_of("four")]).tolist() == [[0, 0, 0, 0], [0, 0, 1, 0]]


def test_a_dropped_vector_is_gone_from_the_disk(file):
    sign = VECTORS[1].tobytes()
    assert sign in file.path.read_bytes()
    assert again(file).drop([HASHES[1], hash_of("never")]) == 1
    assert sign not in file.path.read_bytes()
    assert HASHES[1] not in file.path.read_bytes()
    assert again(file).read(HASHES).tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]]


def test_who_read_the_file_before_a_drop_reads_nothing_after_it(file):
    other = again(file)
    file.drop([HASHES[0]])
    assert not other.read([HASHES[0]]).any()


def test_the_vectors_of_another_model_are_thrown_away(file):
    old = again(file)
    file.add(Model("other", "f2", 2), [hash_of("one")], np.array([[0, 1]], np.float32))
    assert (again(file).model, len(again(file))) == (Model("other", "f2", 2), 1)
    assert not old.read(HASHES).any()


def test_forgetting_removes_the_file(file):
    file.forget()
    assert not (file.path.parent / NAME).exists()
    assert again(file).model is None


def test_a_vector_that_is_not_of_length_one_says_nothing(file):
    content = bytearray(file.path.read_bytes())
    place = content.index(VECTORS[1].tobytes())
    content[place + 7] ^= 0x40  # the exponent of the figure that is 1
    file.path.write_bytes(content)
    assert again(file).read(HASHES).tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    "content", [b"", b"x", b"something else\n" * 100, b"packbench vectors 1\n" + b"{" * 600]
)
def test_a_file_that_is_none_of_ours_holds_nothing_and_is_begun_anew(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    file = VectorFile(tmp_path)
    file.refresh()
    assert (file.model, len(file)) == (None, 0)
    file.add(MODEL, HASHES, VECTORS)
    assert again(file).read(HASHES).tolist() == VECTORS.tolist()
