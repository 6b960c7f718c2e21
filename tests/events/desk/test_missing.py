"""After a takeover: entries of a desk on the other laptop that this one does not have."""

import re

import pytest

from events.models import Role
from tests import factories
from tests.events.scenario import enter_slips, event_with_owner, start_round
from tests.events.support.doors import EVERYBODY, address, check_refusals, check_wrong_method

pytestmark = pytest.mark.django_db


def test_only_what_does_not_stand_here_is_listed() -> None:
    event, owner = event_with_owner(8)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20", "2 21")
    brought = ["4 d", "1 20", "2 12!", "3 20 x1", "99 20", "nonsense", "", "1" * 5000, "3"]
    browser = factories.client_of(factories.staff_member(event, Role.SCOREKEEPER))
    page = browser.get(address(event, "missing", number=1), {"entry": brought}).content.decode()
    assert re.findall(r'data-entry="([^"]+)"', page) == ["2 12!", "3 20 x1", "4 d"]


def test_nothing_is_said_when_all_is_here() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    enter_slips(event, owner, 1, "1 20")
    browser = factories.client_of(owner)
    page = browser.get(address(event, "missing", number=1), {"entry": "1 20"}).content.decode()
    assert page.strip() == ""


def test_who_may_ask() -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    url = address(event, "missing", number=1)
    check_refusals("get", url, EVERYBODY, event)
    check_wrong_method("get", url, event)
