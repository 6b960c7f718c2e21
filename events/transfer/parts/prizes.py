"""The prizes: the list, labels of players, what was handed out."""

from collections.abc import Mapping

from archive.prizes import (
    ArchivedHandedPrize,
    ArchivedPrize,
    ArchivedPrizeLabel,
    ArchivedPrizes,
    ArchivedShare,
)
from archive.values import Archive
from events.core.prizes.queries import prize_list_of
from events.models import Enrollment, Event, HandedPrize, Prize, PrizeLabel, PrizeList
from events.transfer.shared_fields import SharedFields

LIST = SharedFields(
    ArchivedPrizes,
    *("currency", "ties", "one_each", "per_entry", "added"),
    apart=("shown", "lines", "labels", "agreed", "handed"),
)
LINE = SharedFields(
    ArchivedPrize,
    *("by", "first", "last", "least", "record", "label", "group"),
    *("money", "credit", "packs", "points", "thing"),
)
HANDED = SharedFields(
    ArchivedHandedPrize,
    *("at", "currency", "money", "credit", "packs", "points", "thing"),
    apart=("player", "by"),
)


def archived_prizes(event: Event, *, names: bool) -> ArchivedPrizes | None:
    """Return the prizes; without `names` no labels and not who handed them out.

    Four queries, and none without prizes.
    """
    if not event.prizes_for:
        return None
    settings = prize_list_of(event)
    labels = PrizeLabel.objects.filter(enrollment__event=event).select_related("enrollment")
    handed = HandedPrize.objects.filter(enrollment__event=event).select_related("enrollment", "by")
    return LIST.value_of(
        settings,
        shown=event.shows_prizes,
        lines=tuple(map(LINE.value_of, event.prizes.all())),
        labels=tuple(
            ArchivedPrizeLabel(player=held.enrollment.number, label=held.label)
            for held in (labels if names else ())
        ),
        agreed=tuple(
            ArchivedShare(player=number, amount=amount) for number, amount in settings.agreed
        ),
        handed=tuple(
            HANDED.value_of(made, player=made.enrollment.number, by=made.who if names else "")
            for made in handed
        ),
    )


def create_prizes(event: Event, archive: Archive, people: Mapping[int, Enrollment]) -> None:
    """Write the prizes; players are written already."""
    source = archive.prizes
    if source is None:
        return
    agreed = [[share.player, share.amount] for share in source.agreed]
    PrizeList.objects.create(event=event, agreed=agreed, **LIST.columns_of(source))
    Prize.objects.bulk_create(Prize(event=event, **LINE.columns_of(line)) for line in source.lines)
    PrizeLabel.objects.bulk_create(
        PrizeLabel(enrollment=people[held.player], label=held.label) for held in source.labels
    )
    HandedPrize.objects.bulk_create(
        HandedPrize(enrollment=people[made.player], by_name=made.by, **HANDED.columns_of(made))
        for made in source.handed
    )
    event.prizes_for = Event.PrizesFor.PLAYERS if source.shown else Event.PrizesFor.STAFF
    event.save(update_fields=["prizes_for"])
