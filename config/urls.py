"""All addresses of the site: accounts, the desk under staff/, and the public pages."""

from django.contrib.auth import views as auth_views
from django.urls import include, path, register_converter

from events.accounts import factor_views as factors
from events.accounts import invitation_views as invitations
from events.accounts import second_step_views as second_step
from events.accounts import views as accounts
from events.api import reading as api
from events.hosting.operator import views as operator
from events.hosting.standby import views as follow
from events.organisations import views as organisations
from events.public_site import views as public
from events.public_site.addresses import ShortAddress
from events.venues import clock_views as clocks

register_converter(ShortAddress, "short")

urlpatterns = [
    path("staff/", include("events.urls_staff")),
    path("login/", accounts.LoginView.as_view(), name="login"),
    path("login/second/", second_step.second_step, name="second-step"),
    path("account/", factors.account, name="account"),
    path("account/app/", factors.add_app, name="account-app"),
    path("account/passkey/", factors.add_passkey, name="account-passkey"),
    path("account/codes/", factors.new_codes, name="account-codes"),
    path(
        "account/factors/<int:authenticator>/remove/", factors.remove_factor, name="account-remove"
    ),
    path("account/helpers/<slug:organisation>/", factors.change_helper, name="account-helper"),
    path("account/logins/end/", factors.end_logins, name="account-end-all"),
    path("account/logins/<int:login>/end/", factors.end_login, name="account-end"),
    path("operator/", operator.console, name="operator"),
    path("operator/<slug:organisation>/limits/", operator.limits, name="operator-limits"),
    path("logout/", auth_views.LogoutView.as_view(), name="logout"),
    path("first-organizer/", accounts.first_organizer, name="first-organizer"),
    path("join/<secret:token>/", invitations.join_staff, name="join-staff"),
    path("join/organisation/<secret:token>/", organisations.join, name="join-organisation"),
    path("clocks/<secret:token>/", clocks.clock_wall, name="clock-wall"),
    path("join/<uidb64>/<secret:token>/", accounts.JoinView.as_view(), name="join"),
    path("password/", accounts.change_password, name="password"),
    path("language/<str:code>/", accounts.choose_language, name="language"),
    path("now", public.now, name="now"),
    path("favicon.ico", public.favicon, name="favicon"),
    path(".well-known/security.txt", public.security_contact, name="security-txt"),
    path("manifest.webmanifest", public.manifest, name="manifest"),
    path("follow/", follow.follow, name="follow"),
    path("follow/here", follow.here, name="here"),
    path("me/worker.js", public.worker, name="private-worker"),
    path("me/", include("events.player_pages.urls")),
    path("overlay/", include("events.integrations.urls_overlay")),
    path("api/v1/", include("events.api.urls")),
    path("", include("events.urls_public")),
    path("api/<path:rest>", api.missing, name="api-missing"),
    # Last, so that it hides no other address.
    path("<short:name>", public.short, name="short"),
    path("<short:name>/", public.short, name="short-slash"),
]

handler404 = "events.web.error_pages.not_found"
handler500 = "events.web.error_pages.server_error"
