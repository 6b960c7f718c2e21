"""Pairings and standings before there are any: the start, and the way to sign up."""

import datetime

import pytest
from django.test import Client

from events.models import SignUpSettings
from tests.events.support.public_events import Played

pytestmark = pytest.mark.django_db

BOTH = ("pairings", "standings")
SIGN_UP = "/me/{slug}/sign-up/"


def read(played: Played, name: str) -> str:
    """Return the part of a page that changes."""
    page = Client().get(played.url(name)).content.decode()
    return page.partition('<div id="live">')[2].partition("<footer")[0]


def test_a_coming_event_says_when_it_starts_and_leads_to_its_sign_up() -> None:
    played = Played(["Anna", "Bob"], date=datetime.date(2030, 5, 4))
    SignUpSettings.objects.create(
        event=played.event, is_open=True, begins=datetime.time(10, 30), capacity=8
    )
    for name in BOTH:
        page = read(played, name)
        assert "Saturday, May 4, 2030" in page, name
        assert "starts at 10:30" in page, name
        assert f'href="{SIGN_UP.format(slug=played.event.slug)}"' in page, name
    wall = read(played, "projector")
    assert "Saturday, May 4, 2030" in wall
    assert "starts at 10:30" in wall


def test_without_a_sign_up_it_leads_to_the_event() -> None:
    played = Played(["Anna", "Bob"], date=datetime.date(2030, 5, 4))
    for name in BOTH:
        page = read(played, name)
        assert "Saturday, May 4, 2030" in page, name
        assert "sign-up" not in page, name
        assert f'href="{played.url()}"' in page, name


def test_standings_during_round_one_are_only_not_published() -> None:
    played = Played(["Anna", "Bob"], date=datetime.date(2030, 5, 4))
    played.post(1)
    page = read(played, "standings")
    assert "No standings are published yet" in page
    assert "2030" not in page
    assert "not-yet" not in read(played, "pairings")
