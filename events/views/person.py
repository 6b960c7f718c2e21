"""Who is asking."""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict


def person(request: HttpRequest) -> User:
    """The account that is logged in; views that call it carry `login_required`."""
    if isinstance(request.user, User):
        return request.user
    raise PermissionDenied


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None when the page is only looked at."""
    return request.POST if request.method == "POST" else None
