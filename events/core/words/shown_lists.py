"""Sentences that inform a player who can read a decklist, before it is handed in."""

from django.utils.translation import gettext as _

from domain.kinds import ShownLists
from events.models import Event, FactSheet


def consent_words(event: Event, sheet: FactSheet) -> tuple[str, str, str]:
    """Return sentences on a player's list: its readers during and after the event, and changes."""
    return (
        _during(event, sheet),
        _after(sheet.lists_shown(finished=True)),
        _("The organizer can change this, also after the event."),
    )


def _during(event: Event, sheet: FactSheet) -> str:
    shown = sheet.lists_shown(finished=False)
    if shown is ShownLists.ALL:
        return _("During the event, everyone can read it once round 1 is posted.")
    if shown is ShownLists.ADVANCED:
        return _("During the event, everyone can read it if you advance by a cut.")
    if event.opponent_decks and sheet.decklists == FactSheet.Decklists.OPEN:
        return _("During the event, only staff and your opponents can read it.")
    return _("During the event, only staff can read it.")


def _after(shown: ShownLists) -> str:
    if shown is ShownLists.ALL:
        return _("After the event, everyone can read it.")
    if shown is ShownLists.ADVANCED:
        return _("After the event, everyone can read it if you advanced by a cut.")
    return _("After the event, only staff can read it.")
