"""Events with several stages, played through the services."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth.models import User

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round
from events.core.stages.cut_actions import confirm_cut
from events.core.stages.cuts import cut_line
from events.core.stages.plans import StagePlan
from events.core.standings.actions import publish_standings
from events.models import Event, Match, Stage
from events.stages.actions import lay_out_stages
from tests.events.scenario import event_with_owner, round_of, start_round

SINGLE = Stage.Kind.SINGLE_ELIMINATION
DOUBLE = Stage.Kind.DOUBLE_ELIMINATION

Winner = Callable[[int, int], int]


def staged(players: int, *plans: StagePlan, **columns: object) -> tuple[Event, User]:
    """Return an event with players and these stages, and its owner with all permissions."""
    event, owner = event_with_owner(players, **columns)
    lay_out_stages(event_id=event.pk, actor=owner, plans=plans)
    return event, owner


def lower(first: int, second: int) -> int:
    """Return the lower of two player numbers as the winner."""
    return min(first, second)


def report_by(event: Event, actor: User, number: int, winner: Winner = lower) -> None:
    """Enter the outstanding results of a posted round; `winner` chooses by player number."""
    for match in Match.objects.filter(
        round__event=event, round__number=number, first_wins=None
    ).select_related("first", "second"):
        assert match.second is not None
        assert match.table is not None
        first_wins = winner(match.first.number, match.second.number) == match.first.number
        score = Slip.of(2, 1) if first_wins else Slip.of(1, 2)
        enter_result(event_id=event.pk, actor=actor, number=number, table=match.table, slip=score)


def finish_round(event: Event, actor: User, number: int, winner: Winner = lower) -> None:
    """Enter the outstanding results of a posted round and complete it."""
    report_by(event, actor, number, winner)
    complete_round(event_id=event.pk, actor=actor, number=number)


def play_swiss(event: Event, actor: User, first: int, last: int, winner: Winner = lower) -> None:
    """Play and publish rounds; `winner` decides every match."""
    for number in range(first, last + 1):
        start_round(event, actor, number)
        finish_round(event, actor, number, winner)
        publish_standings(event_id=event.pk, actor=actor, number=number)


def confirm(event: Event, actor: User, stage: int) -> Sequence[int]:
    """Confirm the proposed cut; return the advancing players in order."""
    numbers = cut_line(event.stages.get(number=stage)).numbers
    confirm_cut(event_id=event.pk, actor=actor, number=stage, advancing=numbers)
    return numbers


def slots(event: Event, number: int) -> dict[str, tuple[int, int | None]]:
    """Return the pairs of a playoff round by bracket slot."""
    rows = round_of(event, number).matches.values_list("slot", "first__number", "second__number")
    return {slot: (first, second) for slot, first, second in rows}


def seeds(event: Event) -> dict[int, int]:
    """Return the player number of each seed of the event's last stage."""
    stage = event.stages.order_by("-number").first()
    assert stage is not None
    return dict(stage.bracket_seats.values_list("seed", "enrollment__number"))


def by_seed(event: Event, number: int) -> dict[str, tuple[int, int | None]]:
    """Return the pairs of a playoff round as seeds, by bracket slot."""
    seed = {player: place for place, player in seeds(event).items()}
    return {
        slot: (seed[first], None if second is None else seed[second])
        for slot, (first, second) in slots(event, number).items()
    }


def best_seed(event: Event, *, upset: int = 0) -> Winner:
    """Let the better seed win, except that seed `upset` beats everyone."""
    seed = {player: place for place, player in seeds(event).items()}

    def winner(first: int, second: int) -> int:
        if upset and upset in (seed[first], seed[second]):
            return seeds(event)[upset]
        return first if seed[first] < seed[second] else second

    return winner


def playoff(players: int, top: int, **plan: Any) -> tuple[Event, User]:
    """Return an event after one Swiss round and its cut, with round 1 of the bracket posted."""
    event, owner = staged(
        players,
        StagePlan(rounds=1, cut_by="rank", cut_value=top),
        StagePlan(**{"kind": SINGLE, **plan}),
    )
    play_swiss(event, owner, 1, 1)
    confirm(event, owner, 1)
    start_round(event, owner, 2)
    return event, owner


def final_order(event: Event) -> list[int]:
    """Return the players in the order of the latest published standings."""
    last = event.rounds.order_by("-number").first()
    assert last is not None
    snapshot = last.snapshots.order_by("-revision").first()
    assert snapshot is not None
    return [row["number"] for row in snapshot.rows]
