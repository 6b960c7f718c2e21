"""Create an event, change it, fix its number of rounds."""

import datetime
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.contrib.auth.models import User
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from domain.limits import MOST_ROUNDS
from domain.written_names import written_name
from events.core.edit_conflicts import check_token
from events.core.eligibility.actions import REGULAR_IN_PREMIER
from events.core.eligibility.queries import fact_sheet_of
from events.core.eligibility.staff_players import enrolled_as
from events.core.event_write import Write, event_write, new_event_write
from events.core.events.announced_value_queries import is_announced
from events.core.events.branding import apply_branding, branding_of
from events.core.events.declared_settings import (
    ANNOUNCED,
    FROZEN,
    TEXTS,
    EventData,
    event_values,
    settled_columns,
    stored_data,
)
from events.core.organisations.ownership import organisation_for
from events.core.organisations.quotas import check_events_of_day
from events.core.players.inheritance import inherit_staff
from events.core.progress.recommended_rounds import proposed_rounds
from events.core.refusals import RefusedError
from events.core.seats.venues import join_venue
from events.core.stages.plans import StagePlan, check_fits_tables, check_plans
from events.core.typed_values import check_line
from events.models import (
    Event,
    FactSheet,
    Logo,
    Prize,
    PrizeList,
    SignUpSettings,
    StaffMember,
    Stage,
    Verb,
)
from events.models.phones import PhoneSettings
from events.models.privacy import PrivacySettings
from standings.tables.table_profiles import ALL_PROFILES

SLUG_LENGTH = 50
SLUG_ATTEMPTS = 20

# Settings that premier events turn off.
_NOT_IN_PREMIER = ("staff_may_play", "draws_allowed")


