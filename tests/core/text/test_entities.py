"""Names: how they compare, which are topics, and which a text names itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.entities import fold_entity, is_accession, mine_entities, topic_entities
from core.text.refusals import entity_problems

MINED = [
    ("Roy Rogers is married to Dale Evans", ("Roy Rogers", "Dale Evans")),
    ("The default fuse is Borda", ("Borda",)),
    ("Alice lives in Paris", ("Paris",)),
    ("Alice met Bob. Later Alice left.", ("Alice", "Bob")),
    ("Deploy Redis on Monday.", ("Redis",)),
    ("Hey John, I’ll meet Dr. Jane Roe", ("John", "Dr. Jane Roe")),
    (
        "read J.K. Rowling and Ludwig van Beethoven in Rio de Janeiro",
        ("J.K. Rowling", "Ludwig van Beethoven", "Rio de Janeiro"),
    ),
    ("She met Bob. Then Ann and St. Paul came", ("Bob", "Ann", "St. Paul")),
    ("NASA runs the ISS; iPhone too", ("NASA", "ISS", "iPhone")),
    ("We use Amazon S3 and GPT-4.", ("Amazon S3", "GPT-4")),
    ("I think AT&T and C++ with Mary-Jane O'Neil", ("AT&T", "C++", "Mary-Jane O'Neil")),
    ("The dog of Ann met Bob's cat", ("Ann", "Bob")),
    ("see `core.pack` and core/text/words.py", ("core.pack", "core/text/words.py")),
    ("read/write and 2/3 are no paths, /etc/hosts is", ("/etc/hosts",)),
    ("see https://Example.com/Foo/Bar now", ()),
    ("Der Server von Anna heißt Atlas", ("Server", "Anna", "Atlas")),
    ("nothing here is a name", ()),
    ("Иван живёт в Москве, а Мария Кюри в Париже", ("Москве", "Мария Кюри", "Париже")),
    ("Ο Γιάννης ζει στην Αθήνα", ("Γιάννης", "Αθήνα")),
    ("dün Ankara'da Ahmet'i gördüm", ("Ankara", "Ahmet")),
    ("Je vis en l'Italie avec Émile Zola", ("Italie", "Émile Zola")),
    ("他喜欢 Redis 和《红楼梦》", ("Redis", "红楼梦")),
    ("私は「東京」に住む", ("東京",)),
    ("هو يحب redis كثيرا", ("redis",)),
    ("다나는 서울에 산다", ()),
    ("", ()),
]


@pytest.mark.parametrize(("text", "names"), MINED)
def test_mines_names(text: str, names: tuple[str, ...]) -> None:
    assert mine_entities(text) == names


@given(st.text() | st.text(alphabet="AbC1 .`'/\"“”-_他", max_size=80))
def test_mined_names_are_well_formed_distinct_and_never_fail(text: str) -> None:
    names = mine_entities(text)
    assert len({fold_entity(name) for name in names}) == len(names)
    assert [
        p for p in entity_problems(names) if p.code not in ("entity_invisible", "entity_credential")
    ] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Roy  Rogers", "roy rogers"),
        ("STRASSE", "Straße"),
        ("İstanbul", "istanbul"),
        ("Ｒedis", "redis"),
        ("Cafe\u0301", "café"),
    ],
)
def test_names_are_compared_folded(one: str, other: str) -> None:
    assert fold_entity(one) == fold_entity(other)


@given(st.text())
def test_folding_is_idempotent(name: str) -> None:
    assert fold_entity(fold_entity(name)) == fold_entity(name)


def test_seats_horizons_and_accessions_are_no_topics() -> None:
    names = ["Redis", " redis ", "seat:ann", "Horizon:week", "deed-note-1", "sha256:ab", ""]
    assert topic_entities(names) == {"redis"}


@pytest.mark.parametrize(
    ("name", "accession"),
    [
        ("deed-turn-7", True),
        ("sha256:ab", True),
        ("deed-", False),
        ("sha256:", False),
        ("deed-a b", False),
        ("deed-a,b", False),
        ("indeed-so", False),
        ("Redis", False),
    ],
)
def test_the_shape_of_an_accession(name: str, accession: bool) -> None:
    assert is_accession(name) is accession
