"""The base pages, the pages for what went wrong, fields and tags."""

import datetime
from fractions import Fraction
from http import HTTPStatus

import pytest
from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from django.views import defaults

from events.core.words.tiebreakers import TIEBREAKER_NAMES
from events.models import Event, Role
from events.templatetags.matchslip import event_time
from standings.display import exact
from standings.rule_values import Tiebreaker
from tests import factories
from tests.events.scenario import event_with_owner
from tests.events.support.doors import address


class Sample(forms.Form):
    name = forms.CharField(label="Name", help_text="As on the slip.", max_length=3)
    agreed = forms.BooleanField(label="Agreed")
    kind = forms.ChoiceField(
        label="Kind", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect
    )
    token = forms.CharField(widget=forms.HiddenInput, required=False)


def field(form: forms.Form, name: str) -> str:
    return render_to_string("parts/field.html", {"field": form[name]})


def test_a_field_ties_label_hint_and_error_to_its_control() -> None:
    html = field(Sample({"name": "too <long>"}), "name")
    assert '<label for="id_name">Name</label>' in html
    assert 'id="id_name_helptext">As on the slip.' in html
    assert 'id="id_name_error"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert "too &lt;long&gt;" in html


def test_a_field_without_an_error_says_nothing_of_one() -> None:
    html = field(Sample(), "name")
    assert "id_name_error" not in html
    assert 'aria-describedby="id_name_helptext"' in html


def test_check_boxes_radio_buttons_and_hidden_fields() -> None:
    assert field(Sample(), "agreed").index("<input") < field(Sample(), "agreed").index("<label")
    radio = field(Sample({}), "kind")
    assert "<legend>Kind</legend>" in radio
    assert 'id="id_kind_error"' in radio
    hidden = field(Sample(), "token")
    assert 'type="hidden"' in hidden
    assert "<label" not in hidden


def request_to(path: str) -> HttpRequest:
    return RequestFactory().get(path)


@pytest.mark.django_db
def test_a_wrong_address_says_where_to_go(client: Client) -> None:
    answer = client.get("/no/such/page/?a=1")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    page = answer.content.decode()
    assert 'href="/"' in page
    assert "/language/ja/?next=%2Fno%2Fsuch%2Fpage%2F%3Fa%3D1" in page
    assert not answer.cookies


def test_a_refusal_says_which_role_it_needs() -> None:
    answer = defaults.permission_denied(request_to("/x/"), PermissionDenied("Needs <a judge>."))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Needs &lt;a judge&gt;." in answer.content.decode()
    plain = defaults.permission_denied(request_to("/x/"), PermissionDenied())
    assert "This requires another role. Ask the event" in plain.content.decode()


@pytest.mark.django_db
def test_a_refusal_in_an_event_leads_to_its_desk() -> None:
    event = factories.event()
    judge = factories.client_of(factories.staff_member(event, Role.JUDGE))
    answer = judge.get(f"/staff/e/{event.slug}/settings/")
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert f'href="/staff/e/{event.slug}/">Go to desk</a>' in answer.content.decode()


def test_the_page_for_a_broken_server_needs_nothing() -> None:
    answer = defaults.server_error(request_to("/x/"))
    assert isinstance(answer, HttpResponse)
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "Everything saved earlier is safe. Reload the page. If" in answer.content.decode()


def test_a_request_that_makes_no_sense() -> None:
    answer = defaults.bad_request(request_to("/x/"), ValueError())
    assert "This request cannot be processed here" in answer.content.decode()


