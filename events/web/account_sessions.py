"""Logins of accounts: where they began, and whether they need a second factor."""

import re

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from events.models import AccountEntry, AccountLogin, OrganisationMember
from events.models.second_factor import DEVICE_LENGTH
from events.web.logins import address_of

# Keys of a session. All values are text, because others are decoded anew for every request.
LOGIN, SECOND, MUST_ENROLL = "login", "second", "enroll"
# In this order, because a browser may also send the marks of later ones.
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"))
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(request: HttpRequest) -> str:
    """Return browser and system as the request names them: "Firefox, Windows"; "" for neither."""
    agent = request.headers.get("User-Agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    if not browser and re.search(r"Version/[\d.]+.*Safari", agent):
        browser = "Safari"
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return ", ".join(part for part in (browser, system) if part)[:DEVICE_LENGTH]


def must_have_second_factor(user: User) -> bool:
    """Whether the operator or an organisation of this account asks for a second factor."""
    if settings.SECOND_FACTOR_REQUIRED:
        return True
    members = OrganisationMember.objects.filter(user=user)
    return members.filter(organisation__second_factor_required=True).exists()


def log_in(request: HttpRequest, user: User, *, second: str = "") -> None:
    """Begin a session of an account whose password, and `second` factor, were checked."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    if second:
        request.session[SECOND] = second
    elif must_have_second_factor(user):
        request.session[MUST_ENROLL] = "1"
    keys = AccountLogin.objects.filter(user=user).values_list("session_key", flat=True)
    gone = set(keys) - set(
        Session.objects.filter(session_key__in=list(keys)).values_list("session_key", flat=True)
    )
    AccountLogin.objects.filter(user=user, session_key__in=gone).delete()
    request.session.save()
    began = AccountLogin.objects.create(
        user=user,
        session_key=request.session.session_key or "",
        device=device_of(request),
        address=address_of(request),
        seen_at=timezone.now(),
    )
    request.session[LOGIN] = str(began.pk)
    note_account(request, user, AccountEntry.Verb.LOGGED_IN, device_of(request))


def ask_for_second_factor(request: HttpRequest, user: User) -> None:
    """Require the second factor of an account that joined an organisation, before the desk opens.

    Its other logins end: they would otherwise need it only from the next login on.
    """
    if request.session.get(SECOND) or not must_have_second_factor(user):
        return
    request.session[MUST_ENROLL] = "1"
    end_other_logins(user, request.session.session_key or "")


def end_other_logins(user: User, but: str) -> int:
    """End every login of an account but that of the session `but`; return how many there were.

    Every session of the database is read, because one of an older version is in no list.
    """
    live = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    keys = [
        session.session_key
        for session in live.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    Session.objects.filter(session_key__in=keys).delete()
    AccountLogin.objects.filter(user=user).exclude(session_key=but).delete()
    return len(keys)


def keep_login(request: HttpRequest) -> None:
    """Move the login to the session's new key after the password was changed."""
    request.session.save()
    known = AccountLogin.objects.filter(pk=request.session.get(LOGIN, "0"))
    known.update(session_key=request.session.session_key or "")


def note_account(request: HttpRequest, user: User, verb: AccountEntry.Verb, note: str = "") -> None:
    """Append a line to an account's log."""
    AccountEntry.objects.create(
        user=user, verb=verb, note=note[:DEVICE_LENGTH], address=address_of(request)
    )
