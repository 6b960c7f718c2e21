"""The codes of player links on slips."""

import io
import re

import pytest
from pypdf import PdfReader

from events.core.players.private_address import token_of
from events.models import Role
from events.web import player_addresses as addresses
from tests import factories
from tests.events.support.doors import address
from tests.events.support.phones import event_of_phones

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("a_page", [4, 6, 8])
def test_slips_with_codes_are_as_many_pages_as_without(a_page: int) -> None:
    pages = []
    for codes in (False, True):
        event, owner = event_of_phones(24, slip_codes=codes)
        browser = factories.client_of(owner)
        answer = browser.get(address(event, "pdf-slips", number=1), {"a_page": a_page})
        assert answer.status_code == 200
        pages.append(len(PdfReader(io.BytesIO(answer.content)).pages))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("role", list(Role))
def test_the_codes_are_those_of_the_players_and_not_for_judges(
    role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    event, _owner = event_of_phones(slip_codes=True)
    kept = addresses.private_address

    def note(base: str, one: object) -> str:
        made.append(kept(base, one))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(addresses, "private_address", note)
    browser = factories.client_of(factories.staff_member(event, role))
    assert browser.get(address(event, "pdf-slips", number=1)).status_code == 200
    tokens = {token_of(one.pk, one.address_nonce) for one in event.enrollments.all()}
    found = {re.sub(r".*/me/(.*)/", r"\1", one) for one in made}
    assert found == (set() if role == Role.JUDGE else tokens)


def test_without_the_setting_no_slip_has_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    event, owner = event_of_phones(slip_codes=False)
    monkeypatch.setattr(addresses, "private_address", lambda *_who: pytest.fail("a code"))
    browser = factories.client_of(owner)
    assert browser.get(address(event, "pdf-slips", number=1)).status_code == 200
