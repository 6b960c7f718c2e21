"""Sources of reports that belong together: those of phones, and those of the desk."""

from domain.kinds import Source

# For the two players of a match, and for the seats of a table of three to five.
PHONE_SOURCES = (Source.FIRST, Source.SECOND, Source.SEAT)
# Sources at the desk. A slip entered there is whole: a player it does not name plays on.
DESK_SOURCES = (
    Source.SLIP,
    Source.TYPED,
    Source.SCANNED,
    Source.CLICKED,
    Source.TOGETHER,
    Source.PROGRAM,
    Source.KEPT,
)
