"""Answering what is asked before pairing and publishing, and going on."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from domain.written_names import written_name
from events.core.check_line import Check
from events.core.event_write import Write, event_write
from events.core.guards import find_round
from events.core.preflight.queries import preflight_check
from events.core.refusals import RefusedError
from events.core.typed_values import needed_reason
from events.models import PreflightAnswer, Verb


def confirm_check(*, event_id: int, actor: User, number: int, key: str) -> None:
    """Say of one line of round `number` that it is right as it is.

    RefusedError when it is settled by now, or has to be settled in another way.
    """
    with event_write(event_id, actor) as write:
        check = preflight_check(find_round(write.event, number))
        line = next((candidate for candidate in check.lines if candidate.key == key), None)
        if line is None:
            raise RefusedError(_("This check has already been answered or resolved."))
        if line.is_to_settle:
            raise RefusedError(
                _("Resolve this check first. The head judge can continue with a reason.")
            )
        _answer(write, check.round.pk, [line], "")
        write.journal(Verb.PREFLIGHT_ANSWERED, round=check.round, lines=_for_journal([line]))


def pass_preflight(
    *, event_id: int, actor: User, number: int, seen: Collection[str], reason: str, over: bool
) -> None:
    """Pass the pre-flight check of round `number`; the checks that were seen count as answered.

    `seen` holds the keys of the checks that the page showed. RefusedError when a new one has
    appeared since. A check that only informs needs no more. With any other check open, the actor
    needs permission to override it (`over`) and has to give a reason.
    """
    with event_write(event_id, actor) as write:
        check = preflight_check(find_round(write.event, number))
        if any(line.key not in seen for line in check.lines):
            raise RefusedError(_("A new check has appeared. Review it before you continue."))
        if not check.lines:
            return
        if check.waiting and not over:
            raise RefusedError(
                _("Answer every check first. The head judge can continue with a reason.")
            )
        reason = needed_reason(reason) if check.waiting else ""
        _answer(write, check.round.pk, check.lines, reason)
        lines = _for_journal(check.waiting or check.lines)
        write.journal(Verb.PREFLIGHT_PASSED, round=check.round, lines=lines, reason=reason)


def _answer(write: Write, round_id: int, lines: Sequence[Check], reason: str) -> None:
    PreflightAnswer.objects.bulk_create(
        PreflightAnswer(round_id=round_id, key=line.key, account=write.actor, reason=reason)
        for line in lines
    )


def _for_journal(lines: Sequence[Check]) -> list[dict[str, Any]]:
    """Return the checks as the journal stores them."""
    return [
        {
            "code": str(line.code),
            "names": ", ".join(written_name(person) for person in line.people),
            "table": line.match.table if line.match else None,
        }
        for line in lines
    ]
