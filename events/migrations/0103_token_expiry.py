
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0102_marked_namesakes'),
    ]

    operations = [
        migrations.AddField(
            model_name='accesstoken',
            name='expires_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='organisationtoken',
            name='expires_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='organisationcall',
            name='event',
            field=models.ForeignKey(help_text='Null: the call was about the organisation.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.event'),
        ),
    ]
