"""Find the object that an address names, and the address of its page; otherwise Http404."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from events.core.guards import find_round_or_none, table_of
from events.core.players.queries import find_enrollment
from events.core.refusals import RefusedError
from events.models import Enrollment, Match, Round, Stage
from events.web.access import Desk, to_desk


def to_round(desk: Desk, number: int) -> HttpResponse:
    """Redirect to a round, or to the desk without a round."""
    if not desk.event.rounds.filter(number=number).exists():
        return to_desk(desk)
    return redirect("staff:round", desk.event.slug, number)


def round_or_404(desk: Desk, number: int) -> Round:
    """Return a round of the event; Http404 when there is none."""
    round = find_round_or_none(desk.event, number)
    if round is None:
        raise Http404
    return round


def to_table(desk: Desk, number: int, table: int) -> HttpResponse:
    """Lead to the page of a table."""
    return redirect("staff:table", desk.event.slug, number, table)


def find_table(desk: Desk, number: int, table: int) -> tuple[Round, Match]:
    """Return a round and the match at one of its tables; Http404 for none."""
    round = round_or_404(desk, number)
    try:
        return round, table_of(round, table, "official_report__account")
    except RefusedError as refused:
        raise Http404(str(refused)) from refused


def enrollment_or_404(desk: Desk, number: int) -> Enrollment:
    """Return the player with this number in the event; Http404 when there is none."""
    enrollment = find_enrollment(desk.event, number)
    if enrollment is None:
        raise Http404(_("No player has number %(number)d.") % {"number": number})
    return enrollment


def stage_or_404(desk: Desk, number: int) -> Stage:
    """Return a stage of the event; Http404 when there is none."""
    stage = desk.event.stages.filter(number=number).first() if number < 100 else None
    if stage is None:
        raise Http404
    return stage
