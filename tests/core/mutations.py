"""Planted errors: a table of small wrongs in the rules and the door, and the tests that must notice each.

`python -m tests.core.mutations` runs all of them and prints those that nobody noticed; `make slow` runs them
as tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
COPIED = ("core", "tests", "sample_packs", "pyproject.toml")
PATIENCE = 300
"""Seconds for the tests of one planted error; a hang is noticed too."""


@dataclass(frozen=True)
class Planted:
    """One wrong: in `file`, `right` is replaced by `wrong`; one of `tests` must fail."""

    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.right.strip()} -> {self.wrong.strip()}"


def _in(file: str, *tests: str) -> tuple[str, tuple[str, ...]]:
    return file, tuple(f"tests/core/{test}" for test in tests)


TABLE: dict[tuple[str, tuple[str, ...]], dict[str, str]] = {
    _in("core/rules/thresholds.py", "rules", "pack/test_writing.py"): {
        "REWRITE_JACCARD: Final = 0.6": "REWRITE_JACCARD: Final = 0.5",
        "OPENING_WORDS: Final = 3": "OPENING_WORDS: Final = 2",
        "OPENING_SHARE: Final = 0.6": "OPENING_SHARE: Final = 0.5",
        "NEAR_JACCARD: Final = 0.4": "NEAR_JACCARD: Final = 0.41",
        "NEAR_MOST: Final = 32": "NEAR_MOST: Final = 31",
    },
    _in("core/rules/windows.py", "rules/test_lines.py", "rules/test_plan.py", "pack/test_writing.py"): {
        "if starts(new) >= ends(old):": "if starts(new) > ends(old):",
        "if ends(new) <= starts(old):": "if ends(new) < starts(old):",
        "starts(a) < ends(b) and": "starts(a) <= ends(b) and",
        "if ends(new) >= ends(old) else": "if ends(new) > ends(old) else",
    },
    _in("core/rules/lines.py", "rules/test_lines.py", "pack/test_writing.py"): {
        "_CUTS: Final = (Relation.CHANGE, Relation.EXCEPTION)": "_CUTS: Final = (Relation.CHANGE,)",
        "placed.found.pop(ended, None)": "pass",
    },
    _in("core/rules/named.py", "rules/test_lines.py", "pack/test_writing.py"): {
        "if starts(other) > starts(newcomer)]": "if starts(other) >= starts(newcomer)]",
        "return claim.id in other.supersedes and _of_one_scope": "return _of_one_scope",
    },
    _in("core/rules/same.py", "pack/test_writing.py", "rules/test_plan.py"): {
        "new.author not in (old.author, *old.witnesses)": "new.author != old.author",
    },
    _in("core/state/views.py", "state/test_views.py", "pack/test_views.py", "pack/test_invariants.py"): {
        'column("t_expired")[part] > basis.believed_at': 'column("t_expired")[part] >= basis.believed_at',
        'basis.believed_at, side="right"': 'basis.believed_at, side="left"',
        "(starts <= basis.true_at)": "(starts < basis.true_at)",
        "(ends > basis.true_at)": "(ends >= basis.true_at)",
        "<= basis.true_at < held.until": "<= basis.true_at <= held.until",
    },
    _in("core/state/chains.py", "state/test_chains.py"): {
        "if chain[-1].t_tx <= believed_at:": "if chain[-1].t_tx <= believed_at + 1:",
        "from bisect import bisect_right": "from bisect import bisect_left as bisect_right",
    },
    _in("core/state/held.py", "state/test_held.py"): {
        "if believed_at >= self.t_tx:": "if believed_at >= self.t_tx - 10**12:",
        "self._links.set(key, entry.value)": "pass",
        "sorted(versions, key=lambda one: one.id)": "versions",
    },
    _in("core/state/stored_table.py", "state/test_stored_tables.py"): {
        "tx = min(self.tx, self._file.tx_at(believed_at))": "tx = self.tx",
        "return [*self._stored_chain(key), *fresh]": "return self._stored_chain(key) or fresh",
        "if fresh and fresh[0].t_tx <= believed_at:": "if fresh:",
    },
    _in("core/claims/claim.py", "claims/test_claim.py"): {
        "instant < self.t_invalid": "instant <= self.t_invalid",
        "self.t_valid <= instant": "self.t_valid < instant",
    },
    _in("core/claims/validation.py", "claims/test_validation.py"): {
        "start >= draft.t_invalid": "start > draft.t_invalid",
        "if observed > now + FUTURE_SLACK": "if observed > now + 2 * FUTURE_SLACK",
    },
    _in("core/clocks/clock.py", "clocks/test_instants.py"): {"last + 1": "last"},
    _in("core/clocks/human.py", "clocks/test_human.py", "pack/test_two_clocks.py"): {
        'if bound == "end":': 'if bound == "start":',
        "return _whole(reading, home, bound)": "return _whole(reading, zone_named('UTC'), bound)",
        "instant_of(start, home)\n    shown": "instant_of(start, zone_named('UTC'))\n    shown",
        "home if start.tzinfo is home else None": "None",
        '(_OCCURS[occurs] if bound == "start" else "")': '""',
    },
    _in("core/clocks/local_time.py", "clocks/test_human.py", "pack/test_two_clocks.py"): {
        "if before > after:": "if before < after:",
        "    return high\n": "    return low\n",
        "if not EARLIEST <= instant <= LATEST:": "if not EARLIEST < instant < LATEST:",
    },
    _in("core/clocks/iso_dates.py", "clocks/test_human.py", "pack/test_two_clocks.py"): {
        "if second == 60:": "if second == 61:",
        "-ahead if text[0]": "ahead if text[0]",
        "-count if back else count": "count",
        "% 12 + 12 * afternoon": "+ 12 * afternoon",
        "[(year, second, first), (year, first, second)]": "[(year, second, first)]",
    },
    _in("core/clocks/date_words.py", "clocks/test_one_zone.py", "clocks/test_human.py"): {
        "(now.astimezone(UTC) + passed)": "(now + passed)",
        "if _follows(text, moment, now, languages, toward):": "if False:",
        "_OTHER[toward]) != found": "toward) != found",
    },
    _in("core/clocks/periods.py", "clocks/test_human.py"): {
        "if not 1 <= year <= 9999:": "if not 1 <= year < 9999:",
        "min(start.day, calendar": "max(1, calendar",
        "timedelta(days=day.weekday())": "timedelta(days=day.weekday() + 1)",
    },
    _in("core/clocks/study_day.py", "clocks/test_study_day.py"): {
        "local - timedelta(hours=rollover_hour)": "local - timedelta(hours=rollover_hour, microseconds=1)",
    },
    _in("core/timeline/diff.py", "timeline/test_diff.py", "pack/test_rows_of_the_clocks.py"): {
        'believed_at, side="right"': 'believed_at, side="left"',
        "(a == _HIDDEN) & (b != _HIDDEN)": "(a != _HIDDEN) & (b != _HIDDEN)",
        "shown & (a != b)": "shown",
        "gone & ~withdrawn": "gone",
        '~columns.column("believed")[then]': 'columns.column("believed")[then]',
    },
    _in("core/timeline/history.py", "timeline/test_history.py", "pack/test_keys_on_two_clocks.py"): {
        "if entry.t_tx <= believed_at]": "if entry.t_tx < believed_at]",
        "if place + 1 < len(chain)": "if place + 2 < len(chain)",
    },
    _in("core/timeline/edges.py", "timeline/test_edges.py", "pack/test_rows_of_the_clocks.py"): {
        "    if claim.state == UNDONE:\n": "    if False:\n",
        "claim is not None and claim.state != UNDONE": "claim is not None",
        " and not read.was_ended_by(old, new)": "",
        "if read.holds(one)": "",
    },
    _in("core/pack/keys.py", "pack/test_keys_on_two_clocks.py", "pack/test_two_clocks.py"): {
        "claim.t_valid > basis.true_at": "claim.t_valid >= basis.true_at",
        "claim.t_invalid <= basis.true_at": "claim.t_invalid < basis.true_at",
        "if line.claim.key == key and": "if",
        "return here and view.set in (None, claim.set)": "return here",
    },
    _in("core/state/columns.py", "pack/test_premises.py", "pack/test_two_clocks.py"): {
        "return believed and start <= instant < end": "return start <= instant < end",
    },
    _in("core/pack/pages.py", "pack/test_premises.py", "pack/test_two_clocks.py"): {
        "return premise.believed and premise.true_at(true_at)": "return premise.true_at(true_at)",
        "claim.t_invalid <= true_at:": "claim.t_invalid < true_at:",
        "claim.t_valid > true_at:": "claim.t_valid >= true_at:",
    },
    _in("core/pack/reads.py", "pack/test_reads_on_two_clocks.py"): {
        "    if first.is_now and second.is_now:\n": "    if True:\n",
        "self.reader.find(name, self.view(view).believed_at)": "self.reader.find(name)",
        "deeds.all_at(self.basis(view).believed_at)": "deeds.all_at(self.now())",
    },
    _in("core/pack/graphs.py", "pack/test_reads_on_two_clocks.py"): {
        "tx = last_tx(reader, log, basis.believed_at)": "tx = reader.held.tx",
    },
    _in("core/pack/endings.py", "pack/test_closing.py", "pack/test_two_clocks.py", "pack/test_undo.py"): {
        "at <= stands.t_valid:": "at < stands.t_valid:",
        "at >= stands.t_invalid:": "at > stands.t_invalid:",
        "    if held.closing is None and start": "    if start",
        " and _lies_within(stands, start):": ":",
        "if stands.id not in held.supersedes:": "if True:",
        "if stands.t_valid is not None and stands.t_valid >= work.now:": "if False:",
        "if one.t_recorded < closing.t_tx]": "if one.t_recorded <= closing.t_tx]",
        'changes["precision"] = (stands.precision[0], former.precision[1])': "pass",
    },
    _in("core/pack/accepting.py", "pack/test_proposals.py", "pack/test_closing.py"): {
        "older.t_valid >= start)": "older.t_valid > start)",
    },
    _in("core/pack/work.py", "pack/test_proposals.py", "pack/test_undo.py"): {
        "if claim_id in (proposal.new, proposal.old):": "if claim_id == proposal.old:",
    },
    _in("core/pack/reviewing.py", "pack/test_reviewing.py", "pack/test_clock_marks.py"): {
        "day is None or day < work.today": "day is None or day <= work.today",
        "if day > work.today + 1:": "if False:",
        "return day + 1": "return day",
        "work.now - wall < SET_BACK and ": "",
        "rev not in (None, stands.rev) or regraded": "regraded",
        "    if review.suspended:\n": "    if False:\n",
        'parameters=read_parameters(work.setting("parameters"))': "parameters=None",
    },
    _in("core/pack/clock_marks.py", "pack/test_clock_marks.py"): {
        "verified_day=day, doubted_day=None": "verified_day=day",
        "buried_day=work.today": "buried_day=work.today + 1",
        "    if marked == review:\n": "    if False:\n",
    },
    _in("core/pack/merging_reviews.py", "pack/test_clock_marks.py", "pack/test_merging_rules.py"): {
        "doubted < verified:": "doubted <= verified:",
        "    if other in (was, mine):\n": "    if True:\n",
        "return max(day for day in (mine, other)": "return min(day for day in (mine, other)",
    },
    _in("core/pack/checks.py", "pack/test_checks.py"): {
        "clocks.asked_on(day) & (days <= day)": "(days <= day)",
        "ended[place] = claim.closing is not None": "ended[place] = True",
        'counted[place] = how_withdrawn(claim) == "retracted"': "counted[place] = True",
        "reader.day_of(end - 1, basis.believed_at) < second": "False",
        " - answered)": ")",
        'days - np.where(columns.column("pinned")[clocks.rows], BEFORE_ALL, 0)': "days",
        "places <= np.partition(": "places < np.partition(",
        "clocks.doubted_day + DOUBT_DAYS, ": "clocks.doubted_day, ",
    },
    _in("core/pack/review_fold.py", "pack/test_review_log.py"): {
        "if taker.tx not in taken and (until": "if (until",
        "if until is not None and row.t_tx > until:": "if False:",
        "gone = marked.get(row.id, row.tx in taken)": "gone = row.tx in taken",
        '"ms": command.milliseconds if command else None,': '"ms": None,',
    },
    _in("core/review/rows.py", "pack/test_review_log.py", "review/test_statistics.py"): {
        "standing = [row for row in rows if not row.revoked]": "standing = list(rows)",
        "return row.tx > began.tx and (last": "return (last",
    },
    _in("core/review/rows.py", "review/test_histories.py"): {
        "return state.reps > 0 and _said": "return _said",
        "row.revoked or not _led_to(": "row.revoked or _led_to(",
        "return state.last_day, state.last_at, ": "return ",
    },
    _in("core/review/statistics.py", "review/test_statistics.py"): {
        "self.planned >= MATURE else": "self.planned > MATURE else",
        "min(LONGEST_ANSWER_MS, max(0, ms))": "max(0, ms)",
        "if day < today)": "if day <= today)",
    },
    _in("core/review/loss.py", "review/test_loss.py"): {
        "_NUMBER: Final = _powers(1.99, 1.89)": "_NUMBER: Final = _powers(1.99, 1.5)",
        "chance if recalled else 1 - chance": "chance",
        "sum(size * gap**2 for": "sum(gap**2 for",
    },
    _in("core/review/histories.py", "review/test_histories.py"): {
        "row.ms < FAST_MS": "row.ms < 0",
        "len(graded) < OWN_REVIEWS": "len(graded) < 1",
        "or slow[0] is graded[0]": "or True",
    },
    _in("core/review/forward.py", "review/test_forward.py"): {
        "np.minimum(left, stability / np.exp(w[17] * w[18]))": "left",
        "np.where(grade == HARD, w[15],": "np.where(grade == HARD, 1.0,",
        "_first_difficulty(w, EASY)": "_first_difficulty(w, 3)",
    },
    _in("core/review/holdout.py", "review/test_fit.py"): {
        "if read.used < LEAST_REVIEWS:": "if read.counted < LEAST_REVIEWS:",
        "better=losses[FITTED] < held,": "better=losses[FITTED] < losses[CONSTANT],",
        "predict(found.parameters, table)}.items()": "predict(SHIPPED, table)}.items()",
    },
    _in("core/foreign/review_lines.py", "foreign/test_review_lines.py"): {
        "if 0 <= number < LEAST_MS:": "if False:",
        "if number < 0 or not is_writable(instant):": "if number < 0:",
        "RECALLS: Final = frozenset({0, 1, 2})": "RECALLS: Final = frozenset({0, 1, 2, 3})",
        "lines = [one for one in lines if one.card != card]": "lines = []",
        '    _day(fields, "due_day")\n': "",
    },
    _in("core/pack/merging_rows.py", "pack/test_merging_reviews.py"): {
        "rows = {**there, **here}": "rows = here",
        "return other if they_know else mine": "return mine",
        "joined = [replace(row, revoked=True) if row.id in stands_aside else row for row in rows.values()]": (
            "joined = list(rows.values())"
        ),
        "if is_undone(row.claim):": "if False:",
    },
    _in("core/review/cue.py", "review/test_cue.py"): {
        "max(ceil(EARLIEST * end), main_verb(said, 0, end) or 0)": "0",
        "max((run for run in found if run[0] < denied), default=found[-1])": "found[-1]",
        "end = _past_name(said, names, count)": "end = count",
    },
    _in("core/pack/review_import.py", "pack/test_review_files.py"): {
        "if line.at > pack.now():": "if False:",
        "free = [row for row in new if row.study_day not in taken]": "free = new",
        "return at // MILLISECOND, grade or 0": "return at, grade or 0",
    },
    _in("core/pack/review_taking.py", "pack/test_review_files.py"): {
        "due_day=moved.due_day if is_newest else state.due_day": "due_day=moved.due_day",
        "if one.grade not in GRADES or one.at > work.now:": "if one.grade not in GRADES:",
    },
    _in("core/foreign/anki_deck.py", "pack/test_deck.py"): {
        "-1 if card.suspended else kind": "kind",
        "shown = escape(text)": "shown = text",
    },
    _in("core/review/truth.py", "review/test_truth.py"): {
        "PRIOR_DAYS: Final = 1095": "PRIOR_DAYS: Final = 1000",
        "DOUBT_DAYS: Final = 7": "DOUBT_DAYS: Final = 8",
        "last_day < day + lived.check_after": "last_day <= day + lived.check_after",
    },
    _in("core/review/leech.py", "review/test_leech.py"): {
        "FIRST_AT: Final = 4": "FIRST_AT: Final = 5",
        "review.last_grade == AGAIN and ": "",
    },
    _in("core/review/parameters.py", "review/test_vectors.py"): {
        "weights[6] + 0.5": "weights[6]",
        "(*weights, 0.0, _OLD_DECAY)": "(*weights, 0.0, SHIPPED[20])",
        "if not least <= weight <= most:": "if not least <= weight:",
    },
    _in("core/review/retrievability.py", "review/test_retrievability.py", "pack/test_reviewing.py"): {
        "Curve(parameters[20], parameters[0])": "Curve(parameters[20])",
        "day - since, curve.decay)": "day - since)",
    },
    _in("core/pack/linking.py", "pack/test_graph_reads.py"): {
        "work.now - last < HOLD": "work.now - last <= HOLD",
        "MAX_FIRED: Final = 24": "MAX_FIRED: Final = 25",
    },
    _in("core/pack/undoing.py", "pack/test_undo.py"): {
        "    if later:\n": "    if False:\n",
        "    refuse_two_values(work)\n": "    pass\n",
        "    refuse_without_evidence(work)\n": "    pass\n",
        "    if leaning:\n": "    if False:\n",
    },
    _in("core/pack/writing.py", "pack/test_writing.py"): {
        "if would != set(command.seen_closing):": "if not would <= set(command.seen_closing):",
        "if stands.rev != command.expect_rev:": "if stands.rev < command.expect_rev:",
        "(edited.entities, edited.set) !=": "(edited.entities, stands.set) !=",
    },
    _in("core/pack/dispatch.py", "pack/test_undo.py", "pack/test_invariants.py", "pack/test_proposals.py"): {
        "for effect in effects if effect.table == tables.CLAIM": "for effect in effects",
    },
    _in("core/pack/quick.py", "pack/test_quick.py"): {
        "claim.workspace in (workspace, EVERYWHERE)": "claim.workspace == workspace",
        "and not claim.resting": "",
    },
    _in("core/review/queue.py", "review/test_queue.py", "pack/test_queue.py"): {
        "one.part, 0.0 if one.part == NEW else sign * one.faded": "0, sign * one.faded",
        "FIRST if first else PINNED if pinned": "PINNED if pinned else FIRST if first",
        "min(count, room - sum(asked))": "min(count, room)",
        "waiting = max(0, waiting - a_morning)": "waiting = max(1, waiting - a_morning)",
    },
    _in("core/review/spacing.py", "review/test_spacing.py"): {
        "if between > best:": "if between >= best:",
        "asked.append(names)": "",
    },
    _in("core/review/neglect.py", "review/test_neglect.py"): {
        "day += OVERDUE * days + 1": "day += OVERDUE * days",
        "days = max(1, days // 2)": "days = max(1, days)",
    },
    _in("core/review/spread.py", "review/test_spread.py"): {
        "room = a_morning - scheduled.get(day, 0)": "room = a_morning",
        "if day > today:": "if day >= today:",
    },
    _in("core/pack/spreading.py", "pack/test_spreading.py"): {
        "(every.reps > 0) & every.asked_on(day)": "every.asked_on(day)",
        "staying = len(due.rows) - len(ids)": "staying = 0",
    },
    _in("core/pack/sweeping.py", "pack/test_sweeping.py"): {
        "and not claim.pinned": "",
        "and never_recalled(review)": "",
        "live - len(gone) - live_cap": "live - live_cap",
    },
    _in("core/pack/fading.py", "pack/test_fading.py"): {
        "(not one.worth, one.line.retrievability": "(one.line.retrievability",
        "if recall < below:": "if recall <= 0:",
    },
    _in("core/pack/clock_rows.py", "pack/test_queue.py"): {
        "held.reviewed[taken:]": "held.reviewed[taken + 1 :]",
    },
    _in("core/pack/cards.py", "pack/test_cards.py"): {
        "count - len(self._order)": "len(self._ids)",
    },
    _in("core/pack/queue.py", "pack/test_queue.py", "pack/test_quick.py"): {
        "self.new_a_day - introduced": "self.new_a_day",
        "self.session_limit - graded": "self.session_limit",
        "clocks.asked_on(day) & ": "",
    },
    _in("core/pack/vectors.py", "pack/test_vectors.py"): {
        "while left != 0 and goes_on() and self._encode(": "while left != 0 and self._encode(",
    },
    _in("core/search/dense.py", "search/test_dense.py"): {
        "come < len(waiting) and come <= _STEP": "come <= _STEP",
        "_STEP: Final = 0.01": "_STEP: Final = 0.02",
        "first, second = first[both], second[both]": "pass",
    },
    _in("core/graph/links.py", "graph/test_links.py", "pack/test_graph_reads.py"): {
        "MAX_LINKS: Final = 8": "MAX_LINKS: Final = 9",
        "MIN_OVERLAP: Final = 0.3": "MIN_OVERLAP: Final = 0.34",
    },
    _in("core/graph/fire.py", "graph/test_fire.py", "pack/test_graph_reads.py"): {
        "GAIN: Final = 0.1": "GAIN: Final = 0.2",
        "FADE: Final = 0.98": "FADE: Final = 0.97",
    },
    _in("core/graph/hubs.py", "pack/test_graph_reads.py"): {
        "DAMPING: Final = 0.85": "DAMPING: Final = 0.8501"
    },
}

PLANTED = tuple(
    Planted(file, right, wrong, tests)
    for (file, tests), wrongs in TABLE.items()
    for right, wrong in wrongs.items()
)


def plant(planted: Planted, tree: Path) -> None:
    """Copy the project to an empty folder and put one error into it."""
    for name in COPIED:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        copy(source, tree / name)  # type: ignore[operator]
    file = tree / planted.file
    text = file.read_text(encoding="utf-8")
    if text.count(planted.right) != 1:
        raise LookupError(
            f"{planted.file} holds {planted.right!r} {text.count(planted.right)} times, not once"
        )
    file.write_text(text.replace(planted.right, planted.wrong), encoding="utf-8")


def is_noticed(planted: Planted) -> bool:
    """Whether the tests of a planted error fail (or hang) in a copy of the project."""
    with TemporaryDirectory() as folder:
        plant(planted, Path(folder))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *planted.tests]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stdout.decode(errors="replace")[-2_000:])
        return done.returncode == 1


if __name__ == "__main__":
    unseen = [planted for planted in PLANTED if not is_noticed(planted)]
    print(*unseen, sep="\n")
    print(f"{len(PLANTED) - len(unseen)} of {len(PLANTED)} planted errors were noticed")
    sys.exit(bool(unseen))
