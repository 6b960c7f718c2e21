"""Decide how a player is named on public pages; no other module does.

All public data passes here when it is read, including names in snapshots. Staff pages, exports and
archives never do.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q

from domain.names import given_name_first, listed_name
from domain.written_names import marked, without_mark
from events.models import Enrollment, Event, PublicNames

Person = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownNames:
    """Public names of the players of an event.

    `called`: the players with another public name than their own, by number. `namesakes`: the
    numbers of players whose name another player has too; the number follows the name. `key` changes
    with any of these.
    """

    how: str = PublicNames.FULL
    called: Mapping[int, str] = field(default_factory=dict)
    namesakes: frozenset[int] = frozenset()

    @property
    def key(self) -> tuple[object, ...]:
        """Part of the cache key of everything cached that shows names."""
        return self.how, frozenset(self.called.items()), self.namesakes

    @property
    def without_marks(self) -> "ShownNames":
        """The public names without the numbers of namesakes, for programs: they have the number."""
        return replace(self, namesakes=frozenset())

    def unmarked(self, number: int, name: str) -> str:
        """Return a player's public name without the number of a namesake."""
        return without_mark(name) if self._is_only_marked(number) else name

    def of(self, number: int, name: str) -> str:
        """Return the public name of a player whose name is or was `name`."""
        called = self.called.get(number)
        if called is not None:
            return called
        if self.how == PublicNames.FULL:
            return marked(name, number, number in self.namesakes)
        # A posted player who is no longer on the roster.
        return first_and_initial(name) if self.how == PublicNames.INITIAL else numbered(number)

    def person(self, stored: Person) -> dict[str, Any]:
        """Return a player of posted pairings or published standings under the public name."""
        shown = dict(stored)
        name = self.of(stored["number"], stored["name"])
        if name == stored["name"]:
            return shown
        shown["name"] = name
        if self._is_only_marked(stored["number"]):
            sort_name = listed_name(stored["name"], stored.get("sort", ""))
            shown["sort"] = marked(sort_name, stored["number"])
            return shown
        # The phonetic name would reveal the name.
        shown.pop("reading", None)
        # An alias or a number is listed as it is.
        shown["sort"] = name
        if "members" in stored:
            shown["members"] = self._members(stored["members"])
        if self.how == PublicNames.NUMBER:
            shown.pop("platform_id", None)
        return shown

    def row(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Return a match of the posted pairings with its players under their public names."""
        if self.how == PublicNames.FULL and not self.called and not self.namesakes:
            return dict(stored)
        second = stored["second"]
        row = {
            **stored,
            "first": self.person(stored["first"]),
            "second": None if second is None else self.person(second),
        }
        if "seats" in stored:
            row["seats"] = [self.person(player) for player in stored["seats"]]
        return row

    def on(self, enrollment: Enrollment) -> Enrollment:
        """Give an enrollment its public name in memory only; never save the returned object."""
        name = self.of(enrollment.number, enrollment.name)
        if name != enrollment.name and not self._is_only_marked(enrollment.number):
            enrollment.name, enrollment.reading, enrollment.sort_name = name, "", name
            enrollment.namesake = False
        return enrollment

    def _is_only_marked(self, number: int) -> bool:
        """Return whether a player's public name is the own name with the number of a namesake."""
        return number in self.namesakes and number not in self.called

    def _members(self, members: list[str]) -> list[str]:
        if self.how != PublicNames.INITIAL:
            return []
        return [first_and_initial(name) for name in members]


def shown_names(event: Event) -> ShownNames:
    """Return the public names of the players of an event, in one query."""
    how, people = event.public_names, event.enrollments.order_by("number")
    if how == PublicNames.FULL:
        others = people.filter(~Q(alias="") | Q(namesake=True))
        rows = list(others.values_list("number", "alias", "namesake"))
        return ShownNames(
            how,
            called={number: alias for number, alias, _namesake in rows if alias},
            namesakes=frozenset(number for number, _alias, namesake in rows if namesake),
        )
    called = {
        number: _called(how, number, name, alias)
        for number, name, alias in people.values_list("number", "name", "alias")
    }
    return replace(ShownNames(how), called=_told_apart(called))


def staff_names(event: Event) -> ShownNames:
    """Return the names of an event's players for staff pages: as stored, with marks. One query."""
    namesakes = event.enrollments.filter(namesake=True).order_by()
    return ShownNames(namesakes=frozenset(namesakes.values_list("number", flat=True)))


def shown_names_of(events: Iterable[Event]) -> dict[int, ShownNames]:
    """Return the public names of the players of each of these events, by event. One query."""
    how = {event.pk: event.public_names for event in events}
    called: dict[int, dict[int, str]] = {key: {} for key in how}
    namesakes: dict[int, set[int]] = {key: set() for key in how}
    # In an event with full names, only players with an alias are shown differently.
    others = ~Q(event__public_names=PublicNames.FULL) | ~Q(alias="") | Q(namesake=True)
    people = Enrollment.objects.filter(others, event__in=how).order_by("number")
    columns = ("event", "number", "name", "alias", "namesake")
    for key, number, name, alias, namesake in people.values_list(*columns):
        if how[key] != PublicNames.FULL or alias:
            called[key][number] = _called(how[key], number, name, alias)
        if namesake and how[key] == PublicNames.FULL:
            namesakes[key].add(number)
    return {
        key: ShownNames(
            how[key],
            names if how[key] == PublicNames.FULL else _told_apart(names),
            frozenset(namesakes[key]),
        )
        for key, names in called.items()
    }


def _called(how: str, number: int, name: str, alias: str) -> str:
    if how == PublicNames.NUMBER:
        return numbered(number)
    if alias:
        return alias
    return first_and_initial(name) if how == PublicNames.INITIAL else numbered(number)


def _told_apart(called: Mapping[int, str]) -> dict[int, str]:
    """Append the number to names that several players have: "Anna S. #12"."""
    times = Counter(called.values())
    return {number: marked(name, number, times[name] > 1) for number, name in called.items()}


# Scripts in which the family name comes first.
FAMILY_FIRST = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
DOT = "."


def numbered(number: int) -> str:
    """Return the text for a player whose name is not shown; the same in every language."""
    return f"№ {number}"


def first_and_initial(name: str) -> str:
    """Return "Mario R." for "Mario Rossi" and for "Rossi, Mario".

    If the family name is first, it is the part that is shortened: "小. 美咲" for "小林 美咲".
    A name of one word may not be a first name, so only its first letter stays.
    """
    words = given_name_first(name).split()
    if len(words) < 2:
        return f"{name[:1]}{DOT}"
    if _family_first(words[0]):
        return f"{words[0][:1]}{DOT} {words[-1]}"
    return f"{words[0]} {words[-1][:1]}{DOT}"


def _family_first(word: str) -> bool:
    return unicodedata.name(word[0], "").startswith(FAMILY_FIRST)
