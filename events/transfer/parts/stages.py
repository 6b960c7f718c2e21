"""The stages, with the seats of their drafts and playoffs."""

from collections.abc import Mapping, Sequence
from typing import Any

from archive.rounds_and_matches import ArchivedRound
from archive.seed_drawings import ArchivedBasis, ArchivedOrder, ArchivedPodDrawing
from archive.values import Archive, ArchivedCut, ArchivedStage, ArchivedWish
from domain.kinds import CutBy, Leaver, RoundState
from events.core.adapters import StandingsOrder
from events.core.progress.recommended_rounds import proposed_rounds
from events.models import BracketSeat, Enrollment, Event, PodDrawing, PodSeat, Stage
from events.transfer.shared_fields import SharedFields

BATCH = 1000
# Parts of a stage that standings determine.
ORDERS = ("cut", "pods", "seeds")

STAGE = SharedFields(
    ArchivedStage,
    "kind",
    "extra_round",
    "table_sizes",
    "odd_go",
    "points_first",
    "last_by_standings",
    "pods_posted_at",
    "seating",
    "third_place",
    "annuls_leavers",
    "ended_by_agreement",
    "game_format",
    "games_to_win",
    "round_minutes",
    "seed",
    apart=(
        "rounds",
        "proposed",
        "rounds_proposed",
        "advance",
        "cut",
        "pods",
        "said_pod_drawings",
        "wishes",
        "leaver",
        "final_limited",
        "bracket",
        "said_seats",
        "basis",
    ),
)
POD_DRAWING = SharedFields(ArchivedPodDrawing, "seed", "chosen", "given_up", "by_hand", "at")


def archived_stages(event: Event, rounds: Sequence[ArchivedRound]) -> tuple[ArchivedStage, ...]:
    """Return the stages in a fixed number of queries; `rounds` are all rounds of the event."""
    advancing = _advancing(event)
    pods = _pods(event)
    drawn = _pod_drawings(event)
    seeds, seats = _brackets(event)
    proposed = proposed_rounds(event).rounds
    may_discard = [round.state for round in rounds] == [RoundState.UNPOSTED]
    return tuple(
        STAGE.value_of(
            stage,
            rounds=_number_of_rounds(stage, rounds, proposed),
            proposed=stage.has_set_rounds and stage.rounds is None,
            rounds_proposed=stage.rounds_proposed and may_discard,
            advance=tuple(advancing.get(stage.pk, ())) if stage.has_cut else None,
            cut=_cut(stage),
            pods=pods.get(stage.pk, ()) if stage.pods else None,
            said_pod_drawings=drawn.get(stage.pk, ()),
            wishes=tuple(
                ArchivedWish(player=int(player), pod=pod, seat=seat)
                for player, (pod, seat) in sorted(
                    stage.wishes.items(), key=lambda item: int(item[0])
                )
            ),
            leaver=_leaver(stage),
            final_limited=stage.is_single_elimination and not stage.final_unlimited,
            bracket=seeds.get(stage.pk, ()),
            said_seats=seats.get(stage.pk, ()),
            basis=_archived_basis(stage),
        )
        for stage in event.stages.order_by("number")
    )


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
        PodDrawing(stage=stage, **POD_DRAWING.columns_of(drawing))
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
        rounds=None if source.proposed else source.rounds,
        rounds_proposed=source.rounds_proposed,
        has_cut=source.advance is not None,
        cut_by=source.cut.by.value if source.cut else "",
        cut_value=source.cut.value if source.cut else None,
        pods=source.pods is not None,
        wishes={str(wish.player): [wish.pod, wish.seat] for wish in source.wishes},
        leaver="" if source.kind.counts else source.leaver.value,
        final_unlimited=not source.final_limited,
        basis=_basis(source.basis),
        **STAGE.columns_of(source),
    )


def _archived_basis(stage: Stage) -> ArchivedBasis | None:
    """Return what the cut, the pods and the seeds of a stage were made from; None without any."""
    orders: dict[str, ArchivedOrder] = {}
    for name in ORDERS:
        basis = StandingsOrder.stored(stage.basis_of(name))
        if basis is not None:
            orders[name] = ArchivedOrder(after=basis.after, order=basis.order, groups=basis.groups)
    confirmed = tuple(stage.basis_of("confirmed") or ())
    return ArchivedBasis(**orders, confirmed=confirmed) if orders or confirmed else None


def _basis(source: ArchivedBasis | None) -> dict[str, Any] | None:
    if source is None:
        return None
    confirmed = {"confirmed": list(source.confirmed)} if source.confirmed else {}
    return confirmed | {
        name: StandingsOrder(made.after, made.order, made.groups).values
        for name, made in source.orders.items()
    }


def _leaver(stage: Stage) -> Leaver:
    """Return what happens when a player leaves a playoff; OPPONENT for every other stage."""
    return Leaver(stage.leaver_rule.value) if stage.is_elimination else Leaver.OPPONENT


def _cut(stage: Stage) -> ArchivedCut | None:
    if stage.cut_value is None:
        return None
    return ArchivedCut(by=CutBy(stage.cut_by), value=stage.cut_value)


def _number_of_rounds(stage: Stage, rounds: Sequence[ArchivedRound], proposed: int) -> int | None:
    """Return the number of rounds of a stage, at least the Swiss rounds that were played."""
    counted = stage.has_set_rounds
    planned = proposed if counted and stage.rounds is None else stage.rounds
    if planned is None or stage.extra_round or not counted:
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
    """Return the drawings of the pods of each stage, by the stage's key."""
    by_stage: dict[int, list[ArchivedPodDrawing]] = {}
    for row in PodDrawing.objects.filter(stage__event=event).order_by("pk"):
        by_stage.setdefault(row.stage_id, []).append(POD_DRAWING.value_of(row))
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
