"""Change an unposted round by hand: swap players, move tables, add and remove players."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.adapters import awarded_bye, proof_by_hand
from events.core.drops.drop_parts import recount_dropped_after
from events.core.event_write import event_write
from events.core.guards import find_round, table_of
from events.core.progress.edited_tables import check_pairing
from events.core.progress.queries import entrants_of
from events.core.refusals import RefusedError
from events.core.rounds.pairing_actions import round_to_pair_again
from events.core.rounds.table_changes import leave_table, seat_late_player, swap_seats
from events.core.seats.allocator import take_spare_table, take_tables
from events.core.seats.table_numbering import check_table
from events.models import Enrollment, Event, Match, Round, Stage, Verb
from events.models.querysets import of_player


def swap_players(
    *, event_id: int, actor: User, number: int, first: int, second: int, token: str = ""
) -> Round:
    """Swap two players (enrollment numbers); one may hold the bye.

    A player with an assigned loss is paired, but the loss goes to nobody else: the other player
    meets the holder of the bye, or gets the bye. `token`: as for check_token, of the pairing.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = _round_with_free_pairs(event, number)
        check_pairing(token, round)
        if first == second:
            raise RefusedError(_("Choose two different players."), "second")
        if round.stage.is_tables:
            here, there = swap_seats(round, first, second)
        else:
            here, there = _swap(event, round, first, second)
        _note_change(event, round)
        write.journal(
            Verb.PAIRING_CHANGED,
            round=round,
            enrollment=here,
            other=there,
            change="swap",
            numbers=[first, second],
        )
    return round


def _swap(event: Event, round: Round, first: int, second: int) -> tuple[Enrollment, Enrollment]:
    """Swap two players of matches of two; return them."""
    first_match, first_side = _seat_of(round, first, "first")
    second_match, second_side = _seat_of(round, second, "second")
    if first_match.pk == second_match.pk:
        second_match = first_match
    here, there = getattr(first_match, first_side), getattr(second_match, second_side)
    _check_pods(round, here, there)
    if Match.Kind.UNPAIRED in (first_match.kind, second_match.kind):
        _let_in(event, round, (first_match, first_side), (second_match, second_side))
    else:
        setattr(first_match, first_side, there)
        setattr(second_match, second_side, here)
        _write_again(first_match, second_match)
    return here, there


def set_table(
    *, event_id: int, actor: User, number: int, table: int, to: int, token: str = ""
) -> Round:
    """Move the match at `table` to table `to`; a match there moves the other way.

    `token`: as for check_token, of the pairing.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "unposted")
        check_pairing(token, round)
        check_table(to, "to")
        match = table_of(round, table)
        take_tables(event, [to])
        other = round.matches.filter(table=to).first()
        # The database allows each table once in a round, at every moment.
        Match.objects.filter(pk=match.pk).update(table=None)
        if other is not None:
            Match.objects.filter(pk=other.pk).update(table=table)
        match.table = to
        match.save(update_fields=["table"])
        write.journal(
            Verb.PAIRING_CHANGED,
            round=round,
            match=match,
            change="table",
            before=table,
            after=to,
        )
    return round


def add_to_round(*, event_id: int, actor: User, number: int, player: int) -> Round:
    """Add an active player to the round: against the bye, else with a bye."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = _round_with_free_pairs(event, number)
        joining = next(
            (entrant for entrant in entrants_of(round.stage) if entrant.number == player), None
        )
        if joining is None:
            raise RefusedError(
                _("Player %(number)d is not playing in this event.") % {"number": player}, "player"
            )
        taken = round.matches.filter(of_player(joining))
        if taken.assigned_losses().exists():
            taken.delete()
        if taken.exists():
            raise RefusedError(
                _("%(name)s is already paired.") % {"name": written_name(joining)}, "player"
            )
        if round.stage.pods and not joining.pod_seats.filter(stage=round.stage).exists():
            raise RefusedError(
                _("%(name)s has no seat in a pod of this draft.") % {"name": written_name(joining)},
                "player",
            )
        if joining.first_round > number:
            joining.first_round = number
            joining.save(update_fields=["first_round"])
        if round.stage.is_tables:
            seat_late_player(round, joining)
        else:
            _seat(event, round, joining)
        _note_change(event, round)
        write.journal(Verb.PAIRING_CHANGED, round=round, enrollment=joining, change="add")
    return round


