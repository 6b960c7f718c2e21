"""Any pasted text is read as a list, and no name in it vanishes without a word."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from events.roster.parsing.pasted_text import RosterList, read_list
from tests.fuzz import values
from tests.fuzz.bounds import examples, in_time

NAMES = [
    "Ada", "Bo", "Cy", "Dan", "Eve", "高橋", "陽子", "김하늘", "Şahin", "O'Brien", "Jean-Luc",
    "Müller", "王小明", "Lyon", "Meowth", "van",
]  # fmt: skip
NO_NAMES = ["", "1", "2", "1204567890", "ja", "✓", "[x]", "2 byes", "-"]
HEADINGS = [
    "Nr.", "Name", "Vorname", "Nachname", "E-Mail", "DCI", "氏名", "Équipe", "Ort", "Bezahlt",
    "Nombre", "Apellidos", "Unknown",
]  # fmt: skip
TITLES = ["", "Total: 2 players", "Pairings for Round 1", "合計 2名", "- [x] Ada Bo"]
names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(" ".join)
others = st.sampled_from([*NO_NAMES, "ada@example.org", "Ada#12345"])
headings = st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=5)
marks = st.sampled_from(["\t", ";", ",", "|", "  ", " - "])
rows = st.lists(st.lists(st.one_of(names, others), min_size=1, max_size=5), max_size=6)
odd = st.lists(st.lists(st.one_of(values.nasty, names, others), max_size=5), max_size=6)
kinds = st.lists(st.sampled_from(["", "name", "last", "email", "ignore"]))


def said_of(listed: RosterList) -> str:
    """Everything that a person is shown of a list."""
    shown: list[str] = [line.text for line in listed.skipped]
    for line in listed.lines:
        shown += [line.name, line.reading, line.email, line.platform_id, line.awarded_byes]
        shown += [*line.members, *line.unused]
        if line.surplus or line.too_long or not line.name:
            shown.append(line.text)
    return "\n".join(shown)


def is_shown(name: str, listed: RosterList, said: str, fields: Sequence[str]) -> bool:
    """Whether a name is somewhere, or in a column that is shown as not used."""
    if all(word in said for word in name.split()):
        return True
    unused = "ignore", "team", "seat"
    places = [place for place, column in enumerate(listed.columns) if column.kind in unused]
    return any(place < len(fields) and name in fields[place] for place in places)


@examples(200, 0.3)
@given(rows, st.one_of(st.none(), headings), marks, st.sampled_from(TITLES), st.integers(0, 3))
def test_no_name_vanishes_without_being_shown(
    rows: list[list[str]], heading: list[str] | None, mark: str, title: str, seats: int
) -> None:
    table = [*([heading] if heading else []), *rows]
    text = "\n".join([title, *(mark.join(row) for row in table)])
    listed = read_list(text, seats)
    said = said_of(listed)
    for row in rows:
        for field in row:
            if field not in NO_NAMES:
                assert is_shown(field, listed, said, row), (field, text, listed)


@examples(200, 0.3)
@given(odd, marks, st.integers(0, 3), kinds)
def test_whatever_is_pasted_is_read(
    table: list[list[str]], mark: str, seats: int, columns: list[str]
) -> None:
    text = "\n".join(mark.join(row) for row in table)
    with in_time(text):
        listed = read_list(text, seats, columns)
    numbers = [line.number for line in listed.lines]
    assert len(set(numbers)) == len(numbers)
