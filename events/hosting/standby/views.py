"""Addresses for a second laptop and for phones: changes, the laptop in charge, other addresses."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from events.hosting.backups.creation import KEPT_FILES
from events.hosting.backups.sqlite import database_path
from events.hosting.desk_warnings import taken_over_words
from events.hosting.standby import proof
from events.hosting.standby.answering import SEALED, Laptop
from events.hosting.standby.challenges import Challenges
from events.hosting.standby.leadership import Registry
from events.hosting.standby.page_changes import Source
from events.hosting.standby.proof import Prover
from events.hosting.standby.wire import own_token
from events.web.error_pages import error_page
from events.web.site_address import LOCAL_ADDRESSES, network_addresses

# Requests are short; only answers are long.
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
    """Return this installation's registry of the laptop in charge."""
    return _registry(settings.VAR_DIR)


@csrf_exempt
@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    """Answer another laptop that has the token; others learn nothing.

    A message without an unused challenge that this laptop made for this address is answered with a
    new challenge and has no effect, because it may be a recorded one.
    """
    if connection.vendor != "sqlite":
        raise Http404(_("This server uses PostgreSQL, which has its own replication."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return HttpResponse(status=413)
    laptop = Laptop(own_token(), registry(), _source(database_path()), challenges, _kept_files)
    status, body = laptop.answer(request.body, request.META["REMOTE_ADDR"])
    kind = "application/octet-stream" if status in SEALED else "text/plain; charset=utf-8"
    headers = {"Cache-Control": "private, no-store"}
    return HttpResponse(body, status=status, content_type=kind, headers=headers)


@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """Report whether this laptop is in charge, and the other addresses; any site's pages may ask.

    `key` is the public key of the others' proof. A page that sends a `nonce`, and the `address`
    that it requests, gets them signed: docs/background/serving.md explains the comparison.
    """
    successor = registry().successor()
    prover = _prover(Path(settings.VAR_DIR))
    answer: dict[str, Any] = {
        "in_charge": successor is None,
        "now_at": successor.address if successor else None,
        "others": registry().peers(),
        "key": prover.modulus,
    }
    nonce, address = request.GET.get("nonce", ""), request.GET.get("address", "")
    if nonce and proof.may_sign(nonce, address, [*LOCAL_ADDRESSES, *network_addresses()]):
        answer["proof"] = prover.sign(nonce, address, in_charge=successor is None)
    return JsonResponse(
        answer, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    )


def _kept_files() -> dict[str, str]:
    """Return the keys that keep people logged in, even one set by the environment."""
    folder = Path(settings.VAR_DIR)
    kept = {
        name: (folder / name).read_text("ascii")
        for name in (*KEPT_FILES, proof.KEY)
        if (folder / name).exists()
    }
    return {**kept, "secret_key": str(settings.SECRET_KEY)}


SAFE = ("GET", "HEAD", "OPTIONS")


def refuse_when_taken_over(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse every write while another laptop is in charge of the same data."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE:
            return get_response(request)
        successor = registry().successor()
        if successor is None or request.path == reverse("follow"):
            return get_response(request)
        return error_page(request, taken_over_words(successor), elsewhere=successor.address)

    return answer
