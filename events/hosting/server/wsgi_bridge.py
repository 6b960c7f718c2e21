"""Connect Uvicorn to Django: only complete requests take a thread, and answers leave it complete.

Neither a stalled body nor a slow reader holds a thread: both wait where waiting is cheap.
"""

import asyncio
import io
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from contextlib import AsyncExitStack
from functools import partial
from http import HTTPStatus
from typing import IO, Any

from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.http import HttpRequest, parse_cookie
from django.urls import reverse
from django.utils import translation
from django.utils.http import http_date
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from events.api.bodies import MOST_BYTES as MOST_BYTES_OF_PROGRAMS
from events.api.program_access import BEARER
from events.api.token_actions import digest_of
from events.hosting.server.event_streams import is_stream, streams
from events.hosting.server.public_answers import language_of
from events.hosting.server.request_bodies import Bodies, BodyError, DisconnectedError, Receive
from events.hosting.server.shares import HEAVY_PATIENCE, FullError, Shares
from events.hosting.server.thread_pool import LateError, Pool
from events.hosting.server.wsgi_messages import (
    Environ,
    Reply,
    Scope,
    Send,
    environ_of,
    send_alive,
    send_reply,
    swallow,
)
from events.models import AccessToken, OrganisationToken
from events.web.health import ADDRESSES, ALIVE
from events.web.heavy import line_of
from events.web.logins import DEVICE, is_known_device
from events.web.problems import API, PROBLEM, problem_of
from events.web.write_failures import LATE, Trouble

Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

# Threads reserved for sessions, so that the desk finds one however busy phones are.
FOR_STAFF = 2
MOST_WAITING = 2000
# Ten desks send entries at the same moment, and the database takes one after the other. Threads
# that wait for one lock switch constantly, get it in random order and delay other pages. With
# SQLite, two alternating threads also reload each other's writes. So entries wait in a queue.
ENTRY = "/enter/"
# A password check takes a third of a second of processor time, so one is made at a time, and the
# next logins wait without a thread; devices that logged in before have their own queue.
MOST_LOGINS = 40
KNOWN, UNKNOWN = "login of a known device", "login"
# Sessions whose account is cached.
MOST_ACCOUNTS = 4096
# A desk waits this long for its answer, and a staff page for a thread; then it gets the reason.
PATIENCE = 4.0


