from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0032_fact_sheets"),
    ]

    operations = [
        # Events that are there announced their final with the time limit of its stage.
        migrations.AddField(
            model_name="stage",
            name="final_unlimited",
            field=models.BooleanField(
                default=False,
                help_text="Of single elimination.",
                verbose_name="the final without a time limit",
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="final_unlimited",
            field=models.BooleanField(
                default=True,
                help_text="Of single elimination.",
                verbose_name="the final without a time limit",
            ),
        ),
    ]
