"""Players who advance from a stage: the cut line, and the page that confirms it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from events.core.adapters import StandingsOrder, profile_of, ranked
from events.core.adapters.stored_rows import shown_tiebreakers
from events.core.players.queries import to_disqualify
from events.core.progress.queries import StageStatus, entrants_of, stage_status
from events.models import Enrollment, Stage
from standings.display import figure
from standings.profile import Profile
from standings.row import Row
from standings.rule_values import Tiebreaker


@dataclass(frozen=True, slots=True)
class CutLine:
    """Players who would advance from a stage, in order of place, and the cut line.

    `tied`: the last player above the line and the first below are equal on every tiebreaker, so
    that the order between them was drawn. Otherwise, `separated_by` names the difference between
    them: "points" or the code of a tiebreaker. `held`: players above the line who advanced by a cut
    that was undone and are no longer in the event; nobody moves up for them.
    """

    rows: tuple[Row, ...]
    names: dict[int, str]
    inside: int
    tied: bool
    separated_by: str
    after: int
    held: tuple[int, ...] = ()

    @property
    def basis(self) -> StandingsOrder:
        """The basis of a cut at this line."""
        order = [row.player for row in self.rows]
        return StandingsOrder.of(self.after, order, (self.inside, len(order) - self.inside))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The enrollment numbers of those who would advance."""
        return tuple(row.player for row in self.rows[: self.inside])


def cut_line(stage: Stage, *, moves_up: bool = False) -> CutLine:
    """Draw the cut line of a stage that is over; dropped players do not advance.

    Once the cut is confirmed, it is drawn among the players from whom it was confirmed, so that
    players who dropped after they had advanced stay in it. The same is true after it was undone,
    unless the next player `moves_up`: nobody moves up after a cut (MTR 2.10).
    """
    last = stage.round_set.aggregate(last=Max("number"))["last"] or 0
    names = {entrant.number: entrant.called for entrant in entrants_of(stage)}
    before = frozenset[int]()
    if stage.has_cut:
        advanced = {entrant.number: entrant.called for entrant in stage.advancing.all()}
        names = _confirmed_from(stage) or names | advanced
    elif not moves_up and stage.basis_of("confirmed"):
        before = frozenset(stage.basis_of("confirmed")) - names.keys()
        names |= _names(stage, before)
    rows = ranked(stage.event, names, last)
    inside = line_in(stage, rows)
    tied, separated_by = False, ""
    if 0 < inside < len(rows):
        lowest, first = rows[inside - 1], rows[inside]
        tied = lowest.points == first.points and lowest.ranked == first.ranked
        separated_by = _separated_by(lowest, first)
    held = tuple(row.player for row in rows[:inside] if row.player in before)
    return CutLine(rows, names, inside, tied, separated_by, last, held)


def line_in(stage: Stage, rows: Sequence[Row]) -> int:
    """Return how many of these players, in order of place, are above the cut line of a stage."""
    if stage.cut_by == Stage.Cut.RANK:
        return min(stage.cut_value or 0, len(rows))
    if stage.cut_by == Stage.Cut.POINTS:
        return sum(row.points >= (stage.cut_value or 0) for row in rows)
    return len(rows)


def last_above_line(stage: Stage, rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the last of stored standings above the line that a cut by rank would have now.

    A dropped player advances nowhere, so those below move up, also where the standings were
    published before the drop. None once the cut is confirmed, and where everyone would advance.
    """
    if stage.has_cut or not stage.cuts_by_rank:
        return None
    entrants = {entrant.number for entrant in entrants_of(stage)}
    playing = [row for row in rows if row["number"] in entrants]
    inside = stage.cut_value or 0
    return playing[inside - 1] if 0 < inside < len(playing) else None


def _confirmed_from(stage: Stage) -> dict[int, str]:
    """Return the players from whom a cut was confirmed, with names; empty if none is stored."""
    basis = StandingsOrder.stored(stage.basis_of("cut"))
    return {} if basis is None else _names(stage, basis.order)


def _names(stage: Stage, numbers: Collection[int]) -> dict[int, str]:
    people = stage.event.enrollments.filter(number__in=numbers)
    return {player.number: player.called for player in people}


@dataclass(frozen=True, slots=True)
class CutRow:
    """One line of the list of advancing players; `figures` as in the standings."""

    place: int | None
    number: int
    name: str
    points: float
    record: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutPage:
    """Players who advance from a stage: as confirmed, or by the current standings.

    `above` and `below` the line; `to_disqualify`: players whose disqualification is recorded but
    not carried out. `held`: see CutLine; `next_up` would move up for them, and `moved_up` are the
    numbers that advance then.
    """

    status: StageStatus
    line: CutLine
    above: tuple[CutRow, ...]
    below: tuple[CutRow, ...]
    columns: tuple[Tiebreaker, ...]
    following: Stage | None
    to_disqualify: list[Enrollment]
    held: tuple[CutRow, ...] = ()
    next_up: tuple[CutRow, ...] = ()
    moved_up: str = ""

    @property
    def advancing(self) -> str:
        """Enrollment numbers of the players above the line; the page sends them to confirm."""
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
    held: dict[str, Any] = {}
    if line.held:
        instead = cut_line(stage, moves_up=True)
        more = [row for row in rows if row.number in set(instead.numbers) - inside]
        held = {
            "held": tuple(row for row in rows if row.number in line.held),
            "next_up": tuple(more),
            "moved_up": ",".join(map(str, instead.numbers)),
        }
    return CutPage(
        status=status,
        line=line,
        above=tuple(row for row in rows if row.number in inside),
        below=tuple(row for row in rows if row.number not in inside),
        columns=columns,
        following=stage.event.stages.filter(number=stage.number + 1).first(),
        to_disqualify=to_disqualify(stage.event),
        **held,
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
