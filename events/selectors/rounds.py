"""What the desk shows of a round, in a fixed number of queries."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from events.adapters import records_before
from events.models import Enrollment, Event, JournalEntry, Match, Round, Verb
from events.selectors.names import namesakes
from events.selectors.roster import to_disqualify

RESULT_VERBS = (Verb.RESULT_ENTERED, Verb.RESULT_UNDONE, Verb.RESULT_CORRECTED)
# Why somebody drops or comes back, where a result slip says so.
WITH_A_SLIP = ("slip", "undo")
RECENT = 40
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


@dataclass(frozen=True, slots=True)
class Recent:
    """What came in; `stands`: it is what its table has now, so that undo is offered."""

    entry: JournalEntry
    stands: bool


@dataclass(slots=True)
class RoundPage:
    """What the desk shows of one round; `total` counts the matches that are played at tables.

    A round that is being played has `outstanding` and `recent`, any other one `lines`. `walkovers`
    of a playoff: who won without playing, and who left. `namesakes` are names of several players.
    `to_disqualify`: whose disqualification is recorded but not carried out.
    """

    round: Round
    numbers: list[int]
    total: int
    lines: list[Line]
    outstanding: list[Match]
    recent: list[Recent]
    to_disqualify: list[Enrollment]
    walkovers: list[tuple[Enrollment, Enrollment]]
    namesakes: frozenset[str]

    @property
    def reported(self) -> int:
        """How many of them have a result."""
        return self.total - len(self.outstanding)

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
    """Return the matches of a round in the order of the tables, players and reporters included."""
    return list(
        round.matches.select_related("first", "second", "reported_by").order_by(
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
        total=round.matches.filter(kind=Match.Kind.PLAYED).exclude(NOT_AT_A_TABLE).count(),
        lines=[],
        outstanding=[],
        recent=[],
        to_disqualify=to_disqualify(event),
        walkovers=[],
        namesakes=namesakes(event),
    )
    if round.state == Round.State.POSTED:
        page.outstanding = outstanding_matches(round)
        page.recent = recent_results(event, round)
        page.walkovers = walkovers(round) if round.stage.is_elimination else []
    else:
        records = records_before(round)
        page.lines = [_line(match, records) for match in matches_of(round)]
    return page


def outstanding_matches(round: Round) -> list[Match]:
    """Return the matches without a result, in the order of the tables, players included."""
    missing = round.matches.filter(first_wins__isnull=True)
    return list(missing.select_related("first", "second").order_by("table"))


def walkovers(round: Round) -> list[tuple[Enrollment, Enrollment]]:
    """Return who won a match of a playoff because the opponent left, each with who left."""
    found = []
    decided = round.matches.filter(NOT_AT_A_TABLE, kind=Match.Kind.PLAYED).order_by("slot")
    for match in decided.select_related("first", "second"):
        if match.games is None or match.second is None:
            continue
        ahead = match.games[0] > match.games[1]
        won, lost = (match.first, match.second) if ahead else (match.second, match.first)
        if lost.state != Enrollment.State.ACTIVE:
            found.append((won, lost))
    return found


def recent_results(event: Event, round: Round) -> list[Recent]:
    """Return the newest entries about results of a round, newest first."""
    entries = list(
        event.journal.filter(round_number=round.number, verb__in=RESULT_VERBS)
        .select_related("actor")
        .order_by("-id")[:RECENT]
    )
    standing = {entry.pk for entry in standing_entries(entries)}
    return [Recent(entry, entry.pk in standing) for entry in entries]


def standing_entries(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return of each table the entry that says what it has now: the newest that was not undone.

    `entries` are those about the results of one round, newest first; so is the answer.
    """
    undone: Counter[int | None] = Counter()
    found: dict[int | None, JournalEntry] = {}
    for entry in entries:
        if entry.table in found:
            continue
        if entry.verb == Verb.RESULT_UNDONE:
            undone[entry.table] += 1
        elif undone[entry.table]:
            undone[entry.table] -= 1
        else:
            found[entry.table] = entry
    return list(found.values())


def dropped_by_slips(event: Event, match: Match) -> list[Enrollment]:
    """Return who of a match is out by its slips: the one that stands and those it replaced."""
    if not match.has_result:
        return []
    slips: list[JournalEntry] = []
    entries = event.journal.filter(
        round_number=match.round.number, table=match.table, verb__in=RESULT_VERBS
    )
    for entry in entries.order_by("id"):
        if entry.verb == Verb.RESULT_UNDONE:
            del slips[-1:]
        else:
            slips.append(entry)
    out: set[int] = set()
    for entry in slips:
        out |= set(entry.data.get("dropped", []))
        out -= set(entry.data.get("staying", []))
    both = (match.first, match.second)
    return [one for one in both if one is not None and one.number in out and _by_slip(event, one)]


def _by_slip(event: Event, one: Enrollment) -> bool:
    """Whether somebody is out and a slip said so, not somebody who came to the desk since."""
    if one.state != Enrollment.State.DROPPED:
        return False
    drops = event.journal.filter(verb=Verb.DROPPED, first_number=one.number).order_by("-id")
    return any(entry.data.get("reason") in WITH_A_SLIP for entry in drops[:1])


def moved_with(event: Event, match: Match) -> tuple[list[str], list[str]]:
    """Return who came back and who dropped with what happened last at a table, by name.

    That is the newest result there, or the newest undo.
    """
    last = event.journal.filter(
        round_number=match.round.number, table=match.table, verb__in=RESULT_VERBS
    ).order_by("-id")
    moves = event.journal.filter(
        pk__gt=last.values("pk")[:1],
        verb__in=(Verb.REINSTATED, Verb.DROPPED),
        first_number__in=[one.number for one in (match.first, match.second) if one is not None],
    ).order_by("id")
    told: tuple[list[str], list[str]] = [], []
    for entry in moves:
        if entry.data.get("reason") in WITH_A_SLIP:
            told[entry.verb == Verb.DROPPED].append(entry.data["first"])
    return told


def table_history(event: Event, round: Round, match: Match) -> list[JournalEntry]:
    """Return everything the journal says of one table of one round, newest first."""
    return list(
        event.journal.filter(round_number=round.number, table=match.table)
        .select_related("actor")
        .order_by("-id")
    )


def sides(match: Match, records: dict[int, tuple[int, str]]) -> Sequence[tuple[Enrollment, str]]:
    """Return the players of a match, each with the record before it."""
    people = [match.first] if match.second is None else [match.first, match.second]
    return [(one, records.get(one.number, (0, "0-0-0"))[1]) for one in people]


def _line(match: Match, records: dict[int, tuple[int, str]]) -> Line:
    first = records.get(match.first.number, (0, "0-0-0"))
    second = records.get(match.second.number, (0, "0-0-0")) if match.second else (0, "")
    return Line(match, first[1], second[1], first[0], second[0])
