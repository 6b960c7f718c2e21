"""Penalties: looked for by the infraction, proposed, given with a reason where it is another."""

import datetime
from http import HTTPStatus

import pytest
from django.utils import timezone

from events.models import Event, Infraction, Penalty, Role, StaffMember, Verb
from events.penalties.words import infractions_like
from events.web.access import Action
from tests import factories
from tests.events.scenario import at_table, event_with_owner, journaled, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db

ROUTES = [
    Route("penalties/", Action.SEE),
    Route("penalties/find/", Action.PENALTY),
    Route("penalties/999/remove/", Action.CHANGE_PENALTY, "post"),
    Route("penalties/999/undo/", Action.PENALTY, "post"),
]


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_access(route: Route) -> None:
    check_access(factories.event(), route)


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_methods(route: Route) -> None:
    check_methods(factories.event(), route)


def give_page(event: Event, number: int = 1) -> str:
    return f"/staff/e/{event.slug}/roster/players/{number}/penalties/"


def test_player_then_infraction_then_record() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    player, give = f"/staff/e/{event.slug}/roster/players/1/", give_page(event)
    assert f'action="{give}"' in client.get(player).content.decode()
    page = flat(client.get(give))
    assert "<span>Tardiness</span><small>game loss</small>" in page
    assert page.count('name="infraction" value=') == len(Infraction) - 2, (
        "digital ones are not here"
    )
    found = client.get(f"{give}?infraction=TARD")
    assert found.context["form"].initial["infraction"] == "tardiness"
    assert 'value="tardiness" required checked' in flat(found)
    answer = client.post(give, {"infraction": "tardiness", "penalty": "", "note": "Train"})
    made = Penalty.objects.get()
    assert answer["Location"] == f"{player}?penalty={made.pk}"
    assert (made.infraction, made.penalty, made.note) == ("tardiness", "game-loss", "Train")
    assert "Already given 1 time in this event" in flat(client.get(f"{give}?infraction=tardiness"))


def test_a_recommendation_that_changed_since_is_shown_before_it_counts() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    slow = {"infraction": "slow-play", "penalty": "", "earlier": "0"}
    assert client.post(give_page(event), slow).status_code == HTTPStatus.FOUND
    answer = client.post(give_page(event), slow)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Slow Play: the recommended penalty is now game loss. Record it?" in flat(answer)
    assert 'name="earlier" value="0"' in flat(answer)
    [question] = answer.context["ask"].questions
    kept = client.post(give_page(event), slow | {f"answers.{question.key}": "keep"})
    assert (kept.status_code, Penalty.objects.count()) == (HTTPStatus.FOUND, 1)
    client.post(give_page(event), slow | {f"answers.{question.key}": "record"})
    assert [one.penalty for one in Penalty.objects.order_by("pk")] == ["warning", "game-loss"]


def test_whoever_recorded_a_penalty_undoes_it_at_once_and_nobody_else() -> None:
    event = factories.event_with_players(1)
    judge, other = (
        factories.client_of(factories.staff_member(event, Role.JUDGE, name))
        for name in ("jo", "al")
    )
    slow = {"infraction": "slow-play", "back": "floor"}
    shown = judge.post(give_page(event), slow, follow=True)
    undo = f"/staff/e/{event.slug}/penalties/{Penalty.objects.get().pk}/undo/"
    assert f'action="{undo}"' in flat(shown)
    assert f'action="{undo}"' in flat(judge.get(f"/staff/e/{event.slug}/penalties/"))
    assert f'action="{undo}"' not in flat(other.get(f"/staff/e/{event.slug}/penalties/"))
    refused = other.post(undo, follow=True)
    assert "Only the judge who recorded a penalty can undo it" in flat(refused)
    Penalty.objects.update(given_at=timezone.now() - datetime.timedelta(minutes=11))
    assert "in the first 10 minutes" in flat(judge.post(undo, follow=True))
    Penalty.objects.update(given_at=timezone.now())
    answer = judge.post(undo, {"back": "floor"})
    assert answer["Location"] == f"/staff/e/{event.slug}/floor/"
    assert not Penalty.objects.exists()
    assert journaled(event, Verb.PENALTY_REMOVED)
    for odd in ("x", "-1", ""):
        assert judge.get(f"/staff/e/{event.slug}/floor/?penalty={odd}").status_code == HTTPStatus.OK


