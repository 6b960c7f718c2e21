"""The guard of tests/owners/scoping.py: a page that asks for rows of every event fails its test."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.test import Client, override_settings
from django.urls import path

from events.models import (
    Enrollment,
    Event,
    Match,
    Organisation,
    Player,
    Round,
    StaffMember,
)
from tests import factories
from tests.owners import scoping
from tests.owners.scoping import PRODUCT, Guard, UnscopedQueryError, is_owned, is_scoped

pytestmark = pytest.mark.django_db


def everybody(request: HttpRequest) -> HttpResponse:
    """Answer with the names of all players of all events."""
    return HttpResponse(", ".join(Enrollment.objects.values_list("name", flat=True)))


def everybody_of(request: HttpRequest, event: int) -> HttpResponse:
    """Answer with the names of the players of one event."""
    names = Enrollment.objects.filter(event=event).values_list("name", flat=True)
    return HttpResponse(", ".join(names))


def dropped_everywhere(request: HttpRequest) -> HttpResponse:
    """Change the players of all events, and hide what was wrong."""
    try:
        Enrollment.objects.filter(state=Enrollment.State.ACTIVE).update(paid=True)
    except AssertionError:
        return HttpResponse("hidden")
    return HttpResponse("changed")


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer an error without the pages of the site, which need its addresses."""
    return HttpResponseServerError()


urlpatterns = [
    path("everybody/", everybody),
    path("everybody/<int:event>/", everybody_of),
    path("dropped/", dropped_everywhere),
]


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_a_page_that_asks_for_every_event_fails(scope_guard: Guard) -> None:
    event = factories.EventFactory.create(players=4)
    with pytest.raises(UnscopedQueryError, match=r"GET /everybody/ .*events_enrollment"):
        Client().get("/everybody/")
    scope_guard.found.clear()
    assert Client().get(f"/everybody/{event.pk}/").status_code == 200
    assert scope_guard.found == []
    # Tests themselves may query anything.
    assert Enrollment.objects.count() == 4


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_a_page_that_hides_the_error_fails(scope_guard: Guard) -> None:
    assert Client().get("/dropped/").content == b"hidden"
    (found,) = scope_guard.found
    assert found.startswith('GET /dropped/ from : UPDATE "events_enrollment"')
    scope_guard.found.clear()


def scoped() -> dict[str, QuerySet[Any]]:
    """Return queries that lead to one owner."""
    mine = StaffMember.objects.filter(user=1)
    return {
        "an event": Event.objects.filter(pk=1),
        "an address": Event.objects.filter(slug="friday"),
        "by a foreign key": Match.objects.filter(round=1),
        "by the event of the round": Match.objects.filter(round__event=1),
        "by keys": Match.objects.filter(pk__in=[1, 2]),
        "of an account": Event.objects.filter(staff__user=1),
        "through a subquery": Match.objects.filter(round__in=Round.objects.filter(event=1)),
        "where a row exists": Event.objects.filter(Exists(mine.filter(event=OuterRef("pk")))),
        "either way": Player.objects.filter(Q(organisation=1) | Q(enrollments__event=2)),
        "both": Event.objects.filter(pk=1).union(Event.objects.filter(slug="friday")),
        "of no owner": User.objects.all(),
    }


def unscoped() -> dict[str, QuerySet[Any]]:
    """Return queries that ask for rows of everyone."""
    return {
        "all": Match.objects.all(),
        "by a state": Event.objects.filter(state=Event.State.RUNNING),
        "by a name": Player.objects.filter(name="Ann"),
        "without an organisation": Event.objects.filter(organisation=None),
        "all but one": Match.objects.exclude(round__event=1),
        "one or all": Event.objects.filter(Q(pk=1) | Q(state=Event.State.RUNNING)),
        "through a subquery of all": Match.objects.filter(
            round__in=Round.objects.filter(state=Round.State.POSTED)
        ),
        "where any row exists": Event.objects.filter(
            Exists(StaffMember.objects.filter(event=OuterRef("pk")))
        ),
        "where none exists": Event.objects.filter(
            ~Exists(StaffMember.objects.filter(event=OuterRef("pk"), user=1))
        ),
        "one and all": Event.objects.filter(pk=1).union(Event.objects.all()),
        "the first": Organisation.objects.order_by("pk")[:1],
    }


def test_a_condition_has_to_lead_to_one_owner() -> None:
    assert [name for name, rows in scoped().items() if not is_scoped(rows.query)] == []
    assert [name for name, rows in unscoped().items() if is_scoped(rows.query)] == []


def test_whatever_leads_to_an_event_is_owned() -> None:
    assert is_owned(Match)
    assert is_owned(Player)
    assert is_owned(Organisation)
    assert not is_owned(User)


def test_what_is_allowed_exists() -> None:
    for place, reason in scoping.ALLOWED.items():
        module, _space, function = place.partition(" ")
        with open(f"{PRODUCT}{module}", encoding="utf-8") as code:
            assert f"def {function.rpartition('.')[2]}(" in code.read(), place
        assert reason