class Bridge:
    """The ASGI application that runs a WSGI one in a fixed number of threads.

    `in_line`: number of results of one round entered at once. `patience`: the seconds after which a
    desk learns that its entry takes too long, and others with a session that no thread is free.
    `account_of` returns the account of a session by its key.
    """

    def __init__(
        self,
        application: Wsgi,
        threads: int,
        bodies: Bodies | None = None,
        in_line: int = 1,
        patience: float = PATIENCE,
        account_of: Callable[[str], Hashable | None] | None = None,
    ) -> None:
        self._application = application
        self._account_of = account_of or account_of_session
        self._accounts: OrderedDict[str, Hashable] = OrderedDict()
        self._shares = Shares()
        self._patience = patience
        self._pool = Pool(threads, in_line)
        self._bodies = bodies or Bodies()
        self._anybody = asyncio.Semaphore(max(1, threads - FOR_STAFF))
        self._waiting = 0
        self._logging_in: Counter[str] = Counter()
        self._login_turns = {lane: asyncio.Semaphore(1) for lane in (KNOWN, UNKNOWN)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = dict(scope["headers"])
        if scope["path"] == ALIVE:
            # Even while all threads are busy: a server that asks clients to wait is not dead.
            await send_alive(send)
            return
        try:
            body = await self._body(scope["path"], headers, receive)
        except BodyError as error:
            await self._refuse(error.status, scope, receive, send)
            return
        except DisconnectedError:
            return
        with body:
            if scope["method"] == "POST" and scope["path"] == reverse("login"):
                lane = lane_of(headers.get(b"cookie", b""))
                if self._logging_in[lane] >= MOST_LOGINS:
                    await self._refuse(HTTPStatus.TOO_MANY_REQUESTS, scope, receive, send)
                    return
                self._logging_in[lane] += 1
                try:
                    async with self._login_turns[lane]:
                        reply = await self._run(scope, body)
                finally:
                    self._logging_in[lane] -= 1
            elif scope["path"] in ADDRESSES:
                reply = await self._run_in_time(scope, body)
            else:
                try:
                    reply = await self._run_in_turn(scope, headers, body)
                except FullError as full:
                    if _size(body) > self._bodies.limits.of_anybody or full.trouble is None:
                        await self._refuse(full.status, scope, receive, send)
                        return
                    reply = await self._say(scope, body, full.trouble)
        if reply is None:
            return
        if is_stream(reply.status, reply.headers) and streams.has_room(scope):
            with reply.body as first:
                first.seek(0)
                await streams.hold(scope, reply.headers, first.read(), send)
            return
        await send_reply(reply, scope["method"] == "HEAD", send)

    async def _body(self, path: str, headers: dict[bytes, bytes], receive: Receive) -> IO[bytes]:
        if headers.keys().isdisjoint((b"content-length", b"transfer-encoding")):
            return io.BytesIO()
        length = headers.get(b"content-length", b"0")
        announced = int(length) if length.isdigit() else 0
        # Programs have no session, and have their own limit (docs/reference/api.md).
        if path.startswith(API):
            if announced > MOST_BYTES_OF_PROGRAMS:
                raise BodyError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            sender = partial(known_program, headers.get(b"authorization", b""))
        else:
            sender = partial(logged_in_account, headers.get(b"cookie", b""))
        return await self._bodies.read(receive, announced, partial(self._pool.run, sender))

    async def _run_in_turn(
        self, scope: Scope, headers: dict[bytes, bytes], body: IO[bytes]
    ) -> Reply | None:
        """Answer a request once its account has a free thread and, if heavy, its turn.

        Raises FullError if the request is not started.
        """
        account = await self._account(headers.get(b"cookie", b""))
        line = line_of(scope["method"], scope["path"], _size(body))
        async with AsyncExitStack() as turns:
            if line is not None:
                await turns.enter_async_context(self._shares.heavy(line, account))
            if account is not None:
                patience = self._patience if line is None else HEAVY_PATIENCE
                await turns.enter_async_context(self._shares.of(account, patience))
                if line is None:
                    return await self._run_in_time(scope, body)
                return await self._run(scope, body)
            # A program is identified by its token, and shares the threads of anonymous clients.
            if program := headers.get(b"authorization"):
                await turns.enter_async_context(self._shares.of(program, HEAVY_PATIENCE))
            return await self._run_for_anybody(scope, body)

    async def _run_for_anybody(self, scope: Scope, body: IO[bytes]) -> Reply | None:
        if self._waiting >= MOST_WAITING:
            raise FullError(None)
        self._waiting += 1
        try:
            async with self._anybody:
                return await self._run(scope, body)
        finally:
            self._waiting -= 1

    async def _account(self, cookie: bytes) -> Hashable | None:
        """Return the account of a session; None for a stranger or an invalid session."""
        key = parse_cookie(cookie.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
        if not key:
            return None
        account = self._accounts.get(key)
        if account is not None:
            self._accounts.move_to_end(key)
            return account
        try:
            find = partial(self._account_of, key)
            account = await self._pool.run(find, patience=self._patience)
        except (LateError, DatabaseError, InterfaceError):
            # Django meets the same failure and explains it.
            return key
        if account is not None:
            self._accounts[key] = account
            while len(self._accounts) > MOST_ACCOUNTS:
                self._accounts.popitem(last=False)
        return account

    async def _say(self, scope: Scope, body: IO[bytes], trouble: Trouble) -> Reply | None:
        """Return an error page that explains why a request was refused; a form is shown again."""
        late = partial(self._work, scope, body, lambda: False, trouble)
        # Runs in a thread outside the pool, without database queries.
        return await asyncio.to_thread(late)

    async def _run_in_time(self, scope: Scope, body: IO[bytes]) -> Reply | None:
        """Answer a request with a session, or report in time that it takes too long.

        An entry is answered in time in any case, so that a desk never waits for another one; if it
        was entered after all, sending the same entry again reports that.
        """
        enters = scope["method"] == "POST" and scope["path"].endswith(ENTRY)
        line = scope["path"] if enters else None
        # A timed-out job may still run, and reads from its own copy of the body.
        typed = io.BytesIO(body.read()) if enters else body
        gone = scope.get("state", {}).get("gone", lambda: False)
        work = partial(self._work, scope, typed, gone)
        try:
            return await self._pool.run(work, line, self._patience)
        except LateError:
            return await self._say(scope, body, Trouble.LATE)

    async def _run(self, scope: Scope, body: IO[bytes]) -> Reply | None:
        gone = scope.get("state", {}).get("gone", lambda: False)
        return await self._pool.run(partial(self._work, scope, body, gone))

    def _work(
        self,
        scope: Scope,
        body: IO[bytes],
        gone: Callable[[], bool],
        trouble: Trouble | None = None,
    ) -> Reply | None:
        # A phone that gave up in the queue has sent its request again since.
        if gone() and scope["method"] in ("GET", "HEAD"):
            return None
        reply = Reply()
        environ = environ_of(scope, body)
        if trouble is not None:
            environ[LATE] = trouble
        answer = self._application(environ, reply.start)
        try:
            for piece in answer:
                reply.body.write(piece)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
        return reply

    async def _refuse(self, status: HTTPStatus, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        language = language_of(headers.get(b"cookie", b""), headers.get(b"accept-language", b""))
        with translation.override(language):
            text, kind = words_of(status).encode(), "text/plain; charset=utf-8"
            if scope["path"].startswith(API):
                text, kind = _problem_for_programs(status), PROBLEM
        answered = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(text)).encode()),
            (b"cache-control", b"private, no-store"),
            (b"date", http_date().encode()),
            (b"connection", b"close"),
        ]
        # The same body is too large later, too.
        if status is not HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            answered.append((b"retry-after", b"5"))
        await send({"type": "http.response.start", "status": status.value, "headers": answered})
        if headers.get(b"expect", b"").lower() != b"100-continue":
            await send({"type": "http.response.body", "body": text, "more_body": True})
            await swallow(receive)
            text = b""
        await send({"type": "http.response.body", "body": text, "more_body": False})


