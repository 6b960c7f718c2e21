"""Lists of a team: one for each seat, in the format of the seat."""

import pytest
from django.contrib.auth.models import User

from events.core.decks.seat_lists import formats_by_seat, joined_lists, lists_by_seat
from events.decks.actions import save_decklist
from events.models import Decklist, Event, FactSheet
from tests import factories
from tests.events.support.doors import address
from tests.events.support.phones import Phone, event_of_phones
from tests.markup import flat

pytestmark = pytest.mark.django_db
A, B = "60 Island\nSideboard\n15 Swamp", "4 Bolt\n55 Forest"
JOINED = f"// Seat A\n{A}\n\n// Seat B\n{B}"


def teams(game_format: str = "Standard / Pioneer / Modern") -> tuple[Event, User]:
    event, owner = event_of_phones(
        2, posted=False, team_size=3, game_format=game_format, phone_decks=True
    )
    FactSheet.objects.create(event=event, decklists="closed")
    return event, owner


@pytest.mark.parametrize(
    ("game_format", "formats"),
    [
        ("Standard / Pioneer / Modern", ["Standard", "Pioneer", "Modern"]),
        ("Standard, Pioneer,Modern", ["Standard", "Pioneer", "Modern"]),
        ("スタンダード／パイオニア／モダン", ["スタンダード", "パイオニア", "モダン"]),
        ("Standard / Modern", ["Standard / Modern"] * 3),
        ("Team Sealed", ["Team Sealed"] * 3),
        ("", [""] * 3),
    ],
)
def test_a_format_for_each_seat(game_format: str, formats: list[str]) -> None:
    assert list(formats_by_seat(game_format, "ABC").values()) == formats


def test_lists_of_seats_are_one_text_and_back() -> None:
    assert joined_lists({"A": A, "B": B, "C": " "}) == JOINED
    assert lists_by_seat(JOINED, "ABC") == {"A": A, "B": B, "C": ""}
    assert lists_by_seat(A, "ABC") == {"A": A, "B": "", "C": ""}
    assert joined_lists({"A": "", "B": "", "C": ""}) == ""


def test_a_team_hands_in_a_list_for_each_seat_by_phone() -> None:
    event, owner = teams()
    phone = Phone(event.enrollments.get(number=1))
    page = flat(phone.client.get(phone.url("deck")))
    assert "List of seat B (Pioneer)" in page
    phone.post("deck", text_a=A, text_b=B, text_c="")
    assert Decklist.objects.get().text == JOINED
    page = flat(phone.client.get(phone.url("deck")))
    assert "Cards in the deck: 60, in the sideboard: 15" in page
    assert "59 cards, minimum 60" in page
    assert ">missing</span>" in page
    desk = factories.client_of(owner)
    page = flat(desk.get(address(event, "deck", number=1)))
    assert "List of seat C (Modern)" in page
    assert "59 cards, minimum 60" in page
    listed = flat(desk.get(address(event, "decks")))
    assert "60 / 15" in listed
    assert "59 cards, minimum 60" in listed


def test_the_desk_saves_the_lists_of_a_team_and_a_conflict_keeps_what_was_typed() -> None:
    event, owner = teams()
    desk, url = factories.client_of(owner), address(event, "deck", number=1)
    seen = str(desk.get(url).context["seen"])
    data = {"state": "received", "text_a": A, "text_b": B, "text_c": "", "seen": seen}
    assert desk.post(url, data)["Location"] == url
    assert Decklist.objects.get().text == JOINED
    answer = desk.post(url, {**data, "text_c": "60 Plains"})
    assert answer.status_code == 422
    assert "60 Plains" in flat(answer)
    assert Decklist.objects.get().text == JOINED


def test_a_single_player_has_one_list_as_before() -> None:
    event, owner = event_of_phones(2, posted=False, game_format="Standard / Pioneer / Modern")
    save_decklist(event_id=event.pk, actor=owner, number=1, state="received", text=A)
    page = flat(factories.client_of(owner).get(address(event, "deck", number=1)))
    assert 'name="text"' in page
    assert "List of seat" not in page
    assert "Cards in the deck: 60, in the sideboard: 15" in page
