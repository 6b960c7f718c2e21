"""What the journal says of announcements, tables that were looked at, and who may decide."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Match, Verb
from events.words.announced import announced_changed

Values = Mapping[str, Any]


def table_checked(values: Values) -> str:
    """Say what somebody found who looked at a table."""
    mark = dict(Match.Check.choices).get(values["mark"])
    where = {"round": values["round"], "table": values["table"], "mark": mark}
    if mark is None:
        return _("Round %(round)s, table %(table)s: the mark was taken off.") % where
    return _("Round %(round)s, table %(table)s: %(mark)s.") % where


PLAIN: dict[Verb, str | Promise] = {
    Verb.NEXT_ANNOUNCED: gettext_lazy(
        "Announced that the round after round %(round)s starts at %(time)s."
    ),
}

SPECIAL: dict[Verb, Callable[[Any], str]] = {
    Verb.ANNOUNCED_CHANGED: announced_changed,
    Verb.TABLE_CHECKED: table_checked,
}
