"""What a team reads: nouns and verbs follow the kind of entry."""

import pytest
from django.template.loader import render_to_string

from domain.results import Result
from events.core.words.phone_reports import outcome_words
from events.models import Event


def test_a_team_says_we() -> None:
    assert outcome_words(Result(2, 0)) == "I won"
    assert outcome_words(Result(2, 0), True) == "We won"
    assert outcome_words(Result(0, 2), True) == "We lost"


@pytest.mark.parametrize(
    ("size", "words"), [(1, "first of 6 players"), (3, "first of 6 teams"), (2, "first of 6 teams")]
)
def test_the_end_counts_teams(size: int, words: str) -> None:
    event = Event(slug="end", name="End", team_size=size, profile={})
    page = render_to_string(
        "public_site/event/end.html",
        {"event": event, "plain": event, "shown": {"players": 6, "event": event}, "winners": []},
    )
    assert words in " ".join(page.split())
