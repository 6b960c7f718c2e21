"""Events before a cut, and the outcomes of every combination of results."""

import itertools
from collections import Counter

from events.models import Enrollment, Match, Stage
from events.public_site.reads.chances import ShownChances
from tests.events.support.public_events import Played

EIGHT = ["Anna", "Bob", "Carla", "Dan", "Eve", "Finn", "Gus", "Hal"]


def with_cut(cut_by: str = "rank", value: int = 2, rounds: int = 3, **columns: object) -> Played:
    """Return an event of eight players with a cut after the Swiss rounds and no pairings."""
    made = Played(EIGHT, **{"rounds": rounds, "show_chances": True, **columns})
    Stage.objects.filter(event=made.event).update(cut_by=cut_by, cut_value=value)
    return made


def outcomes(played: Played, number: int, places: int) -> dict[int, set[str]]:
    """Return each player's possible outcomes (in, out, tiebreakers) over all results."""
    event = played.event
    points: Counter[int] = Counter({one.number: 0 for one in played.players})
    waiting = []
    for match in Match.objects.filter(round__event=event).select_related("first", "second"):
        if match.kind == Match.Kind.BYE:
            points[match.first.number] += 3
        elif match.games is None and match.second is not None:
            waiting.append((match.first.number, match.second.number))
        elif match.games is not None and match.second is not None:
            won, lost, _drawn = match.games
            points[match.first.number] += 3 if won > lost else 1 if won == lost else 0
            points[match.second.number] += 3 if won < lost else 1 if won == lost else 0
    active = event.enrollments.filter(state=Enrollment.State.ACTIVE).values_list("number")
    eligible = {number for (number,) in active}
    found: dict[int, set[str]] = {number: set() for number in eligible}
    for results in itertools.product(((3, 0), (0, 3), (1, 1), (0, 0)), repeat=len(waiting)):
        final = Counter(points)
        for (first, second), (one, other) in zip(waiting, results, strict=True):
            final[first] += one
            final[second] += other
        for player in eligible:
            above = sum(final[one] > final[player] for one in eligible)
            level = sum(final[one] >= final[player] for one in eligible)
            kind = "in" if level <= places else "out" if above >= places else "tiebreakers"
            found[player].add(kind)
    return found


def check(found: ShownChances, truth: dict[int, set[str]]) -> None:
    """Fail unless the badges agree with every combination of results."""
    assert set(found.by_player) == set(truth)
    for player, kinds in truth.items():
        sure = kinds.pop() if len(kinds) == 1 else "open"
        chance = found.of(player)
        assert chance is not None
        assert chance.verdict.value == sure, player
        assert found.badge(player) in ({sure} if sure != "open" else {"", "draw", "win"})


def rows(played: Played, number: int) -> list[dict[str, int]]:
    """Return the rows of the standings after a round, publishing them if necessary."""
    snapshot = played.event.rounds.get(number=number).snapshots.order_by("-revision").first()
    if snapshot is None:
        played.publish(number)
        return rows(played, number)
    found: list[dict[str, int]] = snapshot.rows
    return found
