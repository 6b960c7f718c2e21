"""What is public of every player: table now, opponents, results that players may know.

Made of posted rows, of published standings and of what these were computed from; only who went on
in a playoff is seen as soon as its round is complete.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from archive.results import Outcome, result_of
from events.adapters import basis_of, tournament_of
from events.adapters.results import KINDS, results_of
from events.models import Match, StandingsSnapshot
from events.selectors.frozen import frozen
from events.selectors.public import PublicEvent, PublicRound, posted_lines
from events.selectors.public_lines import PairingRow, StandingRow
from events.selectors.public_stages import pod_rows
from standings.types import MatchKind

Games = tuple[int, int, int]
Result = tuple[Outcome | None, Games | None]
# By round and player's number: how it ended for that player.
Results = dict[tuple[int, int], Result]


class PlayedRow(NamedTuple):
    """One round of one player: where, against whom, and how it ended if that is public.

    `outcome` is None while the result is not public; `games` are the player's own wins, the
    opponent's, and drawn ones.
    """

    round_number: int
    table: int | None
    opponent: Mapping[str, Any] | None
    outcome: Outcome | None
    games: Games | None


@dataclass(frozen=True, slots=True)
class History:
    """The rounds of every player of which the results are public, newest first, by number.

    `people` are lines that stand in those rounds, the newest of each player. `html` is for those
    who write the rounds out, so that they do it once: by language and number.
    """

    rows: dict[int, list[PlayedRow]]
    people: dict[int, PairingRow]
    html: dict[str, dict[int, str]] = field(default_factory=dict)


class PublicPlayer(NamedTuple):
    """What is public of one player.

    - `line`: of the newest posted round, while its results are not public; `extension`: how many
      minutes longer than the round that table may play.
    - `standing`: in the newest published standings. `seat`: pod and seat of the draft to come.
    - `coming`: rounds whose results are not public, newest first; older ones are in the history.
    """

    number: int
    name: str
    members: tuple[str, ...]
    line: PairingRow | None
    extension: int
    standing: StandingRow | None
    seat: tuple[int, int] | None
    coming: tuple[PlayedRow, ...]


@dataclass(frozen=True, slots=True)
class PublicPlayers:
    """Everybody who stands in posted pairings, published standings or posted pods."""

    players: dict[int, PublicPlayer]
    history: History


def public_players(shown: PublicEvent) -> PublicPlayers:
    """Return what is public of everybody, in a fixed number of queries.

    The roster is not public: whoever stands in nothing that was posted or published is not here.
    """
    history = _history(shown)
    waiting = [round for round in shown.rounds if not shown.knows_results(round)]
    posted = {round.number: posted_lines(round) for round in waiting}
    newest = waiting[-1] if waiting and waiting[-1] == shown.round() else None
    lines = posted[newest.number] if newest else {}
    extensions = extensions_of(newest) if newest else {}
    seats = pod_rows(shown.pods_to_play) if shown.pods_to_play else []
    seated = {seat.enrollment.number: seat for seat in seats}
    standings = shown.newest_standings
    people = dict(history.people)
    coming: dict[int, list[PlayedRow]] = {}
    for round in waiting:
        for number, line in posted[round.number].items():
            people[number] = line
            coming.setdefault(number, []).insert(0, _played(round.number, line, None))
    found: dict[int, PublicPlayer] = {}
    for number in {**people, **standings, **seated}:
        seat, standing = seated.get(number), standings.get(number)
        last = people.get(number) or standing
        found[number] = PublicPlayer(
            number=number,
            name=last.name if last else seated[number].enrollment.name,
            members=last.members if last else (),
            line=lines.get(number),
            extension=extensions.get(number, 0),
            standing=standing,
            seat=(seat.pod, seat.seat) if seat else None,
            coming=tuple(coming.get(number, ())),
        )
    return PublicPlayers(found, history)


def _history(shown: PublicEvent) -> History:
    """Return the rounds with public results; they stay the same from one publishing to the next."""
    known = [round for round in shown.rounds if shown.knows_results(round)]
    playoff = [round for round in known if round.number > shown.results_through]
    newest = shown.standings()
    key = (
        "history",
        shown.event.pk,
        (newest.id, newest.published_at) if newest else None,
        tuple(round.state_key for round in known),
        # Results of a playoff are public without a publication, and corrected without one.
        shown.event.public_revision if playoff else None,
    )
    return frozen(
        key,
        lambda: _made_of(
            {round.number: posted_lines(round) for round in known},
            _published_results(shown) | _playoff_results(playoff),
        ),
    )


def _made_of(posted: Mapping[int, Mapping[int, PairingRow]], results: Results) -> History:
    rows: dict[int, list[PlayedRow]] = {}
    people: dict[int, PairingRow] = {}
    alone: dict[int, list[int]] = {}
    for (number, player), (outcome, _games) in results.items():
        if outcome is Outcome.UNPAIRED and player not in posted.get(number, ()):
            alone.setdefault(number, []).append(player)
    for number in sorted({*posted, *alone}):
        for player, line in posted.get(number, {}).items():
            people[player] = line
            row = _played(number, line, results.get((number, player)))
            rows.setdefault(player, []).insert(0, row)
        for player in alone.get(number, ()):
            row = PlayedRow(number, None, None, Outcome.UNPAIRED, None)
            rows.setdefault(player, []).insert(0, row)
    return History(rows, people)


def _played(number: int, line: PairingRow, result: Result | None) -> PlayedRow:
    outcome, games = result or (None, None)
    if line.kind == Match.Kind.BYE:
        outcome, games = Outcome.BYE, None
    elif line.kind == Match.Kind.UNPAIRED:
        outcome, games = Outcome.UNPAIRED, None
    return PlayedRow(number, line.table, line.opponent, outcome, games)


def _published_results(shown: PublicEvent) -> Results:
    """Return the results that the newest published standings were computed from."""
    newest = shown.standings()
    if newest is None:
        return {}
    basis = StandingsSnapshot.objects.values_list("basis", flat=True).get(pk=newest.id)
    if basis is None:
        # Published before the basis was kept.
        through = newest.round_number
        basis = basis_of(shown.event, tournament_of(shown.event, through), through)
    results: Results = {}
    for number, first, second, won, lost, drawn, kind in basis["matches"]:
        results[number, first] = _result(kind, (won, lost, drawn))
        if second is not None:
            results[number, second] = _result(kind, (lost, won, drawn))
    return results


def _playoff_results(rounds: Sequence[PublicRound]) -> Results:
    if not rounds:
        return {}
    results: Results = {}
    for one in results_of(Match.objects.filter(round__in=[round.id for round in rounds])):
        kind = KINDS[one.kind, one.result.double_loss].value
        won, lost, drawn = one.result.counts
        results[one.round, one.first] = _result(kind, (won, lost, drawn))
        if one.second is not None:
            results[one.round, one.second] = _result(kind, (lost, won, drawn))
    return results


@lru_cache(maxsize=512)
def _result(kind: str, games: Games) -> Result:
    """Return how a match ended for the side whose games come first."""
    if kind == MatchKind.BYE:
        return Outcome.BYE, None
    if kind == MatchKind.UNPAIRED:
        return Outcome.UNPAIRED, None
    return result_of(*games, kind == MatchKind.DOUBLE_LOSS).outcome, games


def extensions_of(newest: PublicRound) -> dict[int, int]:
    """Return the minutes that tables of a round have more, by player's number."""
    longer = Match.objects.filter(round=newest.id, extension_minutes__gt=0)
    rows = longer.values_list("first__number", "second__number", "extension_minutes")
    return {number: more for *both, more in rows for number in both if number is not None}
