"""Whose phone it is, and the match that they play: what a write from a phone is about."""

from django.db.models import Q
from django.utils.translation import gettext as _

from events.models import Enrollment, Event, Match, Round
from events.rules.errors import RefusedError
from events.rules.private_address import enrollment_in, is_token_of


def enrollment_of(token: str) -> Enrollment | None:
    """Return whose private address this is, with the event; None for one that leads nowhere."""
    pk = enrollment_in(token)
    found = None
    if pk is not None:
        found = Enrollment.objects.select_related("event").filter(pk=pk).first()
    if found is None or not is_token_of(token, found.pk, found.address_nonce):
        return None
    return found if found.event.private_pages else None


def own_enrollment(event: Event, enrollment_id: int) -> Enrollment:
    """Return the player of this event; RefusedError for one who was taken off the roster."""
    found = event.enrollments.filter(pk=enrollment_id).first()
    if found is None:
        raise RefusedError(_("You are not on the roster of this event any more."))
    return found


def own_match_in(round: Round, enrollment: Enrollment) -> Match | None:
    """Return the match of a player in a round; None where they have none. One query."""
    own = Q(first=enrollment) | Q(second=enrollment)
    joined = ("first", "second", "standing__account", "standing__enrollment")
    match = round.matches.filter(own).select_related(*joined).first()
    if match is not None:
        match.round = round
    return match


def own_table(round: Round, enrollment: Enrollment) -> Match:
    """Return the match that a player plays at a table of a round; RefusedError without one."""
    match = own_match_in(round, enrollment)
    if match is None or match.table is None or match.second is None:
        words = _("You play at no table in round %(number)d.")
        raise RefusedError(words % {"number": round.number})
    return match
