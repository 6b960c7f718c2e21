"""Change values announced with round 1: only the head judge, with a reason (rules, 4.2)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from domain.limits import MOST_MINUTES, MOST_ROUNDS
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.events.announced_value_queries import (
    announced_stages,
    announced_values,
    head_judges,
    is_announced,
)
from events.core.refusals import RefusedError
from events.core.typed_values import needed_reason
from events.models import AnnouncedChange, Event, Verb

What = AnnouncedChange.What


def change_announced(
    *,
    event_id: int,
    actor: User,
    minutes: int,
    rounds: Mapping[int, int],
    stage_minutes: Mapping[int, int],
    reason: str,
    token: str = "",
) -> list[AnnouncedChange]:
    """Change the round time and the numbers of rounds that were announced; return the changes.

    `minutes` is that of the event, 0 no limit; `rounds` and `stage_minutes` are by the number of
    the stage; `token` as check_token takes it. Raises RefusedError for fewer rounds than are
    paired, without a reason, and if nothing differs.
    """
    with event_write(event_id, actor) as write:
        event = write.event
        stages = announced_stages(event)
        check_token(token, announced_values(event, stages))
        made: list[dict[str, Any]] = []
        if minutes != event.round_minutes:
            _check_minutes(minutes, "minutes")
            made.append({"what": What.MINUTES, "before": event.round_minutes, "after": minutes})
            event.round_minutes = minutes
            event.save(update_fields=["round_minutes"])
        for announced in stages:
            stage, number = announced.stage, announced.stage.number
            wanted = rounds.get(number, announced.rounds)
            if announced.rounds is not None and wanted is not None and wanted != announced.rounds:
                _check_rounds(wanted, announced.least, f"rounds_{number}")
                what = {"what": What.ROUNDS, "stage": number}
                made.append({**what, "before": announced.rounds, "after": wanted})
                stage.rounds = wanted
            limit = stage_minutes.get(number, announced.minutes)
            if announced.minutes is not None and limit is not None and limit != announced.minutes:
                _check_minutes(limit, f"minutes_{number}")
                what = {"what": What.MINUTES, "stage": number}
                made.append({**what, "before": announced.minutes, "after": limit})
                stage.round_minutes = limit
            stage.save(update_fields=["rounds", "round_minutes"])
        if not made:
            raise RefusedError(_("Nothing has changed since the announcement."))
        if not is_announced(event):
            raise RefusedError(_("Round 1 is not posted yet. Change this in the settings."))
        check_head_judge(write)
        reason = needed_reason(reason)
        kept = [_keep(write, reason, **change) for change in made]
        write.journal(Verb.ANNOUNCED_CHANGED, reason=reason, changes=made)
    return kept


def keep_change(
    write: Write,
    what: AnnouncedChange.What,
    reason: str,
    *,
    stage: int,
    before: int | None = None,
    after: int | None = None,
    at: datetime | None = None,
) -> dict[str, Any]:
    """Record a change of the announced stages as a part of a write; return its journal data.

    `at`: when it was made, by default now.

    Before round 1 is posted nothing is announced, and nothing is recorded. Raises RefusedError for
    a person who is not head judge, and without a reason.
    """
    if not is_announced(write.event):
        return {}
    check_head_judge(write)
    reason = needed_reason(reason)
    when = {} if at is None else {"at": at}
    _keep(write, reason, what=what, stage=stage, before=before, after=after, **when)
    return {"reason": reason}


def check_head_judge(write: Write) -> None:
    """Raise RefusedError unless a head judge writes; the message names the head judges."""
    names = head_judges(write.event)
    if write.actor is not None and write.actor.get_username() not in names:
        raise RefusedError(_ask(names))


def _ask(names: list[str]) -> str:
    if not names:
        return _(
            "Only the head judge can decide this, and the event has none. Add a head judge first."
        )
    words = _("Only the head judge can decide this. Ask %(names)s.")
    return words % {"names": _(", ").join(names)}


def _keep(write: Write, reason: str, **columns: Any) -> AnnouncedChange:
    event: Event = write.event
    return AnnouncedChange.objects.create(event=event, by=write.actor, reason=reason, **columns)


def _check_minutes(minutes: int, field: str) -> None:
    if not 0 <= minutes <= MOST_MINUTES:
        words = _("A time limit is at most %(most)d minutes; 0 means no limit.")
        raise RefusedError(words % {"most": MOST_MINUTES}, field)


def _check_rounds(rounds: int, least: int, field: str) -> None:
    if not least <= rounds <= MOST_ROUNDS:
        words = ngettext(
            "%(least)d round is already paired. Choose %(least)d to %(most)d.",
            "%(least)d rounds are already paired. Choose %(least)d to %(most)d.",
            least,
        )
        raise RefusedError(words % {"least": least, "most": MOST_ROUNDS}, field)
