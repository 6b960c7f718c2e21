"""All compiled queries except the one that locks an event (`core/event_write.py`).

They serve each new result, from a desk or a phone, and the desk's answer.
"""

from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from domain.report_sources import PHONE_SOURCES
from events.core.compiled.query import CompiledQuery
from events.models import (
    Call,
    Enrollment,
    Match,
    Penalty,
    PenaltyKind,
    Report,
    Round,
    StaffMember,
)

# Benchmarks that justify a compiled query: one result at one desk; ten desks of two workers, where
# the lines of the others' results are read too; reports by phone.
DESK = "tests.bench desk: one result entered"
DESKS = "tests.bench desk: ten scorekeepers at once"
PHONES = "tests.bench reports: processor time a request"

LOSSES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)
# The time when a line of the result feed was reported or undone.
WHEN = Coalesce("undone_at", "at")
JOINED = ("match__first", "match__second", "account", "enrollment", "undone_by", "replaces")
# A desk that missed more changed tables reloads the whole list.
MOST_LINES = 40
# Matches of the result feed per query.
AT_ONCE = 8

# By event slug and account key: the staff member, with the event.
MEMBER = CompiledQuery(
    DESK,
    lambda slug, account: StaffMember.objects.filter(event__slug=slug, user=account).select_related(
        "event"
    ),
    str,
    int,
)
# By event and number: the round, with its stage.
ROUND = CompiledQuery(
    PHONES,
    lambda event, number: (
        Round.objects.filter(event=event, number=number)
        .select_related("stage")
        .defer("posted_rows")
        .order_by()
    ),
    int,
    int,
)
# By event, round number and table. `any_loss`: a loss of either player is recorded in any round.
# `any_report`: the match has a report.
TABLE = CompiledQuery(
    DESK,
    lambda event, number, table: (
        Match.objects.filter(round__event=event, round__number=number, table=table)
        .annotate(
            any_loss=Exists(
                Penalty.objects.filter(
                    Q(enrollment=OuterRef("first")) | Q(enrollment=OuterRef("second")),
                    penalty__in=LOSSES,
                )
            ),
            any_report=Exists(Report.objects.filter(match=OuterRef("pk"))),
        )
        .select_related("round__stage", "first", "second")
        .defer("round__posted_rows")
        .order_by()
    ),
    int,
    int,
    int,
)
# By round and revision: the tables that changed later. More than MOST_LINES rows mean too many
# changes.
CHANGED_TABLES = CompiledQuery(
    DESK,
    lambda round, since: (
        Match.objects.filter(round=round, revision__gt=since, table__isnull=False)
        .order_by("table")
        .values_list("pk", "table", "revision", "official_report", "first_wins")[: MOST_LINES + 1]
    ),
    int,
    int,
)
# By round: one row with its number of tables and of outstanding ones; no row without tables.
COUNT_OF_TABLES = CompiledQuery(
    DESK,
    lambda round: (
        Match.objects.at_tables()
        .filter(round=round)
        .order_by()
        .values("round")
        .annotate(total=Count("pk"), left=Count("pk", filter=Q(first_wins__isnull=True)))
        .values_list("total", "left")
    ),
    int,
)
# By keys of AT_ONCE matches (padded with None): their reports, newest first. Selecting by key, not
# by revision, lets PostgreSQL plan these joins once per connection.
REPORTS = CompiledQuery(
    DESKS,
    lambda *matches: (
        Report.objects.weighed()
        .filter(match__in=matches, match__table__isnull=False)
        .exclude(source=Report.Source.VERIFICATION)
        .select_related(*JOINED)
        .order_by(WHEN.desc(), "-pk")
    ),
    *[int] * AT_ONCE,
)
# By round and revision: at most one match that changed later and has a phone report.
CHANGED_BY_PHONES = CompiledQuery(
    PHONES,
    lambda round, since: (
        Match.objects.filter(round=round, revision__gt=since)
        .filter(
            Exists(Report.objects.filter(match=OuterRef("pk"), source__in=PHONE_SOURCES))
            | Exists(Call.objects.filter(match=OuterRef("pk")))
        )
        .order_by()
        .values_list("pk")[:1]
    ),
    int,
    int,
)
# By key: the player, with the event.
PLAYER = CompiledQuery(
    PHONES, lambda pk: Enrollment.objects.select_related("event").filter(pk=pk), int
)
# By round and player: the match.
OWN_MATCH = CompiledQuery(
    PHONES,
    lambda round, player: (
        Match.objects.filter(Q(first=player) | Q(second=player), round=round)
        .select_related(
            "first", "second", "official_report__account", "official_report__enrollment"
        )
        .order_by("pk")
    ),
    int,
    int,
)
