"""The lines that are asked before pairing and publishing: one function a line.

A function takes a round (event and stage joined) and returns its lines. A new one stands in LINES,
its words in `core/words/preflight_lines.py`.
"""

import datetime
import hashlib
from collections.abc import Callable, Iterable, Sequence

from django.db.models import Count, Q, QuerySet

from domain.limits import MOST_GATE_REPORTS
from events.core.adapters import awarded_bye, records_through
from events.core.eligibility.queries import barred_players, may_bar
from events.core.players.queries import in_order, to_disqualify
from events.core.preflight.no_shows import SAW_IT, present_no_shows
from events.core.preflight.values import Code, Line, Weight
from events.core.results.assigned_losses import losses_of_round
from events.core.results.phone_reports_queries import open_calls
from events.core.results.result_audit import Kind, has_readings, sources_of
from events.core.results.result_feed import disputes
from events.core.rounds.checked_tables import without_platform_id
from events.core.rounds.queries import count_at_tables, left_out
from events.models import Call, Enrollment, Match, Report, Round, Stage
from events.models.sql.prepared import Prepared

# A match that is over sooner after the start was conceded, or the slip was typed for another table.
EARLY = datetime.timedelta(minutes=5)
# When more than one result in three came in so soon, the round was typed in afterwards.
TYPED_AFTERWARDS = 3
AT_A_TABLE = (Report.Source.SLIP, Report.Source.SCANNED, *SAW_IT)


_LEFT_AFTER = Prepared(
    lambda event, number: Enrollment.objects.filter(
        event=event, state=Enrollment.State.DROPPED, left_after=number
    ).order_by(),
    int,
    int,
)


def drops(round: Round) -> list[Line]:
    """Check drops after this round: a dropping winner or leader needs an answer. Two queries."""
    gone = in_order(_LEFT_AFTER(round.event_id, round.number))
    if not gone:
        return []
    played = round.matches.filter(Q(first__in=gone) | Q(second__in=gone))
    winners = {match.winner_id for match in played.filter(kind=Match.Kind.PLAYED)}
    leading = _leaders(round)
    asked, others = [], []
    for player in gone:
        if player.pk in winners:
            asked.append(_of(Code.WINNER_DROPS, Weight.ASKED, round, player))
        elif player.number in leading:
            asked.append(_of(Code.LEADER_DROPS, Weight.ASKED, round, player))
        else:
            others.append(player)
    if others:
        about = f"{round.number}:{_digest(player.number for player in others)}"
        asked.append(Line(Code.DROPS, Weight.TOLD, about, tuple(others)))
    return asked


def _leaders(round: Round) -> set[int]:
    """Return the numbers of those than whom nobody has more points after a round. One query."""
    if round.stage.is_elimination:
        return set()
    points = {number: points for number, (points, _record) in records_through(round).items()}
    most = max(points.values(), default=0)
    return {number for number, had in points.items() if had == most and most}


def _early(round: int, until: datetime.datetime) -> "QuerySet[Report]":
    standing = Report.objects.standing().filter(match__round=round, source__in=AT_A_TABLE)
    return standing.filter(at__lt=until, match__table__isnull=False)


_EARLY = Prepared(
    lambda round, until: (
        _early(round, until)
        .select_related("match__first", "match__second")
        .order_by("match__table")
    ),
    int,
    datetime.datetime,
)
# One row with how many there are; none where there is none.
_COUNT_OF_EARLY = Prepared(
    lambda round, until: (
        _early(round, until)
        .order_by()
        .values("match__round")
        .annotate(count=Count("pk"))
        .values_list("count")
    ),
    int,
    datetime.datetime,
)


