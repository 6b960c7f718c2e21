"""A typed player: by number, as the browser completes it, by name."""

import pytest

from events.core.players.queries import typed_player
from events.core.refusals import RefusedError
from tests import factories

pytestmark = pytest.mark.django_db

NAMES = ["Anna Rossi", "Bo Lind", "bo lind", "7 of Nine", "安藤 健司", "Jürgen Groß"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("77", 77),
        ("2 Bo Lind", 2),
        ("anna rossi", 1),
        (" ANNA ROSSI ", 1),
        ("7 of Nine", 4),
        ("7 of nine", 4),
        ("安藤 健司", 5),
        ("jurgen gross", 6),
    ],
)
def test_who_is_meant(text: str, number: int) -> None:
    event = factories.event()
    factories.enroll_players(event, NAMES)
    assert typed_player(event, text) == number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bo Lind", r"Several players are named “Bo Lind”\. Type the number \(2, 3\)"),
        ("Anna", "No player is named “Anna”"),
        ("", "Type a name"),
        ("9" * 40, "No player is named"),
    ],
)
def test_who_is_not_known(text: str, words: str) -> None:
    event = factories.event()
    factories.enroll_players(event, NAMES)
    with pytest.raises(RefusedError, match=words) as refused:
        typed_player(event, text, "first")
    assert refused.value.field == "first"
