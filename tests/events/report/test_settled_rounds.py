"""The report keeps complete rounds while results come in, and shows whatever changes in them."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from events.core.players.actions import change_enrollment
from events.core.players.player_entries import EnrollmentData
from events.core.report.report_values import Report
from events.core.results.slips import Slip
from events.core.revision_cache import clear_revision_caches
from events.core.rounds.actions import complete_round, reopen_round
from events.core.standings.correction_actions import correct_result
from events.hosting.personal_data.actions import pseudonymize_player
from events.models import Event
from events.report.queries import event_report
from events.roster.drop_actions import disqualify, reinstate
from tests import factories
from tests.events import scenario
from tests.events.preflight.answers import drop

pytestmark = pytest.mark.django_db


def read(event: Event) -> Report:
    """The report as a page reads it, of the event's row as it is now."""
    return event_report(Event.objects.get(pk=event.pk))


def shown(report: Report) -> list[object]:
    lines = [(line.row, line.person, line.figures) for line in report.standings]
    return [report.rounds, lines, report.drops, report.players, report.standings_after]


def steps(event: Event, owner: User) -> dict[str, Callable[[], object]]:
    """Each action that changes a complete round, its standings, or the round in progress."""

    def of(action: Callable[..., object], **values: object) -> Callable[[], object]:
        return lambda: action(event_id=event.pk, actor=owner, **values)

    renamed = EnrollmentData(name="Renamed Player", platform_id="P-1")
    return {
        "enter": lambda: scenario.enter_slips(event, owner, 3, "1 21"),
        "correct": of(correct_result, number=1, table=1, slip=Slip.of(0, 2), reason="Wrong seat"),
        "rename": of(change_enrollment, number=1, data=renamed),
        "drop": of(drop, number=2),
        "reinstate": of(reinstate, number=2),
        "disqualify": of(disqualify, number=3, reason="Bribery"),
        "pseudonymize": of(pseudonymize_player, number=4, typed=scenario.player(event, 4).name),
        "rest": lambda: scenario.report(event, owner, 3),
        "complete": of(complete_round, number=3),
        "reopen": of(reopen_round, number=3),
    }


def test_the_report_shows_every_change_of_a_settled_round() -> None:
    event, owner = scenario.event_with_owner(9)
    for number in (1, 2):
        scenario.play_round(event, owner, number)
    scenario.start_round(event, owner, 3)
    seen = [shown(read(event))]
    for name, step in steps(event, owner).items():
        step()
        kept = shown(read(event))
        clear_revision_caches()
        assert kept == shown(read(event)), name
        assert kept != seen[-1], name
        seen.append(kept)


def test_complete_rounds_are_not_computed_again_for_each_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, owner = scenario.event_with_owner(8)
    scenario.play_round(event, owner, 1)
    scenario.start_round(event, owner, 2)
    before = read(event)
    scenario.enter_slips(event, owner, 2, "1 21")
    monkeypatch.setattr("events.report.queries.standings.compute", lambda *_: pytest.fail("again"))
    after = read(event)
    assert after.standings == before.standings
    assert after.rounds[0].matches is before.rounds[0].matches
    assert after.missing == before.missing - 1


def test_events_keep_their_own_rounds() -> None:
    reports = []
    for _number in range(2):
        event, owner = scenario.event_with_owner(8)
        scenario.play_round(event, owner, 1)
        reports.append(read(event))
    first, second = reports
    assert first.event.public_revision == second.event.public_revision
    assert first.rounds[0].matches is not second.rounds[0].matches
    other = factories.event_with_players(4)
    assert read(other).standings == ()
