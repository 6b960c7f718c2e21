"""Stages of an event: lay them out, draw pods, confirm the advancing players."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from msgspec import Meta

from domain.limits import MOST_CUT, MOST_MINUTES, MOST_ROUNDS, MOST_SEED, MOST_STAGES
from domain.table_marks import OddGo, TableSizes
from events.api.answer_values import StageKind, Value
from events.api.declared import EVENT, Body, Call, PlainCall, Reason, call, version_of
from events.api.value_types import PlayerNumber, Text, one_of
from events.core.guards import find_stage
from events.core.stages.cut_actions import confirm_cut, take_cut_back
from events.core.stages.cuts import cut_line
from events.core.stages.plans import StagePlan, plan_of, stages_values
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import Event, TokenScope
from events.stages.actions import add_playoff, add_stage, drop_stage, lay_out_stages
from events.stages.playoff_end_actions import end_playoff, resume_playoff
from events.web.access import Action

SCOPE = TokenScope.EVENT
TableSizesCode = Annotated[str, one_of(TableSizes)]
OddGoCode = Annotated[str, one_of(OddGo)]
STAGE = f"{EVENT}/stages/{{stage}}"


class StageBody(Body, frozen=True, kw_only=True):
    """A planned stage.

    `cut_by` and `cut_value`: the players who advance to the next stage. `rounds` null: the
    recommended number. Null for `games_to_win` and `round_minutes`: those of the event.
    `table_sizes`, `odd_go` and `points_first` are for tables of four.
    """

    kind: StageKind = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    extra_round: bool = False
    last_by_standings: bool = False
    pods: bool = False
    cut_by: Literal["", "rank", "points"] = ""
    cut_value: Annotated[int, Meta(ge=1, le=MOST_CUT)] | None = None
    seating: Literal["rank", "draft"] = "rank"
    third_place: bool = False
    leaver: Literal["", "opponent", "highest"] = ""
    annuls_leavers: bool = False
    games_to_win: Literal[1, 2, 3] | None = None
    round_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] | None = None
    final_unlimited: bool = True
    table_sizes: TableSizesCode = "threes"
    odd_go: OddGoCode = "low"
    points_first: bool = False


class StagesBody(Body, frozen=True, kw_only=True):
    """The stages of an event in order."""

    stages: Annotated[tuple[StageBody, ...], Meta(min_length=1, max_length=MOST_STAGES)]


class NewStageBody(StageBody, frozen=True, kw_only=True):
    """A stage to add at the end. Its cut decides who advances to it.

    Once round 1 is posted, only the head judge adds one, with a `reason` that players see.
    """

    reason: Text = ""


class StageLine(Value, frozen=True, kw_only=True):
    """A stage of an event; `confirmed`: its advancing players are confirmed."""

    number: int
    kind: str
    rounds: int | None
    extra_round: bool
    last_by_standings: bool
    pods: bool
    cut_by: str
    cut_value: int | None
    seating: str
    third_place: bool
    leaver: str
    annuls_leavers: bool
    games_to_win: int | None
    round_minutes: int | None
    final_unlimited: bool
    table_sizes: TableSizesCode
    odd_go: OddGoCode
    points_first: bool
    confirmed: bool


class StagesAnswer(Value, frozen=True, kw_only=True):
    """The stages of an event, and the version that If-Match takes."""

    stages: tuple[StageLine, ...]
    version: str


class CutBody(Body, frozen=True, kw_only=True):
    """The players who advance, as read before.

    `moves_up`: let the next player move up, as the event's rules allow, for one who advanced by a
    cut that was undone and has dropped since.
    """

    advancing: Annotated[tuple[PlayerNumber, ...], Meta(max_length=9_999)]
    moves_up: bool = False


class CutAnswer(Value, frozen=True, kw_only=True):
    """The players above and below the cut line of a stage, by number, best first.

    `tied`: the last one above and the first one below are equal on every tiebreaker.
    """

    stage: int
    confirmed: bool
    advancing: tuple[int, ...]
    below: tuple[int, ...]
    tied: bool


class PodsBody(Body, frozen=True, kw_only=True):
    """Sizes of the pods to draw; `sizes` null: recommended. Drawing again needs a `reason`."""

    sizes: Annotated[tuple[Annotated[int, Meta(ge=2, le=16)], ...], Meta(max_length=500)] | None = (
        None
    )
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] | None = None
    reason: Text = ""


class PodsAnswer(Value, frozen=True, kw_only=True):
    """The pods of a draft: player numbers of each in seat order."""

    stage: int
    posted: bool
    pods: tuple[tuple[int, ...], ...]


class EndedAnswer(Value, frozen=True, kw_only=True):
    """Whether a playoff has ended before its final."""

    stage: int
    ended: bool


@call("stages", f"GET {EVENT}/stages", SCOPE, Action.SEE, _("Read the stages"))
def read_stages(call: PlainCall) -> StagesAnswer:
    """Read the planned stages with their version."""
    return _stages(call.event)


@call(
    "lay-out-stages",
    f"PUT {EVENT}/stages",
    SCOPE,
    Action.EDIT_EVENT,
    _("Lay out the stages"),
    sample={
        "stages": [
            {"kind": "swiss", "rounds": 4, "cut_by": "rank", "cut_value": 8},
            {"kind": "single-elimination", "round_minutes": 90},
        ]
    },
    needs_version=True,
    fields={str(number): f"stages[{number - 1}]" for number in range(1, MOST_STAGES + 1)},
)
def lay_out(call: Call[StagesBody]) -> StagesAnswer:
    """Replace the stages before round 1 is paired."""
    lay_out_stages(**call.who, plans=[_plan(stage) for stage in call.body.stages], token=call.token)
    return _stages(call.event)


def _plan(stage: StageBody) -> StagePlan:
    return StagePlan(**{name: getattr(stage, name) for name in StageBody.__struct_fields__})


@call(
    "add-stage",
    f"POST {EVENT}/stages",
    SCOPE,
    Action.EDIT_STAGES,
    _("Add a stage"),
    sample={"kind": "single-elimination", "cut_by": "rank", "cut_value": 4},
    status=HTTPStatus.CREATED,
    takes_version=True,
)
def add_one(call: Call[NewStageBody]) -> StagesAnswer:
    """Add a stage after the last one, also during the event."""
    body = call.body
    add_stage(**call.who, plan=_plan(body), reason=body.reason, token=call.token)
    return _stages(call.event)


@call(
    "remove-stage",
    f"POST {EVENT}/stages/remove",
    SCOPE,
    Action.EDIT_STAGES,
    _("Remove the last stage"),
    sample={"reason": "the hall closes"},
    takes_version=True,
)
def remove(call: Call[Reason]) -> StagesAnswer:
    """Remove the last stage while nothing of it is paired or drawn."""
    drop_stage(**call.who, reason=call.body.reason, token=call.token)
    return _stages(call.event)


@call(
    "add-playoff",
    f"POST {EVENT}/stages/playoff",
    SCOPE,
    Action.EDIT_STAGES,
    _("Add a playoff"),
    status=HTTPStatus.CREATED,
)
def add(call: PlainCall) -> StagesAnswer:
    """Add a playoff of the recommended size after the last stage, before round 1 is paired."""
    add_playoff(**call.who)
    return _stages(call.event)


def _stages(event: Event) -> StagesAnswer:
    lines = (
        StageLine(number=stage.number, confirmed=stage.has_cut, **asdict(plan_of(stage)))
        for stage in event.stages.order_by("number")
    )
    return StagesAnswer(stages=tuple(lines), version=version_of(stages_values(event)))


@call("cut", f"GET {STAGE}/cut", SCOPE, Action.SEE, _("Read who advances"))
def read_cut(call: PlainCall) -> CutAnswer:
    """Read the cut line of a stage, confirmed or by current standings."""
    return _cut(call.event, call.numbers["stage"])


@call(
    "confirm-cut",
    f"POST {STAGE}/cut",
    SCOPE,
    Action.CONFIRM_CUT,
    _("Confirm who advances"),
    sample={"advancing": [1, 2, 3, 4]},
)
def confirm(call: Call[CutBody]) -> CutAnswer:
    """Confirm the advancing players as read; refused if the standings differ by now."""
    body, number = call.body, call.numbers["stage"]
    confirm_cut(**call.who, number=number, advancing=body.advancing, moves_up=body.moves_up)
    return _cut(call.event, number)


@call(
    "undo-cut",
    f"POST {STAGE}/cut/undo",
    SCOPE,
    Action.CONFIRM_CUT,
    _("Undo a cut"),
    sample={"reason": "a result was wrong"},
)
def undo_cut(call: Call[Reason]) -> CutAnswer:
    """Undo a confirmed cut until the next stage starts."""
    number = call.numbers["stage"]
    take_cut_back(**call.who, number=number, reason=call.body.reason)
    return _cut(call.event, number)


def _cut(event: Event, number: int) -> CutAnswer:
    stage = find_stage(event, number)
    if not stage.cut_by:
        raise Http404
    line = cut_line(stage)
    inside = set(line.numbers)
    if stage.has_cut:
        inside = set(stage.advancing.values_list("number", flat=True))
    order = [row.player for row in line.rows]
    return CutAnswer(
        stage=number,
        confirmed=stage.has_cut,
        advancing=tuple(player for player in order if player in inside),
        below=tuple(player for player in order if player not in inside),
        tied=line.tied,
    )


@call(
    "draw-pods",
    f"POST {STAGE}/pods",
    SCOPE,
    Action.PAIR,
    _("Draw the pods of a draft"),
    status=HTTPStatus.CREATED,
)
def draw_pods(call: Call[PodsBody]) -> PodsAnswer:
    """Draw the pods of a draft, unposted; drawing again needs a reason."""
    body, number = call.body, call.numbers["stage"]
    draw_stage_pods(**call.who, stage=number, seed=body.seed, sizes=body.sizes, reason=body.reason)
    return _pods(call.event, number)


@call("post-pods", f"POST {STAGE}/pods/post", SCOPE, Action.POST_ROUND, _("Post the pods"))
def show_pods(call: PlainCall) -> PodsAnswer:
    """Post the seats of a draft."""
    number = call.numbers["stage"]
    post_pods(**call.who, stage=number)
    return _pods(call.event, number)


def _pods(event: Event, number: int) -> PodsAnswer:
    stage = find_stage(event, number)
    pods: dict[int, list[int]] = {}
    for seat in stage.pod_seats.select_related("enrollment").order_by("pod", "seat"):
        pods.setdefault(seat.pod, []).append(seat.enrollment.number)
    return PodsAnswer(
        stage=number,
        posted=stage.pods_posted_at is not None,
        pods=tuple(tuple(players) for players in pods.values()),
    )


@call(
    "end-playoff",
    f"POST {STAGE}/end",
    SCOPE,
    Action.CONFIRM_CUT,
    _("End a playoff early"),
    sample={"reason": "the finalists split"},
)
def end(call: Call[Reason]) -> EndedAnswer:
    """End a playoff before its final, for example after a split."""
    number = call.numbers["stage"]
    end_playoff(**call.who, number=number, reason=call.body.reason)
    return EndedAnswer(stage=number, ended=True)


@call("resume-playoff", f"POST {STAGE}/resume", SCOPE, Action.CONFIRM_CUT, _("Resume a playoff"))
def resume(call: PlainCall) -> EndedAnswer:
    """Resume a playoff that was ended early."""
    number = call.numbers["stage"]
    resume_playoff(**call.who, number=number)
    return EndedAnswer(stage=number, ended=False)
