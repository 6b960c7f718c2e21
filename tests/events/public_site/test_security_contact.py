"""The contact for reports of weaknesses (RFC 9116)."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

pytestmark = pytest.mark.django_db
PATH = "/.well-known/security.txt"


def test_it_is_there_where_the_operator_names_a_contact(settings: Any) -> None:
    assert Client().get(PATH).status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@swiss.example"
    answer = Client().get(PATH)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert told["Contact"] == "mailto:security@swiss.example"
    assert told["Preferred-Languages"] == "en, ja"
    expires = datetime.datetime.fromisoformat(told["Expires"])
    assert timezone.now() < expires < timezone.now() + datetime.timedelta(days=365)
