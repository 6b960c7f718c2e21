"""How players are called where no login is needed: in everything that is public, old and new."""

import json
import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from domain.prize_arithmetic import Ties
from events.core.events.finishing_actions import finish_event
from events.core.players.privacy_actions import choose_alias, choose_public_names
from events.core.stages.plans import StagePlan
from events.core.stages.pod_actions import draw_stage_pods, post_pods
from events.models import Decklist, Event, FactSheet, PublicNames, Verb
from events.prizes.actions import PrizeData, save_prizes
from events.public_site.event_list import event_list
from events.public_site.page_cache import page_cache
from events.transfer.event_export import export_archive
from events.web.access import Action
from tests import factories
from tests.events.scenario import event_with_owner, journaled, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.phones import Phone, event_of_phones, pair_at
from tests.events.support.public_addresses import addresses_of, read_once, unset
from tests.events.support.public_events import Played
from tests.events.support.settings import fields_of, settings_address
from tests.events.support.stages import playoff, staged
from tests.events.support.teams import TEAMS, team_event
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

NAMES = ["Zora Quillfeather", "Zora Quigley", "小林 美咲", "Bartholomew Onyx", "Iris Vandermeer"]
Made = tuple[Event, User, str]


@pytest.fixture(autouse=True)
def remembering(settings: LazySettings) -> Iterator[None]:
    """Keep what was built, and what was frozen, as a server does."""
    settings.PUBLIC_SECONDS = 0.0001
    for one in (page_cache, event_list):
        one.forget()
    yield
    for one in (page_cache, event_list):
        one.forget()


def said(event: Event, nowhere: set[str] | None = None, **headers: str) -> str:
    """All that every public address of the event answers, also what was recorded at once.

    `nowhere` leaves addresses out that lead nowhere, and gets those that do.
    """
    with read_once(), unset():
        return "\n".join(pages_of(event, set() if nowhere is None else nowhere, **headers))


def pages_of(event: Event, nowhere: set[str], **headers: str) -> Iterator[str]:
    """The same page by page: where one of them is enough, the others are not asked for."""
    client = Client(headers=headers)
    searches = [{"q": text} for text in ("Zora", "1", "P")]
    for address, fields in (
        *((address, {}) for address in addresses_of(event)),
        *((f"/e/{event.slug}/pairings/", search) for search in searches),
        (f"/e/{event.slug}/around/", {"players": "1,2,3,4,5,6,7,8"}),
    ):
        if address in nowhere:
            continue
        page = client.get(address, fields)
        if page.status_code == HTTPStatus.NOT_FOUND:
            nowhere.add(address)
        elif page.status_code == HTTPStatus.OK:
            text = page.content.decode()
            yield text
            # JSON may write letters as \\uXXXX.
            if text.startswith("{"):
                yield json.dumps(json.loads(text), ensure_ascii=False)


def somewhere(event: Event, pattern: str) -> bool:
    """Whether any public address of the event answers with a text of this pattern."""
    with unset():
        return any(re.search(pattern, page) for page in pages_of(event, set()))


def swiss() -> Made:
    played = Played(NAMES, rounds=3)
    played.event.enrollments.filter(number=3).update(reading="こばやし みさき")
    played.play(1)
    played.publish(1)
    played.post(2)
    return played.event, played.organizer, "|".join([*NAMES, "Quillfeather", "こばやし", "Onyx"])


def finished() -> Made:
    """Return a finished event with prizes, decks and everything that its report has."""
    played = Played(NAMES, rounds=2)
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    prizes = PrizeData(
        currency="EUR",
        ties=Ties.TIEBREAK.value,
        one_each=True,
        per_entry=0,
        added=0,
        shown=True,
        lines="1: 100\n2-5: 10",
        labels="",
    )
    save_prizes(**who, data=prizes)
    FactSheet.objects.create(event=played.event, decklists=FactSheet.Decklists.OPEN)
    for one in played.event.enrollments.all():
        Decklist.objects.create(enrollment=one, text="60 Island", archetype="Islands")
    played.play(1)
    played.play(2)
    finish_event(**who)
    played.event.refresh_from_db()
    return played.event, played.organizer, "|".join([*NAMES, "Quillfeather", "Onyx"])


def bracket() -> Made:
    event, owner = playoff(8, 4)
    FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.OPEN)
    for one in event.enrollments.all():
        Decklist.objects.create(enrollment=one, text="60 Island")
    return event, owner, r"Player 00\d"


def pods() -> Made:
    event, owner = staged(8, StagePlan(rounds=3, pods=True))
    draw_stage_pods(event_id=event.pk, actor=owner, stage=1, seed=4)
    post_pods(event_id=event.pk, actor=owner, stage=1)
    return event, owner, r"Player 00\d"


def teams() -> Made:
    event, owner = team_event(2)
    event.enrollments.filter(number=1).update(name="Crimson Comets")
    start_round(event, owner, 1)
    return event, owner, "|".join(["Crimson Comets", *TEAMS["Red"], *TEAMS["Blue"]])


def choose(event: Event, owner: User, names: str) -> None:
    choose_public_names(event_id=event.pk, actor=owner, names=names)


