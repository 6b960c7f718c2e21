"""Awarded byes for rounds that were assigned as losses: the way back."""

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.drops.drop_parts import find_player
from events.core.event_write import event_write
from events.core.progress.presence import DueRound
from events.core.refusals import RefusedError
from events.core.results.certification_actions import withdraw_certification
from events.core.standings.actions import publish_revisions
from events.models import Enrollment, Match, Round, Verb


def give_awarded_byes(*, event_id: int, actor: User, number: int) -> list[int]:
    """Turn a player's assigned losses in rounds with an awarded bye into these byes.

    Return the numbers of the rounds. Published standings get a new revision. RefusedError where the
    player has no such loss.
    """
    with event_write(event_id, actor) as write:
        enrollment = find_player(write.event, number)
        matches = lost_byes(enrollment)
        if not matches:
            raise RefusedError(
                _("%(name)s has no assigned loss in a round with an awarded bye.")
                % {"name": written_name(enrollment)}
            )
        for match in matches:
            match.delete()
            _show_bye(match.round, enrollment)
            withdraw_certification(write, match.round)
        rounds = [match.round for match in matches]
        Match.objects.bulk_create(Match.bye(round, enrollment) for round in rounds)
        numbers = [round.number for round in rounds]
        write.journal(Verb.ENROLLMENT_CHANGED, enrollment=enrollment, byes_used=numbers)
        publish_revisions(write, numbers[0], reason="")
    return numbers


def lost_byes(enrollment: Enrollment) -> list[Match]:
    """Return the assigned losses of a player in rounds with an awarded bye. At most one query."""
    if not enrollment.awarded_byes:
        return []
    losses = Match.objects.assigned_losses().filter(first=enrollment)
    joined = losses.select_related("round__stage").order_by("round__number")
    return [match for match in joined if DueRound.of(match.round).has_bye(enrollment)]


def _show_bye(round: Round, holder: Enrollment) -> None:
    """Show a bye in the posted pairings of a round that showed an assigned loss."""
    rows = round.posted_rows or []
    own = [row for row in rows if row["first"]["number"] == holder.number and not row["second"]]
    for row in own:
        row["kind"] = Match.Kind.BYE.value
    if own:
        round.save(update_fields=["posted_rows"])
