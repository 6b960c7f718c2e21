"""The usual shapes of an event, as stages to start from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.stages.plans import StagePlan
from events.models import Event, Stage

# Quarter- and semifinals have 90 minutes, the final has no limit (MTR Appendix B).
PLAYOFF_MINUTES = 90

PLAYOFF = StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION, round_minutes=PLAYOFF_MINUTES)
_PODS = StagePlan(rounds=3, pods=True)


@dataclass(frozen=True, slots=True)
class StageTemplate:
    """A named shape of an event; `note` says when it fits."""

    code: str
    name: str | Promise
    plans: tuple[StagePlan, ...]
    note: str | Promise = ""


def _top(size: int) -> StageTemplate:
    swiss = StagePlan(cut_by=Stage.Cut.RANK, cut_value=size)
    names = {
        2: _("Swiss rounds and a final"),
        4: _("Swiss rounds and top 4"),
        8: _("Swiss rounds and top 8"),
        16: _("Swiss rounds and top 16"),
        32: _("Swiss rounds and top 32"),
    }
    return StageTemplate(f"top-{size}", names[size], (swiss, PLAYOFF))


TEMPLATES: Sequence[StageTemplate] = (
    StageTemplate("swiss", _("Swiss rounds only"), (StagePlan(),)),
    *(_top(size) for size in (8, 4, 2, 16, 32)),
    StageTemplate(
        "two-days-points",
        _("Two days, cut by points, top 8"),
        (
            StagePlan(rounds=9, cut_by=Stage.Cut.POINTS, cut_value=18),
            StagePlan(rounds=6, cut_by=Stage.Cut.RANK, cut_value=8),
            PLAYOFF,
        ),
        _("Every player with 18 points or more advances to the second day."),
    ),
    StageTemplate(
        "two-days-rank",
        _("Two days, cut by place, top 8"),
        (
            StagePlan(rounds=8, cut_by=Stage.Cut.RANK, cut_value=64),
            StagePlan(rounds=6, cut_by=Stage.Cut.RANK, cut_value=8),
            PLAYOFF,
        ),
    ),
    StageTemplate("draft", _("One draft"), (_PODS,)),
    StageTemplate("draft-swiss", _("One draft, then Swiss rounds"), (_PODS, StagePlan(rounds=3))),
    StageTemplate(
        "two-drafts",
        _("Two drafts"),
        (_PODS, _PODS),
        _("The pods of the second draft are based on the standings."),
    ),
    StageTemplate(
        "single",
        _("Single elimination only"),
        (StagePlan(kind=Stage.Kind.SINGLE_ELIMINATION),),
        _("Recommended for 4 to 8 players. Up to 32 are possible."),
    ),
    StageTemplate(
        "double",
        _("Double elimination only"),
        (StagePlan(kind=Stage.Kind.DOUBLE_ELIMINATION),),
        _("Two losses eliminate a player. Up to 32 players."),
    ),
    StageTemplate(
        "league",
        _("Round robin"),
        (StagePlan(kind=Stage.Kind.ROUND_ROBIN),),
        _("Every player meets every other player once, in a league of up to 16."),
    ),
)


_TABLES = StagePlan(kind=Stage.Kind.TABLES)
# A cut at tables of four has no time limit.
TABLES_PLAYOFF = StagePlan(kind=Stage.Kind.TABLES_CUT, round_minutes=0)


def _tables_top(size: int) -> StageTemplate:
    rounds = replace(_TABLES, cut_by=Stage.Cut.RANK, cut_value=size)
    names = {
        4: _("Tables of four and top 4"),
        7: _("Tables of four and top 7"),
        10: _("Tables of four and top 10"),
        13: _("Tables of four and top 13"),
        16: _("Tables of four and top 16"),
    }
    return StageTemplate(f"tables-top-{size}", names[size], (rounds, TABLES_PLAYOFF))


# Listed separately: an event with two players at a table never becomes one with tables of four.
TABLES = StageTemplate(
    "tables",
    _("Tables of four"),
    (_TABLES,),
    _("For Commander: three to five players at a table, one winner or a draw."),
)
TABLES_TEMPLATES: Sequence[StageTemplate] = (
    TABLES,
    *(_tables_top(size) for size in (4, 7, 10, 13, 16)),
)
EVERY_TEMPLATE = (*TEMPLATES, *TABLES_TEMPLATES)


def templates_for(event: Event) -> Sequence[StageTemplate]:
    """Return the templates that fit the tables of an event."""
    return TABLES_TEMPLATES if event.at_tables else TEMPLATES


def playoff_for(event: Event) -> StagePlan:
    """Return the playoff that fits the tables of an event."""
    return TABLES_PLAYOFF if event.at_tables else PLAYOFF


def plans_of(template: StageTemplate, event: Event) -> list[StagePlan]:
    """Return the stages of a template; the rounds that the organizer set for stage 1 stay."""
    first, *others = template.plans
    if first.rounds is None and first.has_set_rounds:
        planned = event.stages.filter(number=1).values_list("rounds", flat=True).first()
        first = replace(first, rounds=planned)
    return [first, *others]


def template_of(code: str) -> StageTemplate | None:
    """Return the template with that code; None without one."""
    return next((known for known in EVERY_TEMPLATE if known.code == code), None)
