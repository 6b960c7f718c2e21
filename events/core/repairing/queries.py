"""Re-pairing options for a posted round that has become wrong, as the head judge sees them."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from events.core.adapters import RepairingField, repairing_field
from events.core.refusals import RefusedError
from events.core.rounds.guards import find_round
from events.core.rounds.unpaired_players import matches_to_change, unpaired_players
from events.core.seats.table_numbering import free_tables
from events.models import Enrollment, Event, GameReport, Match, Repairing, Report, Round, Stage
from pairings.repairing.plans import plans_for
from pairings.types import Cost, Plan


@dataclass(frozen=True, slots=True)
class Seat:
    """Seat of a player: a table with an opponent, the bye (no table), or none."""

    table: int | None
    opponent: Enrollment | None
    has_bye: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose table or opponent changes."""

    player: Enrollment
    before: Seat
    after: Seat


@dataclass(frozen=True, slots=True)
class NewTable:
    """A pair that was not posted, and the table that it gets."""

    table: int
    first: Enrollment
    second: Enrollment


@dataclass(frozen=True, slots=True)
class RepairingOption:
    """One way to continue a round.

    `key` names it on the page; `kind` is its purpose. `stops` are the matches that it removes from
    the round, including those without an opponent. `new` are the tables that it creates. `bye` is
    the player who newly gets the bye. `best`: the minimum cost of a pairing. `digest` identifies
    its changes: a different digest means that the round has changed since.
    """

    key: str
    kind: Repairing.Plan
    plan: Plan
    best: Cost
    stops: tuple[Match, ...]
    new: tuple[NewTable, ...]
    bye: Enrollment | None
    moves: tuple[Move, ...]
    rematches: tuple[NewTable, ...]
    digest: str

    @property
    def changes(self) -> bool:
        """Say whether it does anything."""
        return bool(self.stops or self.new or self.bye)

    @property
    def moving(self) -> list[Enrollment]:
        """Players who get a different table than before."""
        return [move.player for move in self.moves if move.after.table != move.before.table]

    @property
    def tables_that_stop(self) -> list[int]:
        """The tables whose pair is taken apart."""
        return [match.table for match in self.stops if match.table is not None]


@dataclass(frozen=True, slots=True)
class RepairingPage:
    """Data of the re-pairing page.

    `plans`: next to each other, the fewest changes first. `out`: players who could play and have no
    match or an assigned loss; `joining`: those of them whom the plans include. `gone`: players who
    have dropped and sit at a table that may change. `kept`: the number of tables that may not.
    `last`: the newest re-pairing in effect; `can_undo`: its tables have no result since.
    """

    plans: tuple[RepairingOption, ...]
    unpaired: tuple[Enrollment, ...]
    joining: tuple[Enrollment, ...]
    dropped: tuple[Enrollment, ...]
    playing_on: int
    last: Repairing | None
    can_undo: bool


def round_to_re_pair(event: Event, number: int) -> Round:
    """Return a round that is being played and whose tables may be changed; else RefusedError."""
    round = find_round(event, number, "playing")
    stage = round.stage
    if stage.kind != Stage.Kind.SWISS:
        raise RefusedError(_("Pairings in this stage are fixed by its schedule or its bracket."))
    if stage.last_by_standings and round.place_in_stage == stage.rounds:
        raise RefusedError(_("This round was paired by standings, so no re-pairing is available."))
    return round


def repairing_page(
    event: Event, round: Round, joining: Collection[int], keep: Collection[int]
) -> RepairingPage:
    """Return the plans for a posted round, in a fixed number of queries.

    joining: numbers of players to be taken into the round; keep: tables that are being played.
    """
    matches = matches_to_change(round)
    out = unpaired_players(round, matches)
    chosen = tuple(player for player in out if player.number in joining)
    field = repairing_field(event, round, matches, chosen, reported_tables(round) | set(keep))
    last = round.repairings.all().newest_change()
    return RepairingPage(
        plans=repairing_options(event, round, field, matches),
        unpaired=tuple(out),
        joining=chosen,
        dropped=tuple(
            player
            for match in field.matches
            for player in (match.first, match.second)
            if player is not None
            and player.state != Enrollment.State.ACTIVE
            and not match.has_result
        ),
        playing_on=len(field.posted.locked),
        last=last,
        can_undo=last is not None and not has_result_since(last),
    )


def has_result_since(repairing: Repairing) -> bool:
    """Return whether a table that a re-pairing changed has a result or a report: then it stays."""
    here = Match.objects.filter(
        round=repairing.round_id, first__in=[row["first"] for row in repairing.after]
    )
    since = {"match__in": here, "at__gt": repairing.at, "undone_at__isnull": True}
    return Report.objects.filter(**since).exists() or GameReport.objects.filter(**since).exists()


def can_be_better(event: Event, number: int) -> bool:
    """Return whether a plan for a posted round is better than to leave it."""
    try:
        round = round_to_re_pair(event, number)
    except RefusedError:
        return False
    return repairing_page(event, round, (), ()).plans[0].changes


def reported_tables(round: Round, *, longer: bool = True) -> set[int]:
    """Return the tables of which anything was said: they are playing.

    `longer`: also those with more time.
    """
    reports = Report.objects.filter(match__round=round, undone_at__isnull=True)
    tables = set(reports.values_list("match__table", flat=True))
    if longer:
        given = round.matches.filter(extension_minutes__gt=0)
        tables |= set(given.values_list("table", flat=True))
    return {table for table in tables if table}


