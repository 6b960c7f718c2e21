"""Wording of the reasons that bar a player."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.core.eligibility.queries import NOT_INVITED, Barred
from events.models import EligibilityMark

_WORDS = {
    EligibilityMark.Kind.SUSPENDED.value: gettext_lazy("suspended"),
    EligibilityMark.Kind.UNDER_AGE.value: gettext_lazy("under age"),
    NOT_INVITED: gettext_lazy("not invited"),
}


def barred_words(barred: Barred) -> str:
    """Say why a player may not play: "not eligible: suspended"."""
    return _("not eligible: %(why)s") % {"why": _WORDS[barred.why]}
