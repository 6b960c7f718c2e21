
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0104_deck_check_problems'),
    ]

    operations = [
        migrations.AddField(
            model_name='hookendpoint',
            name='organisation',
            field=models.ForeignKey(blank=True, db_index=False, help_text='Null: it hears of one event.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='hook_endpoints', to='events.organisation'),
        ),
        migrations.AddField(
            model_name='hookendpoint',
            name='previous_secret',
            field=models.CharField(blank=True, db_default='', max_length=300),
        ),
        migrations.AddField(
            model_name='hookendpoint',
            name='previous_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='organisation',
            name='hook_kinds',
            field=models.CharField(blank=True, db_default='', help_text='What its programs hear of in each of its events, as Event.hook_kinds.', max_length=200),
        ),
        migrations.AlterField(
            model_name='hookendpoint',
            name='event',
            field=models.ForeignKey(help_text='Null: it hears of every event of the organisation.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='hook_endpoints', to='events.event'),
        ),
        migrations.AlterField(
            model_name='organisationentry',
            name='verb',
            field=models.CharField(choices=[('renamed', 'renamed'), ('look', 'changed the look'), ('invited', 'invited'), ('withdrawn', 'withdrawn'), ('joined', 'joined'), ('changed', 'changed'), ('removed', 'removed'), ('queue-opened', 'opened a queue'), ('queue-changed', 'changed a queue'), ('pod-called', 'called a pod'), ('pod-posted', 'posted a pod'), ('pod-replaced', 'replaced a player of a pod'), ('queue-removed', 'removed a player from a queue'), ('series-changed', 'changed a series'), ('series-declared', 'closed a series'), ('series-reopened', 'reopened a series'), ('tickets-given', 'handed out tickets'), ('secured', 'second factor'), ('limited', 'limits'), ('venue', 'changed a venue'), ('tokens-changed', 'changed the access tokens'), ('programs-changed', 'changed the integrations'), ('badges-changed', "changed a player's badge")], max_length=20),
        ),
    ]
