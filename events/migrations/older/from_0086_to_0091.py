"""From events on demand to the badges."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from events.migrations.older import data

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0086_on_demand": [
        migrations.AlterField(
            model_name="organisationentry",
            name="verb",
            field=models.CharField(max_length=20),
        ),
        migrations.CreateModel(
            name="Queue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("public_names", models.CharField(default="full", max_length=7)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("date", models.DateField()),
                ("time_zone", models.CharField(default="UTC", max_length=60)),
                ("game_format", models.CharField(blank=True, max_length=60)),
                ("play", models.CharField(default="draft", max_length=17)),
                ("rounds", models.PositiveSmallIntegerField(default=3)),
                ("size", models.PositiveSmallIntegerField(default=8)),
                ("least", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("wait_minutes", models.PositiveSmallIntegerField(default=30)),
                ("round_minutes", models.PositiveSmallIntegerField(default=50)),
                ("first_table", models.PositiveIntegerField(default=1)),
                ("last_table", models.PositiveIntegerField(default=40)),
                ("by_phone", models.BooleanField(default=True)),
                ("tickets", models.JSONField(blank=True, default=dict)),
                ("state", models.CharField(default="open", max_length=6)),
                ("trouble", models.CharField(blank=True, max_length=300)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("last_number", models.PositiveIntegerField(default=0)),
                (
                    "like",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="events.event",
                    ),
                ),
                (
                    "opened_by",
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
                        related_name="queues",
                        to="events.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="QueuePod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("first_table", models.PositiveIntegerField()),
                ("last_table", models.PositiveIntegerField()),
                ("called_at", models.DateTimeField()),
                ("posted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="queue_pod",
                        to="events.event",
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "queue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pods",
                        to="events.queue",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="QueueEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=160)),
                ("state", models.CharField(default="waiting", max_length=7)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
                ("tickets", models.PositiveIntegerField(blank=True, null=True)),
                ("tickets_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "enrollment",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="queue_entry",
                        to="events.enrollment",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="queue_entries",
                        to="events.organisation",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="queue_entries",
                        to="events.player",
                    ),
                ),
                (
                    "queue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="events.queue",
                    ),
                ),
                (
                    "tickets_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pod",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="events.queuepod",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="queue",
            constraint=models.UniqueConstraint(
                fields=("organisation", "number"), name="queue_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="queue",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__gte", 2), ("size__lte", 64)), name="queue_size_2_to_64"
            ),
        ),
        migrations.AddConstraint(
            model_name="queue",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("least__isnull", True),
                    models.Q(("least__gte", 2), ("least__lt", models.F("size"))),
                    _connector="OR",
                ),
                name="queue_smaller_pod_is_smaller",
            ),
        ),
        migrations.AddConstraint(
            model_name="queue",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_table__gte", 1), ("last_table__gte", models.F("first_table"))
                ),
                name="queue_tables_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="queuepod",
            constraint=models.UniqueConstraint(
                fields=("queue", "number"), name="queue_pod_number_once"
            ),
        ),
        migrations.AddIndex(
            model_name="queueentry",
            index=models.Index(fields=["queue", "state", "number"], name="queue_entry_by_state"),
        ),
        migrations.AddConstraint(
            model_name="queueentry",
            constraint=models.UniqueConstraint(
                fields=("queue", "number"), name="queue_entry_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="queueentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("waiting", "called", "playing"))),
                fields=("organisation", "key"),
                name="queue_entry_name_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="queueentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ("waiting", "called", "playing"))),
                fields=("player",),
                name="queue_entry_player_once",
            ),
        ),
    ],
    "0087_second_factors": [
        migrations.AddField(
            model_name="organisation",
            name="events_a_day",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="organisation",
            name="players_an_event",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="organisation",
            name="second_factor_required",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="AccountEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("verb", models.CharField(max_length=10)),
                ("note", models.CharField(blank=True, max_length=120)),
                ("address", models.GenericIPAddressField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="account_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AccountLogin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("session_key", models.CharField(db_index=True, max_length=40)),
                ("device", models.CharField(blank=True, max_length=120)),
                ("address", models.GenericIPAddressField(blank=True, null=True)),
                ("began_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Authenticator",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=7)),
                ("name", models.CharField(max_length=60)),
                ("secret", models.TextField(blank=True)),
                (
                    "credential",
                    models.CharField(blank=True, max_length=1400, null=True, unique=True),
                ),
                ("public_key", models.TextField(blank=True)),
                ("site", models.CharField(blank=True, max_length=255)),
                ("counter", models.BigIntegerField(default=0)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="authenticators",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ],
    "0088_venues": [
        migrations.AddField(
            model_name="round",
            name="seated_before",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.CreateModel(
            name="Venue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="venues",
                        to="events.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GivenTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("table", models.PositiveIntegerField()),
                ("kept", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="given_tables",
                        to="events.event",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="given_tables",
                        to="events.venue",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="mapped_venue",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="events",
                to="events.venue",
            ),
        ),
        migrations.CreateModel(
            name="VenueRoom",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("rows", models.TextField(max_length=2000)),
                ("blocked_tables", models.CharField(blank=True, max_length=300)),
                (
                    "venue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rooms",
                        to="events.venue",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="venue",
            constraint=models.UniqueConstraint(
                models.F("organisation"),
                django.db.models.functions.text.Lower("name"),
                name="venue_name_once_an_organisation",
            ),
        ),
        migrations.AddConstraint(
            model_name="giventable",
            constraint=models.UniqueConstraint(fields=("venue", "table"), name="table_given_once"),
        ),
    ],
    "0089_series": [
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("first_date", models.DateField()),
                ("last_date", models.DateField()),
                ("name_contains", models.CharField(blank=True, max_length=60)),
                ("game_format", models.CharField(blank=True, max_length=60)),
                ("best", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("participation", models.PositiveSmallIntegerField(default=1)),
                ("tables", models.JSONField(default=dict)),
                ("rewards", models.JSONField(blank=True, default=list)),
                ("declared_at", models.DateTimeField(blank=True, null=True)),
                ("declared", models.JSONField(blank=True, null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="events.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeriesChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("included", models.BooleanField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="events.event",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="choices",
                        to="events.series",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                fields=("organisation", "number"), name="series_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_date__gte", models.F("first_date"))),
                name="series_dates_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="serieschoice",
            constraint=models.UniqueConstraint(
                fields=("series", "event"), name="series_choice_once"
            ),
        ),
    ],
    "0090_organisation_tokens": [
        migrations.CreateModel(
            name="OrganisationToken",
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
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="access_tokens",
                        to="events.organisation",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="OrganisationCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="events.event",
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="events.organisationtoken",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token", "event", "key"), name="organisation_call_once"
                    )
                ],
            },
        ),
    ],
    "0091_badges": [
        migrations.CreateModel(
            name="Badge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "made_by",
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
                        related_name="badges",
                        to="events.organisation",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="badge",
                        to="events.player",
                    ),
                ),
            ],
        ),
    ],
}
