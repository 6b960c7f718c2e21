"""The arithmetic behind one player's figures, for the desk and for players, also as JSON."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.models import Event
from events.selectors import chances, explain
from events.selectors.chances import ShownChances
from events.selectors.explain import Basis, ExplainedPlayer
from events.selectors.public import PublicEvent, PublicSnapshot
from events.views import public
from events.views.access import open_desk
from events.views.public_cache import Stamp, Watch, respond

# Each holds the results of a whole event.
MOST_BASES = 3
bases: Watch[tuple[Stamp, int], tuple[Basis | None, ShownChances | None]] = Watch(MOST_BASES)


@login_required
@require_safe
def staff_page(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponse:
    """Explain a player's line of the standings as they are now."""
    desk = open_desk(request, slug)
    found, possible = _live(desk.event, round, number)
    context = {"desk": desk, "found": found, "chances": possible, "round": found.round}
    return render(request, "staff/explain.html", context)


@login_required
@require_safe
def staff_json(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponse:
    """The same as JSON."""
    desk = open_desk(request, slug)
    found, possible = _live(desk.event, round, number)
    return JsonResponse(_as_json(found, possible))


def _live(event: Event, round: int, number: int) -> tuple[ExplainedPlayer, ShownChances | None]:
    basis = explain.live_basis(event, round)
    found = basis and explain.explained_player(basis, number)
    if not found:
        raise Http404
    return found, chances.live_chances(event, round)


@require_safe
def public_page(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponseBase:
    """Explain a player's line of published standings."""
    stamp, shown = public.open_event(slug)

    def context() -> dict[str, Any]:
        found, possible = _published(stamp, shown, round, number)
        return public.page_context(
            shown, "standings", found=found, chances=possible, round=found.round
        )

    return public.answer_page(request, request.path, stamp, "public/explain.html", context)


@require_safe
def public_json(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponseBase:
    """The same as JSON."""
    stamp, shown = public.open_event(slug)
    page = public.pages.get(
        request.path,
        stamp,
        lambda: json.dumps(_as_json(*_published(stamp, shown, round, number))),
    )
    answer = respond(request, page)
    answer["Content-Type"] = "application/json"
    return answer


def _published(
    stamp: Stamp, shown: PublicEvent, round: int, number: int
) -> tuple[ExplainedPlayer, ShownChances | None]:
    snapshot = shown.standings(round)
    if snapshot is None:
        raise Http404
    basis, possible = _basis(stamp, shown, snapshot)
    found = basis and explain.explained_player(basis, number)
    if not found:
        raise Http404
    return found, possible


def _basis(
    stamp: Stamp, shown: PublicEvent, snapshot: PublicSnapshot
) -> tuple[Basis | None, ShownChances | None]:
    """Thousands of phones ask for one line each: what is behind all of them is read once."""

    def load() -> tuple[Basis | None, ShownChances | None]:
        basis = explain.published_basis(shown.event, snapshot.round_number, snapshot.id)
        is_newest = snapshot == shown.standings()
        return basis, chances.public_chances(shown) if is_newest else None

    return bases.get((stamp, snapshot.id), lambda: stamp, load)[1]


def _as_json(found: ExplainedPlayer, possible: ShownChances | None) -> dict[str, Any]:
    chance = possible.of(found.row["number"]) if possible else None
    return found.to_dict() | {"chance": chance.to_dict() if chance else None}
