"""Find the player of a phone and their current match, for writes from that phone."""

import unicodedata

from django.utils.translation import gettext as _

from domain.scans import slip_code
from domain.written_names import written_name
from events.core.compiled.queries import OWN_MATCH
from events.core.players.scanned_codes import scanned_player, signed_table
from events.core.refusals import RefusedError
from events.core.typed_values import whole_number
from events.models import Enrollment, Event, Match, Round


def own_enrollment(event: Event, enrollment_id: int) -> Enrollment:
    """Return the player of this event; RefusedError for one who was removed from the roster."""
    enrollment = event.enrollments.filter(pk=enrollment_id).first()
    if enrollment is None:
        raise RefusedError(_("You are no longer on the roster of this event."))
    return enrollment


def own_match_in(round: Round, enrollment: Enrollment) -> Match | None:
    """Return the match of a player in a round; None if they have none.

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


def scanned_table(round: Round, text: str) -> int | None:
    """Return the table to which a scanned code leads in a round; None for other text.

    At most five queries, none for other text. Raises RefusedError for the slip of another round,
    the code of another event, and a player without a table.
    """
    code = slip_code(text)
    if code is not None:
        table, number = code
        if number != round.number:
            words = _(
                "This slip is from round %(other)d, table %(table)d, not from round %(number)d."
            )
            slip = {"other": number, "table": table, "number": round.number}
            raise RefusedError(words % slip, "table")
        return table
    signed = signed_table(round.event, text)
    if signed is not None:
        return signed
    player = scanned_player(round.event, text, "table")
    if player is None:
        return None
    match = own_match_in(round, player)
    if match is None or match.table is None:
        words = _("%(name)s has no table in round %(number)d.")
        values = {"name": written_name(player), "number": round.number}
        raise RefusedError(words % values, "table")
    return match.table


def typed_table(round: Round, text: str) -> int | None:
    """Return the table that was typed or scanned; None for text that is no number.

    Raises RefusedError as `scanned_table` does. A typed number is not checked against the round.
    """
    scanned = scanned_table(round, text)
    return whole_number(unicodedata.normalize("NFKC", text)) if scanned is None else scanned
