"""Results kept from one build to the next, found by what they were made from."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_DIGEST = 32


@dataclass(frozen=True)
class Cache:
    """A folder of results. A cache that cannot be read or written costs time and nothing else.

    An entry begins with the digest of what it holds: one that was cut off or changed is made again.
    """

    folder: Path

    def get(self, kind: str, given: Sequence[str | bytes], make: Callable[[], bytes]) -> bytes:
        """What `make` gives. All that the result depends on has to be `given`."""
        path = self.folder / f"{kind}-{_key(given)}"
        with suppress(OSError):
            kept = path.read_bytes()
            if sha256(kept[_DIGEST:]).digest() == kept[:_DIGEST]:
                return kept[_DIGEST:]
        made = make()
        with suppress(OSError):
            self._keep(path, made)
        return made

    def _keep(self, path: Path, made: bytes) -> None:
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True)
            (self.folder / ".gitignore").write_text("*\n", "utf-8")
        handle, name = tempfile.mkstemp(dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(sha256(made).digest() + made)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise


def _key(given: Sequence[str | bytes]) -> str:
    """The digest of several parts; where one ends and the next begins counts."""
    digest = sha256()
    for part in given:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:32]
