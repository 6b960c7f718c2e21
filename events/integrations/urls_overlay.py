"""The private addresses of overlays."""

from django.urls import path

from events.integrations import overlay_views

app_name = "overlay"

urlpatterns = [
    path("<secret:token>/<slug:scene>/", overlay_views.page, name="page"),
    path("<secret:token>/<slug:scene>/part/", overlay_views.part, name="part"),
]
