"""Byes that places in a series earn enter the next event with every enrollment."""

import datetime
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from events.core.journal.words.entries import sentence
from events.core.players.actions import change_enrollment
from events.core.players.enrollment_actions import enroll
from events.core.players.player_entries import NewEnrollment, enrollment_data
from events.core.rounds.pairing_actions import pair_next_round
from events.core.series.bye_rewards import byes_of_words
from events.core.words.earned_byes import byes_reason
from events.models import (
    Event,
    Match,
    Organisation,
    OrganisationEntry,
    OrganisationMember,
    Series,
    SignUpSettings,
    Verb,
)
from events.roster.list_actions import take_list
from events.series.actions import count_byes_in, declare_over, open_again
from tests import factories
from tests.events.api.test_writing import Program
from tests.events.scenario import play_round
from tests.events.series.leagues import NAMES, league, publish_places
from tests.events.support.phones import Phone
from tests.events.support.signing_up import Phone as SignUpPhone
from tests.markup import flat

pytestmark = pytest.mark.django_db
BASE = "/staff/organisations/shop/series/1/"


@pytest.fixture
def owner() -> User:
    account = factories.user("anna")
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=account, owner=True)
    return account


@pytest.fixture
def series(owner: User) -> Series:
    """A league after one event, with the places of NAMES: Ada is first, Ben second."""
    return league(owner, Organisation.objects.get())


@pytest.fixture
def final(owner: User, series: Series) -> Event:
    """The event in which the byes count; the owner is its organizer."""
    event = factories.EventFactory.create(
        name="Grand Final", date=datetime.date(2026, 6, 6), private_pages=True,
        organisation=series.organisation,
    )  # fmt: skip
    factories.StaffMemberFactory.create(event=event, user=owner, organizer=True)
    count_byes_in(series=series, actor=owner, event_id=event.pk)
    return event


def byes(event: Event) -> dict[str, tuple[int, str]]:
    return {
        player.name: (player.awarded_byes, byes_reason(player))
        for player in event.enrollments.order_by("number")
        if player.awarded_byes
    }


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("2 byes", 2),
        ("a bye", 1),
        ("Two byes and a playmat", 2),
        ("5 byes", 3),
        ("不戦勝2回", 2),
        ("2回の不戦勝", 2),
        ("不戦勝", 1),
        ("invitation to the final", 0),
        ("goodbye gift", 0),
    ],
)
def test_rewards_name_byes(words: str, count: int) -> None:
    assert byes_of_words(words) == count


def test_each_door_awards_them_with_the_reason(owner: User, series: Series, final: Event) -> None:
    Series.objects.update(rewards=[[1, 1, "2 byes"], [2, 4, "a bye"]])
    browser, base = factories.client_of(owner), f"/staff/e/{final.slug}/"
    answer = browser.post(
        f"{base}roster/add/", {"name": "Ada Berg", "email": "ada@example.org"}, follow=True
    )
    assert "2 byes earned: place 1 in Spring League." in answer.content.decode()
    Program(final, owner).done("POST", "players", {"name": "Ben Ito", "email": "ben@example.org"})
    cleo = NewEnrollment("Cleo Vale", "cleo@example.org")
    take_list(event_id=final.pk, actor=owner, entries=[cleo, NewEnrollment("Eve Nye")])
    SignUpSettings.objects.create(event=final, is_open=True, ask_email="optional")
    dan = SignUpPhone(final)
    dan.sign_up("Dan Oak", email="dan@example.org")
    assert "place 4 in Spring League" in dan.page()
    assert byes(final) == {
        "Ada Berg": (2, "place 1 in Spring League"),
        "Ben Ito": (1, "place 2 in Spring League"),
        "Cleo Vale": (1, "place 3 in Spring League"),
        "Dan Oak": (1, "place 4 in Spring League"),
    }
    entry = final.journal.filter(verb=Verb.ENROLLED).order_by("pk")[0]
    assert "2 byes earned: place 1 in Spring League." in sentence(entry)
    with translation.override("ja"):
        assert "Spring League" in sentence(entry)
        assert "byes" not in sentence(entry)
    page = browser.get(f"{base}roster/players/1/").content.decode()
    assert "place 1 in Spring League" in page


