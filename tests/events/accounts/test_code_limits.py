"""Guessing codes of a second factor: pauses, a lock, and an owner who is never kept out."""

import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from events.accounts import factor_actions as actions
from events.accounts import guess_limits
from events.models import AccountEntry, GuessCount
from events.web.logins import DEVICE
from tests import factories
from tests.events.accounts.test_second_factor import (
    SECRET,
    clock_of_codes,
    code_now,
    step,
    typed,
    with_app,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db
__all__ = ["clock_of_codes"]


def guessed(browser: Client, count: int) -> list[int]:
    return [step(browser, code="123456").status_code for _guess in range(count)]


def wait_for_a_guess() -> None:
    """Let the pause after wrong codes pass."""
    GuessCount.objects.update(last_at=timezone.now() - timedelta(days=1))


def test_guessing_codes_ends_soon_and_a_password_is_not_right_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = with_app()
    browser, _answer = typed(user)
    assert guessed(browser, 11) == [422] * 10 + [429]
    assert step(browser, code=code_now()).status_code == 429, "nor by the right one"
    other, _answer = typed(user, Client(REMOTE_ADDR="10.0.0.9"))
    assert "Try again in 5 minutes." in step(other, code=code_now()).content.decode()
    wait_for_a_guess()
    assert guessed(browser, 2) == [422, 429], "one guess in each pause"
    GuessCount.objects.all().delete()
    later = SimpleNamespace(time=lambda: time.time() + 601)
    monkeypatch.setattr("events.accounts.second_step_views.time", later)
    assert step(browser, code=code_now()).url == "/login/"


def test_pauses_between_codes_grow_and_end_in_a_lock() -> None:
    waits = [guess_limits._CODES.wait(failures, 0) for failures in (9, 10, 20, 50, 99)]
    assert waits == [0, 300, 600, 4800, 21_600]
    user = with_app()
    [recovery, *_rest] = actions.make_recovery_codes(user=user)
    browser, _answer = typed(user)
    guessed(browser, 1)
    GuessCount.objects.filter(kind=GuessCount.Kind.CODE).update(failures=100)
    wait_for_a_guess()
    refused = step(browser, code=code_now())
    assert refused.status_code == 429
    assert "App codes are locked after 100 wrong attempts." in refused.content.decode()
    assert step(browser, recovery=recovery).status_code == 302, "recovery codes still open"
    page = browser.get("/staff/").content.decode()
    assert "100 wrong codes since" in page
    again, _answer = typed(user)
    assert step(again, code=code_now()).status_code == 302, "the owner was in: it begins anew"


def test_wrong_codes_of_a_stranger_keep_no_owner_out() -> None:
    user = with_app()
    known, _answer = typed(user)
    step(known, code=code_now())
    stranger, _answer = typed(user, Client(REMOTE_ADDR="10.0.0.9"))
    assert guessed(stranger, 12) == [422] * 10 + [429] * 2
    device = known.cookies[DEVICE].value
    owner = Client()
    owner.cookies[DEVICE] = device
    typed(user, owner)
    assert step(owner, code=code_now(steps=1)).status_code == 302
    page = flat(owner.get("/staff/"))
    assert "10 wrong codes since" in page
    assert "If it was not you, change your password." in page
    assert "wrong codes since" not in flat(owner.get("/staff/")), "once"
    log = flat(owner.get(reverse("account")))
    assert "Wrong codes of a second factor" in log
    entries = AccountEntry.objects.filter(user=user, verb=AccountEntry.Verb.WRONG_CODES)
    assert [(entry.note, entry.address) for entry in entries] == [("10×", "10.0.0.9")]
    stranger, _answer = typed(user, Client(REMOTE_ADDR="10.0.0.9"))
    assert guessed(stranger, 1) == [429], "strangers still count"


def test_a_new_password_lets_codes_begin_anew() -> None:
    user = with_app()
    browser, _answer = typed(user)
    guessed(browser, 10)
    owner = factories.client_of(user)
    new = {"new_password1": "a1 b2 c3 d4", "new_password2": "a1 b2 c3 d4"}
    owner.post("/password/", {**new, "old_password": factories.PASSWORD})
    assert not GuessCount.objects.filter(kind=GuessCount.Kind.CODE).exists()


def test_recovery_codes_are_limited_by_network_alone() -> None:
    user = with_app()
    [recovery, *_rest] = actions.make_recovery_codes(user=user)
    stranger, _answer = typed(user, Client(REMOTE_ADDR="10.0.0.9"))
    answers = [step(stranger, recovery="aaaa-aaaa").status_code for _guess in range(11)]
    assert answers == [422] * 10 + [429]
    owner, _answer = typed(user)
    assert step(owner, recovery=recovery).status_code == 302


def test_a_lock_ends_with_the_second_factor_that_it_was_of() -> None:
    user = with_app()
    browser, _answer = typed(user)
    step(browser, code="123456")
    GuessCount.objects.filter(kind=GuessCount.Kind.CODE).update(failures=100)
    call_command("second_factor", user.username, "--remove")
    actions.add_app(user=user, name="New phone", secret=SECRET, code=code_now(steps=-1))
    again, _answer = typed(user)
    assert step(again, code=code_now()).status_code == 302
