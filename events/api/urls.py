"""The addresses that programs write to, and the staff page of their tokens."""

from django.urls import path

from events.api import organisation_token_views, token_views, write_views

app_name = "api"
EVENT = "events/<slug:slug>"
ROUND = f"{EVENT}/rounds/<int:number>"
PLAYER = f"{EVENT}/players/<int:number>"

urlpatterns = [
    path(f"{ROUND}/tables/<int:table>/result", write_views.result, name="result"),
    path(f"{ROUND}/pair", write_views.pair, name="pair"),
    path(f"{ROUND}/post", write_views.post, name="post"),
    path(f"{ROUND}/complete", write_views.complete, name="complete"),
    path(f"{ROUND}/publish", write_views.publish, name="publish"),
    path(f"{EVENT}/players", write_views.players, name="players"),
    path(f"{PLAYER}/check-in", write_views.check_in, name="check-in"),
    path(f"{PLAYER}/drop", write_views.drop, name="drop"),
    path(f"{PLAYER}/reinstate", write_views.reinstate, name="reinstate"),
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
