"""Public data of every player: table now, opponents, results that players may know.

It is made of posted rows, published standings and the data behind them. Only the players who
advanced in a playoff are shown as soon as its round is complete.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from domain.results import Outcome, result_of, result_of_marks
from events.core.adapters import basis_of, tournament_of
from events.core.adapters.match_results import (
    KINDS,
    decided_tables,
    of_two_or_alone,
    results_of,
)
from events.core.adapters.stored_rows import PairingRow, StandingRow
from events.core.results.delayed_results import delayed_matches
from events.core.revision_cache import cached_snapshot
from events.core.stages.stage_words import chooser_of
from events.models import Match, PodSeat, StandingsSnapshot, TableSeat
from events.public_site.reads.events import PublicEvent, posted_lines
from events.public_site.reads.posted import PublicRound
from events.public_site.reads.recorded import shows_results
from events.public_site.reads.stages import pod_rows, seeds_in
from standings.types import MatchKind

Games = tuple[int, int, int]
Result = tuple[Outcome | None, Games | None]
# The outcome of a round for a player, by round and player number.
Results = dict[tuple[int, int], Result]


class PlayedRow(NamedTuple):
    """One round of one player: where, against whom, and how it ended if that is public.

    `outcome` is None while the result is not public; `games` are the player's own wins, the
    opponent's, and drawn ones. `opponents`: those at a table of three to five, which has no one
    `opponent` and no games.
    """

    round_number: int
    table: int | None
    opponent: Mapping[str, Any] | None
    outcome: Outcome | None
    games: Games | None
    opponents: tuple[Mapping[str, Any], ...] = ()


# Late players have them in rounds before they enrolled.
WITHOUT_OPPONENT = (Outcome.UNPAIRED, Outcome.BYE)


@dataclass(frozen=True, slots=True)
class History:
    """The rounds with public results: posted pairings and outcomes.

    `posted` by round and player's number, the newest round first. `alone` by round: late players
    without a line there, with an assigned loss or an awarded bye. `people`: the newest line of each
    player in those rounds. `html`: rendered rounds by language and number, so that each is rendered
    once.
    """

    posted: Mapping[int, Mapping[int, PairingRow]]
    results: Results
    alone: Mapping[int, Mapping[int, Outcome]]
    people: Mapping[int, PairingRow]
    html: dict[str, dict[int, str]] = field(default_factory=dict)

    def rows(self, player: int) -> list[PlayedRow]:
        """Return the rounds of a player, newest first."""
        rows = []
        for number, lines in self.posted.items():
            line = lines.get(player)
            if line is not None:
                rows.append(_played(number, line, self.results.get((number, player))))
            elif player in self.alone.get(number, ()):
                rows.append(PlayedRow(number, None, None, self.alone[number][player], None))
        return rows


class PublicPlayer(NamedTuple):
    """Public data of one player.

    - `line`: of the newest posted round, while its results are not public; `extension`: extra
      minutes that the table has after the round.
    - `standings_row`: of the newest published standings.
    - `seat`: pod and seat of the upcoming draft.
    - `chooser`: in a playoff, the number of the player who chooses who plays first.
    - `coming`: rounds whose results are not all public, newest first; older ones are in the
      history.
    """

    number: int
    name: str
    members: tuple[str, ...]
    line: PairingRow | None
    extension: int
    standings_row: StandingRow | None
    seat: tuple[int, int] | None
    chooser: int | None
    coming: tuple[PlayedRow, ...]


@dataclass(frozen=True, slots=True)
class PublicPlayers:
    """All players in posted pairings, published standings or posted pods.

    `waiting`: lines of the rounds whose results are not all public, newest first, by round and
    number; `recorded`: those results of them that are, in a playoff. `lines`: of the newest posted
    round, if it is one of those; `seeds`: of its playoff.
    """

    numbers: Collection[int]
    history: History
    waiting: Mapping[int, Mapping[int, PairingRow]]
    lines: Mapping[int, PairingRow]
    extensions: Mapping[int, int]
    standings: Mapping[int, StandingRow]
    seated: Mapping[int, PodSeat]
    seeds: Mapping[int, int]
    recorded: Results = field(default_factory=dict)

    def player(self, number: int) -> PublicPlayer:
        """Return the public data of one of `numbers`, without a query."""
        posted = [(at, lines[number]) for at, lines in self.waiting.items() if number in lines]
        standing, seat = self.standings.get(number), self.seated.get(number)
        line = posted[0][1] if posted else self.history.people.get(number)
        last = line or standing
        now = self.lines.get(number)
        return PublicPlayer(
            number=number,
            name=last.name if last else self.seated[number].enrollment.name,
            members=last.members if last else (),
            line=now,
            extension=self.extensions.get(number, 0),
            standings_row=standing,
            seat=(seat.pod, seat.seat) if seat else None,
            chooser=chooser_of(self.seeds, now) if now else None,
            coming=tuple(
                [_played(at, line, self.recorded.get((at, number))) for at, line in posted]
            ),
        )


def public_players(shown: PublicEvent) -> PublicPlayers:
    """Return the public data of all players, in a fixed number of queries.

    The roster is not public: a player in no posted or published row is left out.
    """
    history = _history(shown)
    newest = shown.round()
    unknown = [round for round in reversed(shown.rounds) if not shown.knows_results(round)]
    waiting = {round.number: posted_lines(round) for round in unknown}
    is_waiting = newest is not None and newest.number in waiting
    seats = pod_rows(shown.pods_to_play, shown.names) if shown.pods_to_play else []
    seated = {seat.enrollment.number: seat for seat in seats}
    standings = shown.newest_standings
    numbers: dict[int, None] = dict.fromkeys(history.people)
    for lines in reversed(waiting.values()):
        numbers.update(dict.fromkeys(lines))
    numbers.update(dict.fromkeys([*standings, *seated]))
    return PublicPlayers(
        numbers=numbers.keys(),
        history=history,
        waiting=waiting,
        lines=waiting[newest.number] if newest is not None and is_waiting else {},
        extensions=newest_extensions(shown) if is_waiting else {},
        standings=standings,
        seated=seated,
        seeds=seeds_in(shown, newest) if is_waiting else {},
        recorded=_playoff_results(
            shown, [round for round in unknown if shows_results(shown, round)]
        ),
    )


def public_results(shown: PublicEvent) -> Results:
    """Return every result that everyone may know, in two queries at most."""
    known = [round for round in shown.rounds if shows_results(shown, round)]
    playoff = [round for round in known if round.number > shown.results_through]
    return _published_results(shown) | _playoff_results(shown, playoff)


def _history(shown: PublicEvent) -> History:
    """Return the rounds with public results; they stay the same from one publishing to the next."""
    known = [round for round in shown.rounds if shown.knows_results(round)]
    playoff = [round for round in known if round.number > shown.results_through]
    newest = shown.standings()
    key = (
        "history",
        shown.event.pk,
        newest.state_key if newest else None,
        tuple(round.state_key for round in known),
        # Playoff results are public without publication, and so are their corrections.
        shown.event.public_revision if playoff else None,
    )
    return cached_snapshot(
        key,
        lambda: _made_of(
            {round.number: posted_lines(round) for round in known},
            _published_results(shown) | _playoff_results(shown, playoff),
        ),
    )


def _made_of(posted: Mapping[int, Mapping[int, PairingRow]], results: Results) -> History:
    people: dict[int, PairingRow] = {}
    alone: dict[int, dict[int, Outcome]] = {}
    for number in sorted(posted):
        people.update(posted[number])
    for (number, player), (outcome, _games) in results.items():
        if outcome in WITHOUT_OPPONENT and player not in posted.get(number, ()):
            alone.setdefault(number, {})[player] = outcome
    newest_first = sorted({*posted, *alone}, reverse=True)
    lines = {number: posted.get(number, {}) for number in newest_first}
    return History(lines, results, alone, people)


def _played(number: int, line: PairingRow, result: Result | None) -> PlayedRow:
    outcome, games = result or (None, None)
    if line.kind == Match.Kind.BYE:
        outcome, games = Outcome.BYE, None
    elif line.kind == Match.Kind.UNPAIRED:
        outcome, games = Outcome.UNPAIRED, None
    others = line.opponents if line.seats else ()
    return PlayedRow(number, line.table, line.opponent, outcome, games, others)


def _published_results(shown: PublicEvent) -> Results:
    """Return the results that the newest published standings were computed from."""
    newest = shown.standings()
    if newest is None:
        return {}
    basis = StandingsSnapshot.objects.values_list("basis", flat=True).get(pk=newest.id)
    if basis is None:
        # Published before the basis was stored.
        through = newest.round_number
        basis = basis_of(shown.event, tournament_of(shown.event, through), through)
    results: Results = {}
    for number, first, second, won, lost, drawn, kind in basis["matches"]:
        results[number, first] = _result(kind, (won, lost, drawn))
        if second is not None:
            results[number, second] = _result(kind, (lost, won, drawn))
    return results | _results_at_tables(basis.get("tables", ()))


def _results_at_tables(tables: Iterable[Sequence[Any]]) -> Results:
    """Return how tables of three to five ended for their players: round, players by seat, marks."""
    results: Results = {}
    for number, players, marks in tables:
        at_table = result_of_marks(marks)
        for seat, player in enumerate(players, 1):
            results[number, player] = at_table.outcome_of_seat(seat), None
    return results


def _playoff_results(shown: PublicEvent, rounds: Sequence[PublicRound]) -> Results:
    if not rounds:
        return {}
    matches = Match.objects.filter(round__in=[round.id for round in rounds])
    delayed = delayed_matches(shown.event)
    if delayed:
        matches = matches.exclude(pk__in=delayed)
    results = _results_at_tables(decided_tables(shown.event, matches, "number"))
    for match in results_of(of_two_or_alone(shown.event, matches)):
        kind = KINDS[match.kind, match.result.double_loss].value
        won, lost, drawn = match.result.counts
        results[match.round, match.first] = _result(kind, (won, lost, drawn))
        if match.second is not None:
            results[match.round, match.second] = _result(kind, (lost, won, drawn))
    return results


@lru_cache(maxsize=512)
def _result(kind: str, games: Games) -> Result:
    """Return how a match ended for the side whose games come first."""
    if kind == MatchKind.BYE:
        return Outcome.BYE, None
    if kind == MatchKind.UNPAIRED:
        return Outcome.UNPAIRED, None
    return result_of(*games, kind == MatchKind.DOUBLE_LOSS).outcome, games


def newest_extensions(shown: PublicEvent) -> Mapping[int, int]:
    """Return the minutes that tables of the newest round have more, by player's number."""
    return shown.remember("extensions", lambda: _extensions_of(shown.round()))


def _extensions_of(newest: PublicRound | None) -> dict[int, int]:
    if newest is None:
        return {}
    extended = Match.objects.filter(round=newest.id, extension_minutes__gt=0)
    rows = extended.values_list("first__number", "second__number", "extension_minutes")
    longer = {number: more for *both, more in rows for number in both if number is not None}
    if newest.stage.is_tables:
        seats = TableSeat.objects.filter(match__in=extended.values("pk"))
        longer |= dict(seats.values_list("enrollment__number", "match__extension_minutes"))
    return longer
