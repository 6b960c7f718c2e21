"""The arithmetic behind one player's figures, for the desk and for players, also as JSON."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from events.models import Event
from events.public_site import pages, requests_of_pages
from events.public_site.reads import chances
from events.public_site.reads.chances import ShownChances
from events.public_site.reads.events import PublicEvent
from events.public_site.responses import respond
from events.standings import queries as explain
from events.standings.queries import ExplainedPlayer
from events.web.access import Action, Desk, staff_view


@staff_view(get=Action.SEE)
def staff_page(request: HttpRequest, desk: Desk, round: int, number: int) -> HttpResponse:
    """Explain a player's line of the standings as they are now."""
    player, possible = _live(desk.event, round, number)
    context = {"desk": desk, "player": player, "chances": possible, "round": player.round}
    return render(request, "standings/explain.html", context)


@staff_view(get=Action.SEE)
def staff_json(_request: HttpRequest, desk: Desk, round: int, number: int) -> HttpResponse:
    """Explain a player's line of the standings as they are now, as JSON."""
    player, possible = _live(desk.event, round, number)
    return JsonResponse(_as_json(player, possible))


def _live(event: Event, round: int, number: int) -> tuple[ExplainedPlayer, ShownChances | None]:
    basis = explain.live_basis(event, round)
    player = basis and explain.explained_player(basis, number)
    if not player:
        raise Http404
    return player, chances.live_chances(event, round)


@require_safe
def public_page(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponseBase:
    """Explain a player's line of published standings."""

    def make(shown: PublicEvent) -> str:
        player, possible = _published(shown, round, number)
        more = {"player": player, "chances": possible, "round": player.round}
        return pages.render(shown, "explain", "standings", number=(round, number), **more)

    return respond(request, requests_of_pages.rare_page(slug, request.path, make))


@require_safe
def public_json(request: HttpRequest, slug: str, round: int, number: int) -> HttpResponseBase:
    """Explain a player's line of published standings, as JSON."""

    def make(shown: PublicEvent) -> dict[str, Any]:
        return _as_json(*_published(shown, round, number))

    return respond(request, requests_of_pages.rare_data(slug, request.path, make))


def _published(
    shown: PublicEvent, round: int, number: int
) -> tuple[ExplainedPlayer, ShownChances | None]:
    snapshot = shown.standings(round)
    if snapshot is None:
        raise Http404
    # Thousands of phones request one line each, so the shared part is read once.
    basis = shown.remember(
        f"basis {snapshot.id}",
        lambda: explain.published_basis(
            shown.event, snapshot.round_number, snapshot.id, shown.names
        ),
    )
    player = basis and explain.explained_player(basis, number)
    if not player:
        raise Http404
    return player, pages.chances_of(shown) if snapshot == shown.standings() else None


def _as_json(player: ExplainedPlayer, possible: ShownChances | None) -> dict[str, Any]:
    chance = possible.of(player.row["number"]) if possible else None
    return player.to_dict() | {"chance": chance.to_dict() if chance else None}
