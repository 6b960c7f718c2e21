"""The names of infractions and penalties, as their columns offer them."""

from django.utils.functional import Promise

from events.models import Penalty


def infraction_words(infraction: str) -> str | Promise:
    """Return the name of an infraction."""
    return dict(Penalty.INFRACTION_WORDS)[infraction]


def penalty_words(penalty: str) -> str | Promise:
    """Return the name of a penalty."""
    return dict(Penalty.PENALTY_WORDS)[penalty]
