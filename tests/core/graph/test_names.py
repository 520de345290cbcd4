"""Names of islands: what tells one from the others."""

from __future__ import annotations

from core.graph.names import leading_names

ABOUT = {
    "a1": ("Postgres", "billing"),
    "a2": ("postgres", "billing"),
    "a3": ("Postgres", "team"),
    "b1": ("Kafka", "team"),
    "b2": ("Kafka", "team", "lag"),
    "b3": ("Kafka", "seat:ana"),
    "c1": ("team", "lunch"),
}


def entities(claim_id: str) -> tuple[str, ...]:
    return ABOUT[claim_id]


def test_the_names_that_the_others_do_not_bear_lead() -> None:
    names = leading_names([["a1", "a2", "a3"], ["b1", "b2", "b3"]], entities, alone=["c1"])
    assert names == (("Postgres", "billing"), ("Kafka", "lag", "team"))


def test_names_are_written_as_most_claims_write_them() -> None:
    ((name, *_),) = leading_names([["a1", "a2", "a3"]], entities)
    assert name == "Postgres"


def test_seats_and_horizons_name_no_island() -> None:
    ((*names,),) = leading_names([["b3"]], entities)
    assert names == ["Kafka"]


def test_an_island_like_all_others_is_named_by_what_is_commonest() -> None:
    about = {"x": ("core",), "y": ("core",), "z": ("core", "edge"), "w": ("core", "edge")}
    assert leading_names([["x", "z"], ["y", "w"]], about.__getitem__, limit=1) == (("core",), ("core",))


def test_an_island_without_entities_has_no_name() -> None:
    assert leading_names([["x", "y"]], lambda _: ()) == ((),)
    assert leading_names([], entities) == ()


def test_names_in_any_script() -> None:
    about = {"x": ("数据库", "Москва"), "y": ("数据库",), "z": ("قاعدة",)}
    assert leading_names([["x", "y"], ["z"]], about.__getitem__) == (("数据库", "Москва"), ("قاعدة",))
