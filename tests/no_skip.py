"""With PACKBENCH_NO_SKIP=1 a skipped test is a failed one: a machine that has everything skips nothing."""

import os
from collections.abc import Generator

import pytest

_SENTENCE = "skipped, though with PACKBENCH_NO_SKIP=1 nothing may be: "


def _forbidden() -> bool:
    return os.environ.get("PACKBENCH_NO_SKIP") == "1"


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    match report.longrepr:
        case (_, _, str(reason)):
            return reason.removeprefix("Skipped: ")
        case other:
            return str(other)


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    if _forbidden() and report.skipped and not hasattr(report, "wasxfail"):
        report.longrepr = _SENTENCE + _reason(report)
        report.outcome = "failed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse(report)
    return report
