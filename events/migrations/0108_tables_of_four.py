import django.db.models.deletion
from django.db import migrations, models

from events.migrations._constraints import AddConstraintNotValid


class Migration(migrations.Migration):
    """Tables of three to five players: seats, marks, how their stages are seated."""

    dependencies = [("events", "0107_journal_chain")]

    operations = [
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('enrollment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to='events.enrollment')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_seats', to='events.match')),
            ],
            options={
                'ordering': ['match', 'seat'],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'seat'), name='table_seat_once'),
                    models.UniqueConstraint(fields=('match', 'enrollment'), name='table_player_once'),
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_double_loss_only_with_score',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_result_from_a_report',
        ),
        migrations.AddField(
            model_name='match',
            name='marks',
            field=models.CharField(blank=True, db_default='', default='', help_text='The result of a table of three to five, one mark a seat: w, d or l.', max_length=5),
        ),
        migrations.AddField(
            model_name='report',
            name='drops_seats',
            field=models.CharField(blank=True, db_default='', default='', help_text='Of a table of three to five: the seats that drop with it, such as 13.', max_length=5),
        ),
        migrations.AddField(
            model_name='report',
            name='marks',
            field=models.CharField(blank=True, db_default='', default='', max_length=5),
        ),
        migrations.AddField(
            model_name='report',
            name='stays_seats',
            field=models.CharField(blank=True, db_default='', default='', max_length=5),
        ),
        migrations.AddField(
            model_name='stage',
            name='points_first',
            field=models.BooleanField(db_default=False, default=False, verbose_name='equal points before new opponents'),
        ),
        migrations.AddField(
            model_name='stage',
            name='table_sizes',
            field=models.CharField(choices=[('threes', 'tables of three'), ('fives', 'tables of five'), ('byes', 'byes'), ('mixed', 'byes for one or two players, a table of three for three')], db_default='threes', default='threes', max_length=6, verbose_name='when players do not divide by four'),
        ),
        migrations.AlterField(
            model_name='match',
            name='kind',
            field=models.CharField(choices=[('played', 'match'), ('table', 'table of four'), ('bye', 'bye'), ('unpaired', 'assigned loss')], default='played', max_length=10),
        ),
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=[('swiss', 'Swiss rounds'), ('round-robin', 'round robin'), ('single-elimination', 'single elimination'), ('double-elimination', 'double elimination'), ('tables', 'tables of four')], default='swiss', max_length=20, verbose_name='type'),
        ),
        migrations.AlterField(
            model_name='report',
            name='kept_source',
            field=models.CharField(blank=True, choices=[('slip', 'desk'), ('typed', 'desk, from the slip'), ('scanned', 'desk, from a scanned slip'), ('clicked', 'desk, by buttons'), ('together', 'set together with other tables'), ('program', 'program'), ('kept', 'kept by staff'), ('judge', 'judge at the table'), ('first', 'the first-named player'), ('second', 'the second-named player'), ('seat', 'a player at the table'), ('reading', 'slip verification'), ('correction', 'correction'), ('no-show', 'no-show'), ('penalty', 'penalty'), ('walkover', 'walkover'), ('import', 'import')], db_default='', help_text='Of a kept report: the source of the one that staff decided for.', max_length=12),
        ),
        migrations.AlterField(
            model_name='report',
            name='source',
            field=models.CharField(choices=[('slip', 'desk'), ('typed', 'desk, from the slip'), ('scanned', 'desk, from a scanned slip'), ('clicked', 'desk, by buttons'), ('together', 'set together with other tables'), ('program', 'program'), ('kept', 'kept by staff'), ('judge', 'judge at the table'), ('first', 'the first-named player'), ('second', 'the second-named player'), ('seat', 'a player at the table'), ('reading', 'slip verification'), ('correction', 'correction'), ('no-show', 'no-show'), ('penalty', 'penalty'), ('walkover', 'walkover'), ('import', 'import')], max_length=12),
        ),
        AddConstraintNotValid(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('played', 'table')), ('double_loss', False)), models.Q(('first_wins__isnull', False), ('kind', 'played')), models.Q(models.Q(('kind__in', ('played', 'table')), _negated=True), ('double_loss', False), ('first_wins__isnull', False)), _connector='OR'), name='match_double_loss_with_score'),
        ),
        AddConstraintNotValid(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('played', 'table')), ('first_wins__isnull', True), ('official_report__isnull', True)), models.Q(('kind__in', ('played', 'table')), ('first_wins__isnull', False), ('official_report__isnull', False)), models.Q(models.Q(('kind__in', ('played', 'table')), _negated=True), ('official_report__isnull', True)), _connector='OR'), name='match_result_of_a_report'),
        ),
        AddConstraintNotValid(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_wins__isnull', True), ('kind', 'table'), ('marks', '')), models.Q(('first_wins__isnull', False), ('kind', 'table'), models.Q(('marks', ''), _negated=True)), models.Q(models.Q(('kind', 'table'), _negated=True), ('marks', '')), _connector='OR'), name='match_marks_at_tables'),
        ),
    ]
