"""One person who is another player in each event becomes one, and several again."""

import datetime
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connections

from events.core.refusals import RefusedError
from events.core.standings.actions import publish_standings
from events.hosting.personal_data.actions import pseudonymize_player
from events.models import (
    Badge,
    Enrollment,
    Event,
    Organisation,
    OrganisationEntry,
    Player,
    Queue,
    QueueEntry,
    Series,
)
from events.on_demand.actions import join
from events.on_demand.pod_actions import open_queue
from events.organisations.words import entry_words
from events.series.queries import series_rows
from events.series.same_player_actions import combine_players, separate_players
from events.series.same_players import combined_players, same_names
from tests import factories
from tests.events.scenario import refused
from tests.events.series.test_series import BASE, FORM, owner_of
from tests.markup import flat
from tests.queries import queries_of

PAGE = f"{BASE}1/"


@pytest.fixture
def owner() -> User:
    return owner_of("shop")


def evening(owner: User, day: int, *names: str) -> Event:
    """A finished event whose players nobody knows from another one."""
    organisation = Organisation.objects.get(members__user=owner)
    event = factories.EventFactory.create(
        name=f"Friday {day}", date=datetime.date(2026, 5, day), organisation=organisation, rounds=1
    )
    factories.enroll_players(event, list(names))
    Player.objects.filter(enrollments__event=event).update(organisation=organisation)
    factories.RoundFactory.create(event=event, complete=True, with_matches=True)
    publish_standings(event_id=event.pk, actor=owner, number=1)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    return event


def league(owner: User, *evenings: tuple[str, ...]) -> Series:
    for number, names in enumerate(evenings, 1):
        evening(owner, number, *names)
    factories.client_of(owner).post(f"{BASE}new/", FORM | {"best": "9"})
    return Series.objects.get()


def groups(series: Series) -> list[tuple[str, int]]:
    events = list(Event.objects.filter(organisation=series.organisation))
    return [(same.name, len(same.players)) for same in same_names(events)]


def places(series: Series) -> list[tuple[str, int]]:
    return [(row.name, len(row.lines)) for row in series_rows(series)]


def players_called(name: str) -> list[int]:
    return list(Player.objects.filter(name=name).order_by("pk").values_list("pk", flat=True))


@pytest.mark.django_db
def test_a_league_of_pasted_names_adds_up_by_one_button_and_comes_apart_again(owner: User) -> None:
    series = league(owner, ("Ada Moe", "Ben"), ("ada moe", "Ben"), ("Moe, Ada", "Cleo"))
    before = places(series)
    assert len(before) == 6
    browser = factories.client_of(owner)
    page = flat(browser.get(PAGE))
    assert "2 names appear more than once" in page
    assert groups(series) == [("Ben", 2), ("Moe, Ada", 3)]
    several = [same.value for same in same_names(list(Event.objects.all()))]
    answer = browser.post(f"{PAGE}combine/", {"same": several}, follow=True)
    page = flat(answer)
    assert "2 names are one player each now." in page
    assert "more than once" not in page
    assert sorted(places(series)) == [("Ben", 2), ("Cleo", 1), ("Moe, Ada", 3)]
    assert Player.objects.count() == 3
    assert [(one.name, len(one.events)) for one in combined_players(series)] == [
        ("Moe, Ada", 2), ("Ben", 1),
    ]  # fmt: skip
    # A second press reports it and changes nothing.
    again = flat(browser.post(f"{PAGE}combine/", {"same": several[:1]}, follow=True))
    assert "These entries are one player already." in again
    keys = [one.key for one in combined_players(series)]
    for key in keys:
        answer = browser.post(f"{PAGE}separate/", {"combined": key}, follow=True)
    assert "The entries of Ben are separate again." in flat(answer)
    assert sorted(places(series)) == sorted(before)
    again = flat(browser.post(f"{PAGE}separate/", {"combined": keys[0]}, follow=True))
    assert "These entries are separate already." in again
    lines = [entry_words(entry) for entry in OrganisationEntry.objects.order_by("pk")]
    assert lines == [
        "Changed the series Spring League.",
        *["Series Spring League: combined the entries of one player."] * 2,
        *["Series Spring League: separated the entries of one player."] * 2,
    ]
    assert "Ada" not in str(list(OrganisationEntry.objects.values_list("data", flat=True)))


