"""Sign requests with Signature Version 4 of Amazon Web Services, as S3-compatible stores require.

Source: Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header". The
documented examples are the tests. A library of 80 megabytes would sign the same four kinds of
request.
"""

import datetime
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

ALGORITHM = "AWS4-HMAC-SHA256"
SERVICE = "s3"


@dataclass(frozen=True, slots=True)
class Keys:
    """An account's key pair, and the region of its bucket."""

    access: str
    secret: str
    region: str


def signed_headers(
    keys: Keys,
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes,
    moment: datetime.datetime,
    query: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return a request's headers with date, hash of the body and signature.

    `path` is unescaped; `headers` include the host; `moment` is in UTC.
    """
    digest = hashlib.sha256(body).hexdigest()
    stamp = moment.strftime("%Y%m%dT%H%M%SZ")
    sent = {**headers, "x-amz-content-sha256": digest, "x-amz-date": stamp}
    named = sorted((name.lower(), " ".join(value.split())) for name, value in sent.items())
    names = ";".join(name for name, _value in named)
    asked = "&".join(
        f"{quote(name, safe='')}={quote(value, safe='')}"
        for name, value in sorted((query or {}).items())
    )
    lines = [f"{name}:{value}" for name, value in named]
    request = "\n".join([method, escaped(path), asked, *lines, "", names, digest])
    scope = f"{stamp[:8]}/{keys.region}/{SERVICE}/aws4_request"
    hashed = hashlib.sha256(request.encode()).hexdigest()
    to_sign = "\n".join([ALGORITHM, stamp, scope, hashed])
    key = f"AWS4{keys.secret}".encode()
    for part in scope.split("/"):
        key = _hmac(key, part)
    credential = f"Credential={keys.access}/{scope},SignedHeaders={names}"
    signature = _hmac(key, to_sign).hex()
    return {**sent, "Authorization": f"{ALGORITHM} {credential},Signature={signature}"}


def escaped(path: str) -> str:
    """Return a path escaped once: each byte except unreserved ones."""
    return quote(path, safe="/-_.~")


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()
