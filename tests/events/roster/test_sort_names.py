"""The sort name of a player: guessed, changed, read from columns, and what it orders."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from domain.names import clean_sort_name, listed_name
from events.core.players.actions import change_enrollment
from events.core.players.player_entries import enrollment_data
from events.core.players.privacy_actions import choose_public_names
from events.models import Enrollment
from events.roster.parsing.pasted_text import read_list
from events.roster.queries import Order, RosterFilter, roster_list
from events.transfer.event_export import export_archive
from tests.events.support.public_events import Played


@pytest.mark.parametrize(
    ("name", "sort_name", "listed"),
    [
        ("Hugo Abreu", "", "Abreu, Hugo"),
        ("Jan van den Heuvel", "", "van den Heuvel, Jan"),
        ("Maria de la Cruz II", "", "de la Cruz II, Maria"),
        ("Ana Fernández de la Vega", "Fernández de la Vega, Ana", "Fernández de la Vega, Ana"),
        ("田中 太郎", "", "田中 太郎"),
        ("Madonna", "", "Madonna"),
        ("Player 7", "", "Player 7"),
    ],
)
def test_a_list_by_family_name_has_it_first(name: str, sort_name: str, listed: str) -> None:
    assert listed_name(name, sort_name) == listed
    assert clean_sort_name(listed, name) == sort_name


@pytest.mark.django_db
def test_a_sort_name_is_changed_at_the_player_and_orders_lists(client: Client) -> None:
    played = Played(["Ana Fernández de la Vega", "Bo Garcia", "Cy Eklund", "Di Hill"])
    player = Enrollment.objects.get(name="Ana Fernández de la Vega")
    who: dict[str, Any] = {"event_id": played.event.pk, "actor": played.organizer}
    data = replace(enrollment_data(player), sort_name="Fernández de la Vega,  Ana")
    change_enrollment(**who, number=player.number, data=data)
    player.refresh_from_db()
    assert player.sort_name == "Fernández de la Vega, Ana"
    roster = roster_list(played.event, RosterFilter(order=Order.FAMILY))
    families = [one.name.split()[1] for one in roster.players]
    assert families == ["Eklund", "Fernández", "Garcia", "Hill"]
    played.post(1)
    wall = client.get(played.url("projector")).content.decode()
    names = re.findall(r"<span class=n translate=no>([^<]*)</span><span class=t>", wall)
    assert names == ["Eklund, Cy", "Fernández de la Vega, Ana", "Garcia, Bo", "Hill, Di"]
    assert export_archive(played.event)["players"][0]["sort_name"] == player.sort_name
    choose_public_names(**who, names="initial")
    assert "Fernández" not in client.get(played.url("projector")).content.decode()


def test_columns_of_both_names_give_the_sort_name() -> None:
    read = read_list("First name\tLast name\nAna\tFernández de la Vega\nBo\tGarcia")
    assert [line.sort_name for line in read.lines] == ["Fernández de la Vega, Ana", "Garcia, Bo"]
