"""Pairing a round as a draft, pairing it again, discarding it."""

from collections.abc import Iterator
from itertools import count

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import pairings
from events.models import Enrollment, Event, Match, Round, Stage, Verb
from events.selectors.stages import current_stage, entrants_of
from events.services.departures import recount_left_after
from events.services.drawing import draw_round
from events.services.errors import RefusedError
from events.services.events import lock_number_of_rounds
from events.services.locking import lock_unfinished, write_journal
from events.services.playoff import create_bracket_round
from events.services.states import draft_of


def pair_next_round(*, event_id: int, actor: User, number: int, seed: int | None = None) -> Round:
    """Pair round `number` as a draft that only staff see.

    `number` is the round that the caller believes is next: a second request for the same round is
    refused instead of pairing the one after it. `seed` (63 bits) is the announced one unless
    given; a bracket needs none.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        stage = _stage_to_pair(event, number)
        proposed = False
        if number == 1 and stage.kind == Stage.Kind.SWISS:
            proposed = stage.rounds is None
            lock_number_of_rounds(event)
            stage.refresh_from_db(fields=["rounds"])
        if stage.is_elimination:
            round = create_bracket_round(event, stage, number)
        else:
            chosen = event.next_seed if seed is None else seed
            round = Round.objects.create(
                event=event, stage=stage, number=number, seed=chosen, paired_at=timezone.now()
            )
            _draw_matches(event, round)
            event.next_seed = pairings.new_seed()
        event.state = Event.State.RUNNING
        event.save(update_fields=["next_seed", "state"])
        write_journal(
            event, actor, Verb.ROUND_PAIRED, round=round, seed=round.seed, proposed=proposed
        )
    return round


def repair_draft(*, event_id: int, actor: User, number: int, seed: int | None = None) -> Round:
    """Pair the draft of round `number` again from another seed; changes made by hand are lost."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = drawn_draft(event, number)
        before, again = round.seed, round.proof.get("again", 0) + 1
        round.seed = event.next_seed if seed is None else seed
        round.changed_by_hand = False
        round.paired_at = timezone.now()
        round.save(update_fields=["seed", "changed_by_hand", "paired_at"])
        round.matches.all().delete()
        _draw_matches(event, round)
        round.proof["again"] = again
        round.save(update_fields=["proof"])
        recount_left_after(event)
        event.next_seed = pairings.new_seed()
        event.save(update_fields=["next_seed"])
        write_journal(
            event, actor, Verb.ROUND_REPAIRED, round=round, seed=round.seed, before=before
        )
    return round


def discard_draft(*, event_id: int, actor: User, number: int) -> None:
    """Throw the draft of round `number` away; before round 1 the event is in set-up again.

    Its seed, whose hash is announced, draws the next attempt too: nobody shops for another one.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = draft_of(event, number)
        write_journal(event, actor, Verb.ROUND_DISCARDED, round=round, seed=round.seed)
        round.delete()
        if not round.stage.round_set.exists():
            round.stage.bracket_seats.all().delete()
            if round.stage.is_elimination:
                round.stage.seed = None
                round.stage.save(update_fields=["seed"])
        recount_left_after(event)
        if round.seed is not None:
            event.next_seed = round.seed
        if number == 1:
            event.state = Event.State.SETUP
            _unlock_number_of_rounds(event, round.stage)
        event.save(update_fields=["next_seed", "state"])


def _unlock_number_of_rounds(event: Event, stage: Stage) -> None:
    """Let the number of rounds follow the roster again, unless the organizer has set it."""
    paired = event.journal.filter(verb=Verb.ROUND_PAIRED, round_number=1).order_by("-id").first()
    if paired is not None and paired.data.get("proposed"):
        stage.rounds = None
        stage.save(update_fields=["rounds"])


def drawn_draft(event: Event, number: int) -> Round:
    """Return a draft that may be changed by hand: a bracket follows from results and seeds."""
    round = draft_of(event, number)
    if round.stage.is_elimination:
        raise RefusedError(_("A bracket follows from the seeds and the results."))
    return round


def _stage_to_pair(event: Event, number: int) -> Stage:
    """Return the stage that round `number` belongs to; RefusedError when it can't be next."""
    last = event.rounds.order_by("-number").first()
    expected = last.number + 1 if last else 1
    if number < expected:
        raise RefusedError(
            _("Round %(number)d is paired already. Look at it before you do anything.")
            % {"number": number}
        )
    if number > expected:
        raise RefusedError(_("Round %(number)d comes first.") % {"number": expected})
    if last is not None and last.state != Round.State.COMPLETE:
        raise RefusedError(
            _("Complete round %(number)d before you pair the next one.") % {"number": last.number}
        )
    status = current_stage(event)
    if status is None:
        raise RefusedError(_("This event has no stages. Lay them out first."))
    if status.needs_cut:
        raise RefusedError(_("Confirm who advances before you pair the next round."))
    if status.over:
        raise RefusedError(
            _("All %(rounds)d rounds have been played. Finish the event.")
            % {"rounds": expected - 1}
        )
    if status.stage.pods and not status.stage.pod_seats.exists():
        raise RefusedError(_("Draw the pods of the draft before you pair its first round."))
    return status.stage


