"""Decklists and deck checks (digital event rules, 2.6, 2.7, 6.1 and 7.1), in their words."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from events.core.decks.decklists import counted
from events.core.stages.plans import StagePlan
from events.decks.actions import end_deck_check, save_decklist, start_deck_check
from events.models import DeckCheck, Decklist, Event, FactSheet, Role, Verb
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import at_table, event_with_owner, journaled, refused, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.stages import SINGLE, confirm, play_swiss, staged
from tests.events.test_words_of_the_documents import BOTH, read, same_language_afterwards
from tests.markup import flat
from tests.queries import queries_of

__all__ = ["same_language_afterwards"]

pytestmark = pytest.mark.django_db

LIST = "4 Lightning Bolt\n56 Mountain\nmy lucky card\nSideboard\n15 Island"


def save(event: Event, actor: User, number: int = 1, **more: str) -> Decklist:
    said = {"state": "received", "text": LIST, **more}
    return save_decklist(event_id=event.pk, actor=actor, number=number, **said)


@pytest.mark.parametrize(
    ("text", "game_format", "games", "problems"),
    [
        (LIST, "Modern", 2, ()),
        ("59 Island", "Modern", 2, ("few",)),
        (LIST, "Modern", 1, ("side",)),
        ("4 Bolt (UND) 97\n60 Island\n4 Bolt *F*", "Modern", 2, ("copies",)),
        ("60 Island\n5 Lightning Bolt", "Modern", 2, ("copies",)),
        ("60 Island\n3 Bolt\nSB: 2 bolt", "Modern", 2, ("copies",)),
        ("40 Island\nSideboard\n30 Bolt", "Sealed Deck", 2, ()),
        ("39 Island", "Booster Draft", 2, ("few",)),
    ],
)
def test_constructed_60_cards_or_more_sideboard_up_to_15_4_of_a_name_limited_40_or_more(
    text: str, game_format: str, games: int, problems: tuple[str, ...]
) -> None:
    assert counted(text, game_format, games).problems == problems


def test_unknown_lines_are_kept_as_typed() -> None:
    event, owner = event_with_owner(2)
    deck = save(event, owner)
    assert deck.text == LIST
    assert counted(LIST, "", 2).unknown == ("my lucky card",)
    page = factories.client_of(owner).get(address(event, "deck", number=1)).content.decode()
    assert "my lucky card" in page
    assert "unrecognized line" not in page, "once, at its line"
    assert "Cards in the deck: 60, in the sideboard: 15" in page


def test_a_dek_file_is_kept_as_text_and_what_is_wrong_is_named_at_its_line() -> None:
    event, owner = event_with_owner(2)
    card = '<Cards Quantity="{}" Sideboard="{}" Name="{}"/>'.format
    cards = card(8, "false", "Lightning Bolt") + card(60, "false", "Mountain")
    browser = factories.client_of(owner)
    url = address(event, "deck", number=1)
    browser.post(url, {"state": "submitted", "text": f"<Deck>{cards}</Deck>"})
    assert Decklist.objects.get().text == "8 Lightning Bolt\n60 Mountain"
    page = flat(browser.get(url))
    assert "Line 1: 8 × Lightning Bolt, 4 allowed" in page
    assert page.count("8 × Lightning Bolt, 4 allowed") == 1, "once, at its line"
    assert "8 × Lightning Bolt, 4 allowed" in flat(browser.get(address(event, "decks")))
    bomb = '<!DOCTYPE Deck [<!ENTITY a "a">]><Deck/>'
    answer = browser.post(url, {"state": "submitted", "text": bomb})
    assert answer.status_code == 422
    assert "Paste the list as text." in flat(answer)
    assert "ENTITY a" in flat(answer), "nothing typed is lost"
    assert Decklist.objects.get().text == "8 Lightning Bolt\n60 Mountain"


def test_decklists_are_locked_at_the_deadline_and_changes_need_a_judge_and_a_reason() -> None:
    event, _owner = event_with_owner(2)
    before = timezone.now() - datetime.timedelta(minutes=1)
    FactSheet.objects.create(event=event, decklists="closed", deck_deadline=before)
    keeper = factories.staff_member(event, Role.SCOREKEEPER)
    judge = factories.staff_member(event, Role.JUDGE)
    words = "Decklists are locked after the deadline. Only a judge can change them, with a reason."
    with refused(words, "text"):
        save(event, keeper)
    with refused("Give a reason. It is recorded in the journal.", "reason"):
        save(event, judge)
    save(event, judge, reason="the wrong sideboard")
    assert journaled(event, Verb.DECKLIST_CHANGED)[0].data["reason"] == "the wrong sideboard"
    save_decklist(event_id=event.pk, actor=keeper, number=1, state="checked", text=None)
    assert Decklist.objects.get().state == "checked", "how far it is may still be told"


def test_paper_lists_are_submitted_received_and_checked_by_a_button() -> None:
    event, owner = event_with_owner(2)
    browser = factories.client_of(owner)
    browser.post(address(event, "deck", number=2), {"state": "received"})
    assert Decklist.objects.get().state == "received"
    few = queries_of(lambda: browser.get(address(event, "decks")))
    many, host = event_with_owner(20)
    browser = factories.client_of(host)
    assert queries_of(lambda: browser.get(address(many, "decks"))) == few


def test_lists_stand_by_name_as_everywhere() -> None:
    event = factories.event()
    owner = factories.staff_member(event, Role.ORGANIZER)
    factories.enroll_players(event, ["Zoe", "abe", "Émile", "Fay"])
    page = factories.client_of(owner).get(address(event, "decks")).content.decode()
    assert sorted(("Zoe", "abe", "Émile", "Fay"), key=page.index) == ["abe", "Émile", "Fay", "Zoe"]


def test_where_no_lists_are_required_only_who_has_one_has_buttons() -> None:
    event, owner = event_with_owner(3)
    browser = factories.client_of(owner)
    assert 'name="state"' not in browser.get(address(event, "decks")).content.decode()
    save(event, owner, 2)
    assert browser.get(address(event, "decks")).content.decode().count('name="state"') == 3
    FactSheet.objects.create(event=event, decklists="closed")
    assert browser.get(address(event, "decks")).content.decode().count('name="state"') == 9


@BOTH
def test_open_lists_are_shown_to_everybody_after_a_cut_closed_ones_only_to_staff(
    language: str,
) -> None:
    event, owner = staged(
        8, StagePlan(rounds=1, cut_by="rank", cut_value=2), StagePlan(kind=SINGLE)
    )
    FactSheet.objects.create(event=event, decklists="open")
    play_swiss(event, owner, 1, 1)
    for number in range(1, 9):
        save(event, owner, number)
    assert "Lightning Bolt" not in read(Client(), event, "decks", language)
    advancing = confirm(event, owner, 1)
    page = read(Client(), event, "decks", language)
    assert page.count("Lightning Bolt") == len(advancing)
    FactSheet.objects.update(decklists="closed")
    Event.objects.update(public_revision=99)
    assert "Lightning Bolt" not in read(Client(), event, "decks", language)


def test_a_deck_check_picks_a_table_and_gives_its_extension_by_itself() -> None:
    event, owner = event_with_owner(6)
    browser = factories.client_of(owner)
    none = browser.post(address(event, "deck-check"), {"random": "1"}, follow=True)
    assert "No table in a posted round is available for a deck check." in none.content.decode()
    start_round(event, owner, 1)
    browser.post(address(event, "deck-check"), {"random": "1"})
    check = DeckCheck.objects.get()
    with refused(f"A deck check is in progress at table {check.match.table}."):
        start_deck_check(event_id=event.pk, actor=owner, number=1, table=check.match.table or 0)
    began = timezone.now() - datetime.timedelta(minutes=6, seconds=30)
    DeckCheck.objects.update(started_at=began)
    url = address(event, "deck-check-end", check_id=check.pk)
    page = browser.post(url, {"findings": "a marked sleeve"}, follow=True).content.decode()
    assert "a marked sleeve" in page
    assert at_table(event, 1, check.match.table or 0).extension_minutes == 10
    with refused("This deck check is already over."):
        end_deck_check(event_id=event.pk, actor=owner, check_id=check.pk, findings="")


def test_lists_and_checks_travel() -> None:
    event, owner = event_with_owner(4)
    FactSheet.objects.create(event=event, decklists="open", deck_deadline=timezone.now())
    save(event, owner, reason="late")
    start_round(event, owner, 1)
    start_deck_check(event_id=event.pk, actor=owner, number=1, table=2)
    event.refresh_from_db()
    values = export_archive(event)
    assert values["decks"][0]["text"] == LIST
    again = import_archive(archive=read_archive(as_bytes(values)), actor=owner)
    assert export_archive(again) == values


@pytest.mark.parametrize(
    "route",
    [
        Route("decks/", Action.SEE),
        Route("decks/1/", Action.SEE),
        Route("decks/1/", Action.DECKS, "post"),
        Route("decks/shown/", Action.SEE),
        Route("decks/shown/", Action.EDIT_EVENT, "post"),
        Route("decks/check/", Action.DECKS, "post"),
        Route("decks/checks/", Action.SEE),
        Route("decks/check/9/end/", Action.DECKS, "post"),
        Route("decks/check/9/stop/", Action.DECKS, "post"),
    ],
    ids=str,
)
def test_doors(route: Route) -> None:
    check_access(factories.event_with_players(2), route)
    if route.path.startswith("decks/check/"):
        check_methods(factories.event(), route)
