"""Take back "left without notice" of players who had a bye then, and were rightly elsewhere."""

from django.db import migrations
from django.db.models import F


def unmark(apps, schema_editor):
    enrollments = apps.get_model("events", "Enrollment").objects.using(schema_editor.connection.alias)
    marked = enrollments.filter(dropped_silently=True, dropped_after__lt=F("awarded_byes"))
    marked.update(dropped_silently=False)


class Migration(migrations.Migration):

    # One statement; without a transaction it holds no lock for the ones after it.
    atomic = False

    dependencies = [
        ('events', '0093_combined_player'),
    ]

    operations = [
        migrations.RunPython(unmark, migrations.RunPython.noop),
    ]
