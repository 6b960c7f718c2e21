"""The check-in: one box for names and numbers, and a list that gets shorter."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.players.actions import check_in
from events.core.players.queries import find_enrollment, find_players
from events.core.players.scanned_codes import scanned_player
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import Enrollment
from events.roster.door import Door, door
from events.roster.late_words import with_first_round
from events.roster.queries import Show
from events.web.access import Action, Desk, staff_view, to_desk
from events.web.player_addresses import address_code
from events.web.requests import back_to_desk
from events.web.staff_pages.rows_shown import rows_shown


@staff_view(get=Action.CHECK_IN, post=Action.CHECK_IN)
def check_in_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Check players in by the first letters of the name, the number, a scan or a button.

    With `undo` the player of that number is absent again.
    """
    asked = request.POST if request.method == "POST" else request.GET
    page = door(desk.event, asked.get("show", ""))
    context: dict[str, object] = {"desk": desk, "door": page}
    context["shown_rows"] = rows_shown(request, page.listed)
    if request.method != "POST":
        return render(request, "roster/check_in.html", context | _shown(request, desk))
    search = request.POST.get("search", "").strip()
    number = request.POST.get("number", "")
    try:
        scanned = scanned_player(desk.event, search)
    except RefusedError as refused:
        context |= {"answer": str(refused)}
        return render(request, "roster/check_in.html", context, status=422)
    if scanned is not None:
        search = str(scanned.number)
    undo = whole_number(request.POST.get("undo", ""))
    matching = _meant(desk, [*page.absent, *page.early, *page.left_out], search, number)
    if not matching and (page.asked is None or undo is not None):
        # A checked-in player may return in a later round.
        matching = _meant(desk, page.here, search, number if undo is None else str(undo))
    if len(matching) != 1:
        context |= {
            "matching": matching,
            "search": search,
            "answer": _nobody_words(desk, page, matching, search),
        }
        return render(request, "roster/check_in.html", context, status=422)
    player, present = matching[0], undo is None
    try:
        made = check_in(**desk.who, number=player.number, present=present)
    except RefusedError as refused:
        context |= {"answer": str(refused), "search": search}
        return render(request, "roster/check_in.html", context, status=409)
    if back_to_desk(request):
        messages.success(request, _("%(name)s is checked in.") % {"name": written_name(made)})
        return to_desk(desk)
    address = reverse("staff:roster-check-in", args=[desk.event.slug])
    show = "" if page.show is Show.MISSING else f"&show={page.show}"
    return redirect(f"{address}?{'shown' if present else 'undone'}={made.number}{show}")


def _meant(desk: Desk, players: Iterable[Enrollment], search: str, number: str) -> list[Enrollment]:
    """Return the player whose button was pressed, else those whom the search finds."""
    players = list(players)
    chosen = [player for player in players if str(player.number) == number]
    return chosen or find_players(players, search, teams=desk.event.is_for_teams)


def _shown(request: HttpRequest, desk: Desk) -> dict[str, object]:
    """Return the player who was checked in just now, with the code of the player link."""
    for name in ("shown", "undone"):
        number = whole_number(request.GET.get(name, ""))
        player = None if number is None else find_enrollment(desk.event, number)
        if player is None:
            continue
        if name == "undone":
            return {"undone": player}
        if not player.checked_in:
            break
        is_late = player.first_round > 1
        return {
            "shown": player,
            "late": with_first_round(desk.event, player, "").strip() if is_late else "",
            "address_code": address_code(request, desk, player),
        }
    return {}


def _nobody_words(desk: Desk, page: Door, players: list[Enrollment], search: str) -> str:
    """Say why nobody was checked in."""
    if players:
        return _("Several names start with these letters. Choose one or type more.")
    if not search:
        return _("Enter the first letters of a name, or a number.")
    present = find_players(page.here, search, teams=desk.event.is_for_teams)
    if present:
        return _("%(name)s is already checked in.") % {"name": written_name(present[0])}
    return _("No player on the roster matches “%(search)s”.") % {"search": search}
