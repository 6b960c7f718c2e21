"""From version 0.2 to the tables that 0001_initial makes today."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from events.migrations import _journal
from events.migrations.older import data

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0031_room": [
        migrations.AddField(
            model_name="event",
            name="blocked_tables",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="event",
            name="feature_tables",
            field=models.TextField(blank=True, max_length=2000),
        ),
        migrations.AddField(
            model_name="event",
            name="room",
            field=models.TextField(blank=True, max_length=2000),
        ),
        migrations.AddField(
            model_name="event",
            name="shuffled_tables",
            field=models.BooleanField(default=False),
        ),
    ],
    "0032_fact_sheets": [
        migrations.CreateModel(
            name="Decklist",
            fields=[
                (
                    "enrollment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="decklist",
                        serialize=False,
                        to="events.enrollment",
                    ),
                ),
                ("state", models.CharField(blank=True, max_length=9)),
                ("text", models.TextField(blank=True, max_length=4000)),
            ],
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="FactSheet",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="fact_sheet",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("tier", models.CharField(blank=True, max_length=7)),
                ("sanctioning_number", models.CharField(blank=True, max_length=60)),
                ("description_en", models.TextField(blank=True, max_length=4000)),
                ("description_ja", models.TextField(blank=True, max_length=4000)),
                ("channel", models.CharField(blank=True, max_length=120)),
                ("prizes", models.TextField(blank=True, max_length=4000)),
                ("deck_rules", models.TextField(blank=True, max_length=4000)),
                ("decklists", models.CharField(blank=True, max_length=6)),
                ("deck_deadline", models.DateTimeField(blank=True, null=True)),
                ("by_invitation", models.BooleanField(default=False)),
                ("least_age", models.PositiveSmallIntegerField(default=0)),
            ],
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="enrollment",
            name="eligible_because",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="stage",
            name="game_format",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.CreateModel(
            name="DeckCheck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("findings", models.TextField(blank=True, max_length=4000)),
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
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deck_checks",
                        to="events.match",
                    ),
                ),
            ],
            options={
                "ordering": ["started_at", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("match",),
                        name="deck_check_open_once",
                    )
                ],
            },
            bases=[models.Model],
        ),
        migrations.CreateModel(
            name="EligibilityMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=9)),
                ("name", models.CharField(max_length=80)),
                ("email", models.CharField(blank=True, max_length=254)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="eligibility_marks",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "name", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "kind", "name", "email"), name="eligibility_mark_once"
                    )
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0033_final_unlimited": [
        migrations.AddField(
            model_name="stage",
            name="final_unlimited",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="stage",
            name="final_unlimited",
            field=models.BooleanField(default=True),
        ),
    ],
    "0034_certifying": [
        migrations.CreateModel(
            name="Certification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("agreed", models.PositiveIntegerField()),
                ("total", models.PositiveIntegerField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_table", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="certifications",
                        to="events.round",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at__isnull", True)),
                        fields=("round",),
                        name="certification_holds_once",
                    )
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0035_told_games": [
        migrations.AddField(
            model_name="event",
            name="phone_games",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="ToldGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                ("winner", models.CharField(max_length=6)),
                ("play_first", models.CharField(blank=True, max_length=6)),
                ("key", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "enrollment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="told_games",
                        to="events.enrollment",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="told_games",
                        to="events.match",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("enrollment", "key"), name="told_game_key_once_a_player"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("match", "enrollment", "number"),
                        name="told_game_once_a_player",
                    ),
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0036_public_names": [
        migrations.AddField(
            model_name="enrollment",
            name="alias",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="event",
            name="public_names",
            field=models.CharField(default="full", max_length=7),
        ),
    ],
    "0037_sign_ups": [
        migrations.CreateModel(
            name="SignUpSettings",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sign_up_settings",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("is_open", models.BooleanField(default=False)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("capacity", models.PositiveIntegerField(blank=True, null=True)),
                ("approval", models.BooleanField(default=False)),
                ("begins", models.TimeField(blank=True, null=True)),
                ("fee", models.CharField(blank=True, max_length=60)),
                ("ask_reading", models.CharField(blank=True, max_length=8)),
                ("ask_email", models.CharField(blank=True, max_length=8)),
                ("ask_platform_id", models.CharField(blank=True, max_length=8)),
                ("ask_decklist", models.CharField(blank=True, max_length=8)),
            ],
            bases=[models.Model],
        ),
        migrations.AddField(
            model_name="enrollment",
            name="paid",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="enrollment",
            name="source",
            field=models.CharField(blank=True, max_length=7),
        ),
        migrations.AddField(
            model_name="event",
            name="check_in_from",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="check_in_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="phone_decks",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="SignUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("state", models.CharField(default="asked", max_length=9)),
                ("place", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("reading", models.CharField(blank=True, max_length=80)),
                ("email", models.CharField(blank=True, max_length=254)),
                ("platform_id", models.CharField(blank=True, max_length=80)),
                ("members", models.JSONField(blank=True, default=list)),
                ("deck", models.TextField(blank=True, max_length=4000)),
                ("approved", models.BooleanField(default=False)),
                ("because", models.CharField(blank=True, max_length=300)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("key", models.CharField(max_length=40)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("language", models.CharField(blank=True, max_length=8)),
                ("mailed", models.CharField(blank=True, max_length=9)),
                (
                    "enrollment",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sign_up",
                        to="events.enrollment",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ups",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "key"), name="sign_up_once")
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0038_decks_by_phone": [
        migrations.AddField(
            model_name="event",
            name="opponent_decks",
            field=models.BooleanField(default=False),
        ),
    ],
    "0039_verbs_of_sign_ups": [],
    "0040_told_elsewhere": [],
    "0041_scanned_slips": [],
    "0042_snapshot_event_revision": [
        migrations.AddField(
            model_name="standingssnapshot",
            name="event_revision",
            field=models.PositiveBigIntegerField(editable=False, null=True),
        ),
    ],
    "0043_desk_in_archives": [
        migrations.AddField(
            model_name="announcement",
            name="made_by_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="area",
            name="judge_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="certification",
            name="account_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name="certification",
            name="withdrawn_by_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AlterField(
            model_name="announcement",
            name="made_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name="announcement",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="area",
            name="member",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="areas",
                to="events.staffmember",
            ),
        ),
        migrations.AlterField(
            model_name="certification",
            name="account",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ],
    "0044_pod_drawings": [
        migrations.CreateModel(
            name="PodDrawing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("seed", models.BigIntegerField()),
                ("chosen", models.BooleanField(default=False)),
                ("given_up", models.CharField(blank=True, max_length=300)),
                ("by_hand", models.BooleanField(default=False)),
                ("at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pod_drawings",
                        to="events.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["stage", "id"],
            },
            bases=[models.Model],
        ),
    ],
    "0045_drawings_of_pods_there": [
        migrations.RunPython(data.keep_the_last),
    ],
    "0046_words_of_unposted_rounds": [],
    "0047_sign_up_addresses": [
        migrations.RunPython(data.keep_dead_ones_dead),
    ],
    "0048_push_subscriptions": [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("endpoint", models.CharField(max_length=500)),
                ("key", models.CharField(max_length=100)),
                ("secret", models.CharField(max_length=40)),
                ("language", models.CharField(max_length=10)),
                ("told", models.DateTimeField(blank=True, null=True)),
                (
                    "enrollment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to="events.enrollment",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("enrollment", "endpoint"), name="push_subscription_once"
                    )
                ],
            },
            bases=[models.Model],
        ),
    ],
    "0049_checked_in_at": [
        migrations.AddField(
            model_name="enrollment",
            name="checked_in_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("checked_in_at__isnull", True), ("checked_in", True), _connector="OR"
                ),
                name="enrollment_checked_in_at_when_here",
            ),
        ),
    ],
    "0050_merged_sign_ups": [
        migrations.AddField(
            model_name="signup",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="merged_sign_ups",
                to="events.enrollment",
            ),
        ),
        migrations.AddConstraint(
            model_name="signup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("merged_into__isnull", True),
                    models.Q(("enrollment__isnull", True), ("state", "enrolled")),
                    _connector="OR",
                ),
                name="sign_up_merged_is_nobody_itself",
            ),
        ),
    ],
    "0051_gate_answers_from_elsewhere": [
        migrations.AddField(
            model_name="gateanswer",
            name="account_name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AlterField(
            model_name="gateanswer",
            name="account",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="gateanswer",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ],
    "0052_match_changed_last": [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["round", "revision"], name="match_changed_last"),
        ),
    ],
    "0053_push_marks": [
        migrations.AddField(
            model_name="pushsubscription",
            name="linked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="pushsubscription",
            name="mark",
            field=models.CharField(blank=True, max_length=22),
        ),
    ],
    "0054_leaver_by_kind_of_event": [
        migrations.AlterField(
            model_name="stage",
            name="leaver",
            field=models.CharField(blank=True, max_length=8),
        ),
    ],
    "0055_left_out_of_round_1": [
        migrations.AddField(
            model_name="enrollment",
            name="left_out",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(("left_out", ""), ("state", "dropped"), _connector="OR"),
                name="enrollment_left_out_when_dropped",
            ),
        ),
    ],
    "0056_report_records_tardiness": [
        migrations.AddField(
            model_name="report",
            name="records_tardiness",
            field=models.BooleanField(default=False),
        ),
    ],
    "0057_preparation_clock": [
        migrations.AddField(
            model_name="event",
            name="preparation",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="event",
            name="preparation_added_seconds",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="event",
            name="preparation_minutes",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="event",
            name="preparation_paused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="preparation_started_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ],
    "0058_swaps": [],
    "0059_held_sign_ups": [
        migrations.AddField(
            model_name="signupsettings",
            name="held_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="signupsettings",
            name="released_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ],
    "0060_redactions": [
        migrations.CreateModel(
            name="Redaction",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="events.event",
                    ),
                ),
            ],
            bases=[models.Model],
        ),
        migrations.RunPython(_journal.let_redactions_pass),
    ],
    "0061_verbs_of_removal": [],
    "0062_taken_back_rounds": [
        migrations.AddField(
            model_name="event",
            name="taken_back",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ],
    "0063_screen_words": [],
}
