"""Pair a round for staff only, pair it again, or discard it."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import pairings
from domain.table_marks import SMALLEST_TABLE
from events.core.adapters.pairing_methods import pair_by_method
from events.core.compiled.insert import insert_alike
from events.core.drops.drop_parts import recount_dropped_after
from events.core.eligibility.actions import forbid_premier_draws
from events.core.event_write import event_write
from events.core.events.actions import lock_number_of_rounds
from events.core.guards import find_round, find_round_or_none
from events.core.players.exclusion_actions import Exclusion, exclude_players, readmit_excluded
from events.core.progress.edited_tables import check_pairing
from events.core.progress.presence import DueRound
from events.core.progress.queries import Entrant, current_stage, entrants_to_pair
from events.core.questions.question import Settled, answers_for_journal
from events.core.refusals import RefusedError
from events.core.rounds.published_seeds import announced_seed
from events.core.seats.allocator import tables_for
from events.core.stages.playoff_actions import create_bracket_round
from events.core.typed_values import needed_reason
from events.models import Drawing, Event, Match, Round, Stage, TableSeat, Verb


def pair_next_round(
    *,
    event_id: int,
    actor: User,
    number: int,
    seed: int | None = None,
    without: Exclusion | None = None,
    settled: Sequence[Settled] = (),
) -> Round:
    """Pair round `number`; only staff see it.

    `number` is the round that the caller believes is next: a second request for the same round is
    refused instead of pairing the one after it. `seed` (63 bits) is the announced one unless given,
    which makes it a chosen one; a bracket needs none. `without`: the players whom round 1 leaves
    out; discarding the round reinstates them. `settled`: the questions answered before it.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        stage = _stage_to_pair(event, number)
        left_out = exclude_players(write, without) if without is not None and number == 1 else {}
        proposed = False
        if number == 1:
            forbid_premier_draws(write)
        if number == 1 and stage.has_set_rounds:
            proposed = stage.rounds is None
            lock_number_of_rounds(stage)
        if stage.is_elimination:
            seated = stage.bracket_seats.exists()
            round = create_bracket_round(event, stage, number)
            if stage.drawn_by_lot and not seated:
                _keep_drawing(round, stage.seed or 0, Drawing.From.FRESH)
        else:
            announced = announced_seed(event, number)
            origin = Drawing.From.ANNOUNCED if seed in (None, announced) else Drawing.From.CHOSEN
            round = Round.objects.create(
                event=event,
                stage=stage,
                number=number,
                seed=announced if seed is None else seed,
                paired_at=timezone.now(),
            )
            _write_pairing(event, round)
            _keep_drawing(round, round.seed or 0, origin)
        if not event.is_running:
            event.state = Event.State.RUNNING
            event.save(update_fields=["state"])
        write.journal(
            Verb.ROUND_PAIRED,
            round=round,
            seed=round.seed,
            proposed=proposed,
            **left_out,
            **answers_for_journal(settled),
        )
    return round


def pair_again(
    *,
    event_id: int,
    actor: User,
    number: int,
    reason: str,
    seed: int | None = None,
    token: str = "",
) -> Round:
    """Pair unposted round `number` again from another seed; changes made by hand are lost.

    `seed`: a chosen one; without it a new one is drawn. `token`: as check_token takes it, of the
    pairing. The reason and both seeds are public once the round is posted.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = round_to_pair_again(event, number)
        check_pairing(token, round)
        reason = needed_reason(reason)
        before, again = round.seed, round.proof.get("again", 0) + 1
        round.seed = pairings.new_seed() if seed is None else seed
        round.changed_by_hand = False
        round.paired_at = timezone.now()
        round.save(update_fields=["seed", "changed_by_hand", "paired_at"])
        round.matches.all().delete()
        _write_pairing(event, round)
        round.proof["again"] = again
        round.save(update_fields=["proof"])
        recount_dropped_after(event)
        _give_up_drawing(event, number, reason)
        _keep_drawing(
            round, round.seed, Drawing.From.FRESH if seed is None else Drawing.From.CHOSEN
        )
        write.journal(
            Verb.ROUND_PAIRED_AGAIN, round=round, seed=round.seed, before=before, reason=reason
        )
    return round


def discard_round(*, event_id: int, actor: User, number: int, reason: str, token: str = "") -> None:
    """Discard unposted round `number`; before round 1 the event returns to set-up.

    Players who were left out of round 1 are reinstated. `token`: as check_token takes it, of the
    pairing.

    The announced seed also pairs the next attempt, so nobody can discard rounds until a seed suits
    them. The discarded pairing and the reason become public once a round of this number is posted.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        round = find_round(event, number, "unposted")
        check_pairing(token, round)
        reason = needed_reason(reason)
        _give_up_drawing(event, number, reason)
        write.journal(Verb.ROUND_DISCARDED, round=round, seed=round.seed, reason=reason)
        round.delete()
        if not round.stage.round_set.exists():
            round.stage.bracket_seats.all().delete()
            if round.stage.is_elimination:
                round.stage.seed = None
                round.stage.keep_basis("seeds", None)
                round.stage.save(update_fields=["seed", "basis"])
        recount_dropped_after(event)
        if number == 1:
            readmit_excluded(event)
            event.state = Event.State.SETUP
            _unlock_number_of_rounds(round.stage)
        event.save(update_fields=["state"])


