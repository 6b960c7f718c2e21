"""The person who sends a request, the page that they came from, and what its form carries."""

from urllib.parse import SplitResult, urlsplit

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from domain.limits import MOST_PLAYERS
from events.core.seats.table_numbering import read_tables
from events.core.typed_values import whole_numbers


def person(request: HttpRequest) -> User:
    """Return the account that is logged in; views that call it carry `login_required`."""
    if isinstance(request.user, User):
        return request.user
    raise PermissionDenied


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the posted form; None for any other method."""
    return request.POST if request.method == "POST" else None


def posted_numbers(request: HttpRequest) -> list[int]:
    """Return the numbers of the players whom a page showed, as its form carries them.

    As ranges; a page of the version before names each player in a field of its own. RefusedError
    for ranges that cannot be read.
    """
    ranges = read_tables(request.POST.get("numbers", ""), MOST_PLAYERS)
    return whole_numbers(request.POST.getlist("number")) + ranges


def parts_of(address: str) -> SplitResult:
    """Split an address that a stranger sent; all parts are empty if it is invalid."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def page_before(request: HttpRequest) -> str:
    """Return the path of this site's page on which a form was; empty when that is unknown."""
    before = parts_of(request.headers.get("Referer", ""))
    return before.path if before.netloc == request.get_host() else ""


def is_of_this_site(request: HttpRequest) -> bool:
    """Whether a page of this site sent this form, which browsers say of every form."""
    return parts_of(request.headers.get("Origin", "")).netloc == request.get_host()


def to_the_floor(request: HttpRequest) -> bool:
    """Whether a judge came from the floor's page and goes back there."""
    return "floor" in (request.GET.get("back"), request.POST.get("back"))


def back_to_desk(request: HttpRequest) -> bool:
    """Whether a form of the desk was sent, which is where the answer leads."""
    return request.POST.get("back") == "desk"


def by_htmx(request: HttpRequest) -> bool:
    """Whether a part of a page is requested, as django-htmx's middleware found."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx)