def free_slug(name: str) -> str:
    """Return a free address for an event of this name."""
    base = slugify(name)[:SLUG_LENGTH].strip("-") or "event"
    taken = set(Event.every.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


def create_event(
    *,
    actor: User,
    data: EventData,
    plans: Sequence[StagePlan] = (StagePlan(),),
    like: Event | None = None,
    organisation: str = "",
    seed: int | None = None,
) -> Event:
    """Create an event with these stages; the actor gets every role that runs it.

    `data.rounds` is the number of rounds of the first stage, if its kind has one. `like`: an event
    whose other settings are copied; without one, the enforcement level decides whether decklists
    are required.
    `organisation`: the slug of the actor's organisation that owns it, "" for the first. `seed`: of
    a simulation that can be repeated; without it one is drawn in secret. Raises RefusedError for a
    number of rounds outside 1 to 40, and at the field for a text that no archive can store.
    """
    _check(data)
    plans = [replace(plans[0], rounds=data.rounds).without_misplaced, *plans[1:]]
    check_plans(plans)
    check_fits_tables(plans, data.profile)
    _check_teams(data, at_tables=plans[0].is_tables)

    def insert() -> Event:
        owner = organisation_for(actor, organisation)
        check_events_of_day(owner, data.date)
        drawn = {} if seed is None else {"seed": seed}
        return insert_event(data.columns | {"organisation": owner} | drawn)

    with new_event_write(insert, actor) as write:
        event = write.event
        for number, plan in enumerate(plans, 1):
            Stage.objects.create(event=event, number=number, **asdict(plan))
        follow_match_lengths(event)
        StaffMember.objects.create(
            event=event, user=actor, organizer=True, head_judge=True, scorekeeper=True
        )
        write.journal(Verb.EVENT_CREATED, name=event.name)
        inherit_staff(write)
        if plans != [StagePlan(rounds=data.rounds)]:
            write.journal(Verb.STAGES_CHANGED, stages=[plan.in_journal for plan in plans])
        join_venue(event)
        if like is not None:
            copy_settings(event, like)
            _check_premier(event, (*_NOT_IN_PREMIER, "enforcement_level"), data)
        elif event.is_strict:
            FactSheet.objects.create(event=event, decklists=FactSheet.Decklists.CLOSED)
        if event.organisation is not None:
            apply_branding(write, branding_of(event.organisation))
    return event


def follow_match_lengths(event: Event) -> None:
    """Let the rule profile follow the match lengths of the stages, in the caller's transaction.

    Call it when stages change; once round 1 is paired the rules are fixed.
    """
    if event.rounds.exists():
        return
    data = stored_data(event, None)
    preset = ALL_PROFILES.get(data.profile.name)
    if preset is not None:
        data = replace(data, profile=replace(data.profile, use_games=preset.use_games))
    profile = settled_columns(event, data)["profile"]
    if profile != event.profile:
        event.profile = profile
        event.save(update_fields=["profile"])


def insert_event(columns: Mapping[str, Any]) -> Event:
    """Insert an event at a free address, in the caller's transaction."""
    owner = columns.get("organisation")
    if owner is not None:
        columns = {"hook_kinds": owner.hook_kinds, **columns}
    for _attempt in range(SLUG_ATTEMPTS):
        # Another event may take the address between this check and the insert.
        event, made = Event.every.get_or_create(
            slug=free_slug(columns["name"]), defaults={"seed": secrets.randbits(63), **columns}
        )
        if made:
            return event
    raise RefusedError(_("Other events with this name are being created. Press the button again."))


def change_settings(
    *, event_id: int, actor: User, changes: Mapping[str, Any], token: str = ""
) -> Event:
    """Change these settings of an event, by field of EventData; all others stay unchanged.

    The journal names the changed fields. `token`: as check_token takes it. Raises RefusedError
    naming the field for a setting that is frozen since round 1 was paired.
    """
    with event_write(event_id, actor) as write:
        check_token(token, event_values(write.event))
        stage = write.event.stages.get(number=1)
        _change(write, stage, replace(stored_data(write.event, stage.rounds), **changes))
    return write.event


def _change(write: Write, stage: Stage, data: EventData) -> None:
    _check(data)
    event = write.event
    columns = settled_columns(event, data)
    changed = {key: value for key, value in columns.items() if getattr(event, key) != value}
    old = {key: _plain(getattr(event, key)) for key in changed if key != "profile"}
    rounds_changed = stage.rounds != data.rounds
    names = [*changed, *(["rounds"] if rounds_changed else [])]
    _check_change(event, names, data)
    if not names:
        return
    if "date" in changed and event.organisation is not None:
        check_events_of_day(event.organisation, data.date)
    for key, value in changed.items():
        setattr(event, key, value)
    if changed:
        event.save(update_fields=list(changed))
    if "venue" in changed:
        join_venue(event)
    if rounds_changed:
        stage.rounds = data.rounds
        stage.save(update_fields=["rounds"])
    level: dict[str, Any] = (
        {"level": data.enforcement_level} if "enforcement_level" in changed else {}
    )
    write.journal(Verb.EVENT_CHANGED, fields=sorted(names), old=old, **level)


def lock_number_of_rounds(stage: Stage) -> int:
    """Fix the Swiss rounds of a first stage at the number recommended now; return it.

    Call it in the transaction that pairs round 1 (digital event rules, 4.2: announced at or before
    round 1, then locked). A number that the organizer has set stays.
    """
    if stage.rounds is None:
        stage.rounds = proposed_rounds(stage.event).rounds
        stage.rounds_proposed = True
        stage.save(update_fields=["rounds", "rounds_proposed"])
    return stage.rounds


def _check(data: EventData) -> None:
    for name in TEXTS:
        check_line(getattr(data, name), name)
    rounds = data.rounds
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise RefusedError(
            _("The number of rounds must be 1 to %(most)d.") % {"most": MOST_ROUNDS}, "rounds"
        )


def _check_teams(data: EventData, *, at_tables: bool) -> None:
    if at_tables and data.team_size > Event.TeamSize.ONE:
        raise RefusedError(_("Teams do not play at tables of four."), "team_size")


def _check_change(event: Event, names: Collection[str], data: EventData) -> None:
    if "profile" in names and (data.profile.table_size is not None) != event.at_tables:
        raise RefusedError(
            _("The rule profile must fit the stages: matches of two, or tables of four."), "profile"
        )
    _check_teams(data, at_tables=event.at_tables)
    if event.rounds.exists():
        # The team size determines the match length. It comes first, so that a refusal names the
        # field that was changed.
        for key in sorted(names, key=lambda name: name != "team_size"):
            if key in FROZEN:
                raise RefusedError(FROZEN[key], key)
    if is_announced(event):
        for key in names:
            if key in ANNOUNCED:
                raise RefusedError(ANNOUNCED[key], key)
    if "team_size" in names and event.enrollments.exists():
        raise RefusedError(
            _("Players are already enrolled. Remove all players from the roster first."),
            "team_size",
        )
    if "staff_may_play" in names and not data.staff_may_play:
        _refuse_staff_who_play(event)
    _check_premier(event, names, data)


def _check_premier(event: Event, names: Collection[str], data: EventData) -> None:
    """Refuse settings that the rules of premier events exclude (1.4, 2.4).

    One query if any of these is chosen.
    """
    chosen = {name for name in _NOT_IN_PREMIER if name in names and getattr(data, name)}
    if "enforcement_level" in names and data.enforcement_level == Event.Enforcement.REGULAR:
        chosen.add("enforcement_level")
    if not chosen or not fact_sheet_of(event).is_premier:
        return
    if "staff_may_play" in chosen:
        raise RefusedError(
            _("Staff can't play in a premier event (see the fact sheet)."), "staff_may_play"
        )
    if "enforcement_level" in chosen:
        raise RefusedError(REGULAR_IN_PREMIER, "enforcement_level")
    raise RefusedError(_("A premier event allows no draws (see the fact sheet)."), "draws_allowed")


def _refuse_staff_who_play(event: Event) -> None:
    for member in event.staff.select_related("user"):
        enrollment = enrolled_as(event.pk, member.user)
        if enrollment is not None:
            raise RefusedError(
                _("%(user)s is on the staff and enrolled as %(name)s. Remove one of the two first.")
                % {"user": member.user.get_username(), "name": written_name(enrollment)},
                "staff_may_play",
            )


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime.date) else value


# Phone check-in opens and closes on the same day.
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

    Not copied: players, staff, marks, labels, and settings of one day (deadlines, a sanctioning
    number, the organizer's word, the short address).
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
