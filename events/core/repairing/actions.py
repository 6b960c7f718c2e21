"""Re-pair a posted round: apply a computed plan, leave the round unchanged, or undo either."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.adapters import RoundMatch, RoundPlayer, repairing_field, rows_after_repairing
from events.core.adapters.stored_rows import players_in_row
from events.core.drops.drop_parts import find_player, recount_dropped_after
from events.core.event_write import Write, event_write
from events.core.phones.push_queries import subscriptions_of
from events.core.refusals import RefusedError
from events.core.repairing.options import RepairingOption, repairing_options
from events.core.repairing.problems import seats_of_concerned
from events.core.repairing.queries import (
    has_result_since,
    plans_of_round,
    repairing_token,
    round_to_re_pair,
)
from events.core.rounds.unpaired_players import matches_to_change, open_bye, unpaired_players
from events.core.seats.allocator import take_tables
from events.core.typed_values import checked_reason
from events.models import Enrollment, Event, Match, Repairing, Round, Verb

MOST_EXTENSION = 120


class ChangedMeanwhileError(RefusedError):
    """A colleague changed the round since the page was opened."""

    def __init__(self) -> None:
        """Set the message: what happened, and what to do."""
        super().__init__(
            _("The round changed since you opened this page. Compare the plans again.")
        )


def apply_repairing(
    *,
    event_id: int,
    actor: User,
    number: int,
    key: str,
    digest: str,
    joining: Collection[int] = (),
    keep: Collection[int] = (),
    minutes: int = 0,
    reason: str = "",
    token: str | None = None,
) -> Repairing:
    """Change the tables of a posted round as a plan says; the phones of moved players show it.

    `key`, `digest`, `joining`, `keep` and `token` (repairing_token) are those of the page that the
    person saw: nothing changes if the plan is another one by now, or another judge decided.
    `minutes`: the time extension of the new tables. Raises RefusedError in these cases, and for a
    round that can't be re-paired.
    """
    reason = checked_reason(reason)
    if not 0 <= minutes <= MOST_EXTENSION:
        raise RefusedError(_("A time extension must be between 0 and 120 minutes."), "minutes")
    with event_write(event_id, actor) as write:
        event = write.event
        round = _with_rows(round_to_re_pair(event, number))
        _check_token(round, token)
        plans = plans_of_round(event, round, joining, keep)
        plan = next(
            (offered for offered in plans if offered.key == key and offered.digest == digest), None
        )
        if plan is None:
            raise ChangedMeanwhileError
        if not plan.changes:
            raise RefusedError(_("This option changes nothing."))
        return _apply(write, round, plan, plan.kind, minutes=minutes, reason=reason)


def leave_round(
    *, event_id: int, actor: User, number: int, reason: str = "", token: str | None = None
) -> Repairing:
    """Leave a posted round unchanged; the decision settles its problems until new ones.

    `token`: as `apply_repairing` takes it.
    """
    reason = checked_reason(reason)
    with event_write(event_id, actor) as write:
        round = round_to_re_pair(write.event, number)
        _check_token(round, token)
        matches = matches_to_change(round)
        seats = seats_of_concerned(round, matches, unpaired_players(round))
        decision = Repairing.objects.create(
            round=round,
            plan=Repairing.Plan.LEAVE,
            account=write.actor,
            at=timezone.now(),
            before=seats,
            after=seats,
        )
        write.journal(Verb.ROUND_RE_PAIRED, round=round, plan=decision.plan, reason=reason)
    return decision


def _check_token(round: Round, token: str | None) -> None:
    if token is not None and token != repairing_token(list(round.repairings.order_by("id"))):
        raise ChangedMeanwhileError


def seat_against_bye(*, event_id: int, actor: User, number: int, player: int) -> Repairing:
    """Pair a player who is not in a posted round with the holder of its bye.

    Raises RefusedError if there is no such bye, or if the two have met.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = _with_rows(round_to_re_pair(event, number))
        wanted = find_player(event, player)
        matches = matches_to_change(round)
        outside = {other.pk: other for other in unpaired_players(round)}
        joining = outside.get(wanted.pk)
        if joining is None:
            raise RefusedError(
                _("%(name)s is already in round %(number)d or has dropped.")
                % {"name": written_name(wanted), "number": number}
            )
        tables = {match.table for match in matches if match.table is not None}
        field = repairing_field(event, round, matches, [joining], tables)
        holder = open_bye(round)
        if holder is None:
            raise RefusedError(_("Round %(number)d has no bye to fill.") % {"number": number})
        plan = repairing_options(event, round, field, matches)[0]
        if plan.rematches:
            raise RefusedError(
                _("%(name)s has already played %(holder)s. The head judge can re-pair the round.")
                % {"name": written_name(joining), "holder": written_name(holder)}
            )
        return _apply(write, round, plan, Repairing.Plan.BYE)


