"""Collect the places of an event, and search them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from domain.scans import slip_code
from domain.written_names import marked
from events.core.guards import find_round, find_round_or_none, table_of
from events.core.players.scanned_codes import scanned_player, signed_table
from events.core.refusals import RefusedError
from events.core.search import (
    NEAR_LETTERS,
    name_is_near,
    name_matches,
    number_sought,
    search_form,
)
from events.core.stages.stage_words import round_title
from events.finder.pages import FinderLine, actions, additions, pages
from events.finder.said import LITTLE_WORDS
from events.finder.typed_words import CORE, KANJI, STRETCH, stem
from events.models import Enrollment, Match, Round, TableSeat
from events.public_site.addresses import numbered
from events.web.access import Desk

# Places per kind on a page; a longer query narrows them.
MOST = 50
_SIDES = ("first", "second")
# The position of a word that is not among the everyday words: after all of them.
_BEHIND = 1000


class Kind(StrEnum):
    """Kind of a place, in listing order."""

    ACTION = "action"
    PLAYER = "player"
    TABLE = "table"
    ROUND = "round"
    PAGE = "page"
    ADDITION = "addition"


# Kinds that are listed before a query is typed.
_GENERAL = (Kind.ACTION, Kind.PAGE, Kind.ADDITION)


@dataclass(frozen=True, slots=True)
class Place:
    """A page of an event to go to.

    `names`: one, or for a table one per side. `number`: of a table, a player or a round; finds it,
    too. `reading`: the phonetic name of a player. `words`: other words that find a page or an
    action. `key`: its keyboard shortcut. `note`: the current place of a player.
    """

    kind: Kind
    names: tuple[str, ...]
    address: str
    number: int = 0
    reading: str = ""
    words: tuple[str, ...] = ()
    key: str = ""
    note: str = ""

    @classmethod
    def of(cls, kind: "Kind", line: FinderLine) -> Self:
        """Return a page or an action as a place."""
        return cls(kind, (str(line.name),), line.address, words=tuple(line.spellings), key=line.key)

    @property
    def is_general(self) -> bool:
        """Whether it is listed without a search text: an action, a page or an addition."""
        return self.kind in _GENERAL

    @property
    def is_numbered(self) -> bool:
        """Whether people also know it by number: a table or a player."""
        return self.kind in (Kind.TABLE, Kind.PLAYER)

    @property
    def japanese_words(self) -> set[str]:
        """The Japanese words of its name and words, in search form."""
        words = " ".join(self.words).split()
        written = [word for word in words if not word.isascii()]
        return {search_form(word) for word in (*written, *STRETCH.findall(self.names[0]))}

    @property
    def spellings(self) -> list[tuple[str, str]]:
        """Texts that find it, each with its phonetic name; for a table both players' names."""
        named = [(name, self.reading) for name in self.names]
        return [*named, *((f"{self.names[0]} {word}", "") for word in self.words)]


def places_of(desk: Desk) -> list[Place]:
    """Return all places of an event. Three queries, four with a posted round."""
    event = desk.event
    rounds = list(event.rounds.select_related("stage").defer("posted_rows").order_by("number"))
    for round in rounds:
        round.event = event
    newest = rounds[-1] if rounds else None
    of_player = numbered("staff:player", event.slug)
    players = event.enrollments.order_by("number").values_list("number", "name", "reading", "state")
    tables, table_of = _tables(desk, newest) if newest and not newest.is_unposted else ([], {})
    return [
        *(Place.of(Kind.ACTION, line) for line in actions(desk, rounds)),
        *(
            Place(
                Kind.PLAYER,
                (name,),
                of_player % number,
                number,
                reading,
                note=_where(Enrollment.State(state), table_of.get(number)),
            )
            for number, name, reading, state in players
        ),
        *tables,
        *(
            Place(Kind.ROUND, (round_title(round),), _of_round(desk, round), round.number)
            for round in reversed(rounds)
        ),
        *(Place.of(Kind.PAGE, line) for line in pages(desk)),
        *(Place.of(Kind.ADDITION, line) for line in additions(desk, newest)),
    ]


