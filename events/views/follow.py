"""For a second laptop: what has changed, who is in charge; for phones: where else to look."""

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

from events.hosting.backups.making import KEPT_FILES
from events.hosting.backups.sqlite import database_path
from events.hosting.following.charge import Charge, Registry
from events.hosting.following.source import Source
from events.hosting.following.wire import Header, WireError, own_token, seal, unseal
from events.hosting.serving import web_address

# A question is short; only answers are long.
MOST_BYTES = 64 * 1024


@cache
def _source(path: Path) -> Source:
    return Source(path)


@cache
def _registry(folder: Path) -> Registry:
    return Registry(folder)


def registry() -> Registry:
    """Return what this laptop knows of who is in charge."""
    return _registry(settings.VAR_DIR)


@csrf_exempt
@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    """Answer another laptop that has the token; nobody else learns anything."""
    if connection.vendor != "sqlite":
        raise Http404(_("This runs on PostgreSQL, which has its own replication."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return HttpResponse(status=413)
    token = own_token()
    try:
        asked, _body = unseal(token, request.body)
    except WireError as error:
        return HttpResponse(str(error), status=403, content_type="text/plain; charset=utf-8")
    here = registry()
    address = web_address(request.META["REMOTE_ADDR"], int(asked["port"]))
    if asked["kind"] == "charge":
        here.hear(address, Charge(**asked["charge"]))
        return _sealed(token, {"charge": asdict(here.own())})
    if here.successor() is not None:
        return HttpResponse("Another laptop took over from this one.", status=409)
    here.note_peer(address)
    change = asdict(_source(database_path()).change_since(asked["have"]))
    data = change.pop("data")
    told = {
        **change,
        "nonce": asked["nonce"],
        "kept": _kept_files(),
        "charge": asdict(here.own()),
        "peers": [peer for peer in here.peers() if peer != address],
    }
    return _sealed(token, told, data)


@require_safe
def here(_request: HttpRequest) -> HttpResponse:
    """Say whether this laptop is in charge, and where the others are; pages of others may ask."""
    successor = registry().successor()
    told: dict[str, Any] = {
        "in_charge": successor is None,
        "now_at": successor.address if successor else None,
        "others": registry().peers(),
    }
    return JsonResponse(
        told, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    )


def _sealed(token: str, header: Header, body: bytes = b"") -> HttpResponse:
    return HttpResponse(
        seal(token, header, body),
        content_type="application/octet-stream",
        headers={"Cache-Control": "private, no-store"},
    )


def _kept_files() -> dict[str, str]:
    """Return what keeps people logged in; the key also where it comes from the environment."""
    folder = Path(settings.VAR_DIR)
    kept = {
        name: (folder / name).read_text("ascii") for name in KEPT_FILES if (folder / name).exists()
    }
    return {**kept, "secret_key": str(settings.SECRET_KEY)}
