"""How long a regular expression of a lexicon can take: an upper bound, found without running it.

A regular expression tries one way after another to cover a word. `(a+)+` has more ways than anybody can wait
for; so has a row of thirty `a?`. The ways are counted from the expression alone, for the longest word that
expressions are asked about, and a lexicon whose expression has too many is refused.
"""

from __future__ import annotations

LONGEST_WORD = 64
"""Longer words have no endings and beginnings: no word of a natural text comes near."""
MOST_WAYS = 100_000
"""An expression with more ways is refused."""
LONGEST_PATTERN = 2000
_MANY = 10**12


def too_slow(pattern: str) -> bool:
    """Whether an expression might take too long on a word of `LONGEST_WORD` letters."""
    return len(pattern) > LONGEST_PATTERN or ways(pattern) > MOST_WAYS


def ways(pattern: str) -> int:
    """In how many ways, at most, an expression can be tried on a word; of one that is none, any number."""
    return _Counter(pattern).alternatives(0)


class _Counter:
    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def next(self, *signs: str) -> str:
        """The next sign, if it is one of these, and step over it."""
        for sign in signs:
            if self.pattern.startswith(sign, self.at):
                self.at += len(sign)
                return sign
        return ""

    def alternatives(self, depth: int) -> int:
        """What stands between `|`, up to the end of a group."""
        if depth > 50:
            return _MANY
        total = self.sequence(depth)
        while self.next("|"):
            total += self.sequence(depth)
        return min(total, _MANY)

    def sequence(self, depth: int) -> int:
        total = 1
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            group, inner = self.item(depth)
            least, most = self.quantifier()
            if group:
                rounds = range(least, min(most, LONGEST_WORD) + 1)
                inner = sum(min(inner**n, _MANY) for n in rounds)
            else:
                inner = max(1, min(most, LONGEST_WORD) - least + 1)
            total = min(total * max(1, inner), _MANY)
        return total

    def item(self, depth: int) -> tuple[bool, int]:
        """One character, class or group, stepped over: whether it is a group, and its ways."""
        sign = self.pattern[self.at]
        self.at += 1
        if sign == "(":
            inner = self.alternatives(depth + 1)
            self.next(")")
            return True, inner
        if sign == "\\":
            self.at += 1
        elif sign == "[":
            self.next("^")
            self.next("]")
            while self.at < len(self.pattern) and self.pattern[self.at] != "]":
                self.at += 2 if self.pattern[self.at] == "\\" else 1
            self.at += 1
        return False, 1

    def quantifier(self) -> tuple[int, int]:
        """How often the last item may stand: 1 to 1 if nothing says otherwise."""
        least, most = 1, 1
        if sign := self.next("*", "+", "?"):
            least, most = {"*": (0, _MANY), "+": (1, _MANY), "?": (0, 1)}[sign]
        elif self.pattern.startswith("{", self.at):
            inside, closed, _ = self.pattern[self.at + 1 :].partition("}")
            low, comma, high = inside.partition(",")
            if closed and (low.isdecimal() or not low) and (high.isdecimal() or not high) and inside:
                self.at += len(inside) + 2
                least = int(low[:9] or 0)
                most = (int(high[:9]) if high else _MANY) if comma else least
        self.next("?", "+")  # lazy or possessive: no more ways than greedy
        return least, most
