"""Pre-flight checks before pairing and publishing: one function for each check.

A function takes a round (event and stage joined) and returns its lines. A new function goes into
LINES, its words into `core/words/preflight_words.py`.
"""

import datetime
from collections.abc import Callable, Sequence

from django.db.models import Q

from domain.limits import MOST_PREFLIGHT_REPORTS
from domain.report_sources import DESK_SOURCES
from events.core.adapters import awarded_bye, read_seats, records_through
from events.core.basis.basis_words import departure_means, departure_words
from events.core.basis.departure import Departure
from events.core.basis.queries import departures
from events.core.check_line import Check, CheckCode, Weight
from events.core.eligibility.queries import barred_players, may_bar
from events.core.players.no_shows import SAW_IT, present_no_shows
from events.core.players.queries import in_order, to_disqualify, without_platform_id
from events.core.progress.presence import expected_players
from events.core.questions.question import digest_of_players
from events.core.results.assigned_losses import losses_of_round
from events.core.results.phone_report_queries import open_calls
from events.core.results.result_audit import Kind, audit_round, has_verifications
from events.core.results.result_feed import disputes
from events.core.rounds.queries import count_at_tables, unpaired_keys
from events.core.sentences import join_sentences
from events.models import Call, Enrollment, Match, Report, Round
from events.models.querysets import of_players

# A match that ended sooner after the start was conceded, or the slip was typed for another table.
EARLY = datetime.timedelta(minutes=5)
# If more than a third of the results came this soon, the round was typed in afterwards.
TYPED_AFTERWARDS = 3
AT_A_TABLE = {*DESK_SOURCES, *SAW_IT} - {Report.Source.TOGETHER}


def drops(round: Round) -> list[Check]:
    """Check drops after this round: a dropping winner or leader needs an answer. Two queries."""
    dropped = round.event.enrollments.filter(state=Enrollment.State.DROPPED)
    return drops_of(round, in_order(dropped.filter(dropped_after=round.number)))


def drops_of(round: Round, players: Sequence[Enrollment]) -> list[Check]:
    """Check the drops of these players, done or planned, after a round."""
    if not players:
        return []
    winners = {match.winner_id for match in _contested_by(round, players)}
    leading = _leaders(round)
    asked, others = [], []
    for player in players:
        if player.pk in winners:
            asked.append(_of(CheckCode.WINNER_DROPS, Weight.CONFIRM, round, player))
        elif player.number in leading:
            asked.append(_of(CheckCode.LEADER_DROPS, Weight.CONFIRM, round, player))
        else:
            others.append(player)
    if others:
        about = f"{round.number}:{digest_of_players(others)}"
        asked.append(Check(CheckCode.DROPS, Weight.INFORM, about, tuple(others)))
    return asked


def _contested_by(round: Round, players: Sequence[Enrollment]) -> list[Match]:
    """Return the matches of these players against others. One query, three at tables."""
    if round.stage.is_tables:
        tables = round.matches.of_tables().filter(of_players(players))
        return list(tables.prefetch_related("table_seats__enrollment"))
    either = Q(first__in=players) | Q(second__in=players)
    return list(round.matches.of_two().filter(either))


def _leaders(round: Round) -> set[int]:
    """Return the numbers of the players with the most points after a round. One query."""
    if round.stage.is_elimination:
        return set()
    points = {number: points for number, (points, _record) in records_through(round).items()}
    most = max(points.values(), default=0)
    return {number for number, had in points.items() if had == most and most}


