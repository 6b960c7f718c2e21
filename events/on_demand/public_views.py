"""Public pages of queues: join, see a place in the line and called pods, without an account."""

from typing import Any

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.core.players.private_address import token_of
from events.core.refusals import RefusedError
from events.core.typed_values import row_key
from events.models import Organisation, Queue, QueueEntry
from events.on_demand import actions, queries
from events.on_demand.queries import QueueRow
from events.on_demand.words import pod_size_words, wait_words
from events.web.logins import address_of
from events.web.rate_limits import JOINS, JOINS_OF_PHONE
from events.web.requests import by_htmx

# Signed cookie with the entries of this phone: no other phone may remove them from the queue.
COOKIE, AGE, MOST_MARKS = "on-demand", 2 * 24 * 60 * 60, 8
TOO_MANY = 429


@require_safe
def queues(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an organisation's queues, and the phone's place in one of them."""
    organisation = get_object_or_404(Organisation, slug=slug)
    return _page(request, organisation, None)


@require_http_methods(["GET", "HEAD", "POST"])
def queue(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one queue with the form to join; a POST joins."""
    organisation = get_object_or_404(Organisation, slug=slug)
    chosen = get_object_or_404(organisation.queues.select_related("like"), number=number)
    if request.method != "POST":
        return _page(request, organisation, chosen)
    marks = _marks(request, slug)
    # The oldest entry in a phone's cookie identifies it. Without a cookie only its network counts.
    allowed = JOINS.allows_from(address_of(request))
    if not (allowed and (not marks or JOINS_OF_PHONE.allows(str(marks[-1])))):
        refused = str(JOINS.words)
        return _page(request, organisation, chosen, refused=refused, status=TOO_MANY)
    name = request.POST.get("name", "")
    mine = [entry.pk for entry in queries.entries_of_phone(marks, organisation)]
    try:
        entry = actions.join(queue=chosen, name=name, mine=mine)
    except RefusedError as error:
        words = str(error)
        return _page(request, organisation, chosen, refused=words, typed=name, status=422)
    answer = redirect("public:on-demand-queue", slug, number)
    _remember(answer, slug, [(entry.pk, entry.nonce), *marks][:MOST_MARKS])
    return answer


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a person whom this phone added from the line."""
    organisation = get_object_or_404(Organisation, slug=slug)
    mine = queries.entries_of_phone(_marks(request, slug), organisation)
    wanted = row_key(request.POST.get("entry", ""))
    entry = next((entry for entry in mine if entry.pk == wanted), None)
    if entry is None:
        return redirect("public:on-demand", slug)
    try:
        actions.leave(entry=entry)
    except RefusedError as error:
        return _page(request, organisation, entry.queue, refused=str(error), status=409)
    return redirect("public:on-demand-queue", slug, entry.queue.number)


def _page(
    request: HttpRequest,
    organisation: Organisation,
    chosen: Queue | None,
    refused: str = "",
    typed: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = queries.queue_rows(queries.open_queues(organisation))
    entries = queries.entries_of_phone(_marks(request, organisation.slug), organisation)
    own = queries.own_entries(entries, rows)
    shown = [row for row in rows if chosen is None or row.queue.pk == chosen.pk]
    context: dict[str, Any] = {
        "organisation": organisation,
        "chosen": chosen,
        "rows": [_line(row) for row in shown],
        "own": [(item, wait_words(item.minutes), _own_address(item.entry)) for item in own],
        "refused": refused,
        "typed": typed,
    }
    template = "on_demand/line.html" if by_htmx(request) else "on_demand/public.html"
    answer = render(request, template, context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _line(row: QueueRow) -> dict[str, Any]:
    """Return the public data of a queue: numbers, and the names in called pods."""
    return {
        "queue": row.queue,
        "waiting": len(row.waiting),
        "missing": row.missing,
        "size_words": pod_size_words(row.queue.size, row.queue.least, row.queue.wait_minutes),
        "wait": wait_words(row.minutes_for_next),
        "called": [(pod.pod, [row.shown(entry) for entry in pod.entries]) for pod in row.called],
    }


def _own_address(entry: QueueEntry) -> str:
    """Return the link to the person's page in the pod's event; "" without such pages."""
    enrollment = entry.enrollment
    if enrollment is None or not enrollment.event.private_pages:
        return ""
    return reverse("me:open", args=[token_of(enrollment.pk, enrollment.address_nonce)])


def _marks(request: HttpRequest, slug: str) -> list[tuple[int, str]]:
    """Return the keys and nonces of a phone's entries from its signed cookie."""
    try:
        text = request.get_signed_cookie(COOKIE, default="", salt=_salt(slug), max_age=AGE) or ""
    except BadSignature:
        return []
    pairs = [part.partition(".") for part in text.split("~") if part]
    return [(row_key(key) or 0, nonce) for key, _dot, nonce in pairs]


def _remember(answer: HttpResponse, slug: str, marks: list[tuple[int, str]]) -> None:
    answer.set_signed_cookie(
        COOKIE,
        "~".join(f"{key}.{nonce}" for key, nonce in marks),
        salt=_salt(slug),
        max_age=AGE,
        path=reverse("public:on-demand", args=[slug]),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _salt(slug: str) -> str:
    return f"{COOKIE}/{slug}"
