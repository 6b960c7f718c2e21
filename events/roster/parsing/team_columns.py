"""One team of a list of teams, in the ways in which people write teams."""

import re

from domain.limits import NAME_LENGTH
from events.roster.parsing.fields import LineFields, by_look, cut, is_email, plain, separator_of

# Separators between the members of a team inside one field.
_BETWEEN_MEMBERS = re.compile(r"\s*[/／]\s*|\s+[&＆+]\s+")
_NAME_IN_FRONT = re.compile(r"([^:,;|\t/／]{1,80}?)\s*(?::|\s[-–—](?=\s))\s*(.*)")
_IN_BRACKETS = re.compile(r"([^(（]{1,80}?)\s*[(（]([^()（）]+)[)）]\s*(.*)")
_ONLY_TEAM = re.compile(r"(?:team|mannschaft|[eé]quipe|equipo|squadra|チーム|队伍|隊伍|팀)", re.I)


def read_team(line: str, seats: int) -> LineFields:
    """Read a line that has a team: its name, its members, then the rest by its look.

    "Red, Anna, Bruno, Chiara", "Red: Anna, Bruno, Chiara", "Red (Anna / Bruno / Chiara)",
    "Anna / Bruno / Chiara": a team without a name is called by its members.
    """
    text = plain(line)
    for pattern in (_IN_BRACKETS, _NAME_IN_FRONT):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        fields = _split(match[2])
        if len([field for field in fields if not is_email(field)]) >= min(seats, 2):
            more = _split(match[3]) if pattern is _IN_BRACKETS and match[3].strip() else []
            return _team(match[1].strip(), [*fields, *more], seats)
    separator = separator_of(text)
    fields = cut(text, separator)
    if len(fields) > seats + 1 and re.fullmatch(r"\d{1,5}", fields[0]):
        del fields[0]
    for place, field in enumerate(fields):
        inside = _BETWEEN_MEMBERS.split(field.strip())
        if len(inside) == seats + 1 and place == 0:
            return _team(inside[0], [*inside[1:], *fields[1:]], seats)
        if len(inside) == seats and seats > 1:
            return _team(fields[0] if place else "", [*inside, *fields[place + 1 :]], seats)
    return _team(fields[0], fields[1:], seats)


def _split(text: str) -> list[str]:
    separator = separator_of(text)
    fields = cut(text, separator)
    apart = [part for field in fields for part in _BETWEEN_MEMBERS.split(field.strip())]
    return [part.strip() for part in apart]


def _team(name: str, fields: list[str], seats: int) -> LineFields:
    members, rest = tuple(fields[:seats]), fields[seats:]
    look = by_look(rest)
    return LineFields(
        name=name or called_by_members(members),
        email=look.email,
        platform_id=look.platform_id,
        awarded_byes=look.awarded_byes,
        members=members,
        unused=look.unused,
    )


def called_by_members(members: tuple[str, ...]) -> str:
    """Return what a team without a name is called: "Anna / Bruno / Chiara"."""
    whole = " / ".join(filter(None, members))
    return whole if len(whole) <= NAME_LENGTH else whole[: NAME_LENGTH - 1].rstrip() + "…"


def is_no_name(name: str) -> bool:
    """Whether a team is called nothing but "Team"."""
    return bool(_ONLY_TEAM.fullmatch(name.strip()))
