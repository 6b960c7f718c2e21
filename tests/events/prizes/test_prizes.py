"""Prizes of an event: the list, the winners, what is handed out, and who may do what."""

import json
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from events.core.events.actions import copy_settings
from events.core.events.finishing_actions import finish_event
from events.core.journal.words import entries
from events.core.players.private_address import token_of
from events.core.prizes.pool import pool_of
from events.core.prizes.queries import current_awards, prize_list_of, prizes_of_place
from events.core.refusals import RefusedError
from events.hosting.personal_data.queries import personal_data
from events.models import Event, HandedPrize, Prize, Verb
from events.paper import prize_sheet
from events.prizes.actions import PrizeData, agree_split, hand_out, save_prizes, undo_hand_out
from events.stages.playoff_end_actions import end_playoff
from events.transfer.archive_files import read_archive
from events.transfer.event_export import export_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from tests import factories
from tests.archives import as_bytes
from tests.events.scenario import event_with_owner, journaled, play_round, player
from tests.events.support.access_cases import Route, check_access
from tests.events.support.stages import finish_round, playoff
from tests.queries import queries_of
from tests.shared import shared

pytestmark = pytest.mark.django_db
LINES = "1: 100 + Trophy\n2-3: 3 packs\n2-0: 1 packs\nUnder 18: 20 credit"


def data(**changed: Any) -> PrizeData:
    values: dict[str, Any] = {
        "currency": "USD",
        "ties": "tiebreak",
        "one_each": False,
        "per_entry": 0,
        "added": 0,
        "shown": False,
        "lines": LINES,
        "labels": "",
    }
    return PrizeData(**values | changed)


def played(players: int = 4, **changed: Any) -> tuple[Event, User]:
    """Return an event after two rounds, with these prizes."""
    event, owner = event_with_owner(players)
    for number in (1, 2):
        play_round(event, owner, number)
    save_prizes(event_id=event.pk, actor=owner, data=data(**changed))
    event.refresh_from_db()
    return event, owner


def won(event: Event) -> list[tuple[int, str, str]]:
    event = Event.objects.get(pk=event.pk)
    return [(award.place, award.money, award.other) for award in current_awards(event)]


def test_places_records_and_labels_win_prizes() -> None:
    event, _owner = played(labels="")
    assert won(event) == [
        (1, "$100", "Trophy, 1 pack"),
        (2, "", "3 packs"),
        (3, "", "3 packs"),
    ]
    last = current_awards(event)
    fourth = ({1, 2, 3, 4} - {award.number for award in last}).pop()
    _event, owner = event, factories.user()
    save_prizes(event_id=event.pk, actor=owner, data=data(labels=f"Under 18: {fourth}"))
    assert won(event)[3] == (4, "", "$20 store credit")


def test_what_was_handed_out_stays_when_a_correction_changes_the_prize() -> None:
    event, owner = played()
    winner = current_awards(event)[0].number
    hand_out(event_id=event.pk, actor=owner, number=winner)
    with pytest.raises(RefusedError):
        hand_out(event_id=event.pk, actor=owner, number=winner)
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1: 80"))
    [award] = current_awards(Event.objects.get(pk=event.pk))
    assert award.differs
    assert award.handed_words == "$100, Trophy, 1 pack"
    assert award.money == "$80"
    undo_hand_out(event_id=event.pk, actor=owner, number=winner)
    with pytest.raises(RefusedError):
        undo_hand_out(event_id=event.pk, actor=owner, number=winner)
    told = [entries.sentence(entry) for entry in event.journal.order_by("id")][-3:]
    name = player(event, winner).name
    assert told == [
        f"{name} was handed a prize: $100, Trophy, 1 pack.",
        "The prizes were changed.",
        f"{name} was not handed this prize: $100, Trophy, 1 pack.",
    ]


def test_a_player_without_a_prize_is_handed_none() -> None:
    event, owner = played(lines="1: 100")
    second = ({1, 2, 3, 4} - {award.number for award in current_awards(event)}).pop()
    with pytest.raises(RefusedError, match="wins no prize"):
        hand_out(event_id=event.pk, actor=owner, number=second)


def ended_playoff() -> tuple[Event, User]:
    """Return an event whose four players in the playoff ended it before the final."""
    event, owner = playoff(8, 4)
    number = event.rounds.latest("number").number
    finish_round(event, owner, number)
    stage = event.stages.latest("number")
    end_playoff(event_id=event.pk, actor=owner, number=stage.number, reason="late")
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1: 100\n2: 50.01\n3-4: 10"))
    event.refresh_from_db()
    return event, owner


def test_a_playoff_that_ends_by_agreement_is_split_equally_or_as_agreed() -> None:
    event, owner = ended_playoff()
    assert [award.money for award in current_awards(event)] == ["$75.01", "$75", "$10", "$10"]
    first, second = (award.number for award in current_awards(event)[:2])
    for amounts in ({first: 10_000, second: 5_000}, {first: 15_001}):
        with pytest.raises(RefusedError):
            agree_split(event_id=event.pk, actor=owner, amounts=amounts)
    agree_split(event_id=event.pk, actor=owner, amounts={first: 10_001, second: 5_000})
    assert [award.money for award in current_awards(event)][:2] == ["$100.01", "$50"]
    agree_split(event_id=event.pk, actor=owner, amounts={})
    assert [award.money for award in current_awards(event)][:2] == ["$75.01", "$75"]


