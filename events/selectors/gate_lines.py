"""The lines that are asked before pairing and publishing: one function a line.

A function takes a round (event and stage joined) and returns its lines. A new one stands in LINES,
its words in `words/gate.py`.
"""

import datetime
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from archive.results import Winner
from events.adapters import awarded_bye, records_through
from events.models import Call, Enrollment, Infraction, Match, Penalty, Report, Round, Stage
from events.selectors.came_in import disputes
from events.selectors.from_phones import open_calls
from events.selectors.losses import losses_of_round
from events.selectors.roster import in_order, to_disqualify
from events.selectors.rounds import matches_at_tables
from events.selectors.stages import entrants_to_pair

# A match that is over sooner after the start was conceded, or the slip was typed for another table.
EARLY = datetime.timedelta(minutes=5)
# When more than one result in three came in so soon, the round was typed in afterwards.
TYPED_AFTERWARDS = 3
AT_A_TABLE = (Report.Source.SLIP, Report.Source.JUDGE, Report.Source.FIRST, Report.Source.SECOND)
# Who says themselves that a match was played, or saw it.
SAW_IT = (Report.Source.JUDGE, Report.Source.FIRST, Report.Source.SECOND)


class Code(StrEnum):
    """What a line is about."""

    DROPS = "drops"
    WINNER_DROPS = "winner-drops"
    LEADER_DROPS = "leader-drops"
    EARLY_RESULT = "early-result"
    PRESENT_NO_SHOW = "present-no-show"
    CONTRADICTION = "contradiction"
    CALLED_WRONG = "called-wrong"
    LOSS_NOT_SHOWN = "loss-not-shown"
    TO_DISQUALIFY = "to-disqualify"
    DISQUALIFIED_PLAYS = "disqualified-plays"
    WITHOUT_MATCH = "without-match"
    UNPLANNED_BYE = "unplanned-bye"
    CORRECTION = "correction"


