"""Tables with a name and fixed seats are marked wherever tables are listed."""

import pytest

from events.models import Enrollment, Event
from events.paper.queries import lines_by_name, paper_matches
from events.paper.slips import slips
from events.paper.table_documents import pairings_by_name, pairings_by_table
from tests import factories
from tests.events.scenario import at_table, event_with_owner, round_of, start_round
from tests.events.support.doors import address
from tests.events.support.entry_box import words_of

pytestmark = pytest.mark.django_db


def test_a_feature_table_and_a_fixed_seat_are_marked_wherever_tables_are_listed() -> None:
    event, owner = event_with_owner(8)
    Enrollment.objects.filter(event=event, number=5).update(fixed_table=30)
    start_round(event, owner, 1)
    Event.objects.filter(pk=event.pk).update(feature_tables="2 Stream")
    event.refresh_from_db()
    staff, player = factories.client_of(owner), factories.client_of()
    match = at_table(event, 1, 2)
    numbers = {"number": 1, "table": 2}
    for page in ("desk", "floor"):
        shown = words_of(staff.get(address(event, page)))
        assert "Stream" in shown, page
        assert "fixed seat" in shown, page
    assert "Stream" in words_of(staff.get(address(event, "table", **numbers)))
    pairings = words_of(player.get(f"/e/{event.slug}/pairings/"))
    assert pairings.count("Stream") == 2
    assert "fixed seat" not in pairings, "why somebody needs it is nobody's business"
    own = words_of(player.get(f"/e/{event.slug}/players/{match.first.number}/"))
    assert "Stream" in own
    round = round_of(event, 1)
    on_paper = paper_matches(round)
    slip = str(slips(round, [on_paper], 8).data)
    assert "Stream" in slip
    assert "fixed seat" in slip
    by_table = str(pairings_by_table(round, on_paper).data)
    assert "Stream" in by_table
    assert "fixed seat" in by_table
    assert "Stream" in str(pairings_by_name(round, lines_by_name(on_paper)).data)
