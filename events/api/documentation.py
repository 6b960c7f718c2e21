"""Serve the schema and the documentation page, identical for everyone until the code changes."""

from functools import cache

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from events.api.calls import WRITES
from events.api.reading import reading
from events.api.reads import LISTEN, READS
from events.api.samples import Sample, sample_of, sample_of_stream, sample_of_write
from events.api.schema import TAGS, schema_text
from events.public_site.page import JSON, STAMP_PLACE, Page, pack, program_page
from events.public_site.responses import respond
from events.web.problems import KINDS


@reading
def openapi(request: HttpRequest) -> HttpResponseBase:
    """Return the schema (OpenAPI 3.1)."""
    return respond(request, _schema())


@reading
def docs(request: HttpRequest) -> HttpResponseBase:
    """Show every call with its values and samples."""
    return respond(request, _docs(get_language() or "en"))


@cache
def _schema() -> Page:
    return program_page(schema_text().encode(), JSON)


@cache
def _docs(_language: str) -> Page:
    context = {
        "path": reverse("public:api-docs"),
        "stamp": STAMP_PLACE,
        "reads": [sample_of(read) for read in READS],
        "listen": sample_of_stream(LISTEN),
        "topics": [(words, _samples(tag)) for tag, words in TAGS.items() if _samples(tag)],
        "problems": [
            {"code": code.value, "status": int(status), "title": title}
            for code, (status, title) in KINDS.items()
        ],
    }
    return pack(render_to_string("api/docs.html", context))


def _samples(tag: str) -> list[Sample]:
    """Return the calls of a topic that need a token, with their samples."""
    return [sample_of_write(write) for write in WRITES if write.tag == tag]
