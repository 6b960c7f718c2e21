"""A figure is written the same way wherever it is shown."""

import pytest

from events.core.adapters.stored_rows import standing_row
from events.standings.queries import explained_player, live_basis
from standings import PROFILES
from tests.events.scenario import event_with_owner, play_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_the_explanation_says_the_figure_of_the_standings(name: str) -> None:
    event, owner = event_with_owner(7, rounds=3, profile=PROFILES[name].to_dict())
    for number in (1, 2, 3):
        play_round(event, owner, number)
    basis = live_basis(event, 3)
    assert basis is not None
    for number, row in basis.rows.items():
        explained = explained_player(basis, number)
        assert explained is not None
        assert explained.explanation is not None
        parts = explained.explanation.parts
        assert len(parts) >= 2
        columns = tuple(part.tiebreaker for part in parts)
        shown = standing_row(row, columns, basis.profile.digits)
        assert tuple(part.text for part in parts) == shown.figures
