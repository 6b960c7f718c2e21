"""The benchmark of what is printed: a line a document, nothing left behind."""

import io
import re

import pytest
from django.core.management import call_command

from events.models import Event
from tests.bench import paper

pytestmark = pytest.mark.django_db


def test_a_line_for_each_document_and_nothing_stays() -> None:
    out = io.StringIO()
    call_command(paper.Command(), players=12, stdout=out)
    lines = out.getvalue().splitlines()
    sheets = {line[:24].strip(): line.split()[-1] for line in lines if re.search(r"\d$", line)}
    assert sheets["slips, 4 a sheet"] == "2"
    assert sheets["slips, 6 a sheet"] == "1"
    assert sheets["by name, two columns"] == "1"
    assert len(sheets) == 9
    assert not Event.objects.exists()
