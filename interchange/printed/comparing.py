"""Compare the standings that a file prints with ours: equal, or different for a named reason."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from archive.values import Archive
from domain.kinds import RoundState
from domain.results import Counts
from interchange.building import Built
from interchange.printed.explaining import Evidence, Reason
from interchange.printed.printed_lines import Lines, Rows, computed, plain
from interchange.printed.proving import Recounts
from interchange.printed.recounting import COUNTED_OTHERWISE
from interchange.values import FoundEvent, Printed
from standings.archive import tournament_of
from standings.row import Row
from standings.types import Tournament

# Tools that round match-win percentages to four digits rank by the rounded values.
_ROUNDED = Fraction(1, 10**4)
_FEW = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of one person, as printed in the file and as computed here."""

    player: int
    figure: str
    printed: str
    ours: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of printed lines with our rows: the number of lines, and every difference.

    `after` is the round of ours after which the lines were printed; None for the last one.
    """

    rows: int
    differences: Sequence[Difference]
    after: int | None = None

    @property
    def different(self) -> int:
        """The number of persons with a difference."""
        return len({item.player for item in self.differences})

    @property
    def equal(self) -> int:
        """The number of persons whose printed figures are all equal to ours."""
        return self.rows - self.different

    @property
    def reasons(self) -> Counter[Reason]:
        """The number of persons by the first reason of each."""
        first: dict[int, Reason] = {}
        for item in self.differences:
            first.setdefault(item.player, item.reason)
        return Counter(first.values())

    @property
    def unexplained(self) -> int:
        """The number of persons with an unexplained difference."""
        return self.reasons[Reason.UNEXPLAINED]


def compare(event: FoundEvent, built: Built, archive: Archive) -> Comparison:
    """Compare the standings that a file prints with those computed from its rounds."""
    printed = [row for row in event.printed if row.key in built.numbers]
    if not printed or not archive.rounds:
        return Comparison(0, ())
    tournament = tournament_of(archive)
    lines = Lines(event, built, printed)
    if event.unlinked:
        return _unlinked(lines, computed(tournament))
    rows, after = _best(lines, tournament, archive)
    evidence = Evidence(event, built, archive)
    others = _other_counts(tournament)
    counted = tournament if after is None else tournament_of(archive, after)
    recounts = Recounts(lines, counted, _written(event, built))
    differences: list[Difference] = []
    for line in printed:
        player = built.numbers[line.key]
        wrong = lines.wrong(line, rows.get(player))
        known = _known(lines, line, player, others) if wrong else None
        known = known or recounts.reason(line, wrong, player)
        for figure, shown, ours in wrong:
            reason = known or evidence.reason(player, figure, rows.get(player))
            if reason is Reason.UNEXPLAINED and evidence.short_around(player, rows):
                reason = Reason.MISSING_ROUNDS
            differences.append(Difference(player, figure, shown, ours, reason))
    differences = _established(lines, recounts, differences)
    differences = _earlier(lines, archive, differences)
    differences = _other_results(lines, rows, differences)
    differences = _inherited(differences, evidence)
    differences += _order(lines, rows, evidence, {item.player for item in differences}, others)
    return Comparison(len(printed), differences, after)


def _established(
    lines: Lines, recounts: Recounts, differences: list[Difference]
) -> list[Difference]:
    """Explain single percentages that follow from a rule that other persons' whole lines prove."""
    mine = {lines.numbers[line.key]: line for line in lines.printed}
    return [
        replace(item, reason=reason)
        if item.reason is Reason.UNEXPLAINED
        and item.figure in mine[item.player].figures
        and (reason := recounts.established(mine[item.player], item.figure, item.player))
        else item
        for item in differences
    ]


