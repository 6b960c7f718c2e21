"""The addresses that programs with a token use, and the staff page of their tokens."""

from django.urls import path

from events.api import organisation_token_views, token_views
from events.api.calls import WRITES
from events.api.declared import PREFIX, by_path, route
from events.api.reads import READS
from events.api.writing import writing

app_name = "api"
_PUBLIC = {read.path for read in READS}

urlpatterns = [
    path(
        route(address).removeprefix(PREFIX), writing(writes), name=next(iter(writes.values())).name
    )
    for address, writes in by_path(WRITES).items()
    if address not in _PUBLIC
]
of_an_event = [
    path("tokens/", token_views.tokens, name="tokens"),
    path("tokens/<int:token>/revoke/", token_views.revoke, name="token-revoke"),
]
_TOKENS = "organisations/<slug:organisation>/tokens/"
of_all_events = [
    path(_TOKENS, organisation_token_views.tokens, name="organisation-tokens"),
    path(
        f"{_TOKENS}<int:token_id>/revoke/",
        organisation_token_views.revoke,
        name="organisation-token-revoke",
    ),
]
