"""Decklists as text: counted by the game format, unknown lines kept as they were typed."""

import re
from collections import Counter
from dataclasses import dataclass

LIMITED = ("booster draft", "sealed deck", "sealed", "draft", "limited")
BASIC_LANDS = frozenset({"plains", "island", "swamp", "mountain", "forest", "wastes"})
# A line of a list: "4 Name", "4x Name"; before it perhaps "SB:".
_LINE = re.compile(r"^(?P<side>SB:\s*)?(?P<count>\d{1,3})\s*[xX]?\s+(?P<name>\S.*)$")
_SIDEBOARD = re.compile(r"^(sideboard|サイドボード)\s*:?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Counted:
    """How many cards a list has, the lines that name none, and the codes of what is not right.

    `problems`: "few" cards, "side" too large, "copies" more than four of a name.
    """

    main: int
    side: int
    unknown: tuple[str, ...]
    problems: tuple[str, ...]
    least: int
    most_side: int | None


def counted(text: str, game_format: str, games_to_win: int) -> Counted:
    """Count a list (digital event rules, 6.1 and 7.1).

    Constructed: 60 cards or more, sideboard up to 15 (7 in matches of one game), four of a name
    except basic lands. Limited: 40 or more.
    """
    main = side = 0
    names: Counter[str] = Counter()
    unknown = []
    in_side = False
    for line in filter(None, (written.strip() for written in text.splitlines())):
        if _SIDEBOARD.match(line):
            in_side = True
            continue
        entry = _LINE.match(line)
        if entry is None:
            unknown.append(line)
            continue
        count = int(entry["count"])
        names[entry["name"].casefold()] += count
        if in_side or entry["side"]:
            side += count
        else:
            main += count
    limited = game_format.strip().casefold() in LIMITED
    least = 40 if limited else 60
    most_side = None if limited else 7 if games_to_win == 1 else 15
    copies = any(count > 4 for name, count in names.items() if name not in BASIC_LANDS)
    wrong = {
        "few": main < least,
        "side": most_side is not None and side > most_side,
        "copies": copies and not limited,
    }
    problems = tuple(code for code, holds in wrong.items() if holds)
    return Counted(main, side, tuple(unknown), problems, least, most_side)
