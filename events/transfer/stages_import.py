"""Making the stages of an imported event, with who sits where in them."""

from collections.abc import Mapping

from archive.values import Archive, ArchivedStage
from events.models import BracketSeat, Enrollment, Event, PodDrawing, PodSeat, Stage

BATCH = 1000


def create_stages(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> list[Stage]:
    """Write the stages of an archive; `people` are the enrollments by number."""
    made = Stage.objects.bulk_create(
        _stage(event, number, source) for number, source in enumerate(archive.stages, start=1)
    )
    both = list(zip(made, archive.stages, strict=True))
    through = Stage.advancing.through
    through.objects.bulk_create(
        [
            through(stage_id=stage.pk, enrollment_id=people[number].pk)
            for stage, source in both
            for number in source.advance or ()
        ],
        batch_size=BATCH,
    )
    PodSeat.objects.bulk_create(
        [
            PodSeat(stage=stage, enrollment=people[number], pod=pod, seat=seat)
            for stage, source in both
            for pod, players in enumerate(source.pods or (), 1)
            for seat, number in enumerate(players, 1)
        ],
        batch_size=BATCH,
    )
    PodDrawing.objects.bulk_create(
        PodDrawing(
            stage=stage,
            seed=drawing.seed,
            chosen=drawing.chosen,
            given_up=drawing.given_up,
            by_hand=drawing.by_hand,
            at=drawing.at,
        )
        for stage, source in both
        for drawing in source.pod_drawings
    )
    BracketSeat.objects.bulk_create(
        BracketSeat(
            stage=stage,
            enrollment=people[number],
            seed=seed,
            seat=source.bracket_seats.index(number) + 1,
        )
        for stage, source in both
        for seed, number in enumerate(source.bracket, 1)
    )
    return made


def _stage(event: Event, number: int, source: ArchivedStage) -> Stage:
    return Stage(
        event=event,
        number=number,
        kind=source.kind.value,
        rounds=None if source.proposed else source.rounds,
        extra_round=source.extra_round,
        last_by_standings=source.last_by_standings,
        pods=source.pods is not None,
        pods_posted_at=source.pods_posted_at,
        wishes={str(wish.player): [wish.pod, wish.seat] for wish in source.wishes},
        cut_by=source.cut.by.value if source.cut else "",
        cut_value=source.cut.value if source.cut else None,
        has_cut=source.advance is not None,
        seating=source.seating.value,
        third_place=source.third_place,
        ended_by_agreement=source.ended_by_agreement,
        game_format=source.game_format,
        leaver="" if source.kind.counts else source.leaver.value,
        games_to_win=source.games_to_win,
        round_minutes=source.round_minutes,
        final_unlimited=not source.final_limited,
        seed=source.seed,
    )
