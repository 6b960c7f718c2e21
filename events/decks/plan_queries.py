"""The plan of deck checks: players to check in a round so that the later top 8 are all checked."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from domain.table_marks import USUAL_TABLE
from events.core.adapters import read_seats
from events.core.cards.open_decks import deck_checks, newest_checks
from events.core.clock.slow_tables import lateness_of, predicted_last
from events.decks.check_chances import after_posting, last_cut, round_to_check
from events.decks.check_plan import tables_by_round, tables_in_rounds, tables_to_check
from events.models import (
    DeckCheck,
    Decklist,
    Enrollment,
    Event,
    Match,
    Round,
    StaffMember,
    TableSeat,
)

# Players below this share of 1 are not candidates; three times the cut is the longest useful list.
LEAST, MOST_TIMES = 0.01, 3


@dataclass(frozen=True, slots=True)
class Memory:
    """An earlier check of a player in another event, and whether there was a problem."""

    event: Event
    problem: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may still reach the cut.

    `check`: the newest check in this event. `planned`: the round of the proposed check. `memory`:
    the newest earlier check in another event of the organisation. `has_list`: whether a list exists
    to check against, if this event collects lists.
    """

    player: Enrollment
    place: int | None
    points: float
    share: float
    check: DeckCheck | None = None
    planned: int | None = None
    memory: Memory | None = None
    is_last_in: bool = False
    has_list: bool = True

    @property
    def is_checked(self) -> bool:
        """Whether a check has ended or is running."""
        return self.check is not None

    @property
    def is_wanted(self) -> bool:
        """Whether the player may advance and is still unchecked."""
        return not self.is_checked and self.share >= LEAST


