"""A list in a sentence: the first of many, and how many more."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# The most names in a sentence.
MOST = 6


def first_names(names: Sequence[str]) -> str:
    """List the first of the names, and the number of the others: "Ada, Ben, 12 more"."""
    shown = list(names[:MOST])
    more = len(names) - len(shown)
    if more:
        shown.append(ngettext("%(count)d more", "%(count)d more", more) % {"count": more})
    return _(", ").join(shown)
