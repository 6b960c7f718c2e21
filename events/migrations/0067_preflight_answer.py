import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0066_repairing"),
    ]

    operations = [
        migrations.RenameModel("GateAnswer", "PreflightAnswer"),
        migrations.AlterField(
            "preflightanswer",
            "round",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="preflight_answers",
                to="events.round",
            ),
        ),
    ]
