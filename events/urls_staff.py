"""The addresses below staff/: the desk of every event, and what is around it."""

from django.urls import include, path, re_path

from events.accounts import urls as accounts_urls
from events.announcements import urls as announcements_urls
from events.api import urls as api_urls
from events.appeals import urls as appeals_urls
from events.audit import urls as audit_urls
from events.badges import urls as badges_urls
from events.clock import urls as clock_urls
from events.day import urls as day_urls
from events.decks import urls as decks_urls
from events.desk import urls as desk_urls
from events.eligibility import urls as eligibility_urls
from events.finder import urls as finder_urls
from events.floor import urls as floor_urls
from events.hosting.personal_data import urls as personal_data_urls
from events.integrations import urls as integrations_urls
from events.on_demand import urls as on_demand_urls
from events.organisations import urls as organisations_urls
from events.paper import urls as paper_urls
from events.penalties import urls as penalties_urls
from events.player_pages import staff_urls as player_pages_urls
from events.preflight import urls as preflight_urls
from events.prizes import urls as prizes_urls
from events.repairing import urls as repairing_urls
from events.report import urls as report_urls
from events.roster import urls as roster_urls
from events.seating import urls as seating_urls
from events.series import urls as series_urls
from events.settings import urls as settings_urls
from events.settings import views as events
from events.sign_ups import urls as sign_ups_urls
from events.stages import urls as stages_urls
from events.standings import urls as standings_urls
from events.transfer import urls as transfer_urls
from events.transfer import views as archive
from events.venues import urls as venues_urls
from events.web import error_pages as trouble

app_name = "staff"
of_an_event = [
    # The most requested addresses come first, because they are matched in order.
    *desk_urls.of_an_event,
    *settings_urls.of_an_event,
    *seating_urls.of_an_event,
    *player_pages_urls.of_an_event,
    *sign_ups_urls.of_an_event,
    *decks_urls.of_an_event,
    *eligibility_urls.of_an_event,
    *accounts_urls.of_an_event,
    *personal_data_urls.of_an_event,
    *audit_urls.of_an_event,
    *repairing_urls.of_an_event,
    *clock_urls.of_an_event,
    *preflight_urls.of_an_event,
    *standings_urls.of_an_event,
    *transfer_urls.of_an_event,
    *roster_urls.of_an_event,
    *penalties_urls.of_an_event,
    *appeals_urls.of_an_event,
    *paper_urls.of_an_event,
    *stages_urls.of_an_event,
    *floor_urls.of_an_event,
    *finder_urls.of_an_event,
    *announcements_urls.of_an_event,
    *report_urls.of_an_event,
    *integrations_urls.of_an_event,
    *api_urls.of_an_event,
    *prizes_urls.of_an_event,
    # Last: it matches every other address below an event. The slash lets APPEND_SLASH add one.
    re_path(r"^.*/$", trouble.nothing, name="nothing"),
]
urlpatterns = [
    *day_urls.of_all_events,
    *finder_urls.of_all_events,
    *accounts_urls.of_all_events,
    *organisations_urls.of_all_events,
    *on_demand_urls.of_all_events,
    *venues_urls.of_all_events,
    *series_urls.of_all_events,
    *personal_data_urls.of_all_events,
    *badges_urls.of_all_events,
    *paper_urls.of_all_events,
    *api_urls.of_all_events,
    *integrations_urls.of_all_events,
    path("new/", events.new_event, name="new"),
    path("import/", archive.import_event, name="import"),
    path("take-over/", archive.take_over, name="take-over"),
    path("e/<slug:slug>/", include(of_an_event)),
]
