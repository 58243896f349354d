"""How readers are spared work that was done before: what a file says is remembered until its text changes.

The readers of `content` take a `Remember`; a build uses `afresh`, which remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

T = TypeVar("T")


class Remember(Protocol):
    """Gives what `make` makes, or what it made before from the same texts of `paths` and an equal `given`.

    `what` names the kind of thing made; `make` reads these files and no other, and whatever else its result
    depends on is in `given`.
    """

    def __call__(self, what: str, paths: Sequence[Path], given: object, make: Callable[[], T], /) -> T: ...


def afresh(what: str, paths: Sequence[Path], given: object, make: Callable[[], T], /) -> T:
    """Remembers nothing."""
    return make()
