from django.db import migrations, models


class Migration(migrations.Migration):
    """Let an event end with a cut at tables of four."""

    dependencies = [("events", "0109_match_constraints")]

    operations = [
        migrations.AlterField(
            model_name="stage",
            name="kind",
            field=models.CharField(
                choices=[
                    ("swiss", "Swiss rounds"),
                    ("round-robin", "round robin"),
                    ("single-elimination", "single elimination"),
                    ("double-elimination", "double elimination"),
                    ("tables", "tables of four"),
                    ("tables-cut", "cut at tables of four"),
                ],
                default="swiss",
                max_length=20,
                verbose_name="type",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="bracket_players",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many a full bracket has in this round: 2 is the final. Only in "
                "single elimination and in a cut at tables of four, whose final is 2 and whose "
                "semifinals are 4.",
                null=True,
            ),
        ),
    ]
