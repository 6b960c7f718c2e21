from typing import Any

from django.db import migrations


def keep_the_last(apps: Any, _schema: Any) -> None:
    """Of pods that are drawn the seed is known; what was drawn before it is in the journal only."""
    stages = apps.get_model("events", "Stage").objects.filter(pods=True, seed__isnull=False)
    drawings = apps.get_model("events", "PodDrawing").objects
    for stage in stages.filter(pod_seats__isnull=False).distinct():
        drawings.create(stage=stage, seed=stage.seed)


class Migration(migrations.Migration):
    dependencies = [("events", "0044_pod_drawings")]

    operations = [migrations.RunPython(keep_the_last, migrations.RunPython.noop)]
