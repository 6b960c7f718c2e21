"""Settings that players choose on a digital platform."""

from django.utils.translation import gettext as _

from events.models import Event, Stage


def platform_setup(event: Event, stage: Stage | None) -> str:
    """Return the format to set for a match on a platform (digital event rules, 2.3).

    As the organizer typed it, else by the game format and the match length. `stage`: may have a
    match length of its own.
    """
    if event.platform_setup:
        return event.platform_setup
    games = (stage.games_to_win if stage else None) or event.games_to_win
    length = {
        Event.GamesToWin.ONE: _("one game, no sideboarding"),
        Event.GamesToWin.TWO: _("best of three with sideboarding"),
        Event.GamesToWin.THREE: _("best of five with sideboarding"),
    }[Event.GamesToWin(games)]
    return _(", ").join(filter(None, (event.game_format, length)))