def test_a_late_player_has_the_missed_rounds_as_byes(
    owner: User, series: Series, final: Event
) -> None:
    factories.enroll_players(final, ["One", "Two", "Three", "Four"])
    play_round(final, owner, 1)
    enroll(event_id=final.pk, actor=owner, entries=[NewEnrollment("Ada Berg", "ada@example.org")])
    (match,) = Match.objects.filter(first__name="Ada Berg", round__event=final)
    assert (match.kind, match.round.number) == (Match.Kind.BYE, 1)
    pair_next_round(event_id=final.pk, actor=owner, number=2)
    assert (
        Match.objects.get(first__name="Ada Berg", round__number=2, round__event=final).kind
        == Match.Kind.BYE
    )


def test_staff_who_give_more_or_change_them_decide(
    owner: User, series: Series, final: Event
) -> None:
    given = NewEnrollment("Ada Berg", "ada@example.org", awarded_byes=3)
    (ada,) = enroll(event_id=final.pk, actor=owner, entries=[given])
    assert byes(final) == {"Ada Berg": (3, "")}
    data = enrollment_data(ada)
    lower = type(data)(
        **{name: getattr(data, name) for name in data.__slots__} | {"awarded_byes": 1}
    )
    change_enrollment(event_id=final.pk, actor=owner, number=1, data=lower)
    assert byes(final) == {"Ada Berg": (1, "")}


def test_players_who_are_there_get_and_lose_them_with_the_choice(
    owner: User, series: Series, final: Event
) -> None:
    enroll(event_id=final.pk, actor=owner, entries=[NewEnrollment("Ada Berg", "ada@example.org")])
    browser = factories.client_of(owner)
    browser.post(f"{BASE}byes/", {"event": ""})
    assert byes(final) == {}
    declare_over(series=Series.objects.get(), actor=owner)
    page = browser.post(f"{BASE}byes/", {"event": final.pk}, follow=True).content.decode()
    assert "The byes of 1 enrolled player changed." in page
    assert "1 enrolled player has byes of this series." in page
    assert byes(final) == {"Ada Berg": (2, "place 1 in Spring League")}
    newest = final.journal.filter(verb=Verb.ENROLLMENT_CHANGED).order_by("-pk")[0]
    assert "awarded byes 0 → 2" in sentence(newest)
    assert OrganisationEntry.objects.filter(data__byes_in="Grand Final").exists()


def test_a_correction_is_said_before_round_1_and_one_answer_follows_it(
    owner: User, series: Series, final: Event
) -> None:
    """A closed series stays; one that is open asks before round 1, and keeps what is answered."""
    people = [NewEnrollment(name, f"{name.split()[0].lower()}@example.org") for name in NAMES]
    enroll(event_id=final.pk, actor=owner, entries=people)
    assert set(byes(final)) == {"Ada Berg", "Ben Ito"}
    declare_over(series=Series.objects.get(), actor=owner)
    publish_places(4, 2, 1, 3)
    browser, base = factories.client_of(owner), f"/staff/e/{final.slug}/"
    assert "series gives today" not in browser.get(base).content.decode()
    open_again(series=Series.objects.get(), actor=owner)
    assert "to those that the series gives today?" in browser.get(base).content.decode()
    assert browser.post(f"{base}rounds/1/pair/").status_code == 409
    assert not final.rounds.exists()
    browser.post(f"{base}rounds/1/pair/", {"answers.earned-byes": "award"})
    assert byes(final) == {
        "Ben Ito": (1, "place 2 in Spring League"),
        "Cleo Vale": (2, "place 1 in Spring League"),
    }
    held = Match.objects.filter(round__event=final, kind=Match.Kind.BYE)
    assert {match.first.name for match in held} == {"Ben Ito", "Cleo Vale"}


def test_a_name_alone_is_asked_about(owner: User, series: Series, final: Event) -> None:
    enroll(event_id=final.pk, actor=owner, entries=[NewEnrollment("berg, ada"), *_others()])
    assert byes(final) == {}
    browser, base = factories.client_of(owner), f"/staff/e/{final.slug}/"
    assert "byes that a player of the same name earned?" in browser.get(base).content.decode()
    browser.post(f"{base}rounds/1/pair/", {"answers.byes-by-name": "award"})
    assert byes(final) == {"berg, ada": (2, "place 1 in Spring League")}


