"""Whose decklists everyone can read: before, during and after the event, in every format."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from events.core.eligibility.actions import show_lists
from events.core.events.finishing_actions import finish_event
from events.core.stages.plans import StagePlan
from events.decks.actions import save_decklist
from events.models import Event, FactSheet, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, journaled, refused
from tests.events.support.doors import address
from tests.events.support.stages import SINGLE, confirm, play_swiss, staged

pytestmark = pytest.mark.django_db

FORMATS = ("/e/{}/decks/", "/api/v1/events/{}/decklists", "/api/v1/events/{}/archive")


def card(number: int) -> str:
    return f"Card of player {number} alone"


def hand_in(event: Event, owner: User, players: int) -> None:
    for number in range(1, players + 1):
        more = {"state": "received", "text": f"60 {card(number)}", "archetype": f"Deck{number}"}
        save_decklist(event_id=event.pk, actor=owner, number=number, **more)


def read_by_everybody(event: Event, players: int) -> set[int]:
    """Return the players whose cards any public format shows."""
    cache.clear()
    texts = [Client().get(path.format(event.slug)).content.decode() for path in FORMATS]
    return {number for number in range(1, players + 1) for text in texts if card(number) in text}


def choices() -> Iterator[tuple[str, str]]:
    for during in FactSheet.ListsShown.values:
        for after in FactSheet.ListsShown.values:
            yield during, after


def test_a_list_is_read_by_nobody_before_its_time_in_any_format() -> None:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    FactSheet.objects.create(event=event, decklists="open")
    hand_in(event, owner, 8)
    everybody = set(range(1, 9))

    def shown(during: str, after: str) -> set[int]:
        show_lists(event_id=event.pk, actor=owner, during=during, after=after)
        return read_by_everybody(event, 8)

    for during, after in choices():
        assert shown(during, after) == set(), "round 1 is not posted"
    play_swiss(event, owner, 1, 1)
    for during, after in choices():
        assert shown(during, after) == (everybody if during == "all" else set())
    advanced = set(confirm(event, owner, 1))
    expected = {"": advanced, "nobody": set(), "advanced": advanced, "all": everybody}
    for during, after in choices():
        assert shown(during, after) == expected[during]


def test_after_the_end_an_organizer_shows_all_lists_or_none() -> None:
    event, owner = staged(4, StagePlan(rounds=1))
    FactSheet.objects.create(event=event, decklists="closed")
    hand_in(event, owner, 4)
    play_swiss(event, owner, 1, 1)
    words = "Closed lists are not public during the event. Make the decklists open, or show them "
    with refused(f"{words}after the event."):
        show_lists(event_id=event.pk, actor=owner, during="all", after="")
    finish_event(event_id=event.pk, actor=owner)
    assert read_by_everybody(event, 4) == set()
    browser = factories.client_of(owner)
    page = browser.post(
        address(event, "shown-lists"), {"lists_during": "", "lists_after": "all"}, follow=True
    ).content.decode()
    assert "Everyone can read all lists now." in page
    assert read_by_everybody(event, 4) == {1, 2, 3, 4}
    assert journaled(event, Verb.FACTS_CHANGED)[-1].data["fields"] == ["lists_after"]
    searched = Client().get(f"/e/{event.slug}/decks/?q=player+3").content.decode()
    assert card(3) in searched
    assert card(2) not in searched
    none = Client().get(f"/e/{event.slug}/decks/?q=nothing").content.decode()
    assert "No list has “nothing” in it." in none
    assert "Deck3" in Client().get(f"/e/{event.slug}/report/").content.decode()
    show_lists(event_id=event.pk, actor=owner, during="", after="nobody")
    assert read_by_everybody(event, 4) == set()


def test_players_learn_who_can_read_a_list_before_they_hand_it_in() -> None:
    event, owner = event_with_owner(2)
    FactSheet.objects.create(event=event, decklists="open", lists_after="all")
    page = factories.client_of(owner).get(address(event, "shown-lists")).content.decode()
    assert "During the event, everyone can read it if you advance by a cut." in page
    assert "After the event, everyone can read it." in page


def test_the_readers_that_a_colleague_chose_meanwhile_are_not_overwritten() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    page = browser.get(address(event, "shown-lists")).content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    show_lists(event_id=event.pk, actor=owner, during="", after="all")
    stale = {"lists_during": "", "lists_after": "nobody", "seen": seen}
    answer = browser.post(address(event, "shown-lists"), stale)
    assert answer.status_code == 422
    assert "Current value: all" in answer.content.decode()
    assert FactSheet.objects.get(event=event).lists_after == "all"


def test_the_two_settings_travel() -> None:
    event, owner = event_with_owner(2)
    FactSheet.objects.create(
        event=event, decklists="open", lists_during="all", lists_after="nobody"
    )
    values = export_archive(event)
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values
    assert again.fact_sheet.lists_during == "all"
