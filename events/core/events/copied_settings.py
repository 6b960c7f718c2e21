"""Settings that an event copies from an earlier one, besides those on the form."""

from events.models import Event, FactSheet, Logo, Prize, PrizeList, SignUpSettings
from events.models.phones import PhoneSettings
from events.models.privacy import PrivacySettings

# Check-in by phone opens and closes at times of one day.
OF_ONE_DAY = ("check_in_open", "check_in_from", "check_in_until")
ROOM = ("room", "blocked_tables", "feature_tables", "shuffled_tables")
COPIED = (
    *(
        column.name
        for settings in (PhoneSettings, PrivacySettings)
        for column in settings._meta.get_fields()
        if column.name not in OF_ONE_DAY
    ),
    *ROOM,
)
SIGN_UP = ("is_open", "capacity", "approval", "begins", "fee")
ASKED = ("ask_reading", "ask_email", "ask_platform_id", "ask_decklist")
FACTS = (
    *("tier", "description_en", "description_ja", "channel", "prizes", "deck_rules"),
    *("address", "map_link", "contact", "schedule", "ends_at", "desk_closes"),
    *("prizes_handed_out", "logo_name", "colour"),
)
POOL = ("currency", "ties", "one_each", "per_entry", "added")
ENTRY = ("decklists", "lists_during", "lists_after", "by_invitation", "least_age")


def copy_settings(event: Event, source: Event) -> None:
    """Copy the room, phones, public names, sign-up, fact sheet and prizes, as a part of a write.

    Players, staff, marks, labels, and what belongs to one day (deadlines, a sanctioning number, the
    organizer's word, the short address) stay behind.
    """
    for name in COPIED:
        setattr(event, name, getattr(source, name))
    event.save(update_fields=COPIED)
    sign_up = SignUpSettings.objects.filter(event=source).first()
    if sign_up is not None:
        values = {name: getattr(sign_up, name) for name in (*SIGN_UP, *ASKED)}
        SignUpSettings.objects.create(event=event, **values)
    sheet = FactSheet.objects.filter(event=source).first()
    if sheet is not None:
        values = {name: getattr(sheet, name) for name in (*FACTS, *ENTRY)}
        FactSheet.objects.create(event=event, **values)
    logo = Logo.objects.filter(event=source).first()
    if logo is not None:
        logo.pk = event.pk
        logo.save(force_insert=True)
    prizes = PrizeList.objects.filter(event=source).first()
    if prizes is not None:
        values = {name: getattr(prizes, name) for name in POOL}
        PrizeList.objects.create(event=event, **values)
        _copy_prizes(event, source)


def _copy_prizes(event: Event, source: Event) -> None:
    lines = list(source.prizes.all())
    for line in lines:
        line.pk, line.event = None, event
    Prize.objects.bulk_create(lines)
    event.prizes_for = source.prizes_for
    event.save(update_fields=["prizes_for"])