class Weight(StrEnum):
    """What a line wants: to be settled where it leads to, one click that it is right, or a look."""

    SETTLE = "settle"
    ASKED = "asked"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: of whom, at which table; `about` is what an answer to it holds for.

    `minutes` after the start, of an early result. `penalty`: the loss that is not shown.
    """

    code: Code
    weight: Weight
    about: str
    people: tuple[Enrollment, ...] = ()
    match: Match | None = None
    minutes: int = 0
    penalty: str = ""

    @property
    def key(self) -> str:
        """Return what an answer to it is kept under."""
        return f"{self.code}:{self.about}"

    @property
    def is_asked(self) -> bool:
        """True when one click says that it is right as it is."""
        return self.weight == Weight.ASKED

    @property
    def is_to_settle(self) -> bool:
        """True when it has to be settled elsewhere, or the head judge goes on with a reason."""
        return self.weight == Weight.SETTLE


def drops(round: Round) -> list[Line]:
    """Who left after this round; a winner or a leader who leaves is asked about. Two queries."""
    left = round.event.enrollments.filter(state=Enrollment.State.DROPPED, left_after=round.number)
    gone = in_order(left)
    if not gone:
        return []
    played = round.matches.filter(Q(first__in=gone) | Q(second__in=gone))
    winners = {match.winner_id for match in played.filter(kind=Match.Kind.PLAYED)}
    leading = _leaders(round)
    asked, others = [], []
    for one in gone:
        if one.pk in winners:
            asked.append(_of(Code.WINNER_DROPS, Weight.ASKED, round, one))
        elif one.number in leading:
            asked.append(_of(Code.LEADER_DROPS, Weight.ASKED, round, one))
        else:
            others.append(one)
    if others:
        about = f"{round.number}:{_digest(one.number for one in others)}"
        asked.append(Line(Code.DROPS, Weight.TOLD, about, tuple(others)))
    return asked


def _leaders(round: Round) -> set[int]:
    """Return the numbers of those than whom nobody has more points after a round. One query."""
    if round.stage.is_elimination:
        return set()
    points = {number: points for number, (points, _record) in records_through(round).items()}
    most = max(points.values(), default=0)
    return {number for number, had in points.items() if had == most and most}


def early_results(round: Round) -> list[Line]:
    """Results that came in within minutes of the start. Two queries."""
    start = round.started_at or round.posted_at
    if start is None:
        return []
    standing = Report.objects.standing().filter(match__round=round, source__in=AT_A_TABLE)
    early = list(
        standing.filter(at__lt=start + EARLY, match__table__isnull=False)
        .select_related("match__first", "match__second")
        .order_by("match__table")
    )
    if len(early) * TYPED_AFTERWARDS > matches_at_tables(round).count():
        return []
    return [
        Line(
            Code.EARLY_RESULT,
            Weight.ASKED,
            str(report.pk),
            match=report.match,
            minutes=max(0, int((report.at - start).total_seconds() // 60)),
        )
        for report in early
    ]


def present_no_shows(round: Round) -> list[Line]:
    """No-shows of somebody who was there: checked in, seen at the table, or penalized. Three."""
    absent = Report.objects.standing().filter(match__round=round, source=Report.Source.NO_SHOW)
    no_shows = list(absent.select_related("match__first", "match__second"))
    seen = set(
        Report.objects.filter(match__round=round, source__in=SAW_IT, undone_at=None).values_list(
            "match_id", flat=True
        )
    )
    penalized = set(
        Penalty.objects.filter(enrollment__event=round.event_id, round_number=round.number)
        .exclude(infraction=Infraction.TARDINESS)
        .values_list("enrollment_id", flat=True)
    )
    lines = []
    for report in no_shows:
        for one in _losers(report):
            here = round.number == 1 and one.checked_in
            if here or report.match_id in seen or one.pk in penalized:
                line = Line(
                    Code.PRESENT_NO_SHOW,
                    Weight.ASKED,
                    f"{report.pk}:{one.number}",
                    (one,),
                    report.match,
                )
                lines.append(line)
    return lines


def _losers(report: Report) -> list[Enrollment]:
    """Return who lost by a report."""
    winner = report.result.winner
    sides = ((Winner.FIRST, report.match.first), (Winner.SECOND, report.match.second))
    return [one for side, one in sides if winner is not side and one is not None]


def contradictions(round: Round) -> list[Line]:
    """Tables whose result somebody contradicts. Two queries."""
    return [
        Line(
            Code.CONTRADICTION,
            Weight.SETTLE,
            "-".join(str(report.pk) for report in one.against[-8:]),
            match=one.match,
        )
        for one in disputes(round)
    ]


def called_wrong(round: Round) -> list[Line]:
    """Results that a player says are recorded wrongly. One query, none without private pages."""
    if not round.event.private_pages:
        return []
    return [
        Line(Code.CALLED_WRONG, Weight.ASKED, str(one.pk), (one.enrollment,), one.match)
        for one in open_calls(round)
        if one.kind == Call.Kind.WRONG
    ]


def losses_not_shown(round: Round) -> list[Line]:
    """Game and match losses that were recorded and that the result does not show. Three."""
    return [
        Line(
            Code.LOSS_NOT_SHOWN,
            Weight.SETTLE,
            f"{match.standing_id}:{loss.enrollment.number}:{loss.penalty}",
            (loss.enrollment,),
            match,
            penalty=str(loss.penalty),
        )
        for match, losses in losses_of_round(round)
        for loss in losses
    ]


def disqualifications(round: Round) -> list[Line]:
    """Disqualifications that are recorded and not carried out. One query."""
    return [
        _of(Code.TO_DISQUALIFY, Weight.SETTLE, round, one) for one in to_disqualify(round.event)
    ]


def disqualified_who_play(round: Round) -> list[Line]:
    """Outstanding matches of somebody who is disqualified. One query."""
    out = Enrollment.State.DISQUALIFIED
    waiting = round.matches.outstanding().filter(Q(first__state=out) | Q(second__state=out))
    return [
        Line(
            Code.DISQUALIFIED_PLAYS,
            Weight.SETTLE,
            str(match.pk),
            tuple(one for one in (match.first, match.second) if one and one.state == out),
            match,
        )
        for match in waiting.select_related("first", "second").order_by("table")
    ]


def without_a_match(round: Round) -> list[Line]:
    """Who plays in the event and stood in no match of the round. Three queries, or four."""
    if round.stage.kind != Stage.Kind.SWISS:
        return []
    both = round.matches.values_list("first_id", "second_id")
    paired = {pk for pair in both for pk in pair if pk is not None}
    expected = {one.pk for one in entrants_to_pair(round.stage)} - paired
    late = round.event.enrollments.filter(first_round__gt=round.number)
    expected -= set(late.values_list("pk", flat=True))
    if round.stage.pods:
        expected &= set(round.stage.pod_seats.values_list("enrollment_id", flat=True))
    if not expected:
        return []
    missing = in_order(round.event.enrollments.filter(pk__in=expected))
    return [_of(Code.WITHOUT_MATCH, Weight.ASKED, round, one) for one in missing]


def unplanned_byes(round: Round) -> list[Line]:
    """Byes that were neither awarded nor drawn with the pairings. One query."""
    if "cost" not in round.proof:
        return []
    byes = round.matches.byes().select_related("first").order_by("first__number")
    return [
        _of(Code.UNPLANNED_BYE, Weight.ASKED, round, match.first)
        for match in byes
        if not awarded_bye(match, round.number) and match.first.number != round.proof.get("bye")
    ]


def corrections(round: Round) -> list[Line]:
    """Corrections that no published standings hold yet. Two queries."""
    made = Report.objects.standing().filter(
        source=Report.Source.CORRECTION,
        match__round__event=round.event_id,
        match__round__number__lte=round.number,
    )
    rounds = round.event.rounds.published().order_by("-snapshots__published_at")
    last = rounds.values_list("snapshots__published_at", flat=True).first()
    if last is not None:
        made = made.filter(at__gt=last)
    joined = ("match__first", "match__second", "match__round")
    return [
        Line(Code.CORRECTION, Weight.TOLD, str(report.pk), match=report.match)
        for report in made.select_related(*joined).order_by("pk")
    ]


LINES: Sequence[Callable[[Round], list[Line]]] = (
    contradictions,
    called_wrong,
    losses_not_shown,
    disqualifications,
    disqualified_who_play,
    drops,
    early_results,
    present_no_shows,
    without_a_match,
    unplanned_byes,
    corrections,
)


def _of(code: Code, weight: Weight, round: Round, one: Enrollment) -> Line:
    """Return the line about one player in one round."""
    return Line(code, weight, f"{round.number}:{one.number}", (one,))


def _digest(numbers: Iterable[int]) -> str:
    """Return what stands for some players, in a few letters."""
    text = "-".join(str(number) for number in sorted(numbers))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
