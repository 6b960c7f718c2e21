"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.transfer import views

of_an_event = [
    path("export/", views.export, name="export"),
    path("export/addresses.csv", views.export_addresses, name="export-addresses"),
    path("export/archive/", views.export_file, name="export-file"),
    path("export/to/<slug:format>/", views.export_other, name="export-other"),
]
