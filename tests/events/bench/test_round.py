"""The command that measures a round."""

from io import StringIO

import pytest
from django.core.management import call_command

from events.models import Event
from tests.bench import round

pytestmark = pytest.mark.django_db


def test_a_line_is_printed_for_each_size_and_nothing_stays() -> None:
    out = StringIO()
    call_command(round.Command(), players=[8, 12], rounds=2, stdout=out)
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["8", "12"]
    assert not Event.objects.exists()
