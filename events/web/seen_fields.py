"""Version tokens of forms without a class of their own."""

from typing import Any

from django.http import HttpRequest

from events.core.edit_conflicts import ChangedMeanwhileError, marks_of
from events.core.refusals import RefusedError
from events.core.version_tokens import alias_values
from events.models import Enrollment


def seen_by(request: HttpRequest) -> str:
    """Return what the form that was sent says was seen; empty where it says nothing."""
    return request.POST.get("seen", "")


def seen_after(request: HttpRequest, refused: RefusedError | None, now: str) -> str:
    """Return what the form of a page says was seen: after a refusal what it said before.

    Where a colleague's change was shown, that is what was seen; `now`: the marks of what is there.
    """
    if isinstance(refused, ChangedMeanwhileError):
        return refused.marks
    return now if refused is None else request.POST.get("seen", now)


def changed_names(refused: RefusedError | None) -> list[str]:
    """Return the fields that somebody else has changed meanwhile."""
    return refused.names if isinstance(refused, ChangedMeanwhileError) else []


def alias_context(
    request: HttpRequest, enrollment: Enrollment, refused: RefusedError | None
) -> dict[str, Any]:
    """Return what alias.html needs: what was typed or stands there, and what was seen of it."""
    is_about_it = "alias" in request.POST
    return {
        "alias": request.POST.get("alias", enrollment.alias),
        "alias_seen": seen_after(
            request, refused if is_about_it else None, marks_of(alias_values(enrollment))
        ),
        "changed": changed_names(refused),
    }
