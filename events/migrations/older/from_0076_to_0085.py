"""From the prizes to the look of an organisation."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from events.migrations.older import data

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0076_prizes": [
        migrations.AddField(
            model_name="event",
            name="prizes_for",
            field=models.CharField(blank=True, default="", max_length=7),
        ),
        migrations.CreateModel(
            name="HandedPrize",
            fields=[
                (
                    "enrollment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="handed_prize",
                        serialize=False,
                        to="events.enrollment",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by_name", models.CharField(blank=True, max_length=150)),
                ("currency", models.CharField(max_length=3)),
                ("money", models.BigIntegerField(default=0)),
                ("credit", models.BigIntegerField(default=0)),
                ("packs", models.PositiveIntegerField(default=0)),
                ("points", models.PositiveIntegerField(default=0)),
                ("thing", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PrizeList",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="prize_list",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("currency", models.CharField(default="USD", max_length=3)),
                ("ties", models.CharField(default="tiebreak", max_length=8)),
                ("one_each", models.BooleanField(default=False)),
                ("per_entry", models.BigIntegerField(default=0)),
                ("added", models.BigIntegerField(default=0)),
                ("agreed", models.JSONField(blank=True, default=list)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("added__gte", 0), ("per_entry__gte", 0)),
                        name="prize_pool_from_0",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("by", models.CharField(max_length=6)),
                ("first", models.PositiveIntegerField(default=1)),
                ("last", models.PositiveIntegerField(default=1)),
                ("least", models.PositiveIntegerField(default=0)),
                ("record", models.CharField(blank=True, max_length=12)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("group", models.CharField(blank=True, max_length=60)),
                ("money", models.BigIntegerField(default=0)),
                ("credit", models.BigIntegerField(default=0)),
                ("packs", models.PositiveIntegerField(default=0)),
                ("points", models.PositiveIntegerField(default=0)),
                ("thing", models.CharField(blank=True, max_length=300)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                        name="prize_places_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("credit__gte", 0), ("money__gte", 0)),
                        name="prize_from_0",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeLabel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("label", models.CharField(max_length=60)),
                (
                    "enrollment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_labels",
                        to="events.enrollment",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("enrollment", "label"), name="prize_label_once")
                ],
            },
        ),
    ],
    "0077_feature": [
        migrations.CreateModel(
            name="FeatureMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("first_games", models.PositiveSmallIntegerField(default=0)),
                ("second_games", models.PositiveSmallIntegerField(default=0)),
                ("on_camera", models.BooleanField(default=True)),
                ("chosen_at", models.DateTimeField()),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feature",
                        to="events.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StreamLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("token", models.CharField(default=data.draw_nonce, max_length=22, unique=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stream_link",
                        to="events.event",
                    ),
                ),
            ],
        ),
    ],
    "0078_organisation_journal": [
        migrations.CreateModel(
            name="OrganisationEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("verb", models.CharField(max_length=9)),
                ("data", models.JSONField(default=dict)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="events.organisation",
                    ),
                ),
            ],
        ),
    ],
    "0079_chat_styles": [],
    "0080_access_tokens": [
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("scopes", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("hint", models.CharField(max_length=4)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="access_tokens",
                        to="events.event",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AnsweredCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="events.accesstoken",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("token", "key"), name="answered_call_once")
                ],
            },
        ),
    ],
    "0081_archetype": [
        migrations.AddField(
            model_name="decklist",
            name="archetype",
            field=models.CharField(blank=True, max_length=60),
        ),
    ],
    "0082_extensions": [
        migrations.AddField(
            model_name="event",
            name="extensions",
            field=models.JSONField(blank=True, default=dict),
        ),
    ],
    "0083_sort_name": [
        migrations.AddField(
            model_name="enrollment",
            name="sort_name",
            field=models.CharField(blank=True, max_length=80),
        ),
    ],
    "0084_line_channels": [],
    "0085_look": [
        migrations.CreateModel(
            name="OrganisationLogo",
            fields=[
                ("kind", models.CharField(max_length=60)),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                ("content", models.BinaryField()),
                (
                    "organisation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="logo",
                        serialize=False,
                        to="events.organisation",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="factsheet",
            name="colour",
            field=models.CharField(blank=True, max_length=7),
        ),
        migrations.AddField(
            model_name="organisation",
            name="colour",
            field=models.CharField(blank=True, max_length=7),
        ),
        migrations.AddField(
            model_name="organisation",
            name="contact",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="organisation",
            name="logo_name",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="organisation",
            name="words",
            field=models.TextField(blank=True, max_length=4000),
        ),
    ],
}
