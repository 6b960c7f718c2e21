"""Steps from older versions that change rows, and defaults of columns at that time."""

import secrets
from typing import Any

from django.db.models import F


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
