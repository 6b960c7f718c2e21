"""Players who advance from a stage: the cut line, and the page that confirms it."""

from dataclasses import dataclass

from django.db.models import Max

import standings
from events.core.adapters import profile_of, tournament_of
from events.core.adapters.stored_rows import shown_tiebreakers
from events.core.players.namesakes import namesakes
from events.core.players.queries import to_disqualify
from events.core.progress.queries import StageStatus, entrants_of, stage_status
from events.models import Enrollment, Stage
from standings.display import figure
from standings.profile import Profile, Tiebreaker
from standings.types import Row


@dataclass(frozen=True, slots=True)
class CutLine:
    """Players who would advance from a stage, in order of place, and the cut line.

    `tied`: the last one in and the first one out are equal on every tiebreaker, so that the order
    between them was drawn. Otherwise, `separated_by` names what decides between the two: "points"
    or the code of a tiebreaker.
    """

    rows: tuple[Row, ...]
    names: dict[int, str]
    inside: int
    tied: bool
    separated_by: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """The enrollment numbers of those who would advance."""
        return tuple(row.player for row in self.rows[: self.inside])


def cut_line(stage: Stage) -> CutLine:
    """Draw the cut line of a stage that is over; dropped players do not advance.

    Once the cut is confirmed, it is drawn by the rounds of the stage alone, and players who
    dropped after they had advanced stay in it.
    """
    event, last = stage.event, None
    active = {entrant.number: entrant.name for entrant in entrants_of(stage)}
    if stage.has_cut:
        active |= dict(stage.advancing.values_list("number", "name"))
        last = stage.round_set.aggregate(last=Max("number"))["last"]
    computed = standings.compute(tournament_of(event, last))
    rows = tuple(row for row in computed if row.player in active)
    if stage.cut_by == Stage.Cut.RANK:
        inside = min(stage.cut_value or 0, len(rows))
    elif stage.cut_by == Stage.Cut.POINTS:
        inside = sum(row.points >= (stage.cut_value or 0) for row in rows)
    else:
        inside = len(rows)
    tied, separated_by = False, ""
    if 0 < inside < len(rows):
        last, first = rows[inside - 1], rows[inside]
        tied = last.points == first.points and last.ranked == first.ranked
        separated_by = _separated_by(last, first)
    return CutLine(rows, active, inside, tied, separated_by)


@dataclass(frozen=True, slots=True)
class CutRow:
    """One line of the list of advancing players; `figures` as in the standings."""

    place: int | None
    number: int
    name: str
    points: int
    record: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutPage:
    """Players who advance from a stage: as confirmed, or by the current standings.

    `above` and `below` the line; `namesakes` are names that several players share; `to_disqualify`:
    players whose disqualification is recorded but not carried out.
    """

    status: StageStatus
    line: CutLine
    above: tuple[CutRow, ...]
    below: tuple[CutRow, ...]
    columns: tuple[Tiebreaker, ...]
    following: Stage | None
    to_disqualify: list[Enrollment]
    namesakes: frozenset[str]

    @property
    def advancing(self) -> str:
        """The numbers of those above the line, as the page sends them back to be confirmed."""
        return ",".join(str(row.number) for row in self.above)


def cut_page(stage: Stage) -> CutPage:
    """Return the list of advancing players, with the cut line.

    Once the cut is confirmed, the players who advanced stay above the line in any case.
    """
    status = stage_status(stage)
    line = cut_line(stage)
    profile = profile_of(stage.event)
    columns = shown_tiebreakers(profile)
    rows = [_cut_row(row, line.names[row.player], columns, profile) for row in line.rows]
    inside = set(line.numbers)
    if stage.has_cut:
        inside = set(stage.advancing.values_list("number", flat=True))
    return CutPage(
        status=status,
        line=line,
        above=tuple(row for row in rows if row.number in inside),
        below=tuple(row for row in rows if row.number not in inside),
        columns=columns,
        following=stage.event.stages.filter(number=stage.number + 1).first(),
        to_disqualify=to_disqualify(stage.event),
        namesakes=namesakes(stage.event),
    )


def _cut_row(row: Row, name: str, columns: tuple[Tiebreaker, ...], profile: Profile) -> CutRow:
    values = [(code, row.shown(code)) for code in columns]
    return CutRow(
        place=row.place,
        number=row.player,
        name=name,
        points=row.points,
        record=f"{row.wins}-{row.losses}-{row.draws}",
        figures=tuple(figure(code, value, profile.digits) for code, value in values),
    )


def _separated_by(last: Row, first: Row) -> str:
    if last.points != first.points:
        return "points"
    for code in last.scales.profile.ranked_by:
        if last.exact(code) != first.exact(code):
            return code.value
    return ""
