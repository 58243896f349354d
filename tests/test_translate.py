"""The translator's work: languages added, spans bound, words, terms and seals recorded; each twice without harm."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegen import catalog as catalogs
from sitegen import site, translate
from sitegen.prose.bind import unbound
from sitegen.prose.lexicon import CLASSES, KEYS
from sitegen.prose.spans import spans
from sitegen.translate import Change, skeleton
from tests.deals import ROOT
from tests.tiny import Tiny

PO = "locales/fr/LC_MESSAGES/messages.po"
LEXICON = "locales/fr/lexicon.toml"


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path / "site")


# add ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "lang", "plural"),
    [
        ("de", "de", "nplurals=2; plural=(n != 1);"),
        ("pt_BR", "pt-BR", "nplurals=3; plural="),
        ("ja", "ja", "nplurals=1; plural=0;"),
        ("he", "he", "nplurals="),
        ("zh-Hant", "zh-Hant", "nplurals=1; plural=0;"),
    ],
)
def test_a_language_is_added(given: str, lang: str, plural: str, tiny: Tiny) -> None:
    """It is listed as a draft, with every message to translate, its plural rule, and every key of a lexicon."""
    result = tiny.run("locale", "add", given)
    assert result.exit_code == 0, result.output
    assert f"sitegen locale bind {lang}" in result.stdout
    assert tomllib.loads(tiny.read("content/site.toml"))["locales"][lang] == {"status": "draft"}
    catalog, problems = catalogs.load_catalog(tiny.root, lang)
    project, _ = site.load(tiny.root)
    assert project is not None
    assert problems == []
    assert catalog.entries.keys() == project.messages.keys()
    assert catalog.header is not None
    assert plural in catalog.header.msgstr.value
    source = tomllib.loads(tiny.read("locales/en/lexicon.toml"))
    added = tomllib.loads(tiny.read(f"locales/{lang}/lexicon.toml"))
    assert added.keys() == KEYS.keys()
    for table in (*CLASSES, "term", "claim"):
        assert added[table].keys() == source[table].keys()


def test_adding_twice_changes_nothing(tiny: Tiny) -> None:
    """What a translator wrote stays; a file that is gone is written again."""
    tiny.run("locale", "add", "de")
    tiny.change("locales/de/lexicon.toml", "S = []  # spade{s,}", 'S = ["Pik"]  # spade{s,}')
    before = tiny.tree()
    result = tiny.run("locale", "add", "de")
    assert (result.exit_code, tiny.tree()) == (0, before)
    tiny.path("locales/de/LC_MESSAGES/messages.po").unlink()
    tiny.run("locale", "add", "de")
    assert tiny.tree() == before


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "the language that the pages are written in"),
        ("xx", "CLDR knows no language xx"),
        ("../de", "CLDR knows no language"),
        ("", "CLDR knows no language"),
        ("german", "CLDR knows no language german"),
    ],
)
def test_what_cannot_be_added(lang: str, said: str, tiny: Tiny) -> None:
    """It is refused with a reason, and nothing is written."""
    before = tiny.tree()
    result = tiny.run("locale", "add", lang)
    assert (result.exit_code, said in result.stderr, tiny.tree()) == (1, True, before)


def test_a_dry_run_writes_nothing(tiny: Tiny) -> None:
    """It shows what would be written."""
    before = tiny.tree()
    shown = tiny.run("locale", "add", "de", "--dry-run").stdout
    assert '+status = "draft"' in shown
    assert "new file locales/de/lexicon.toml" in shown
    assert tiny.tree() == before


def test_every_table_shows_how_it_is_filled() -> None:
    """What the source does not need, or calls otherwise, is shown as a comment; the file can be read as it is."""
    source = tomllib.loads((ROOT / "locales" / "en" / "lexicon.toml").read_text("utf-8"))
    text = skeleton("Deutsch", "de", source)
    assert 'card = "<rank> <suit>"  # <rank> of <suit>\n' in text
    assert 'indices = {}  # { A = "A", K = "K", Q = "Q", J = "J" }\n' in text
    assert "[avoid]\n# taker = []  # declarer\n" in text
    assert '[gender]\n# noun = "its determiners, with spaces between them"\n' in text
    assert tomllib.loads(text)["avoid"] == tomllib.loads(text)["gender"] == {}


def test_number_words_of_a_new_language_are_shown() -> None:
    """A lexicon to fill shows the number words that CLDR has, and the source's words beside each key."""
    text = skeleton("Deutsch", "de", {"suit": {"S": ["spade{s,}"]}, "claim": {"law.follow": ["one", "two"]}})
    assert "7 sieben" in text
    assert "S = []  # spade{s,}\n" in text
    assert '"law.follow" = []  # one; two\n' in text
    assert tomllib.loads(text).keys() == KEYS.keys()
    assert "span_only = []  # if they are everyday words here as well: ein, eine, einem, " in text
    assert "span_only = []  # one, both; if they are everyday words here as well: ein, " in skeleton(
        "x", "de", {"scan": {"span_only": ["one", "both"]}}
    )


