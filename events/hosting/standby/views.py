"""For a second laptop: what has changed, who is in charge; for phones: where else to look."""

import sqlite3
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from events.hosting.backups.creation import KEPT_FILES
from events.hosting.backups.sqlite import database_path
from events.hosting.standby import proof
from events.hosting.standby.challenges import Challenges, plain
from events.hosting.standby.leadership import Claim, Registry
from events.hosting.standby.page_changes import GoneError, Source
from events.hosting.standby.proof import Prover
from events.hosting.standby.wire import (
    ANSWER,
    CHALLENGE,
    TROUBLE,
    Header,
    WireError,
    own_token,
    seal,
    unseal,
)
from events.web.site_address import LOCAL_ADDRESSES, network_addresses, web_address

# A question is short; only answers are long.
MOST_BYTES = 64 * 1024

challenges = Challenges()


@cache
def _source(path: Path) -> Source:
    return Source(path)


@cache
def _registry(folder: Path) -> Registry:
    return Registry(folder)


@cache
def _prover(folder: Path) -> Prover:
    return Prover(folder)


def registry() -> Registry:
    """Return which laptop is in charge, as far as this one knows."""
    return _registry(settings.VAR_DIR)


@csrf_exempt
@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    """Answer another laptop that has the token; nobody else learns anything.

    A message without a challenge of this laptop's, made for this address and not used before, is
    answered with one, and does nothing: it may be a recorded one.
    """
    if connection.vendor != "sqlite":
        raise Http404(_("This server uses PostgreSQL, which has its own replication."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return HttpResponse(status=413)
    token, near = own_token(), request.META["REMOTE_ADDR"]
    try:
        asked, _body = unseal(token, request.body)
    except WireError as error:
        return HttpResponse(str(error), status=403, content_type="text/plain; charset=utf-8")
    told = {"nonce": asked.get("nonce", ""), "next": challenges.make(near)}
    if not challenges.accept(asked.get("challenge"), near):
        return _sealed(token, {**told, "kind": CHALLENGE}, status=401)
    here = registry()
    # The address is the one inside the seal; the connection has to come from there as well.
    address = web_address(asked["from"], int(asked["port"]))
    if asked["kind"] == "charge":
        here.hear(address, Claim(**asked["charge"]))
        return _sealed(token, {**told, "kind": ANSWER, "charge": asdict(here.own())})
    if here.successor() is not None:
        return HttpResponse("Another laptop took over from this one.", status=409)
    # Behind a router of its own no phone would reach it: it may copy, and nobody is led there.
    if plain(asked["from"]) == plain(near):
        here.note_peer(address)
    try:
        answer, data = _of_the_data(asked, address)
    except (GoneError, OSError, sqlite3.Error) as error:
        why = str(error) or "The data has changed meanwhile."
        return _sealed(token, {**told, "kind": TROUBLE, "why": why})
    return _sealed(token, {**told, "kind": ANSWER, **answer}, data)


def _of_the_data(asked: Header, address: str) -> tuple[Header, bytes]:
    """Return what has changed and its first bytes, or the slice that is asked for."""
    source = _source(database_path())
    if asked["kind"] == "slice":
        return {}, source.read(asked["have"], asked["state"], int(asked["start"]))
    change = source.change_since(asked["have"])
    told = {
        **asdict(change),
        "kept": _kept_files(),
        "charge": asdict(registry().own()),
        "peers": [peer for peer in registry().peers() if peer != address],
    }
    return told, source.read(change.since, change.state, 0)


@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """Say whether this laptop is in charge, and where the others are; pages of others may ask.

    `key` is what the others prove themselves with. A page that names a `nonce`, and the `address`
    that it asks, hears them signed: docs/background/serving.md says what it compares.
    """
    successor = registry().successor()
    prover = _prover(Path(settings.VAR_DIR))
    told: dict[str, Any] = {
        "in_charge": successor is None,
        "now_at": successor.address if successor else None,
        "others": registry().peers(),
        "key": prover.modulus,
    }
    nonce, address = request.GET.get("nonce", ""), request.GET.get("address", "")
    if nonce and proof.may_sign(nonce, address, [*LOCAL_ADDRESSES, *network_addresses()]):
        told["proof"] = prover.sign(nonce, address, in_charge=successor is None)
    return JsonResponse(
        told, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    )


def _sealed(token: str, header: Header, body: bytes = b"", status: int = 200) -> HttpResponse:
    return HttpResponse(
        seal(token, header, body),
        status=status,
        content_type="application/octet-stream",
        headers={"Cache-Control": "private, no-store"},
    )


def _kept_files() -> dict[str, str]:
    """Return what keeps people logged in; the key also where it comes from the environment."""
    folder = Path(settings.VAR_DIR)
    kept = {
        name: (folder / name).read_text("ascii")
        for name in (*KEPT_FILES, proof.KEY)
        if (folder / name).exists()
    }
    return {**kept, "secret_key": str(settings.SECRET_KEY)}
