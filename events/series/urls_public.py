"""The public addresses of this room."""

from django.urls import path

from events.series import public_views
from events.series.series_files import CSV, XLSX

of_everybody = [
    path("o/<slug:slug>/series/<int:number>/", public_views.series, name="series"),
    *(
        path(
            f"o/<slug:slug>/series/<int:number>.{kind}",
            public_views.series_file,
            {"kind": kind},
            name=f"series-{kind}",
        )
        for kind in (CSV, XLSX)
    ),
]
