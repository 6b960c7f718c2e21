"""Point tables and rewards of a series as lines of text; pure values."""

import re
from collections.abc import Mapping, Sequence

_TABLE = re.compile(r"(?:(\d{1,5})\s*:)?\s*(\d{1,5}(?:[,\s]+\d{1,5}){0,127})")
_REWARD = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\s*:\s*(.{1,80})")
Reward = tuple[int, int, str]


def tables_of_text(text: str) -> dict[str, list[int]] | None:
    """Return points by least number of players of lines such as "8: 10 7 5 5".

    "10 7 5 5" is for events of every size. None for a line of another form.
    """
    tables: dict[str, list[int]] = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        match = _TABLE.fullmatch(line)
        if match is None:
            return None
        tables[str(int(match[1] or 0))] = [int(points) for points in re.split(r"[,\s]+", match[2])]
    return tables or None


def tables_text(tables: Mapping[str, Sequence[int]]) -> str:
    """Return point tables as tables_of_text reads them."""
    lines = sorted(tables.items(), key=lambda item: int(item[0]))
    return "\n".join(
        " ".join([f"{least}:"] * bool(int(least)) + [str(worth) for worth in points])
        for least, points in lines
    )


def rewards_of_text(text: str) -> list[Reward] | None:
    """Return the rewards of lines such as "1-8: 2 byes"; None for a line of another form."""
    rewards: list[Reward] = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        match = _REWARD.fullmatch(line)
        if match is None:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last:
            return None
        rewards.append((first, last, match[3].strip()))
    return rewards


def rewards_text(rewards: Sequence[Sequence[int | str]]) -> str:
    """Return rewards as rewards_of_text reads them."""
    return "\n".join(f"{first}-{last}: {words}" for first, last, words in rewards)


def reward_of(place: int, rewards: Sequence[Sequence[int | str]]) -> str:
    """Return what a place earns, with commas; "" for nothing."""
    earned = [str(words) for first, last, words in rewards if int(first) <= place <= int(last)]
    return ", ".join(earned)


def shared_points(points: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return points by place as runs of equal ones: first place, last place, points."""
    runs: list[tuple[int, int, int]] = []
    for place, worth in enumerate(points, 1):
        if runs and runs[-1][2] == worth:
            runs[-1] = (runs[-1][0], place, worth)
        else:
            runs.append((place, place, worth))
    return runs


def table_runs(tables: Mapping[str, Sequence[int]]) -> list[tuple[int, list[tuple[int, int, int]]]]:
    """Return each point table with its least number of players, the smallest events first."""
    return [
        (least, shared_points(points))
        for least, points in sorted((int(least), points) for least, points in tables.items())
    ]
