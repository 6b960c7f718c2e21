"""Staff addresses of this room; a series belongs to no single event."""

from django.urls import path

from events.series import views
from events.series.series_files import CSV, XLSX

_BASE = "organisations/<slug:organisation>/series/"

of_all_events = [
    path(_BASE, views.listed, name="series-list"),
    path(f"{_BASE}new/", views.new, name="series-new"),
    path(f"{_BASE}<int:number>/", views.series, name="series"),
    path(f"{_BASE}<int:number>/settings/", views.change, name="series-change"),
    path(f"{_BASE}<int:number>/events/", views.choose, name="series-choose"),
    path(f"{_BASE}<int:number>/combine/", views.combine, name="series-combine"),
    path(f"{_BASE}<int:number>/separate/", views.separate, name="series-separate"),
    path(f"{_BASE}<int:number>/byes/", views.byes, name="series-byes"),
    path(f"{_BASE}<int:number>/over/", views.over, name="series-over"),
    *(
        path(f"{_BASE}<int:number>.{kind}", views.file, {"kind": kind}, name=f"series-{kind}")
        for kind in (CSV, XLSX)
    ),
]
