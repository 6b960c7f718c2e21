"""Reading the stages of an event as an archive has them."""

from collections.abc import Sequence

from archive.drawings import ArchivedPodDrawing
from archive.played import ArchivedRound
from archive.values import ArchivedCut, ArchivedStage, ArchivedWish
from domain.kinds import CutBy, Leaver, Seating, StageKind
from events.core.stages.recommended_rounds import proposed_rounds
from events.models import BracketSeat, Event, PodDrawing, PodSeat, Stage


def stages_of(event: Event, rounds: Sequence[ArchivedRound]) -> tuple[ArchivedStage, ...]:
    """Read the stages of an event in a fixed number of queries; `rounds` are all its rounds."""
    advancing = _advancing(event)
    pods = _pods(event)
    drawn = _pod_drawings(event)
    seeds, seats = _brackets(event)
    proposed = proposed_rounds(event).rounds
    return tuple(
        ArchivedStage(
            kind=StageKind(stage.kind),
            rounds=_number_of_rounds(stage, rounds, proposed),
            advance=tuple(advancing.get(stage.pk, ())) if stage.has_cut else None,
            proposed=stage.kind == Stage.Kind.SWISS and stage.rounds is None,
            extra_round=stage.extra_round,
            last_by_standings=stage.last_by_standings,
            pods=pods.get(stage.pk, ()) if stage.pods else None,
            pods_posted_at=stage.pods_posted_at,
            said_pod_drawings=drawn.get(stage.pk, ()),
            wishes=tuple(
                ArchivedWish(player=int(player), pod=pod, seat=seat)
                for player, (pod, seat) in sorted(
                    stage.wishes.items(), key=lambda item: int(item[0])
                )
            ),
            cut=_cut(stage),
            seating=Seating(stage.seating),
            third_place=stage.third_place,
            ended_by_agreement=stage.ended_by_agreement,
            game_format=stage.game_format,
            leaver=_leaver(stage),
            games_to_win=stage.games_to_win,
            round_minutes=stage.round_minutes,
            final_limited=stage.is_single_elimination and not stage.final_unlimited,
            seed=stage.seed,
            bracket=seeds.get(stage.pk, ()),
            said_seats=seats.get(stage.pk, ()),
        )
        for stage in event.stages.order_by("number")
    )


def _leaver(stage: Stage) -> Leaver:
    """Return what happens when a player leaves a playoff; other stages have nothing to say."""
    return Leaver(stage.leaver_rule.value) if stage.is_elimination else Leaver.OPPONENT


def _cut(stage: Stage) -> ArchivedCut | None:
    if stage.cut_value is None:
        return None
    return ArchivedCut(by=CutBy(stage.cut_by), value=stage.cut_value)


def _number_of_rounds(stage: Stage, rounds: Sequence[ArchivedRound], proposed: int) -> int | None:
    """The number of rounds of a stage, at least what was played of Swiss rounds."""
    swiss = stage.kind == Stage.Kind.SWISS
    planned = proposed if swiss and stage.rounds is None else stage.rounds
    if planned is None or stage.extra_round or not swiss:
        return planned
    return max(planned, sum(round.stage == stage.number for round in rounds))


def _advancing(event: Event) -> dict[int, list[int]]:
    advancing: dict[int, list[int]] = {}
    rows = Stage.advancing.through.objects.filter(stage__event=event).order_by("pk")
    for stage_id, number in rows.values_list("stage_id", "enrollment__number"):
        advancing.setdefault(stage_id, []).append(number)
    return advancing


def _pods(event: Event) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return the player numbers in the pods of each stage, by the stage's key."""
    seated: dict[int, dict[int, list[int]]] = {}
    rows = PodSeat.objects.filter(stage__event=event).order_by("stage", "pod", "seat")
    for stage_id, pod, number in rows.values_list("stage_id", "pod", "enrollment__number"):
        seated.setdefault(stage_id, {}).setdefault(pod, []).append(number)
    return {key: tuple(tuple(pod) for pod in pods.values()) for key, pods in seated.items()}


def _pod_drawings(event: Event) -> dict[int, tuple[ArchivedPodDrawing, ...]]:
    """How the pods of each stage were drawn, by the stage's key."""
    by_stage: dict[int, list[ArchivedPodDrawing]] = {}
    for row in PodDrawing.objects.filter(stage__event=event).order_by("pk"):
        drawing = ArchivedPodDrawing(
            seed=row.seed,
            chosen=row.chosen,
            given_up=row.given_up,
            by_hand=row.by_hand,
            at=row.at,
        )
        by_stage.setdefault(row.stage_id, []).append(drawing)
    return {stage: tuple(drawings) for stage, drawings in by_stage.items()}


_Ids = dict[int, tuple[int, ...]]


def _brackets(event: Event) -> tuple[_Ids, _Ids]:
    """Return the playoff players by the stage's key: in the order of seeds, and of seats."""
    seeded: dict[int, list[tuple[int, int, int]]] = {}
    rows = BracketSeat.objects.filter(stage__event=event)
    for stage_id, seed, seat, number in rows.values_list(
        "stage_id", "seed", "seat", "enrollment__number"
    ):
        seeded.setdefault(stage_id, []).append((seed, seat, number))
    return (
        {key: tuple(number for *_seat, number in sorted(seats)) for key, seats in seeded.items()},
        {
            key: tuple(
                number for _seat, number in sorted((seat, player) for _, seat, player in seats)
            )
            for key, seats in seeded.items()
        },
    )
