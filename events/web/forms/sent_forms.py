"""A form that makes something makes it once, however often it is sent.

A double click without JavaScript, or a form that a browser sends again, leads to what the first one
made. A form that was opened again, or changed, makes another one.
"""

import datetime
import hashlib
import time
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
from events.models.second_factor import LONGEST_PATH
from events.web.requests import by_htmx, person

# The hidden field that distinguishes two opened forms: `{% form_key %}`.
KEY = "form_key"
# Each page with the form gets its own token, which Django checks and which is no content.
NOT_CONTENT = "csrfmiddlewaretoken"
REMEMBERED = datetime.timedelta(days=1)
# A repeated form waits this long for a slow answer; a killed server no longer answers.
WAIT_SECONDS, LOOK_EVERY = 20.0, 0.2
KILLED_AFTER = datetime.timedelta(minutes=10)

View = Callable[..., HttpResponse]


def made_once(view: View) -> View:
    """Answer a form that an account sends again as it was answered before, without the view.

    Two that arrive at once run one after the other. Only a redirect is remembered, in one
    transaction with what the view makes. The form's template has `{% form_key %}`.
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


def slowly_made_once(view: View) -> View:
    """Work as made_once for a view of many transactions, without making others wait for all of it.

    A second form waits for the first answer, at most WAIT_SECONDS.
    """

    @wraps(view)
    def opened(request: HttpRequest, *values: Any, **named: Any) -> HttpResponse:
        if request.method != "POST" or not request.POST.get(KEY):
            return view(request, *values, **named)
        actor, digest = person(request), _digest(request)
        sent = SentForm.objects.filter(account=actor, digest=digest)
        until = time.monotonic() + WAIT_SECONDS
        while (path := _begun(actor, digest)) == "" and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
        if path:
            _say_so(request)
            return redirect(path)
        if path is not None:
            words = _("The import is still running. The event appears here when it is complete.")
            messages.info(request, words)
            return redirect("staff:events")
        answer = None
        try:
            answer = view(request, *values, **named)
        finally:
            path = "" if answer is None else answer.headers.get("Location", "")
            if path:
                _remember(actor, digest, path)
            else:
                sent.delete()
        return answer

    return opened


def _begun(actor: User, digest: str) -> str | None:
    """Return where the answer to the form led, "" before it ends; None: begin it now."""
    with named_write(f"form/{digest}"):
        before = SentForm.objects.filter(account=actor, digest=digest).first()
        if before is not None:
            runs = not before.path and before.at > timezone.now() - KILLED_AFTER
            if runs or _is_there(before.path):
                return before.path
        _remember(actor, digest, "")
        return None


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
    if not path:
        return False
    try:
        slug = resolve(urlsplit(path).path).kwargs.get("slug")
    except Resolver404:
        return False
    return slug is None or Event.objects.filter(slug=slug).exists()


def _say_so(request: HttpRequest) -> None:
    """Say that the form was saved once, unless the first answer's message is still to be shown."""
    if not len(messages.get_messages(request)):
        messages.info(request, _("This form was sent twice and saved once."))
