"""Players on the list of a file without any match: they did not take part."""

import json

import pytest

from domain.kinds import EventState
from interchange.checking import Checked, checked_event
from interchange.importing import read_file
from interchange.taking_over import going_on
from tests.interchange.reading import TODAY, only
from tests.interchange.test_formats import CACHE, KTS, TOPDECK, trf_line

TRF = "\n".join(
    [
        "012 Open",
        "142 5",
        trf_line(1, "Lovelace, Ada", "1.0", 1, ["   2 w 1"]),
        trf_line(2, "Ito, Bob", "0.0", 3, ["   1 b 0"]),
        trf_line(3, "Young, Cy", "0.0", 5, ["0000 - Z"]),
        trf_line(4, "Zimmer, Di", "0.0", 6, []),
        trf_line(5, "Falk, Ed", "1.0", 2, ["   6 w 1"]),
        trf_line(6, "Moe, Flo", "0.0", 4, ["   5 b 0"]),
    ]
)
CROSS = (
    "Rk.;SNo;Name;1.Rd;2.Rd;Pts.\n1;1;Lovelace, Ada;2w1;2b1;2\n"
    "2;2;Ito, Bob;1b0;1w0;0\n3;3;Young, Cy;-0;-0;0\n4;4;Zimmer, Di;;;0\n"
)
KONAMI = KTS.format(
    players="".join(
        f"<TournPlayer><Player><ID>{number}</ID><FirstName>P</FirstName><LastName>{number}"
        "</LastName></Player></TournPlayer>"
        for number in (1, 2, 3, 4)
    )
)
LISTED = CACHE | {
    "Standings": [*CACHE["Standings"], {"Rank": 4, "Player": "Di", "Points": 0}],
}
STANDING = TOPDECK | {
    "standings": [
        *TOPDECK["standings"],
        {"standing": 4, "name": "Di", "id": "d", "points": 0, "opponentWinRate": 0.3333},
    ],
    "rounds": [{"round": 1, "tables": TOPDECK["rounds"][0]["tables"][:2]}],  # type: ignore[index]
}


def absent(event: Checked) -> set[str]:
    """Return the names of those who dropped without any match."""
    names = {player.number: player.name for player in event.archive.players}
    return {names[drop.player] for drop in event.archive.drops if drop.after_round == 0}


@pytest.mark.parametrize(
    ("data", "format", "names"),
    [
        (TRF, "trf", {"Cy Young", "Di Zimmer"}),
        (CROSS, "cross-table", {"Cy Young", "Di Zimmer"}),
        (KONAMI, "konami", {"P 4"}),
        (json.dumps(LISTED), "decklist-cache", {"Di"}),
        (json.dumps([STANDING]), "topdeck", {"Di"}),
        ("Rank,Name,Points\n1,Ada,3\n2,Bob,0\n3,Di,0\n\nRound,Player 1,Player 2,Result\n"
         "1,Ada,Bob,2-0\n", "table", {"Di"}),
    ],
)  # fmt: skip
def test_a_player_without_any_match_did_not_take_part(
    data: str, format: str, names: set[str]
) -> None:
    event = only(data, format)
    assert absent(event) == names
    assert event.comparison.different == 0


def test_everybody_is_in_an_event_without_a_round() -> None:
    listed = "\n".join(trf_line(at, f"Player {at}", "0.0", at, []) for at in (1, 2))
    event = only(f"012 Open\n142 5\n{listed}", "trf")
    assert event.archive.state is EventState.SETUP
    assert not event.archive.drops


def test_a_drop_before_round_1_is_kept_without_a_round() -> None:
    """Di is marked as dropped on a list of players that has no round yet."""
    event = only("Name,Status\nAda,\nBob,\nDi,Dropped\n", "table")
    assert absent(event) == {"Di"}


def test_an_event_that_goes_on_keeps_players_who_join_later() -> None:
    """Cy and Di have no match yet: they can be late, and the desk drops those who left."""
    [found] = read_file(TRF.encode()).events
    event = going_on([found], None, None, None)
    event.planned = 5
    taken = checked_event(event, TODAY, going_on=True)
    assert taken.archive.state is EventState.RUNNING
    assert not taken.archive.drops