def _earlier(lines: Lines, archive: Archive, differences: list[Difference]) -> list[Difference]:
    """Explain lines that equal those after an earlier round: the player had dropped by then."""
    open_ones = {item.player for item in differences if item.reason is Reason.UNEXPLAINED}
    mine = {lines.numbers[line.key]: line for line in lines.printed}
    unchanged: set[int] = set()
    for number in range(len(archive.rounds) - 1, 0, -1) if open_ones else ():
        rows = computed(tournament_of(archive, number), number)
        unchanged |= {
            player
            for player in open_ones - unchanged
            if player in rows and not lines.wrong(mine[player], rows[player])
        }
    return [
        replace(item, reason=Reason.EARLIER)
        if item.reason is Reason.UNEXPLAINED and item.player in unchanged
        else item
        for item in differences
    ]


def _other_results(lines: Lines, rows: Rows, differences: list[Difference]) -> list[Difference]:
    """Explain players whose standings count other results than the rounds of the same file.

    Their record has as many matches as the file, and only a few players are affected: more would
    mean another rule.
    """
    other = {
        lines.numbers[line.key]
        for line in lines.printed
        if line.record is not None
        and (row := rows.get(lines.numbers[line.key])) is not None
        and line.record != (row.wins, row.losses, row.draws)
        and sum(line.record) == row.wins + row.losses + row.draws
    }
    if len(other) > max(2, len(lines.printed) // _FEW):
        return differences
    return [
        replace(item, reason=Reason.OTHER_RESULT)
        if item.reason is Reason.UNEXPLAINED and item.player in other
        else item
        for item in differences
    ]


def _inherited(differences: list[Difference], evidence: Evidence) -> list[Difference]:
    """Explain opponents' figures by the reason why an opponent's own results differ.

    A counting rule is not passed on, because a recount proves it for every figure or for none.
    """
    own = {
        item.player: item.reason
        for item in differences
        if item.figure in ("points", "record", "gw") and item.reason not in COUNTED_OTHERWISE
    }
    return [
        replace(item, reason=evidence.reason_near(item.player, own))
        if item.reason is Reason.UNEXPLAINED and item.figure in ("omw", "ogw", "oomw")
        else item
        for item in differences
    ]


def _best(lines: Lines, tournament: Tournament, archive: Archive) -> tuple[Rows, int | None]:
    """Return our rows after the round that the lines were printed after, usually the last.

    An earlier round has to more than halve the different lines, or those with different points.
    Before a round that is being played it only must not have more.
    """
    best, after = computed(tournament), None
    wrong, off = lines.count(best), lines.scored_otherwise(best)
    valued = any(line.points is not None or line.record for line in lines.printed)
    for number in range(len(archive.rounds) - 1, 0, -1) if wrong and valued else ():
        rows = computed(tournament_of(archive, number), number)
        count, elsewhere = lines.count(rows), lines.scored_otherwise(rows)
        is_before = after is None and archive.rounds[number].state is RoundState.POSTED
        if (is_before and elsewhere <= off and count <= wrong) or (
            count * 2 < wrong or (elsewhere * 2 < off and count <= wrong)
        ):
            best, after, wrong, off = rows, number, count, elsewhere
    return best, after


def _other_counts(tournament: Tournament) -> list[tuple[Reason, Rows]]:
    """Return the rows of tools that count the playoff like Swiss rounds, with the reason."""
    if all(stage.swiss for stage in tournament.stages):
        return []
    mixed = tuple(replace(stage, swiss=True, advancing=None) for stage in tournament.stages)
    free = tuple(replace(stage, advancing=None) for stage in tournament.stages)
    return [
        (Reason.PLAYOFF, computed(replace(tournament, stages=stages))) for stages in (mixed, free)
    ]


def _known(
    lines: Lines, line: Printed, player: int, others: Sequence[tuple[Reason, Rows]]
) -> Reason | None:
    """Return the reason whose recount gives exactly this line; None without one."""
    for reason, rows in others:
        if not lines.wrong(line, rows.get(player)):
            return reason
    return None


def _written(event: FoundEvent, built: Built) -> Mapping[tuple[int, int], Counts]:
    """Return the games of byes as written in the file, by our round and player."""
    return {
        (built.rounds[holds.number], built.numbers[pairing.first]): pairing.games
        for holds in event.rounds
        if holds.number in built.rounds and not holds.playoff
        for pairing in holds.pairings
        if pairing.second is None and pairing.games is not None
    }


def _unlinked(lines: Lines, rows: Rows) -> Comparison:
    """Compare lines with the rows of all players, because the list of players has other numbers."""
    free = list(rows.values())
    differences: list[Difference] = []
    for line in lines.printed:
        fitting = next((row for row in free if not lines.wrong(line, row)), None)
        if fitting is not None:
            free.remove(fitting)
            continue
        player = lines.numbers[line.key]
        differences.append(Difference(player, "points", plain(line.points), "–", Reason.OTHER_IDS))
    return Comparison(len(lines.printed), differences)


def _order(
    lines: Lines,
    rows: Rows,
    evidence: Evidence,
    different: set[int],
    others: Sequence[tuple[Reason, Rows]],
) -> Iterator[Difference]:
    """Yield players printed above a player who ranks higher by our figures, table by table."""
    groups: dict[str, list[Printed]] = defaultdict(list)
    for line in lines.printed:
        if line.rank is not None and lines.numbers[line.key] in rows:
            groups[line.group].append(line)
    for printed in groups.values():
        printed.sort(key=lambda line: line.rank or 0)
        for above, below in itertools.pairwise(printed):
            first, second = lines.numbers[above.key], lines.numbers[below.key]
            if {first, second} & different or above.rank == below.rank:
                continue
            upper, other = (_key(lines.event, evidence, rows[item]) for item in (first, second))
            if upper >= other:
                continue
            reason = _order_reason(lines, evidence, rows, first, second, others)
            yield Difference(first, "rank", str(above.rank), f"> {below.rank}", reason)


def _order_reason(
    lines: Lines,
    evidence: Evidence,
    rows: Rows,
    first: int,
    second: int,
    others: Sequence[tuple[Reason, Rows]],
) -> Reason:
    event = lines.event
    for reason, counted in others:
        if first in counted and second in counted:
            keys = [
                _key(event, evidence, counted[item], own=rows[item]) for item in (first, second)
            ]
            if keys[0] >= keys[1]:
                return reason
    cause = evidence.reason(first, "rank", rows[first])
    if cause is Reason.UNEXPLAINED:
        cause = evidence.reason(second, "rank", rows[second])
    if cause is Reason.UNEXPLAINED and (
        _close(rows[first], rows[second]) or lines.rounded_order(first, second)
    ):
        return Reason.ROUNDING
    if cause is Reason.UNEXPLAINED and evidence.short_around(first, rows):
        return Reason.MISSING_ROUNDS
    if cause is Reason.UNEXPLAINED and lines.against_points(first, second):
        return Reason.OWN_ORDER
    upper, lower = rows[first], rows[second]
    if cause is Reason.UNEXPLAINED and upper.points == lower.points and upper.rounds > lower.rounds:
        return Reason.DROPPED_LAST
    return cause


def _close(first: Row, second: Row) -> bool:
    """Return whether two rows are so close in the first figure that rounding may order them."""
    names = first.scales.names
    if first.points != second.points or not names:
        return False
    return abs(first.exact(names[0]) - second.exact(names[0])) <= _ROUNDED


def _key(
    event: FoundEvent, evidence: Evidence, row: Row, own: Row | None = None
) -> tuple[object, ...]:
    """Return the key of a printed order: the playoff if it is final, then the figures.

    `own` gives the points if another computation counts the playoff in `row`.
    """
    figures = () if event.ranked_by_points else tuple(row.exact(name) for name in row.scales.names)
    if row.place is None:
        return (-1,)
    reached = evidence.reached(row.player) if event.final_order else ()
    return (*reached, (own or row).points, *figures)
