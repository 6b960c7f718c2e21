"""Addresses of the pages that players see, without an account."""

from django.urls import path

from events.api import urls_public as api
from events.badges import urls_public as badges
from events.floor import urls_public as floor
from events.integrations import overlay_views as embeds
from events.on_demand import urls_public as on_demand
from events.public_site import views as public
from events.report import public_views as report
from events.series import urls_public as series
from events.standings import explain_views as explain

app_name = "public"

urlpatterns = [
    path("", public.events, name="events"),
    path("o/<slug:slug>/", public.organisation, name="organisation"),
    path("o/<slug:slug>/logo/<str:name>", public.organisation_logo, name="organisation-logo"),
    *on_demand.of_everybody,
    *series.of_everybody,
    *badges.of_everybody,
    *floor.of_everybody,
    path("e/worker.js", public.worker, name="worker"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/pairings/", public.pairings, name="pairings"),
    path("e/<slug:slug>/pairings/<int:number>/", public.pairings, name="pairings"),
    path("e/<slug:slug>/standings/", public.standings, name="standings"),
    path("e/<slug:slug>/standings/<int:number>/", public.standings, name="standings"),
    path(
        "e/<slug:slug>/standings/<int:round>/players/<int:number>/",
        explain.public_page,
        name="explain",
    ),
    path(
        "e/<slug:slug>/standings/<int:round>/players/<int:number>.json",
        explain.public_json,
        name="explain-json",
    ),
    path("e/<slug:slug>/players/<int:number>/", public.player, name="player"),
    path("e/<slug:slug>/players/<int:number>.json", public.card, name="card"),
    path("e/<slug:slug>/players/<int:number>/recorded/", public.recorded, name="recorded"),
    path("e/<slug:slug>/around/", public.around, name="around"),
    path("e/<slug:slug>/stamp.json", public.stamp, name="stamp"),
    path("e/<slug:slug>/event.ics", public.calendar, name="calendar"),
    path("e/<slug:slug>/logo/<str:name>", public.logo, name="logo"),
    path("e/<slug:slug>/share.png", report.event_picture, name="share"),
    path("e/<slug:slug>/players/<int:number>/share.png", report.place_picture, name="share-place"),
    path("e/<slug:slug>/report/", report.report, name="report"),
    path("e/<slug:slug>/report.pdf", report.report_pdf, name="report-pdf"),
    path("e/<slug:slug>/bracket/", public.bracket, name="bracket"),
    path("e/<slug:slug>/pods/", public.pods, name="pods"),
    path("e/<slug:slug>/decks/", public.decks, name="decks"),
    path("e/<slug:slug>/about/", public.about, name="about"),
    path("e/<slug:slug>/privacy/", public.privacy, name="privacy"),
    path("e/<slug:slug>/rules/", public.rules, name="rules"),
    path("e/<slug:slug>/draw/", public.seeds, name="seeds"),
    path("e/<slug:slug>/code.svg", public.code, name="code"),
    path("e/<slug:slug>/embed/standings/", embeds.standings, name="embed-standings"),
    path("e/<slug:slug>/embed/pairings/", embeds.pairings, name="embed-pairings"),
    path("e/<slug:slug>/projector/", public.projector, name="projector"),
    *api.of_everybody,
]
