"""Marks on tables that staff looked at, and the announced start of the next round."""

import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.edit_conflicts import check_token
from events.core.event_write import event_write
from events.core.guards import find_round, table_of
from events.core.progress.edited_tables import table_values
from events.core.refusals import RefusedError
from events.models import Match, Round, Verb


def mark_table(
    *, event_id: int, actor: User, number: int, table: int, mark: str, token: str = ""
) -> Match:
    """Record what staff found at a table without a report; "" removes the mark.

    (Digital event rules, App. B.) `token`: as for check_token. Raises RefusedError for an unknown
    mark, and for a table that already has a result.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number, "playing")
        match = table_of(round, table)
        if mark and mark not in tuple(Match.Check):
            raise RefusedError(_("Choose one of the options."), "mark")
        if match.first_wins is not None:
            raise RefusedError(_("Table %(table)d already has a result.") % {"table": table})
        check_token(token, table_values(match, "mark"))
        match.check_mark = mark
        match.save(update_fields=["check_mark"])
        write.journal(Verb.TABLE_CHECKED, round=round, match=match, mark=mark)
    return match


def announce_next(
    *, event_id: int, actor: User, number: int, at: datetime.datetime | None, token: str = ""
) -> Round:
    """Announce the start of the round after round `number`; None withdraws it.

    `token`: as for check_token.
    """
    with event_write(event_id, actor) as write:
        round = find_round(write.event, number)
        if round.is_unposted or write.event.rounds.filter(number__gt=number).posted().exists():
            raise RefusedError(_("The next round is posted. Players can already see it."))
        check_token(token, {"at": round.next_at})
        if round.next_at == at:
            # Repeated requests make only one journal entry.
            return round
        round.next_at = at
        round.save(update_fields=["next_at"])
        write.journal(Verb.NEXT_ANNOUNCED, round=round, time=f"{at:%H:%M}" if at else None)
    return round
