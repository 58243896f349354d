"""The order of the alphabet, as each language has it: ICU's collation and index letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ARTICLES = {
    "ar": r"ال",
    "de": r"(?:der|die|das|ein|eine)\s",
    "en": r"(?:the|an?)\s",
    "es": r"(?:el|la|los|las|una?)\s",
    "fr": r"(?:(?:le|la|les|une?)\s|l[’'])",
}
"""What an index passes over at the beginning of an entry; languages without articles are not in it."""
_OPENING = re.compile(r"[\W_]+")


def in_order(words: Sequence[str], lang: str) -> list[int]:
    """The places of some words in the order of a language's alphabet; equal words keep theirs."""
    from icu import Collator, Locale

    collator = Collator.createInstance(Locale.forLanguageTag(lang))
    keys = [collator.getSortKey(_sorted_by(word, lang)) for word in words]
    return sorted(range(len(words)), key=lambda n: (keys[n], n))


def by_letter(words: Sequence[str], lang: str) -> list[tuple[str, list[int]]]:
    """The places of some words under the index letters of a language, both in order; a letter that no word
    stands under is left out."""
    from icu import AlphabeticIndex, Locale

    index = AlphabeticIndex(Locale.forLanguageTag(lang)).buildImmutableIndex()
    groups: dict[int, list[int]] = {}
    for place in in_order(words, lang):
        groups.setdefault(index.getBucketIndex(_sorted_by(words[place], lang)), []).append(place)
    return [(index.getBucket(n)[0], groups[n]) for n in sorted(groups)]


def _sorted_by(words: str, lang: str) -> str:
    """Words as an index orders them: from their first letter or digit on, without an article before others."""
    base = lang.partition("-")[0]
    bare = words[m.end() :] if (m := _OPENING.match(words)) else words
    article = re.match(_ARTICLES[base], bare, re.IGNORECASE) if base in _ARTICLES else None
    rest = bare[article.end() :] if article else ""
    return rest if rest[:1].isalpha() else bare
