"""Card names and legality, offline, from a file that the organizer loads."""
