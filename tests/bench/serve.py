"""How long it takes from saving a file until the new page is there: python -m tests.bench.serve [PAGES LOCALES RUNS]

A site of 20 pages in 20 locales (`tests.bench.large`), served by the command in a process of its own. A file
of each kind is changed; measured is the time from before the write until the whole changed page has been
received by a client that waits for the stream of changes as a browser does, and until the list of the page's
problems has. A page that is not yet the changed one is asked for again at the next change. The check of the
whole site, which begins after a quiet moment, is given none. Printed are milliseconds: median and worst.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from statistics import median

from tests.bench import large
from tests.deals import ROOT

TARGET = 200.0
SLUG = "page-01"


class Site:
    """The large site and files of it to change: each change writes a number that the page then shows."""

    def __init__(self, root: Path, lang: str) -> None:
        self.root, self.lang = root, lang

    def replace(self, name: str, pattern: str, by: Callable[[re.Match[str]], str]) -> None:
        path = self.root / name
        text = path.read_text("utf-8")
        changed, number = re.subn(pattern, by, text, count=1, flags=re.MULTILINE | re.DOTALL)
        assert number == 1, (name, pattern)
        path.write_text(changed, "utf-8")

    def po(self, n: int) -> str:
        title = re.search(r'^title = "(.*)"', self.page_source(), re.MULTILINE)
        assert title is not None
        pattern = rf'(^msgid "{re.escape(title[1])}"\nmsgstr ")[^"]*'
        self.replace(f"locales/{self.lang}/LC_MESSAGES/messages.po", pattern, lambda m: f"{m[1]}Mot{n}")
        return f"Mot{n}"

    def page_source(self) -> str:
        return (self.root / f"content/pages/{SLUG}.md").read_text("utf-8")

    def page(self, n: int) -> str:
        self.replace(f"content/pages/{SLUG}.md", r"^(## )[\w ]+( \{#rules)", lambda m: f"{m[1]}Word{n}{m[2]}")
        return f"Word{n}"

    def example(self, n: int) -> str:
        ours = 20 + n
        pattern = r"cards = \{ NS = \d+, EW = \d+ \}"
        self.replace(
            f"content/examples/{SLUG}.toml",
            pattern,
            lambda _: f"cards = {{ NS = {ours}, EW = {152 - ours} }}",
        )
        return f'data-fact="ns.cards" value="{ours}"'

    def rule(self, n: int) -> str:
        name = "content/rules/belote-maison.toml"
        self.replace(name, r'^title = "[^"]*"', lambda _: f'title = "House {n}"')
        return f"House {n}"

    def lexicon(self, n: int) -> str:
        pattern = r'(^\[outcome\].*?^made = \[)[^"]*"[^"]*"'
        self.replace(f"locales/{self.lang}/lexicon.toml", pattern, lambda m: f'{m[1]}"mot{n}"')
        return f"mot{n}"

    def words(self, n: int) -> str:
        path = self.root / "locales" / self.lang / "words.txt"
        path.write_text(path.read_text("utf-8") + f"zzz{n}\n", "utf-8")
        return "</html>"

    def template(self, n: int) -> str:
        self.replace(
            "templates/blocks.html", r'<section class="trick[^"]*"', lambda _: f'<section class="trick t{n}"'
        )
        return f'class="trick t{n}"'

    def css(self, n: int) -> str:
        path = self.root / "templates/assets/site.css"
        path.write_text(path.read_text("utf-8") + f"/* {n} */\n", "utf-8")
        return f"/* {n} */"

    def svg(self, n: int) -> str:
        path = self.root / "templates/assets/icon.svg"
        path.write_text(re.sub(r"<!--.*-->", "", path.read_text("utf-8")) + f"<!-- {n} -->", "utf-8")
        return f"<!-- {n} -->"


class Client:
    """A browser as far as it matters: one connection for the changes, one for pages."""

    def __init__(self, port: int) -> None:
        self.pages = HTTPConnection("127.0.0.1", port)
        events = HTTPConnection("127.0.0.1", port)
        events.request("GET", "/-/events")
        self.events: HTTPResponse = events.getresponse()

    def change(self) -> None:
        """Wait for the next change."""
        while not self.events.readline().startswith(b"event: change"):
            pass

    def get(self, path: str) -> str:
        self.pages.request("GET", path)
        return self.pages.getresponse().read().decode()


KINDS: dict[str, tuple[Callable[[Site, int], str], str, str]] = {
    "PO": (Site.po, "{lang}", f"/{{lang}}/{SLUG}.html"),
    "page": (Site.page, "en", f"/en/{SLUG}.html"),
    "example": (Site.example, "{lang}", f"/{{lang}}/{SLUG}.html"),
    "rule set": (Site.rule, "en", f"/en/{SLUG}.html"),
    "lexicon": (Site.lexicon, "{lang}", f"/{{lang}}/{SLUG}.html"),
    "words": (Site.words, "{lang}", f"/{{lang}}/{SLUG}.html"),
    "template": (Site.template, "{lang}", f"/{{lang}}/{SLUG}.html"),
    "css": (Site.css, "{lang}", "/assets/site.css"),
    "svg": (Site.svg, "{lang}", "/assets/icon.svg"),
}
"""Kind of file → how it is changed, the language of the page looked at, what a browser then asks for."""


def measure(site: Site, client: Client, kind: str, runs: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the page and until its problems, run by run."""
    change, lang, path = (KINDS[kind][0], *(text.format(lang=site.lang) for text in KINDS[kind][1:]))
    until_page, until_problems = [], []
    client.get(f"/{lang}/{SLUG}.html")
    for n in range(runs):
        start = time.perf_counter()
        wanted = change(site, 10 + n)
        client.change()
        while wanted not in client.get(path):
            client.change()
        until_page.append(1000 * (time.perf_counter() - start))
        while '"outdated": true' in client.get(f"/-/problems/{lang}/{SLUG}.json"):
            pass
        until_problems.append(1000 * (time.perf_counter() - start))
        time.sleep(0.1)
    return until_page, until_problems


def main() -> int:
    pages, locales, runs = (int(a) for a in (sys.argv[1:] or ("20", "20", "15")))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "site"
        large.make(root, pages, locales)
        command = [sys.executable, "-m", "sitegen", "--root", str(root), "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
            try:
                assert server.stdout is not None
                found = re.search(r":(\d+)/", server.stdout.readline())
                assert found is not None
                client = Client(int(found[1]))
                site = Site(root, "fr")
                start = time.perf_counter()
                client.get(f"/fr/{SLUG}.html")
                first = 1000 * (time.perf_counter() - start)
                client.get(f"/-/problems/fr/{SLUG}.json")
                print(
                    f"{pages} pages in {locales} locales; ms, median and worst of {runs}; the first page {first:.0f}"
                )
                slow = False
                for kind in KINDS:
                    page, problems = measure(site, client, kind, runs)
                    slow |= median(page) > TARGET
                    print(
                        f"  {kind:9} page {median(page):6.0f} {max(page):6.0f}"
                        f"    problems {median(problems):6.0f} {max(problems):6.0f}",
                        flush=True,
                    )
            finally:
                server.terminate()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