def early_results(round: Round) -> list[Check]:
    """Find results entered within minutes of the start. Three queries, one without any."""
    start = round.started_at or round.posted_at
    if start is None:
        return []
    reports = Report.objects.official().filter(match__round=round, source__in=AT_A_TABLE)
    early = reports.filter(at__lt=start + EARLY, match__table__isnull=False)
    count = early.count()
    if not count or count * TYPED_AFTERWARDS > count_at_tables(round):
        return []
    shown = list(early.select_related("match__first", "match__second").order_by("match__table"))
    for report in shown:
        report.match.round = round
    read_seats(report.match for report in shown)
    return [
        Check(
            CheckCode.EARLY_RESULT,
            Weight.CONFIRM,
            str(report.pk),
            match=report.match,
            minutes=max(0, int((report.at - start).total_seconds() // 60)),
        )
        for report in shown
    ]


def set_together(round: Round) -> list[Check]:
    """Count results that were set together, without a report of each. One query."""
    reports = Report.objects.official().filter(match__round=round)
    together = Report.Source.TOGETHER
    count = reports.filter(Q(source=together) | Q(kept_source=together)).count()
    if not count:
        return []
    return [Check(CheckCode.TOGETHER, Weight.INFORM, str(round.number), count=count)]


def contradictions(round: Round) -> list[Check]:
    """Find tables with a contradicted result. Two queries."""
    return [
        Check(
            CheckCode.CONTRADICTION,
            Weight.SETTLE,
            "-".join(str(report.pk) for report in dispute.against[-MOST_PREFLIGHT_REPORTS:]),
            match=dispute.match,
            against=dispute.against,
        )
        for dispute in disputes(round)
    ]


def verifications_that_differ(round: Round) -> list[Check]:
    """Find tables whose verification differs. One query, three where slips were verified."""
    if not has_verifications(round):
        return []
    return [
        Check(
            CheckCode.SOURCES_DIFFER,
            Weight.SETTLE,
            "-".join(str(report.report.pk) for report in table.against[-MOST_PREFLIGHT_REPORTS:]),
            match=table.match,
        )
        for table in audit_round(round).tables
        if any(report.kind is Kind.VERIFICATION for report in table.against)
    ]


def called_wrong(round: Round) -> list[Check]:
    """Find results that a player calls wrong. One query, none without private pages."""
    if not round.event.private_pages:
        return []
    return [
        Check(CheckCode.CALLED_WRONG, Weight.CONFIRM, str(call.pk), (call.enrollment,), call.match)
        for call in open_calls(round)
        if call.kind == Call.Kind.WRONG
    ]


def losses_not_shown(round: Round) -> list[Check]:
    """Find recorded game and match losses that the result does not show. Three queries."""
    return [
        Check(
            CheckCode.LOSS_NOT_SHOWN,
            Weight.SETTLE,
            f"{match.official_report_id}:{loss.enrollment.number}:{loss.penalty}",
            (loss.enrollment,),
            match,
            penalty=str(loss.penalty),
        )
        for match, losses in losses_of_round(round)
        for loss in losses
    ]


def disqualifications(round: Round) -> list[Check]:
    """Find recorded disqualifications that are not carried out. One query."""
    return [
        _of(CheckCode.TO_DISQUALIFY, Weight.SETTLE, round, player)
        for player in to_disqualify(round.event)
    ]


_OUT = Enrollment.State.DISQUALIFIED


def disqualified_who_play(round: Round) -> list[Check]:
    """Find outstanding matches of disqualified players. One query."""
    outstanding = round.matches.outstanding().select_related("first", "second")
    playing = outstanding.filter(Q(first__state=_OUT) | Q(second__state=_OUT))
    if round.stage.is_tables:
        out = round.event.enrollments.filter(state=_OUT).values("pk")
        playing = outstanding.filter(of_players(out)).prefetch_related("table_seats__enrollment")
    return [
        Check(
            CheckCode.DISQUALIFIED_PLAYS,
            Weight.SETTLE,
            str(match.pk),
            tuple(player for player in match.players if player.state == _OUT),
            match,
        )
        for match in playing.order_by("table")
    ]


def without_a_match(round: Round) -> list[Check]:
    """Find active players of the event without a match in the round. One query to six."""
    if not round.stage.has_set_rounds:
        return []
    expected = unpaired_keys(round)
    if expected:
        late = round.event.enrollments.filter(first_round__gt=round.number)
        expected -= set(late.values_list("pk", flat=True))
    if round.stage.pods:
        expected &= set(round.stage.pod_seats.values_list("enrollment_id", flat=True))
    if not expected:
        return []
    missing = in_order(round.event.enrollments.filter(pk__in=expected))
    return [_of(CheckCode.WITHOUT_MATCH, Weight.CONFIRM, round, player) for player in missing]


def without_an_id(round: Round) -> list[Check]:
    """Find active players without a platform ID in a digital event. One query, or none."""
    missing = without_platform_id(round.event)
    if not missing or round.event.is_finished:
        return []
    about = digest_of_players(missing)
    return [Check(CheckCode.WITHOUT_ID, Weight.CONFIRM, about, tuple(missing))]


def not_eligible(round: Round) -> list[Check]:
    """Find expected players with a mark that bars them (MTR 1.4). One query; more with marks."""
    event = round.event
    if event.is_finished or not may_bar(event):
        return []
    playing = expected_players(event).select_related("player")
    barred = tuple(barred_players(event, in_order(playing)))
    if not barred:
        return []
    about = digest_of_players(barred)
    return [Check(CheckCode.NOT_ELIGIBLE, Weight.CONFIRM, about, barred)]


def unplanned_byes(round: Round) -> list[Check]:
    """Find byes that were neither awarded nor drawn with the pairings. One query."""
    if "cost" not in round.proof:
        return []
    byes = round.matches.byes().select_related("first")
    return [
        _of(CheckCode.UNPLANNED_BYE, Weight.CONFIRM, round, match.first)
        for match in byes.order_by("first__number")
        if not awarded_bye(match, round.number) and match.first.number != round.proof.get("bye")
    ]


def corrections(round: Round) -> list[Check]:
    """Find corrections that no published standings include. Two queries, one without any."""
    corrected = Report.objects.official().filter(
        source=Report.Source.CORRECTION,
        match__round__event=round.event_id,
        match__round__number__lte=round.number,
    )
    joined = corrected.select_related("match__first", "match__second", "match__round")
    made = list(joined.defer("match__round__posted_rows").order_by("pk"))
    if not made:
        return []
    rounds = round.event.rounds.published().order_by("-snapshots__published_at")
    last = rounds.values_list("snapshots__published_at", flat=True).first()
    return [
        Check(CheckCode.CORRECTION, Weight.INFORM, str(report.pk), match=report.match)
        for report in made
        if last is None or report.at > last
    ]


# Any step that builds on these would make the error worse.
_TO_SETTLE = (CheckCode.CUT_DIFFERS, CheckCode.SEEDS_DIFFER, CheckCode.PODS_DIFFER)
_TOLD = (CheckCode.PRIZES_DIFFER, CheckCode.NOT_CERTIFIED, CheckCode.STANDINGS_DIFFER)


def no_longer_follow(round: Round) -> list[Check]:
    """Find departures from a basis. Three queries without any."""
    return [
        Check(
            departure.code,
            _weight(departure),
            departure.digest,
            words=join_sentences((departure_words(departure), departure_means(departure))),
            number=departure.number,
        )
        for departure in departures(round.event)
        if not departure.is_unposted
        and not (departure.is_standings and departure.number >= round.number)
    ]


def _weight(departure: Departure) -> Weight:
    if departure.code in _TOLD:
        return Weight.INFORM
    is_settled_first = departure.is_taken_back and departure.code in _TO_SETTLE
    return Weight.SETTLE if is_settled_first else Weight.CONFIRM


CHECKS: Sequence[Callable[[Round], list[Check]]] = (
    contradictions,
    verifications_that_differ,
    called_wrong,
    losses_not_shown,
    disqualifications,
    disqualified_who_play,
    no_longer_follow,
    drops,
    early_results,
    set_together,
    present_no_shows,
    without_an_id,
    not_eligible,
    without_a_match,
    unplanned_byes,
    corrections,
)


def _of(code: CheckCode, weight: Weight, round: Round, player: Enrollment) -> Check:
    """Return the check about one player in one round."""
    return Check(code, weight, f"{round.number}:{player.number}", (player,))
