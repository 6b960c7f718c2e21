"""Bring a database that an older version made to the tables of 0001_initial.

Such a database has recorded 0001_initial, which made fewer tables then, and those of the later
migrations 0002 to 0091 that it had. Nothing is left to do where 0091_badges is recorded.
"""

from django.db import migrations

from events.migrations.older import Upgrade


class Migration(migrations.Migration):
    # Each step has a transaction of its own: PostgreSQL changes no table that has rows waiting.
    atomic = False

    replaces = [("events", "0091_badges")]

    dependencies = [("events", "0001_initial")]

    operations = [Upgrade()]
