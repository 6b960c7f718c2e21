"""Convert playoff matches to a bracket or a cut of the engine, and the order of finish."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from events.core.adapters.round_matches import read_seats
from events.models import BracketSeat, Event, Match, Stage
from pairings.formats import brackets
from pairings.formats.brackets import (
    Bracket,
    Contest,
    contests,
    double_elimination,
    is_over,
    placing,
    single_elimination,
)
from pairings.formats.table_cuts import (
    CutRound,
    cut_placing,
    cut_round,
    cut_rounds,
    goes_on,
    is_cut_over,
    players_expected,
    players_left,
)
from standings.row import Row


@dataclass(frozen=True, slots=True)
class Playoff:
    """A bracket with its players (enrollment ids by seat) and the matches decided so far."""

    bracket: Bracket
    entrants: tuple[int, ...]
    seeds: dict[int, int]
    results: dict[str, tuple[int, int | None]]

    @property
    def rounds(self) -> int:
        """Number of rounds, a reset final included."""
        return self.bracket.rounds

    @property
    def is_over(self) -> bool:
        """True once the bracket has a winner and every match is played."""
        return is_over(self.bracket, self.results)

    def contests(self, number: int) -> list[Contest]:
        """Return the matches of round `number` of the stage, from 1; players by enrollment id."""
        return contests(self.bracket, self.entrants, self.results, number)

    def placing(self) -> list[int]:
        """Return enrollment ids by how far they got, then by seed."""
        by_seed = sorted(self.entrants, key=lambda pk: self.seeds[pk])
        return placing(self.bracket, by_seed, self.results)


@dataclass(frozen=True, slots=True)
class TablesCut:
    """A cut at tables of four: enrollment ids by seed, and the advancing player by slot."""

    entrants: tuple[int, ...]
    advanced: dict[str, int]

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return cut_rounds(len(self.entrants))

    @property
    def is_over(self) -> bool:
        """True once the final is decided."""
        return is_cut_over(self.entrants, self.advanced)

    def round(self, number: int) -> CutRound:
        """Return round `number` of the stage, from 1; players by enrollment id."""
        return cut_round(players_left(self.entrants, self.advanced, number), number)

    def expected(self, number: int) -> list[int]:
        """Return the known players of round `number` of the stage; UNKNOWN for the others."""
        return players_expected(self.entrants, self.advanced, number)

    def placing(self) -> list[int]:
        """Return enrollment ids by how far they got, then by seed."""
        return cut_placing(self.entrants, self.advanced)


def bracket_for(stage: Stage, entrants: int) -> Bracket:
    """Return the bracket of an elimination stage for the given number of entrants (2 to 32)."""
    by_draft_seat = stage.seating == Stage.Seating.DRAFT
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        return double_elimination(entrants, by_draft_seat=by_draft_seat)
    return single_elimination(entrants, by_draft_seat=by_draft_seat, third_place=stage.third_place)


def playoff_of(stage: Stage, through_round: int | None = None) -> Playoff | TablesCut | None:
    """Read an elimination stage in two queries; None before its players are seated.

    `through_round` leaves out later matches: None if the stage began later.
    """
    seats = list(BracketSeat.objects.filter(stage=stage).order_by("seat"))
    if not seats:
        return None
    matches = Match.objects.filter(round__stage=stage).exclude(slot="")
    matches = matches.of_posted_rounds()
    if through_round is not None:
        matches = matches.filter(round__number__lte=through_round)
        if not matches:
            return None
    if stage.is_tables:
        by_seed = sorted(seats, key=lambda seat: seat.seed)
        entrants = tuple(seat.enrollment_id for seat in by_seed)
        return TablesCut(entrants, advanced_by_slot(matches, entrants))
    return Playoff(
        bracket=bracket_for(stage, len(seats)),
        entrants=tuple(seat.enrollment_id for seat in seats),
        seeds={seat.enrollment_id: seat.seed for seat in seats},
        results=results_by_slot(matches),
    )


def results_by_slot(matches: Iterable[Match]) -> dict[str, tuple[int, int | None]]:
    """Return winner and loser (enrollment ids) of each decided match of a bracket."""
    return brackets.results_by_slot((m.slot, m.result, m.first_id, m.second_id) for m in matches)


def advanced_by_slot(matches: Iterable[Match], entrants: Sequence[int]) -> dict[str, int]:
    """Return the advancing player of each decided table of a cut (enrollment ids by seed)."""
    seeds = {player: seed for seed, player in enumerate(entrants, 1)}
    matches = list(matches)
    read_seats(matches)
    advanced: dict[str, int] = {}
    for match in matches:
        winner = winner_of_table(match, seeds) if match.is_table else None
        if winner is not None:
            advanced[match.slot] = winner
    return advanced


def winner_of_table(match: Match, seeds: Mapping[int, int]) -> int | None:
    """Return the key of the player who advances from a cut's table; after a draw, the best seed."""
    return goes_on([player.pk for player in match.players], match.marks, seeds)


def with_playoff(event: Event, rows: Sequence[Row], through_round: int) -> list[Row]:
    """Rank the players of a playoff first, by how far they got (digital event rules, 4.4).

    `rows` are the Swiss standings, whose order all others follow. Disqualified players still have
    no place.
    """
    position = _playoff_order(event, through_round)
    if not position:
        return list(rows)
    ranked = [row for row in rows if row.place is not None]
    ranked.sort(key=lambda row: position.get(row.player, len(position)))
    placed = [
        row._replace(place=place, drawn=row.drawn and row.player not in position)
        for place, row in enumerate(ranked, 1)
    ]
    return placed + [row for row in rows if row.place is None]


def _playoff_order(event: Event, through_round: int) -> dict[int, int]:
    """Return the playoff order by enrollment number; 0 is the player who got furthest."""
    order: list[int] = []
    for stage in reversed(event.stages.all()):
        if stage.is_elimination:
            playoff = playoff_of(stage, through_round)
            if playoff is not None:
                order += [pk for pk in playoff.placing() if pk not in order]
    numbers = dict(event.enrollments.filter(pk__in=order).values_list("pk", "number"))
    return {numbers[pk]: place for place, pk in enumerate(order)}
