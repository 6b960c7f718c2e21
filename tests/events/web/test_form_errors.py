"""Forms name errors in the product's words, never in those of Django's catalog."""

import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import django
import polib
import pytest
from django import forms
from django.db import transaction
from django.test import Client
from django.utils import translation

from config import urls
from events.models import Role
from events.stages.forms import stages_form
from events.urls_staff import of_an_event
from events.web.forms.worded_errors import WordedErrors, WordedForm, WordedFormSet
from tests import factories
from tests.events.support.access_cases import actions_of
from tests.events.web.test_every_address import address_of
from tests.fuzz.pages import read
from tests.fuzz.scenes import STATES
from tests.shared import ROOT

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]")
WRONG = ("", " ", "-1", "x", "9" * 12, "x" * 100_000, "a\0b", "9999-99-99")
CATALOGS = ("conf", "contrib/auth")


@cache
def djangos() -> frozenset[str]:
    """The sentences of Django's catalogs, each up to its first placeholder."""
    files = [
        Path(django.__file__).parent / place / "locale/ja/LC_MESSAGES/django.po"
        for place in CATALOGS
    ]
    sentences = {
        text
        for file in files
        for entry in polib.pofile(str(file))
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
        if re.search(r"[.。]$", text)
    }
    own = polib.pofile(str(ROOT / "locale/ja/LC_MESSAGES/django.po"))
    ours = {text for entry in own for text in (entry.msgid, entry.msgstr)}
    starts = {PLACEHOLDER.split(text)[0].strip() for text in sentences - ours}
    return frozenset(start for start in starts if len(start) > 8)


def strange(text: str) -> set[str]:
    """The sentences of Django's that a text has."""
    return {sentence for sentence in djangos() if sentence in text}


def kinds(base: type) -> Iterator[type]:
    kind: type
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def own_kinds(base: type) -> set[type]:
    assert urls.urlpatterns
    return {kind for kind in kinds(base) if kind.__module__.startswith("events.")}


def test_every_form_has_the_products_words() -> None:
    every = own_kinds(forms.BaseForm)
    assert len(every) > 60
    assert {kind for kind in every if not issubclass(kind, WordedErrors)} == set()
    assert own_kinds(forms.BaseFormSet) - own_kinds(WordedFormSet) == {WordedFormSet}


def errors_of(fields: dict[str, forms.Field], value: str) -> str:
    form = type("Sent", (WordedForm,), dict(fields))(dict.fromkeys(fields, value))
    return "\n".join(line for lines in form.errors.values() for line in lines)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_field_says_what_django_would(language: str) -> None:
    with translation.override(language):
        for kind in sorted(own_kinds(forms.BaseForm), key=str):
            fields = dict(getattr(kind, "base_fields", {}))
            for value in WRONG:
                text = errors_of(fields, value)
                assert strange(text) == set(), (kind, value[:20], text)
                assert not PLACEHOLDER.search(text), (kind, value[:20], text)


def test_a_page_out_of_date_is_said_where_forms_are_counted() -> None:
    counted = stages_form([], {"stage-TOTAL_FORMS": ""})
    assert not counted.is_valid()
    errors = f"{counted.management_form.errors} {counted.non_form_errors()}"
    assert strange(errors) == set()
    assert "This page is out of date." in errors


def test_a_sentence_names_its_field_and_what_to_enter() -> None:
    fields: dict[str, forms.Field] = {
        "name": forms.CharField(label="100% name", max_length=9),
        "table": forms.IntegerField(label="Table", min_value=1, max_value=30),
        "own": forms.CharField(error_messages={"required": "Own words."}),
    }
    assert errors_of(fields, "").splitlines() == [
        "Fill in “100% name”.",
        "Enter a whole number in “Table”.",
        "Own words.",
    ]
    assert errors_of(fields, "x" * 10).splitlines() == [
        "“100% name” is too long. Use at most 9 characters.",
        "Enter a whole number from 1 to 30 in “Table”.",
    ]


def answers(browser: Client, address: str) -> Iterator[str]:
    """The answers to each form of a page, sent empty and with values that do not fit."""
    page = browser.get(address)
    if not page.headers["Content-Type"].startswith("text/html") or page.streaming:
        return
    for form in read(page.content.decode()).forms:
        if form.method != "post" or "/staff/e/" not in (form.action or address):
            continue
        for value in ("", "-1", "x" * 20_000):
            sent = {name: value for name, _value in form.fields} | dict.fromkeys(
                form.options, value
            )
            with transaction.atomic():
                answer = browser.post(form.action or address, sent, follow=True)
                transaction.set_rollback(True)
            yield html.unescape(answer.content.decode(errors="replace"))


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("state", "language"), [("set-up", "en"), ("posted", "ja")])
def test_no_page_says_what_django_would(state: str, language: str) -> None:
    event, _owner = STATES[state]()
    member = factories.staff_member(event, list(Role))
    browser = factories.client_of(member)
    browser.cookies["django_language"] = language
    count = 0
    for pattern in of_an_event:
        if actions_of(pattern.callback)["GET"] is not None:
            for text in answers(browser, address_of(event, pattern)):
                assert strange(text) == set(), pattern.name
                count += 1
    assert count > 100
