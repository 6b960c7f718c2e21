"""Pairing a round as a draft, and changing the draft by hand."""

from collections.abc import Iterator
from itertools import count

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

import pairings
from events.adapters import awarded_bye, proof_by_hand
from events.models import Enrollment, Event, Match, Round, Stage, Verb
from events.selectors.stages import current_stage, entrants_of
from events.services.departures import recount_left_after
from events.services.drawing import draw_round
from events.services.errors import RefusedError
from events.services.events import lock_number_of_rounds
from events.services.locking import lock_unfinished, write_journal
from events.services.playoff import create_bracket_round
from events.services.states import draft_of, table_of


def pair_next_round(*, event_id: int, actor: User, number: int, seed: int | None = None) -> Round:
    """Pair round `number` as a draft that only staff see.

    `number` is the round that the caller believes is next: a second request for the same round is
    refused instead of pairing the one after it. `seed` (63 bits) is the announced one unless
    given; a bracket needs none.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        stage = _stage_to_pair(event, number)
        if number == 1 and stage.kind == Stage.Kind.SWISS:
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
        write_journal(event, actor, Verb.ROUND_PAIRED, round=round, seed=round.seed)
    return round


def repair_draft(*, event_id: int, actor: User, number: int, seed: int | None = None) -> Round:
    """Pair the draft of round `number` again from another seed; changes made by hand are lost."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = _drawn_draft(event, number)
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
        event.save(update_fields=["next_seed", "state"])


def swap_players(*, event_id: int, actor: User, number: int, first: int, second: int) -> Round:
    """Let two players (enrollment numbers) of a draft change places; one may hold the bye."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = _drawn_draft(event, number)
        if first == second:
            raise RefusedError(_("Choose two different players."), "second")
        one, one_side = _seat_of(round, first, "first")
        two, two_side = _seat_of(round, second, "second")
        if one.pk == two.pk:
            two = one
        names = getattr(one, one_side).name, getattr(two, two_side).name
        here, there = getattr(one, one_side), getattr(two, two_side)
        setattr(one, one_side, there)
        setattr(two, two_side, here)
        _write_again(one, two)
        _note_change(event, round)
        write_journal(
            event,
            actor,
            Verb.PAIRING_CHANGED,
            round=round,
            change="swap",
            first=names[0],
            second=names[1],
            numbers=[first, second],
        )
    return round


def set_table(*, event_id: int, actor: User, number: int, table: int, to: int) -> Round:
    """Move the match at `table` of a draft to table `to`; a match there moves the other way."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = draft_of(event, number)
        if not 1 <= to <= 99_999:
            raise RefusedError(_("Tables are numbered from 1 to 99999."), "to")
        match = table_of(round, table)
        other = round.matches.filter(table=to).first()
        # The database holds, at every moment, that a table stands once in a round.
        Match.objects.filter(pk=match.pk).update(table=None)
        if other is not None:
            Match.objects.filter(pk=other.pk).update(table=table)
        match.table = to
        match.save(update_fields=["table"])
        write_journal(
            event,
            actor,
            Verb.PAIRING_CHANGED,
            round=round,
            match=match,
            change="table",
            before=table,
            after=to,
        )
    return round


def add_to_draft(*, event_id: int, actor: User, number: int, player: int) -> Round:
    """Put an active player who is not in the draft into it: against the bye, else with a bye."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = _drawn_draft(event, number)
        joining = event.enrollments.filter(number=player, state=Enrollment.State.ACTIVE).first()
        if joining is None:
            raise RefusedError(
                _("Player %(number)d is not playing in this event.") % {"number": player}, "player"
            )
        taken = round.matches.filter(Q(first=joining) | Q(second=joining))
        if taken.filter(kind=Match.Kind.UNPAIRED).exists():
            taken.delete()
        if taken.exists():
            raise RefusedError(_("%(name)s is paired already.") % {"name": joining.name}, "player")
        if joining.first_round > number:
            joining.first_round = number
            joining.save(update_fields=["first_round"])
        _seat(event, round, joining)
        _note_change(event, round)
        write_journal(
            event, actor, Verb.PAIRING_CHANGED, round=round, enrollment=joining, change="add"
        )
    return round


def take_out_of_draft(*, event_id: int, actor: User, number: int, player: int) -> Round:
    """Take a player out of the draft; an opponent left alone plays the bye, or has the bye."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        round = _drawn_draft(event, number)
        match, side = _seat_of(round, player, "player")
        leaving = getattr(match, side)
        left = match.second if side == "first" else match.first
        match.delete()
        if left is not None and left != leaving:
            _seat(event, round, left)
        recount_left_after(event)
        _note_change(event, round)
        write_journal(
            event, actor, Verb.PAIRING_CHANGED, round=round, enrollment=leaving, change="take-out"
        )
    return round


