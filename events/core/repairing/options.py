"""The engine's plans for a posted round, with tables and players."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from events.core.adapters import RepairingField, RoundMatch, RoundPlayer
from events.core.repairing.quality import Quality, quality_of
from events.core.seats.allocator import spare_tables
from events.models import Event, Match, Repairing, Round
from pairings.repairing.plans import plans_for
from pairings.types import Cost, Plan


class Seat(NamedTuple):
    """Seat of a player: a table with an opponent, the bye (no table), or none."""

    table: int | None
    opponent: RoundPlayer | None
    has_bye: bool = False


class Move(NamedTuple):
    """A player whose table or opponent changes."""

    player: RoundPlayer
    before: Seat
    after: Seat


class NewTable(NamedTuple):
    """A pair that was not posted, and the table that it gets."""

    table: int
    first: RoundPlayer
    second: RoundPlayer


@dataclass(frozen=True, slots=True)
class RepairingOption:
    """One way to continue a round.

    `key` names it on the page; `kind` is its purpose. `quality`: of the whole round. `stops` are
    the matches that it removes from the round, including those without an opponent. `new` are the
    tables that it creates. `bye` is the player who newly gets the bye. `moving` are the players who
    get another table, by name. `best`: the minimum cost of a pairing. `digest` identifies its
    changes: a different digest means that the round has changed since.
    """

    key: str
    kind: Repairing.Plan
    plan: Plan
    best: Cost
    quality: Quality
    stops: tuple[RoundMatch, ...]
    new: tuple[NewTable, ...]
    bye: RoundPlayer | None
    moving: tuple[RoundPlayer, ...]
    rematches: tuple[NewTable, ...]
    digest: str

    @property
    def changes(self) -> bool:
        """Whether it changes anything."""
        return bool(self.stops or self.new or self.bye)

    @property
    def rows(self) -> list[tuple[NewTable, bool, bool]]:
        """The new tables, each with whether its first and its second player moves there."""
        moving = {player.pk for player in self.moving}
        return [(new, new.first.pk in moving, new.second.pk in moving) for new in self.new]

    @property
    def is_required(self) -> bool:
        """Whether it makes only the changes that cannot be avoided."""
        return self.kind == Repairing.Plan.LEAVE

    @property
    def is_best(self) -> bool:
        """Whether no pairing of the round is better."""
        return self.plan.cost == self.best

    @property
    def concerned(self) -> int:
        """Number of players who get another table, opponent or the bye."""
        return 2 * len(self.new) + (self.bye is not None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All active players whose table or opponent changes, by name."""
        return _moves(self.stops, self.new, self.bye)

    def moves_of(self, players: Iterable[RoundPlayer]) -> tuple[Move, ...]:
        """Return the moves of some players, by name: a large plan names only a few."""
        keys = {player.pk for player in players}
        stops = [stop for stop in self.stops if {stop.first_id, stop.second_id} & keys]
        new = [table for table in self.new if {table.first.pk, table.second.pk} & keys]
        return tuple(move for move in _moves(stops, new, self.bye) if move.player.pk in keys)

    @property
    def tables_that_stop(self) -> list[int]:
        """The tables whose pair is taken apart."""
        return [match.table for match in self.stops if match.table is not None]


def repairing_options(
    event: Event, round: Round, field: RepairingField, matches: Sequence[RoundMatch]
) -> tuple[RepairingOption, ...]:
    """Return the engine's plans with tables and people: fewest, those between, leave, whole.

    The same plan under two names appears once. A round that was re-paired before uses another seed.
    """
    made = plans_for(field.posted, (round.seed or 0) ^ round.repairings.all().changes().count())
    named = [
        (Repairing.Plan.FEWEST, made.fewest),
        *((Repairing.Plan.BETWEEN, plan) for plan in made.between),
        (Repairing.Plan.LEAVE, made.leave),
        (Repairing.Plan.WHOLE, made.whole),
    ]
    plans: list[RepairingOption] = []
    for kind, plan in named:
        alike = next((other for other in plans if _is_same(plan, other.plan)), None)
        if alike is not None:
            shown = replace(alike, key=_key(kind, plan), kind=kind, plan=plan)
        else:
            shown = _plan(event, field, matches, kind, plan, made.whole.cost)
        if kind == Repairing.Plan.LEAVE and shown.digest == plans[0].digest:
            # Leaving the round is the best re-pairing, so it gets that name.
            plans = []
        if all(shown.digest != other.digest for other in plans):
            plans.append(shown)
    return tuple(plans)


