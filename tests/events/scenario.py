"""Playing rounds in tests, through the services."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from events.models import Event, Match, Role, Round
from events.services.drafting import pair_next_round
from events.services.publishing import publish_standings
from events.services.results import enter_result
from events.services.rounds import complete_round, post_round
from events.services.score import Score
from tests import factories


def event_with_owner(players: int, **columns: object) -> tuple[Event, User]:
    """An event with players, and an account that may do everything in it."""
    event = factories.event_with_players(players, **columns)
    owner = factories.staff_member(
        event, [Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER], f"owner-of-{event.slug}"
    )
    return event, owner


def start_round(event: Event, actor: User, number: int) -> Round:
    """Pair and post a round."""
    pair_next_round(event_id=event.pk, actor=actor, number=number, seed=number)
    return post_round(event_id=event.pk, actor=actor, number=number)


def report(
    event: Event, actor: User, number: int, scores: Mapping[int, Score] | None = None
) -> None:
    """Enter results: those given by table, 2-0 for the first-named player elsewhere."""
    tables = Match.objects.filter(
        round__event=event, round__number=number, kind=Match.Kind.PLAYED, first_wins=None
    ).values_list("table", flat=True)
    for table in list(tables):
        score = (scores or {}).get(table or 0, Score(2, 0))
        enter_result(event_id=event.pk, actor=actor, number=number, table=table or 0, score=score)


def play_round(
    event: Event,
    actor: User,
    number: int,
    scores: Mapping[int, Score] | None = None,
    *,
    publish: bool = True,
) -> Round:
    """Pair, post, report and complete a round, and publish its standings."""
    start_round(event, actor, number)
    report(event, actor, number, scores)
    round = complete_round(event_id=event.pk, actor=actor, number=number)
    if publish:
        publish_standings(event_id=event.pk, actor=actor, number=number)
    return round