def test_an_address_under_another_name_is_asked_about(
    owner: User, series: Series, final: Event
) -> None:
    """A sign-up with another person's address does not take that person's byes in silence."""
    SignUpSettings.objects.create(event=final, is_open=True, ask_email="optional")
    SignUpPhone(final).sign_up("Uma 5% Fox", email="ada@example.org")
    enroll(event_id=final.pk, actor=owner, entries=_others())
    take_list(event_id=final.pk, actor=owner, entries=[NewEnrollment("Ito Ben", "ben@example.org")])
    assert byes(final) == {"Ito Ben": (1, "place 2 in Spring League")}
    count_byes_in(series=series, actor=owner, event_id=None)
    count_byes_in(series=series, actor=owner, event_id=final.pk)
    assert set(byes(final)) == {"Ito Ben"}
    browser, base = factories.client_of(owner), f"/staff/e/{final.slug}/"
    page = browser.get(base).content.decode()
    assert "Give Uma 5% Fox the byes that Ada Berg earned?" in page
    assert "Uma 5% Fox: 0 → 2 (place 1 in Spring League, as Ada Berg)" in page
    assert browser.post(f"{base}rounds/1/pair/").status_code == HTTPStatus.CONFLICT
    browser.post(f"{base}rounds/1/pair/", {"answers.byes-by-address": "keep-byes"})
    assert final.rounds.exists()
    assert set(byes(final)) == {"Ito Ben"}


@pytest.mark.parametrize(("answer", "kind"), [("award", "bye"), ("keep-byes", "unpaired")])
def test_a_late_player_under_another_name_is_asked_about_at_once(
    owner: User, series: Series, final: Event, answer: str, kind: str
) -> None:
    factories.enroll_players(final, ["One", "Two", "Three", "Four"])
    play_round(final, owner, 1)
    browser, there = factories.client_of(owner), f"/staff/e/{final.slug}/roster/add/"
    fields = {"name": "Uma Fox", "email": "ada@example.org", "late": "losses"}
    asked = browser.post(there, fields)
    assert asked.status_code == HTTPStatus.CONFLICT
    assert "Give Uma Fox the byes that Ada Berg earned?" in asked.content.decode()
    browser.post(there, {**fields, "answers.byes-by-address": answer})
    (match,) = Match.objects.filter(first__name="Uma Fox", round__event=final)
    assert match.kind == kind


def _others() -> list[NewEnrollment]:
    return [NewEnrollment(name) for name in ("Fay Sun", "Gus Orr", "Hal Roe")]


def test_what_can_not_be_chosen_is_refused(owner: User, series: Series, final: Event) -> None:
    browser = factories.client_of(owner)
    shop = series.organisation
    teams = factories.EventFactory.create(name="Trios", team_size=3, organisation=shop)
    elsewhere = factories.EventFactory.create(name="Elsewhere")
    for other in (teams, elsewhere):
        page = browser.post(f"{BASE}byes/", {"event": other.pk}, follow=True).content.decode()
        assert "before round 1 is paired. Choose another." in page
    Series.objects.update(rewards=[[1, 8, "invitation"]], byes_in=None)
    page = browser.post(f"{BASE}byes/", {"event": final.pk}, follow=True).content.decode()
    assert "No place of this series earns byes." in page
    assert "Earned byes" not in browser.get(BASE).content.decode()


def test_the_panel_tells_events_apart_and_says_what_is_missing(
    owner: User, series: Series, final: Event
) -> None:
    browser = factories.client_of(owner)
    page = flat(browser.get(BASE))
    assert f'href="/e/{final.slug}/"' in browser.get(BASE).content.decode()
    assert "Grand Final · June 6, 2026" in page
    Series.objects.update(byes_in=None)
    Event.objects.filter(pk=final.pk).update(team_size=3)
    page = flat(browser.get(BASE))
    assert "Create it first, then choose it here." in page
    assert "Save event" not in page


def test_only_managers_choose(owner: User, series: Series, final: Event) -> None:
    judge = factories.user("judge")
    OrganisationMember.objects.create(organisation=series.organisation, user=judge, judge=True)
    page = factories.client_of(judge).get(BASE).content.decode()
    assert "The byes count in" in page
    assert "Save event" not in page
    for browser in (factories.client_of(judge), factories.client_of(), Client()):
        browser.post(f"{BASE}byes/", {"event": ""})
        assert Series.objects.get().byes_in == final


def test_enrolling_many_takes_the_queries_of_few(owner: User, series: Series, final: Event) -> None:
    def cost(*names: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            enroll(event_id=final.pk, actor=owner, entries=[NewEnrollment(name) for name in names])
        return len(queries)

    assert cost("A A", "B B") == cost(*(f"P {number}" for number in range(20)))


def test_the_player_reads_the_reason(owner: User, series: Series, final: Event) -> None:
    (ada,) = enroll(
        event_id=final.pk, actor=owner, entries=[NewEnrollment("Ada Berg", "ada@example.org")]
    )
    page = Phone(ada).page()
    assert "place 1 in Spring League" in page
