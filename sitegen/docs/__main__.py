"""`python -m sitegen.docs`: write the reference documentation; `--check`: is it what would be written?"""

from __future__ import annotations

import sys

from sitegen import docs


def main(arguments: list[str]) -> int:
    """The exit code: 1 if `--check` finds a page stale, 2 for any other argument."""
    if arguments == ["--check"]:
        for name in (found := docs.stale()):
            print(f"sitegen/docs/{name} is not what the code says now; run: python -m sitegen.docs")
        return 1 if found else 0
    if arguments:
        print("usage: python -m sitegen.docs [--check]")
        return 2
    for name in docs.write():
        print(f"wrote sitegen/docs/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
