"""Text that looks like a key, a password or a token. Every pattern takes linear time."""

import re
from typing import Final, NamedTuple


class Form(NamedTuple):
    """One shape of a credential: what it is called, words one of which must occur, and the pattern."""

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _form(kind: str, hints: str, pattern: str) -> Form:
    return Form(kind, tuple(hints.split()), re.compile(pattern))


NAMED_SECRET: Final = "a secret under its name"

_START = r"(?<![A-Za-z0-9])"

FORMS: Final = (
    _form("a private key", "private", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY"),
    _form("an age secret key", "age-secret-key-1", r"(?i:AGE-SECRET-KEY-1)"),
    _form(
        "a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", _START + r"(?:gh[pousr]_|github_pat_)\w{30}"
    ),
    _form("a GitLab token", "glpat-", _START + r"glpat-[\w-]{20}"),
    _form("a Slack token", "xox", _START + r"xox[bpars]-[A-Za-z0-9-]{10}"),
    _form("an AWS access key", "akia asia", r"(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"),
    _form("a Google key", "aiza", _START + r"AIza[\w-]{35}"),
    _form("a Hugging Face or npm token", "hf_ npm_", _START + r"(?:hf|npm)_[A-Za-z0-9]{30}"),
    _form("a JSON Web Token", "eyj", r"(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10}"),
    _form(
        "an API key",
        "sk- sk_ rk_",
        _START
        + r"(?:sk-(?:proj|ant|or|live|test|svcacct)-[\w-]{8}|sk-[A-Za-z0-9]{8}|[rs]k_(?:live|test)_\w{8})",
    ),
    _form(
        "a bearer token",
        "bearer",
        _START
        + r"(?i:bearer)\s+"
        + r"(?:(?=[A-Za-z._~+/=-]*[0-9])[\w.~+/=-]{8}|(?=[a-z]*[A-Z])[A-Za-z]{12}|[\w.~+/=-]{20})",
    ),
    _form("a password in an address", "://", r"://[^\s/:@]{1,100}:[^\s/@]{1,100}@"),
    _form(
        NAMED_SECRET,
        "key secret passw passphrase token",
        r"(?i)(?<![a-z])(?:api[_ -]?key|access[_-]key|secret|password|passwd|passphrase|token)"
        r"(?:[_-](?:access|key|id|value)){0,3}[\"'`]?\s{0,3}(?::(?!:)|=(?!=))",
    ),
)
"""Shapes as their issuers write them (core/README.md, Figures of the text rules)."""


_BY_HINT: Final = tuple((hint, form) for form in FORMS for hint in form.hints)


def credential_in(text: str) -> tuple[str, tuple[int, int]] | None:
    """The kind of the first credential-shaped stretch and its span, or None."""
    lowered = text.lower()
    for hint, form in _BY_HINT:
        if hint in lowered:
            match = form.pattern.search(text)
            if match:
                return form.kind, match.span()
    return None
