"""Buttons whose forms the script sends once, also on a double click."""

import re

import pytest

from events.models import Organisation, OrganisationMember
from tests import factories
from tests.events.scenario import event_with_owner, start_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "button"),
    [
        ("/staff/new/", "Create event"),
        ("/staff/e/{slug}/roster/players/1/penalties/", "Record penalty"),
        ("/staff/e/{slug}/appeals/", "Record appeal"),
        ("/staff/e/{slug}/announcements/", "Post announcement"),
        ("/staff/e/{slug}/tokens/", "Create token"),
        ("/staff/e/{slug}/staff/", "Create invitation"),
        ("/staff/organisations/shop/", "Create invitation"),
    ],
)
def test_a_form_that_is_sent_once(page: str, button: str) -> None:
    event, owner = event_with_owner(4)
    start_round(event, owner, 1)
    shop = Organisation.objects.create(slug="shop", name="Corner Shop")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    text = factories.client_of(owner).get(page.format(slug=event.slug)).content.decode()
    found = re.findall(rf"<button[^>]*>\s*{button}\s*</button>", text)
    assert found
    assert all("data-once" in tag for tag in found)
