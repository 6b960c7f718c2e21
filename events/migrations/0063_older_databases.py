"""Bring a database that an older version made to the tables of 0001_initial.

Such a database has recorded 0001_initial, which made fewer tables then, and those of the later
migrations 0002 to 0063 that it had. Nothing is left to do where 0063_screen_words is recorded.
"""

from django.db import migrations

from events.migrations.older import Upgrade


class Migration(migrations.Migration):
    # Each step has a transaction of its own: PostgreSQL changes no table that has rows waiting.
    atomic = False

    replaces = [("events", "0063_screen_words")]

    dependencies = [("events", "0001_initial")]

    operations = [Upgrade()]
