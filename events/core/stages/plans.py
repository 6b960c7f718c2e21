"""A stage as the organizer plans it, and the check of plans."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.kinds import StageKind
from domain.limits import MOST_CUT, MOST_ENTRANTS, MOST_MINUTES, MOST_ROUNDS, MOST_STAGES
from events.core.refusals import RefusedError
from events.models import Event, Stage
from pairings.formats.table_cuts import CUT_SIZES, cut_rounds, left_by_round
from standings.profile import Profile

_BRACKETS = (StageKind.SINGLE_ELIMINATION, StageKind.DOUBLE_ELIMINATION)
# The kinds of stages that have an option. Every kind has the options that are not listed.
KINDS_OF_OPTION: Mapping[str, Collection[StageKind]] = {
    "rounds": [kind for kind in StageKind if kind.has_set_rounds],
    "games_to_win": [kind for kind in StageKind if not kind.at_tables],
    **dict.fromkeys(("pods", "extra_round", "last_by_standings"), (StageKind.SWISS,)),
    **dict.fromkeys(("seating", "third_place", "leaver", "final_unlimited"), _BRACKETS),
    "annuls_leavers": (StageKind.ROUND_ROBIN,),
    **dict.fromkeys(("table_sizes", "odd_go", "points_first"), (StageKind.TABLES,)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """One stage as the organizer plans it; the fields are those of models.Stage.

    `cut_by` and `cut_value` decide who advances to the next stage.
    """

    kind: str = Stage.Kind.SWISS
    rounds: int | None = None
    extra_round: bool = False
    last_by_standings: bool = False
    pods: bool = False
    cut_by: str = Stage.Cut.NONE
    cut_value: int | None = None
    seating: str = Stage.Seating.RANK
    third_place: bool = False
    leaver: str = ""
    annuls_leavers: bool = False
    games_to_win: int | None = None
    round_minutes: int | None = None
    final_unlimited: bool = True
    table_sizes: str = Stage.TableSizes.THREES
    odd_go: str = Stage.OddGo.LOW
    points_first: bool = False

    @property
    def is_tables(self) -> bool:
        """True for tables of three to five players, a cut among them."""
        return StageKind(self.kind).at_tables

    @property
    def is_tables_cut(self) -> bool:
        """True for a playoff at tables of four."""
        return self.kind == Stage.Kind.TABLES_CUT

    @property
    def has_set_rounds(self) -> bool:
        """True where the organizer sets the number of rounds."""
        return StageKind(self.kind).has_set_rounds

    @property
    def is_elimination(self) -> bool:
        """True for a playoff."""
        return self.kind in StageKind.playoffs()

    @property
    def misplaced(self) -> list[str]:
        """The options with a value that other kinds of stages have."""
        usual = StagePlan()
        return [
            name
            for name, kinds in KINDS_OF_OPTION.items()
            if self.kind not in kinds and getattr(self, name) != getattr(usual, name)
        ]

    @property
    def without_misplaced(self) -> "StagePlan":
        """The plan with the usual values for the options of other kinds."""
        usual = StagePlan()
        return replace(self, **{name: getattr(usual, name) for name in self.misplaced})

    @property
    def in_journal(self) -> dict[str, object]:
        """The values of the stage for a journal entry."""
        return {"kind": self.kind, "rounds": self.rounds, "pods": self.pods}


def plan_of(stage: Stage) -> StagePlan:
    """Return the plan of a stored stage."""
    values = {item.name: getattr(stage, item.name) for item in fields(StagePlan)}
    return StagePlan(**values).without_misplaced


def bracket_players(kind: str, entrants: int, place: int) -> int | None:
    """Return the players of a full bracket in its round number `place` (from 1): 2 in the final.

    A cut at tables of four also has 4 in its semifinals, and before them all its entrants. None
    outside both, and after the final.
    """
    if kind == Stage.Kind.TABLES_CUT and entrants in CUT_SIZES:
        left = cut_rounds(entrants) - place
        return {-1: None, 0: 2, 1: 4}.get(left, entrants)
    if kind != Stage.Kind.SINGLE_ELIMINATION or entrants < 2:
        return None
    full = 1 << (entrants - 1).bit_length()
    players = full >> (place - 1)
    return players if players > 1 else None


def places_of_beaten(kind: str, entrants: int, players: int) -> range:
    """Return the places of the players eliminated in the round with these `bracket_players`."""
    if kind != Stage.Kind.TABLES_CUT:
        return range(players // 2 + 1, players + 1)
    left = (*left_by_round(entrants), 1)
    place = next(
        place for place in range(1, len(left)) if bracket_players(kind, entrants, place) == players
    )
    return range(left[place] + 1, left[place - 1] + 1)


def entrants_problem(stage: "Stage | StagePlan", count: int) -> str:
    """Return why this many players cannot enter a stage; "" if they can."""
    if stage.is_tables_cut:
        sizes = _(", ").join(map(str, CUT_SIZES[:-1]))
        words = _("A cut at tables of four takes %(sizes)s or %(largest)d players, not %(count)d.")
        numbers = {"sizes": sizes, "largest": CUT_SIZES[-1], "count": count}
        return "" if count in CUT_SIZES else words % numbers
    if not stage.is_elimination or 2 <= count <= MOST_ENTRANTS:
        return ""
    words = ngettext(
        "A playoff is for 2 to %(most)d players. There is %(count)d player.",
        "A playoff is for 2 to %(most)d players. There are %(count)d players.",
        count,
    )
    return words % {"most": MOST_ENTRANTS, "count": count}


def check_plans(plans: Sequence[StagePlan]) -> None:
    """Raise RefusedError for an impossible plan; its field names stage and option: "1.rounds"."""
    if not 1 <= len(plans) <= MOST_STAGES:
        raise RefusedError(_("An event has 1 to %(most)d stages.") % {"most": MOST_STAGES})
    for number, plan in enumerate(plans, 1):
        is_last = number == len(plans)
        following = None if is_last else plans[number]
        _check_plan(plan, number, following)
    if plans[0].is_tables_cut:
        raise RefusedError(
            _("A cut follows rounds at tables of four. Add these rounds first."), "1.kind"
        )
    if len({plan.is_tables for plan in plans}) > 1:
        raise RefusedError(
            _("Tables of four and matches of two cannot be in one event. Create two events.")
        )


def check_fits_tables(plans: Sequence[StagePlan], profile: Profile) -> None:
    """Raise RefusedError if the rule profile does not fit the tables that the stages play."""
    if plans[0].is_tables == (profile.table_size is not None):
        return
    if plans[0].is_tables:
        words = _("This event is for matches of two. Create a new event for tables of four.")
    else:
        words = _("This event is for tables of four. Create a new event for matches of two.")
    raise RefusedError(words, "1.kind")


def _check_plan(plan: StagePlan, number: int, following: StagePlan | None) -> None:
    if plan.is_elimination and following is not None:
        raise RefusedError(_("A playoff must be the last stage."), f"{number}.kind")
    for option in plan.misplaced:
        kind = dict(Stage.KIND_WORDS)[StageKind(plan.kind)]
        words = _("A stage of this type (%(kind)s) does not have this option. Leave it out.")
        raise RefusedError(words % {"kind": kind}, f"{number}.{option}")
    if plan.rounds is not None and not 1 <= plan.rounds <= MOST_ROUNDS:
        words = _("The number of rounds must be 1 to %(most)d.")
        raise RefusedError(words % {"most": MOST_ROUNDS}, f"{number}.rounds")
    _check_lengths(plan, number)
    if plan.has_set_rounds and plan.rounds is None and number > 1:
        raise RefusedError(_("Enter the number of rounds for this stage."), f"{number}.rounds")
    if plan.pods and plan.extra_round:
        words = _("A draft cannot have a conditional round.")
        raise RefusedError(words, f"{number}.extra_round")
    if plan.pods and plan.last_by_standings:
        words = _("A draft is paired within its pods, including the last round.")
        raise RefusedError(words, f"{number}.last_by_standings")
    if (plan.cut_by == Stage.Cut.NONE) != (plan.cut_value is None):
        words = _("Enter how many players advance, or the points needed.")
        raise RefusedError(words, f"{number}.cut_value")
    if following is None and plan.cut_by != Stage.Cut.NONE:
        raise RefusedError(_("No players advance from the last stage."), f"{number}.cut_by")
    if following is not None and following.is_elimination:
        _check_cut_before_playoff(plan, following, number)


def _check_cut_before_playoff(plan: StagePlan, playoff: StagePlan, number: int) -> None:
    most = MOST_ENTRANTS
    if plan.cut_by == Stage.Cut.NONE:
        raise RefusedError(_("Choose who advances to the playoff."), f"{number}.cut_by")
    if playoff.is_tables_cut:
        if plan.cut_by != Stage.Cut.RANK:
            words = _("Players advance to tables of four by place.")
            raise RefusedError(words, f"{number}.cut_by")
        problem = entrants_problem(playoff, plan.cut_value or 0)
        if problem:
            raise RefusedError(problem, f"{number}.cut_value")
    elif plan.cut_by == Stage.Cut.RANK and not 2 <= (plan.cut_value or 0) <= most:
        words = _("A playoff takes 2 to %(most)d players.")
        raise RefusedError(words % {"most": most}, f"{number}.cut_value")


def _check_lengths(plan: StagePlan, number: int) -> None:
    if plan.games_to_win is not None and plan.games_to_win not in Event.GamesToWin.values:
        words = _("A match is won with 1, 2 or 3 game wins.")
        raise RefusedError(words, f"{number}.games_to_win")
    if plan.round_minutes is not None and not 0 <= plan.round_minutes <= MOST_MINUTES:
        words = _("A time limit must be 0 to %(most)d minutes; 0 means no limit.")
        raise RefusedError(words % {"most": MOST_MINUTES}, f"{number}.round_minutes")
    if plan.cut_value is not None and not 1 <= plan.cut_value <= MOST_CUT:
        words = _("The cut line must be 1 to %(most)d.")
        raise RefusedError(words % {"most": MOST_CUT}, f"{number}.cut_value")


def stages_values(event: Event) -> dict[str, Any]:
    """Return the planned stages of an event as one value. One query."""
    stages = event.stages.order_by("number")
    return {"stages": list(stages.values_list(*StagePlan.__slots__))}


def seats_values(stage: Stage) -> dict[str, Any]:
    """Return the seats in the pods of a draft, as one value. One query."""
    seats = stage.pod_seats.order_by("pod", "seat")
    return {"seats": list(seats.values_list("pod", "seat", "enrollment"))}
