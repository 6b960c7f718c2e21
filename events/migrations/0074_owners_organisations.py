"""Each owner's events and the players in them become an organisation's."""

from itertools import groupby

from django.db import migrations
from django.utils.text import slugify

SLUG_LENGTH = 40


def give_organisations(apps, _editor):
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


def give_players(apps, _editor):
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


class Migration(migrations.Migration):
    dependencies = [("events", "0073_organisations")]

    operations = [
        migrations.RunPython(give_organisations, migrations.RunPython.noop),
        migrations.RunPython(give_players, migrations.RunPython.noop),
    ]
