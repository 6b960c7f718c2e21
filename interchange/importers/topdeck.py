"""TopDeck: tournaments of its interface (JSON), pairings as its CSV import takes them."""

from collections.abc import Sequence
from typing import Any

from archive.errors import _
from domain.kinds import MatchKind
from domain.table_marks import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    marks_of_draw,
    marks_of_places,
    marks_of_winner,
    placed,
)
from domain.table_marks import LOST as LOST_MARK
from interchange.importing import Importer
from interchange.json_access import date_in, inner, items, number_in, objects, text, whole
from interchange.playoffs import is_playoff_name, settle_cut
from interchange.profiles import BY_PLACE
from interchange.scores import BYE, DRAWN, LOST, NO_GAMES, WON, read_score
from interchange.tables.sheets import tables_of
from interchange.tables.table_events import add_tables
from interchange.texts import folded
from interchange.values import (
    FoundEvent,
    FoundRound,
    Pairing,
    Printed,
    Source,
    Subject,
    match_place,
)
from standings.tables.table_profiles import TABLE_PROFILES

_CSV_HEAD = ("table,player 1,player 2", "round,table,player 1,player 2,winner")


def _tournaments(values: Any) -> list[dict[str, Any]]:
    listed = values if isinstance(values, list) else [values]
    return [item for item in listed if isinstance(item, dict) and _is_tournament(item)]


def _is_tournament(item: dict[str, Any]) -> bool:
    tables = any("tables" in round for round in objects(item, "rounds"))
    ranks = any(
        "standing" in row or "opponentWinRate" in row or "winRate" in row or "winsSwiss" in row
        for row in objects(item, "standings")
    )
    return tables or ranks or "TID" in item


def _recognizes(source: Source) -> bool:
    if source.json is not None:
        return bool(_tournaments(source.json))
    head = source.text[:80].casefold().replace('"', "")
    return head.startswith(_CSV_HEAD)


def _read(source: Source) -> Sequence[FoundEvent]:
    if source.json is None:
        event = FoundEvent()
        add_tables(event, tables_of(source.data))
        return [event]
    return [_event(item) for item in _tournaments(source.json)]


def _event(item: dict[str, Any]) -> FoundEvent:
    head = inner(item, "data") or item
    event = FoundEvent(
        name=text(head, "name", "tournamentName", "TID"),
        date=date_in(text(head, "startDate", "dateCreated", "date")),
        game_format=text(head, "format"),
        profiles=("one-third", "one-third-raw", "mtr"),
        planned=whole(head, "swissNum"),
    )
    for place, row in enumerate(items(item, "standings")):
        _standing(event, place, row)
    for place, round in enumerate(objects(item, "rounds")):
        event.rounds.append(_round(event, place, round))
    event.final_order = any(round.playoff for round in event.rounds) or bool(whole(head, "topCut"))
    if event.at_tables:
        _keep_one_kind(event)
    statuses = {
        text(table, "status").casefold()
        for round in objects(item, "rounds")
        for table in objects(round, "tables")
    }
    event.finished = None if {"active", "pending"} & statuses else True
    return event


def _key(event: FoundEvent, player: Any) -> str:
    """Return the key of a player: the account, else the name."""
    name = text(player, "name")
    key = text(player, "id") or name
    if key:
        person = event.person(key, name or key)
        person.deck = person.deck or text(player, "decklist").replace("~~", "\n")
    return key


def _standing(event: FoundEvent, place: int, row: Any) -> None:
    key = _key(event, row)
    if not key:
        event.note(Subject.STANDING, f"standings[{place}]", _("The row has no player."))
        return
    figures = {
        figure: value
        for figure, name in (
            ("omw", "opponentWinRate"),
            ("gw", "gameWinRate"),
            ("ogw", "opponentGameWinRate"),
        )
        if (value := number_in(text(row, name))) is not None and 0 <= value <= 1
    }
    wins, losses, draws = whole(row, "wins"), whole(row, "losses"), whole(row, "draws")
    record = (wins, losses or 0, draws or 0) if wins is not None and losses is not None else None
    rank = whole(row, "standing") or place + 1
    event.printed.append(Printed(key, rank, number_in(text(row, "points")), figures, record))


def _round(event: FoundEvent, place: int, item: dict[str, Any]) -> FoundRound:
    label = text(item, "round", "name") or str(place + 1)
    number = int(label) if label.isascii() and label.isdigit() and len(label) < 4 else place + 1
    round = FoundRound(number, playoff=is_playoff_name(label), name=label)
    for at, table in enumerate(objects(item, "tables"), start=1):
        where = match_place(round.name, at)
        keys = [key for player in items(table, "players") if (key := _key(event, player))]
        if len(keys) == 1 and folded(text(table, "winner")) == "loss":
            lost = Pairing(keys[0], games=NO_GAMES, kind=MatchKind.UNPAIRED)
            round.pairings.append(lost)
        elif folded(text(table, "table")) == "byes" or len(keys) == 1:
            byes = (Pairing(key, games=BYE.games, kind=MatchKind.BYE) for key in keys)
            round.pairings.extend(byes)
        elif len(keys) == 2:
            round.pairings.append(_match(event, table, keys))
        elif SMALLEST_TABLE <= len(keys) <= LARGEST_TABLE:
            round.pairings.append(_seated(event, table, keys))
        elif keys:
            event.note(Subject.RESULT, where, _("More than five players are at this table."))
        else:
            event.note(Subject.RESULT, where, _("The match has no player."))
    return round


