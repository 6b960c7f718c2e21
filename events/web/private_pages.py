"""Answers for one phone alone, behind a private address."""

from django.http import HttpResponse


def for_one_phone(response: HttpResponse) -> HttpResponse:
    """Set headers against caching this answer and against leaking its address."""
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
