"""What a list would do, line by line."""

import pytest

from events.services.roster_preview import Fate, preview
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_line_with_more_fields_than_headings_says_what_to_do() -> None:
    text = 'Name,E-mail\nRossi, Bella, bella@example.org\n"Verdi, Carlo",carlo@example.org'
    wrong, right = preview(factories.event(), text).lines
    assert wrong.fate is Fate.ERROR
    assert "quotation marks" in str(wrong.why)
    assert (right.fate, right.entry.name) == (Fate.NEW, "Verdi, Carlo")
