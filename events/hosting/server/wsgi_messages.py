"""Convert requests and answers between ASGI and WSGI (PEP 3333)."""

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.utils.http import http_date

from events.hosting.server.request_bodies import Receive
from events.web.health import ALIVE_TOLD, TEXT

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]

PIECE = 64 * 1024
IN_MEMORY = 1024 * 1024
# A client above the limit gets an error if it still reads; until then the server discards up to
# this much for this long.
SWALLOW_SECONDS, SWALLOW_BYTES = 3.0, 8 * 1024 * 1024
# Headers about the connection or the transfer of the body.
OF_THE_CONNECTION = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"trailer"}


@dataclass(slots=True)
class Reply:
    """Django's answer: status, headers, body."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: IO[bytes] = field(default_factory=partial(tempfile.SpooledTemporaryFile, IN_MEMORY))

    def start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        """Store status and headers; this is WSGI's start_response."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers]

    def complete_headers(self) -> list[tuple[bytes, bytes]]:
        """Return the headers with the date and the correct length."""
        kept = [header for header in self.headers if header[0].lower() not in OF_THE_CONNECTION]
        names = {name.lower() for name, _text in kept}
        if b"date" not in names:
            kept.append((b"Date", http_date().encode()))
        if self.status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
            # A 304's length would be that of the omitted page.
            return [header for header in kept if header[0].lower() != b"content-length"]
        if b"content-length" not in names:
            kept.append((b"Content-Length", str(self.body.tell()).encode()))
        return kept


def environ_of(scope: Scope, body: IO[bytes]) -> Environ:
    """Return the WSGI environment (PEP 3333) of a request."""
    host, port = scope.get("server") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(body.seek(0, 2)),
    }
    body.seek(0)
    for raw, text in scope["headers"]:
        # A name with an underscore could pass for the hyphenated one that only a proxy may set.
        if b"_" in raw or raw in (b"content-length", b"transfer-encoding"):
            continue
        name = raw.decode("latin-1").upper().replace("-", "_")
        name = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        value = text.decode("latin-1")
        if name in environ:
            value = environ[name] + ("; " if name == "HTTP_COOKIE" else ",") + value
        environ[name] = value
    return environ


async def send_alive(send: Send) -> None:
    """Answer the health check of the server."""
    headers = [
        (b"content-type", TEXT.encode()),
        (b"content-length", str(len(ALIVE_TOLD)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": ALIVE_TOLD})


async def send_reply(reply: Reply, head_only: bool, send: Send) -> None:
    """Send Django's answer in pieces; for HEAD only the head."""
    with reply.body as body:
        headers = reply.complete_headers()
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        left = 0 if head_only else body.tell()
        body.seek(0)
        while left > PIECE:
            piece = body.read(PIECE)
            left -= len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": body.read(left), "more_body": False})


async def swallow(receive: Receive) -> None:
    """Read the rest of a body for a moment, because closing at once would lose the answer."""
    left = SWALLOW_BYTES
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SWALLOW_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] == "http.disconnect" or not message["more_body"]:
                    return
                left -= len(message["body"])
