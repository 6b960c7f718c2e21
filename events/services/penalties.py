"""Penalties: what was applied for which infraction."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.models import Infraction, Penalty, PenaltyKind, Round, Verb
from events.services.departures import find_player
from events.services.errors import RefusedError
from events.services.locking import lock_unfinished, write_journal
from events.services.teams import member_at

# What is applied where nothing makes it worse or better (Infraction Procedure Guide).
NOTE_LENGTH = 300

BASE_PENALTIES: dict[Infraction, PenaltyKind] = {
    Infraction.MISSED_TRIGGER: PenaltyKind.NONE,
    Infraction.LOOKING_AT_EXTRA_CARDS: PenaltyKind.WARNING,
    Infraction.HIDDEN_CARD_ERROR: PenaltyKind.WARNING,
    Infraction.MULLIGAN: PenaltyKind.WARNING,
    Infraction.GAME_RULE_VIOLATION: PenaltyKind.WARNING,
    Infraction.MAINTAIN_GAME_STATE: PenaltyKind.WARNING,
    Infraction.SLOW_PLAY: PenaltyKind.WARNING,
    Infraction.DECK_PROBLEM: PenaltyKind.WARNING,
    Infraction.LIMITED_PROCEDURE: PenaltyKind.WARNING,
    Infraction.COMMUNICATION: PenaltyKind.WARNING,
    Infraction.MARKED_CARDS: PenaltyKind.WARNING,
    Infraction.INSUFFICIENT_SHUFFLING: PenaltyKind.WARNING,
    Infraction.UNSPORTING_MINOR: PenaltyKind.WARNING,
    Infraction.TARDINESS: PenaltyKind.GAME_LOSS,
    Infraction.DECKLIST_PROBLEM: PenaltyKind.GAME_LOSS,
    Infraction.OUTSIDE_ASSISTANCE: PenaltyKind.MATCH_LOSS,
    Infraction.UNSPORTING_MAJOR: PenaltyKind.MATCH_LOSS,
    Infraction.IMPROPER_WINNER: PenaltyKind.MATCH_LOSS,
    Infraction.BRIBERY: PenaltyKind.MATCH_LOSS,
    Infraction.AGGRESSIVE: PenaltyKind.DISQUALIFICATION,
    Infraction.THEFT: PenaltyKind.DISQUALIFICATION,
    Infraction.STALLING: PenaltyKind.DISQUALIFICATION,
    Infraction.CHEATING: PenaltyKind.DISQUALIFICATION,
}


def infractions_by_penalty() -> list[tuple[PenaltyKind, list[Infraction]]]:
    """Every infraction, grouped by its base penalty, mildest first."""
    return [
        (kind, [infraction for infraction, base in BASE_PENALTIES.items() if base is kind])
        for kind in PenaltyKind
    ]


def give_penalty(
    *,
    event_id: int,
    actor: User,
    number: int,
    infraction: Infraction,
    penalty: PenaltyKind,
    note: str = "",
    seat: str = "",
) -> Penalty:
    """Record a penalty of player `number` in the round that is being played, if one is.

    It changes no result: a game or match loss is entered with the result of the match, a
    disqualification is carried out by `disqualify`. `seat` names the member of a team, A, B or C,
    whose name then begins the note. RefusedError when there is no such player or seat.
    """
    with transaction.atomic():
        event = lock_unfinished(event_id)
        enrollment = find_player(event, number)
        shown = event.rounds.exclude(state=Round.State.DRAFT)
        current = shown.order_by("-number").first()
        made = Penalty.objects.create(
            enrollment=enrollment,
            round_number=current.number if current else None,
            infraction=infraction,
            penalty=penalty,
            note=": ".join(filter(None, (member_at(enrollment, seat), note.strip())))[:NOTE_LENGTH],
            given_by=actor,
        )
        write_journal(
            event,
            actor,
            Verb.PENALTY_GIVEN,
            round=current,
            enrollment=enrollment,
            infraction=str(infraction),
            penalty=str(penalty),
            note=made.note,
        )
    return made


def remove_penalty(*, event_id: int, actor: User, penalty_id: int) -> Penalty:
    """Remove a penalty that was recorded by mistake; the journal keeps what it was."""
    with transaction.atomic():
        event = lock_unfinished(event_id)
        found = (
            Penalty.objects.filter(pk=penalty_id, enrollment__event=event)
            .select_related("enrollment")
            .first()
        )
        if found is None:
            raise RefusedError(_("This penalty was removed already."))
        write_journal(
            event,
            actor,
            Verb.PENALTY_REMOVED,
            enrollment=found.enrollment,
            infraction=found.infraction,
            penalty=found.penalty,
        )
        found.delete()
    return found
