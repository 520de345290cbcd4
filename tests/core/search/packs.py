"""Small random packs: claims with edits, closings, retractions and rests."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st
from msgspec.structs import replace

from core.claims.claim import RETRACTED, Claim
from core.clocks.instants import DAY, MINUTE, Instant
from core.search.claim_corpus import ClaimCorpus
from core.search.panel import Panel
from core.state.held import Held
from core.state.postings import Postings

WORDS = (
    *("deploy", "deploys", "deployed", "redeploy", "deplyo", "depot", "billing-svc", "billing", "svc"),
    *("friday", "fridays", "café", "cafe", "coffee", "the", "how", "8080", "8081", "0.9.3", "userName"),
    *(
        "数据库",
        "数据",
        "迁移",
        "데이터베이스를",
        "развёртывание",
        "config",
        "configure",
        "configuring",
        "run",
        "runs",
    ),
    *("maya", "november"),
)
QUERY_WORDS = (
    *WORDS,
    "deply",
    "confi",
    "billin",
    "fryday",
    '"the"',
    '"deploy"',
    "8082",
    "developer",
    "repo",
    "mayo",
    "novembr",
    "decem",
    "C:\\x",
    "😀",
)
AUTHORS = ("maya", "wei", "Maya November-Maya")
WORKSPACES = ("atlas", "harbour")
START: Instant = 1_700_000_000_000_000


def claim(
    number: int, text: str, *, at: Instant = START, recorded: Instant | None = None, **fields: object
) -> Claim:
    """A claim with a readable id, true from when it was observed."""
    made = {
        "id": f"{number:032x}",
        "rev": 1,
        "workspace": "atlas",
        "kind": "lesson",
        "text": text,
        "author": "maya",
        "t_created": START + number if recorded is None else recorded,
        "t_recorded": START + number if recorded is None else recorded,
        "t_observed": at,
        "t_valid": at,
        **fields,
    }
    return Claim(**made)  # type: ignore[arg-type]


def held_with(versions: Iterable[Claim]) -> Held:
    """A held pack whose columns hold the versions, which come in recorded order."""
    held = Held()
    for version in versions:
        held.columns.append(version)
        held.t_tx = version.t_recorded
    return held


def panel_over(held: Held) -> Panel:
    """A panel with an index of its own."""
    return Panel(ClaimCorpus(held), Postings())


def _texts() -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@st.composite
def histories(draw: st.DrawFn, most: int = 14) -> list[Claim]:
    """Versions in recorded order: each step writes a claim or changes one."""
    versions: list[Claim] = []
    newest: dict[str, Claim] = {}
    recorded = START
    observed = START
    for number in range(draw(st.integers(1, most))):
        recorded += draw(st.integers(1, 3))
        change = draw(st.sampled_from(("write", "write", "write", "edit", "close", "retract", "rest")))
        if change == "write" or not newest:
            observed += draw(st.sampled_from((0, MINUTE, 30 * MINUTE, 30 * MINUTE + 1, DAY, 17 * DAY)))
            version = claim(
                number,
                draw(_texts()),
                at=observed,
                recorded=recorded,
                author=draw(st.sampled_from(AUTHORS)),
                workspace=draw(st.sampled_from(WORKSPACES)),
                entities=tuple(draw(st.lists(st.sampled_from(WORDS), max_size=1))),
                t_valid=draw(st.sampled_from((None, observed, START, recorded + 5))),
            )
        else:
            old = newest[draw(st.sampled_from(sorted(newest)))]
            version = replace(old, rev=old.rev + 1, t_recorded=recorded, **_changes(draw, change, recorded))
        versions.append(version)
        newest[version.id] = version
    return versions


def _changes(draw: st.DrawFn, change: str, recorded: Instant) -> dict[str, object]:
    if change == "edit":
        return {"text": draw(_texts())}
    if change == "close":
        return {"t_invalid": recorded + draw(st.integers(-3, 3))}
    return {"state": RETRACTED} if change == "retract" else {"resting": True}


@st.composite
def instants(draw: st.DrawFn, versions: list[Claim]) -> Instant:
    """A stored instant, or a microsecond beside one."""
    stored = {version.t_recorded for version in versions}
    stored |= {
        edge for version in versions for edge in (version.t_valid, version.t_invalid) if edge is not None
    }
    return draw(st.sampled_from(sorted(stored))) + draw(st.integers(-1, 1))


queries = st.lists(st.sampled_from(QUERY_WORDS), max_size=5).map(" ".join)
