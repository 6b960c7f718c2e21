"""No address shows a list or a pool before its time: a walk over all of them, in each phase."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from events.core.events.finishing_actions import finish_event
from events.core.stages.plans import StagePlan
from events.decks import pool_actions
from events.decks.actions import save_decklist
from events.integrations.feature_actions import renew_stream_link
from events.integrations.overlays import SCENES
from events.models import Event, FactSheet
from events.transfer.event_export import export_archive
from tests import factories
from tests.events.scenario import player, start_round
from tests.events.support.phones import EVERYTHING, Phone
from tests.events.support.public_addresses import everything
from tests.events.support.stages import SINGLE, confirm, finish_round, play_swiss, staged

pytestmark = pytest.mark.django_db
PLAYERS = 4


def card(number: int) -> str:
    return f"Zyx alone {number}"


def with_lists(decklists: str, **shown: str) -> tuple[Event, User]:
    """An event whose players handed in a list each, and registered and passed a pool each."""
    cut = StagePlan(rounds=1, cut_by="rank", cut_value=2)
    columns = {**EVERYTHING, "phone_decks": True, "opponent_decks": True}
    event, owner = staged(PLAYERS, cut, StagePlan(kind=SINGLE), **columns)
    FactSheet.objects.create(event=event, decklists=decklists, **shown)
    who: dict[str, Any] = {"event_id": event.pk, "actor": owner}
    pool_actions.open_pools(**who, passes=True)
    for number in range(1, PLAYERS + 1):
        text = f"60 {card(number)}"
        save_decklist(**who, number=number, state="received", text=text, archetype=f"Qq{number}")
        pool_actions.save_pool(**who, number=number, text=f"1 Pool of {number}")
    pool_actions.close_pools(**who, seats_on=1)
    return event, owner


def read_anywhere(event: Event, overlay: str) -> str:
    """Return all that a stranger reads: every public page and format, search, every overlay."""
    cache.clear()
    stranger = Client()
    pages = [
        reverse("public:events", query={"q": "Zyx"}),
        reverse("public:decks", args=[event.slug], query={"q": "Zyx"}),
        *(reverse("overlay:page", args=[overlay, scene]) for scene in SCENES),
        *(reverse("overlay:part", args=[overlay, scene]) for scene in SCENES),
    ]
    texts = [stranger.get(page).content.decode().replace("“Zyx”", "") for page in pages]
    return everything(stranger, event) + "".join(texts)


def lists_in(text: str) -> set[int]:
    return {number for number in range(1, PLAYERS + 1) if card(number) in text}


@pytest.mark.parametrize(
    ("decklists", "during", "after", "expected"),
    [
        ("closed", "", "", ("nobody", "nobody", "nobody", "nobody")),
        ("closed", "", "all", ("nobody", "nobody", "nobody", "all")),
        ("open", "", "nobody", ("nobody", "nobody", "advanced", "nobody")),
        ("open", "all", "advanced", ("nobody", "all", "all", "advanced")),
    ],
)
def test_no_address_shows_a_list_before_its_time(
    decklists: str, during: str, after: str, expected: tuple[str, ...]
) -> None:
    event, owner = with_lists(decklists, lists_during=during, lists_after=after)
    overlay = renew_stream_link(event_id=event.pk, actor=owner).token
    advanced: set[int] = set()

    def check(of: str) -> None:
        whose = {"nobody": set(), "advanced": advanced, "all": set(range(1, PLAYERS + 1))}[of]
        text = read_anywhere(event, overlay)
        assert lists_in(text) == whose
        assert "Pool of" not in text
        if of == "nobody":
            assert "Qq" not in text, "an archetype"

    check(expected[0])
    play_swiss(event, owner, 1, 1)
    check(expected[1])
    advanced |= set(confirm(event, owner, 1))
    check(expected[2])
    start_round(event, owner, 2)
    finish_round(event, owner, 2)
    finish_event(event_id=event.pk, actor=owner)
    check(expected[3])


def test_a_phone_reads_its_own_list_and_pool_and_no_other() -> None:
    event, owner = with_lists("closed")
    play_swiss(event, owner, 1, 1)
    for number in range(1, PLAYERS + 1):
        phone = Phone(player(event, number))
        names = ("page", "deck", "pool", "drop")
        text = "".join(phone.client.get(phone.url(name)).content.decode() for name in names)
        assert lists_in(text) == {number}
        from_before = (number - 2) % PLAYERS + 1
        pools = {other for other in range(1, PLAYERS + 1) if f"Pool of {other}" in text}
        assert pools == {from_before}


def test_an_archive_to_share_has_lists_and_pools_for_staff_alone() -> None:
    event, owner = with_lists("closed")
    assert "Pool of 1" in str(export_archive(event))
    path = reverse("staff:export-file", args=[event.slug])
    assert factories.client_of(factories.user()).get(path).status_code == 404
    assert "Pool of 1" in factories.client_of(owner).get(path).content.decode()
    assert Client().get(path).status_code == 302
