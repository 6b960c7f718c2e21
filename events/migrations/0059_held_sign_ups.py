from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0058_swaps")]

    operations = [
        migrations.AddField(
            "signupsettings",
            "held_since",
            models.DateTimeField(
                blank=True, null=True, verbose_name="the desk looks first, after many sign-ups at once"
            ),
        ),
        migrations.AddField(
            "signupsettings", "released_at", models.DateTimeField(blank=True, null=True)
        ),
    ]
