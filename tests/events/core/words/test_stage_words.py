"""Names of rounds: by number, or in a single elimination by the players left."""

import pytest
from django.utils import translation

from events.core.rounds.actions import complete_round
from events.core.stages.plans import bracket_players
from events.core.stages.stage_words import complete_words, post_words, round_title
from events.models import Round
from tests import factories
from tests.events.scenario import round_of, start_round
from tests.events.support.doors import address
from tests.events.support.stages import best_seed, finish_round, playoff, report_by
from tests.markup import flat


@pytest.mark.parametrize(
    ("entrants", "titles"),
    [
        (2, ["Final"]),
        (3, ["Semifinals", "Final"]),
        (8, ["Quarterfinals", "Semifinals", "Final"]),
        (12, ["Round of 16", "Quarterfinals", "Semifinals", "Final"]),
    ],
)
def test_rounds_of_a_bracket_have_their_names(entrants: int, titles: list[str]) -> None:
    rounds = [
        Round(
            number=5 + place, bracket_players=bracket_players("single-elimination", entrants, place)
        )
        for place in range(1, len(titles) + 2)
    ]
    assert [round_title(one) for one in rounds] == [*titles, f"Round {6 + len(titles)}"]


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "double-elimination"])
def test_other_rounds_have_their_numbers(kind: str) -> None:
    assert bracket_players(kind, 8, 1) is None
    assert round_title(Round(number=5)) == "Round 5"


def test_buttons_call_a_round_what_its_heading_does() -> None:
    swiss, last = Round(number=5), Round(number=6, bracket_players=2)
    assert [post_words(swiss), complete_words(swiss)] == ["Post round 5", "Complete round 5"]
    assert [post_words(last), complete_words(last)] == ["Post final", "Complete final"]
    with translation.override("ja"):
        assert [post_words(last), complete_words(last)] == ["決勝を掲示", "決勝を完了"]


@pytest.mark.django_db
def test_staff_and_players_read_the_same_name() -> None:
    event, owner = playoff(8, 4)
    pages = [
        (factories.client_of(owner), address(event, "desk")),
        (factories.client_of(owner), "/staff/"),
        (factories.client_of(), f"/e/{event.slug}/pairings/"),
        (factories.client_of(), f"/e/{event.slug}/projector/"),
    ]
    for number, english, japanese in ((2, "Semifinals", "準決勝"), (3, "Final", "決勝")):
        if round_of(event, number).is_unposted:
            start_round(event, owner, number)
        for browser, path in pages:
            assert english in browser.get(path).content.decode(), path
            with translation.override("ja"):
                answer = browser.get(path, headers={"Accept-Language": "ja"})
                assert japanese in answer.content.decode(), path
        finish_round(event, owner, number, best_seed(event))


@pytest.mark.django_db
def test_the_list_of_ones_events_says_what_is_next_in_a_playoff() -> None:
    event, owner = playoff(8, 4)
    shown = factories.client_of(owner).get("/staff/").content.decode()
    assert "Semifinals" in shown
    assert "2 of 2" in flat(shown)
    report_by(event, owner, 2, best_seed(event))
    browser = factories.client_of(owner)
    assert "Complete semifinals" in browser.get("/staff/").content.decode()
    assert (
        "準決勝を完了" in browser.get("/staff/", headers={"Accept-Language": "ja"}).content.decode()
    )
    complete_round(event_id=event.pk, actor=owner, number=2)
    shown = factories.client_of(owner).get("/staff/").content.decode()
    assert "Final" in shown
    assert "1 of 1" in flat(shown)
