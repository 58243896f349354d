"""Independent evidence: text by people who had not seen the checks. True sentences pass, planted errors are found."""

from __future__ import annotations

import pytest

from tests import evidence
from tests.prose import LANGUAGES

TEXTS = sorted((p.parent.name, p.stem) for p in evidence.SETS.glob("*/??.toml"))
"""Set and language of each of its texts."""
KINDS = {
    "wrong suit", "wrong rank", "wrong seat", "wrong number", "negated claim", "swapped spans", "lost binding",
    "unknown card word", "formula that the table contradicts", "rule not stated", "second term for one notion",
    "foreign word left in",
}  # fmt: skip


def test_every_language_has_evidence() -> None:
    """Each language of the site stands in one set at least."""
    assert {lang for _, lang in TEXTS} == set(LANGUAGES)


@pytest.mark.parametrize(("name", "lang"), TEXTS)
def test_evidence(name: str, lang: str) -> None:
    """At least 30 messages; at most one false alarm in a hundred spans; at least 97 % of the errors found."""
    found = evidence.load(name)
    assert len(found.messages[lang]) >= 30
    result = evidence.judge(found, lang)
    assert set(result.planted) == KINDS
    assert all(n >= 6 for n in result.planted.values())
    assert 100 * len(result.alarms) <= result.spans, result.alarms
    assert result.found >= 97, result.escaped
