"""Standings and pairings in a frame of another site; no other address allows that."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from events.core.rounds.pairing_actions import pair_next_round
from events.public_site.responses import security_headers
from tests import factories
from tests.events.scenario import event_with_owner, play_round
from tests.events.support.public_addresses import unset
from tests.screens.addresses import addresses

pytestmark = pytest.mark.django_db
EMBEDS = {"public:embed-standings", "public:embed-pairings"}
VALUES = {"number": 1, "round": 1, "table": 1, "token": "x", "scene": "match", "code": "en"}


def test_an_embed_runs_nothing_keeps_nothing_and_is_shown_anywhere() -> None:
    event, owner = event_with_owner(4, rounds=3)
    empty = Client().get(f"/e/{event.slug}/embed/standings/").content.decode()
    assert "No standings are published yet." in empty
    play_round(event, owner, 1)
    pair_next_round(event_id=event.pk, actor=owner, number=2)
    for name, words in (("standings", "Standings after round 1"), ("pairings", "Pairings")):
        answer = Client().get(f"/e/{event.slug}/embed/{name}/")
        page = answer.content.decode()
        assert words in page
        assert "<script" not in page
        assert not answer.cookies
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        same = Client().get(answer.request["PATH_INFO"], headers={"If-None-Match": answer["ETag"]})
        assert same.status_code == 304
        assert "X-Frame-Options" not in same
        assert "frame-ancestors *" in same["Content-Security-Policy"]
    assert "round 2" not in page.lower(), "an unposted round is nobody's"


def test_the_server_of_its_own_sends_the_same_headers() -> None:
    framed = security_headers(framed=True)
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert security_headers()["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in security_headers()["Content-Security-Policy"]


def test_every_other_address_stays_out_of_frames() -> None:
    event, owner = event_with_owner(4, rounds=3)
    play_round(event, owner, 1)
    browser = factories.client_of(owner)
    asked = 0
    for name, _pattern, arguments in addresses():
        if name.startswith("staff:nothing") or "uidb64" in arguments:
            continue
        values = {each: event.slug if each == "slug" else VALUES.get(each, 1) for each in arguments}
        try:
            path = reverse(name, kwargs=values)
        except NoReverseMatch:
            continue
        with unset():
            answer = browser.get(path)
        asked += 1
        framed = "frame-ancestors *" in answer.get("Content-Security-Policy", "")
        assert framed == (name in EMBEDS), path
        assert (answer.get("X-Frame-Options") == "DENY") == (name not in EMBEDS), path
    assert asked > 150
