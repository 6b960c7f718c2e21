"""The next thing for a player without a table, in words."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from events.core.words.stage_words import Titled, round_title


class Coming(NamedTuple):
    """The step after a round: its label, the large words, and what happens then."""

    label: str
    words: str
    next: str


def coming_words(
    newest: Titled, event_name: str, *, left: int | None, planned: int | None, more_stages: bool
) -> Coming:
    """Say what comes after the newest round, which is complete.

    `left`: rounds of its stage that are announced and not posted, None where that is open;
    `planned`: rounds of the whole event. Nothing unposted is looked at.
    """
    soon = _("Pairings soon")
    here = _("Your table appears here.")
    if left == 0 and more_stages:
        words = _("Players who advance find their table here.")
        return Coming(event_name, _("Next stage soon"), words)
    if left == 0:
        return Coming(
            round_title(newest), _("All rounds are played"), _("The final place follows here.")
        )
    if newest.bracket_players is not None:
        return Coming(event_name, soon, here)
    number = {"number": newest.number + 1, "planned": planned}
    label = _("Round %(number)d of %(planned)d") if planned else _("Round %(number)d")
    return Coming(label % number, soon, here)
