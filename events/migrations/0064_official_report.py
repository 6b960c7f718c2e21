from django.db import migrations, models


def result_from_a_report(column: str) -> models.CheckConstraint:
    known, unknown = {f"{column}__isnull": False}, {f"{column}__isnull": True}
    return models.CheckConstraint(
        condition=models.Q(kind="played", first_wins__isnull=True, **unknown)
        | models.Q(kind="played", first_wins__isnull=False, **known)
        | (~models.Q(kind="played") & models.Q(**unknown)),
        name="match_result_from_a_report",
    )


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0063_older_databases"),
    ]

    operations = [
        migrations.RemoveConstraint("match", "match_result_from_a_report"),
        migrations.RenameField("match", "standing", "official_report"),
        migrations.AddConstraint("match", result_from_a_report("official_report")),
    ]