def _size(body: IO[bytes]) -> int:
    """Return a body's number of bytes, and rewind it."""
    size = body.seek(0, 2)
    body.seek(0)
    return size


def words_of(status: HTTPStatus) -> str:
    """Return the answer to a request that was not read."""
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return _("The request is too large. Log in first, or send a smaller file.")
    if status is HTTPStatus.REQUEST_TIMEOUT:
        return _("The request took too long to arrive. Go back and send it again.")
    return _("The server is busy. Go back and send it again in a few seconds.")


def _problem_for_programs(status: HTTPStatus) -> bytes:
    """Return a refusal's body: detail in English, title in the active language."""
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        words = _("The body can be at most 1 MB, and 64 KB without a valid access token.")
        return problem_of(status, words).content
    with translation.override("en"):
        words_in_english = words_of(status)
    return problem_of(status, words_in_english).content


def known_program(authorization: bytes) -> Hashable | None:
    """Return the digest of a header's valid access token. Queries the database."""
    match = BEARER.fullmatch(authorization.decode("latin-1"))
    if match is None:
        return None
    try:
        digest = digest_of(match[1])
        rows = (AccessToken.objects, OrganisationToken.objects)
        is_known = any(known.usable().filter(digest=digest).exists() for known in rows)
        return digest if is_known else None
    finally:
        close_old_connections()


def lane_of(cookie: bytes) -> str:
    """Return the queue of a login, by the Cookie header of its device."""
    known = is_known_device(parse_cookie(cookie.decode("latin-1")).get(DEVICE, ""))
    return KNOWN if known else UNKNOWN


def logged_in_account(cookie: bytes) -> Hashable | None:
    """Return the account of a Cookie header's session. Queries the database."""
    key = parse_cookie(cookie.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    return account_of_session(key) if key else None


def account_of_session(key: str) -> Hashable | None:
    """Return the account logged in with a session key. Queries the database."""
    request = HttpRequest()
    request.session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
    try:
        return get_user(request).pk
    finally:
        close_old_connections()
