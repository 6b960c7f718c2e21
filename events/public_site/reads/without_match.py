"""Public players without a match in the newest posted round, and the reasons."""

from collections.abc import Iterator
from dataclasses import dataclass

from events.models import Enrollment
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.player import public_players
from events.public_site.reads.stages import advancing


@dataclass(frozen=True, slots=True)
class WithoutMatch:
    """One player without a line in the newest round.

    `why`: dropped or disqualified by the newest published standings, out where a playoff is played,
    cut if others advanced, absent for everything else. The roster is not public, so `why` says no
    more than everyone can read.
    """

    number: int
    name: str
    members: tuple[str, ...]
    reading: str
    why: str


def without_match(shown: PublicEvent) -> list[WithoutMatch]:
    """Return players of earlier posted or published rounds who are not in the newest one."""
    newest = shown.round()
    if newest is None or shown.taken_back:
        return []
    return list(_of(shown, is_playoff=newest.stage.is_elimination))


def _of(shown: PublicEvent, *, is_playoff: bool) -> Iterator[WithoutMatch]:
    players, here, inside = public_players(shown), shown.newest_pairings, advancing(shown)
    for number in players.numbers:
        if number in here:
            continue
        player = players.player(number)
        line = players.history.people.get(number)
        known = player.standings_row or line
        state = player.standings_row.state if player.standings_row else ""
        left = state in (Enrollment.State.DROPPED, Enrollment.State.DISQUALIFIED)
        cut = inside is not None and number not in inside
        yield WithoutMatch(
            number=number,
            name=player.name,
            members=player.members,
            reading=known.reading if known else "",
            why=str(state) if left else "out" if is_playoff else "cut" if cut else "absent",
        )