def repairing_options(
    event: Event, round: Round, field: RepairingField, matches: Sequence[Match]
) -> tuple[RepairingOption, ...]:
    """Return the plans of the engine with tables and people: fewest, those between, leave, whole.

    The same plan under two names stands once. A round that was re-paired before draws anew.
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
        shown = _plan(event, field, matches, kind, plan, made.whole.cost)
        if kind == Repairing.Plan.LEAVE and shown.digest == plans[0].digest:
            # Nothing is better than to leave it: that is its name then.
            plans = []
        if all(shown.digest != other.digest for other in plans):
            plans.append(shown)
    return tuple(plans)


def _plan(
    event: Event,
    field: RepairingField,
    matches: Sequence[Match],
    kind: Repairing.Plan,
    plan: Plan,
    best: Cost,
) -> RepairingOption:
    people = field.people
    posted = {
        frozenset(two): match for two, match in zip(field.posted.pairs, field.matches, strict=True)
    }
    free = free_tables(event, {match.table for match in matches if match.table})
    new = []
    rematches = []
    kept: set[int] = set()
    for (first, two), place in zip(plan.pairs, plan.places, strict=True):
        match = posted.get(frozenset((first, two)))
        if match is not None:
            kept.add(match.pk)
            continue
        table = None if place is None else field.matches[place].table
        made = NewTable(table or next(free), people[first], people[two])
        new.append(made)
        if two in field.posted.state.opponents[first]:
            rematches.append(made)
    holder = None if plan.bye is None else people[plan.bye]
    if field.holder is not None and holder == field.holder.first:
        kept.add(field.holder.pk)
        holder = None
    joining = {pk.pk for pk in people} - {
        pk for match in field.matches for pk in (match.first_id, match.second_id)
    }
    stops = tuple(
        match for match in matches if match.pk not in kept and _may_stop(match, field, joining)
    )
    text = repr((sorted(match.pk for match in stops), _keys(new), holder and holder.pk))
    return RepairingOption(
        key=f"{kind}-{plan.changed}",
        kind=kind,
        plan=plan,
        best=best,
        stops=stops,
        new=tuple(sorted(new, key=lambda new_table: new_table.table)),
        bye=holder,
        moves=_moves(stops, new, holder),
        rematches=tuple(rematches),
        digest=hashlib.sha256(text.encode()).hexdigest()[:16],
    )


def _may_stop(match: Match, field: RepairingField, joining: set[int]) -> bool:
    if match.second is not None:
        return True
    if match.kind == Match.Kind.UNPAIRED:
        return match.first_id in joining
    return match == field.holder


def _keys(new: Iterable[NewTable]) -> list[tuple[int, int, int]]:
    return sorted((table.table, table.first.pk, table.second.pk) for table in new)


def _moves(
    stops: Iterable[Match], new: Iterable[NewTable], holder: Enrollment | None
) -> tuple[Move, ...]:
    """Return everybody whose table or opponent changes and who plays on, by name."""
    nothing = Seat(None, None)
    before: dict[Enrollment, Seat] = {}
    for match in stops:
        if match.second is not None:
            before[match.first] = Seat(match.table, match.second)
            before[match.second] = Seat(match.table, match.first)
        elif match.kind == Match.Kind.BYE:
            before[match.first] = Seat(None, None, has_bye=True)
    after: dict[Enrollment, Seat] = {}
    for table in new:
        after[table.first] = Seat(table.table, table.second)
        after[table.second] = Seat(table.table, table.first)
    if holder is not None:
        after[holder] = Seat(None, None, has_bye=True)
    moves = [Move(player, before.get(player, nothing), seat) for player, seat in after.items()]
    return tuple(sorted(moves, key=lambda move: (move.player.name, move.player.number)))


def swap_at(match: Match) -> Repairing | None:
    """Return the newest change of a match's round where it is a swap that moved this match."""
    newest = match.round.repairings.all().newest_change()
    is_here = newest is not None and any(row["table"] == match.table for row in newest.after)
    return newest if newest and is_here and newest.plan == Repairing.Plan.SWAP else None


@dataclass(frozen=True, slots=True)
class RepairingSheet:
    """Changes of a re-pairing, for paper: the players who moved, and the tables it concerned."""

    repairing: Repairing
    moves: tuple[Move, ...]


def repairing_sheet(repairing: Repairing) -> RepairingSheet:
    """Return what a re-pairing changed. One query."""
    people = Enrollment.objects.in_bulk(repairing.enrollment_ids)

    def seats(rows: Iterable[dict[str, int | str | None]]) -> dict[int, Seat]:
        by_player: dict[int, Seat] = {}
        for row in rows:
            first, second = people[int(row["first"] or 0)], people.get(int(row["second"] or 0))
            table = None if row["table"] is None else int(row["table"])
            has_bye = row["kind"] == Match.Kind.BYE
            by_player[first.pk] = Seat(table, second, has_bye)
            if second is not None:
                by_player[second.pk] = Seat(table, first)
        return by_player

    before, after = seats(repairing.before), seats(repairing.after)
    nothing = Seat(None, None)
    moves = [Move(people[pk], before.get(pk, nothing), seat) for pk, seat in after.items()]
    return RepairingSheet(
        repairing, tuple(sorted(moves, key=lambda move: (move.player.name, move.player.number)))
    )
