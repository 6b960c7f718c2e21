"""A page as Django's answer: the one place that says which headers a public page has."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

from events.public.page import Page, accepted_encoding

# A browser asks every time, and mostly learns that nothing is new; a cache in front of many of
# them asks once a second. Players have no cookie but the language they chose, so that a cache that
# follows Vary holds one copy for each language and compression.
CACHE_CONTROL = "max-age=0, must-revalidate, s-maxage=1"
VARY = "Accept-Encoding, Accept-Language, Cookie"


def respond(request: HttpRequest, page: Page) -> HttpResponseBase:
    """Answer with the page, or with 304 when the phone has it already; sets no cookie."""
    encoding = page.encoding(accepted_encoding(request.headers.get("Accept-Encoding", "")))
    response = HttpResponse(page.body(encoding), content_type=page.kind)
    if encoding:
        response["Content-Encoding"] = encoding
    response["Content-Length"] = str(len(response.content))
    response["Content-Language"] = get_language() or "en"
    response["ETag"] = page.etag
    response["Cache-Control"] = CACHE_CONTROL
    response["Vary"] = VARY
    # Whoever watches a card can set a clock by it.
    response["Date"] = http_date()
    return get_conditional_response(request, etag=page.etag, response=response) or response
