"""Values of the report, for its page, its PDF and the live pictures: computed once."""

import base64
from typing import Any

from django.template.loader import render_to_string

from events.core.players.shown_names import ShownNames
from events.core.report.report_values import Report
from events.models import Logo
from events.paper.document import Document
from events.report.facts import checks_of, facts_of, reported_as
from events.report.highlights import highlights_of
from events.report.pictures import pictures_of
from events.report.queries import newest_bracket
from events.report.report_document import report_document
from events.report.round_times import round_times


def report_context(report: Report, names: ShownNames | None = None) -> dict[str, Any]:
    """Return the values of the report's page; with `names` as everyone sees it."""
    return {
        **pictures_context(report),
        "facts": facts_of(report),
        "reported_as": reported_as(report),
        "bracket": newest_bracket(report.event, names),
        "checks": checks_of(report),
    }


def pictures_context(report: Report) -> dict[str, Any]:
    """Return the values of the head of the report and its pictures, which the live page shows."""
    times = round_times(report.event)
    return {
        "report": report,
        "highlights": highlights_of(report, times),
        "pictures": pictures_of(report, times),
    }


def whole_document(report: Report, names: ShownNames | None = None) -> Document:
    """Return the report as one document for paper; with `names` as everyone sees it."""
    bracket = newest_bracket(report.event, names)
    return report_document(report, round_times(report.event), bracket, _logo(report))


def _logo(report: Report) -> str:
    """Return the organizer's picture as an SVG, which needs no file next to it; "" for none."""
    logo = Logo.objects.filter(event=report.event).first() if report.sheet.logo_name else None
    if logo is None:
        return ""
    content = base64.b64encode(bytes(logo.content)).decode()
    return render_to_string("report/logo.svg", {"logo": logo, "content": content})
