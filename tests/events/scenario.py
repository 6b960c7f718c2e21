"""Playing rounds in tests, through the services."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.questions.question import Given
from events.core.refusals import RefusedError
from events.core.results.actions import enter_result
from events.core.results.slips import Slip, parse_entry
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.models import Enrollment, Event, JournalEntry, Match, Role, Round, Verb
from tests import factories

BOTH_DROP = Given({"both-drop": "both"})


def event_with_owner(players: int, **columns: object) -> tuple[Event, User]:
    """An event with players, and an account that may do everything in it."""
    event = factories.event_with_players(players, **columns)
    owner = factories.staff_member(
        event, [Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER], f"owner-of-{event.slug}"
    )
    return event, owner


def start_round(event: Event, actor: User, number: int) -> Round:
    """Pair and post a round; its number is the announced seed."""
    Event.objects.filter(pk=event.pk).update(next_seed=number)
    pair_next_round(event_id=event.pk, actor=actor, number=number)
    return post_round(event_id=event.pk, actor=actor, number=number)


def report(
    event: Event, actor: User, number: int, scores: Mapping[int, Slip] | None = None
) -> None:
    """Enter results: those given by table, 2-0 for the first-named player elsewhere."""
    tables = Match.objects.filter(
        round__event=event, round__number=number, kind=Match.Kind.PLAYED, first_wins=None
    ).values_list("table", flat=True)
    for table in list(tables):
        score = (scores or {}).get(table or 0, Slip.of(2, 0))
        enter_result(event_id=event.pk, actor=actor, number=number, table=table or 0, slip=score)


def play_round(
    event: Event,
    actor: User,
    number: int,
    scores: Mapping[int, Slip] | None = None,
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


def enter_slips(event: Event, actor: User, number: int, *slips: str) -> None:
    """Enter slips as a scorekeeper types them: "1 21", "2 d", "3 20 x2"."""
    for slip in slips:
        entry = parse_entry(slip)
        assert entry.slip is not None, slip
        enter_result(
            event_id=event.pk,
            actor=actor,
            number=number,
            table=entry.table,
            slip=entry.slip,
            given=BOTH_DROP,
        )


def round_of(event: Event, number: int) -> Round:
    """A round as the database has it now."""
    return event.rounds.get(number=number)


def at_table(event: Event, number: int, table: int) -> Match:
    """The match at a table, with its players, as the database has it now."""
    return Match.objects.select_related("first", "second").get(
        round__event=event, round__number=number, table=table
    )


def player(event: Event, number: int) -> Enrollment:
    """A player as the database has them now."""
    return event.enrollments.get(number=number)


def tables(event: Event, number: int) -> dict[int, tuple[int, int]]:
    """The numbers of the two players at each table of a round."""
    rows = Match.objects.filter(round__event=event, round__number=number, table__isnull=False)
    return {
        table or 0: (first, second or 0)
        for table, first, second in rows.order_by("table").values_list(
            "table", "first__number", "second__number"
        )
    }


def byes(event: Event, number: int) -> list[int]:
    """The numbers of those with a bye in a round."""
    return _alone(event, number, Match.Kind.BYE)


def assigned_losses(event: Event, number: int) -> list[int]:
    """The numbers of those with an assigned loss in a round."""
    return _alone(event, number, Match.Kind.UNPAIRED)


def _alone(event: Event, number: int, kind: Match.Kind) -> list[int]:
    rows = Match.objects.filter(round__event=event, round__number=number, kind=kind)
    return list(rows.order_by("first__number").values_list("first__number", flat=True))


def pairs(event: Event, number: int) -> set[frozenset[int]]:
    """Return the pairs of a round, whatever the table."""
    return {frozenset(two) for two in tables(event, number).values()}


def journaled(event: Event, verb: Verb) -> list[JournalEntry]:
    """The journal's entries of one kind, oldest first."""
    return list(event.journal.filter(verb=verb).order_by("id"))


def refused(words: str, field: str | None = None) -> Any:
    """Expect a service to say no in these words, about this field."""

    def said(refusal: RefusedError) -> bool:
        return str(refusal) == words and field in (None, refusal.field)

    return pytest.raises(RefusedError, check=said)