# bind -----------------------------------------------------------------------------------------------------


def test_spans_are_put_in(tiny: Tiny) -> None:
    """All spans of a language are taken out; `bind` puts them back, the site checks again, and once is enough."""
    catalog, _ = catalogs.load_catalog(tiny.root, "fr")
    before = tiny.read(PO)
    bare = before
    for entry in catalog.entries.values():
        bare = bare.replace(
            entry.msgstr.value.replace('"', r"\""), unbound(entry.msgstr.value).replace('"', r"\"")
        )
    assert bare.count("](#") < before.count("](#") / 1.5
    tiny.write(PO, bare)
    assert tiny.check("--locale", "fr")[0] == 1
    result = tiny.run("locale", "bind", "fr")
    assert result.exit_code == 0
    assert tiny.check("--locale", "fr")[1]["problems"] == []
    bound = tiny.read(PO)
    result = tiny.run("locale", "bind", "fr")
    assert (result.stdout, tiny.read(PO)) == ("", bound)


def test_what_is_not_found_is_listed(tiny: Tiny) -> None:
    """With the line of the PO file, what the address stands for, and the words that would do."""
    catalog, _ = catalogs.load_catalog(tiny.root, "fr")
    entry = next(e for e in catalog.entries.values() if "#1.card" in e.msgstr.value)
    tiny.change(PO, f'msgstr "{entry.msgstr.value}"', 'msgstr "Rien du tout."')
    result = tiny.run("locale", "bind", "fr")
    line = entry.msgstr.place().line
    assert f"{PO}:{line}: #1.card was not found: it stands for " in result.stdout
    assert "Words for it: " in result.stdout
    lost = len({s.target for s in spans(entry.msgid.value)})
    assert f"{lost} not found and left to you\n" in result.stderr


def _counts(told: str) -> dict[str, int]:
    """What `bind` counts, by the words behind each number."""
    return {words: int(n) for n, words in re.findall(r"(\d+) ([a-z' ]+)", told)}


def test_what_is_counted_adds_up(tiny: Tiny) -> None:
    """Every fact of a translated message is counted once, whatever became of it; what is said again, apart."""
    catalog, _ = catalogs.load_catalog(tiny.root, "fr")
    facts = sum(len({s.target for s in spans(e.msgid.value)}) for e in catalog.entries.values())
    entry = next(e for e in catalog.entries.values() if "#k.turn.2" in e.msgstr.value)
    tiny.change(PO, entry.msgstr.value, "Après Ouest, et encore Ouest, on joue: Ouest. [Lui](play.md)")
    result = tiny.run("locale", "bind", "fr")
    assert (
        "Après [Ouest](#k.turn.2), et encore [Ouest](#k.turn.2), on joue: [Ouest](#k.turn.2)."
        in tiny.read(PO)
    )
    counts = _counts(result.stderr)
    assert counts == {
        "facts of the translated messages": facts,
        "bound now": 1,
        "bound before": facts - 2,
        "said by a claim's phrase": 0,
        "not found and left to you": 1,
    }
    assert "Words that say one of them once more, bound as well: 2\n" in result.stderr
    counts = _counts(tiny.run("locale", "bind", "fr").stderr)
    assert (counts["bound now"], counts["bound before"]) == (0, facts - 1)


def test_what_a_claim_says_is_counted(tiny: Tiny) -> None:
    """A fact that the phrase of a claim says is bound by it: it needs no span of its own."""
    source = "[North](#me.seat): [North must follow suit](#must-follow.me)."
    tally = translate._tally(source, "Nord doit fournir.", "[Nord doit fournir](#must-follow.me).", [])
    assert (tally, tally.facts) == (translate.Tally(now=1, in_claims=1), 2)


def test_the_phrases_of_a_claim_that_is_not_found_are_listed(tiny: Tiny) -> None:
    """As they may be written in this message: with the names of its example, not with slots."""
    tiny.change(PO, "[Est remporte le pli](#wins.me)", "Est gagne")
    told = tiny.run("locale", "bind", "fr").stdout
    assert "#wins.me was not found: none of its phrases stands here\n    Phrases: Est remporte le pli" in told


def test_a_link_that_is_missing_is_listed(tiny: Tiny) -> None:
    """`bind` puts in spans, not links to pages: those are told."""
    tiny.change(PO, "[Le jeu de la carte](play.md#tricks)", "Le jeu de la carte")
    assert "the link to play.md#tricks is missing" in tiny.run("locale", "bind", "fr").stdout


