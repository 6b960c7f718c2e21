"""Owner of a phone and their current match, for writes from that phone."""

from django.utils.translation import gettext as _

from events.core.compiled.queries import OWN_MATCH, PLAYER
from events.core.players.private_address import (
    enrollment_in,
    is_sign_up_token_of,
    is_token_of,
    sign_up_in,
)
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, Match, Round


def enrollment_of(token: str) -> Enrollment | None:
    """Return whose private address this is, with the event; None for one that leads nowhere.

    The address of a sign-up is the player's, too, once there is an enrollment. One query.
    """
    enrollment = _by_own(token) or _by_sign_up(token)
    if enrollment is None or not enrollment.event.private_pages:
        return None
    return enrollment


def _by_own(token: str) -> Enrollment | None:
    pk = enrollment_in(token)
    if pk is None:
        return None
    enrollment = PLAYER.first(pk)
    known = enrollment is not None and is_token_of(token, pk, enrollment.address_nonce)
    return enrollment if known else None


def _by_sign_up(token: str) -> Enrollment | None:
    pk = sign_up_in(token)
    if pk is None:
        return None
    joined = Enrollment.objects.select_related("event", "sign_up")
    enrollment = joined.filter(sign_up__pk=pk).first()
    known = enrollment is not None and is_sign_up_token_of(token, pk, enrollment.sign_up.nonce)
    return enrollment if known else None


def own_enrollment(event: Event, enrollment_id: int) -> Enrollment:
    """Return the player of this event; RefusedError for one who was taken off the roster."""
    enrollment = event.enrollments.filter(pk=enrollment_id).first()
    if enrollment is None:
        raise RefusedError(_("You are no longer on the roster of this event."))
    return enrollment


def own_match_in(round: Round, enrollment: Enrollment) -> Match | None:
    """Return the match of a player in a round; None where they have none.

    One query, three at tables of four.
    """
    if round.stage.is_tables:
        match = _own_table_of_four(round, enrollment)
    else:
        match = OWN_MATCH.first(round.pk, enrollment.pk)
    if match is not None:
        match.round = round
    return match


def _own_table_of_four(round: Round, enrollment: Enrollment) -> Match | None:
    """Return the table of three to five, or the bye, of a player in a round. Three queries."""
    own = round.matches.of_player(enrollment).select_related(
        "first", "second", "official_report__account", "official_report__enrollment"
    )
    return own.prefetch_related("table_seats__enrollment").first()


def own_table(round: Round, enrollment: Enrollment) -> Match:
    """Return the match that a player plays at a table of a round; RefusedError without one."""
    match = own_match_in(round, enrollment)
    if match is None or match.table is None or not match.is_contested:
        words = _("You have no table in round %(number)d.")
        raise RefusedError(words % {"number": round.number})
    return match