def _seat(event: Event, round: Round, joining: Enrollment) -> None:
    """Give somebody the holder of the drawn bye as opponent, or the bye where nobody has it."""
    byes = round.matches.filter(kind=Match.Kind.BYE).select_related("first")
    bye = next((match for match in byes if not awarded_bye(match, round.number)), None)
    if bye is None:
        _bye(round, joining).save()
        return
    opponent = bye.first
    bye.delete()
    taken = {table for table in round.matches.values_list("table", flat=True) if table}
    table = next(_free_tables(event, taken))
    Match.objects.create(round=round, first=opponent, second=joining, table=table)


def _seat_of(round: Round, number: int, field: str) -> tuple[Match, str]:
    """Return the match of an enrollment number in a draft, and which of the two it is there."""
    for side in ("first", "second"):
        match = (
            round.matches.filter(**{f"{side}__number": number})
            .select_related("first", "second")
            .first()
        )
        if match is not None:
            return match, side
    raise RefusedError(
        _("Player %(player)d is not in the draft of round %(number)d.")
        % {"player": number, "number": round.number},
        field,
    )


def _write_again(*matches: Match) -> None:
    """Replace the rows of matches whose players have changed places.

    Updating one after the other would have somebody twice in the round in between, which the
    database refuses.
    """
    changed = {match.pk: match for match in matches}
    Match.objects.filter(pk__in=changed).delete()
    for match in changed.values():
        match.pk = None
    Match.objects.bulk_create(changed.values())


def _note_change(event: Event, round: Round) -> None:
    """Mark the draft as changed by hand, with what it costs now."""
    round.changed_by_hand = True
    if "cost" in round.proof:
        matches = round.matches.select_related("first", "second").order_by("table")
        again = round.proof.get("again", 0)
        round.proof = proof_by_hand(event, round, list(matches)) | {"again": again}
    round.save(update_fields=["changed_by_hand", "proof"])


def _drawn_draft(event: Event, number: int) -> Round:
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
    people = {one.pk: one for one in entrants_of(round.stage) if one.first_round <= round.number}
    if len(people) < 2:
        raise RefusedError(_("A round needs at least two players; add them on the roster."))
    # A round robin has no awarded byes: everybody meets everybody.
    awarded = round.stage.kind == Stage.Kind.SWISS
    byes = [one for one in people.values() if awarded and one.awarded_byes >= round.number]
    held = {one.pk for one in byes}
    playing = [one for one in people.values() if one.pk not in held]
    drawn = draw_round(event, round, playing)
    round.proof = drawn.proof
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
    free = _free_tables(event, {table for table in wished if table is not None})
    matches: list[Match] = []
    given: set[int] = set()
    for (first, second), wish in zip(pairs, wished, strict=True):
        table = wish if wish is not None and wish not in given else next(free)
        given.add(table)
        matches.append(Match(round=round, first=first, second=second, table=table))
    matches.extend(_bye(round, holder) for holder in byes)
    Match.objects.bulk_create(matches, batch_size=1000)


def _free_tables(event: Event, taken: set[int]) -> Iterator[int]:
    """Yield table numbers from the event's first one, without those that are taken."""
    return (table for table in count(event.first_table) if table not in taken)


def _bye(round: Round, holder: Enrollment) -> Match:
    """Make a bye: a match without an opponent that is won 2-0 (MTR Appendix C)."""
    return Match(
        round=round,
        kind=Match.Kind.BYE,
        first=holder,
        first_wins=round.games_to_win,
        second_wins=0,
        drawn_games=0,
    )
