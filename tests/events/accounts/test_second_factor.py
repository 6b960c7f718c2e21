"""A second factor: enrolling, the second step, recovery codes, lost devices, logins that end."""

import base64
import hashlib
import json
import re
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import cbor2
import pyotp
import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from events.accounts import codes
from events.accounts import factor_actions as actions
from events.accounts.passkeys import CHALLENGE
from events.accounts.password_link_actions import allow_new_password
from events.accounts.staff_views import join_path
from events.models import (
    AccountEntry,
    AccountLogin,
    AccountTrust,
    Authenticator,
    Organisation,
    OrganisationMember,
    Role,
    StaffMember,
)
from events.organisations.actions import invite_member, organisation_token
from events.web import middleware
from events.web.account_sessions import device_of
from tests import factories
from tests.queries import queries_of

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


NOW = 1_700_000_000


@pytest.fixture(autouse=True)
def clock_of_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "time", SimpleNamespace(time=lambda: NOW))


def code_now(secret: str = SECRET, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(NOW + 30 * steps)


def with_app(username: str = "rossi") -> User:
    """An account with an app, whose code of the step before was used."""
    user = factories.user(username)
    actions.add_app(user=user, name="Phone", secret=SECRET, code=code_now(steps=-1))
    return user


def typed(user: User, browser: Client | None = None, **more: str) -> tuple[Client, Any]:
    browser = browser or Client(headers={"User-Agent": FIREFOX})
    fields = {"username": user.username, "password": factories.PASSWORD, **more}
    return browser, browser.post("/login/", fields)


def step(browser: Client, **fields: str) -> Any:
    return browser.post(reverse("second-step"), fields)


def is_inside(browser: Client) -> bool:
    return browser.get("/staff/").status_code == HTTPStatus.OK


def test_an_app_is_added_with_the_password_and_a_code() -> None:
    user = factories.user("rossi")
    other, answer = typed(user)
    assert answer.url == "/staff/"
    browser, _answer = typed(user)
    page = browser.get(reverse("account-app")).content.decode()
    [secret] = re.findall(r'id="secret"[^>]*?value="([A-Z2-7]{32})"', page, re.DOTALL)
    assert "data:image/svg+xml" in page
    wrong = [
        {"code": "000000", "password": factories.PASSWORD},
        {"code": code_now(secret), "password": "certainly not"},
    ]
    for fields in wrong:
        assert browser.post(reverse("account-app"), fields).status_code == 422
    assert not Authenticator.objects.exists()
    right = {"code": code_now(secret), "password": factories.PASSWORD, "name": "Phone"}
    shown = browser.post(reverse("account-app"), right).content.decode()
    recovery = re.findall(r"<code>([a-z2-7]{4}-[a-z2-7]{4})</code>", shown)
    assert len(recovery) == len(set(recovery)) == 10
    factor = Authenticator.objects.get()
    assert secret not in factor.secret
    assert codes.unsealed(factor.secret) == secret
    assert is_inside(browser)
    assert not is_inside(other), "logins without a second factor end"
    assert recovery[0] not in browser.get(reverse("account")).content.decode()


def test_a_login_asks_for_a_code_that_works_once() -> None:
    user = with_app()
    browser, answer = typed(user, next="/staff/organisations/")
    assert answer.url == reverse("second-step")
    assert not is_inside(browser)
    assert 'autocomplete="one-time-code"' in browser.get(answer.url).content.decode()
    assert step(browser, code=code_now(steps=-1)).status_code == 422, "it was used when added"
    assert step(browser, code=code_now(steps=5)).status_code == 422
    code = code_now()
    assert step(browser, code=f"{code[:3]} {code[3:]}").url == "/staff/organisations/"
    assert is_inside(browser)
    again, _answer = typed(user)
    assert step(again, code=code).status_code == 422
    assert step(Client(), code=code_now(steps=1)).url == "/login/", "a password comes first"


def test_a_recovery_code_works_once_and_the_operator_helps_without_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    user = with_app()
    first, *_rest = actions.make_recovery_codes(user=user)
    browser, _answer = typed(user)
    answer = step(browser, recovery=first.upper())
    assert answer.status_code == 302
    assert "9 recovery codes are left." in browser.get("/staff/").content.decode()
    other, _answer = typed(user)
    assert step(other, recovery=first).status_code == 422
    call_command("second_factor", "rossi")
    call_command("second_factor", "rossi", "--remove")
    assert capsys.readouterr().out == (
        "Authenticator app: Phone\n1 removed. rossi logs in with the password alone.\n"
    )
    assert not is_inside(browser)
    assert typed(user)[1].url == "/staff/"
    verbs = [entry.verb for entry in AccountEntry.objects.filter(user=user)]
    assert verbs == ["logged-in", "reset", "codes", "recovered", "logged-in"]


def test_a_link_for_a_new_password_replaces_no_second_factor() -> None:
    user, shop = with_app(), Organisation.objects.create(slug="shop", name="Shop")
    event = factories.event(organisation=shop)
    organizer = factories.staff_member(event, Role.ORGANIZER)
    StaffMember.objects.create(event=event, user=user, judge=True)
    AccountTrust.objects.create(user=user, organisation=shop)
    allow_new_password(event_id=event.pk, actor=organizer, username=user.username)
    browser = Client()
    form = browser.get(join_path(user), follow=True).request["PATH_INFO"]
    new = {"new_password1": "another long phrase", "new_password2": "another long phrase"}
    answer: Any = browser.post(form, new)
    assert answer.url == reverse("second-step")
    assert not is_inside(browser)
    assert step(browser, code=code_now()).url == "/staff/"
    assert is_inside(browser)


def test_removing_asks_for_the_password_and_leaves_the_last_one_where_it_is_required(
    settings: LazySettings,
) -> None:
    user = with_app()
    browser, _answer = typed(user)
    step(browser, code=code_now())
    path = reverse("account-remove", args=[Authenticator.objects.filter(user=user).get().pk])
    browser.post(path, {"password": "certainly not"})
    assert Authenticator.objects.filter(user=user).exists()
    settings.SECOND_FACTOR_REQUIRED = True
    kept = browser.post(path, {"password": factories.PASSWORD}, follow=True)
    assert "Add another one first." in kept.content.decode()
    settings.SECOND_FACTOR_REQUIRED = False
    browser.post(path, {"password": factories.PASSWORD})
    assert not Authenticator.objects.filter(user=user).exists()
    stranger = factories.client_of(factories.user())
    assert stranger.post(path, {"password": factories.PASSWORD}).status_code == 302


@pytest.fixture
def shop() -> Organisation:
    return Organisation.objects.create(slug="shop", name="Shop", second_factor_required=True)


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def test_a_passkey_whose_key_is_a_list_is_no_passkey() -> None:
    browser, _answer = typed(factories.user("rossi"))
    browser.get(reverse("account"))
    client_data = {
        "type": "webauthn.create",
        "challenge": browser.session[CHALLENGE],
        "origin": "http://testserver",
    }
    present_with_credential, count, model = b"\x41", bytes(4), bytes(16)
    head = hashlib.sha256(b"testserver").digest() + present_with_credential + count + model
    authenticator = head + len(b"abcd").to_bytes(2, "big") + b"abcd" + cbor2.dumps([1])
    attestation = {"fmt": "none", "attStmt": {}, "authData": authenticator}
    answer = {
        "id": encoded(b"abcd"),
        "rawId": encoded(b"abcd"),
        "type": "public-key",
        "response": {
            "clientDataJSON": encoded(json.dumps(client_data).encode()),
            "attestationObject": encoded(cbor2.dumps(attestation)),
        },
    }
    fields = {"password": factories.PASSWORD, "passkey": json.dumps(answer)}
    page = browser.post(reverse("account-passkey"), fields, follow=True).content.decode()
    assert "The browser did not create a passkey." in page


def test_the_operator_or_an_organisation_asks_for_one(
    shop: Organisation, settings: LazySettings
) -> None:
    member, free = factories.user("bianchi"), factories.user("verdi")
    OrganisationMember.objects.create(organisation=shop, user=member)
    browser, _answer = typed(member)
    led = browser.get("/staff/", follow=True)
    assert led.redirect_chain[0][0] == f"{reverse('account')}?required=1"
    assert "Your account needs a second factor." in led.content.decode()
    page = browser.get(reverse("account-app")).content.decode()
    [secret] = re.findall(r'id="secret"[^>]*?value="([A-Z2-7]{32})"', page, re.DOTALL)
    fields = {"code": code_now(secret), "password": factories.PASSWORD}
    assert browser.post(reverse("account-app"), fields).status_code == 200
    assert is_inside(browser)
    other, _answer = typed(free)
    assert is_inside(other)
    settings.SECOND_FACTOR_REQUIRED = True
    assert not is_inside(other), "at once, not with the next login"
    assert is_inside(browser)


def test_the_operator_needs_one_as_well(settings: LazySettings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    browser, _answer = typed(factories.user("root", is_superuser=True))
    limits = reverse("operator-limits", args=["shop"])
    for answer in (browser.get(reverse("operator")), browser.post(limits)):
        assert answer.headers["Location"] == f"{reverse('account')}?required=1"


def test_only_an_owner_with_a_second_factor_asks_the_members_for_one(shop: Organisation) -> None:
    Organisation.objects.update(second_factor_required=False)
    owner, member = factories.user("anna"), factories.user("bianchi")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    OrganisationMember.objects.create(organisation=shop, user=member)
    path = "/staff/organisations/shop/second-factor/"

    def asked(account: User, required: str = "1") -> str:
        answer = factories.client_of(account).post(path, {"required": required}, follow=True)
        return answer.content.decode()

    assert "Only an owner can change this." in asked(member)
    assert "Add a second factor to your own account first." in asked(owner)
    assert not Organisation.objects.get().second_factor_required
    actions.add_app(user=owner, name="", secret=SECRET, code=code_now())
    assert "A second factor is required." in asked(owner)
    assert Organisation.objects.get().second_factor_required
    assert "A second factor is no longer required." in asked(owner, "0")
    assert factories.client_of(factories.user()).post(path).status_code == HTTPStatus.NOT_FOUND


def test_logins_are_listed_and_ended() -> None:
    user = factories.user("rossi")
    here, _answer = typed(user)
    phone, _answer = typed(
        user, Client(headers={"User-Agent": "Mozilla (iPhone) Version/17.0 Safari"})
    )
    page = here.get(reverse("account")).content.decode()
    for words in ("Firefox, Linux", "Safari, iPhone", "127.0.0.1", "this one"):
        assert words in page, words
    ids = dict(AccountLogin.objects.filter(user=user).values_list("device", "pk"))
    stranger = factories.client_of(factories.user())
    stranger.post(reverse("account-end", args=[ids["Safari, iPhone"]]))
    assert is_inside(phone), "nobody ends a stranger's login"
    here.post(reverse("account-end", args=[ids["Safari, iPhone"]]))
    assert not is_inside(phone)
    old = factories.client_of(user)
    assert is_inside(old), "a session of before logins were listed"
    here.post(reverse("account-end-all"))
    assert not is_inside(old)
    assert is_inside(here)
    own: Any = here.post(reverse("account-end", args=[ids["Firefox, Linux"]]))
    assert own.url == "/login/"
    assert not is_inside(here)
    assert Client().get(reverse("account")).status_code == 302


def test_a_new_password_keeps_this_login_and_the_last_look_is_noted() -> None:
    user = factories.user("rossi")
    browser, _answer = typed(user)
    new = {"old_password": factories.PASSWORD}
    browser.post(
        "/password/", {**new, "new_password1": "a1 b2 c3 d4", "new_password2": "a1 b2 c3 d4"}
    )
    login = AccountLogin.objects.filter(user=user).get()
    assert login.session_key == browser.session.session_key
    middleware._seen.clear()
    browser.get("/staff/", REMOTE_ADDR="10.0.0.9")
    before = login.seen_at
    login.refresh_from_db()
    assert (login.address, login.seen_at > before) == ("10.0.0.9", True)
    first = queries_of(lambda: browser.get(reverse("account")))
    for _number in range(3):
        AccountLogin.objects.create(user=user, session_key="x", seen_at=before)
    assert queries_of(lambda: browser.get(reverse("account"))) == first


def test_devices_are_named_as_people_do(rf: Any) -> None:
    agents = {
        "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0": "Edge, Windows",
        "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36": "Chrome, Android",
        "curl/8": "",
    }
    for agent, words in agents.items():
        assert device_of(rf.get("/", headers={"User-Agent": agent})) == words


def test_a_person_who_joins_meets_the_second_factor_before_the_desk(shop: Organisation) -> None:
    owner = factories.user("anna")
    OrganisationMember.objects.create(organisation=shop, user=owner, owner=True)
    user = factories.user("rossi")
    here, elsewhere = factories.client_of(user), factories.client_of(user)
    by_owner: Any = {"organisation_id": shop.pk, "actor": owner}
    invitation = invite_member(**by_owner, roles=[Role.JUDGE], owner=False)
    link = reverse("join-organisation", args=[organisation_token(invitation)])
    here.post(link)
    required = f"{reverse('account')}?required=1"
    assert here.get("/staff/").headers["Location"] == required
    assert elsewhere.get("/staff/").headers["Location"] in (required, "/login/?next=/staff/")
