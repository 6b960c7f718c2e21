"""The rounds of a player on the own page: opponents, tables, results that players may know."""

import re
from collections.abc import Mapping
from html import escape

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from domain.results import Outcome, Result
from domain.written_names import name_html
from events.public_site.own.slip_parts import part
from events.public_site.reads.player import PlayedRow, PublicPlayer, PublicPlayers


class RoundsTable:
    """The tables of all players in the active language, each written on request.

    `link`: the address of a player, with %d in place of the number.
    """

    def __init__(self, players: PublicPlayers, link: str, *, at_tables: bool = False) -> None:
        self._history = players.history
        self._written = players.history.html.setdefault(get_language() or "", {})
        self._link = link
        self._head = part("rounds_head", at_tables=at_tables)
        self._outcomes = _outcomes()

    def of(self, player: PublicPlayer) -> str:
        """Return the table of one player; empty before the first round."""
        rows = self._published(player.number)
        if player.coming:
            newest = next(iter(self._history.posted), 0)
            if player.coming[-1].round_number < newest:
                # Results of a playoff are public while those of a round before it are not.
                known = [*player.coming, *self._history.rows(player.number)]
                known.sort(key=lambda row: row.round_number, reverse=True)
                rows = "".join([self._row(row) for row in known])
            else:
                rows = "".join([self._row(row) for row in player.coming]) + rows
        return f"{self._head}{rows}</table></div>" if rows else ""

    def _published(self, number: int) -> str:
        """Return the rows of the rounds with public results; rendered once per publication."""
        written = self._written.get(number)
        if written is None:
            rows = self._history.rows(number)
            written = self._written[number] = "".join([self._row(row) for row in rows])
        return written

    def _row(self, row: PlayedRow) -> str:
        opponent, table = "–", ""
        if row.opponent:
            name = name_html(row.opponent["name"])
            opponent = f"<a href={self._link % row.opponent['number']}>{name}</a>"
            table = str(row.table or "")
        elif row.opponents:
            opponent = ", ".join(
                f"<a href={self._link % other['number']}>{name_html(other['name'])}</a>"
                for other in row.opponents
            )
            table = str(row.table or "")
        outcome = self._outcomes[row.outcome] + score_of(row.outcome, row.games)
        pending = pending_mark(row.round_number) if row.outcome is None else ""
        return (
            f"<tr><td class=num>{row.round_number}<th scope=row>{opponent}"
            f"<td class=num>{table}<td class=res{pending}>{outcome}"
        )


def pending_mark(round: int) -> str:
    """Return the mark of a cell whose result is not published; a page may fill in the result."""
    return f" data-pending={round}"


def pending_rounds(rows: str) -> list[int]:
    """Return the rounds whose results are not published, by the rows of a player."""
    return [int(number) for number in re.findall(pending_mark(0)[:-1] + r"(\d+)", rows)]


def with_recorded(rows: str, results: Mapping[int, Result]) -> str:
    """Return the rows of a player with these recorded results in place of "pending", by round."""
    for number, result in results.items():
        before, mark, after = rows.partition(f"{pending_mark(number)}>{_outcomes()[None]}")
        if mark:
            rows = f"{before}>{result_words(result)}{after}"
    return rows


def result_words(result: Result) -> str:
    """Say a result in the table of rounds, as HTML: "Won 2-1"."""
    games = None if result.marks else result.counts
    return outcome_words(result.outcome) + score_of(result.outcome, games)


def score_of(outcome: Outcome | None, games: tuple[int, int, int] | None) -> str:
    """Return the games after an outcome, " 2-1"; empty where they add nothing to it."""
    if not games or outcome is None or not outcome.has_score:
        return ""
    won, lost, drawn = games
    return f" {won}-{lost}-{drawn}" if drawn else f" {won}-{lost}"


def outcome_words(outcome: Outcome | None) -> str:
    """Name an outcome in the table of rounds, as HTML: "Won"; None: not public yet."""
    return _outcomes()[outcome]


def _outcomes() -> dict[Outcome | None, str]:
    hidden = escape(_("pending"))
    return {
        None: f"<span class=muted>{hidden}</span>",
        Outcome.BYE: escape(_("Bye")),
        Outcome.UNPAIRED: escape(_("Assigned loss")),
        Outcome.DOUBLE_LOSS: escape(_("Double loss")),
        Outcome.WON: escape(_("Won")),
        Outcome.LOST: escape(_("Lost")),
        Outcome.DRAWN: escape(_("Drawn")),
    }