def test_the_page_of_the_split_keeps_what_adds_up() -> None:
    event, owner = ended_playoff()
    client = factories.client_of(owner)
    first, second = (award.number for award in current_awards(event)[:2])
    address = f"/staff/e/{event.slug}/prizes/split/"
    page = client.get(f"/staff/e/{event.slug}/prizes/")
    assert "Split of the playoff" in page.text
    client.post(address, {f"amount-{first}": "100.01", f"amount-{second}": "50"})
    assert prize_list_of(event).agreed == sorted([[first, 10_001], [second, 5_000]])
    client.post(address, {"equal": "on"})
    assert prize_list_of(event).agreed == []


ROUTES = [
    Route("prizes/", Action.SEE),
    Route("prizes/list/", Action.SEE),
    Route("print/prizes.pdf", Action.SEE),
    Route("prizes/list/", Action.EDIT_EVENT, "post"),
    Route("prizes/split/", Action.EDIT_EVENT, "post"),
    Route("prizes/1/hand-out/", Action.EDIT_EVENT, "post"),
    Route("prizes/1/take-back/", Action.EDIT_EVENT, "post"),
]


def test_a_scanned_player_is_found_among_the_winners() -> None:
    event, owner = played()
    Event.objects.filter(pk=event.pk).update(private_pages=True)
    client = factories.client_of(owner)
    winner = event.enrollments.get(number=current_awards(event)[0].number)
    link = f"https://play.example/me/open/{token_of(winner.pk, winner.address_nonce)}/"
    page = client.get(f"/staff/e/{event.slug}/prizes/", {"player": link})
    assert [award.number for award in page.context["awards"]] == [winner.number]
    sign = f"https://play.example/e/{event.slug}/tables/1/"
    page = client.get(f"/staff/e/{event.slug}/prizes/", {"player": sign})
    assert "This is the code of table 1" in page.content.decode()


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_roles(route: Route) -> None:
    check_access(factories.event(), route)


def test_the_list_is_calculated_filled_in_and_saved() -> None:
    event, owner = event_with_owner(11)
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/prizes/list/"
    form = {"currency": "USD", "ties": "tiebreak", "per_entry": "5", "lines": "", "added": ""}
    page = client.post(address, form | {"fill": "table"})
    assert "1: 24.75" not in page.text
    assert page.context["total"] == "$55"
    assert Event.objects.get(pk=event.pk).prizes_for == ""
    page = client.post(address, form | {"fill": "fit", "lines": "1: 20\n2: 10"})
    assert "1: 37\r\n2: 18" in page.text or "1: 37\n2: 18" in page.text
    page = client.post(address, form | {"lines": "1: x\nwrong"})
    assert page.status_code == 422
    assert "Line 2 is not a prize" in page.text
    assert "1: x" in page.text
    answer = client.post(address, form | {"lines": "1: 20\n2: 10", "shown": "on"})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.shows_prizes
    assert prizes_of_place(event, 2) == "$10"
    assert len(journaled(event, Verb.PRIZES_CHANGED)) == 1


def test_who_saves_second_is_shown_both() -> None:
    event, owner = played()
    client = factories.client_of(owner)
    address = f"/staff/e/{event.slug}/prizes/list/"
    seen = client.get(address).context["seen"].value
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1: 7"))
    form = {"currency": "USD", "ties": "tiebreak", "lines": "1: 8", "seen": seen}
    page = client.post(address, form)
    assert page.status_code == 422
    assert "1: 7" in page.text
    assert event.prizes.get().money == 700


def test_the_desk_finds_a_winner_by_name_and_hands_out() -> None:
    event, owner = played()
    client = factories.client_of(owner)
    award = current_awards(event)[0]
    page = client.get(f"/staff/e/{event.slug}/prizes/", {"player": award.name})
    assert [found.number for found in page.context["awards"]] == [award.number]
    client.post(f"/staff/e/{event.slug}/prizes/{award.number}/hand-out/")
    assert HandedPrize.objects.get().who == owner.get_username()
    client.post(f"/staff/e/{event.slug}/prizes/{award.number}/take-back/")
    assert not HandedPrize.objects.exists()


@pytest.mark.parametrize(
    ("lines", "heads"), [("1: 100", (True, False)), ("1: 3 packs", (False, True))]
)
def test_no_column_is_empty(lines: str, heads: tuple[bool, bool]) -> None:
    event, owner = played(lines=lines)
    page = factories.client_of(owner).get(f"/staff/e/{event.slug}/prizes/").content.decode()
    assert tuple(f">{words}</th>" in page for words in ("Cash", "Prize")) == heads


