"""The live preview: a small web server that shows every page of every language as the files are now.

Addresses are those of the built site. What begins with `/-/` is the preview's own: its script and style, the
stream of changes that wakes the browsers, the problems of a page and of the whole site, explanations of codes.
"""

from __future__ import annotations

import errno
import ipaddress
import json
import mimetypes
import re
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from markupsafe import Markup

from sitegen import explain
from sitegen.assets.outside import WORKER
from sitegen.serve.changes import QUIET, Changes, WholeCheck, watch_files
from sitegen.serve.preview import Preview, Shown, document, rows_listed

PULSE = 15.0
"""Seconds after which a stream without news says that it is alive: a browser that left is noticed."""
OWN = {"preview.js": "text/javascript", "preview.css": "text/css"}
PAGE = re.compile(r"(?P<lang>[A-Za-z0-9-]+)/(?P<slug>[a-z0-9-]+)\.html")


NO_WORKER = """\
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
"""
"""A service worker that leaves at once, and with it one of a built site that was served here before."""


class CannotServe(Exception):  # noqa: N818  # tells the user what to do
    """The address cannot be served at; the text says why and what to do."""


@contextmanager
def serving(root: Path, host: str = "127.0.0.1", port: int = 8000, quiet: float = QUIET) -> Iterator[Server]:
    """A running preview of a project. CannotServe if the address is not to be had.

    Port 0 is any free one. After `quiet` seconds without a change the whole site is checked. At the end every connection, thread and process of it has ended.
    """
    try:
        server = Server(root, host, port, quiet)
    except OSError as error:
        raise CannotServe(_reason(error, host, port)) from None
    stop = Event()
    check = server.check
    threads = [
        Thread(target=watch_files, args=(root, server.changes, stop), daemon=True),
        Thread(target=check.run, daemon=True),
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield server
    finally:
        stop.set()
        server.changes.close()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join(5)


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use already: choose another, or let one be chosen: sitegen serve --port 0"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that you do not have: choose one above 1023, such as --port 8000"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: leave --host out to serve to this machine alone"
    return f"cannot serve at {host}, port {port}: {error.strerror or error}"


def _type(name: str) -> str:
    """The type of a file by its name; `mimetypes` knows what the machine knows, which may lack fonts."""
    known = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
    suffix = Path(name).suffix
    return known.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


class Server(ThreadingHTTPServer):
    """The web server of a preview: one thread for each connection, all of which end with it."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, root: Path, host: str, port: int, quiet: float) -> None:
        self.root = root
        self.preview = Preview(root)
        self.changes = Changes()
        self.check = WholeCheck(root, self.changes, quiet)
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)
        self.bound = host
        self.allow_any_address = host in ("", "0.0.0.0", "::")

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        host = "127.0.0.1" if self.allow_any_address else self.bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_port}/"

    def server_bind(self) -> None:
        # The standard library asks the resolver for our own name here, which may take seconds.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this server: a foreign name that leads here is an attack (DNS rebinding)."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = (parts.hostname or "").lower(), parts.port or 80
        except ValueError:
            return False
        if port != self.server_port or parts.username is not None or parts.path:
            return False
        if name in ("localhost", "127.0.0.1", "::1", self.bound.lower()):
            return True
        if not self.allow_any_address:
            return False
        with suppress(ValueError):
            return bool(ipaddress.ip_address(name))
        return name == socket.gethostname().lower()


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "sitegen"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 60

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not told: what matters is in the page."""

    def do_GET(self) -> None:
        host = self.headers.get("Host", "")
        if not self.server.is_ours(host):
            self.answer(403, "text/plain", f"this preview answers at {self.server.url} only\n")
            return
        path = unquote(urlsplit(self.path).path, errors="replace")
        if path.startswith("/-/"):
            self.own(path[3:])
        elif path in ("/", "/index.html"):
            self.show(self.server.preview.chooser, "")
        elif m := PAGE.fullmatch(path[1:]):
            self.show(partial(self.server.preview.page, m["lang"], m["slug"]), f"{m['lang']}/{m['slug']}")
        elif m := re.fullmatch(r"/([A-Za-z0-9-]+)(/?)", path):
            self.folder(m[1], bool(m[2]))
        elif path == f"/{WORKER}":
            self.answer(200, "text/javascript", NO_WORKER)
        else:
            self.asset(path[1:])

    do_HEAD = do_GET  # noqa: N815  # the standard library's names

    def refuse(self) -> None:
        self.close_connection = True  # what it sends is not read
        self.answer(405, "text/plain", "a preview is only looked at\n", {"Allow": "GET, HEAD"})

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_CONNECT = refuse  # noqa: N815

    # answers --------------------------------------------------------------------------------------

    def answer(
        self, status: int, type: str, content: str | bytes, headers: Mapping[str, str] | None = None
    ) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.send_response(status)
        charset = "; charset=utf-8" if type.startswith("text/") or type.endswith("json") else ""
        self.send_header("Content-Type", type + charset)
        self.send_header("Content-Length", str(len(data)))
        for name, value in {**HEADERS, **(headers or {})}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def show(self, page: Callable[[], Shown], name: str) -> None:
        """A page, with the preview's script and style, and which version of the files it shows at least."""
        version = f"{self.server.changes.stamp}-{self.server.changes.version}"
        shown = page()
        own = Markup(
            '<link rel="stylesheet" href="/-/preview.css">\n'
            '<script src="/-/preview.js" defer data-version="{}" data-page="{}"></script>\n'
        ).format(version, name)
        before, head, after = shown.html.partition("</head>")
        html = f"{before}{own}{head}{after}" if head else f"{own}{shown.html}"
        self.answer(shown.status, "text/html", html)

    def folder(self, name: str, slash: bool) -> None:
        """A language without a page is its first page, as web servers have it; without the slash, with it."""
        if slash:
            self.show(partial(self.server.preview.page, name, "index"), f"{name}/index")
        else:
            self.answer(301, "text/plain", "", {"Location": f"/{name}/"})

    def asset(self, path: str) -> None:
        """A file of `templates/assets`, or one that is made of the site as it is now; no other."""
        folder = (self.server.root / "templates" / "assets").resolve()
        name = path.removeprefix("assets/")
        if name == path or "\0" in path or any(part in ("", ".", "..") for part in re.split(r"[/\\]", name)):
            self.nothing(path)
            return
        file = (folder / name).resolve()
        if not file.is_relative_to(folder) or not file.is_file():
            made = self.server.preview.made(name)
            if made is None:
                self.nothing(path)
            else:
                self.answer(200, _type(name), made)
            return
        try:
            data = file.read_bytes()
        except OSError:
            self.nothing(path)
            return
        self.answer(200, _type(file.name), data)

    def nothing(self, path: str) -> None:
        html = document(f"There is no page {path}", Markup('<p><a href="/">All languages</a></p>'))
        self.show(lambda: Shown(404, html), "")

    # the preview's own ----------------------------------------------------------------------------

    def own(self, path: str) -> None:
        if path in OWN:
            text = (files("sitegen.serve") / path).read_text("utf-8")
            self.answer(200, OWN[path], text)
        elif path == "events":
            self.events()
        elif path == "problems":
            self.show(self.whole, "-/problems")
        elif path == "problems.json":
            self.json(self.state())
        elif m := re.fullmatch(r"problems/(.+)\.json", path):
            self.problems(m[1])
        elif (m := re.fullmatch(r"explain/([A-Z]\d+)", path)) and m[1] in explain.KNOWN_CODES:
            text = Markup("<pre>{}</pre>").format(explain.explain_code(m[1]))
            self.show(lambda: Shown(200, document(m[1], text)), "-/explain")
        else:
            self.nothing(f"-/{path}")

    def json(self, data: object) -> None:
        self.answer(200, "application/json", json.dumps(data, ensure_ascii=False))

    def problems(self, name: str) -> None:
        """The problems of a page, and the numbers of those of the whole site. Empty if the files change meanwhile:
        the page will ask again."""
        version = self.server.changes.version
        m = PAGE.fullmatch(f"{name}.html")
        found: dict[str, object] | None = {"beside": [], "above": []}
        if m:
            found = self.server.preview.problems(
                m["lang"], m["slug"], lambda: self.server.changes.version != version
            )
        counts = {k: v for k, v in self.state().items() if k != "problems"}
        if found is None:
            self.json({"beside": [], "above": [], "whole": counts, "outdated": True})
        else:
            self.json({**found, "whole": counts, "outdated": False})

    def state(self) -> dict[str, object]:
        """What is known of the whole site: `current` says whether it is of the files as they are now."""
        check = self.server.check
        result: Mapping[str, Any] = check.result or {"problems": []}
        by_language: dict[str, int] = {}
        for problem in result["problems"]:
            by_language[problem["locale"]] = by_language.get(problem["locale"], 0) + 1
        return {
            "checked": check.result is not None,
            "current": check.current,
            "error": check.error,
            "languages": dict(sorted(by_language.items())),
            "problems": result["problems"],
        }

    def whole(self) -> Shown:
        """Every problem of the whole site."""
        state = self.state()
        number = len(state["problems"])  # type: ignore[arg-type]
        title = f"{number} problem{'' if number == 1 else 's'} in the whole site"
        note = "" if state["current"] else "The files have changed since: the site is being checked."
        if state["error"]:
            note = f"The site could not be checked: {state['error']}"
        if not state["checked"]:
            title = "The whole site"
        return Shown(200, document(title, rows_listed(state["problems"]), note))  # type: ignore[arg-type]

    def events(self) -> None:
        """The stream of changes. A browser that says what it knows already hears at once what is newer."""
        changes = self.server.changes
        asked = parse_qs(urlsplit(self.path).query).get("from", [""])[0]
        known = self.headers.get("Last-Event-ID") or asked
        stamp, _, number = known.rpartition("-")
        version = int(number) if stamp == changes.stamp and re.fullmatch(r"\d{1,9}", number) else -1
        checked = changes.checked
        self.close_connection = True
        self.send_response(200)
        for name, value in {**HEADERS, "Content-Type": "text/event-stream", "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        self.send("retry: 500\n\n")
        while not changes.closed:
            news = changes.since(version, checked, PULSE)
            if news is None:
                self.send(": still here\n\n")
                continue
            id = f"{changes.stamp}-{news.version}"
            if news.version != version:
                paths = None if news.paths is None else sorted(news.paths)
                data = json.dumps({"version": id, "paths": paths}, ensure_ascii=False)
                self.send(f"id: {id}\nevent: change\ndata: {data}\n\n")
            if news.checked != checked:
                self.send(f"id: {id}\nevent: checked\ndata: {{}}\n\n")
            version, checked = news.version, news.checked

    def send(self, text: str) -> None:
        self.wfile.write(text.encode())
        self.wfile.flush()


HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
