"""Correct a posted round whose players sat down in each other's seats, or at other tables."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.guards import find_round, table_of
from events.core.progress.edited_tables import swap_values
from events.core.refusals import RefusedError
from events.core.repairing.actions import (
    add_matches,
    remove_matches,
    row_of_match,
    show_moved_players,
)
from events.core.repairing.queries import (
    TABLES_ARE_NOT_RE_PAIRED,
    has_result_since,
    reported_tables,
)
from events.models import Enrollment, Event, Match, Repairing, Round, Stage, Verb


def swap_tables(
    *, event_id: int, actor: User, number: int, table: int, other: int, token: str = ""
) -> Repairing:
    """Swap the matches at two tables of a posted round, with all their data.

    `token`: as check_token takes it, of the players at `table`. Raises RefusedError if one of the
    tables has a result, or does not exist.
    """
    with event_write(event_id, actor) as write:
        round = _round(write.event, number)
        here, there = _two_tables(round, table, other, token)
        before = [row_of_match(here), row_of_match(there)]
        after = [before[0] | {"table": there.table}, before[1] | {"table": here.table}]
        return _change(write, round, before, after)


def swap_seats(
    *, event_id: int, actor: User, number: int, table: int, player: int, other: int, token: str = ""
) -> Repairing:
    """Swap the player at `table` with another player of a posted round.

    `player` and `other` are enrollment numbers; each then plays the other's opponent, as they sat.
    Raises RefusedError if one of the tables has a result, if the pairings follow from a schedule or
    a bracket, and for a player without a table.
    """
    with event_write(event_id, actor) as write:
        round = _round(write.event, number)
        if round.stage.is_tables:
            raise RefusedError(TABLES_ARE_NOT_RE_PAIRED, "other")
        if round.stage.kind != Stage.Kind.SWISS:
            raise RefusedError(
                _("Pairings in this stage are fixed by its schedule or its bracket."), "other"
            )
        first, second = find_player(write.event, player), find_player(write.event, other)
        here, there = _match_of(round, first), _match_of(round, second)
        if here.table != table:
            raise RefusedError(
                _("%(name)s is not playing at table %(table)d.")
                % {"name": written_name(first), "table": table},
                "player",
            )
        if here.pk == there.pk:
            raise RefusedError(
                _("%(first)s and %(second)s play each other, so there is nothing to swap.")
                % {"first": written_name(first), "second": written_name(second)},
                "other",
            )
        _two_tables(round, table, there.table or 0, token)
        before = [row_of_match(here), row_of_match(there)]
        changed = {first.pk: second.pk, second.pk: first.pk}
        after = [
            row | {side: changed.get(row[side], row[side]) for side in ("first", "second")}
            for row in before
        ]
        return _change(write, round, before, after)


def undo_swap(*, event_id: int, actor: User, number: int, swap: int) -> Repairing:
    """Undo the newest swap of a posted round, while its tables have no result."""
    with event_write(event_id, actor) as write:
        round = _round(write.event, number)
        newest = round.repairings.all().newest_change()
        if newest is None or newest.pk != swap or newest.plan != Repairing.Plan.SWAP:
            raise RefusedError(_("This swap was already undone, or another change followed it."))
        if has_result_since(newest):
            raise RefusedError(_("One of these tables has a result. The tables stay as they are."))
        _arrange(round, newest.after, newest.before)
        newest.undone_at = timezone.now()
        newest.save(update_fields=["undone_at"])
        show_moved_players(write.event, round)
        write.journal(
            Verb.RE_PAIRING_UNDONE, round=round, tables=len(newest.after), at=newest.tables
        )
    return newest


def have_met(made: Repairing) -> list[tuple[Enrollment, Enrollment]]:
    """Return the pairs of a swap that played each other in an earlier round."""
    people = Enrollment.objects.in_bulk(made.enrollment_ids)
    pairs = [(row["first"], row["second"]) for row in made.after]
    asked = Q()
    for first, second in pairs:
        asked |= Q(first=first, second=second) | Q(first=second, second=first)
    earlier = Match.objects.of_two().filter(
        asked, round__event=made.round.event_id, round__number__lt=made.round.number
    )
    met = {frozenset(pair) for pair in earlier.values_list("first", "second")}
    return [(people[a], people[b]) for a, b in pairs if frozenset((a, b)) in met]


def _round(event: Event, number: int) -> Round:
    round = find_round(event, number, "playing")
    round.refresh_from_db(fields=["posted_rows"])
    if round.stage.is_tables:
        raise RefusedError(
            _("Players of a posted table of four keep their seats. Unpost the round to swap them.")
        )
    return round


def _match_of(round: Round, player: Enrollment) -> Match:
    matches = round.matches.at_tables().select_related("first", "second")
    match = matches.filter(Q(first=player) | Q(second=player)).first()
    if match is None:
        raise RefusedError(
            _("%(name)s has no table in round %(number)d.")
            % {"name": written_name(player), "number": round.number},
            "other",
        )
    return match


def _two_tables(round: Round, table: int, other: int, token: str) -> tuple[Match, Match]:
    """Return the matches at two tables without a report; RefusedError otherwise."""
    if table == other:
        raise RefusedError(_("Enter a different table number."), "other")
    here, there = table_of(round, table), table_of(round, other)
    check_token(token, swap_values(here))
    games = round.matches.filter(game_reports__isnull=False).values_list("table", flat=True)
    with_reports = reported_tables(round, longer=False) | {at for at in games if at is not None}
    reported = with_reports & {table, other}
    if reported:
        raise RefusedError(
            _("Table %(table)d has a result or a report. Undo it first, then swap.")
            % {"table": min(reported)},
            "other",
        )
    return here, there


def _change(
    write: Write, round: Round, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]
) -> Repairing:
    """Seat two matches as in `after`, and update phones, paper and the journal."""
    _arrange(round, before, after)
    round.changed_by_hand = True
    round.save(update_fields=["changed_by_hand"])
    made = Repairing.objects.create(
        round=round,
        plan=Repairing.Plan.SWAP,
        account=write.actor,
        at=timezone.now(),
        before=list(before),
        after=list(after),
    )
    show_moved_players(write.event, round)
    names = dict(Enrollment.objects.filter(pk__in=made.enrollment_ids).values_list("pk", "name"))
    write.journal(
        Verb.ROUND_RE_PAIRED,
        round=round,
        plan=made.plan,
        stopped=[row["table"] for row in before],
        made=[[row["table"], names[row["first"]], names[row["second"]]] for row in after],
        bye="",
    )
    return made


def _arrange(
    round: Round, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]
) -> None:
    """Change two matches from `before` to `after`; RefusedError if they were changed since.

    The same pairs at other tables stay the same matches. New pairs are new matches, with the time
    extension of their table.
    """
    here = {
        (match.first_id, match.second_id): match
        for match in round.matches.filter(table__in=[row["table"] for row in before])
    }
    seated = {pair: match.table for pair, match in here.items()}
    if seated != {(row["first"], row["second"]): row["table"] for row in before}:
        raise RefusedError(_("The tables have changed. Check them again."))
    if all((row["first"], row["second"]) in here for row in after):
        # The database allows each table once in a round, at every moment.
        round.matches.filter(pk__in=[match.pk for match in here.values()]).update(table=None)
        for row in after:
            match = here[row["first"], row["second"]]
            match.table = row["table"]
            match.save(update_fields=["table"])
        return
    minutes = {match.table: match.extension_minutes for match in here.values()}
    remove_matches(round, list(before))
    add_matches(round, list(after))
    for table, more in minutes.items():
        if more:
            round.matches.filter(table=table).update(extension_minutes=more)
