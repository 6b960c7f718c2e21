"""The public page of the sign-up, the page of who signed up, and the desk's list of them."""

import re
from http import HTTPStatus

import pytest
from django.test import Client

from events.core.players.private_address import sign_up_token_of, team_token_of
from events.core.sign_ups.actions import SignUpData, sign_up
from events.models import Enrollment, FactSheet, SignUp, SignUpSettings
from events.web.access import Action
from events.web.rate_limits import SIGN_UPS
from tests import factories
from tests.events.scenario import event_with_owner, start_round
from tests.events.support.access_cases import Route, check_access, check_methods
from tests.events.support.doors import address
from tests.events.support.public_addresses import everything
from tests.events.support.signing_up import Phone, owner_of, taking
from tests.markup import flat
from tests.queries import queries_of

pytestmark = pytest.mark.django_db


def test_the_page_says_what_when_where_and_for_how_much() -> None:
    columns = {"venue": "Hall 7", "game_format": "Modern"}
    event = taking(1, columns=columns, fee="EUR 15", capacity=32, begins="10:30")
    for language in ("en", "ja"):
        browser = Client(headers={"accept-language": language})
        answer = browser.get(f"/me/{event.slug}/sign-up/")
        page = flat(answer)
        for thing in (event.name, "Hall 7", "Modern", "EUR 15", "10:30", "32"):
            assert thing in page
        assert answer["Cache-Control"] == "private, no-store"
        assert ("Sign up" in page) is (language == "en")
        for public in ("", "about/"):
            shown = browser.get(f"/e/{event.slug}/{public}")
            assert f"/me/{event.slug}/sign-up/" in shown.content.decode()
    assert f"/me/{event.slug}/sign-up/" in Client().get("/").content.decode()


def test_a_list_is_handed_in_knowing_its_readers() -> None:
    event = taking(ask_decklist="optional")
    FactSheet.objects.create(event=event, decklists="open", lists_after="all")
    page = flat(Client().get(f"/me/{event.slug}/sign-up/"))
    assert "During the event, everyone can read it if you advance by a cut." in page
    assert "After the event, everyone can read it." in page
    assert "Only the event staff see what else you enter here." in page
    other = flat(Client().get(f"/me/{taking().slug}/sign-up/"))
    assert "can read it" not in other
    assert "Only the event staff see what you enter here." in other


def test_an_event_without_it_takes_nobody_and_links_nowhere() -> None:
    event, owner = event_with_owner(2)
    phone = Phone(event)
    assert "Sign-up is not open here. Ask the organizer." in flat(phone.client.get(phone.url))
    assert phone.sign_up("Ann").status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "/sign-up/" not in Client().get(f"/e/{event.slug}/").content.decode()
    SignUpSettings.objects.create(event=event, is_open=True)
    start_round(event, owner, 1)
    assert "/sign-up/" not in Client().get(f"/e/{event.slug}/").content.decode()
    assert "The event has started. Ask at the desk." in flat(phone.client.get(phone.url))
    assert Client().get("/me/nothing/sign-up/").status_code == HTTPStatus.NOT_FOUND


def test_the_button_says_whether_a_place_is_free() -> None:
    event = taking(capacity=2)
    addresses = (f"/me/{event.slug}/sign-up/", f"/e/{event.slug}/", f"/e/{event.slug}/pairings/")

    def words() -> list[str]:
        pages = [flat(Client().get(address)) for address in addresses]
        return [re.findall(r"primary[^>]*> *([A-Z][a-z ]+?) *</", page)[0] for page in pages]

    Phone(event).sign_up("Ann")
    assert words() == ["Sign up"] * 3
    assert "1 of 2 places left." in flat(Client().get(addresses[0]))
    Phone(event).sign_up("Bob")
    assert words() == ["Join waiting list"] * 3
    assert "places left" not in flat(Client().get(addresses[0]))


def test_who_signs_up_has_a_page_of_their_own() -> None:
    event = taking(capacity=1)
    ann, bob = Phone(event), Phone(event)
    answer = ann.sign_up("Ann")
    assert answer["Location"] == f"/me/{event.slug}/"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer.cookies["own-page"]["path"] == f"/me/{event.slug}/"
    bob.sign_up("Bob")
    english = "You have a place. Your number is 1.", "QR code of your player link"
    japanese = "番号は 1 です", "本人用リンクのQRコード"
    for language, (place, code) in (("en", english), ("ja", japanese)):
        page = ann.page(language)
        assert place in page
        assert f'alt="{code}"' in page
        assert 'src="data:image/svg+xml' in page
    assert "You are first on the waiting list." in bob.page()
    assert "キャンセル待ちの先頭です。" in bob.page("ja")
    assert ann.cancel().status_code == HTTPStatus.FOUND
    assert "Ann" not in [one.name for one in event.enrollments.all()]
    for language, (place, _code) in (("en", english), ("ja", japanese)):
        assert place.replace("1", "2") in bob.page(language), "the next one came in"