def test_a_long_list_takes_as_many_queries_as_a_short_one() -> None:
    counts = []
    for players, lines in ((4, "1: 100\nUnder 18: 2"), (12, "1-12: 5\nUnder 18: 2")):
        event, owner = played(players, lines=lines)
        for award in current_awards(event)[1:]:
            hand_out(event_id=event.pk, actor=owner, number=award.number)
        client = factories.client_of(owner)
        address = f"/staff/e/{event.slug}/prizes/"
        counts.append(queries_of(partial(client.get, address)))
    assert counts[0] == counts[1]


def test_players_see_the_list_only_where_the_organizer_shows_it(client: Any) -> None:
    event, owner = played(lines="1: 100")
    assert "$100" not in client.get(f"/e/{event.slug}/about/").text
    assert prizes_of_place(event, 1) == ""
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1: 100", shown=True))
    assert "$100" in client.get(f"/e/{event.slug}/about/").text


def test_prizes_travel_in_the_archive_and_are_copied() -> None:
    event, owner = played(labels="Under 18: 2", shown=True, per_entry=500)
    hand_out(event_id=event.pk, actor=owner, number=current_awards(event)[0].number)
    archive = export_archive(event)
    again = import_archive(archive=read_archive(as_bytes(archive)), actor=factories.user())
    assert export_archive(again)["prizes"] == archive["prizes"]
    assert archive["prizes"]["handed"][0]["money"] == 10_000
    assert won(again) == won(event)
    copy = factories.event()
    copy_settings(copy, event)
    assert copy.shows_prizes
    assert [prize.money for prize in copy.prizes.all()] == [10_000, 0, 0, 0]
    assert not HandedPrize.objects.filter(enrollment__event=copy).exists()


def test_what_is_known_of_a_player_includes_label_and_prize() -> None:
    event, owner = played(labels="Under 18: 2")
    winner = current_awards(event)[0].number
    hand_out(event_id=event.pk, actor=owner, number=winner)
    assert personal_data(player(event, 2))["prizelabel"][0]["label"] == "Under 18"
    assert personal_data(player(event, winner))["handedprize"][0]["money"] == 10_000


# Five real events of different sizes; the pool is a share of the entries plus a fixed amount.
REAL = {
    "0008-players-03-rounds-3e84b9.json": "tiebreak",
    "0021-players-08-rounds-3d9ddb.json": "equal",
    "0064-players-06-rounds-cafb91.json": "hort",
    "0095-players-10-rounds-4847e4.json": "equal",
    "0177-players-11-rounds-4afe5f.json": "hort",
}


@pytest.mark.parametrize(("name", "ties"), REAL.items())
def test_prizes_of_real_events_add_up_to_the_pool(name: str, ties: str) -> None:
    values = json.loads(shared("corpus", name).read_bytes())
    event = import_archive(archive=read_archive(as_bytes(values)), actor=factories.user())
    lines = "1: 30\n2: 20\n3-4: 12.50\n5-8: 6.25"
    first = data(lines=lines, ties=ties, per_entry=437, added=1_001)
    save_prizes(event_id=event.pk, actor=factories.user(), data=first)
    event.refresh_from_db()
    rows = list(event.prizes.all())
    players = event.enrollments.exclude(dropped_after=0).count()
    pool = pool_of(event, prize_list_of(event), rows, players)
    fitted = data(lines=pool.fitting, ties=ties, per_entry=437, added=1_001)
    save_prizes(event_id=event.pk, actor=factories.user(), data=fitted)
    awards = current_awards(event)
    assert sum(award.value.money for award in awards) == 437 * players + 1_001
    money = [award.value.money for award in awards]
    assert money == sorted(money, reverse=True)
    assert Prize.objects.filter(event=event).count() == 4


def test_a_player_reads_the_own_prize_once_the_event_is_finished(client: Any) -> None:
    event, owner = played(lines="1: 100\n2-4: 3 packs", shown=True)
    winner = current_awards(event)[0].number
    address = f"/e/{event.slug}/players/{winner}/"
    assert "Prize for this place" in client.get(address).text
    finish_event(event_id=event.pk, actor=owner)
    page = client.get(address).text
    assert "$100" in page
    assert "Prize for this place" not in page
    save_prizes(event_id=event.pk, actor=owner, data=data(lines="1: 100"))
    assert "$100" not in client.get(address).text


def test_the_sheet_to_sign_has_every_winner_and_what_was_handed_out() -> None:
    event, owner = played(lines="1: 100\n2-4: 3 packs")
    number = current_awards(event)[0].number
    hand_out(event_id=event.pk, actor=owner, number=number)
    sheet = prize_sheet(event, current_awards(event)).data
    assert sheet["tail"] == "Total: $100, 9 packs. Sign when you receive your prize."
    cells = sheet["groups"][0]["cells"]
    assert [cells[at] for at in range(2, len(cells), 5)] == ["$100", "", "", ""]
    assert owner.get_username() in cells[4]


def test_a_new_list_counts_its_pool_in_the_currency_that_the_form_proposes() -> None:
    event, owner = event_with_owner(2)
    page = factories.client_of(owner).get(
        f"/staff/e/{event.slug}/prizes/list/", headers={"accept-language": "ja"}
    )
    assert page.context["form"]["currency"].value() == "JPY"
    assert "$" not in page.context["total"]