def take_out_of_round(*, event_id: int, actor: User, number: int, player: int) -> Round:
    """Remove a player from the round; an opponent left alone plays the bye, or gets it."""
    with event_write(event_id, actor) as write:
        event = write.event
        round = _round_with_free_pairs(event, number)
        if round.stage.is_tables:
            leaving = leave_table(round, player)
        else:
            match, side = _seat_of(round, player, "player")
            leaving = getattr(match, side)
            left = match.second if side == "first" else match.first
            match.delete()
            if left is not None and left != leaving:
                _seat(event, round, left)
        recount_dropped_after(event)
        _note_change(event, round)
        write.journal(Verb.PAIRING_CHANGED, round=round, enrollment=leaving, change="take-out")
    return round


def _seat(event: Event, round: Round, joining: Enrollment) -> None:
    """Pair a joining player with the holder of the drawn bye, or give a bye if nobody has it.

    Within pods (MTR 7.6), only a bye of the player's pod counts.
    """
    pods = _pods(round)
    byes = round.matches.byes().select_related("first")
    by_lot = [match for match in byes if not awarded_bye(match, round.number)]
    pod = pods.get(joining.pk)
    bye = next((match for match in by_lot if pods.get(match.first_id) == pod), None)
    if bye is None:
        Match.bye(round, joining).save()
        return
    opponent = bye.first
    bye.delete()
    taken = {table for table in round.matches.values_list("table", flat=True) if table}
    table = take_spare_table(event, taken)
    Match.objects.create(round=round, first=opponent, second=joining, table=table)


def _let_in(event: Event, round: Round, seat: tuple[Match, str], other: tuple[Match, str]) -> None:
    """Give a player with an assigned loss the seat of another player, and pair that one again."""
    (outside, side), (place, place_side) = seat, other
    if outside.kind != Match.Kind.UNPAIRED:
        (outside, side), (place, place_side) = other, seat
    if place.kind == Match.Kind.UNPAIRED:
        raise RefusedError(_("Neither player is paired. Add them to the round."), "second")
    joining, leaving = getattr(outside, side), getattr(place, place_side)
    outside.delete()
    if joining.first_round > round.number:
        joining.first_round = round.number
        joining.save(update_fields=["first_round"])
    setattr(place, place_side, joining)
    _write_again(place)
    _seat(event, round, leaving)


def _pods(round: Round) -> dict[int, int]:
    """Return the pod of each enrollment id; empty where there are no pods."""
    return dict(round.stage.pod_seats.values_list("enrollment_id", "pod"))


def _check_pods(round: Round, enrollment: Enrollment, other: Enrollment) -> None:
    pods = _pods(round)
    if pods.get(enrollment.pk) != pods.get(other.pk):
        raise RefusedError(
            _("%(one)s and %(other)s are in different pods. A draft is paired within each pod.")
            % {"one": written_name(enrollment), "other": written_name(other)},
            "second",
        )


def _seat_of(round: Round, number: int, field: str) -> tuple[Match, str]:
    """Return the match of an enrollment number, and the player's side in it."""
    for side in ("first", "second"):
        match = (
            round.matches.filter(**{f"{side}__number": number})
            .select_related("first", "second")
            .first()
        )
        if match is not None:
            return match, side
    raise RefusedError(
        _("Player %(player)d is not in the unposted round %(number)d.")
        % {"player": number, "number": round.number},
        field,
    )


def _write_again(*matches: Match) -> None:
    """Replace the rows of matches whose players have changed places.

    Updating them one after the other would put a player in the round twice, which the database
    refuses.
    """
    changed = {match.pk: match for match in matches}
    Match.objects.filter(pk__in=changed).delete()
    for match in changed.values():
        match.pk = None
    Match.objects.bulk_create(changed.values())


def _note_change(event: Event, round: Round) -> None:
    """Mark the round as changed by hand, with its new pairing cost."""
    round.changed_by_hand = True
    if "cost" in round.proof:
        matches = round.matches.select_related("first", "second").order_by("table")
        again = round.proof.get("again", 0)
        round.proof = proof_by_hand(event, round, list(matches)) | {"again": again}
    round.save(update_fields=["changed_by_hand", "proof"])


def _round_with_free_pairs(event: Event, number: int) -> Round:
    """Return an unposted round with changeable pairs; a round robin's are fixed."""
    round = round_to_pair_again(event, number)
    if round.stage.kind == Stage.Kind.ROUND_ROBIN:
        raise RefusedError(
            _("In a round robin, every player plays every other player. Pair again instead.")
        )
    return round
