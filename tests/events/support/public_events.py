"""Events for tests of the public pages, played through the services."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from events.core.results.actions import enter_result
from events.core.results.slips import Slip
from events.core.rounds.actions import complete_round, post_round
from events.core.rounds.pairing_actions import pair_next_round
from events.core.standings.actions import publish_standings
from events.models import Event, Match, Role, Round
from tests import factories

USUAL = Slip.of(2, 1)


class Played:
    """An event and its organizer, advanced round by round."""

    def __init__(self, names: Sequence[str], **columns: Any) -> None:
        self.event: Event = factories.event(**columns)
        self.players = factories.enroll_players(self.event, names)
        self.organizer: User = factories.staff_member(self.event, Role.ORGANIZER)

    @property
    def _who(self) -> dict[str, Any]:
        return {"event_id": self.event.pk, "actor": self.organizer}

    def pair(self, number: int) -> Round:
        """Pair the round; only staff see it."""
        return pair_next_round(**self._who, number=number, seed=number)

    def post(self, number: int) -> Round:
        """Pair the round and post it."""
        self.pair(number)
        return post_round(**self._who, number=number)

    def play(self, number: int, score: Slip = USUAL) -> None:
        """Post the round and finish it."""
        self.post(number)
        self.finish_round(number, score)

    def finish_round(self, number: int, score: Slip = USUAL) -> None:
        """Report 2-1 for the first-named player of outstanding matches, and complete the round."""
        round = self.event.rounds.get(number=number)
        for match in round.matches.filter(kind=Match.Kind.PLAYED, official_report=None):
            assert match.table is not None
            enter_result(**self._who, number=number, table=match.table, slip=score)
        complete_round(**self._who, number=number)

    def publish(self, number: int, reason: str = "") -> None:
        """Publish the standings after the round."""
        publish_standings(**self._who, number=number, reason=reason)

    def url(self, *parts: object) -> str:
        """Return the address of a public page: `url("pairings", 2)`."""
        return "/".join(["/e", self.event.slug, *(str(part) for part in parts), ""])


def long_names(count: int) -> list[str]:
    """Return different names of 30 to 40 letters that do not compress well."""
    syllables = ["ka", "zo", "mri", "thu", "éla", "ön", "ščar", "vig", "ły", "pra", "qui", "bex"]
    names = []
    for number in range(count):
        digits = [(number * 7919 + place * place * 104729) // 12**place % 12 for place in range(9)]
        first, last = digits[:4], digits[4:]
        word = "".join(syllables[digit] for digit in first).capitalize()
        other = "".join(syllables[digit] for digit in last).capitalize()
        names.append(f"{word} {other} {number:04} Xylo"[:40])
    return names
