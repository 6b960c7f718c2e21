"""Fields that may stay blank are marked in one way, by parts/optional.html."""

import re
from html import unescape

import polib
import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from events.audit.views import JournalForm
from events.eligibility.views import MarksForm
from events.floor.views import AreaForm
from events.models import SignUpSettings
from events.series.forms import SeriesForm
from events.venues.forms import VenueForm
from events.web.forms.announcement_fields import TextAndEndForm
from events.web.forms.sign_up_form import SignUpForm
from events.web.forms.worded_errors import BLANK, WordedErrors
from tests import factories
from tests.shared import ROOT

MARKED = re.compile(r"<label[^>]*>([^<]*) <small class=.optional.>optional</small>")


def labels(html: str) -> list[str]:
    return MARKED.findall(" ".join(unescape(html).split()))


@pytest.mark.django_db
def test_a_sign_up_marks_what_may_stay_blank_without_double_brackets() -> None:
    event = factories.event()
    asked = SignUpSettings(event=event, ask_reading="optional", ask_email="required")
    form = SignUpForm(event, asked)
    fields = [render_to_string("parts/field.html", {"field": field}) for field in form.shown]
    assert labels("".join(fields)) == ["Phonetic name (furigana)"]


def test_an_area_needs_no_name() -> None:
    form = AreaForm([])
    fields = [render_to_string("parts/field.html", {"field": field}) for field in form]
    assert labels("".join(fields)) == ["Area name"]


def marked(form: WordedErrors) -> list[str]:
    fields = [render_to_string("parts/field.html", {"field": field}) for field in form]
    return labels("".join(fields))


def test_a_form_that_needs_a_value_marks_every_field_that_may_stay_blank() -> None:
    assert marked(MarksForm()) == ["Note"]
    assert marked(VenueForm()) == ["Table rows", "Blocked tables", "Room name"]


def test_a_form_that_may_stay_empty_marks_nothing() -> None:
    assert marked(JournalForm()) == []


def test_fields_of_which_one_is_enough_are_not_marked() -> None:
    assert marked(TextAndEndForm()) == []


def test_a_hint_that_says_blank_is_the_mark() -> None:
    form = SeriesForm()
    with override("en"):
        assert marked(form) == ["Byes and invitations"]
    with override("ja"):
        assert form.optional_fields == {"rewards"}


def test_every_hint_of_a_blank_field_says_so_in_the_same_words_in_japanese() -> None:
    catalog = polib.pofile(str(ROOT / "locale/ja/LC_MESSAGES/django.po"))
    hints = [entry for entry in catalog if BLANK[0] in entry.msgid.lower()]
    assert len(hints) > 20
    assert [entry.msgid for entry in hints if BLANK[1] not in entry.msgstr] == []


def test_no_label_has_a_mark_of_its_own() -> None:
    folders = (("templates", "*.html"), ("events", "*.py"))
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder, pattern in folders
        for path in (ROOT / folder).rglob(pattern)
    }
    assert {str(path) for path, text in texts.items() if "(optional)" in text} == set()
