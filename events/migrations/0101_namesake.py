from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0100_result_sources'),
    ]

    operations = [
        migrations.AddField(
            model_name='enrollment',
            name='namesake',
            field=models.BooleanField(default=False, db_default=False, help_text='Another player of the event has this name.'),
        ),
    ]
