"""Lists as people paste them, with made-up names: each comes out right to the last name.

Above the line of `=` is the list, below it the people: name, e-mail, ID, byes, phonetic name, paid;
or the team and its members. They are compared as the preview shows them.
"""

import re
from pathlib import Path

import pytest

from events.roster.parsing.listed_players import mostly_family_first, turned_name
from events.roster.parsing.pasted_text import read_list

LISTS = Path(__file__).parents[2] / "data" / "lists"


def people_of(text: str, seats: int) -> list[str]:
    """Return the people of a list as the preview shows them, one line each."""
    lines = read_list(text, seats).lines
    assert not any(line.surplus or line.too_long for line in lines)
    if seats:
        return [" > ".join([line.name, *line.members]) for line in lines]
    turned = mostly_family_first(line.name for line in lines)
    said = [
        [
            turned_name(line.name) if turned else line.name,
            line.email,
            line.platform_id,
            line.awarded_byes if line.awarded_byes != "0" else "",
            line.reading,
            "paid" if line.paid else "",
        ]
        for line in lines
    ]
    return [" | ".join(fields).rstrip(" |") for fields in said]


@pytest.mark.parametrize("path", sorted(LISTS.rglob("*.txt")), ids=lambda path: path.stem)
def test_a_messy_list_comes_out_right_to_the_last_name(path: Path) -> None:
    text, _line, expected = path.read_text(encoding="utf-8").partition("\n=====\n")
    seats = re.match(r"teams(\d)", path.stem)
    found = people_of(text, int(seats[1]) if seats else 0)
    assert [_fields(line) for line in found] == [_fields(line) for line in expected.splitlines()]


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.split("|")]
