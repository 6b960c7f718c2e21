"""Ready-made texts for announcements common to all events."""

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# The order of the buttons.
READY_MADE = {
    "round": gettext_lazy("Round starts"),
    "lunch": gettext_lazy("Lunch"),
    "deck-checks": gettext_lazy("Deck checks"),
    "meeting": gettext_lazy("Player meeting"),
}


def ready_made(kind: str, language: str, *, number: int, at: str) -> str:
    """Return the text of a ready-made announcement in a language.

    `number`: of the next round; `at`: a time of day, "14:30".
    """
    values = {"number": number, "at": at}
    with translation.override(language):
        texts = {
            "round": _("Round %(number)d starts at %(at)s."),
            "lunch": _("Lunch break until %(at)s."),
            "deck-checks": _(
                "Deck checks: if a judge approaches your table, do not present your deck yet. "
                "You receive a time extension."
            ),
            "meeting": _("Player meeting at %(at)s. Please find your seat and sit down."),
        }
        return texts[kind] % values
