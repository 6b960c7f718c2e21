"""A player's own pages, behind a private address and then a cookie: nothing here is public."""

from django.urls import path

from events.views import me

app_name = "me"

urlpatterns = [
    path("", me.lost, name="lost"),
    path("<slug:slug>/", me.page, name="page"),
    path("<slug:slug>/report/", me.report, name="report"),
    path("<slug:slug>/take-back/", me.take_back, name="take-back"),
    path("<slug:slug>/call/", me.call, name="call"),
    path("<slug:slug>/check-in/", me.check_in, name="check-in"),
    path("<slug:slug>/drop/", me.drop, name="drop"),
    path("<slug:slug>/forget/", me.forget, name="forget"),
    # What is no slug has a dot in it: the address of one player.
    path("<str:token>/", me.open_address, name="open"),
]
