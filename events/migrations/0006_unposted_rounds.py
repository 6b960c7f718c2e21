from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def to_unposted(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """A round that only staff see was called a draft."""
    rounds = apps.get_model("events", "Round").objects.using(editor.connection.alias)
    rounds.filter(state="draft").update(state="unposted")


def to_draft(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Call it a draft again."""
    rounds = apps.get_model("events", "Round").objects.using(editor.connection.alias)
    rounds.filter(state="unposted").update(state="draft")


class Migration(migrations.Migration):
    dependencies = [("events", "0005_show_chances")]

    operations = [
        migrations.AlterField(
            model_name="round",
            name="state",
            field=models.CharField(
                choices=[("unposted", "draft"), ("posted", "posted"), ("complete", "complete")],
                default="unposted",
                max_length=10,
            ),
        ),
        migrations.RunPython(to_unposted, to_draft),
    ]
