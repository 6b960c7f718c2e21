"""Names and e-mail addresses of an event's players, for mails that its organizer writes."""

from django.utils.translation import gettext as _

from events.models import Enrollment, Event
from events.web.spreadsheets.sheet_tables import Cell, Column, Table

_GIVEN_BY_PLAYER = Enrollment.Source.SIGN_UP


def address_table(event: Event) -> Table:
    """Return who can be written to, and whether the player gave the address or the staff did.

    Dropped players too: prizes and news are theirs as well. One query.
    """
    players = event.enrollments.exclude(player__email="").order_by("name", "number")
    rows: list[tuple[Cell, ...]] = [
        (
            number,
            name,
            email,
            _("player, at sign-up") if source == _GIVEN_BY_PLAYER else _("staff, or a list"),
            str(Enrollment.State(state).label),
        )
        for number, name, email, source, state in players.values_list(
            "number", "name", "player__email", "source", "state"
        )
    ]
    titles = (_("Number"), _("Name"), _("Email address"), _("Address given by"), _("State"))
    columns = tuple(Column(title) for title in titles)
    return Table("addresses", _("Email addresses"), columns, rows)
