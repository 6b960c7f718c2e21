"""Answering what is asked before pairing and publishing, and going on."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.event_write import Write, open_event
from events.core.preflight.values import Line
from events.core.refusals import RefusedError
from events.core.rounds.guards import find_round
from events.core.texts import needed_reason
from events.models import GateAnswer, Verb
from events.preflight.queries import gate_of


def answer_line(*, event_id: int, actor: User, number: int, key: str) -> None:
    """Say of one line of round `number` that it is right as it is.

    RefusedError when it is settled by now, or has to be settled in another way.
    """
    with open_event(event_id, actor) as write:
        gate = gate_of(find_round(write.event, number))
        line = next((candidate for candidate in gate.lines if candidate.key == key), None)
        if line is None:
            raise RefusedError(_("This check has already been answered or resolved."))
        if line.is_to_settle:
            raise RefusedError(
                _("Resolve this check first. The head judge can continue with a reason.")
            )
        _answer(write, gate.round.pk, [line], "")
        write.journal(Verb.GATE_ANSWERED, round=gate.round, lines=_told([line]))


def pass_gate(
    *, event_id: int, actor: User, number: int, seen: Collection[str], reason: str, over: bool
) -> None:
    """Pass the pre-flight check of round `number`; the checks that were seen count as answered.

    `seen` holds the keys of the checks that the page showed. RefusedError when a new one has
    appeared since. A check that only informs needs no more. With any other check open, the actor
    needs permission to override it (`over`) and has to give a reason.
    """
    with open_event(event_id, actor) as write:
        gate = gate_of(find_round(write.event, number))
        if any(line.key not in seen for line in gate.lines):
            raise RefusedError(_("A new check has appeared. Review it before you continue."))
        if not gate.lines:
            return
        if gate.waiting and not over:
            raise RefusedError(
                _("Answer every check first. The head judge can continue with a reason.")
            )
        reason = needed_reason(reason) if gate.waiting else ""
        _answer(write, gate.round.pk, gate.lines, reason)
        lines = _told(gate.waiting or gate.lines)
        write.journal(Verb.GATE_PASSED, round=gate.round, lines=lines, reason=reason)


def _answer(write: Write, round_id: int, lines: Sequence[Line], reason: str) -> None:
    GateAnswer.objects.bulk_create(
        GateAnswer(round_id=round_id, key=line.key, account=write.actor, reason=reason)
        for line in lines
    )


def _told(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return the lines as the journal tells them."""
    return [
        {
            "code": str(line.code),
            "names": ", ".join(person.name for person in line.people),
            "table": line.match.table if line.match else None,
        }
        for line in lines
    ]
