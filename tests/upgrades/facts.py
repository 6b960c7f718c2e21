"""Facts of an event that must be the same before and after an upgrade."""

import io
import json
from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction

from events.core.refusals import RefusedError
from events.core.results.report_actions import undo_last, undo_result
from events.core.standings.queries import live_standings
from events.models import Event, Match, Round


def all_facts() -> dict[str, Any]:
    """The facts of every event, by the event's address."""
    return {event.slug: facts(event) for event in Event.objects.order_by("slug")}


def facts(event: Event) -> dict[str, Any]:
    """Everything about one event that an upgrade has to leave alone, as JSON values."""
    return {
        "archive": _archive(event),
        "people": _people(event),
        "matches": {
            str(round.number): [_match(one) for one in _matches(round)]
            for round in event.rounds.order_by("number")
        },
        "standings": {
            str(round.number): _standings(event, round)
            for round in event.rounds.filter(state="complete").order_by("number")
        },
        "published": [
            [one.round.number, one.revision, one.withdrawn, one.rows]
            for round in event.rounds.order_by("number")
            for one in round.snapshots.select_related("round").order_by("revision")
        ],
        "undo": _undo_of_each_table(event),
        "undo_last": _undo_of_each_account(event),
        "journal": event.journal.count(),
    }


def _archive(event: Event) -> Any:
    out = io.StringIO()
    call_command("export_event", event.slug, stdout=out)
    return json.loads(out.getvalue())


def _people(event: Event) -> list[Any]:
    rows = event.enrollments.order_by("number")
    return [list(row) for row in rows.values_list("number", "name", "state", "dropped_after")]


def _matches(round: Round) -> list[Match]:
    return list(
        round.matches.select_related("first", "second", "official_report__account").order_by(
            "first__number", "id"
        )
    )


def _result(match: Match) -> list[Any] | None:
    if not match.has_result:
        return None
    games = [match.first_wins, match.second_wins, match.drawn_games]
    return [*games, match.double_loss, match.seat_results]


def _match(match: Match) -> list[Any]:
    official = match.official_report
    told = official if official is not None and official.account is not None else None
    by = told.who if told else None
    at = told.at.isoformat() if told else None
    second = match.second.number if match.second else None
    taken_back = match.reports.filter(undone_at__isnull=False).exists()
    players = [match.first.number, second]
    return [match.table, match.slot, match.kind, *players, _result(match), by, at, taken_back]


def _standings(event: Event, round: Round) -> list[Any]:
    page = live_standings(event, round.number)
    assert page is not None
    return [[row.place, row.number, row.points, row.record, list(row.figures)] for row in page.rows]


def _undo_of_each_table(event: Event) -> dict[str, Any]:
    """Undo the newest result of each table of a posted round, again and again; return the steps.

    A step is the official result after it, and the states of the two players, until nothing is
    left to undo. Every table is tried alone.
    """
    found: dict[str, Any] = {}
    matches = Match.objects.filter(
        round__event=event, round__state="posted", table__isnull=False
    ).order_by("round__number", "table")
    for match in matches.select_related("round"):
        steps = found[f"{match.round.number}/{match.table}"] = []
        with transaction.atomic():
            while (step := _undone(event, match)) is not None:
                steps.append(step)
            transaction.set_rollback(True)
    return found


def _undone(event: Event, match: Match) -> list[Any] | None:
    who: dict[str, Any] = {
        "event_id": event.pk,
        "actor": _staff(event)[0],
        "number": match.round.number,
    }
    try:
        now = undo_result(**who, table=match.table or 0).match
    except RefusedError:
        return None
    people = event.enrollments.filter(pk__in=[now.first_id, now.second_id]).order_by("number")
    return [_result(now), [list(row) for row in people.values_list("number", "state")]]


def _undo_of_each_account(event: Event) -> dict[str, Any]:
    """Map each of the staff to the outcome of "undo my last result" in the current round."""
    found: dict[str, Any] = {}
    round = event.rounds.filter(state="posted").first()
    for person in _staff(event) if round is not None else []:
        assert round is not None
        with transaction.atomic():
            try:
                match = undo_last(event_id=event.pk, actor=person, number=round.number).match
                found[person.get_username()] = [match.table, _result(match)]
            except RefusedError:
                found[person.get_username()] = None
            transaction.set_rollback(True)
    return found


def _staff(event: Event) -> list[User]:
    return list(User.objects.filter(staff_of__event=event).order_by("pk"))
