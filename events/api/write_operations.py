"""The calls that write, for the schema and the page of documentation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from events.api import written_values as values
from events.api.operations import EVENT
from events.models import TokenScope

ROUND = f"{EVENT}/rounds/{{number}}"
RESULT = f"{ROUND}/tables/{{table}}/result"
PLAYER = f"{EVENT}/players/{{player}}"
TABLE, ONE_PLAYER = values.TableAnswer, values.PlayerAnswer


@dataclass(frozen=True, slots=True)
class Write:
    """One call that writes; `sample` is a body that works."""

    name: str
    method: str
    path: str
    scope: TokenScope
    summary: str | Promise
    answer: type[Struct]
    body: type[Struct] = values.Nothing
    sample: Mapping[str, Any] | None = None
    status: int = 200
    queries: Sequence[Any] = field(default=())

    @property
    def needs_version(self) -> bool:
        """Whether the call names in If-Match what it read."""
        return self.method == "PUT"


_RESULTS, _ROSTER, _POST = TokenScope.RESULTS, TokenScope.ROSTER, TokenScope.POST_ROUND
_WON = {"games": [2, 1, 0]}
WRITES = (
    Write(
        *("enroll", "POST", f"{EVENT}/players", _ROSTER, _("Enroll a player"), ONE_PLAYER),
        body=values.PlayerBody,
        sample={"name": "Zoe New"},
        status=201,
    ),
    Write(*("check-in", "POST", f"{PLAYER}/check-in", _ROSTER, _("Check in a player"), ONE_PLAYER)),
    Write(
        "undo-check-in",
        *("DELETE", f"{PLAYER}/check-in", _ROSTER, _("Undo a check-in"), ONE_PLAYER),
    ),
    Write(
        *("pair", "POST", f"{ROUND}/pair", _POST, _("Pair a round"), values.RoundAnswer),
        status=201,
    ),
    Write(*("post", "POST", f"{ROUND}/post", _POST, _("Post a round"), values.RoundAnswer)),
    Write(
        *("enter", "POST", RESULT, _RESULTS, _("Enter a result"), TABLE),
        body=values.ResultBody,
        sample=_WON,
    ),
    Write("table", "GET", RESULT, _RESULTS, _("Read a table, published or not"), TABLE),
    Write(
        *("correct", "PUT", RESULT, _RESULTS, _("Correct a result"), TABLE),
        body=values.ResultBody,
        sample={"games": [2, 0, 0], "reason": "slip misread"},
    ),
    Write("undo", "DELETE", RESULT, _RESULTS, _("Undo a result"), TABLE),
    Write(
        "announce",
        *("POST", f"{EVENT}/announcements", TokenScope.ANNOUNCEMENTS, _("Post an announcement")),
        values.AnnouncementAnswer,
        body=values.AnnouncementBody,
        sample={"en": "Lunch until 13:00", "ja": "13:00 まで昼休みです", "until": "$UNTIL"},
        status=201,
    ),
    Write(
        "complete",
        *("POST", f"{ROUND}/complete", _POST, _("Complete a round"), values.RoundAnswer),
    ),
    Write(
        *("publish", "POST", f"{ROUND}/publish", _POST, _("Publish standings")),
        values.PublishedAnswer,
        body=values.PublishBody,
    ),
    Write(
        *("drop", "POST", f"{PLAYER}/drop", _ROSTER, _("Drop a player"), ONE_PLAYER),
        body=values.DropBody,
        sample={"reason": "ill"},
    ),
    Write(
        *("reinstate", "POST", f"{PLAYER}/reinstate", _ROSTER, _("Reinstate a player"), ONE_PLAYER),
        body=values.DropBody,
        sample={"reason": "dropped by mistake"},
    ),
)
