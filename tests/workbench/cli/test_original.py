"""Packs of packset at the command line: what is told of a file, and that it comes out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.foreign.forty import FILE, forty
from tests.workbench.cli.conftest import Shell


def test_a_file_goes_in_with_a_report_and_comes_out_the_same(shell: Shell, tmp_path: Path) -> None:
    said = shell.ok("import-original", str(FILE))
    for part in (
        "took in forty.jsonl: 40 records",
        "35 added",
        "3 mail between seats",
        "x_votes in 1",
        "undo",
    ):
        assert part in said, part
    out = tmp_path / "out.jsonl"
    shell.ok("export-original", str(out))
    assert out.read_bytes() == FILE.read_bytes()
    assert shell.ok("export-original").encode() == FILE.read_bytes()
    assert "nothing is wrong" in shell.ok("check")


def test_a_secret_is_told_first_and_loudly(shell: Shell) -> None:
    said = shell.ok("import-original", str(FILE))
    listed = [line for line in said.splitlines() if line.strip().startswith("line ")]
    assert listed[0].strip().startswith("line 31")
    assert "change it where it is used" in said
    assert "zx81" not in shell.ok("search", "greenhouse vents", "--everywhere")


def test_the_second_time_nothing_is_written(shell: Shell) -> None:
    first = shell.json("import-original", str(FILE))
    assert (first["report"]["added"], first["kept_as_it_was"], first["classes"]["mail"]) == (35, 12, 3)
    again = shell.json("import-original", str(FILE))
    assert (again["report"]["added"], again["report"]["same"], again["report"]["txs"]) == (0, 35, [])
    assert again["report"]["clocks"] == {}
    assert "clocks" not in shell.ok("import-original", str(FILE))


def test_a_dry_run_tells_the_same_and_writes_nothing(shell: Shell) -> None:
    shell.write("The pack is not empty.")
    dry = shell.json("import-original", str(FILE), "--dry-run")
    assert (dry["report"]["added"], dry["report"]["txs"]) == (35, [])
    assert shell.json("status")["status"]["by_state"] == {"live": 1}


def test_a_bad_line_is_named_and_nothing_is_taken_in(shell: Shell) -> None:
    shell.write("The pack is not empty.")
    for bad, reason in (("{", "line 41 is no JSON"), ('{"id":"x"}', "line 41 names no workspace")):
        ended = shell("import-original", "-", stdin="\n".join([*forty(), bad]))
        assert (ended.code, ended.out) == (1, "")
        assert reason in ended.err
    assert shell.json("status")["status"]["by_state"] == {"live": 1}
    assert shell("import-original", "nowhere.jsonl").code == 1


@pytest.mark.parametrize("raw", [b"{", b'{"id":"x"}', b"\x89PNG\r\n\x1a\n\x00\xff", b"[1, 2]"])
def test_a_failed_import_leaves_no_pack_behind_and_tells_of_none(
    shell: Shell, tmp_path: Path, raw: bytes
) -> None:
    (tmp_path / "broken.jsonl").write_bytes(raw)
    for file in (str(tmp_path / "broken.jsonl"), str(tmp_path), str(tmp_path / "nowhere.jsonl")):
        ended = shell("import-original", file)
        assert (ended.code, ended.out) == (1, "")
        assert "made" not in ended.err
        assert Path(file).name in ended.err
        assert not shell.pack.exists()


def test_a_dry_run_on_a_new_name_tells_what_would_come_of_it_and_makes_nothing(shell: Shell) -> None:
    ended = shell("import-original", str(FILE), "--dry-run")
    assert ended.code == 0
    assert "would take in forty.jsonl: 40 records" in ended.out
    assert "35 added" in ended.out
    assert ended.err == ""
    assert not shell.pack.exists()


def test_a_line_that_is_older_than_the_pack_says_what_became_of_it(shell: Shell) -> None:
    shell.ok("import-original", str(FILE))
    record = json.loads(forty()[0])
    old = json.dumps(record | {"text": "It was otherwise.", "ts": "2001-01-01T00:00:00.000Z"})
    said = shell("import-original", "-", stdin=f"{old}\n{old}\n")
    assert said.code == 0
    assert "line 2 is older than what this pack holds of it, and that stays" in said.out
    assert "line 1 stands again further down, and the last one counts" in said.out


def test_one_workspace_goes_out_alone(shell: Shell) -> None:
    shell.ok("import-original", str(FILE))
    lines = shell.ok("export-original", "--only", "dir:/srv/garden").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["t1|v0"]


def test_an_import_is_taken_back_by_one_undo(shell: Shell) -> None:
    shell.ok("import-original", str(FILE))
    shell.ok("undo")
    assert shell.ok("export-original") == ""


def test_what_ended_elsewhere_says_when_and_why_and_that_its_deed_is_not_here(
    shell: Shell, tmp_path: Path
) -> None:
    claim, gone = shell.write("The gate is open at night."), shell.write("The gate is green.")
    shell.ok("close", claim, "--why", "a new rule")
    shell.ok("retract", gone)
    ended, withdrawn = shell.json("why", claim), shell.json("why", gone)
    deed = ended["deed"]["accession"]
    pack: tuple[str, ...] = ()
    for hop in ("one", "two"):
        out = str(tmp_path / f"{hop}.jsonl")
        shell.ok("export-original", out, *pack)
        pack = ("--pack", str(tmp_path / f"{hop}.pack"), "--seat", "ben")
        shell.ok("import-original", out, *pack)
        shell.ok("pin", claim, *pack)
        page = shell.json("why", claim, *pack)
        assert page["there"]["t_tx"] == ended["ending"]["t_tx"]
        assert page["there"]["deed"] == deed
        assert page["ending"]["t_tx"] > ended["ending"]["t_tx"]
        assert page["deed"] is None
        said = shell.ok("why", claim, *pack)
        assert "by ana in the pack it came from; taken in here " in said
        assert f"{deed} showed that it is no longer true, and that deed is not in this pack" in said
        assert "a deed showed" not in said
        assert "Reason given: a new rule" in said
        assert shell.json("why", gone, *pack)["there"]["t_tx"] == withdrawn["ending"]["t_tx"]
    shell.ok("reopen", claim, *pack)
    shell.ok("close", claim, *pack)
    assert shell.json("why", claim, *pack)["there"] is None


def _one(name: str, text: str, **fields: object) -> str:
    record = {"schema": "inside.atom/v1", "id": name, "workspace": "orchard", "kind": "lesson", "text": text}
    return json.dumps({**record, "ts": "2026-03-01T09:00:00.000Z", **fields})


def test_what_stays_behind_is_told_in_counts(shell: Shell, tmp_path: Path) -> None:
    told = shell.write("Lamps are off on Sunday.")
    shell.ok("edit", told, "--text", "Lamps are off on Monday.")
    shell.write("Stairs are wet.")
    shell.ok("undo")
    shell.ok("deed", "put", "The minutes of Monday.")
    ended = shell("export-original", str(tmp_path / "out.jsonl"))
    assert "wrote 1 record" in ended.err
    assert "stays behind: 1 deed, 1 undone claim, 1 earlier revision; packbench export" in ended.err
    left = shell.json("export-original", str(tmp_path / "again.jsonl"))["left_behind"]
    assert left == {"deeds": 1, "open_proposals": 0, "undone_claims": 1, "earlier_revisions": 1}
    assert "stays behind" in shell("export-original").err


def test_a_file_of_another_workspace_says_where_its_claims_are(shell: Shell) -> None:
    shell.write("The pack is not empty.")
    ended = shell("import-original", "-", stdin=_one("a1", "Apples are picked in autumn."))
    assert "into workspace orchard; you are in atlas: read with -w orchard" in ended.err
    assert "Apples" in shell.ok("list", "-w", "orchard")
    assert shell.json("config", "workspace")["settings"]["workspace"] == "default"


def test_a_new_pack_opens_in_the_one_workspace_of_its_file(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PACKBENCH_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    ended = shell("import-original", "-", stdin=_one("a1", "Apples are picked in autumn."))
    assert "the pack opens in workspace orchard" in ended.err
    assert "read with" not in ended.err
    assert "Apples" in shell.ok("list")


def test_accessions_among_the_names_are_shown_as_what_is_cited(shell: Shell) -> None:
    accession = "deed-" + 8 * "ab12"
    shell.ok("import-original", "-", stdin=_one("a1", "Apples are picked.", entities=["apples", accession]))
    said = shell.ok("show", "a1", "-w", "orchard").splitlines()
    assert [line.split()[1:] for line in said if line.split()[:1] == ["about"]] == [["apples"]]
    assert any(line.split()[:2] == ["cites", accession] and "not in this pack" in line for line in said)
