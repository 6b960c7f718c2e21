"""Sizes of pods and waits in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def pod_size_words(size: int, least: int | None, minutes: int) -> str:
    """Say when a pod begins: "8 players, or 6 after 30 minutes"."""
    if least is None:
        return ngettext("%(count)d player", "%(count)d players", size) % {"count": size}
    words = _("%(size)d players, or %(least)d after %(minutes)d minutes")
    return words % {"size": size, "least": least, "minutes": minutes}


def wait_words(minutes: int | None) -> str:
    """Say a wait: "about 12 minutes", "now"; empty without an estimate."""
    if minutes is None:
        return ""
    if minutes == 0:
        return _("now")
    words = ngettext("about %(count)d minute", "about %(count)d minutes", minutes)
    return words % {"count": minutes}
