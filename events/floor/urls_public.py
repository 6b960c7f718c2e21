"""The public addresses of this room."""

from django.urls import path

from events.floor import views

of_everybody = [
    path("e/<slug:slug>/tables/<int:table>/", views.table_sign, name="table-sign"),
]
