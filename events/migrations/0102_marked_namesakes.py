from collections import defaultdict

from django.db import migrations, models

from domain.names import name_key

AT_ONCE = 500


def mark_namesakes(apps, schema_editor):
    """Store with each enrollment whether another one of its event has the same name."""
    Enrollment = apps.get_model("events", "Enrollment")
    called = defaultdict(list)
    rows = Enrollment.objects.order_by().values_list("pk", "event_id", "name")
    for key, event, name in rows.iterator(chunk_size=5_000):
        called[event, name_key(name)].append(key)
    namesakes = [key for keys in called.values() if len(keys) > 1 for key in keys]
    for first in range(0, len(namesakes), AT_ONCE):
        some = namesakes[first : first + AT_ONCE]
        Enrollment.objects.filter(pk__in=some).update(namesake=True)


class Migration(migrations.Migration):
    # The rows are marked in small writes, without a lock for the ones after them.
    atomic = False

    dependencies = [("events", "0101_namesake")]

    operations = [
        migrations.RunPython(mark_namesakes, migrations.RunPython.noop, elidable=True),
    ]
