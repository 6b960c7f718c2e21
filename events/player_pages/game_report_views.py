"""The games of a player's match, reported one by one from their own phone."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.results import Side, Winner
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models.phones import KEY_LENGTH
from events.player_pages.game_actions import OneGame, report_game, take_back_game
from events.player_pages.player_access import Phone, back_to_page, phone_view
from events.player_pages.views import kept_for

# Button values, from the player's point of view.
WINNERS = {"me": Winner.FIRST, "opponent": Winner.SECOND, "drawn": Winner.DRAWN}
SIDES = {"me": Side.FIRST, "opponent": Side.SECOND, "": None}


@phone_view("POST")
def report(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Report one game of the own match; the same report confirms the opponent's."""
    report_game(event_id=phone.event.pk, enrollment_id=phone.enrollment.pk, game=_game(request))
    return back_to_page(phone)


@phone_view("POST")
def take_back(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Undo the player's newest game report."""
    take_back_game(
        event_id=phone.event.pk,
        enrollment_id=phone.enrollment.pk,
        key=request.POST.get("key", "")[:KEY_LENGTH],
    )
    return back_to_page(phone)


def _game(request: HttpRequest) -> OneGame:
    """Read a game from a form or a phone's queue; RefusedError for an invalid one."""
    fields = request.POST
    key = fields.get("key", "")
    if not 0 < len(key) <= KEY_LENGTH:
        raise RefusedError(_("This page is out of date. Reload it."))
    winner, side = fields.get("winner", ""), fields.get("play", "")
    if winner not in WINNERS or side not in SIDES:
        raise RefusedError(_("Choose the winner of the game."), "winner")
    return OneGame(
        round=whole_number(fields.get("round", "")) or 0,
        opponent=whole_number(fields.get("opponent", "")) or 0,
        number=whole_number(fields.get("number", "")) or 0,
        winner=WINNERS[winner],
        play_first=SIDES[side],
        key=key,
        at=timezone.now() - kept_for(fields.get("kept", "")),
    )
