from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0067_preflight_answer"),
    ]

    operations = [
        migrations.RemoveConstraint("enrollment", "enrollment_left_after_when_gone"),
        migrations.RemoveConstraint("enrollment", "enrollment_left_with_when_dropped"),
        migrations.RemoveConstraint("enrollment", "enrollment_left_silently_when_gone"),
        migrations.RemoveConstraint("enrollment", "enrollment_left_out_when_dropped"),
        migrations.RenameField("enrollment", "left_after", "dropped_after"),
        migrations.RenameField("enrollment", "left_with", "dropped_by_report"),
        migrations.RenameField("enrollment", "left_silently", "dropped_silently"),
        migrations.RenameField("enrollment", "left_out", "excluded"),
        migrations.AddConstraint(
            "enrollment",
            models.CheckConstraint(
                condition=models.Q(state="active", dropped_after__isnull=True)
                | (~models.Q(state="active") & models.Q(dropped_after__isnull=False)),
                name="enrollment_dropped_after_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            "enrollment",
            models.CheckConstraint(
                condition=models.Q(dropped_by_report__isnull=True) | models.Q(state="dropped"),
                name="enrollment_dropped_by_report_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            "enrollment",
            models.CheckConstraint(
                condition=models.Q(dropped_silently=False) | ~models.Q(state="active"),
                name="enrollment_dropped_silently_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            "enrollment",
            models.CheckConstraint(
                condition=models.Q(excluded="") | models.Q(state="dropped"),
                name="enrollment_excluded_when_dropped",
            ),
        ),
    ]
