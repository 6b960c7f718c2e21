"""The private pages of a phone: the addresses in its cookies, and the one that it shows first.

One phone can be several players' of an event, as of two children. A code that is opened is added
and shown first; another player's page stays.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from events.core.players.private_address import form_key, page_mark
from events.core.players.scanned_codes import enrollment_of
from events.core.sign_ups.queries import sign_up_of
from events.models import Enrollment, SignUp

# The selected page, each page of the phone by its mark, and the page that was just removed.
COOKIE, EACH, FORGOTTEN = "own-page", "own-pages-", "own-forgotten"
AGE = 60 * 60 * 24 * 30
# Seconds in which "This is not my phone" can be undone.
UNDO = 15 * 60
MOST_PAGES = 8


@dataclass(frozen=True, slots=True)
class PageOfPhone:
    """One of the private pages of a phone; `mark` names it without its secret."""

    token: str
    name: str
    event_slug: str

    @property
    def mark(self) -> str:
        """The name of the page in links; it does not reveal the player link."""
        return page_mark(self.token)

    @property
    def form_key(self) -> str:
        """The key that a form about this page sends along."""
        return form_key(self.token)


def tokens_in(request: HttpRequest, slug: str) -> list[str]:
    """Return the private addresses that a phone brings, unchecked, the chosen one first.

    Each has a cookie of its own, because the address that adds one receives none of the others.
    """
    each = sorted(name for name in request.COOKIES if name.startswith(EACH))[:MOST_PAGES]
    signed = [_signed(request, name, slug, AGE) for name in (COOKIE, *each)]
    return [token for token in dict.fromkeys(signed) if token]


def token_in(request: HttpRequest, slug: str) -> str:
    """Return the private address that a request is about, unchecked; "" without one.

    A form belongs to the page that it was sent from, and `?page=` names a page: another window of
    the same phone may show another player. Otherwise it is the chosen page.
    """
    tokens = tokens_in(request, slug)
    form, mark = request.POST.get("form", ""), request.GET.get("page", "")
    for token in tokens:
        named = constant_time_compare(mark, page_mark(token))
        if named or constant_time_compare(form, form_key(token)):
            return token
    return tokens[0] if tokens else ""


def choose(response: HttpResponse, slug: str, token: str) -> None:
    """Let the phone show this private page first; others that it has stay."""
    for cookie in (COOKIE, EACH + page_mark(token)):
        _set(response, cookie, token, slug, AGE)


def is_kept(request: HttpRequest, token: str) -> bool:
    """Whether the page has a cookie of its own; earlier versions stored only the chosen page."""
    return EACH + page_mark(token) in request.COOKIES


def drop(request: HttpRequest, response: HttpResponse, slug: str, token: str) -> None:
    """Remove a player's addresses and dead ones from the phone, and choose another that it has."""
    path = reverse("me:page", args=[slug])
    own = _whose(token)
    for kept in {token, *tokens_in(request, slug)}:
        if kept == token or _whose(kept) in (None, own):
            response.delete_cookie(EACH + page_mark(kept), path=path)
    others = others_of(request, slug, token)
    if others:
        choose(response, slug, others[0].token)
    else:
        response.delete_cookie(COOKIE, path=path)


def forget(request: HttpRequest, response: HttpResponse, slug: str, token: str) -> None:
    """Remove a private address from the phone; for a while it can be restored."""
    drop(request, response, slug, token)
    _set(response, FORGOTTEN, token, slug, UNDO)


def forgotten(request: HttpRequest, slug: str) -> PageOfPhone | None:
    """Return the page that was just removed from this phone and can be restored."""
    token = _signed(request, FORGOTTEN, slug, UNDO)
    whose = None if not token or token in tokens_in(request, slug) else _whose(token)
    return None if whose is None or whose.event.slug != slug else _page(token, whose)


def pages_of(request: HttpRequest, slug: str) -> list[PageOfPhone]:
    """Return the private pages of a phone, the chosen one first, one of each player."""
    pages: dict[tuple[str, int], PageOfPhone] = {}
    for token in tokens_in(request, slug):
        whose = _whose(token)
        if whose is not None and whose.event.slug == slug:
            pages.setdefault((type(whose).__name__, whose.pk), _page(token, whose))
    return list(pages.values())


def others_of(request: HttpRequest, slug: str, token: str) -> list[PageOfPhone]:
    """Return the other private pages of a phone; no query if it has no other address."""
    if set(tokens_in(request, slug)) <= {token}:
        return []
    own = _whose(token)
    return [page for page in pages_of(request, slug) if _whose(page.token) != own]


def _page(token: str, whose: Enrollment | SignUp) -> PageOfPhone:
    return PageOfPhone(token, whose.name, whose.event.slug)


def _whose(token: str) -> Enrollment | SignUp | None:
    """Return the player or the sign-up behind an address; None for an invalid one."""
    return enrollment_of(token) or sign_up_of(token)


def _signed(request: HttpRequest, cookie: str, slug: str, age: int) -> str:
    try:
        return request.get_signed_cookie(cookie, salt=cookie_salt(slug), max_age=age) or ""
    except (KeyError, BadSignature):
        return ""


def _set(response: HttpResponse, cookie: str, value: str, slug: str, age: int) -> None:
    response.set_signed_cookie(
        cookie,
        value,
        salt=cookie_salt(slug),
        max_age=age,
        path=reverse("me:page", args=[slug]),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def cookie_of(slug: str, token: str) -> str:
    """Return the cookie header of a phone whose chosen page this is: `name=signed value`."""
    answer = HttpResponse()
    _set(answer, COOKIE, token, slug, AGE)
    return f"{COOKIE}={answer.cookies[COOKIE].value}"


def cookie_salt(slug: str) -> str:
    """Return the salt for the cookies of an event."""
    return f"own-page/{slug}"
