import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0064_official_report"),
    ]

    operations = [
        migrations.RenameModel("ToldGame", "GameReport"),
        migrations.AlterField(
            "gamereport",
            "match",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="game_reports",
                to="events.match",
            ),
        ),
        migrations.AlterField(
            "gamereport",
            "enrollment",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="game_reports",
                to="events.enrollment",
            ),
        ),
    ]