def _keep_drawing(round: Round, seed: int, origin: Drawing.From) -> None:
    """Record the drawing of a round; the first drawing uses up the announced seed."""
    event = round.event
    announced = None
    if round.seed is not None:
        announced = announced_seed(event, round.number)
        if not event.drawings.filter(number=round.number).exists():
            event.next_seed = pairings.new_seed()
            event.save(update_fields=["next_seed"])
    Drawing.objects.create(
        event=event,
        number=round.number,
        seed=seed,
        origin=origin,
        announced=announced,
        at=round.paired_at,
    )


def _give_up_drawing(event: Event, number: int, reason: str) -> None:
    """Record why the newest drawing of a round does not count; a bracket may have none."""
    newest = event.drawings.filter(number=number).last()
    if newest is not None:
        newest.given_up = reason
        newest.save(update_fields=["given_up"])


def _unlock_number_of_rounds(stage: Stage) -> None:
    """Let the number of rounds follow the roster again, unless the organizer has set it."""
    if stage.rounds_proposed:
        stage.rounds = None
        stage.rounds_proposed = False
        stage.save(update_fields=["rounds", "rounds_proposed"])


def round_to_pair_again(event: Event, number: int) -> Round:
    """Return an unposted round that may change; RefusedError for a bracket's fixed pairings."""
    round = find_round(event, number, "unposted")
    if round.stage.is_elimination:
        raise RefusedError(_("Bracket pairings follow from the seeds and the results."))
    return round


def _stage_to_pair(event: Event, number: int) -> Stage:
    """Return the stage of round `number`; RefusedError if it is not the next round."""
    last = find_round_or_none(event, None)
    expected = last.number + 1 if last else 1
    if number < expected:
        raise RefusedError(
            _("Round %(number)d is already paired. Check it first.") % {"number": number}
        )
    if number > expected:
        raise RefusedError(_("Pair round %(number)d first.") % {"number": expected})
    if last is not None and not last.is_complete:
        raise RefusedError(
            _("Complete round %(number)d before you pair the next one.") % {"number": last.number}
        )
    status = current_stage(event)
    if status is None:
        raise RefusedError(_("This event has no stages. Add the stages first."))
    if status.needs_cut:
        raise RefusedError(_("Confirm the advancing players before you pair the next round."))
    if status.over:
        raise RefusedError(
            ngettext(
                "The only round has been played. Finish the event.",
                "All %(rounds)d rounds have been played. Finish the event.",
                expected - 1,
            )
            % {"rounds": expected - 1}
        )
    if status.stage.pods and not status.stage.pod_seats.exists():
        raise RefusedError(_("Draw the draft pods before you pair the first draft round."))
    return status.stage


def _write_pairing(event: Event, round: Round) -> None:
    """Pair a round from its seed and write its matches and its proof."""
    # Players who joined while this round was posted can be paired in it after it is unposted.
    event.enrollments.filter(first_round__gt=round.number).update(first_round=round.number)
    people = {enrollment.pk: enrollment for enrollment in entrants_to_pair(round.stage)}
    if len(people) < 2:
        raise RefusedError(_("A round needs at least two players. Add them to the roster."))
    byes = DueRound.of(round).bye_holders(people.values())
    held = {enrollment.pk for enrollment in byes}
    playing = [enrollment for enrollment in people.values() if enrollment.pk not in held]
    if round.stage.is_tables and len(playing) < SMALLEST_TABLE:
        raise RefusedError(
            _("A table needs at least three players. Add them to the roster, or finish the event.")
        )
    paired = pair_by_method(event, round, playing)
    if not (paired.pairs or paired.tables or paired.byes or byes):
        raise RefusedError(_("No player seated in the pods is still in the event."))
    round.proof = paired.proof
    if "cost" in round.proof:
        round.proof["bye"] = people[paired.byes[0]].number if paired.byes else None
    round.save(update_fields=["proof"])
    pairs = [(people[first], people[second]) for first, second in paired.pairs]
    byes = [people[pk] for pk in paired.byes] + byes
    tables = [[people[pk] for pk in table] for table in paired.tables]
    _create_matches(event, round, pairs, byes)
    create_tables(event, round, tables)


def _create_matches(
    event: Event,
    round: Round,
    pairs: list[tuple[Entrant, Entrant]],
    byes: list[Entrant],
) -> None:
    """Write the matches of a round: tables in the order of the pairs, except for fixed tables."""
    wished = [first.fixed_table or second.fixed_table for first, second in pairs]
    given = [] if round.stage.is_tables else tables_for(event, round, wished)
    tables = [
        (table, first.pk, second.pk) for table, (first, second) in zip(given, pairs, strict=True)
    ]
    insert_alike(Match(round=round), ("table", "first_id", "second_id"), tables)
    holders = event.enrollments.in_bulk([holder.pk for holder in byes])
    Match.objects.bulk_create([Match.bye(round, holders[holder.pk]) for holder in byes])


def create_tables(event: Event, round: Round, tables: Sequence[Sequence[Entrant]]) -> None:
    """Write tables of three to five: numbered in this order, except for fixed tables."""
    if not tables:
        return
    wished = [
        next((player.fixed_table for player in table if player.fixed_table), None)
        for table in tables
    ]
    given = tables_for(event, round, wished)
    matches = Match.objects.bulk_create(
        [
            Match(round=round, kind=Match.Kind.TABLE, table=number, first_id=table[0].pk)
            for number, table in zip(given, tables, strict=True)
        ]
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(match=match, seat=seat, enrollment_id=player.pk)
            for match, table in zip(matches, tables, strict=True)
            for seat, player in enumerate(table, 1)
        ]
    )
