"""Seats of players: in the pods of a draft, and at the player meeting."""

from dataclasses import dataclass

from domain.names import by_name
from domain.table_marks import USUAL_TABLE
from events.core.players.shown_names import ShownNames
from events.core.progress.presence import expected_players
from events.core.progress.queries import StageStatus, current_stage, entrants_of, seats_by_pod
from events.core.refusals import RefusedError
from events.core.seats.allocator import next_tables
from events.models import Enrollment, Event, PodSeat, Stage
from pairings.formats.pods import pod_sizes


@dataclass(frozen=True, slots=True)
class Wish:
    """The place where a player has to sit; `seat` None: anywhere in the pod."""

    player: Enrollment
    pod: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class PodsPage:
    """A draft as staff see it.

    - `pods`: the seats by pod, empty before they are drawn; `sizes`: as they would be now.
    - `joined`: active players without a seat; `dropped`: seats of players who no longer play.
    - `ready`: the stage before it is over, so that the pods can be drawn.
    - `by_standing`: a later draft of the event, podded by standings and not at random.
    """

    pods: dict[int, list[PodSeat]]
    sizes: tuple[int, ...]
    players: list[Enrollment]
    wishes: list[Wish]
    joined: list[Enrollment]
    dropped: list[PodSeat]
    ready: bool
    by_standing: bool
    paired: bool


@dataclass(frozen=True, slots=True)
class MeetingSeat:
    """A seat at the player meeting; each table has as many players as in a match."""

    player: Enrollment
    table: int


def pods_page(stage: Stage) -> PodsPage:
    """Return all data of a draft in a fixed number of queries."""
    players = entrants_of(stage)
    pods = seats_by_pod(stage)
    seats = [seat for pod in pods.values() for seat in pod]
    seated = {seat.enrollment_id for seat in seats}
    here = {player.pk for player in players}
    by_number = {player.number: player for player in players}
    rounds = stage.event.rounds.all()
    status: StageStatus | None = current_stage(stage.event)
    return PodsPage(
        pods=pods,
        sizes=pod_sizes(len(players)) if players else (),
        players=sorted(players, key=_place),
        wishes=[
            Wish(by_number[int(number)], pod, seat)
            for number, (pod, seat) in sorted(stage.wishes.items(), key=lambda item: item[1][0])
            if int(number) in by_number
        ],
        joined=[player for player in players if seats and player.pk not in seated],
        dropped=[seat for seat in seats if seat.enrollment_id not in here],
        ready=status is not None and status.stage == stage,
        by_standing=rounds.exclude(stage=stage).exists(),
        paired=rounds.filter(stage=stage).exists(),
    )


def _place(player: Enrollment) -> tuple[str, int]:
    return by_name(player.name, player.number, player.reading)


def seats_by_name(stage: Stage, names: ShownNames | None = None) -> list[PodSeat]:
    """Return the seats of a draft by the players' names, in one query.

    With `names` for the public, sorted by public name.
    """
    seats = [seat for pod in seats_by_pod(stage).values() for seat in pod]
    if names is not None:
        for seat in seats:
            names.on(seat.enrollment)
    return sorted(seats, key=lambda seat: _place(seat.enrollment))


def meeting_seats(event: Event) -> list[MeetingSeat]:
    """Return a seat for each active player, by name, at the tables that come next.

    After a cut, only for those who advanced. RefusedError if the venue has too few tables.
    """
    ordered = sorted(expected_players(event), key=_place)
    a_table = USUAL_TABLE if event.at_tables else 2
    near = next_tables(event, -(-len(ordered) // a_table))
    if near.refusal:
        raise RefusedError(near.refusal)
    return [
        MeetingSeat(player, near.tables[place // a_table]) for place, player in enumerate(ordered)
    ]