@pytest.mark.django_db
def test_a_form_from_before_the_login_is_explained() -> None:
    answer = Client(enforce_csrf_checks=True).post("/login/", {"username": "x", "password": "y"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "Nothing was changed: the page was out of date" in answer.content.decode()


@pytest.mark.django_db
def test_the_desk_marks_the_page_one_is_on() -> None:
    event = factories.event()
    client = factories.client_of(factories.staff_member(event))
    for below in ("roster/", "sign-ups/", "roster/eligibility/"):
        page = client.get(f"/staff/e/{event.slug}/{below}").content.decode()
        assert page.count('aria-current="page"') == 1
        assert f'<a href="/staff/e/{event.slug}/roster/" aria-current="page">Roster</a>' in page
        assert event.name in page


def moment(hour: int) -> datetime.datetime:
    return datetime.datetime(2026, 5, 9, hour, 5, tzinfo=datetime.UTC)


def test_moments_are_shown_as_the_venue_s_clocks_show_them() -> None:
    event = Event(time_zone="Asia/Tokyo", date=datetime.date(2026, 5, 9))
    same_day = event_time(event, moment(2))
    assert same_day == '<time datetime="2026-05-09T11:05:00+09:00">11:05</time>'
    assert ">May 10 01:05</time>" in event_time(event, moment(16))
    with translation.override("ja"):
        assert ">5月10日 01:05</time>" in event_time(event, moment(16))
    assert event_time(event, None) == ""
    autumn = datetime.datetime(2026, 11, 29, 9, 5, tzinfo=datetime.UTC)
    assert ">Nov. 29 18:05</time>" in event_time(event, autumn)


def test_fractions() -> None:
    assert exact(Fraction(33, 100)) == "0.33"
    assert exact(Fraction(1, 3)) == "1/3"
    assert exact(Fraction(1, 4)) == "0.25"


def test_every_tiebreaker_has_a_name_and_a_head() -> None:
    assert set(TIEBREAKER_NAMES) == {code.value for code in Tiebreaker}
    shown = Template("{{ code|tiebreaker_name }} / {{ code|tiebreaker_short }}")
    assert shown.render(Context({"code": "gw"})) == "game-win percentage / GW%"
    assert shown.render(Context({"code": "new"})) == "new / new"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["rounds/9/", "nothing/of/the/kind/"])
def test_staff_who_find_nothing_keep_the_navigation_of_the_event(path: str) -> None:
    event = factories.event()
    member = factories.staff_member(event, Role.JUDGE)
    answer = factories.client_of(member).get(f"/staff/e/{event.slug}/{path}")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    page = answer.content.decode()
    assert "There is no page at this address" in page
    assert f'href="/staff/e/{event.slug}/journal/"' in page
    stranger = factories.client_of(factories.user()).get(f"/staff/e/{event.slug}/{path}")
    assert stranger.status_code == HTTPStatus.NOT_FOUND
    assert event.name not in stranger.content.decode()
    to_login = Client().get(f"/staff/e/{event.slug}/{path}")
    assert to_login.status_code == HTTPStatus.FOUND


@pytest.mark.django_db
def test_an_address_of_staff_without_its_slash_gets_it() -> None:
    event = factories.event()
    browser = factories.client_of(factories.staff_member(event, Role.JUDGE))
    answer = browser.get(f"/staff/e/{event.slug}/roster")
    assert (answer.status_code, answer["Location"]) == (301, f"/staff/e/{event.slug}/roster/")


@pytest.mark.django_db
def test_staff_pages_name_the_version_and_public_pages_do_not() -> None:
    event = factories.event()
    version = f"Matchslip {settings.VERSION}"
    staff = factories.client_of(factories.staff_member(event))
    assert version in staff.get(f"/staff/e/{event.slug}/").content.decode()
    assert version not in Client().get(f"/e/{event.slug}/").content.decode()


@pytest.mark.django_db
def test_staff_at_an_address_that_only_a_button_leads_to_read_that_nothing_was_done() -> None:
    event, owner = event_with_owner(4)
    url = address(event, "finish")
    answer = factories.client_of(owner).get(url)
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert "No action taken" in answer.content.decode()
    assert address(event, "desk") in answer.content.decode()
    stranger = factories.client_of(factories.user()).get(url)
    assert (stranger.status_code, stranger.content) == (HTTPStatus.METHOD_NOT_ALLOWED, b"")


@pytest.mark.django_db
def test_an_address_below_an_event_leads_back_to_it() -> None:
    event = factories.EventFactory.create(players=4)
    lead = f'href="/e/{event.slug}/">View event</a>'
    for path in (
        f"/e/{event.slug}/standings/9/",
        f"/me/{event.slug}/nothing/",
        "/e/gone/x/",
        "/x/",
    ):
        answer = Client().get(path)
        assert answer.status_code == HTTPStatus.NOT_FOUND, path
        assert (lead in answer.content.decode()) == (event.slug in path), path
    staff = factories.client_of(factories.user("visitor")).get(f"/staff/e/{event.slug}/")
    assert staff.status_code == HTTPStatus.NOT_FOUND
    assert "View event" not in staff.content.decode(), (
        "what staff have is not for everybody to know"
    )
