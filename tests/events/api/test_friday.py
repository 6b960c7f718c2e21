"""The Friday script of the documentation: a whole evening of 40 players by calls alone."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest
from pytest_django.live_server_helper import LiveServer

from events.api.token_actions import make_organisation_token
from events.models import (
    Enrollment,
    Event,
    JournalEntry,
    Organisation,
    OrganisationMember,
    Report,
    TokenScope,
)
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.shared import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPT = ROOT / "docs" / "examples" / "friday.py"


def test_the_script_runs_an_evening(live_server: LiveServer) -> None:
    owner = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    scopes = [scope.value for scope in TokenScope]
    _token, secret = make_organisation_token(
        organisation=shop, actor=owner, name="Friday", scopes=scopes
    )
    # Another event of that evening has the first tables.
    other, judge = event_with_owner(4)
    today = datetime.now(tz=UTC).date()
    Event.objects.filter(pk=other.pk).update(organisation=shop, date=today)
    start_round(other, judge, 1)
    values = {"SITE": live_server.url, "ORGANISATION": "shop", "TOKEN": secret}
    run = subprocess.run(
        [sys.executable, SCRIPT], env=values, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr[-3000:]
    asked, winner = run.stdout.splitlines()
    assert asked.startswith("Asked: Table 3 already has a different result")
    assert asked.endswith("['Replace result', 'Keep current result']")
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 120
    assert winner.endswith(" wins Friday Night Magic with 40 players.")
    event = Event.objects.exclude(pk=other.pk).get()
    assert event.is_finished
    assert event.enrollments.count() == 40
    assert event.enrollments.filter(name="Kim Lee").count() == 2
    assert event.enrollments.get(number=36).state == Enrollment.State.DROPPED
    # Both late players have an assigned loss for round 1.
    round_1 = event.rounds.get(number=1)
    alone = round_1.matches.filter(kind="unpaired").values_list("first__number", flat=True)
    assert sorted(alone) == [37, 40]
    assert event.rounds.count() == 4 + 3
    assert event.stages.get(number=1).advancing.count() == 8
    assert round_1.snapshots.count() == 2
    assert Report.objects.filter(source="correction").exists()
    entries = JournalEntry.objects.filter(event=event)
    assert {entry.who for entry in entries} == {"Friday (anna)"}
