from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("events", "0009_journal_into_reports")]

    operations = [
        migrations.RemoveField(
            model_name='match',
            name='reported_at',
        ),
        migrations.RemoveField(
            model_name='match',
            name='reported_by',
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_wins__isnull', True), ('kind', 'played'), ('standing__isnull', True)), models.Q(('first_wins__isnull', False), ('kind', 'played'), ('standing__isnull', False)), models.Q(models.Q(('kind', 'played'), _negated=True), ('standing__isnull', True)), _connector='OR'), name='match_result_from_a_report'),
        ),
    ]
