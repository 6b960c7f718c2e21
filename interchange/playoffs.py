"""Playoffs: found by the names or the players of rounds; the seats of a cut give its seeds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from archive.errors import Message, _
from archive.rounds_and_matches import ArchivedRound
from archive.values import Archive, ArchivedStage
from domain.kinds import MatchKind, RoundState, StageKind
from domain.results import Result, Winner
from domain.table_marks import USUAL_TABLE, WAITING_IN_CUT
from interchange.scores import BYE
from interchange.values import FoundEvent, FoundRound, Pairing, Subject
from pairings.formats.brackets import placing, results_by_slot
from pairings.formats.table_cuts import (
    CutRound,
    cut_placing,
    cut_round,
    cut_rounds,
    goes_on,
    players_left,
)
from pairings.undrawn_rounds import advanced_in, bracket_of

Keys = tuple[str, ...]

_NAME = re.compile(
    r"\b(top\s*\d+|quarter[\s-]*finals?|semi[\s-]*finals?|finals?|1/\d+\s*final|playoffs?|"
    r"round of \d+|elimination|bracket|third place|champion|"
    r"\d+(st|nd|rd|th)( and \d+(st|nd|rd|th))? places?)\b|準々決勝|準決勝|決勝|トップ",
    re.I,
)


def is_playoff_name(name: str) -> bool:
    """Return whether a round with this name belongs to a single-elimination playoff."""
    return bool(_NAME.search(name))


def is_playoff_title(text: str) -> bool:
    """Return whether a line is only the name of a playoff round."""
    return bool(_NAME.fullmatch(text.strip(" \t:.-–—")))


def take_consolation(event: FoundEvent) -> None:
    """Remove and note matches of players who already lost in the playoff."""
    lost: set[str] = set()
    for round in sorted(event.rounds, key=lambda round: round.number):
        if not round.playoff:
            continue
        for pairing in [pairing for pairing in round.pairings if lost & set(pairing.keys)]:
            round.pairings.remove(pairing)
            names = " – ".join(event.persons[key].name for key in pairing.keys)
            event.note(
                Subject.ROUND,
                Message(_("%(round)s, %(names)s"), round=round.name, names=names),
                _("A match for the places below the final is not part of the playoff here."),
            )
        for pairing in round.pairings:
            lost |= set(pairing.keys) - (_winners_of([pairing]) or set(pairing.keys))


def mark_playoff(rounds: list[FoundRound]) -> list[FoundRound]:
    """Mark the last rounds as a playoff if their players form one; return those rounds.

    From the last round back, exactly the winners of each round advance, and the round before them
    has more players. Without a final, three rounds have to match. Nothing is marked if the tool
    already names its playoff rounds.
    """
    if len(rounds) < 2 or any(round.playoff for round in rounds):
        return []
    ordered = sorted(rounds, key=lambda round: round.number)
    count = 1
    if _winners(ordered[-1]) is None:
        return []
    final = ends_in_a_final(ordered)
    while count < len(ordered):
        later, earlier = ordered[-count], ordered[-count - 1]
        winners = _winners(earlier)
        if winners is None or winners != _players(later):
            break
        count += 1
    marked = ordered[-count:]
    before = ordered[: len(ordered) - count]
    playing = len(_players(before[-1])) if before else 0
    least = 2 * len(_players(marked[0])) if count == 1 else len(_players(marked[0])) + 1
    if (before and playing < least) or (count == 1 and playing < 8) or (count < 3 and not final):
        return []
    for round in marked:
        round.playoff = True
    return marked


def ends_in_a_final(rounds: list[FoundRound]) -> bool:
    """Return whether exactly two players play in the last of these ordered rounds."""
    return len(_players(rounds[-1])) == 2


def _players(round: FoundRound) -> set[str]:
    return {key for pairing in round.pairings for key in pairing.keys}


def _winners(round: FoundRound) -> set[str] | None:
    """Return the winners of a round, byes included; None if a match had no winner."""
    return _winners_of(round.pairings)


def _winners_of(pairings: Iterable[Pairing]) -> set[str] | None:
    winners: set[str] = set()
    for pairing in pairings:
        if pairing.kind is MatchKind.BYE:
            winners.add(pairing.first)
            continue
        if pairing.second is None or pairing.games is None or pairing.double_loss:
            return None
        winner = Result(*pairing.games).winner
        if winner is Winner.DRAWN:
            return None
        winners.add(pairing.first if winner.is_first else pairing.second)
    return winners


def settle_cut(rounds: Sequence[FoundRound]) -> Keys:
    """Name the slots of a cut's rounds, in order, and return its players by seed.

    Tables are in the order of the cut and their players by seat, better seeds first, so that the
    seats of the first round give the seeds. Waiting players have a bye there, or play in the second
    round. Returns () and changes nothing if the rounds are not a cut by those seeds.
    """
    order = _seeds(rounds)
    if not order or len(rounds) > cut_rounds(len(order)):
        return ()
    seeds = {seed: seed for seed in range(len(order))}
    number_of = {key: seed for seed, key in enumerate(order)}
    advanced: dict[str, int] = {}
    settled: list[list[Pairing]] = []
    for number, round in enumerate(rounds, 1):
        try:
            due = cut_round(players_left(tuple(seeds), advanced, number), number)
        except KeyError:
            return ()
        pairings = _by_slot(round, due, order)
        if pairings is None:
            return ()
        settled.append(pairings)
        for pairing in pairings:
            seated = [number_of[key] for key in pairing.seats]
            on = goes_on(seated, pairing.marks, seeds) if pairing.marks else None
            if on is not None:
                advanced[pairing.slot] = on
            elif pairing.marks:
                return ()
    for round, pairings in zip(rounds, settled, strict=True):
        round.pairings = pairings
    return order


def finished_in_playoffs(archive: Archive) -> dict[int, int]:
    """Return the place of each player of a playoff by its complete rounds, as exports show it."""
    order: list[int] = []
    for number, stage in reversed([*enumerate(archive.stages, 1)]):
        rounds = [round for round in archive.rounds if round.stage == number]
        complete = [round for round in rounds if round.state is RoundState.COMPLETE]
        if stage.bracket and complete:
            order += [player for player in _placing(stage, complete) if player not in order]
    return {player: place for place, player in enumerate(order, 1)}


def _placing(stage: ArchivedStage, rounds: Sequence[ArchivedRound]) -> Sequence[int]:
    """Return the players of a playoff by the round they reached, then by seed."""
    if stage.kind is StageKind.TABLES_CUT:
        advanced: dict[str, int] = {}
        for round in rounds:
            advanced |= advanced_in(stage, round)
        return cut_placing(stage.bracket, advanced)
    results = results_by_slot(
        (match.slot, match.result, match.first, match.second)
        for round in rounds
        for match in round.matches
        if match.slot
    )
    return placing(bracket_of(stage), stage.bracket, results)


def _seeds(rounds: Sequence[FoundRound]) -> Keys:
    """Return the players by seed, derived from the seats; () for an impossible cut."""
    tables = [_tables(round) for round in rounds]
    if not tables or any(len(seats) != USUAL_TABLE for seats in tables[0]):
        return ()
    playing = {key for seats in tables[0] for key in seats}
    waiting = tuple(key for key in _alone(rounds[0]) if key not in playing)
    if not waiting and len(rounds) > 1:
        later = _dealt_back(tables[1], ())
        waiting = tuple(key for key in later if key not in playing)
    order = _dealt_back(tables[0], waiting)
    return order if len(set(order)) == len(order) else ()


def _dealt_back(tables: Sequence[Keys], waiting: Keys) -> Keys:
    """Return players by seed from their seats, inverting how a cut deals its tables."""
    entrants = len(waiting) + USUAL_TABLE * len(tables)
    if WAITING_IN_CUT.get(entrants) != len(waiting):
        return ()
    order = dict(enumerate(waiting))
    for table, seats in zip(cut_round(range(entrants), 1).tables, tables, strict=True):
        order |= dict(zip(table.players, seats, strict=False))
    return tuple(order[seed] for seed in range(entrants)) if len(order) == entrants else ()


def _tables(round: FoundRound) -> list[Keys]:
    return [pairing.seats for pairing in round.pairings if pairing.seats]


def _alone(round: FoundRound) -> list[str]:
    return [pairing.first for pairing in round.pairings if pairing.kind is MatchKind.BYE]


def _by_slot(round: FoundRound, due: CutRound, order: Keys) -> list[Pairing] | None:
    """Return the tables and the waiting players by slot; None if other players sit there."""
    there: Mapping[frozenset[str], Pairing] = {
        frozenset(pairing.seats): pairing for pairing in round.pairings if pairing.seats
    }
    pairings = []
    for table in due.tables:
        pairing = there.get(frozenset(order[seed] for seed in table.players))
        if pairing is None:
            return None
        pairings.append(replace(pairing, slot=table.slot))
    if len(there) > len(pairings):
        return None
    for slot, seed in due.waiting:
        pairings.append(Pairing(order[seed], games=BYE.games, kind=MatchKind.BYE, slot=slot))
    return pairings
