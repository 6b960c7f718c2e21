"""The addresses of this room below those of an event's desk."""

from django.urls import path

from events.paper import html_views, views

of_an_event = [
    path("print/", views.overview, name="paper"),
    path("rounds/<int:number>/print/pairings.pdf", views.pairings, name="pdf-pairings"),
    path("rounds/<int:number>/print/slips.pdf", views.slips, name="pdf-slips"),
    path("standings/<int:number>/print/standings.pdf", views.standings, name="pdf-standings"),
    path("print/facts.pdf", views.facts, name="pdf-facts"),
    path("print/seats.pdf", views.seats, name="pdf-seats"),
    path("print/sign-in.pdf", views.sign_in, name="pdf-sign-in"),
    path("print/labels.pdf", views.labels, name="pdf-labels"),
    path("print/tables.pdf", views.table_numbers, name="pdf-tables"),
    path("print/poster.pdf", views.poster, name="pdf-poster"),
    path("stages/<int:number>/print/pods.pdf", views.pods, name="pdf-pods"),
    path("stages/<int:number>/print/bracket.pdf", views.bracket, name="pdf-bracket"),
    path("rounds/<int:number>/print/pairings/", html_views.pairings, name="print-pairings"),
    path("rounds/<int:number>/print/slips/", html_views.slips, name="print-slips"),
    path("standings/<int:number>/print/", html_views.standings, name="print-standings"),
]
