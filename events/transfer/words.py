"""Words for files of other tools: their formats, and standings that differ from ours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.transfer.foreign_files import Candidate
from interchange.printed.explaining import Reason

# By exporter name; added exporters have labels of their own.
FORMATS: Mapping[str, Promise] = {
    "melee-pairings": _("Melee: pairings and results"),
    "melee-standings": _("Melee: standings"),
    "topdeck-pairings": _("TopDeck: pairings of the newest round"),
    "topdeck-results": _("TopDeck: all rounds with winners"),
    "topdeck-json": _("TopDeck: whole event"),
    "trf26": _("FIDE: tournament report (TRF26)"),
    "decklist-cache": _("Decklist cache"),
}
REASONS: Mapping[Reason, Promise] = {
    Reason.MISSING_ROUNDS: _("Rounds or matches are missing from the file."),
    Reason.UNFINISHED: _("A result is outstanding."),
    Reason.UNREAD: _("A result in the file could not be read."),
    Reason.PLAYOFF: _("The other tool counts the playoff."),
    Reason.OTHER_IDS: _("The player numbers in the list differ from those in the matches."),
    Reason.NO_GAMES: _("The file has no game scores."),
    Reason.TIEBREAKERS: _("The other tool ranks by tiebreakers that do not exist here."),
    Reason.HALF_BYES: _("A half-win bye is counted as a loss here."),
    Reason.ROUNDING: _("The other tool rounds before it ranks."),
    Reason.EARLIER: _("The figures are from an earlier round."),
    Reason.DROPS: _("The other tool counts the rounds after a drop as lost."),
    Reason.DROPPED_LAST: _("The other tool ranks dropped players last among equal points."),
    Reason.REMATCH: _("The other tool counts an opponent only once after two matches."),
    Reason.BYES: _("The other tool counts byes differently."),
    Reason.DRAWN_GAMES: _("The other tool gives no point for a drawn game."),
    Reason.OWN_ORDER: _("The places in the file do not match its own points."),
    Reason.SAME_NAME: _("Two players have the same name in the file."),
    Reason.NAMELESS: _("The file leaves out the name of an opponent."),
    Reason.OTHER_RESULT: _("The standings in the file do not match the results of its rounds."),
    Reason.UNEXPLAINED: _("A different rule profile, or an unknown reason."),
}
FIGURES: Mapping[str, Promise | str] = {
    "points": _("Points"),
    "record": _("Record"),
    "rank": _("Rank"),
    "omw": "OMW%",
    "gw": "GW%",
    "ogw": "OGW%",
    "oomw": "OOMW%",
}


# Meanings of a table column, in the order of the menu.
MEANINGS_OF_COLUMNS: Mapping[str, Promise | str] = {
    "first": _("Name, or player 1"),
    "first name": _("Given name"),
    "last name": _("Family name"),
    "second": _("Opponent, or player 2"),
    "table": _("Table"),
    "round": _("Round"),
    "result": _("Result"),
    "wins1": _("Games won by player 1"),
    "wins2": _("Games won by player 2"),
    "draws": _("Drawn games"),
    "winner": _("Winner"),
    "rank": _("Rank"),
    "points": _("Points"),
    "record": _("Record"),
    "omw": "OMW%",
    "gw": "GW%",
    "ogw": "OGW%",
    "id": _("Player ID"),
    "email": _("Email address"),
    "deck": _("Deck"),
    "status": _("Status"),
    "dropped": _("Dropped"),
}


# Meanings of a text in place of a result, by the name in `interchange.result_words`.
RESULT_MEANINGS: Mapping[str, Promise] = {
    "first": _("Player 1 won"),
    "second": _("Player 2 won"),
    "draw": _("Draw"),
    "both-lost": _("Double loss"),
    "open": _("No result yet"),
}


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column of a file: its heading, the first cells, and the meanings to choose from."""

    heading: str
    sample: Sequence[str]
    meaning: str
    choices: Sequence[tuple[str, Promise | str]]


def columns_of(candidate: Candidate) -> list[ColumnChoice]:
    """Return the columns of a file's table as they were taken; none for other formats."""
    rounds = any(column.meaning.startswith("round ") for column in candidate.columns)
    if rounds and not candidate.doubts:
        return []  # a cross table: its columns are rounds
    return [
        ColumnChoice(
            column.heading or str(at),
            column.sample,
            column.meaning,
            [("", _("Left out")), *_rare(column.meaning), *MEANINGS_OF_COLUMNS.items()],
        )
        for at, column in enumerate(candidate.columns, start=1)
    ]


def _rare(meaning: str) -> list[tuple[str, Promise]]:
    """Return a choice for a rare meaning of a column, so that reading again preserves it."""
    return [(meaning, _("As it was read"))] if meaning not in ("", *MEANINGS_OF_COLUMNS) else []


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One difference between printed standings and ours, in words."""

    name: str
    figure: Promise | str
    printed: str
    ours: str
    reason: Promise


def difference_lines(candidate: Candidate) -> list[DifferenceLine]:
    """Return the differences of an event's standings, as the import page shows them."""
    if candidate.comparison is None:
        return []
    names = {player.number: player.name for player in candidate.archive.players}
    return [
        DifferenceLine(
            names[item.player],
            FIGURES[item.figure],
            item.printed,
            item.ours,
            REASONS[item.reason],
        )
        for item in candidate.comparison.differences
    ]
