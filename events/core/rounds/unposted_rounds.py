"""Staff view of an unposted round: reasons for its pairings, and the cost of manual changes."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from domain.written_names import written_name
from events.core.adapters import (
    RoundPlayer,
    awarded_bye,
    difference_of,
    explanation_of,
    unposted_pairing,
)
from events.core.progress.presence import DueRound
from events.core.rounds.queries import RoundPage, unpaired_keys
from events.models import Enrollment, Event, Match, Round
from pairings.explain import ByeReason, PairDown, Rematch


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes on one match; `by_hand`: its bye is not the drawn one."""

    pair_down: PairDown | None = None
    rematch: Rematch | None = None
    bye: ByeReason | None = None
    higher: str = ""
    lower: str = ""
    by_hand: bool = False


def unposted_context(event: Event, round: Round, page: RoundPage) -> dict[str, Any]:
    """Return the page of an unposted round without its matches, in three queries.

    `notes` by the id of a match; `explanation` and `difference` as the engine gives them;
    `missing`: active players without a match; `unused_byes`: players with an awarded bye for this
    round who are paired.
    """
    context = {
        "notes": {},
        "missing": _missing(round, page),
        "unused_byes": _unused_byes(round, page),
    }
    if "cost" not in round.proof:
        return context
    unposted = unposted_pairing(event, round, [line.match for line in page.lines], page.results)
    explanation = explanation_of(unposted, round.proof)
    notes: dict[int, Notes] = {}
    for down in explanation.pair_downs:
        match = unposted.matches[down.table]
        upper_first = unposted.pairs[down.table][0] == down.upper
        first, second = written_name(match.first), written_name(match.second)
        higher, lower = (first, second) if upper_first else (second, first)
        notes[match.pk] = Notes(pair_down=down, higher=higher, lower=lower)
    for rematch in explanation.rematches:
        pk = unposted.matches[rematch.table].pk
        before = notes.get(pk, Notes())
        notes[pk] = Notes(before.pair_down, rematch, None, before.higher, before.lower)
    for match in (line.match for line in page.lines):
        if match.kind == Match.Kind.BYE and not awarded_bye(match, round.number):
            number = match.first.number
            by_hand = round.changed_by_hand and round.proof.get("bye", number) != number
            bye = explanation.bye if match == unposted.holder else None
            notes[match.pk] = Notes(bye=bye, by_hand=by_hand)
    return context | {
        "notes": notes,
        "explanation": explanation,
        "difference": difference_of(unposted, round.proof),
    }


def _unused_byes(round: Round, page: RoundPage) -> list[Enrollment | RoundPlayer]:
    """Return the players who are paired despite an awarded bye for the round, by table."""
    paired = [line.match for line in page.lines if len(line.match.players) > 1]
    return DueRound.of(round).bye_holders(player for match in paired for player in match.players)


def _missing(round: Round, page: RoundPage) -> list[Enrollment]:
    """Return the players whom an unposted round should pair and does not, by name.

    A player who arrived after the pairing has an assigned loss until the round is paired again.
    """
    if round.stage.is_elimination:
        return []
    late = {line.match.first.pk for line in page.lines if line.match.kind == Match.Kind.UNPAIRED}
    missing = Q(pk__in=unpaired_keys(round)) | Q(
        pk__in=late, state=Enrollment.State.ACTIVE, first_round__lte=round.number
    )
    return list(Enrollment.objects.filter(missing).order_by("name", "number"))
