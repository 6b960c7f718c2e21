"""Event archives that tests bend into every shape: a small one, and a whole made-up event."""

import copy
import json
from pathlib import Path
from typing import Any

# A whole event of made-up people: 23 players, five Swiss rounds, a top 8.
MADE_UP = Path(__file__).parent / "data" / "made-up-cup.json"

SMALL: dict[str, Any] = {
    "format": "event-archive",
    "version": 1,
    "event": {
        "name": "Test Cup",
        "date": "2026-03-14",
        "game_format": "Modern",
        "rules": {"win": 3, "draw": 1, "loss": 0, "floor": "1/3", "games_to_win": 2},
    },
    "players": [{"id": number, "name": f"Player {number}"} for number in range(1, 6)],
    "stages": [
        {"kind": "swiss", "rounds": 2, "advance": [1, 2]},
        {"kind": "single-elimination", "rounds": 1},
    ],
    "rounds": [
        {
            "number": 1,
            "stage": 1,
            "matches": [
                {"table": 1, "players": [1, 2], "games": [2, 1, 0]},
                {"table": 2, "players": [3, 4], "games": [0, 0, 0], "double_loss": True},
                {"players": [5], "games": [2, 0, 0], "bye": True},
            ],
        },
        {
            "number": 2,
            "stage": 1,
            "matches": [
                {"players": [4], "games": [2, 0, 0], "bye": True},
                {"table": 1, "players": [5, 1], "games": [0, 0, 3]},
                {"players": [2], "games": [0, 0, 0], "unpaired": True},
            ],
        },
        {
            "number": 3,
            "stage": 2,
            "matches": [{"table": 1, "players": [2, 1], "games": [1, 2, 0]}],
        },
    ],
    "drops": [{"player": 3, "after_round": 1}],
    "published": {
        "ranks_follow_tiebreakers": False,
        "rows": [{"rank": 1, "player": 1, "omw": 0.66666667, "points": 4, "gw": 0.5}],
    },
}


def small() -> dict[str, Any]:
    """A copy of SMALL to change."""
    return copy.deepcopy(SMALL)


def as_bytes(archive: object) -> bytes:
    """The file that holds these JSON values."""
    return json.dumps(archive, ensure_ascii=False).encode()