def undo_repairing(*, event_id: int, actor: User, number: int, repairing: int) -> Repairing:
    """Undo the newest re-pairing of a posted round, while its tables have no result."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = _with_rows(round_to_re_pair(event, number))
        newest = round.repairings.all().newest_change()
        if newest is None or newest.pk != repairing:
            raise RefusedError(_("This re-pairing was already undone, or another one followed it."))
        if newest.plan == Repairing.Plan.SWAP:
            raise RefusedError(
                _("The last change was a table swap. Undo it on the page of either table.")
            )
        if has_result_since(newest):
            raise RefusedError(_("One of these tables has a result. The tables stay as they are."))
        remove_matches(round, newest.after)
        tables = [row["table"] for row in newest.before if row["table"]]
        if round.matches.filter(table__in=tables).exists():
            raise RefusedError(
                _("Another match was moved to one of those tables. Move it back first.")
            )
        add_matches(round, newest.before)
        for pk, first_round in newest.joined.items():
            Enrollment.objects.filter(pk=int(pk)).update(first_round=first_round)
        newest.undone_at = timezone.now()
        newest.save(update_fields=["undone_at"])
        show_moved_players(event, round)
        write.journal(
            Verb.RE_PAIRING_UNDONE, round=round, tables=len(newest.after), at=newest.tables
        )
    return newest


def _with_rows(round: Round) -> Round:
    round.refresh_from_db(fields=["posted_rows"])
    return round


def _apply(
    write: Write,
    round: Round,
    plan: RepairingOption,
    kind: Repairing.Plan,
    *,
    minutes: int = 0,
    reason: str = "",
) -> Repairing:
    before = [row_of_match(match) for match in plan.stops]
    after = [_row_of(table.table, table.first, table.second) for table in plan.new]
    if plan.bye is not None:
        after.append(_row_of(None, plan.bye, None))
    late = [move.player for move in plan.moves if move.player.first_round > round.number]
    joined = {str(enrollment.pk): enrollment.first_round for enrollment in late}
    remove_matches(round, before)
    add_matches(round, after)
    if minutes:
        tables = [table.table for table in plan.new]
        round.matches.filter(table__in=tables).update(extension_minutes=minutes)
    Enrollment.objects.filter(pk__in=joined).update(first_round=round.number)
    round.changed_by_hand = True
    round.proof = round.proof | {"by_hand": asdict(plan.plan.cost)}
    round.save(update_fields=["changed_by_hand", "proof"])
    made = Repairing.objects.create(
        round=round,
        plan=kind,
        account=write.actor,
        at=timezone.now(),
        before=before,
        after=after,
        joined=joined,
    )
    show_moved_players(write.event, round)
    write.journal(
        Verb.ROUND_RE_PAIRED,
        round=round,
        plan=kind.value,
        stopped=[match.table for match in plan.stops if match.table],
        made=[[table.table, table.first.name, table.second.name] for table in plan.new],
        bye=plan.bye.name if plan.bye else "",
        reason=reason,
        minutes=minutes,
    )
    return made


def show_moved_players(event: Event, round: Round) -> None:
    """Rewrite the posted rows of a round after a change, and mark the players who moved."""
    recount_dropped_after(event)
    show_tables(round)


def show_tables(round: Round) -> None:
    """Rewrite the posted rows of a round in the caller's transaction; mark players who moved.

    Their phones are notified again, so that no notice names the table of before.
    """
    before = _tables_in(round)
    round.posted_rows = rows_after_repairing(round)
    round.save(update_fields=["posted_rows"])
    moved = [number for number, table in _tables_in(round).items() if before.get(number) != table]
    subscriptions_of(round.event_id).filter(enrollment__number__in=moved).update(told=None)


def _tables_in(round: Round) -> dict[int, int | None]:
    """Return the posted table of each player, by number."""
    rows = round.posted_rows or []
    return {player["number"]: row["table"] for row in rows for player in players_in_row(row)}


def row_of_match(match: Match | RoundMatch) -> dict[str, Any]:
    """Return a match as a re-pairing stores it: kind, table, keys of both players."""
    return {
        "kind": match.kind,
        "table": match.table,
        "first": match.first_id,
        "second": match.second_id,
    }


def _row_of(table: int | None, first: RoundPlayer, second: RoundPlayer | None) -> dict[str, Any]:
    kind = Match.Kind.BYE if second is None else Match.Kind.PLAYED
    return {
        "kind": kind.value,
        "table": table,
        "first": first.pk,
        "second": None if second is None else second.pk,
    }


def remove_matches(round: Round, rows: list[dict[str, Any]]) -> None:
    """Remove the matches of these rows from a round."""
    round.matches.filter(first_id__in=[row["first"] for row in rows]).delete()


def add_matches(round: Round, rows: list[dict[str, Any]]) -> None:
    """Add the matches of these rows to a round; RefusedError for a table of another event."""
    take_tables(round.event, (row["table"] for row in rows))
    people = Enrollment.objects.in_bulk(
        {row[side] for row in rows for side in ("first", "second") if row[side] is not None}
    )
    matches = []
    for row in rows:
        first = people[row["first"]]
        if row["kind"] == Match.Kind.BYE:
            matches.append(Match.bye(round, first))
        elif row["kind"] == Match.Kind.UNPAIRED:
            matches.append(Match.assigned_loss(round, first))
        else:
            second = people[row["second"]]
            matches.append(Match(round=round, first=first, second=second, table=row["table"]))
    Match.objects.bulk_create(matches, batch_size=1000)
