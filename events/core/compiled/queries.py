"""All compiled queries but the one that locks an event (`core/event_write.py`).

Those of a result that comes in, at a desk or from a phone, and of the desk's answer.
"""

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import Coalesce

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
from events.models.report import PHONE_SOURCES

# One result at one desk in one process; with ten desks, the lines of the others' results, too.
DESK = "tests.bench desk: one result entered"
DESKS = "tests.bench desk: ten scorekeepers at once"
PHONES = "tests.bench reports: processor time a request"

LOSSES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)
# When a line of the result feed was reported or undone.
WHEN = Coalesce("undone_at", "at")
JOINED = ("match__first", "match__second", "account", "enrollment", "undone_by", "replaces")
# A desk that missed more changed tables loads the whole list.
MOST_LINES = 40
# As many matches of the result feed as one query asks for.
AT_ONCE = 8

ACCOUNT = CompiledQuery(DESK, lambda pk: User.objects.filter(pk=pk), int)
# By the event's slug and the account's key: the member, with the event.
MEMBER = CompiledQuery(
    DESK,
    lambda slug, account: StaffMember.objects.filter(event__slug=slug, user=account).select_related(
        "event"
    ),
    str,
    int,
)
# By event and number, with the stage.
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
# By event, number of the round and table. `any_loss`: a loss of either player is recorded, of any
# round. `any_report`: something was reported of this match.
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
# By round and revision: the tables that changed after it. A row more than MOST_LINES says that it
# were too many.
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
# By round: one row with its tables and how many of them are outstanding; none without a table.
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
# By keys of AT_ONCE matches or None: their reports, the newest first. Asked by key and not by what
# changed since a revision, so that PostgreSQL plans these joins once a connection.
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
# By round and revision: at most one match that changed after it and of which a phone told.
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
# The player by key, with the event.
PLAYER = CompiledQuery(
    PHONES, lambda pk: Enrollment.objects.select_related("event").filter(pk=pk), int
)
# By round and player.
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
