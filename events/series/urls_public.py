"""The public addresses of this room."""

from django.urls import path

from events.series import public_views

of_everybody = [
    path("o/<slug:slug>/series/<int:number>/", public_views.series, name="series"),
    path("o/<slug:slug>/series/<int:number>.csv", public_views.series_csv, name="series-csv"),
]