def _key(kind: Repairing.Plan, plan: Plan) -> str:
    return f"{kind}-{plan.changed}"


def _is_same(plan: Plan, other: Plan) -> bool:
    return (plan.pairs, plan.places, plan.bye) == (other.pairs, other.places, other.bye)


def _plan(
    event: Event,
    field: RepairingField,
    matches: Sequence[RoundMatch],
    kind: Repairing.Plan,
    plan: Plan,
    best: Cost,
) -> RepairingOption:
    people = field.people
    opponents = field.posted.state.opponents
    posted: dict[tuple[int, int], RoundMatch] = {}
    for (first, two), posted_match in zip(field.posted.pairs, field.matches, strict=True):
        posted[first, two] = posted[two, first] = posted_match
    free = spare_tables(event, {match.table for match in matches if match.table})
    new: list[NewTable] = []
    rematches: list[NewTable] = []
    placed = []
    kept: set[int] = set()
    for (first, two), place in zip(plan.pairs, plan.places, strict=True):
        match = posted.get((first, two))
        if match is not None:
            kept.add(match.pk)
            placed.append((match.table or 0, first, two))
            continue
        table = None if place is None else field.matches[place].table
        made = NewTable(table or next(free), people[first], people[two])
        new.append(made)
        placed.append((made.table, first, two))
        if two in opponents[first]:
            rematches.append(made)
    holder = None if plan.bye is None else people[plan.bye]
    if field.holder is not None and holder == field.holder.first:
        kept.add(field.holder.pk)
        holder = None
    stops = tuple(match for match in matches if match.pk not in kept and _may_stop(match, field))
    text = repr((sorted(match.pk for match in stops), _keys(new), holder and holder.pk))
    return RepairingOption(
        key=_key(kind, plan),
        kind=kind,
        plan=plan,
        best=best,
        quality=quality_of(field, placed, plan.bye),
        stops=stops,
        new=tuple(sorted(new, key=lambda new_table: new_table.table)),
        bye=holder,
        moving=_moving(stops, new, holder),
        rematches=tuple(rematches),
        digest=hashlib.sha256(text.encode()).hexdigest()[:16],
    )


def _may_stop(match: RoundMatch, field: RepairingField) -> bool:
    if match.second is not None:
        return True
    if match.kind == Match.Kind.UNPAIRED:
        return match.first_id in field.joining
    return match == field.holder


def _keys(new: Iterable[NewTable]) -> list[tuple[int, int, int]]:
    return sorted((table.table, table.first.pk, table.second.pk) for table in new)


def _moving(
    stops: Iterable[RoundMatch], new: Iterable[NewTable], holder: RoundPlayer | None
) -> tuple[RoundPlayer, ...]:
    """Return the players who get another table than before, the bye included, by name."""
    before: dict[int, int | None] = {}
    for match in stops:
        for player in match.players:
            before[player.pk] = match.table
    moving = [
        player
        for table in new
        for player in (table.first, table.second)
        if before.get(player.pk) != table.table
    ]
    if holder is not None and before.get(holder.pk) is not None:
        moving.append(holder)
    return tuple(sorted(moving, key=lambda player: (player.name, player.number)))


def _moves(
    stops: Iterable[RoundMatch], new: Iterable[NewTable], holder: RoundPlayer | None
) -> tuple[Move, ...]:
    """Return the players of new tables and of the bye with their earlier seats, by name."""
    nothing = Seat(None, None)
    before: dict[int, Seat] = {}
    for match in stops:
        if match.second is not None:
            before[match.first.pk] = Seat(match.table, match.second)
            before[match.second.pk] = Seat(match.table, match.first)
        elif match.kind == Match.Kind.BYE:
            before[match.first.pk] = Seat(None, None, has_bye=True)
    after: list[tuple[RoundPlayer, Seat]] = []
    for table in new:
        after.append((table.first, Seat(table.table, table.second)))
        after.append((table.second, Seat(table.table, table.first)))
    if holder is not None:
        after.append((holder, Seat(None, None, has_bye=True)))
    moves = [Move(player, before.get(player.pk, nothing), seat) for player, seat in after]
    return tuple(sorted(moves, key=lambda move: (move.player.name, move.player.number)))