@dataclass(frozen=True, slots=True)
class Proposal:
    """A table to check with its players in order; its unchecked candidates are the reason."""

    match: Match
    players: tuple[Candidate, ...]

    @property
    def table(self) -> int:
        """The number of the table."""
        return self.match.table or 0

    @property
    def wanted(self) -> tuple[Candidate, ...]:
        """Its unchecked candidates."""
        return tuple(player for player in self.players if player.is_wanted)

    @property
    def is_other_checked(self) -> bool:
        """Whether another player at the table is already checked."""
        return any(player.is_checked for player in self.players)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A planned round: its number of checks, and of candidates checked afterwards."""

    number: int
    tables: int
    checked: int


@dataclass(frozen=True, slots=True)
class CheckPage:
    """Deck checks of an event.

    `round`: the current one; None between rounds. `places`: of the cut. `judges`: available for a
    check, the free one with the fewest checks first. `per_round`: tables on average; `this_round`:
    in this round. `rounds`: the plan until the cut; `uncovered`: number of candidates that it does
    not cover. `seats`: players covered by one check.
    """

    round: Round | None
    places: int
    has_cut: bool
    per_round: int
    this_round: int
    proposals: tuple[Proposal, ...]
    running: tuple[DeckCheck, ...]
    done: tuple[DeckCheck, ...]
    candidates: tuple[Candidate, ...]
    rounds: tuple[PlannedRound, ...]
    uncovered: int
    judges: tuple[StaffMember, ...]
    seats: int = 2

    @property
    def checked(self) -> int:
        """How many candidates are checked, or are being checked now."""
        return sum(candidate.is_checked for candidate in self.candidates)

    @property
    def is_covered(self) -> bool:
        """Whether every candidate is checked."""
        return bool(self.candidates) and self.checked == len(self.candidates)

    @property
    def saves(self) -> bool:
        """Whether this round saves a table for the last one."""
        return self.this_round < self.per_round

    @property
    def needed(self) -> int:
        """How many tables per round to check all candidates by the cut."""
        return -(-(len(self.candidates) - self.checked) // (self.seats * max(len(self.rounds), 1)))


def check_page(event: Event, per_round: int, skipped: Collection[int] = ()) -> CheckPage:
    """Return the deck checks of an event, in a fixed number of queries.

    `skipped`: tables that the head judge excludes in this round.
    """
    checks = deck_checks(event)
    round = round_to_check(event)
    newest = newest_checks(checks)
    places, left, has_cut = last_cut(event, round)
    running = tuple(check for check in reversed(checks) if check.is_running)
    done = tuple(check for check in checks if not check.is_running)
    judges = _judges(event, checks)
    if round is None:
        return CheckPage(
            None, places, has_cut, per_round, per_round, (), running, done, (), (), 0, judges
        )
    contested = round.matches.contested().select_related("first", "second", "feature")
    matches = list(contested.order_by("table"))
    read_seats(matches)
    state = after_posting(event, round, matches, places, left)
    people = {player.number: player for match in matches for player in match.players}
    candidates = {
        number: Candidate(
            player,
            state.places.get(number),
            state.points[number],
            state.shares.get(number, 0.0),
            newest.get(player.pk),
        )
        for number, player in people.items()
    }
    order = _order(event, round, matches, state.shares, checks)
    now, *later = tables_in_rounds(round.number + left, per_round)[round.number - 1 :]
    begun = sum(check.match.round_id == round.pk for check in checks)
    proposals = _proposals(matches, order, skipped, candidates, now - begun)
    seats = USUAL_TABLE if round.stage.is_tables else 2
    in_list = _in_list(candidates.values(), places)
    rounds, uncovered = _to_the_cut(round.number, begun, later, in_list, proposals, seats)
    planned = {player.player.number for proposal in proposals for player in proposal.players}
    shown = {candidate.player.player_id for candidate in in_list}
    shown |= {player.player.player_id for made in proposals for player in made.players}
    memories, listed = _memories(event, shown), _players_with_list(event)
    last_in = state.last_in([candidate.player.number for candidate in in_list], places)

    def remembered(candidate: Candidate) -> Candidate:
        return replace(
            candidate,
            planned=round.number if candidate.player.number in planned else None,
            memory=memories.get(candidate.player.player_id),
            is_last_in=candidate.player.number == last_in,
            has_list=not listed or candidate.player.pk in listed,
        )

    return CheckPage(
        round=round,
        places=places,
        has_cut=has_cut,
        per_round=per_round,
        this_round=now,
        proposals=tuple(
            Proposal(made.match, tuple(remembered(player) for player in made.players))
            for made in proposals
        ),
        running=running,
        done=done,
        candidates=tuple(remembered(candidate) for candidate in in_list),
        rounds=rounds,
        uncovered=uncovered,
        judges=judges,
        seats=seats,
    )


def _order(
    event: Event,
    round: Round,
    matches: Sequence[Match],
    shares: Mapping[int, float],
    checks: Sequence[DeckCheck],
) -> list[int]:
    """Return the tables that can be checked now, the best first.

    Checks in this round do not affect the order, so its plan stays the same. Excluded are tables
    with a result or a check, and those predicted to end last.
    """
    before = {
        player.number
        for check in checks
        if check.match.round_id != round.pk
        for player in check.match.players
    }
    tables = {match.table: match for match in matches if match.table is not None}
    players = {
        table: tuple(player.number for player in match.players) for table, match in tables.items()
    }
    last = predicted_last(matches, lateness_of(round))
    busy = {check.match_id for check in checks}
    return [
        table
        for table in tables_to_check(players, shares, before, [event.seed, round.number])
        if table not in last and not tables[table].has_result and tables[table].pk not in busy
    ]


def _proposals(
    matches: Sequence[Match],
    order: Sequence[int],
    skipped: Collection[int],
    candidates: Mapping[int, Candidate],
    count: int,
) -> tuple[Proposal, ...]:
    """Return the tables to propose now, without those that have no candidate left to check."""
    tables = {match.table: match for match in matches}
    proposals = [
        Proposal(
            tables[table], tuple(candidates[player.number] for player in tables[table].players)
        )
        for table in order
        if table not in skipped
    ]
    useful = [
        proposal
        for proposal in proposals
        if any(not player.is_checked and player.share for player in proposal.players)
    ]
    return tuple(useful[: max(count, 0)])


def _in_list(candidates: Iterable[Candidate], places: int) -> list[Candidate]:
    """Return the likeliest candidates by place, at most three times the places of the cut."""
    likely = [candidate for candidate in candidates if candidate.share >= LEAST]
    likely.sort(key=lambda candidate: (-candidate.share, candidate.place or 0))
    chosen = likely[: MOST_TIMES * places]
    return sorted(chosen, key=lambda candidate: (candidate.place or 0, candidate.player.number))


def _to_the_cut(
    number: int,
    begun: int,
    later: Sequence[int],
    candidates: Sequence[Candidate],
    proposals: Sequence[Proposal],
    seats: int,
) -> tuple[tuple[PlannedRound, ...], int]:
    """Return the plan round by round, and the number of candidates that it does not cover.

    `begun`: how many checks of this round began; `later`: how many tables can be checked in each
    later round. `seats`: players per table.
    """
    proposed = {player.player.number for proposal in proposals for player in proposal.players}
    checked = sum(candidate.is_checked for candidate in candidates)
    new = sum(
        not candidate.is_checked and candidate.player.number in proposed for candidate in candidates
    )
    checked += new
    rounds = [PlannedRound(number, begun + len(proposals), checked)]
    planned = tables_by_round(len(candidates) - checked, later, seats)
    for following, tables in enumerate(planned, number + 1):
        checked = min(checked + seats * tables, len(candidates))
        rounds.append(PlannedRound(following, tables, checked))
    return tuple(rounds), len(candidates) - checked


def _judges(event: Event, checks: Sequence[DeckCheck]) -> tuple[StaffMember, ...]:
    """Return the judges for a check: free ones first, then by the number of checks made."""
    members = event.staff.filter(Q(judge=True) | Q(head_judge=True)).select_related("user")
    made = Counter(check.by_id for check in checks)
    busy = {check.by_id for check in checks if check.is_running}

    def turn(member: StaffMember) -> tuple[bool, bool, int, str]:
        user = member.user
        return user.pk in busy, member.head_judge, made[user.pk], user.get_username()

    return tuple(sorted(members, key=turn))


def _memories(event: Event, players: Collection[int]) -> dict[int, Memory]:
    """Return players' newest checks in other events of the organisation. Two queries."""
    if event.organisation_id is None:
        return {}
    seated = TableSeat.objects.filter(enrollment__player__in=players).values("match")
    checks = (
        DeckCheck.objects.filter(
            Q(match__first__player__in=players)
            | Q(match__second__player__in=players)
            | Q(match__in=seated),
            ended_at__isnull=False,
            match__round__event__organisation=event.organisation_id,
        )
        .exclude(match__round__event=event)
        .select_related("match__first", "match__second", "match__round__event")
        .prefetch_related("match__table_seats__enrollment")
        .defer("match__round__posted_rows")
        .order_by("started_at")
    )
    return {
        player.player_id: Memory(check.match.round.event, check.found_problem(player.number))
        for check in checks
        for player in check.match.players
    }


def _players_with_list(event: Event) -> frozenset[int]:
    """Return the enrollment keys of players with a recorded or typed list. One query."""
    lists = Decklist.objects.filter(enrollment__event=event).exclude(state="", text="")
    return frozenset(lists.values_list("enrollment", flat=True))
