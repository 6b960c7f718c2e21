from django.db import migrations

from events.migrations._constraints import ValidateConstraint


class Migration(migrations.Migration):
    """Check the matches of before for the constraints that know tables of four."""

    atomic = False
    dependencies = [("events", "0108_tables_of_four")]

    operations = [
        ValidateConstraint("match", name)
        for name in (
            "match_double_loss_with_score",
            "match_result_of_a_report",
            "match_marks_at_tables",
        )
    ]
