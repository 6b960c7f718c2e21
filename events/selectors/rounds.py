"""What the desk shows of a round, in a fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from events.adapters import records_before
from events.models import Enrollment, Event, Match, Round
from events.rules.match_rules import MatchRules
from events.selectors.came_in import Dispute, Recent, disputes, recent_results
from events.selectors.from_phones import FromPhones, from_phones
from events.selectors.names import namesakes
from events.selectors.roster import to_disqualify
from events.selectors.states import rules_of

# A match that was decided before it was given a table: somebody left.
NOT_AT_A_TABLE = Q(table__isnull=True, first_wins__isnull=False)


@dataclass(slots=True)
class Line:
    """One match as a list shows it; points and records are those before the round."""

    match: Match
    first_record: str
    second_record: str
    first_points: int
    second_points: int

    @property
    def is_pair_down(self) -> bool:
        """True when the two players have different match points."""
        return self.match.second_id is not None and self.first_points != self.second_points


@dataclass(slots=True)
class RoundPage:
    """What the desk shows of one round; `total` counts the matches that are played at tables.

    A round that is being played has `outstanding` and `recent`, any other one `lines`. `walkovers`
    of a playoff: who won without playing, and who left. `namesakes` are names of several players.
    `to_disqualify`: whose disqualification is recorded but not carried out. `phones`: what players
    told by phone, None in an event without that.
    """

    round: Round
    numbers: list[int]
    total: int
    lines: list[Line]
    outstanding: list[Match]
    recent: list[Recent]
    disputes: list[Dispute]
    to_disqualify: list[Enrollment]
    walkovers: list[tuple[Enrollment, Enrollment]]
    namesakes: frozenset[str]
    phones: FromPhones | None = None

    @property
    def left(self) -> int:
        """How many of them have no result."""
        return len(self.outstanding)

    @property
    def reported(self) -> int:
        """How many of them have a result."""
        return self.total - self.left

    @property
    def rules(self) -> MatchRules:
        """How its matches are played."""
        return rules_of(self.round)

    @property
    def is_latest(self) -> bool:
        """True for the newest round of the event."""
        return self.round.number == self.numbers[-1]


def find_round_or_none(event: Event, number: int | None) -> Round | None:
    """Return round `number`, or the newest one for None; None where there is none."""
    rounds = event.rounds.select_related("stage").defer("posted_rows")
    if number is None:
        return rounds.order_by("-number").first()
    return rounds.filter(number=number).first()


def matches_of(round: Round) -> list[Match]:
    """Return the matches of a round in the order of the tables, players included."""
    return list(
        round.matches.select_related("first", "second").order_by(
            F("table").asc(nulls_last=True), "kind", "first__name"
        )
    )


def round_page(event: Event, round: Round) -> RoundPage:
    """Return what the desk shows of a round.

    While it is played only what is missing is read: every result that is entered asks for it.
    """
    page = RoundPage(
        round=round,
        numbers=list(event.rounds.order_by("number").values_list("number", flat=True)),
        total=matches_at_tables(round).count(),
        lines=[],
        outstanding=[],
        recent=[],
        disputes=[],
        to_disqualify=to_disqualify(event),
        walkovers=[],
        namesakes=namesakes(event),
        phones=from_phones(event, round),
    )
    if round.state == Round.State.POSTED:
        page.outstanding = outstanding_matches(round)
        page.recent = recent_results(round)
        page.disputes = disputes(round)
        page.walkovers = walkovers(round) if round.stage.is_elimination else []
    else:
        records = records_before(round)
        page.lines = [_line(match, records) for match in matches_of(round)]
    return page


def matches_at_tables(round: Round) -> QuerySet[Match]:
    """Return the matches of a round that are played at a table."""
    return round.matches.filter(kind=Match.Kind.PLAYED).exclude(NOT_AT_A_TABLE)


def outstanding_matches(round: Round) -> list[Match]:
    """Return the matches without a result, in the order of the tables, players included."""
    missing = round.matches.filter(first_wins__isnull=True)
    return list(missing.select_related("first", "second", "judge").order_by("table"))


def walkovers(round: Round) -> list[tuple[Enrollment, Enrollment]]:
    """Return who won a match of a playoff because the opponent left, each with who left."""
    found = []
    decided = round.matches.filter(NOT_AT_A_TABLE, kind=Match.Kind.PLAYED).order_by("slot")
    for match in decided.select_related("first", "second"):
        if match.second is None:
            continue
        ahead = match.winner_id == match.first_id
        won, lost = (match.first, match.second) if ahead else (match.second, match.first)
        if lost.state != Enrollment.State.ACTIVE:
            found.append((won, lost))
    return found


def dropped_with(match: Match) -> list[Enrollment]:
    """Return who of a match is out by what was reported of it. The players must be joined."""
    return [one for one in (match.first, match.second) if one is not None and match.took_out(one)]


def sides(match: Match, records: dict[int, tuple[int, str]]) -> Sequence[tuple[Enrollment, str]]:
    """Return the players of a match, each with the record before it."""
    people = [match.first] if match.second is None else [match.first, match.second]
    return [(one, records.get(one.number, (0, "0-0-0"))[1]) for one in people]


def _line(match: Match, records: dict[int, tuple[int, str]]) -> Line:
    first = records.get(match.first.number, (0, "0-0-0"))
    second = records.get(match.second.number, (0, "0-0-0")) if match.second else (0, "")
    return Line(match, first[1], second[1], first[0], second[0])