def test_the_player_is_found_by_table_number_or_name() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    find = f"/staff/e/{event.slug}/penalties/find/"
    both = flat(judge.get(find, {"player": "3"}))
    for player in (*sides_at(event, 3), 3):
        assert f'href="{give_page(event, player)}"' in both
    assert judge.get(find, {"player": "８"})["Location"] == give_page(event, 8), "no table 8"
    assert judge.get(find, {"player": "player 005"})["Location"] == give_page(event, 5)
    assert "No table and no player matches “xyz”." in flat(judge.get(find, {"player": "xyz"}))
    few = queries_of(lambda: judge.get(find, {"player": "3"}))
    assert queries_of(lambda: judge.get(find, {"player": "player"})) <= few


def sides_at(event: Event, table: int) -> tuple[int, int]:
    match = at_table(event, 1, table)
    assert match.second is not None
    return match.first.number, match.second.number


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("slow", ["slow-play"]),
        ("Slow Play", ["slow-play"]),
        ("遅い", ["slow-play"]),
        ("unsp", ["unsporting-conduct-minor", "unsporting-conduct-major"]),
        ("cond maj", ["unsporting-conduct-major"]),
        ("decklist-problem", ["decklist-problem"]),
        ("deck", ["deck-problem"]),
        ("nothing of the kind", []),
    ],
)
def test_infractions_are_found_by_a_part_of_the_name(typed: str, found: list[str]) -> None:
    said = [infraction.value for infraction in infractions_like(typed)]
    assert said == found or set(found) <= set(said) == {"deck-problem", "decklist-problem"}


def test_a_search_without_scripts_narrows_and_says_when_nothing_fits() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    assert len(infractions_like("")) == len(Infraction)
    narrowed = client.get(give, {"infraction": "unsporting"}).content.decode()
    assert 'value="unsporting-conduct-major"' in narrowed
    assert 'value="slow-play"' not in narrowed
    assert f'href="{give}"' in narrowed, "the way to all of them"
    none = client.get(give, {"infraction": "xyz"}).content.decode()
    assert "No infraction matches that name. All infractions:" in none
    assert 'value="slow-play"' in none
    assert 'value="xyz"' in none


def test_another_penalty_than_the_proposed_one_needs_a_reason() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    data = {"infraction": "slow-play", "penalty": "game-loss", "note": " "}
    answer = client.post(give, data)
    assert answer.status_code == 422
    assert (
        "Give a reason. The recommended penalty for Slow Play is: warning."
        in answer.content.decode()
    )
    client.post(give, data | {"penalty": "warning"})
    again = client.get(give, {"infraction": "slow-play"})
    assert again.context["proposed"] == "game loss", "the second one of its kind"
    assert client.post(give, data).status_code == 302
    assert client.post(give, data | {"penalty": "warning", "note": "New"}).status_code == 302
    assert Penalty.objects.count() == 3


def test_earlier_ones_are_those_of_the_organizer_s_events_alone() -> None:
    event = factories.event_with_players(1)
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    organizer = factories.staff_member(event, Role.ORGANIZER)
    one = event.enrollments.get()
    theirs, strange = factories.event(name="Spring Open"), factories.event(name="Elsewhere")
    StaffMember.objects.create(event=theirs, user=organizer, organizer=True)
    for other in (theirs, strange):
        there = other.enrollments.create(player=one.player, number=1, name=one.name)
        there.penalties.create(infraction="cheating", penalty="warning", given_by=organizer)
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/?infraction=slow-play"
    few = queries_of(lambda: judge.get(give))
    page = judge.get(give).content.decode()
    assert "Spring Open" in page
    assert "Elsewhere" not in page
    for _time in range(5):
        one.penalties.create(infraction="tardiness", penalty="warning", given_by=organizer)
    assert queries_of(lambda: judge.get(give)) == few


