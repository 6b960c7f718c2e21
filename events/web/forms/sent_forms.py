"""A form that makes something makes it once, however often it is sent.

A double click without JavaScript, or a form that a browser sends again, leads to what the first one
made. A form that was opened again, or changed, makes another one.
"""

import datetime
import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from events.core.event_write import named_write
from events.models import Event, SentForm
from events.models.pages.sent_form import LONGEST_PATH
from events.web.requests import by_htmx, person

# The hidden field that tells two opened forms apart: `{% form_key %}`.
KEY = "form_key"
# Each page that shows the form gets a token of its own, and the session decides over it.
NOT_CONTENT = "csrfmiddlewaretoken"
REMEMBERED = datetime.timedelta(days=1)

View = Callable[..., HttpResponse]


def made_once(view: View) -> View:
    """Answer a form that an account sends again as it was answered before, without the view.

    Two that arrive at once follow each other. Only an answer that leads elsewhere is remembered,
    in one transaction with what the view makes. Its template has `{% form_key %}`.
    """

    @wraps(view)
    def opened(request: HttpRequest, *values: Any, **named: Any) -> HttpResponse:
        if request.method != "POST" or not request.POST.get(KEY) or by_htmx(request):
            return view(request, *values, **named)
        actor, digest = person(request), _digest(request)
        with named_write(f"form/{digest}"):
            before = SentForm.objects.filter(account=actor, digest=digest).first()
            if before is not None and _is_there(before.path):
                _say_so(request)
                return redirect(before.path)
            answer = view(request, *values, **named)
            path = answer.headers.get("Location", "")
            if path and len(path) <= LONGEST_PATH:
                _remember(actor, digest, path)
            return answer

    return opened


def _digest(request: HttpRequest) -> str:
    fields = sorted((key, values) for key, values in request.POST.lists() if key != NOT_CONTENT)
    return hashlib.sha256(repr((request.path, fields)).encode()).hexdigest()


def _remember(actor: User, digest: str, path: str) -> None:
    now = timezone.now()
    SentForm.objects.filter(at__lt=now - REMEMBERED).delete()
    SentForm.objects.update_or_create(
        account=actor, digest=digest, defaults={"path": path, "at": now}
    )


def _is_there(path: str) -> bool:
    """Whether a page still exists: its event may have been deleted since."""
    try:
        slug = resolve(urlsplit(path).path).kwargs.get("slug")
    except Resolver404:
        return False
    return slug is None or Event.objects.filter(slug=slug).exists()


def _say_so(request: HttpRequest) -> None:
    """Say what became of the form, unless the first answer's message is still to be shown."""
    if not len(messages.get_messages(request)):
        messages.info(request, _("This form was sent twice and saved once."))
