"""A program on the loopback address that receives an event's messages and answers as configured."""

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Heard = tuple[str, dict[str, str], bytes]


@dataclass
class Receiver:
    """The messages received, and the answer: a status, headers, and its delay in seconds."""

    address: str
    status: int = 204
    headers: Mapping[str, str] = field(default_factory=dict)
    takes: float = 0
    came: list[Heard] = field(default_factory=list)
    answer: Callable[[Heard], int] | None = None

    def bodies(self) -> list[dict[str, Any]]:
        """Return the received bodies as JSON values."""
        return [json.loads(body) for _path, _headers, body in self.came]

    def keys(self) -> list[str]:
        """Return the received IDs."""
        return [headers["webhook-id"] for _path, headers, _body in self.came]


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    """Listen on a free port until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard = self.path, {**self.headers}, body
            made.came.append(heard)
            time.sleep(made.takes)
            with contextlib.suppress(OSError):
                self.send_response(made.answer(heard) if made.answer else made.status)
                for name, value in made.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, *_args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
