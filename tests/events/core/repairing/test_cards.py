"""The cards of the re-pairing page: one heading and one verdict each, and what is gained."""

import pytest

from events.core.repairing import repairing_words as words
from events.core.repairing.options import RepairingOption
from events.core.repairing.queries import RepairingPage, repairing_page
from events.core.results.slips import Slip
from events.core.standings.correction_actions import correct_result
from events.models import Repairing
from tests.events.preflight.answers import drop
from tests.events.scenario import event_with_owner, play_round, round_of, start_round

pytestmark = pytest.mark.django_db


def several_wrong(players: int, turned: tuple[int, ...], leaver: int | None) -> RepairingPage:
    """Return the page of round 4 after results of round 3 changed, and a player left."""
    event, owner = event_with_owner(players)
    for number in (1, 2, 3):
        play_round(event, owner, number)
    start_round(event, owner, 4)
    for table in turned:
        slip = Slip.of(1, 1, 1) if table % 2 else Slip.of(0, 2)
        correct_result(
            event_id=event.pk, actor=owner, number=3, table=table, slip=slip, reason="slip"
        )
    if leaver is not None:
        drop(event_id=event.pk, actor=owner, number=leaver)
    return repairing_page(event, round_of(event, 4), (), ())


@pytest.mark.parametrize(
    ("players", "turned", "leaver"),
    [(18, (1, 3), None), (26, (1, 3, 4, 6), None), (23, (1, 3, 4), 8), (31, (1, 3, 4, 6, 8), 10)],
)
def test_each_card_has_a_heading_of_its_own_and_one_verdict(
    players: int, turned: tuple[int, ...], leaver: int | None
) -> None:
    page = several_wrong(players, turned, leaver)
    kinds = [plan.kind for plan in page.changing]
    assert Repairing.Plan.BETWEEN in kinds
    titles = [words.plan_title(plan, page) for plan in page.changing]
    assert len(set(titles)) == len(titles)
    for plan in page.changing:
        verdict = words.plan_verdict(plan, page)
        card = " ".join((words.plan_hint(plan), verdict, words.than_leaving(plan, page)))
        assert ("best pairing" in verdict) is plan.is_best
        assert ("better than no change" in verdict) is not plan.is_best
        assert "less even" not in card
        assert "As even" not in card
        assert "Nothing is gained" not in card


def test_plans_with_one_heading_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    page = several_wrong(26, (1, 3, 4, 6), None)

    def alike(_plan: RepairingOption) -> str:
        return "Re-pair some tables"

    monkeypatch.setattr(words, "_title", alike)
    titles = [words.plan_title(plan, page) for plan in page.changing]
    assert len(set(titles)) == len(titles) > 1
    assert all("Re-pair tables " in title or ": Player " in title for title in titles)
