"""Addresses of this room; a venue belongs to no single event."""

from django.urls import path

from events.venues import views

of_all_events = [
    path("venues/", views.venues, name="venues"),
    path("venues/<int:venue_id>/", views.tables, name="venue"),
    path("venues/<int:venue_id>/rooms/", views.rooms, name="venue-rooms"),
    path("venues/<int:venue_id>/rooms/<int:room_id>/", views.change_room, name="venue-room"),
    path("venues/<int:venue_id>/name/", views.rename, name="venue-rename"),
    path("venues/<int:venue_id>/condense/", views.condense, name="venue-condense"),
    path("venues/<int:venue_id>/events/<int:event_id>/tables/", views.give, name="venue-give"),
]
