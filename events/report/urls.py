"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.report import views

of_an_event = [
    path("report/", views.report, name="report"),
    path("report/report.pdf", views.report_pdf, name="report-pdf"),
    path("report/live/", views.live, name="report-live"),
    path("report/csv/<slug:table>/", views.report_csv, name="report-csv"),
    path("report/xlsx/", views.report_xlsx, name="report-xlsx"),
]