@pytest.mark.parametrize("made", [swiss, finished, bracket, pods, teams])
def test_a_name_that_is_not_to_be_shown_stands_at_no_public_address(
    made: Callable[[], Made],
) -> None:
    event, owner, hidden = made()
    assert re.search(hidden, said(event)), "full names are the default; every page is built once"
    for names in (PublicNames.INITIAL, PublicNames.ALIAS, PublicNames.NUMBER):
        choose(event, owner, names)
        # An address that is unknown in one language is unknown in the other, so it is tried once.
        nowhere: set[str] = set()
        for language in ("en", "ja"):
            words = said(event, nowhere, accept_language=language)
            found = re.search(hidden, words)
            assert found is None, (names, words[max(found.start() - 40, 0) : found.end() + 40])
    assert "№ 1" in words
    choose(event, owner, PublicNames.FULL)
    assert somewhere(event, hidden)


def test_first_name_and_initial_tells_namesakes_apart() -> None:
    event, owner, _hidden = swiss()
    choose(event, owner, PublicNames.INITIAL)
    words = said(event)
    for one in ("Zora Q. #1", "Zora Q. #2", "小. 美咲", "Bartholomew O.", "Iris V."):
        assert one in words, one
    card = json.loads(Client().get(f"/e/{event.slug}/players/1.json").content)
    assert card["name"] == "Zora Q. #1"


def test_who_asks_is_shown_by_an_alias_in_what_was_published_too() -> None:
    event, owner, _hidden = swiss()
    choose_alias(event_id=event.pk, actor=owner, number=1, alias="  Black Lotus ")
    words = said(event)
    assert "Quillfeather" not in words
    assert "Black Lotus" in words
    assert "Bartholomew Onyx" in words, "everybody else as before"
    choose(event, owner, PublicNames.INITIAL)
    assert somewhere(event, "Black Lotus")
    choose(event, owner, PublicNames.NUMBER)
    assert "Black Lotus" not in said(event)


def test_after_the_event_names_go_and_the_staffs_files_stay() -> None:
    event, owner, hidden = swiss()
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    client = factories.client_of(owner)
    url = settings_address(event, "shown")
    sent = fields_of(client.get(url), "shown")
    answer = client.post(url, {**sent, "names": "number"}, follow=True)
    assert answer.status_code == HTTPStatus.OK
    assert re.search(hidden, said(event)) is None
    assert "Zora Quillfeather" in client.get(f"/staff/e/{event.slug}/roster/").content.decode()
    assert "Zora Quillfeather" in str(export_archive(Event.objects.get(pk=event.pk)))
    [entry] = journaled(event, Verb.NAMES_CHOSEN)
    assert entry.data["after"] == "number"
    assert "number only" in flat(client.get(f"/staff/e/{event.slug}/journal/"))


def test_an_alias_is_nobody_elses_name() -> None:
    event, owner, _hidden = swiss()
    choose_alias(event_id=event.pk, actor=owner, number=2, alias="Moth")
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/roster/players/1/"
    for taken in ("IRIS vandermeer", "moth", "x" * 81):
        answer = client.post(f"{address}alias/", {"alias": taken})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert f'value="{taken}"' in answer.content.decode(), "nothing typed is lost"
        assert event.enrollments.get(number=1).alias == ""
        words = (
            "An alias can have at most 80 characters."
            if len(taken) > 80
            else "Another person in this event has that name. Choose a different one."
        )
        assert words in flat(answer)
    client.post(f"{address}alias/", {"alias": "Gyre"})
    assert 'value="Gyre"' in client.get(address, {"act": "alias"}).content.decode()
    assert "Gyre" in flat(client.get(f"/staff/e/{event.slug}/journal/"))


def test_a_player_chooses_an_alias_by_phone_and_reads_the_opponents() -> None:
    event, _owner = event_of_phones()
    first, second = pair_at(event)
    phone, other = Phone(first), Phone(second)
    assert phone.post("alias", alias="Moth").status_code == HTTPStatus.FOUND
    words = said(event)
    assert "Moth" in words
    assert first.name not in words
    assert "Moth" in other.page()
    assert first.name not in other.page()
    assert first.name in phone.page(), "one's own name is one's own"
    refused = other.post("alias", alias="MOTH")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'value="MOTH"' in refused.content.decode()
    [entry] = journaled(event, Verb.ALIAS_CHOSEN)
    assert entry.data["phone"] is True


def test_the_page_says_what_is_kept_in_both_languages() -> None:
    event, owner = event_with_owner(2)
    choose(event, owner, PublicNames.INITIAL)
    words = [
        Client(headers={"accept-language": code}).get(f"/e/{event.slug}/privacy/").content.decode()
        for code in ("en", "ja")
    ]
    assert "first names and an initial." in words[0]
    assert "名と姓の頭文字" in words[1]
    assert "/privacy/" in Client().get(f"/e/{event.slug}/").content.decode()


@pytest.mark.parametrize(
    "route",
    [
        Route("settings/shown/", Action.EDIT_EVENT, "post", {"names": "alias"}),
        Route("roster/players/1/alias/", Action.EDIT_ROSTER, "post", {"alias": "Moth"}),
    ],
    ids=str,
)
def test_access(route: Route) -> None:
    event, _owner = event_with_owner(2)
    check_access(event, route)
    if route.method == "post" and "settings" not in route.path:
        check_methods(event, route)


def test_names_cost_the_same_for_few_and_for_many() -> None:
    few, many = event_with_owner(2)[0], event_with_owner(12)[0]
    costs = set()
    for event in (few, many):
        for one in event.enrollments.all():
            one.alias = f"Alias {one.number}"
            one.save()
        client = factories.client_of(factories.staff_member(event))
        address = settings_address(event, "shown")
        costs.add(queries_of(lambda client=client, address=address: client.get(address)))  # type: ignore[misc]
    assert len(costs) == 1