def test_a_sign_up_has_the_tab_of_the_own_page_before_it_is_a_player() -> None:
    # The page becomes the player's without a new head.
    event = taking(capacity=1)
    ann, bob = Phone(event), Phone(event)
    for phone, name in ((ann, "Ann"), (bob, "Bob")):
        phone.sign_up(name)
        tab = re.search(r'<a id="my-page"[^>]*>', phone.page())
        assert tab is not None
        assert f'href="/me/{event.slug}/"' in tab[0]
        assert 'aria-current="page"' in tab[0]


def test_guessed_addresses_lead_nowhere() -> None:
    event = taking()
    one = sign_up(event_id=event.pk, data=SignUpData(name="Ann", key="k"))
    team = team_token_of(one.pk, one.nonce)
    for wrong in ("S1." + "a" * 22, team, "T" + sign_up_token_of(one.pk, one.nonce)[1:], "S999.x"):
        assert Client().get(f"/me/{wrong}/")["Location"] == "/me/"


def test_a_form_of_somewhere_else_cancels_nothing() -> None:
    event = taking()
    phone = Phone(event)
    phone.sign_up("Ann")
    url = f"/me/{event.slug}/cancel/"
    assert phone.client.post(url, {"form": "x"}).status_code == HTTPStatus.FORBIDDEN
    assert Client().post(url).status_code == HTTPStatus.NOT_FOUND
    assert phone.client.get(url).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(phone.url, {"name": "Bob", "key": "k"}).status_code == HTTPStatus.FORBIDDEN
    assert event.enrollments.count() == 1


def test_nothing_typed_is_lost_and_the_trap_catches_who_fills_everything_in() -> None:
    event = taking(ask_email="required", ask_reading="optional")
    phone = Phone(event)
    answer = phone.sign_up("Ann", reading="あん", email="no address")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = flat(answer)
    assert 'value="あん"' in page
    assert 'value="no address"' in page
    assert "Enter an email address in “Email”, such as name@example.com." in page
    caught = phone.sign_up("Ann", email="a@example.org", website="x")
    assert caught.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not SignUp.objects.exists()
    assert phone.sign_up("Ann", email="a@example.org").status_code == HTTPStatus.FOUND


@pytest.mark.usefixtures("rate_limits")
def test_a_program_that_signs_up_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SIGN_UPS, "most", 2)
    event = taking()
    for name, status in (("Ann", 302), ("Bob", 302), ("Cid", 429)):
        assert Phone(event).sign_up(name).status_code == status
    assert event.enrollments.count() == 2


def test_nobody_learns_whether_somebody_is_known() -> None:
    event = taking(capacity=9)
    factories.PlayerFactory.create(name="Ann Chu", email="ann@example.org")
    SignUpSettings.objects.update(ask_email="optional")
    answers = []
    for email in ("ann@example.org", "new@example.org"):
        phone = Phone(event)
        phone.sign_up("Somebody", email=email)
        answers.append(
            re.sub(
                r"/me/S[^/]+/|number is \d|[0-9a-f]{32}|data:image[^\"]+|stamp=\"[^\"]+",
                "",
                phone.page(),
            )
        )
        Enrollment.objects.all().delete()
        SignUp.objects.all().delete()
    assert answers[0] == answers[1].replace("new@example.org", "ann@example.org")


def test_team_mates_put_their_names_in_by_an_invitation() -> None:
    event = taking(columns={"team_size": 3})
    captain = Phone(event)
    captain.sign_up("The Trio", seat_a="Ann")
    assert "Your team is not complete yet." in captain.page()
    one = SignUp.objects.get()
    invitation = f"/me/{team_token_of(one.pk, one.nonce)}/"
    assert invitation in captain.page()
    mate = Client()
    page = mate.get(invitation)
    assert page["Referrer-Policy"] == "no-referrer"
    assert "The Trio" in flat(page)
    assert not page.cookies
    assert mate.post(invitation, {"seat": "1", "name": ""}).status_code == 422
    assert mate.post(invitation, {"seat": "1", "name": "Bob"})["Location"] == invitation
    assert mate.post(invitation, {"seat": "2", "name": "Cid"}).status_code == HTTPStatus.OK
    assert "You have a place." in captain.page()
    assert mate.get(invitation)["Location"] == "/me/", "a full team has no invitation"


