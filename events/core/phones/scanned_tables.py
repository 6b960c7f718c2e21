"""The table of a round to which a scanned code leads: of a slip, a player link or a badge."""

from django.utils.translation import gettext as _

from domain.scans import slip_code
from domain.written_names import written_name
from events.core.phones.queries import own_match_in
from events.core.players.scanned_codes import scanned_player
from events.core.refusals import RefusedError
from events.models import Round


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
    player = scanned_player(round.event, text, "table")
    if player is None:
        return None
    match = own_match_in(round, player)
    if match is None or match.table is None:
        words = _("%(name)s has no table in round %(number)d.")
        values = {"name": written_name(player), "number": round.number}
        raise RefusedError(words % values, "table")
    return match.table
