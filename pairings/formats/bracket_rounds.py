"""Check that the rounds of a playoff in an archive follow from its bracket."""

from archive.errors import _, refuse
from archive.rounds_and_matches import ArchivedMatch, ArchivedRound
from archive.values import Archive, ArchivedStage
from domain.kinds import MatchKind
from domain.results import Winner
from pairings.formats.brackets import Contest, contests
from pairings.formats.table_cuts import cut_rounds
from pairings.undrawn_rounds import advanced_in, bracket_of, cut_seats, decided


def check_brackets(archive: Archive) -> None:
    """Raise ArchiveError, which names the place, for a playoff that contradicts its bracket.

    Players may have changed places inside a round (rules of 2025, when a player dropped), so only
    the players of the round are compared.
    """
    for stage, own in enumerate(archive.stages, 1):
        results: dict[str, tuple[int, int | None]] = {}
        rounds = [(at, round) for at, round in enumerate(archive.rounds) if round.stage == stage]
        if own.kind.at_tables:
            _check_cut(own, rounds if own.bracket else [])
            continue
        for place, (at, round) in enumerate(rounds if own.bracket else [], 1):
            due = contests(bracket_of(own), own.bracket_seats, results, place)
            _check_round(f"rounds[{at}].matches", round, due)
            results |= decided(round)


def _check_cut(own: ArchivedStage, rounds: list[tuple[int, ArchivedRound]]) -> None:
    """Refuse rounds of a cut at tables of four that do not follow from its seeds and results."""
    advanced: dict[str, int] = {}
    for place, (at, round) in enumerate(rounds, 1):
        path = f"rounds[{at}].matches"
        if place > cut_rounds(len(own.bracket)):
            raise refuse(path, _("The cut has no more rounds."))
        due = cut_seats(own, advanced, place)
        for number, match in enumerate(round.matches):
            if set(match.players) != due.pop(match.slot, set()):
                words = _("“%(slot)s” does not have the players who follow from seeds and results.")
                raise refuse(f"{path}[{number}]", words, slot=match.slot)
        if due:
            words = _("The bracket has a match that is missing from this round: %(slot)s.")
            raise refuse(path, words, slot=next(iter(due)))
        advanced |= advanced_in(own, round)


def _check_round(path: str, round: ArchivedRound, due: list[Contest]) -> None:
    free = {contest.slot: contest for contest in due}
    for place, match in enumerate(round.matches):
        _check_match(f"{path}[{place}]", match, free.pop(match.slot, None))
    if free:
        raise refuse(
            path,
            _("The bracket has a match that is missing from this round: %(slot)s."),
            slot=next(iter(free)),
        )
    expected = {player for contest in due for player in (contest.first, contest.second)}
    there = {player for match in round.matches for player in match.players}
    for player in sorted(there - expected):
        raise refuse(
            path, _("The bracket does not place player %(number)d in this round."), number=player
        )


def _check_match(path: str, match: ArchivedMatch, contest: Contest | None) -> None:
    if contest is None:
        raise refuse(
            path, _("“%(slot)s” is not a free place in this round of the bracket."), slot=match.slot
        )
    alone = contest.second is None
    if (match.kind is MatchKind.BYE) != alone or match.kind is MatchKind.UNPAIRED:
        raise refuse(
            path,
            _("Bracket place %(slot)s is for one player.")
            if alone
            else _("Bracket place %(slot)s is for two players."),
            slot=match.slot,
        )
    if match.result is not None and match.result.winner not in (Winner.FIRST, Winner.SECOND):
        raise refuse(path, _("A playoff match must have a winner."))
