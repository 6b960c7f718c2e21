"""The public addresses of this room."""

from django.urls import path

from events.floor import table_signs

of_everybody = [
    path("e/<slug:slug>/tables/<int:table>/", table_signs.table_sign, name="table-sign"),
]