def scanned_place(desk: Desk, text: str) -> str:
    """Return the page of a scanned slip, sign or player; "" for other codes.

    Raises RefusedError for a code of another event, for the slip of a round that does not exist,
    and for the sign of a table without a match now.
    """
    signed = signed_table(desk.event, text)
    if signed is not None:
        newest = find_round_or_none(desk.event, None)
        if newest is None or newest.is_unposted:
            raise RefusedError(_("No round has been posted yet."))
        table_of(newest, signed)
        return reverse("staff:table", args=[desk.event.slug, newest.number, signed])
    code = slip_code(text)
    if code is not None:
        table, number = code
        find_round(desk.event, number, "posted")
        return reverse("staff:table", args=[desk.event.slug, number, table])
    player = scanned_player(desk.event, text)
    return "" if player is None else reverse("staff:player", args=[desk.event.slug, player.number])


def _of_round(desk: Desk, round: Round) -> str:
    return reverse("staff:round", args=[desk.event.slug, round.number])


def _where(state: Enrollment.State, table: int | None) -> str:
    """Return a player's table in the newest round, or the state of one who does not play."""
    if state != Enrollment.State.ACTIVE:
        return str(state.label)
    return "" if table is None else _("Table %(table)d") % {"table": table}


def _tables(desk: Desk, round: Round) -> tuple[list[Place], dict[int, int]]:
    """Return the tables of a round, and each player's table by number. One query."""
    address = numbered("staff:table", desk.event.slug, round.number)
    listed: list[tuple[int, tuple[str, ...]]] = []
    table_of: dict[int, int] = {}
    if round.stage.is_tables:
        seats = TableSeat.objects.filter(match__round=round).order_by("match__table", "seat")
        names: dict[int, list[str]] = {}
        for table, name, number, namesake in seats.values_list(
            "match__table", "enrollment__name", "enrollment__number", "enrollment__namesake"
        ):
            names.setdefault(table or 0, []).append(marked(name, number, namesake))
            table_of[number] = table or 0
        listed = [(table, (", ".join(players),)) for table, players in names.items()]
    else:
        rows = Match.objects.at_tables().filter(round=round).order_by("table")
        sides = [(f"{side}__name", f"{side}__number", f"{side}__namesake") for side in _SIDES]
        for table, *values in rows.values_list("table", *sides[0], *sides[1]):
            both = [side for side in (values[:3], values[3:]) if side[0] is not None]
            listed.append((table or 0, tuple(marked(*side) for side in both)))
            table_of |= dict.fromkeys((side[1] for side in both), table or 0)
    return [Place(Kind.TABLE, names, address % table, table) for table, names in listed], table_of


def search(places: Iterable[Place], text: str) -> tuple[list[Place], bool]:
    """Return the places that match a text, and whether all of them differ from it by a letter.

    A number finds the table, then the player and the round with it; "table 12" finds that table
    only. An empty text finds actions and pages. "cheater" finds "cheating". If no place has all
    words of a text, the actions and pages with the most of them are returned, also by words inside
    a Japanese text, then by the parts of it.
    """
    if not text.strip():
        return [place for place in places if place.is_general], False
    number = number_sought(text)
    if number is not None:
        numbered_so = [place for place in places if place.number == number]
        return sorted(numbered_so, key=lambda place: place.kind != Kind.TABLE), False
    places = list(places)
    words = search_form(text).split()
    telling = [word for word in words if word not in LITTLE_WORDS] or words
    stems = [stem(word) for word in telling]
    parts = [search_form(part) for part in CORE.findall(text)]
    whole = ["".join(parts)] if len(parts) > 1 else telling
    exact = [(_has, typed) for typed in (words, telling, stems, whole)]
    tries = (*exact, (_nearly_has, telling))
    for finds, typed in tries:
        matching = [place for place in places if finds(place, typed)]
        is_near = finds is _nearly_has
        named = _by_kind_and_number(places, text) if is_near or not matching else []
        if named or matching:
            return named or _best_first(matching, typed), is_near and not named
    return (
        _by_most_words(places, telling)
        or _by_most_words(places, stems)
        or _by_words_inside(places, text)
        or _by_most_words(places, parts)
    ), False


def _has(place: Place, words: Sequence[str]) -> bool:
    """Whether one of the place's spellings contains all words."""
    return any(name_matches(name, " ".join(words), reading) for name, reading in place.spellings)