def early_results(round: Round) -> list[Line]:
    """Results that came in within minutes of the start. Three queries, one without such results."""
    start = round.started_at or round.posted_at
    if start is None:
        return []
    count = sum(early for (early,) in _COUNT_OF_EARLY(round.pk, start + EARLY))
    if not count or count * TYPED_AFTERWARDS > count_at_tables(round):
        return []
    return [
        Line(
            Code.EARLY_RESULT,
            Weight.ASKED,
            str(report.pk),
            match=report.match,
            minutes=max(0, int((report.at - start).total_seconds() // 60)),
        )
        for report in _EARLY(round.pk, start + EARLY)
    ]


def contradictions(round: Round) -> list[Line]:
    """Tables whose result somebody contradicts. Two queries."""
    return [
        Line(
            Code.CONTRADICTION,
            Weight.SETTLE,
            "-".join(str(report.pk) for report in dispute.against[-MOST_GATE_REPORTS:]),
            match=dispute.match,
            against=dispute.against,
        )
        for dispute in disputes(round)
    ]


def readings_that_differ(round: Round) -> list[Line]:
    """Tables whose slip somebody read otherwise. One query, three where slips were read again."""
    if not has_readings(round):
        return []
    return [
        Line(
            Code.SOURCES_DIFFER,
            Weight.SETTLE,
            "-".join(str(voice.report.pk) for voice in table.against[-MOST_GATE_REPORTS:]),
            match=table.match,
        )
        for table in sources_of(round).tables
        if any(voice.kind is Kind.READING for voice in table.against)
    ]


def called_wrong(round: Round) -> list[Line]:
    """Results that a player says are recorded wrongly. One query, none without private pages."""
    if not round.event.private_pages:
        return []
    return [
        Line(Code.CALLED_WRONG, Weight.ASKED, str(call.pk), (call.enrollment,), call.match)
        for call in open_calls(round)
        if call.kind == Call.Kind.WRONG
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
        _of(Code.TO_DISQUALIFY, Weight.SETTLE, round, player)
        for player in to_disqualify(round.event)
    ]


_OUT = Enrollment.State.DISQUALIFIED
_PLAYED_BY_DISQUALIFIED = Prepared(
    lambda round: (
        Match.objects.outstanding()
        .filter(Q(first__state=_OUT) | Q(second__state=_OUT), round=round)
        .select_related("first", "second")
        .order_by("table")
    ),
    int,
)


def disqualified_who_play(round: Round) -> list[Line]:
    """Outstanding matches of somebody who is disqualified. One query."""
    return [
        Line(
            Code.DISQUALIFIED_PLAYS,
            Weight.SETTLE,
            str(match.pk),
            tuple(side for side in (match.first, match.second) if side and side.state == _OUT),
            match,
        )
        for match in _PLAYED_BY_DISQUALIFIED(round.pk)
    ]


def without_a_match(round: Round) -> list[Line]:
    """Find active players of the event without a match in the round. One query to six."""
    if round.stage.kind != Stage.Kind.SWISS:
        return []
    expected = left_out(round)
    if expected:
        late = round.event.enrollments.filter(first_round__gt=round.number)
        expected -= set(late.values_list("pk", flat=True))
    if round.stage.pods:
        expected &= set(round.stage.pod_seats.values_list("enrollment_id", flat=True))
    if not expected:
        return []
    missing = in_order(round.event.enrollments.filter(pk__in=expected))
    return [_of(Code.WITHOUT_MATCH, Weight.ASKED, round, player) for player in missing]


def without_an_id(round: Round) -> list[Line]:
    """Find active players without a platform ID in a digital event. One query, or none."""
    missing = without_platform_id(round.event)
    if not missing or round.event.is_finished:
        return []
    about = _digest(player.number for player in missing)
    return [Line(Code.WITHOUT_ID, Weight.ASKED, about, tuple(missing))]


def not_eligible(round: Round) -> list[Line]:
    """Find active players with a mark that bars them (MTR 1.4). One query; more with marks."""
    event = round.event
    if event.is_finished or not may_bar(event):
        return []
    playing = event.enrollments.filter(state=Enrollment.State.ACTIVE).select_related("player")
    barred = tuple(barred_players(event, in_order(playing)))
    if not barred:
        return []
    about = _digest(player.number for player in barred)
    return [Line(Code.NOT_ELIGIBLE, Weight.ASKED, about, barred)]


_BYES = Prepared(
    lambda round: (
        Match.objects.byes().filter(round=round).select_related("first").order_by("first__number")
    ),
    int,
)


def unplanned_byes(round: Round) -> list[Line]:
    """Byes that were neither awarded nor drawn with the pairings. One query."""
    if "cost" not in round.proof:
        return []
    return [
        _of(Code.UNPLANNED_BYE, Weight.ASKED, round, match.first)
        for match in _BYES(round.pk)
        if not awarded_bye(match, round.number) and match.first.number != round.proof.get("bye")
    ]


_CORRECTIONS = Prepared(
    lambda event, number: (
        Report.objects.standing()
        .filter(
            source=Report.Source.CORRECTION,
            match__round__event=event,
            match__round__number__lte=number,
        )
        .select_related("match__first", "match__second", "match__round")
        .defer("match__round__posted_rows")
        .order_by("pk")
    ),
    int,
    int,
)


def corrections(round: Round) -> list[Line]:
    """Corrections that no published standings hold yet. Two queries, one without corrections."""
    made = _CORRECTIONS(round.event_id, round.number)
    if not made:
        return []
    rounds = round.event.rounds.published().order_by("-snapshots__published_at")
    last = rounds.values_list("snapshots__published_at", flat=True).first()
    return [
        Line(Code.CORRECTION, Weight.TOLD, str(report.pk), match=report.match)
        for report in made
        if last is None or report.at > last
    ]


LINES: Sequence[Callable[[Round], list[Line]]] = (
    contradictions,
    readings_that_differ,
    called_wrong,
    losses_not_shown,
    disqualifications,
    disqualified_who_play,
    drops,
    early_results,
    present_no_shows,
    without_an_id,
    not_eligible,
    without_a_match,
    unplanned_byes,
    corrections,
)


def _of(code: Code, weight: Weight, round: Round, player: Enrollment) -> Line:
    """Return the line about one player in one round."""
    return Line(code, weight, f"{round.number}:{player.number}", (player,))


def _digest(numbers: Iterable[int]) -> str:
    """Return what stands for some players, in a few letters."""
    text = "-".join(str(number) for number in sorted(numbers))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
