"""A user is logged in by a session that has not expired, of an account that may log in."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests import factories

pytestmark = pytest.mark.django_db


def test_a_session_lasts_until_it_expires(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = logged_in(factories.user())
    with django_assert_num_queries(2):
        assert who_is(client).is_authenticated
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not who_is(client).is_authenticated


def test_an_account_that_is_gone_or_closed_is_logged_in_nowhere() -> None:
    closed, gone = factories.user(), factories.user()
    clients = logged_in(closed), logged_in(gone)
    assert [who_is(client).pk for client in clients] == [closed.pk, gone.pk]
    closed.is_active = False
    closed.save()
    gone.delete()
    assert not any(who_is(client).is_authenticated for client in clients)


def test_a_changed_password_ends_other_sessions() -> None:
    user = factories.user()
    client = logged_in(user)
    user.set_password("something else")
    user.save()
    assert not who_is(client).is_authenticated


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def who_is(client: Client) -> User | AnonymousUser:
    """Return the account that a request of this client has, anonymous or not."""
    request = HttpRequest()
    request.session = SessionStore(client.cookies[settings.SESSION_COOKIE_NAME].value)
    return get_user(request)
