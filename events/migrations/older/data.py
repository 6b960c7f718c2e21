"""Steps from older versions that change rows, and defaults of columns at that time."""

import secrets
from itertools import groupby
from typing import Any

from django.db.models import F
from django.utils.text import slugify

SLUG_LENGTH = 40


def draw_seed():
    """63 secret bits."""
    return secrets.randbits(63)


def draw_nonce():
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def to_unposted(apps: Any, editor: Any) -> None:
    """A round that only staff see was called a draft."""
    rounds = apps.get_model("events", "Round").objects.using(editor.connection.alias)
    rounds.filter(state="draft").update(state="unposted")


def keep_the_digital_rule(apps, schema_editor):
    """On a platform one comes back only before the next pairing (digital event rules, 2.9)."""
    apps.get_model("events", "Event").objects.exclude(platform="").update(re_entry="pairing")


def drawings_of_the_journal(apps, schema_editor):
    """Drawings that the journal tells of, and those of imported rounds.

    Until now the seed of a round that was thrown away paired the next one of its number.
    """
    Drawing = apps.get_model("events", "Drawing")
    for event in apps.get_model("events", "Event").objects.order_by("pk"):
        made, announced = {}, {}
        told = event.journal.filter(verb__in=("round-paired", "round-repaired")).order_by("id")
        for entry in told.values_list("verb", "round_number", "data", "at"):
            verb, number, data, at = entry
            seed = data.get("seed")
            if seed is None or number is None:
                continue
            first = verb == "round-paired"
            announced.setdefault(number, seed if first else None)
            made.setdefault(number, []).append(
                Drawing(
                    event=event,
                    number=number,
                    seed=seed,
                    origin="announced" if first and seed == announced[number] else "unknown",
                    announced=announced[number],
                    at=at,
                )
            )
        for number, seed, proof, at in event.rounds.filter(seed__isnull=False).values_list(
            "number", "seed", "proof", "paired_at"
        ):
            if not made.get(number) or made[number][-1].seed != seed:
                once = not proof.get("again")
                made.setdefault(number, []).append(
                    Drawing(
                        event=event,
                        number=number,
                        seed=seed,
                        origin="announced" if once else "unknown",
                        announced=seed if once else None,
                        at=at,
                    )
                )
        Drawing.objects.bulk_create(
            [one for number in sorted(made) for one in made[number]], batch_size=1000
        )


def name_rounds(apps, schema_editor):
    """Say of every round of a single elimination which one it is."""
    rounds = apps.get_model("events", "Round").objects.filter(stage__kind="single-elimination")
    seats = apps.get_model("events", "BracketSeat").objects
    for stage in set(rounds.values_list("stage", flat=True)):
        entrants = seats.filter(stage=stage).count()
        players = 1 << (entrants - 1).bit_length() if entrants > 1 else 0
        for pk in list(rounds.filter(stage=stage).order_by("number").values_list("pk", flat=True)):
            if players > 1:
                rounds.filter(pk=pk).update(bracket_players=players)
            players >>= 1


def keep_the_last(apps, schema_editor):
    """Of pods that are drawn the seed is known; what was drawn before it is in the journal only."""
    stages = apps.get_model("events", "Stage").objects.filter(pods=True, seed__isnull=False)
    drawings = apps.get_model("events", "PodDrawing").objects
    for stage in stages.filter(pod_seats__isnull=False).distinct():
        drawings.create(stage=stage, seed=stage.seed)


def keep_dead_ones_dead(apps: Any, schema_editor: Any) -> None:
    """End the addresses of sign-ups that the desk has ended.

    Until now another nonce at the enrollment said so; from now on a new one at the sign-up does.
    """
    sign_ups = apps.get_model("events", "SignUp").objects.filter(enrollment__isnull=False)
    for sign_up in sign_ups.exclude(nonce=F("enrollment__address_nonce")):
        sign_up.nonce = draw_nonce()
        sign_up.save(update_fields=["nonce"])


def give_organisations(apps: Any, _editor: object) -> None:
    """Make an organisation for each owner; a player of several becomes one in each."""
    Event = apps.get_model("events", "Event")
    Organisation = apps.get_model("events", "Organisation")
    Member = apps.get_model("events", "OrganisationMember")
    Staff = apps.get_model("events", "StaffMember")
    owners = {}
    organizers = Staff.objects.filter(organizer=True).order_by("event_id", "id")
    rows = organizers.values_list("event_id", "user_id", "user__username", "user__first_name")
    for event_id, members in groupby(rows.iterator(), key=lambda row: row[0]):
        _event, user_id, username, name = next(members)
        if user_id not in owners:
            slug = slugify(username)[:SLUG_LENGTH] or "organisation"
            if Organisation.objects.filter(slug=slug).exists():
                slug = f"{slug}-{user_id}"
            owners[user_id] = Organisation.objects.create(slug=slug, name=name or username)
            Member.objects.create(
                organisation=owners[user_id],
                user_id=user_id,
                owner=True,
                organizer=True,
                head_judge=True,
                scorekeeper=True,
            )
        Event._base_manager.filter(pk=event_id).update(organisation=owners[user_id])


def give_players(apps: Any, _editor: object) -> None:
    """Let each organisation have its own players."""
    Enrollment = apps.get_model("events", "Enrollment")
    Player = apps.get_model("events", "Player")
    pairs = Enrollment.objects.order_by("player_id", "event__organisation_id")
    known = pairs.values_list("player_id", "event__organisation_id").distinct()
    for player_id, rows in groupby(list(known), key=lambda row: row[0]):
        first, *others = [organisation for _player, organisation in rows]
        Player.objects.filter(pk=player_id).update(organisation=first)
        for organisation in others:
            copy = Player.objects.get(pk=player_id)
            copy.pk, copy.organisation_id = None, organisation
            copy.save(force_insert=True)
            Enrollment.objects.filter(
                player_id=player_id, event__organisation=organisation
            ).update(player=copy)
