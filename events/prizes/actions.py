"""Writes of the prizes: the list with its labels, an agreed split, what was handed out."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from events.core.drops.drop_parts import find_player
from events.core.edit_conflicts import check_token
from events.core.event_write import Write, event_write
from events.core.prizes.lines import labels_of, labels_text, parse_labels, parse_lines, text_of
from events.core.prizes.queries import current_awards, in_columns, left_in_playoff, prize_list_of
from events.core.refusals import RefusedError
from events.models import Enrollment, Event, HandedPrize, Prize, PrizeLabel, PrizeList, Verb

SETTINGS = ("currency", "ties", "one_each", "per_entry", "added")


@dataclass(frozen=True, slots=True)
class PrizeData:
    """The prizes as a form has them; `lines` and `labels` are text."""

    currency: str
    ties: str
    one_each: bool
    per_entry: int
    added: int
    shown: bool
    lines: str
    labels: str


def prize_values(event: Event) -> dict[str, object]:
    """Return what the form of the prizes edits, for edit conflicts. Three queries."""
    settings = prize_list_of(event)
    return {name: getattr(settings, name) for name in SETTINGS} | {
        "shown": event.shows_prizes,
        "lines": text_of(event.prizes.all(), settings.currency),
        "labels": labels_text(labels_of(event)),
    }


def save_prizes(*, event_id: int, actor: User, data: PrizeData, token: str = "") -> Event:
    """Save the list, how it is shared and the labels of players; also after the event.

    `token`: as check_token takes it. Raises RefusedError, with the field, for a line that is not a
    prize and for a label of an unknown player.
    """
    with event_write(event_id, actor, finished=True) as write:
        event = write.event
        before = prize_values(event)
        check_token(token, before)
        prizes = parse_lines(data.lines, data.currency)
        labels = parse_labels(event, data.labels)
        values = {name: getattr(data, name) for name in SETTINGS}
        PrizeList.objects.update_or_create(event=event, defaults=values)
        event.prizes.all().delete()
        for prize in prizes:
            prize.event = event
        Prize.objects.bulk_create(prizes)
        _save_labels(event, labels)
        handed = HandedPrize.objects.filter(enrollment__event=event)
        _show(event, data, is_used=bool(prizes or labels or data.per_entry or data.added or handed))
        after = prize_values(event)
        changed = sorted(name for name, value in after.items() if value != before[name])
        if changed:
            write.journal(Verb.PRIZES_CHANGED, fields=changed, lines=len(prizes))
    return event


def _save_labels(event: Event, labels: Mapping[str, list[Enrollment]]) -> None:
    PrizeLabel.objects.filter(enrollment__event=event).delete()
    PrizeLabel.objects.bulk_create(
        PrizeLabel(enrollment=player, label=label)
        for label, players in labels.items()
        for player in players
    )


def _show(event: Event, data: PrizeData, *, is_used: bool) -> None:
    shown = Event.PrizesFor.PLAYERS if data.shown else Event.PrizesFor.STAFF
    event.prizes_for = shown if is_used else Event.PrizesFor.NOBODY
    event.save(update_fields=["prizes_for"])


def agree_split(*, event_id: int, actor: User, amounts: Mapping[int, int]) -> PrizeList:
    """Record how the players who ended the playoff split its money; empty: share equally.

    `amounts` in minor units by player. Raises RefusedError unless they add up to what the players'
    places bring together.
    """
    with event_write(event_id, actor, finished=True) as write:
        settings = prize_list_of(write.event)
        left = left_in_playoff(write.event, current_awards(write.event))
        pooled = sum(award.value.money for award in left)
        if not left or not pooled:
            raise RefusedError(_("No playoff with prize money was ended by agreement."))
        if amounts and set(amounts) != {award.number for award in left}:
            raise RefusedError(_("Enter an amount for each player who was still in the playoff."))
        if amounts and sum(amounts.values()) != pooled:
            raise RefusedError(_("The amounts do not add up to the prize money of these places."))
        settings.agreed = [[number, amounts[number]] for number in sorted(amounts)]
        settings.save(update_fields=["agreed"])
        write.journal(Verb.PRIZES_CHANGED, fields=["agreed"])
    return settings


def hand_out(*, event_id: int, actor: User, number: int) -> HandedPrize:
    """Record that a player was handed the prize; RefusedError where that was done before."""
    with event_write(event_id, actor, finished=True) as write:
        player = find_player(write.event, number)
        if HandedPrize.objects.filter(enrollment=player).exists():
            raise RefusedError(_("The prize of %(name)s was already handed out.") % _name(player))
        awards = {award.number: award for award in current_awards(write.event)}
        award = awards.get(number)
        if award is None or award.value.is_empty:
            raise RefusedError(_("%(name)s wins no prize.") % _name(player))
        value = in_columns(award.value)
        made = HandedPrize.objects.create(
            enrollment=player,
            by=actor,
            currency=award.currency,
            money=value.money,
            credit=value.credit,
            packs=value.packs,
            points=value.points,
            thing="".join(value.things),
        )
        _journal(write, Verb.PRIZE_HANDED_OUT, made)
    return made


def undo_hand_out(*, event_id: int, actor: User, number: int) -> Enrollment:
    """Take back that a prize was handed out, after a wrong button; return the player."""
    with event_write(event_id, actor, finished=True) as write:
        handed = HandedPrize.objects.filter(
            enrollment__event=write.event, enrollment__number=number
        ).select_related("enrollment")
        made = handed.first()
        if made is None:
            raise RefusedError(_("This prize is not marked as handed out."))
        player = made.enrollment
        _journal(write, Verb.PRIZE_TAKEN_BACK, made)
        made.delete()
    return player


def _name(player: Enrollment) -> dict[str, str]:
    return {"name": player.name}


def _journal(write: Write, verb: Verb, made: HandedPrize) -> None:
    names = ("currency", "money", "credit", "packs", "points", "thing")
    prize = {name: getattr(made, name) for name in names}
    write.journal(verb, enrollment=made.enrollment, prize=prize)
