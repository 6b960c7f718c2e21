"""A player's own pages, behind a private address and then a cookie: nothing here is public."""

from django.urls import path

from events.player_pages import deck_views as me_deck
from events.player_pages import game_report_views as me_games
from events.player_pages import push_views as push
from events.player_pages import sign_up_views as sign_ups
from events.player_pages import views as me

app_name = "me"

urlpatterns = [
    path("", me.lost, name="lost"),
    path("<slug:slug>/", me.page, name="page"),
    path("<slug:slug>/report/", me.report, name="report"),
    path("<slug:slug>/take-back/", me.take_back, name="take-back"),
    path("<slug:slug>/game/", me_games.report, name="game"),
    path("<slug:slug>/game/take-back/", me_games.take_back, name="game-take-back"),
    path("<slug:slug>/call/", me.call, name="call"),
    path("<slug:slug>/check-in/", me.check_in, name="check-in"),
    path("<slug:slug>/alias/", me.alias, name="alias"),
    path("<slug:slug>/deck/", me_deck.deck, name="deck"),
    path("<slug:slug>/pool/", me_deck.pool, name="pool"),
    path("<slug:slug>/pool/confirm/", me_deck.confirm, name="pool-confirm"),
    path("<slug:slug>/drop/", me.drop, name="drop"),
    path("<slug:slug>/sign-up/", sign_ups.sign_up, name="sign-up"),
    path("<slug:slug>/cancel/", me.cancel, name="cancel"),
    path("<slug:slug>/email-consent/", me.email_consent, name="email-consent"),
    path("<slug:slug>/push/", push.change, name="push"),
    path("<slug:slug>/forget/", me.forget, name="forget"),
    # An address with a dot is no slug: it is the link of one player.
    path("<secret:token>/", me.open_address, name="open"),
]
