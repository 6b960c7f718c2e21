"""The server's own parts in this process, on a port of the loopback address."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import pytest
from django.conf import LazySettings
from uvicorn.config import Config
from uvicorn.server import Server

from events.hosting.server import connection_limits
from events.hosting.server import request_bodies as limits_of_bodies
from events.hosting.server.connection_limits import ConnectionLimiter, Limits
from events.hosting.server.protocol import PageProtocol
from events.hosting.server.public_answers import public_answers
from events.hosting.server.request_bodies import Bodies
from events.hosting.server.wsgi_bridge import PATIENCE, Bridge
from events.hosting.server.wsgi_messages import Environ
from events.public_site.event_list import event_list
from events.public_site.page import pack
from events.public_site.page_cache import page_cache
from events.web.write_failures import LATE

THREADS = 3


@pytest.fixture(autouse=True)
def fresh(settings: LazySettings) -> Iterator[None]:
    settings.PUBLIC_SECONDS = 600
    for one in (page_cache, event_list, public_answers, held):
        one.forget()
    yield
    held.let_go.set()
    for one in (page_cache, event_list, public_answers):
        one.forget()


class Held:
    """Requests that stay on their threads until they are let go."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again, as the first test did."""
        self.arrived = threading.Semaphore(0)
        self.let_go = threading.Event()
        self.once = threading.Event()


held = Held()
logins: list[Held] = []


def told(environ: Environ, start: Callable[..., object]) -> Iterable[bytes]:
    """A small site behind the server: it answers with the request."""
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.3)
    if LATE in environ:
        start("503 Service Unavailable", [("Content-Type", "text/plain")])
        return [b"late"]
    if environ["PATH_INFO"].startswith("/once") and not held.once.is_set():
        held.once.set()
        held.arrived.release()
        held.let_go.wait(120)
    if environ["PATH_INFO"].startswith("/held"):
        held.arrived.release()
        held.let_go.wait(120)
    if environ["PATH_INFO"] == "/login/" and logins:
        logins[0].arrived.release()
        logins[0].let_go.wait(120)
    if environ["PATH_INFO"].endswith("/stream"):
        first = b"data: first\n\n"
        start(
            "200 OK", [("Content-Type", "text/event-stream"), ("Content-Length", str(len(first)))]
        )
        return [first]
    if environ["PATH_INFO"] == "/large":
        start("200 OK", [("Content-Type", "application/octet-stream")])
        return [b"x" * 100_000] * 50
    words = [environ["REQUEST_METHOD"], environ["PATH_INFO"].encode("latin-1").decode()]
    words += [environ["QUERY_STRING"], environ.get("HTTP_COOKIE", ""), str(len(body))]
    words += sorted(name for name in environ if name.startswith("HTTP_X_"))
    text = "|".join(words).encode()
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
    return [text]


@pytest.fixture
def held_logins() -> Iterator[Held]:
    """Logins stay on their thread until they are let go."""
    logins.append(Held())
    yield logins[0]
    logins.pop().let_go.set()


class Clock:
    """The clock that limits of connections are measured by; a test moves it on."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


clock = Clock()


@pytest.fixture(autouse=True)
def own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "time", clock)


class Site:
    """A server in a thread; `ask` sends bytes and returns everything until the connection ends."""

    def __init__(
        self,
        limits: Limits,
        bodies: limits_of_bodies.Limits,
        patience: float = PATIENCE,
        threads: int = THREADS,
    ) -> None:
        self.limiter = ConnectionLimiter(limits)
        kind = type("Kind", (PageProtocol,), {"limiter": self.limiter})
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.port = self.listening.getsockname()[1]
        self.bodies = Bodies(bodies)
        config = Config(
            Bridge(told, threads, self.bodies, patience=patience, account_of=str),
            http=kind,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            date_header=False,
            server_header=False,
            callback_notify=self.look,
            timeout_notify=0,
            timeout_graceful_shutdown=1,
        )
        self.server = Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))
        self.looked = threading.Event()
        self.thread.start()
        assert self.looked.wait(60)

    async def look(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.limiter.close_overdue()
        self.looked.set()

    def later(self, seconds: float) -> None:
        """Let so many seconds pass at once, and the server look for what is overdue."""
        clock.ahead += seconds
        asyncio.run_coroutine_threadsafe(self.look(), self.loop).result(60)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 30)

    def ask(self, *pieces: bytes, pause: float = 0.05) -> bytes:
        with self.connect() as line:
            for piece in pieces:
                line.sendall(piece)
                if len(pieces) > 1:
                    time.sleep(pause)
            return until_end(line)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)


def until_end(line: socket.socket) -> bytes:
    """Everything that comes until the other side closes."""
    came = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65536):
            came += piece
    return came


def until_quiet(line: socket.socket, size: int, seconds: float = 30) -> bytes:
    """At least `size` bytes."""
    line.settimeout(seconds)
    came = b""
    while len(came) < size:
        piece = line.recv(65536)
        if not piece:
            break
        came += piece
    return came


@pytest.fixture
def make_site() -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def make(
        limits: Limits | None = None,
        bodies: limits_of_bodies.Limits | None = None,
        patience: float = PATIENCE,
        threads: int = THREADS,
    ) -> Site:
        sites.append(
            Site(limits or Limits(), bodies or limits_of_bodies.Limits(), patience, threads)
        )
        return sites[-1]

    yield make
    for site in sites:
        site.close()


@pytest.fixture
def site(make_site: Callable[..., Site]) -> Site:
    """A site whose first page is held in memory, in English and Japanese."""
    page_cache.event_list = {
        ("/", "en"): pack("<p>English " + "word " * 3000),
        ("/", "ja"): pack("<p>日本語"),
    }
    return make_site()
