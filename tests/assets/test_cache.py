"""Results are kept, found by what they were made from, and made again when anything is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.assets.cache import Cache


class Maker:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> bytes:
        self.asked += 1
        return b"result"


def test_a_result_is_made_once(tmp_path: Path) -> None:
    """The second time, also of another `Cache`, it is read; other parts are another result."""
    make = Maker()
    parts: list[list[str | bytes]] = [["a", b"b"], ["a", b"b"], ["ab", b""], ["a", b"c"]]
    for given in parts:
        assert Cache(tmp_path / "c").get("x", given, make) == b"result"
    assert make.asked == 3
    assert (tmp_path / "c" / ".gitignore").read_text("utf-8") == "*\n"


@pytest.mark.parametrize("broken", [b"", b"x", None, b"changed"])
def test_a_broken_entry_is_made_again(broken: bytes | None, tmp_path: Path) -> None:
    """Cut off, changed in the middle or empty: what comes back is whole, and is kept whole."""
    make = Maker()
    cache = Cache(tmp_path)
    cache.get("x", ["a"], make)
    path = next(p for p in tmp_path.iterdir() if p.name != ".gitignore")
    path.write_bytes(path.read_bytes()[:-1] + b"!" if broken is None else broken)
    assert cache.get("x", ["a"], make) == b"result"
    assert make.asked == 2
    assert cache.get("x", ["a"], make) == b"result"
    assert make.asked == 2


def test_a_cache_that_cannot_be_written_costs_time_alone(tmp_path: Path) -> None:
    """Where the folder should be is a file: everything is made, nothing fails."""
    (tmp_path / "file").write_text("", "utf-8")
    make = Maker()
    for _ in range(2):
        assert Cache(tmp_path / "file" / "cache").get("x", ["a"], make) == b"result"
    assert make.asked == 2