@pytest.mark.django_db
def test_namesakes_who_met_and_removed_people_are_not_proposed(owner: User) -> None:
    series = league(owner, ("Ada", "Ben"), ("Ada", "Ada"), ("Ben", "Cleo"), ("Cleo", "Dev"))
    assert groups(series) == [("Ben", 2), ("Cleo", 2)]
    ids = players_called("Ada")
    with refused("Two players called Ada played in Friday 2. They are not one person."):
        combine_players(series=series, actor=owner, players=ids)
    for event in Event.objects.filter(name__in=["Friday 3", "Friday 4"]):
        number = event.enrollments.get(name="Cleo").number
        pseudonymize_player(event_id=event.pk, actor=owner, number=number, typed="Cleo")
    # In each event the new name has the player's number there.
    assert set(Enrollment.objects.filter(name__startswith="Player").values_list("name")) == {
        ("Player 1",), ("Player 2",),
    }  # fmt: skip
    assert groups(series) == [("Ben", 2)]


@pytest.mark.django_db
def test_the_address_the_badge_and_the_place_in_a_queue_stay(owner: User) -> None:
    series = league(owner, ("Ada", "Ben"), ("Ada", "Cleo"))
    old, young = Player.objects.filter(name="Ada").order_by("pk")
    young.email = "ada@example.org"
    young.save()
    shop = Organisation.objects.get()
    Badge.objects.create(organisation=shop, player=old)
    values = {"name": "Draft", "date": Event.objects.earliest("pk").date, "size": 8}
    queue: Queue = open_queue(organisation=shop, actor=owner, values=values | {"last_table": 9})
    QueueEntry.objects.filter(pk=join(queue=queue, name="Ada").pk).update(player=old)
    kept = combine_players(series=series, actor=owner, players=[old.pk, young.pk])
    assert kept == young
    assert kept.badge
    assert QueueEntry.objects.get().player == kept
    assert Enrollment.objects.filter(player=kept).count() == 2
    [one] = combined_players(series)
    separate_players(series=series, actor=owner, key=one.key)
    first, second = Enrollment.objects.filter(name="Ada").order_by("event__date")
    assert first.player != second.player == young
    Player.objects.filter(pk=first.player_id).update(email="other@example.org")
    assert groups(series) == []
    words = "Ada has two email addresses. Correct the address in one of the events."
    with refused(words):
        combine_players(series=series, actor=owner, players=players_called("Ada"))


@pytest.mark.django_db
def test_a_week_later_the_same_names_are_combined_again_and_each_time_comes_apart(
    owner: User,
) -> None:
    series = league(owner, ("Ada", "Ben"), ("Ada", "Cleo"))
    combine_players(series=series, actor=owner, players=players_called("Ada"))
    evening(owner, 3, "Ada", "Dev")
    newest = players_called("Ada")[-1]
    Player.objects.filter(pk=newest).update(email="ada@example.org")
    kept = combine_players(series=series, actor=owner, players=players_called("Ada"))
    assert kept.pk == newest
    assert [len(one.events) for one in combined_players(series)] == [2, 1]
    for one in combined_players(series)[::-1]:
        separate_players(series=series, actor=owner, key=one.key)
    assert sorted(places(series)).count(("Ada", 1)) == 3


@pytest.mark.django_db
def test_only_managers_combine_and_only_players_of_their_organisation(owner: User) -> None:
    series = league(owner, ("Ada", "Ben"), ("Ada", "Cleo"))
    other = owner_of("other")
    ids = players_called("Ada")
    value = {"same": ",".join(map(str, ids))}
    stranger = factories.client_of(other)
    assert stranger.post(f"{PAGE}combine/", value).status_code == 404
    judge = factories.user("judge")
    Organisation.objects.get(slug="shop").members.create(user=judge, judge=True)
    browser = factories.client_of(judge)
    assert "more than once" not in flat(browser.get(PAGE))
    assert "Your role can&#x27;t do this." in flat(
        browser.post(f"{PAGE}combine/", value, follow=True)
    )
    Player.objects.filter(pk=ids[0]).update(organisation=Organisation.objects.get(slug="other"))
    with refused("These entries are one player already."):
        combine_players(series=series, actor=owner, players=ids)
    assert Enrollment.objects.filter(name="Ada", player__in=ids).count() == 2


@pytest.mark.django_db
def test_few_and_many_names_take_the_same_queries(owner: User) -> None:
    league(owner, ("Ada", "Ben"), ("Ada", "Ben"))
    browser = factories.client_of(owner)
    few = queries_of(lambda: browser.get(PAGE))
    for day in (3, 4, 5):
        evening(owner, day, "Ada", "Ben", "Cleo", "Dev")
    assert queries_of(lambda: browser.get(PAGE)) == few


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("file_database")
def test_two_who_combine_at_once_make_one_player(owner: User) -> None:
    series = league(owner, ("Ada", "Ben"), ("Ada", "Cleo"))
    ids = players_called("Ada")
    begin = threading.Barrier(2)

    def ask(_part: int) -> str:
        begin.wait(30)
        try:
            return combine_players(series=series, actor=owner, players=ids).name
        except RefusedError as error:
            return str(error)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(ask, range(2)))
    assert answers == ["Ada", "These entries are one player already."]
    assert players_called("Ada") == ids[:1]