def test_no_public_page_names_who_signed_up() -> None:
    event = taking(capacity=1, ask_decklist="optional")
    for name in ("Ann Chu", "Bob Doe"):
        phone = Phone(event)
        phone.sign_up(name, decklist="4 Lightning Bolt")
    words = everything(Client(), event) + Client().get(phone.url).content.decode()
    assert event.name in words
    for secret in ("Ann Chu", "Bob Doe", "Lightning Bolt"):
        assert secret not in words


def test_the_desk_sees_the_waiting_ones_apart_and_decides() -> None:
    event = taking(1, capacity=1)
    one, two = (
        sign_up(event_id=event.pk, data=SignUpData(name=name, key=name)) for name in ("Ann", "Bob")
    )
    desk = owner_of(event)
    assert "Waiting list<b>2</b>" in flat(desk.get(address(event, "roster")))
    waiting = flat(desk.get(address(event, "roster") + "?show=waiting"))
    assert "2 sign-ups have no place yet" in waiting
    assert "Bob" in waiting
    listed = flat(desk.get(address(event, "sign-ups")))
    assert "1 place, 0 free" in listed
    decide = address(event, "sign-up-decide", sign_up_id=two.pk)
    assert desk.post(decide, {"up": "1"}).status_code == HTTPStatus.FOUND
    refused = desk.post(address(event, "sign-up-decide", sign_up_id=one.pk), {"refuse": "1"})
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "Give a reason. It is recorded in the journal." in flat(refused)
    desk.post(decide)
    assert event.enrollments.get(name="Bob").source == "sign-up"
    paid = desk.post(address(event, "player-paid", number=2), {"list": "1"}, follow=True)
    assert "Bob has paid." in flat(paid)
    assert "Enrolled by: sign-up" in flat(desk.get(address(event, "player", number=2)))


def test_payment_is_marked_only_where_players_sign_up() -> None:
    event, owner = event_with_owner(1)
    desk = factories.client_of(owner)
    page = address(event, "player", number=1)
    assert "Mark as paid" not in flat(desk.get(page))
    event.enrollments.update(paid=True)
    assert "Mark as unpaid" in flat(desk.get(page)), "what was marked can be taken back"
    event.enrollments.update(paid=False)
    SignUpSettings.objects.create(event=event, is_open=True)
    assert "Mark as paid" in flat(desk.get(page))


def test_the_settings_are_kept_in_the_time_zone_of_the_event() -> None:
    event, owner = event_with_owner(2, time_zone="Asia/Tokyo")
    url = address(event, "settings-group", code="players")
    desk = factories.client_of(owner)
    given = {"is_open": "on", "deadline": "2026-05-09T18:00", "capacity": "8", "fee": "500"}
    assert desk.post(url, given).status_code == HTTPStatus.FOUND
    settings = SignUpSettings.objects.get()
    assert settings.deadline
    assert settings.deadline.isoformat() == "2026-05-09T09:00:00+00:00"
    assert 'value="2026-05-09T18:00"' in desk.get(url).content.decode()
    wrong = desk.post(url, {**given, "capacity": "-1"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_many_sign_ups_are_listed_in_as_many_queries_as_few() -> None:
    event = taking(2, capacity=4)
    desk = owner_of(event)
    few = queries_of(lambda: desk.get(address(event, "sign-ups")))
    for number in range(12):
        sign_up(event_id=event.pk, data=SignUpData(name=f"Somebody {number}", key=str(number)))
    assert queries_of(lambda: desk.get(address(event, "sign-ups"))) == few


@pytest.mark.parametrize(
    "route",
    [
        Route("sign-ups/", Action.EDIT_ROSTER),
        Route("sign-ups/9/", Action.EDIT_ROSTER, "post"),
        Route("roster/players/1/paid/", Action.EDIT_ROSTER, "post"),
    ],
    ids=str,
)
def test_doors(route: Route) -> None:
    check_access(factories.event_with_players(2), route)
    check_methods(factories.event_with_players(1), route)
