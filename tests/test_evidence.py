"""Independent evidence: text by people who had not seen the checks. True sentences pass, planted errors are found."""

from __future__ import annotations

import pytest

from tests import evidence
from tests.prose import LANGUAGES

SETS = sorted(p.name for p in evidence.SETS.iterdir() if p.is_dir())
KINDS = {
    "wrong suit", "wrong rank", "wrong seat", "wrong number", "negated claim", "swapped spans", "lost binding",
    "unknown card word", "formula that the table contradicts", "rule not stated", "second term for one notion",
    "foreign word left in",
}  # fmt: skip


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_evidence(name: str, lang: str) -> None:
    """At least 30 messages; at most one false alarm in a hundred spans; at least 97 % of the errors found."""
    found = evidence.load(name)
    assert len(found.messages[lang]) >= 30
    result = evidence.judge(found, lang)
    assert set(result.planted) == KINDS
    assert all(n >= 6 for n in result.planted.values())
    assert 100 * len(result.alarms) <= result.spans, result.alarms
    assert result.found >= 97, result.escaped
