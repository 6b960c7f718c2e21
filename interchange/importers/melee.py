"""Melee: tables of rounds, standings and decklists, as JSON of its pages or as CSV."""

from collections.abc import Iterator, Sequence
from typing import Any

from archive.errors import Message, _
from domain.kinds import MatchKind
from interchange.completeness import compare_page
from interchange.importing import Importer
from interchange.json_access import date_in, inner, number_in, objects, text, whole
from interchange.playoffs import is_playoff_name
from interchange.scores import BYE, NO_GAMES, read_score
from interchange.tables.plausibility import is_nobody
from interchange.tables.sheets import tables_of
from interchange.tables.table_events import add_tables
from interchange.values import FoundEvent, FoundRound, Pairing, Printed, Source, Subject

_SIGNS = (
    "opponentmatchwinpercentage",
    "teamgamewinpercentage",
    "roundnumber,tablenumber",
    "player1username",
    "decklistguid",
    "tournamentid",
    "player1decklist",
)
_MOST_DEPTH = 12


def _recognizes(source: Source) -> bool:
    if source.json is not None:
        return next(_rows(source.json), None) is not None
    head = source.text.split("\n", 1)[0].casefold()
    flat = head.replace('"', "").replace(" ", "").replace(";", ",").replace("\t", ",")
    return not source.root and any(sign in flat for sign in _SIGNS)


def _rows(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield all objects that are matches or lines of standings, at any depth."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, dict):
        if _is_match(value) or _is_standing(value):
            yield value
            return
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _rows(item, depth + 1)


def _is_match(row: dict[str, Any]) -> bool:
    sides = "Competitors" in row or ("Player1" in row and "Player2" in row)
    return sides and bool({"RoundNumber", "TableNumber", "ResultString", "RoundId"} & row.keys())


def _is_standing(row: dict[str, Any]) -> bool:
    return "OpponentMatchWinPercentage" in row or ("Rank" in row and "MatchRecord" in row)


def _read(source: Source) -> Sequence[FoundEvent]:
    event = FoundEvent(profiles=("one-third", "one-third-raw", "mtr", "star-wars-unlimited"))
    if source.json is None:
        add_tables(event, tables_of(source.data))
        return [event]
    head = source.json if isinstance(source.json, dict) else {}
    head = inner(head, "Tournament") or head
    event.name = text(head, "Name", "TournamentName", "name")
    event.date = date_in(text(head, "StartDate", "StartDateTime", "Date", "date", "DateCreated"))
    event.game_format = text(head, "FormatName", "Format", "Formats", "FormatDescription")
    rounds: dict[str, FoundRound] = {}
    newest: dict[str, tuple[int, Printed]] = {}
    rows = list(_rows(source.json))
    if isinstance(source.json, dict):
        compare_page(event, source.json, len(rows))
    if event.date is None:
        dates = (date_in(text(row, "DateCreated", "StartDate")) for row in rows)
        event.date = min(filter(None, dates), default=None)
    for place, row in enumerate(rows, start=1):
        if _is_match(row):
            _match(event, rounds, row, Message(_("match %(match)d"), match=place))
        else:
            _standing(event, newest, row, Message(_("row %(row)d"), row=place))
    event.printed = [printed for _round, printed in newest.values()]
    event.rounds = sorted(rounds.values(), key=lambda round: round.number)
    event.final_order = any(round.playoff for round in event.rounds)
    return [event]


def _team(event: FoundEvent, team: dict[str, Any]) -> str:
    """Return the key of a team of one or more players; "" if it names none."""
    players = objects(team, "Players")
    names = [text(player, "DisplayName", "Name", "Username") for player in players]
    names = [name for name in names if name]
    if not names:
        return ""
    key = "/".join(
        text(player, "Username", "ID") or text(player, "DisplayName") for player in players
    )
    name = text(team, "Name") if len(names) > 1 else names[0]
    person = event.person(key, name or " / ".join(names))
    if len(names) > 1:
        person.members = tuple(names)
        event.team_size = max(event.team_size, len(names))
    return key


def _player(event: FoundEvent, row: dict[str, Any], side: str) -> str:
    name = text(row, side)
    if is_nobody(name):
        return ""
    key = text(row, f"{side}Username") or name
    event.person(key, name)
    return key


def _match(
    event: FoundEvent, rounds: dict[str, FoundRound], row: dict[str, Any], place: Message
) -> None:
    label = text(row, "RoundNumber") or text(row, "RoundName", "Round", "RoundId") or "1"
    titled = text(row, "RoundName", "PhaseName", "Round")
    number = whole(row, "RoundNumber")
    if label not in rounds:
        last = max((round.number for round in rounds.values()), default=0)
        rounds[label] = FoundRound(number or last + 1, playoff=is_playoff_name(titled), name=label)
    sides = objects(row, "Competitors")
    keys = (
        [_team(event, inner(side, "Team")) for side in sides]
        if "Competitors" in row
        else [_player(event, row, side) for side in ("Player1", "Player2")]
    )
    keys = [key for key in keys if key]
    shown = text(row, "ResultString", "Result")
    if not keys or len(keys) > 2:
        event.note(Subject.RESULT, place, _("The match has no player."))
        return
    if len(keys) == 1:
        lost = "loss" in shown.casefold() or bool(whole(row, "LossReason"))
        kind = MatchKind.UNPAIRED if lost else MatchKind.BYE
        games = NO_GAMES if lost else BYE.games
        rounds[label].pairings.append(Pairing(keys[0], games=games, kind=kind))
        return
    first, second = (event.persons[key].name for key in keys)
    pairing = Pairing(keys[0], keys[1], table=whole(row, "TableNumber") or None)
    score = read_score(shown, first, second)
    wins = [whole(side, "GameWins") for side in sides]
    if len(wins) == 2 and None not in wins and row.get("HasResult") is True and any(wins):
        pairing.games = (wins[0] or 0, wins[1] or 0, whole(row, "GameDraws") or 0)
    elif score is None:
        pairing.unreadable = shown
    else:
        pairing.games, pairing.scored = score.games, score.scored
        pairing.double_loss = score.double_loss
    rounds[label].pairings.append(pairing)


def _standing(
    event: FoundEvent, newest: dict[str, tuple[int, Printed]], row: dict[str, Any], place: Message
) -> None:
    """Take a line of standings, from the latest round if there are several."""
    key = _team(event, inner(row, "Team")) or _player(event, row, "Player")
    if not key:
        event.note(Subject.STANDING, place, _("The row has no player."))
        return
    names = ("OpponentMatchWinPercentage", "TeamGameWinPercentage", "OpponentGameWinPercentage")
    figures = {
        figure: value
        for figure, name in zip(("omw", "gw", "ogw"), names, strict=True)
        if (value := number_in(text(row, name))) is not None and 0 <= value <= 1
    }
    wins, losses = whole(row, "MatchWins"), whole(row, "MatchLosses")
    known = wins is not None and losses is not None
    printed = Printed(
        key,
        whole(row, "Rank"),
        number_in(text(row, "Points")),
        figures,
        (wins or 0, losses or 0, whole(row, "MatchDraws") or 0) if known else None,
    )
    after = whole(row, "RoundNumber") or 0
    if key not in newest or newest[key][0] <= after:
        newest[key] = after, printed


IMPORTER = Importer("melee", "Melee", _recognizes, _read)
