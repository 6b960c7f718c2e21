"""Acts on the page of a player: those that fit the moment and the person, each a form to open."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.players.actions import tied_players
from events.core.players.queries import PlayerPage
from events.models import Enrollment
from events.web.access import Desk


@dataclass(frozen=True, slots=True)
class PlayerAct:
    """One act: `code` names it in addresses and its template."""

    code: str
    label: str | Promise
    is_button: bool = False
    is_danger: bool = False

    @property
    def template(self) -> str:
        """The form."""
        return f"roster/player/{self.code}.html"


_DROP = PlayerAct("drop", _("Drop player"), is_button=True)
_REINSTATE = PlayerAct("reinstate", _("Reinstate player"), is_button=True)
_LINK = PlayerAct("link", _("Show link"), is_button=True)
_DETAILS = PlayerAct("details", _("Edit details"))
_ALIAS = PlayerAct("alias", _("Public name"))
_MERGE = PlayerAct("merge", _("Merge two entries"))
_REMOVE = PlayerAct("remove", _("Remove from the roster"), is_danger=True)
_DISQUALIFY = PlayerAct("disqualify", _("Disqualify player"), is_danger=True)


def player_acts(desk: Desk, page: PlayerPage, *, has_link: bool) -> list[PlayerAct]:
    """Return the acts that this person may do now, buttons first."""
    can, player = desk.can, page.enrollment
    active = player.is_active
    disqualified = player.state == Enrollment.State.DISQUALIFIED
    goes_on = not desk.event.is_finished
    offered = (
        (_DROP, goes_on and active and can["drop"]),
        (_REINSTATE, goes_on and not active and can["reinstate"]),
        (_LINK, has_link),
        (_DETAILS, goes_on and can["edit_roster"]),
        (_ALIAS, can["edit_roster"]),
        (_MERGE, goes_on and can["edit_roster"]),
        (_REMOVE, goes_on and can["edit_roster"] and _is_removable(page)),
        (_DISQUALIFY, goes_on and can["disqualify"] and not disqualified),
    )
    return [act for act, fits in offered if fits]


def _is_removable(page: PlayerPage) -> bool:
    """Return whether a player can be removed. One query for a player without a match."""
    return page.never_played and not tied_players([page.enrollment]).exists()


def opened_act(acts: Sequence[PlayerAct], code: str) -> PlayerAct | None:
    """Return the act with this code; None where it is not offered."""
    return next((act for act in acts if act.code == code), None)
