"""Names of tiebreakers."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# The full name, then the heading of a narrow column.
TIEBREAKER_NAMES: dict[str, tuple[str | Promise, str | Promise]] = {
    "omw": (_("opponents' match-win percentage"), _("OMW%")),
    "gw": (_("game-win percentage"), _("GW%")),
    "ogw": (_("opponents' game-win percentage"), _("OGW%")),
    "oomw": (_("opponents' opponents' match-win percentage"), _("OOMW%")),
    "head-to-head": (_("head-to-head result"), _("H2H")),
    "cumulative": (_("cumulative match points"), _("Cum.")),
    "opponents-cumulative": (_("opponents' cumulative match points"), _("Opp. cum.")),
    "sos": (_("strength of schedule"), _("SoS")),
    "extended-sos": (_("extended strength of schedule"), _("ESoS")),
    "match-loss": (_("match-loss percentage (lower is better)"), _("ML%")),
    "opponents-match-loss": (
        _("opponents' match-loss percentage (lower is better)"),
        _("OML%"),
    ),
    "mw": (_("match-win percentage"), _("MW%")),
    "opponents-points": (_("average match points of the opponents"), _("Opp. pts")),
    "tables": (_("tables played"), _("Tables")),
    "beaten": (_("opponents beaten"), _("Beaten")),
}


def tiebreaker_name(code: str) -> str | Promise:
    """Return the name of a tiebreaker; an unknown code unchanged."""
    return TIEBREAKER_NAMES.get(code, (code, code))[0]


def tiebreaker_short(code: str) -> str | Promise:
    """Return the column head of a tiebreaker; an unknown code unchanged."""
    return TIEBREAKER_NAMES.get(code, (code, code))[1]