def _nearly_has(place: Place, words: Sequence[str]) -> bool:
    """Whether a spelling contains all words, each with one wrong letter.

    A short word with a wrong letter is another word, and so is one with another kanji: actions and
    pages must match it exactly.
    """
    finds = [
        name_matches
        if place.is_general and (len(word) <= NEAR_LETTERS or KANJI.search(word))
        else name_is_near
        for word in words
    ]
    return any(
        all(find(name, word, reading) for find, word in zip(finds, words, strict=True))
        for name, reading in place.spellings
    )


def _best_first(places: Iterable[Place], words: Sequence[str]) -> list[Place]:
    """Return the places by how early the searched words occur in their everyday words.

    Places whose names contain the words come first, additions last.
    """

    def distance(place: Place, word: str) -> int:
        if not place.words or any(name_matches(name, word) for name in place.names):
            return 0
        spoken = [[*place.names, *spelling.split()] for spelling in place.words]
        return min(_place_in(parts, word) for parts in spoken)

    def key(place: Place) -> tuple[bool, int]:
        return place.kind == Kind.ADDITION, sum(distance(place, word) for word in words)

    return sorted(places, key=key)


def _place_in(parts: Sequence[str], word: str) -> int:
    """Return the index of the first part that a word begins, or _BEHIND if none."""
    typed = search_form(word)
    begun = (at for at, part in enumerate(parts) if search_form(part).startswith(typed))
    return next(begun, _BEHIND)


def _by_most_words(places: Iterable[Place], words: Sequence[str]) -> list[Place]:
    """Return the actions and pages with words of a text; a word of few places counts more."""
    general = [place for place in places if place.is_general]
    having = {word: [place for place in general if _has(place, [word])] for word in words}
    weights = dict.fromkeys(general, 0.0)
    for among in having.values():
        for place in among:
            weights[place] += 1 / len(among)
    return _heaviest(_best_first(general, words), weights)


def _by_words_inside(places: Iterable[Place], text: str) -> list[Place]:
    """Return the actions and pages whose words occur most inside a Japanese text.

    Japanese has no spaces between words: 「フォーマット変更」 contains 「フォーマット」 of the
    settings. A word of few places counts more.
    """
    general, typed = [each for each in places if each.is_general], search_form(text)
    inside = {
        place: sorted(word for word in place.japanese_words if word in typed and len(word) > 1)
        for place in general
    }
    texts = [search_form(" ".join([*place.names, *place.words])) for place in general]
    known = {
        word: sum(word in all_words for all_words in texts)
        for word in {word for words in inside.values() for word in words}
    }
    weights = {
        place: sum(len(word) / known[word] for word in words) for place, words in inside.items()
    }
    return _heaviest(general, weights)


def _heaviest(places: Iterable[Place], weights: Mapping[Place, float]) -> list[Place]:
    """Return the places with at least half of the highest weight, the heaviest first."""
    most = max(weights.values(), default=0)
    heavy = [place for place in places if weights[place] >= most / 2 > 0]
    return sorted(heavy, key=lambda place: -weights[place])


def _by_kind_and_number(places: Iterable[Place], text: str) -> list[Place]:
    """Return the place of "table 12", "player 7" or "round 2", in the page's language."""
    typed = search_form(text)
    numbers = {}
    for kind in (Kind.TABLE, Kind.PLAYER, Kind.ROUND):
        word = search_form(word_of(kind))
        if typed.startswith(word):
            numbers[kind] = number_sought(typed.removeprefix(word))
    return [place for place in places if place.number and numbers.get(place.kind) == place.number]


def heading_of(kind: Kind) -> str:
    """Return the heading of a list of this kind of place."""
    headings = {
        Kind.ACTION: _("Actions"),
        Kind.PLAYER: _("Players"),
        Kind.TABLE: _("Tables"),
        Kind.ROUND: _("Rounds"),
        Kind.PAGE: _("Pages"),
        Kind.ADDITION: _("Additions"),
    }
    return headings[kind]


def word_of(kind: Kind) -> str:
    """Return the word for a single place of this kind."""
    words = {
        Kind.ACTION: pgettext("to go to", "Action"),
        Kind.PLAYER: _("Player"),
        Kind.TABLE: _("Table"),
        Kind.ROUND: _("Round"),
        Kind.PAGE: _("Page"),
        Kind.ADDITION: pgettext("to an event", "Addition"),
    }
    return words[kind]