def _keep_one_kind(event: FoundEvent) -> None:
    """Keep tables of three to five if they are the majority, else two-player matches.

    An event has only one of the two kinds.
    """
    pairings = [pairing for round in event.rounds for pairing in round.pairings]
    tables = sum(bool(pairing.seats) for pairing in pairings)
    by_tables = tables * 2 > sum(len(pairing.keys) > 1 for pairing in pairings)
    words = _("More than two players are at this table, in an event of matches of two.")
    if by_tables:
        event.profiles, event.games_to_win = tuple(TABLE_PROFILES), 1
        words = _("Two players are at this table. A table of four has three to five.")
        _settle_cut(event)
        _settle_places(event)
    for round in event.rounds:
        for at, pairing in enumerate(round.pairings, start=1):
            if bool(pairing.seats) is not by_tables and len(pairing.keys) > 1:
                event.note(Subject.RESULT, match_place(round.name, at), words)
        round.pairings = [
            pairing
            for pairing in round.pairings
            if bool(pairing.seats) is by_tables or len(pairing.keys) == 1
        ]


def _settle_cut(event: FoundEvent) -> None:
    """Derive the seeds of a cut at tables of four from its seats; remove a cut without seeds."""
    cut = [round for round in event.rounds if round.playoff]
    event.cut = settle_cut(cut)
    if event.cut:
        words = _("The seeds of the cut follow from its seats: the better seed sits earlier.")
        event.remark(Subject.ROUND, cut[0].name, words)
        return
    for round in cut:
        words = _("The cut at tables of four is left out. Its Swiss rounds are imported.")
        event.note(Subject.ROUND, round.name, words)
    event.rounds = [round for round in event.rounds if not round.playoff]


def _settle_places(event: FoundEvent) -> None:
    """Count by place if a Swiss table has a finishing order, and convert all other results."""
    tables = [pairing for round in event.rounds for pairing in round.pairings if pairing.marks]
    if any(pairing.marks.isdecimal() for pairing in tables):
        event.profiles = (BY_PLACE.name,)
        for pairing in tables:
            pairing.marks = placed(pairing.marks)


def _seated(event: FoundEvent, table: dict[str, Any], keys: list[str]) -> Pairing:
    """Return a table of three to five with its players in playing order."""
    pairing = Pairing(keys[0], kind=MatchKind.TABLE, table=whole(table, "table"), seats=tuple(keys))
    winner, named = text(table, "winner_id", "winnerId"), text(table, "winner")
    names = [folded(event.persons[key].name) for key in keys]
    places = [place for place in items(table, "places") if isinstance(place, int)]
    if len(places) == len(keys) and marks_of_places(places) == "".join(map(str, places)):
        pairing.marks = marks_of_places(places)
    elif winner in keys:
        pairing.marks = marks_of_winner(len(keys), keys.index(winner) + 1)
    elif folded(named) in ("draw", "tie") or folded(winner) == "draw":
        drew = {str(key) for key in items(table, "drew")} & set(keys)
        seats = [seat for seat, key in enumerate(keys, start=1) if key in drew]
        pairing.marks = marks_of_draw(len(keys), seats if len(seats) > 1 else ())
    elif folded(named) == "loss":
        pairing.marks = LOST_MARK * len(keys)
    elif folded(named) in names:
        pairing.marks = marks_of_winner(len(keys), names.index(folded(named)) + 1)
    else:
        pairing.unreadable = named
    return pairing


def _match(event: FoundEvent, table: dict[str, Any], keys: list[str]) -> Pairing:
    pairing = Pairing(keys[0], keys[1], table=whole(table, "table"), scored=False)
    winner = text(table, "winner_id", "winnerId")
    named = text(table, "winner")
    if winner in keys:
        pairing.games = WON if winner == keys[0] else LOST
    elif folded(named) in ("draw", "tie") or folded(winner) == "draw":
        pairing.games = DRAWN
    elif named:
        names = [folded(event.persons[key].name) for key in keys]
        if folded(named) in names:
            pairing.games = WON if folded(named) == names[0] else LOST
        elif (score := read_score(named)) is not None and score.double_loss:
            pairing.games, pairing.double_loss = NO_GAMES, True
        else:
            pairing.unreadable = named
    return pairing


IMPORTER = Importer("topdeck", "TopDeck", _recognizes, _read)
