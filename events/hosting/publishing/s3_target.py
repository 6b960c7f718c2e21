"""A bucket of an S3-compatible store, which replaces each object as a whole."""

import datetime
import http.client
import ssl
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

from events.hosting.publishing.aws_signature import Keys, escaped, signed_headers
from events.hosting.publishing.files import PublicFile, Step
from events.hosting.publishing.target import LIST, TargetError, is_below, list_text, listed

# Seconds of silence before the transfer is aborted; it is retried a second later.
SECONDS = 3
AT_ONCE = 8
# Browsers revalidate every time and usually get a 304; asset names contain their hash.
FRESH, FOR_EVER = "max-age=0, must-revalidate", "max-age=31536000, immutable"
MOST_LISTED = 64 * 1024 * 1024


class S3Target:
    """Objects below a prefix in a bucket; texts are stored compressed.

    `endpoint` is the address of the store; the bucket is a part of the path.
    """

    def __init__(self, endpoint: str, bucket: str, prefix: str, keys: Keys) -> None:
        self._parts: SplitResult = _parts_of(endpoint)
        self._base = f"/{bucket}/" + (f"{prefix.strip('/')}/" if prefix.strip("/") else "")
        self._keys = keys
        self._lines = threading.local()

    def published(self) -> dict[str, str]:
        """Return the entity tags of the objects in the bucket."""
        return listed(self._ask("GET", LIST, allowed=(HTTPStatus.NOT_FOUND,)))

    def put(self, files: Sequence[PublicFile]) -> None:
        """Store these files, several at once because each waits for a distant answer."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _stored in pool.map(self._put, files):
                pass

    def remove(self, names: Sequence[str]) -> None:
        """Delete these objects."""
        for name in names:
            self._ask("DELETE", name, allowed=(HTTPStatus.NOT_FOUND,))

    def keep_list(self, etags: Mapping[str, str]) -> None:
        """Store the list."""
        headers = {"Content-Type": "application/json", "Cache-Control": FRESH}
        self._ask("PUT", LIST, list_text(etags), headers)

    def _put(self, file: PublicFile) -> None:
        is_hashed = file.step == Step.ASSETS and file.name.count(".") > 1
        headers = {
            "Content-Type": file.page.kind,
            "Cache-Control": FOR_EVER if is_hashed else FRESH,
            "x-amz-meta-etag": file.etag,
        }
        if file.page.gzip:
            headers["Content-Encoding"] = "gzip"
        self._ask("PUT", file.name, file.page.gzip or file.page.body(""), headers)

    def _ask(
        self,
        method: str,
        name: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        allowed: Sequence[int] = (),
    ) -> bytes:
        """Send a request and return the answer's body; b"" for a status in `allowed`."""
        if not is_below(name):
            raise TargetError(f"{name} is outside {self._base}.")
        path = self._base + name
        moment = datetime.datetime.now(datetime.UTC)
        named = {"Host": self._parts.netloc, **(headers or {})}
        signed = signed_headers(self._keys, method, path, named, body, moment)
        try:
            line = self._line()
            line.request(method, escaped(path), body or None, signed)
            answer = line.getresponse()
            content = answer.read(MOST_LISTED)
        except (OSError, http.client.HTTPException) as error:
            self._lines.held = None
            raise TargetError(f"{self._parts.netloc}: {error or type(error).__name__}") from error
        if answer.status in allowed:
            return b""
        if answer.status >= HTTPStatus.MULTIPLE_CHOICES:
            self._lines.held = None
            reason = content[:300].decode(errors="replace")
            raise TargetError(f"{self._parts.netloc} answers {answer.status} to {name}: {reason}")
        return content

    def _line(self) -> http.client.HTTPConnection:
        """Return this thread's connection to the store."""
        line: http.client.HTTPConnection | None = getattr(self._lines, "held", None)
        if line is None:
            host, port = self._parts.hostname or "", self._parts.port
            if self._parts.scheme == "https":
                trusted = ssl.create_default_context()
                line = http.client.HTTPSConnection(host, port, timeout=SECONDS, context=trusted)
            else:
                line = http.client.HTTPConnection(host, port, timeout=SECONDS)
            self._lines.held = line
        return line


def _parts_of(endpoint: str) -> SplitResult:
    """Split a store's address into its parts; TargetError for an invalid one."""
    try:
        parts = urlsplit(endpoint)
        # An invalid port is detected on access.
        host, _port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise TargetError(f"{endpoint} is no address of a store: it begins with https://")
    return parts
