"""Every page of the site is in the list of screens."""

from http import HTTPStatus

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.events.support.access_cases import actions_of
from tests.screens.addresses import NO_PAGES, SCREENS, Screen, addresses, arguments_of, shown_in
from tests.screens.scenes import NEWCOMER, SCENES, make_scene, visitor_of

WRITING = frozenset({HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.FORBIDDEN})


def test_every_address_that_can_be_read_is_a_screen_or_no_page() -> None:
    listed = {screen.name for screen in SCREENS}
    assert not listed & NO_PAGES
    read = set()
    for name, pattern, _arguments in addresses():
        if name.startswith("staff:") and "slug" in arguments_of()[name]:
            if actions_of(pattern.callback)["GET"] is not None:
                read.add(name)
        elif name in listed | NO_PAGES or not only_writes(name):
            read.add(name)
    assert read - listed - NO_PAGES == set(), "add these to the list of screens"
    assert (listed | NO_PAGES) - read == set(), "no such address any more"


def only_writes(name: str) -> bool:
    """Whether an address refuses to be read: a form is sent to it."""
    arguments = {one: {"token": "x.y", "name": "hco"}.get(one, 1) for one in arguments_of()[name]}
    return Client().get(reverse(name, kwargs=arguments)).status_code in WRITING


def is_page(answer: HttpResponseBase) -> bool:
    text = b"".join(answer) if answer.streaming else getattr(answer, "content", b"")
    return answer["Content-Type"].startswith("text/html") and b"<html" in text


def open_screen(screen: Screen, scene: str) -> HttpResponseBase:
    """Ask for a screen as its visitor does."""
    visitor, browser = visitor_of(scene, screen.who), Client()
    for name, value in visitor.cookies.items():
        browser.cookies[name] = value
    if visitor.phone:
        answer: HttpResponseBase = browser.get(visitor.phone, follow=True)
        if not screen.path(scene):
            return answer
    return browser.get(screen.path(scene))


@pytest.mark.slow
@pytest.mark.django_db
def test_every_screen_is_shown_by_its_first_scene() -> None:
    assert {scene for screen in SCREENS for scene in screen.scenes} == {*SCENES, NEWCOMER}
    for scene in {screen.scenes[0] for screen in SCREENS}:
        make_scene(scene)
        for screen in shown_in(scene):
            answer = open_screen(screen, scene)
            assert (answer.status_code, is_page(answer)) == (screen.status, True), screen
    browser = Client()
    for name, value in visitor_of("busy", "staff").cookies.items():
        browser.cookies[name] = value
    for name in NO_PAGES:
        made_up = {"slug": "busy", "code": "en", "table": 2, "token": "x.y", "name": "hco"}
        values = {one: made_up.get(one, 1) for one in arguments_of()[name]}
        if name == "staff:report-csv":
            values["table"] = "players"
        answer = browser.get(reverse(name, kwargs=values))
        assert not (answer.status_code == HTTPStatus.OK and is_page(answer)), name
