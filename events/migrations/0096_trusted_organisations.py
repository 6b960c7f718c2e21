"""Let the organisations that made an account go on helping with it, as they could before.

An account belongs to the organisation whose event invited it. Where a host has one organisation,
nobody else can have made the accounts on the staff of its events.
"""

from django.db import migrations


def note_who_made_accounts(apps, _editor):
    """Write a row for each account and the organisation that made it; again, it adds none."""
    Event = apps.get_model("events", "Event")
    Organisation = apps.get_model("events", "Organisation")
    StaffMember = apps.get_model("events", "StaffMember")
    AccountTrust = apps.get_model("events", "AccountTrust")
    pairs = set(
        Event.objects.filter(invited__isnull=False, organisation__isnull=False).values_list(
            "invited", "organisation"
        )
    )
    organisations = list(Organisation.objects.values_list("pk", flat=True)[:2])
    if len(organisations) == 1:
        [only] = organisations
        staff = StaffMember.objects.filter(event__organisation=only).values_list("user", flat=True)
        pairs |= {(user, only) for user in staff.distinct()}
    AccountTrust.objects.bulk_create(
        [AccountTrust(user_id=user, organisation_id=here, made=True) for user, here in pairs],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):

    atomic = False
    dependencies = [("events", "0095_account_trust")]
    operations = [
        migrations.RunPython(
            note_who_made_accounts, migrations.RunPython.noop, elidable=True
        )
    ]
