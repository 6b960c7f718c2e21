"""Answers to pre-flight checks, and the fields that identify each answer's subject."""

from collections.abc import Collection, Mapping
from typing import Annotated

from msgspec import Meta

from archive.errors import _, check_known, refuse
from archive.field_types import Moment, Number, Part, Whole
from archive.records import Account, ArchivedCall, Note
from archive.rounds_and_matches import ArchivedMatch
from domain.kinds import CallKind, MatchKind, PreflightCode
from domain.limits import MOST_PREFLIGHT_REPORTS
from domain.penalties import PenaltyKind

# Fields that identify the subject of a line, in the order in which they are stored.
ABOUT: Mapping[PreflightCode, tuple[str, ...]] = {
    PreflightCode.TOGETHER: ("round",),
    PreflightCode.DROPS: ("round", "people"),
    PreflightCode.WINNER_DROPS: ("round", "player"),
    PreflightCode.LEADER_DROPS: ("round", "player"),
    PreflightCode.EARLY_RESULT: ("reports",),
    PreflightCode.PRESENT_NO_SHOW: ("reports", "player"),
    PreflightCode.CONTRADICTION: ("reports",),
    PreflightCode.SOURCES_DIFFER: ("reports",),
    PreflightCode.CALLED_WRONG: ("call",),
    PreflightCode.LOSS_NOT_SHOWN: ("reports", "player", "penalty"),
    PreflightCode.TO_DISQUALIFY: ("round", "player"),
    PreflightCode.DISQUALIFIED_PLAYS: ("match",),
    PreflightCode.WITHOUT_ID: ("people",),
    PreflightCode.NOT_ELIGIBLE: ("people",),
    PreflightCode.WITHOUT_MATCH: ("round", "player"),
    PreflightCode.UNPLANNED_BYE: ("round", "player"),
    PreflightCode.CORRECTION: ("reports",),
    PreflightCode.CUT_DIFFERS: ("people",),
    PreflightCode.SEEDS_DIFFER: ("people",),
    PreflightCode.PODS_DIFFER: ("people",),
    PreflightCode.ORDER_DIFFERS: ("people",),
    PreflightCode.LAST_ROUND_DIFFERS: ("people",),
    PreflightCode.PAIRED_BEFORE: ("people",),
    PreflightCode.STANDINGS_DIFFER: ("people",),
    PreflightCode.PRIZES_DIFFER: ("people",),
    PreflightCode.NOT_CERTIFIED: ("people",),
}


class ArchivedPreflightAnswer(Part, frozen=True, kw_only=True):
    """An answer to one line of the pre-flight check: staff confirmed that it is correct.

    Only the fields that identify the subject of its line (ABOUT) are set:

    - `player`: the player it names. `people`: for several players, the hash of their ids; where
      something no longer follows from its basis, the hash of the new outcome.
    - `match`: the first player of the match; `match_round`: its round, if that is another one.
    - `reports`: the indexes of the match's reports, from 0. `call`: the index of the call, from 0.
    - `penalty`: the loss that the result does not show.
    - `reason`: the reason of the head judge who continued despite an open line.
    """

    round: Number
    line: PreflightCode
    at: Moment
    by: Account = ""
    reason: Note = ""
    player: Whole | None = None
    people: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")] | None = None
    match: Whole | None = None
    match_round: Number | None = None
    reports: Annotated[tuple[Whole, ...], Meta(max_length=MOST_PREFLIGHT_REPORTS)] = ()
    call: Whole | None = None
    penalty: PenaltyKind | None = None

    @property
    def of_match(self) -> tuple[int, int] | None:
        """The round and the first player of the match in question; None without a match."""
        return None if self.match is None else (self.match_round or self.round, self.match)

    @property
    def about(self) -> tuple[object, ...]:
        """The values that distinguish this answer from every other one."""
        own = self.round if "round" in ABOUT[self.line] else None
        return (
            self.line,
            own,
            self.player,
            self.people,
            self.of_match,
            self.reports,
            self.call,
            self.penalty,
        )


Matches = Mapping[tuple[int, int], ArchivedMatch]


def check_preflight_answers(
    answers: Collection[ArchivedPreflightAnswer],
    matches: Matches,
    calls: Collection[ArchivedCall],
    known: Collection[int],
    rounds: int,
) -> None:
    """Refuse answers about anything that is not in the file, and repeated answers.

    `matches` by their round and first player.
    """
    given: set[tuple[object, ...]] = set()
    for place, answer in enumerate(answers):
        path = f"gate_answers[{place}]"
        _check_round(f"{path}.round", answer.round, rounds)
        _check_parts(path, answer)
        if answer.player is not None:
            check_known(f"{path}.player", answer.player, known)
        _check_match(path, answer, matches)
        _check_call(path, answer, list(calls))
        if (answer.round, *answer.about) in given:
            raise refuse(path, _("%(value)s appears twice."), value=answer.line.value)
        given.add((answer.round, *answer.about))


def _check_round(path: str, number: int, rounds: int) -> None:
    if number > rounds:
        raise refuse(
            path,
            _("must be between %(least)d and %(most)d, not %(value)s."),
            least=1,
            most=rounds,
            value=number,
        )


def _check_parts(path: str, answer: ArchivedPreflightAnswer) -> None:
    """Refuse an answer that lacks a field its line needs, or has a field its line does not need."""
    needed = ABOUT[answer.line]
    there = {
        "player": answer.player is not None,
        "people": answer.people is not None,
        "match": answer.match is not None,
        "reports": bool(answer.reports),
        "call": answer.call is not None,
        "penalty": answer.penalty is not None,
    }
    for key, given in there.items():
        wanted = key in needed or (key == "match" and "reports" in needed)
        if wanted and not given:
            raise refuse(path, _("“%(key)s” is missing."), key=key)
        if given and not wanted:
            raise refuse(path, _("%(key)s is not a valid key here."), key=f"“{key}”")


def _check_match(path: str, answer: ArchivedPreflightAnswer, matches: Matches) -> None:
    if answer.of_match is None:
        return
    number, first = answer.of_match
    match = matches.get(answer.of_match)
    if match is None or match.kind is not MatchKind.PLAYED:
        words = _("Player %(number)d has no opponent in round %(round)d.")
        raise refuse(f"{path}.match", words, number=first, round=number)
    # A result without reports has one implied report, marked as imported.
    there = len(match.reports) or (match.games is not None)
    for place, report in enumerate(answer.reports):
        if report >= there or report in answer.reports[:place]:
            raise refuse(
                f"{path}.reports[{place}]",
                _("must be between %(least)d and %(most)d, not %(value)s."),
                least=0,
                most=max(there - 1, 0),
                value=report,
            )


def _check_call(path: str, answer: ArchivedPreflightAnswer, calls: list[ArchivedCall]) -> None:
    if answer.call is None:
        return
    if answer.call >= len(calls) or calls[answer.call].kind is not CallKind.WRONG:
        raise refuse(f"{path}.call", _("No player disputed that result."))
