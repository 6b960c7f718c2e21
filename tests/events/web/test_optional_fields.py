"""Fields that may stay blank are marked in one way, by parts/optional.html."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string

from events.floor.forms import AreaForm
from events.models import SignUpSettings
from events.web.forms.sign_up_form import SignUpForm
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


def test_no_label_has_a_mark_of_its_own() -> None:
    folders = (("templates", "*.html"), ("events", "*.py"))
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder, pattern in folders
        for path in (ROOT / folder).rglob(pattern)
    }
    assert {str(path) for path, text in texts.items() if "(optional)" in text} == set()