def test_an_unfinished_lexicon_binds_nothing(tiny: Tiny) -> None:
    """Words cannot be found without a lexicon: the command says what to do first."""
    tiny.run("locale", "add", "de")
    result = tiny.run("locale", "bind", "de")
    assert (result.exit_code, "sitegen check --locale de" in result.stderr) == (1, True)


# word and term --------------------------------------------------------------------------------------------


def test_a_form_is_added(tiny: Tiny) -> None:
    """It stands behind the others, the rest of the file stays byte for byte, and what it mends is shown."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr "Le pli de pique"')
    word = "pique"
    before = tiny.read(LEXICON)
    tiny.write(LEXICON, before.replace('S = ["pique{,s}"]', 'S = ["piquet"]'))
    assert 'S = ["piquet"]' in tiny.read(LEXICON)
    result = tiny.run("locale", "word", "fr", "suit.S", word)
    assert result.exit_code == 0
    assert tiny.read(LEXICON) == before.replace('S = ["pique{,s}"]', 'S = ["piquet", "pique"]')
    assert "mended: " in result.stdout
    assert tiny.run("locale", "word", "fr", "suit.S", word).stdout == "recorded already\n"


@pytest.mark.parametrize(
    ("where", "form", "written"),
    [
        ("claim.void", "<seat> manque de <suit>", '"<seat> manque de <suit>"]'),
        ("neg", "guères", 'guères"\n'),
        ("glue", "auxdites", 'auxdites"\n'),
        ("conj", "cependant", 'cependant"\n'),
        ("num.2", "paire", '"paire"]'),
    ],
)
def test_forms_of_every_kind(where: str, form: str, written: str, tiny: Tiny) -> None:
    """Phrases of claims, words of lists and numbers are added as forms of values are."""
    before = tiny.read(LEXICON)
    assert tiny.run("locale", "word", "fr", where, form).exit_code == 0
    after = tiny.read(LEXICON)
    assert written in after
    assert len(after.splitlines()) == len(before.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("outcome.made", "chute"), "L104"),
        (("suit.Z", "x"), "there are S, H, D, C"),
        (("affix.suffix", "x"), "classes with words are"),
        (("claim.void", "<nobody> passe"), "L102"),
        (("suit.S", "{"), "L102"),
        (("claim.must-ruff", "Est coupe"), "write <seat>"),
        (
            ("claim.beats", "<card> gagne"),
            'L106 phrase-without-slot: "<card> gagne" lacks a second <card>: the claim beats',
        ),
        (("claim.beats", "<card> gagne"), '    The source (en) has "<card> beats <card>".\n'),
        (("card.AS", "x"), "the places of a lexicon are suit, rank,"),
        (("chelem",), "a word that the site avoids"),
    ],
)
def test_what_cannot_be_recorded(arguments: tuple[str, ...], said: str, tiny: Tiny) -> None:
    """An unknown place, a form that means something else already, a phrase with an unknown slot: nothing is written."""
    before = tiny.tree()
    result = tiny.run("locale", "word", "fr", *arguments)
    assert (result.exit_code, said in result.stderr, tiny.tree()) == (1, True, before)


def test_terms(tiny: Tiny) -> None:
    """They are listed with the source's; the first word given becomes the preferred one; others are avoided."""
    listed = tiny.run("locale", "term", "fr").stdout
    assert [line.split()[0] for line in listed.splitlines()[1:]] == list(
        tomllib.loads(tiny.read("locales/en/lexicon.toml"))["term"]
    )
    old = tomllib.loads(tiny.read(LEXICON))["term"]["taker"]
    tiny.run("locale", "term", "fr", "taker", "tenant")
    assert tomllib.loads(tiny.read(LEXICON))["term"]["taker"] == ["tenant", *old]
    tiny.run("locale", "term", "fr", "taker", "joueur visé", "--avoid")
    assert "joueur visé" in tomllib.loads(tiny.read(LEXICON))["avoid"]["taker"]
    assert tiny.run("locale", "term", "fr", "nothing", "x").exit_code == 1


def test_a_change_that_mends_nothing_says_nothing(tiny: Tiny) -> None:
    """A problem whose help alone changes is neither mended nor new."""
    catalog, _ = catalogs.load_catalog(tiny.root, "fr")
    entry = next(e for e in catalog.entries.values() if "](#must-follow" in e.msgstr.value)
    span = next(s for s in spans(entry.msgstr.value) if s.target.startswith("must-follow"))
    tiny.write(PO, tiny.read(PO).replace(f"[{span.text}](#{span.target})", f"[Rien](#{span.target})", 1))
    result = tiny.run("locale", "word", "fr", "claim.must-follow", "<seat> a le devoir de suivre")
    assert (result.exit_code, "mended" in result.stdout, "new problems" in result.stdout) == (0, False, False)


