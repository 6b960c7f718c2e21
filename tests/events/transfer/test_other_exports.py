"""The files for other tools: who gets them, and whose names are in them."""

import pytest

from events.models import Event, PublicNames
from events.transfer.archive_files import read_archive
from events.transfer.event_import import import_archive
from events.web.access import Action
from interchange.exporting import EXPORTERS
from tests import factories
from tests.archives import as_bytes, small
from tests.events.support.access_cases import Route, check_access

pytestmark = pytest.mark.django_db


def test_staff_only() -> None:
    check_access(factories.event(), Route("export/to/trf26/", Action.EXPORT))


@pytest.mark.parametrize("format", EXPORTERS)
def test_each_file_hides_who_is_hidden(format: str) -> None:
    person = factories.user()
    event = import_archive(archive=read_archive(as_bytes(small())), actor=person)
    client = factories.client_of(person)
    address = f"/staff/e/{event.slug}/export/to/{format}/"
    hidden = event.enrollments.order_by("number")[0].player.name
    assert hidden in client.get(address).content.decode()
    Event.objects.update(public_names=PublicNames.NUMBER)
    text = client.get(address).content.decode()
    assert hidden not in text
    assert client.get(f"/staff/e/{event.slug}/export/to/nothing/").status_code == 404