def test_from_the_floor_one_goes_back_there() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    give = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    form = client.get(give, {"back": "floor", "infraction": "unsporting"}).content.decode()
    assert form.count('<input type="hidden" name="back" value="floor">') == 2
    assert f'href="{give}?back=floor"' in form
    data = {"infraction": "slow-play", "penalty": "warning", "back": "floor"}
    back = client.post(give, data)["Location"]
    assert back == f"/staff/e/{event.slug}/floor/?penalty={Penalty.objects.get().pk}"


def test_mistakes_write_nothing() -> None:
    event = factories.event_with_players(1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    path = f"/staff/e/{event.slug}/roster/players/1/penalties/"
    for data in ({}, {"infraction": "nonsense", "penalty": "warning"}, {"penalty": "warning"}):
        assert client.post(path, data).status_code == 422
    assert client.get(f"{path}?infraction=nonsense").status_code == 200
    assert not Penalty.objects.exists()


def test_a_disqualification_offers_to_disqualify() -> None:
    event = factories.event_with_players(1)
    data = {"infraction": "cheating", "penalty": "disqualification", "note": "Sleeves"}
    for role, words in ((Role.HEAD_JUDGE, "Disqualify now"), (Role.JUDGE, "Ask the head judge")):
        client = factories.client_of(factories.staff_member(event, role))
        path = f"/staff/e/{event.slug}/roster/players/1/penalties/"
        page = client.post(path, data, follow=True).content.decode()
        assert words in page
    assert event.enrollments.get().state == "active"
    head = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    page = head.post(path, data, follow=True).content.decode()
    assert 'value="Cheating: Sleeves"' in page


def test_list_and_remove() -> None:
    event = factories.event_with_players(3)
    client = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    path = f"/staff/e/{event.slug}/penalties/"
    assert "No penalties yet." in client.get(path).content.decode()
    judge = factories.user("jo")
    counts = []
    for one in event.enrollments.all():
        one.penalties.create(infraction="slow-play", penalty="warning", given_by=judge)
        counts.append(queries_of(lambda: client.get(path)))
    assert len(set(counts)) == 1
    page = client.get(path).content.decode()
    assert page.count("Slow Play") == 3
    made = Penalty.objects.earliest("pk")
    response = client.post(f"{path}{made.pk}/remove/", follow=True)
    assert "The penalty for Player 001 was removed" in response.content.decode()
    assert client.post(f"{path}{made.pk}/remove/").status_code == 409
    assert Penalty.objects.count() == 2


def test_penalties_of_another_event_are_out_of_reach() -> None:
    event, other = factories.event_with_players(1), factories.event_with_players(1)
    made = other.enrollments.get().penalties.create(
        infraction="slow-play", penalty="warning", given_by=factories.user()
    )
    client = factories.client_of(factories.staff_member(event, Role.HEAD_JUDGE))
    assert client.post(f"/staff/e/{event.slug}/penalties/{made.pk}/remove/").status_code == 409
    assert Penalty.objects.filter(pk=made.pk).exists()


def test_a_penalty_has_the_punctuation_of_the_language() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    client = factories.client_of(factories.staff_member(event, Role.JUDGE))
    client.post(give_page(event), {"infraction": "tardiness", "penalty": "", "note": "Train"})
    page = f"/staff/e/{event.slug}/penalties/"
    english = flat(client.get(page))
    assert "Tardiness:<strong>game loss</strong>, round 1: Train" in english
    japanese = flat(client.get(page, headers={"accept-language": "ja"}))
    assert "遅刻：<strong>ゲームの敗北</strong>（第1回戦）：Train" in japanese