def test_many_new_words_are_listed_and_recorded_at_once(tiny: Tiny) -> None:
    """Each with its place; `--all` records them, and what the lexicon has is not recorded."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr "Les plis, néanmoins vraiment"')
    listed = tiny.run("locale", "word", "fr").stdout
    line = tiny.read(PO)[: tiny.read(PO).index("néanmoins")].count("\n") + 1
    assert listed == f"{PO}:{line}: néanmoins\n{PO}:{line}: vraiment\n"
    before = tiny.read("locales/fr/words.txt").splitlines()
    tiny.run("locale", "word", "fr", "--all")
    assert tiny.read("locales/fr/words.txt").splitlines() == sorted([*before, "néanmoins", "vraiment"])
    assert tiny.run("locale", "word", "fr").stdout == ""
    assert tiny.run("locale", "word", "fr", "pique").stdout == "recorded already\n"


def test_words_of_no_text_are_struck(tiny: Tiny) -> None:
    """`--prune` keeps what the texts need, and nothing else."""
    before = tiny.read("locales/fr/words.txt")
    tiny.run("locale", "word", "fr", "néanmoins")
    assert "-néanmoins\n" in tiny.run("locale", "word", "fr", "--prune").stdout
    assert tiny.read("locales/fr/words.txt") == before


# seal -----------------------------------------------------------------------------------------------------


@pytest.fixture
def exchanged(tiny: Tiny) -> Iterator[tuple[Tiny, int]]:
    """A site with a translation whose values come in another order, and the line of its entry."""
    project, _ = site.load(tiny.root)
    assert project is not None
    for entry in project.catalogs["fr"].entries.values():
        found = [s for s in spans(entry.msgstr.value) if s.text.isdecimal()]
        if len(found) > 1 and found[0].text != found[1].text:
            one, other = (f"[{s.text}](#{s.target})" for s in found[:2])
            swapped = entry.msgstr.value.replace(one, "\0").replace(other, one).replace("\0", other)
            tiny.write(PO, tiny.read(PO).replace(entry.msgstr.value, swapped))
            if [p["code"] for p in tiny.check("--locale", "fr")[1]["problems"]] == ["F504"]:
                yield tiny, entry.line
                return
            tiny.write(PO, tiny.read(PO).replace(swapped, entry.msgstr.value))
    pytest.fail("no message of the small site has an order")


def test_an_order_is_sealed(exchanged: tuple[Tiny, int]) -> None:
    """It is listed, sealed by its line, and then the site has no problem; a void seal is replaced."""
    tiny, line = exchanged
    assert tiny.run("locale", "seal", "fr").stdout.startswith(f"{PO}:{line}:\n")
    for _ in range(2):
        assert tiny.run("locale", "seal", "fr", str(line)).exit_code == 0
        line += 1  # the seal is a line before the message
        assert tiny.check("--locale", "fr")[1]["problems"] == []
        assert tiny.read(PO).count("# prose: order-ok ") == 1
        assert tiny.run("locale", "seal", "fr").stdout == ""
        text = tiny.read(PO)
        found = text.index("# prose: order-ok ") + len("# prose: order-ok ")
        tiny.write(PO, text[:found] + "00000000" + text[found + 8 :])


def test_only_what_asks_for_it_is_sealed(tiny: Tiny) -> None:
    """A line whose message has its values in order is refused."""
    before = tiny.read(PO)
    result = tiny.run("locale", "seal", "fr", "20")
    assert (result.exit_code, "no order to confirm here" in result.stderr, tiny.read(PO)) == (1, True, before)


# all of them ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["bind", "word", "term", "seal"])
def test_a_language_that_is_not_there(command: str, tiny: Tiny) -> None:
    """It is a wrong call, and says which languages there are."""
    result = tiny.run("locale", command, "xx")
    assert (result.exit_code, "known are en, fr" in result.stderr) == (2, True)


def test_a_difference_shows_what_changes() -> None:
    """Lines that go and come, with one line around them."""
    change = Change("a", "one\ntwo\nthree\nfour\n", "one\n2\nthree\nfour\n")
    assert change.diff() == "--- a\n+++ a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"


def test_every_language_of_the_site_has_the_keys_of_the_table() -> None:
    """What `add` writes and documents is what the lexicons of the site use: no key is undocumented or dead."""
    used = set[str]()
    for path in sorted(ROOT.glob("locales/*/lexicon.toml")):
        used |= tomllib.loads(path.read_text("utf-8")).keys()
    assert used == KEYS.keys()
