from django.db import migrations, models


class Migration(migrations.Migration):
    """Keep what the cut, the pods and the seeds of a stage were made from."""

    dependencies = [("events", "0098_hook_hears_after")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="basis",
            field=models.JSONField(
                blank=True,
                help_text="What its cut, pods and seeds were made from, as "
                "`adapters.StandingsOrder` writes it; `confirmed`: who advanced by a cut that was "
                "undone. Null: nothing of it was made from standings, or that is not known.",
                null=True,
            ),
        ),
    ]
