"""What a list would do, line by line."""

import pytest

from events.services.enrollment import NewEnrollment, enroll
from events.services.roster_preview import Fate, preview
from tests import factories

pytestmark = pytest.mark.django_db


def fates(text: str) -> list[Fate]:
    event = factories.event(platform="Arena")
    first = NewEnrollment(name="Ada Falk", email="ada@example.org")
    enroll(event_id=event.pk, actor=factories.user(), entries=[first])
    return [item.fate for item in preview(event, text).lines]


def test_namesakes_with_different_addresses_or_ids_are_two_people() -> None:
    assert fates("Bo,b1@example.org\nbo,b2@example.org") == [Fate.NEW, Fate.NEW]
    assert fates("Bo,Bo#1\nBo,Bo#2") == [Fate.NEW, Fate.NEW]
    assert fates("Ada Falk,other@example.org") == [Fate.NEW]


def test_a_namesake_whom_nothing_tells_apart_is_asked_about() -> None:
    assert fates("Bo,bo@example.org\nBo") == [Fate.NEW, Fate.NAMESAKE]
    assert fates("Bo,bo@example.org\nBo,Bo#2") == [Fate.NEW, Fate.NAMESAKE]
    lines = "Bo,b1@example.org\nBo,Bo#2\nBo,b3@example.org"
    assert fates(lines) == [Fate.NEW, Fate.NAMESAKE, Fate.NAMESAKE]
    assert fates("Bo,bo@example.org\nBo,BO@example.org") == [Fate.NEW, Fate.DUPLICATE]
    assert fates("Ada Falk,Ada#1") == [Fate.NAMESAKE]


def test_a_line_with_more_fields_than_headings_says_what_to_do() -> None:
    text = 'Name,E-mail\nRossi, Bella, bella@example.org\n"Verdi, Carlo",carlo@example.org'
    wrong, right = preview(factories.event(), text).lines
    assert wrong.fate is Fate.ERROR
    assert "quotation marks" in str(wrong.why)
    assert (right.fate, right.entry.name) == (Fate.NEW, "Verdi, Carlo")
