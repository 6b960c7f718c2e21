import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0065_game_report"),
    ]

    operations = [
        migrations.RenameModel("Repair", "Repairing"),
        migrations.AlterField(
            "repairing",
            "round",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="repairings",
                to="events.round",
            ),
        ),
    ]
