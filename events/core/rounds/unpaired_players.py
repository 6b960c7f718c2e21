"""Players without an opponent in a round, and the holder of its open bye."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from events.core.adapters import awarded_bye
from events.core.rounds.guards import find_round_or_none
from events.core.stages.queries import entrants_of
from events.models import Enrollment, Event, Match, Round, Stage


@dataclass(frozen=True, slots=True)
class UnpairedPlayers:
    """Players without an opponent in the newest round; `holder` has its open bye."""

    round: Round
    people: tuple[Enrollment, ...]
    holder: Enrollment | None


def unpaired_in_newest_round(event: Event) -> UnpairedPlayers | None:
    """Return the unpaired players of the newest round in progress; None without any."""
    round = find_round_or_none(event, None)
    if round is None or round.is_complete or round.stage.kind != Stage.Kind.SWISS:
        return None
    if not _may_have_unpaired(round):
        return None
    matches = matches_to_change(round)
    people = tuple(unpaired_players(round, matches))
    if not people:
        return None
    return UnpairedPlayers(round, people, open_bye(round, matches))


def _may_have_unpaired(round: Round) -> bool:
    """Return whether an active player has no opponent, without reading every match. One query."""
    paired = round.matches.exclude(kind=Match.Kind.UNPAIRED)
    active = Enrollment.objects.filter(event=round.event_id, state=Enrollment.State.ACTIVE)
    alone = active.exclude(Exists(paired.filter(first=OuterRef("pk"))))
    return alone.exclude(Exists(paired.filter(second=OuterRef("pk")))).exists()


def open_bye(round: Round, matches: Iterable[Match]) -> Enrollment | None:
    """Return who has the bye of a round and could play instead; an awarded bye is kept."""
    for match in matches:
        if match.kind == Match.Kind.BYE and not awarded_bye(match, round.number):
            return match.first if match.first.state == Enrollment.State.ACTIVE else None
    return None


def matches_to_change(round: Round) -> list[Match]:
    """Return the matches of a round with their players, in the order of the tables. One query."""
    return list(
        round.matches.select_related("first", "second").order_by(
            F("table").asc(nulls_last=True), "id"
        )
    )


def unpaired_players(round: Round, matches: Iterable[Match]) -> list[Enrollment]:
    """Return who could play in a posted round and has nobody to play, by number.

    In a draft only those who have a seat in a pod.
    """
    inside = {
        pk
        for match in matches
        if match.kind != Match.Kind.UNPAIRED
        for pk in (match.first_id, match.second_id)
    }
    seats = None
    if round.stage.pods:
        seats = set(round.stage.pod_seats.values_list("enrollment_id", flat=True))
    return [
        enrollment
        for enrollment in entrants_of(round.stage)
        if enrollment.pk not in inside and (seats is None or enrollment.pk in seats)
    ]
