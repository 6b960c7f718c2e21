"""Read the desk page of a round in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet

from events.core.adapters import RoundMatch, read_seats, records_before, round_matches
from events.core.adapters.match_results import ByKey, results_by_key
from events.core.adapters.posted_rounds import Record, records_through
from events.core.players.listed_players import RosterRound
from events.core.players.queries import to_disqualify
from events.core.progress.outstanding import SeatedMatch, outstanding_matches
from events.core.progress.queries import entrants_to_pair
from events.core.results.game_queries import ReportedGames, reported_games_of_round
from events.core.results.match_rules import MatchRules
from events.core.results.phone_report_queries import FromPhones, from_phones
from events.core.results.result_feed import Dispute, Recent, ReportedFrom, disputes, recent_results
from events.core.results.round_rules import rules_of
from events.core.seats.table_numbering import tables_value
from events.models import Certification, Enrollment, Event, Match, Round, TableSeat

# A round with at most this many tables lists all of them at the desk with result buttons.
MOST_WITH_BUTTONS = 8


@dataclass(slots=True)
class RoundLine:
    """One match in a list; points and records are those before the round.

    `match`: of an unposted round its plain values. `seats`: points and record of each player of a
    table of three to five, by seat.
    """

    match: Match | RoundMatch
    first_record: str
    second_record: str
    first_points: float
    second_points: float
    seats: tuple[Record, ...] = ()


@dataclass(slots=True)
class RoundPage:
    """Desk page of one round; `total` counts the matches that are played at tables.

    A round in progress has `outstanding` and `recent`, any other one `lines`. `walkovers` of a
    playoff: players who won without playing, and those who dropped. `to_disqualify`: players whose
    disqualification is recorded but not carried out. `phones`: phone reports of players, None in an
    event without them. `certification`: the newest of a complete round. `reported_games`: by key,
    those of the outstanding matches. `listed`: the tables that the desk lists: those outstanding,
    or all of a small round. `results`: those of earlier rounds, if `lines` are shown.
    `has_records`: whether any player has points or a record before this round. `tables`: those of a
    round in progress, as "1-30, 300".
    """

    round: Round
    numbers: list[int]
    total: int
    lines: list[RoundLine]
    outstanding: Sequence[SeatedMatch]
    listed: Sequence[SeatedMatch]
    recent: list[Recent]
    disputes: list[Dispute]
    to_disqualify: list[Enrollment]
    walkovers: list[tuple[Enrollment, list[Enrollment]]]
    phones: FromPhones | None = None
    certification: Certification | None = None
    reported_games: dict[int, ReportedGames] = field(default_factory=dict)
    results: ByKey = field(default_factory=list)
    has_records: bool = False
    tables: str = ""

    @property
    def outstanding_count(self) -> int:
        """Number of matches without a result."""
        return len(self.outstanding)

    @property
    def reported(self) -> int:
        """Number of matches with a result."""
        return self.total - self.outstanding_count

    @property
    def has_buttons(self) -> bool:
        """Whether each listed table has buttons for its results."""
        return has_result_buttons(self.round, self.total)

    @property
    def is_led_by_bar(self) -> bool:
        """Whether the next step is in the bar (start the clock, or complete), and not a result."""
        waits = self.round.minutes and self.round.started_at is None and not self.reported
        return bool(waits) or not self.outstanding

    @property
    def rules(self) -> MatchRules:
        """Match rules of the round."""
        return rules_of(self.round)

    @property
    def is_latest(self) -> bool:
        """True for the newest round of the event."""
        return self.round.number == self.numbers[-1]


# Player columns in the lists of a round; each further column is read for hundreds of players.
_SHOWN = [
    f"{side}__{column}"
    for side in ("first", "second")
    for column in (
        "number",
        "name",
        "namesake",
        "reading",
        "sort_name",
        "fixed_table",
        "awarded_byes",
        "platform_id",
    )
]
_ENDED = (
    *("first_wins", "second_wins", "drawn_games", "double_loss", "seat_results", "marks"),
    "slot",
)
_PLAY = (
    *("play_first", "extension_minutes", "extension_reason", "turns_at"),
    *("check_mark", "revision"),
)


def matches_of(round: Round) -> list[Match]:
    """Return the matches of a round in the order of the tables, players included."""
    joined = _in_order(round).select_related("first", "second")
    matches = list(joined.only("round", "table", "kind", *_ENDED, *_SHOWN))
    read_seats(matches)
    return matches


def _in_order(round: Round) -> QuerySet[Match]:
    return round.matches.order_by(F("table").asc(nulls_last=True), "kind", "first__name")


def _has_match_in(round: Round, side: str) -> Exists:
    return Exists(Match.objects.filter(**{"round": round, side: OuterRef("pk")}))


def unpaired_keys(round: Round) -> set[int]:
    """Return the keys of players who are in the stage of a round but in none of its matches.

    One query if there are none, at most three.
    """
    active = Enrollment.objects.active().filter(event=round.event_id)
    unpaired = active.exclude(_has_match_in(round, "first")).exclude(_has_match_in(round, "second"))
    if round.stage.is_tables:
        unpaired = unpaired.exclude(table_seats__match__round=round)
    out = set(unpaired.values_list("pk", flat=True))
    return out & {player.pk for player in entrants_to_pair(round.stage)} if out else out


def round_page(event: Event, round: Round, only: ReportedFrom | None = None) -> RoundPage:
    """Return the desk page of a round.

    While the round is played only its outstanding matches are read, because every entered result
    reloads the page. `only`: the source of the latest results to show; all sources without it.
    """
    tables = tables_in(round) if round.is_posted else None
    page = RoundPage(
        round=round,
        numbers=list(event.rounds.order_by("number").values_list("number", flat=True)),
        total=count_at_tables(round) if tables is None else len(tables),
        lines=[],
        outstanding=[],
        listed=[],
        recent=[],
        disputes=[],
        to_disqualify=to_disqualify(event),
        walkovers=[],
        phones=from_phones(event, round),
    )
    if tables is not None:
        page.tables = tables_value(tables)
        page.listed, page.outstanding = _listed(round, len(tables))
        page.reported_games = reported_games_at_tables(event, round)
        page.disputes = disputes(round)
        page.recent = recent_results(round, page.disputes, only)
        page.walkovers = walkovers(round) if round.stage.is_elimination else []
    else:
        page.results = results_by_key(event, round.number)
        records = records_before(round, page.results)
        page.has_records = bool(records)
        page.certification = (
            round.certifications.select_related("account", "withdrawn_by").order_by("-pk").first()
        )
        unposted = round.is_unposted
        matches = round_matches(_in_order(round)) if unposted else matches_of(round)
        page.lines = [_line(match, records) for match in matches]
    return page


def has_result_buttons(round: Round, tables: int) -> bool:
    """Return whether the desk lists every table of a round with buttons for its results."""
    small = tables <= MOST_WITH_BUTTONS
    return round.is_posted and small and not (round.by_seats or round.stage.is_tables)


def reported_games_at_tables(event: Event, round: Round) -> dict[int, ReportedGames]:
    """Return the reported games of a round in progress, by match. One query at most."""
    return reported_games_of_round(round) if event.takes_games else {}


def tables_in(round: Round) -> list[int]:
    """Return the tables of a round in order. One query."""
    tables = round.matches.at_tables().order_by("table").values_list("table", flat=True)
    return [table for table in tables if table is not None]


def tables_around(round: Round, table: int) -> tuple[int | None, int | None]:
    """Return the tables before and after one; None at either end of the round. One query."""
    around = round.matches.at_tables().aggregate(
        before=Max("table", filter=Q(table__lt=table)),
        after=Min("table", filter=Q(table__gt=table)),
    )
    return around["before"], around["after"]


def names_at_tables(round: Round) -> dict[int | None, tuple[tuple[str, str], ...]]:
    """Return the players at each table, by table: names with phonetic names. One query."""
    if round.stage.is_tables:
        return _names_by_seat(round)
    rows = round.matches.at_tables().values_list(
        "table", "first__name", "first__reading", "second__name", "second__reading"
    )
    return {
        table: ((first, heard), *(((second, also),) if second is not None else ()))
        for table, first, heard, second, also in rows
    }


def _names_by_seat(round: Round) -> dict[int | None, tuple[tuple[str, str], ...]]:
    """Return the players at each table of three to five, by table. One query."""
    seats = TableSeat.objects.filter(match__round=round).order_by("match", "seat")
    names: dict[int | None, tuple[tuple[str, str], ...]] = {}
    for table, name, reading in seats.values_list(
        "match__table", "enrollment__name", "enrollment__reading"
    ):
        names[table] = (*names.get(table, ()), (name, reading))
    return names


def count_at_tables(round: Round) -> int:
    """Count the matches of a round that are played at a table. One query."""
    return round.matches.at_tables().count()


def _listed(round: Round, tables: int) -> tuple[Sequence[SeatedMatch], Sequence[SeatedMatch]]:
    """Return the matches that the desk lists, and those of them without a result. One query."""
    if not has_result_buttons(round, tables):
        outstanding = outstanding_matches(round)
        return outstanding, outstanding
    matches = round.matches.at_tables().select_related("first", "second", "judge")
    columns = ("round", "table", "kind", "official_report", *_PLAY, *_ENDED, *_SHOWN)
    listed = list(matches.only(*columns, "judge__username").order_by("table"))
    read_seats(listed)
    return listed, [match for match in listed if not match.has_result]


def walkovers(round: Round) -> list[tuple[Enrollment, list[Enrollment]]]:
    """Return the winners of playoff matches whose opponents all dropped, with these opponents."""
    won_and_lost = []
    decided = round.matches.decided_before().order_by("slot")
    matches = list(decided.select_related("first", "second"))
    read_seats(matches)
    for match in matches:
        won = [player for player in match.players if player.pk == match.winner_id]
        lost = [player for player in match.players if player.pk != match.winner_id]
        if won and all(not player.is_active for player in lost):
            won_and_lost.append((won[0], lost))
    return won_and_lost


def dropped_by_reports(match: Match) -> list[Enrollment]:
    """Return the players of a match who dropped by its reports. The players must be joined."""
    return [player for player in match.players if match.dropped_player(player)]


def sides(match: Match, records: dict[int, Record]) -> Sequence[tuple[Enrollment, str]]:
    """Return the players of a match, each with the record before it."""
    return [(player, records.get(player.number, _NOTHING)[1]) for player in match.players]


_NOTHING: Record = (0, "0-0-0")


def _line(match: Match | RoundMatch, records: dict[int, Record]) -> RoundLine:
    opponent = match.second
    first = records.get(match.first.number, _NOTHING)
    second: Record = (0, "") if opponent is None else records.get(opponent.number, _NOTHING)
    seats: tuple[Record, ...] = ()
    if match.kind == Match.Kind.TABLE:
        seats = tuple(records.get(player.number, _NOTHING) for player in match.players)
    return RoundLine(match, first[1], second[1], first[0], second[0], seats)


def roster_round(event: Event) -> RosterRound | None:
    """Return the tables and records of the players for the roster; None before round 1 is posted.

    Five queries at most.
    """
    posted = event.rounds.posted().select_related("stage", "event")
    newest = posted.order_by("-number").first()
    if newest is None:
        return None
    records = records_through(newest)
    if newest.is_complete:
        return RosterRound(0, {}, records)
    seated = newest.matches.exclude(table=None)
    tables: dict[int, int] = {
        key: table
        for first, second, table in seated.values_list("first", "second", "table")
        for key in (first, second)
        if key and table
    }
    for key, table in newest.matches.filter(kind="table").values_list(
        "table_seats__enrollment", "table"
    ):
        tables[key] = table or 0
    return RosterRound(newest.number, tables, records)