def _draw_matches(event: Event, round: Round) -> None:
    """Pair a draft from its seed and write its matches and its proof."""
    # Who came while this round was posted can be paired in it once it was taken back.
    event.enrollments.filter(first_round__gt=round.number).update(first_round=round.number)
    people = {one.pk: one for one in entrants_of(round.stage)}
    if len(people) < 2:
        raise RefusedError(_("A round needs at least two players; add them on the roster."))
    # A round robin has no awarded byes: everybody meets everybody.
    awarded = round.stage.kind == Stage.Kind.SWISS
    byes = [one for one in people.values() if awarded and one.awarded_byes >= round.number]
    held = {one.pk for one in byes}
    playing = [one for one in people.values() if one.pk not in held]
    drawn = draw_round(event, round, playing)
    if not (drawn.pairs or drawn.byes or byes):
        raise RefusedError(_("Nobody who has a seat in the pods still plays."))
    round.proof = drawn.proof
    if "cost" in round.proof:
        round.proof["bye"] = people[drawn.byes[0]].number if drawn.byes else None
    round.save(update_fields=["proof"])
    pairs = [(people[first], people[second]) for first, second in drawn.pairs]
    byes = [people[pk] for pk in drawn.byes] + byes
    _create_matches(event, round, pairs, byes)


def _create_matches(
    event: Event,
    round: Round,
    pairs: list[tuple[Enrollment, Enrollment]],
    byes: list[Enrollment],
) -> None:
    """Write the matches of a draft: tables in the order of the pairs, fixed tables kept."""
    wished = [first.fixed_table or second.fixed_table for first, second in pairs]
    free = free_tables(event, {table for table in wished if table is not None})
    matches: list[Match] = []
    given: set[int] = set()
    for (first, second), wish in zip(pairs, wished, strict=True):
        table = wish if wish is not None and wish not in given else next(free)
        given.add(table)
        matches.append(Match(round=round, first=first, second=second, table=table))
    matches.extend(make_bye(round, holder) for holder in byes)
    Match.objects.bulk_create(matches, batch_size=1000)


def free_tables(event: Event, taken: set[int]) -> Iterator[int]:
    """Yield table numbers from the event's first one, without those that are taken."""
    return (table for table in count(event.first_table) if table not in taken)


def make_bye(round: Round, holder: Enrollment) -> Match:
    """Make a bye: a match without an opponent that is won 2-0 (MTR Appendix C)."""
    return Match(
        round=round,
        kind=Match.Kind.BYE,
        first=holder,
        first_wins=round.games_to_win,
        second_wins=0,
        drawn_games=0,
    )
