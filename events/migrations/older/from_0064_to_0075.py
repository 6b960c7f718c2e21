"""From the first screens that were drawn to the chances of advancing."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from events.migrations.older import data

STEPS: dict[str, list[migrations.operations.base.Operation]] = {
    "0064_official_report": [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_result_from_a_report",
        ),
        migrations.RenameField(
            model_name="match",
            old_name="standing",
            new_name="official_report",
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("first_wins__isnull", True),
                        ("kind", "played"),
                        ("official_report__isnull", True),
                    ),
                    models.Q(
                        ("first_wins__isnull", False),
                        ("kind", "played"),
                        ("official_report__isnull", False),
                    ),
                    models.Q(
                        models.Q(("kind", "played"), _negated=True),
                        ("official_report__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="match_result_from_a_report",
            ),
        ),
    ],
    "0065_game_report": [
        migrations.RenameModel(
            old_name="ToldGame",
            new_name="GameReport",
        ),
        migrations.AlterField(
            model_name="gamereport",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="game_reports",
                to="events.match",
            ),
        ),
        migrations.AlterField(
            model_name="gamereport",
            name="enrollment",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="game_reports",
                to="events.enrollment",
            ),
        ),
    ],
    "0066_repairing": [
        migrations.RenameModel(
            old_name="Repair",
            new_name="Repairing",
        ),
        migrations.AlterField(
            model_name="repairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="repairings",
                to="events.round",
            ),
        ),
    ],
    "0067_preflight_answer": [
        migrations.RenameModel(
            old_name="GateAnswer",
            new_name="PreflightAnswer",
        ),
        migrations.AlterField(
            model_name="preflightanswer",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="preflight_answers",
                to="events.round",
            ),
        ),
    ],
    "0068_drops": [
        migrations.RemoveConstraint(
            model_name="enrollment",
            name="enrollment_left_after_when_gone",
        ),
        migrations.RemoveConstraint(
            model_name="enrollment",
            name="enrollment_left_with_when_dropped",
        ),
        migrations.RemoveConstraint(
            model_name="enrollment",
            name="enrollment_left_silently_when_gone",
        ),
        migrations.RemoveConstraint(
            model_name="enrollment",
            name="enrollment_left_out_when_dropped",
        ),
        migrations.RenameField(
            model_name="enrollment",
            old_name="left_after",
            new_name="dropped_after",
        ),
        migrations.RenameField(
            model_name="enrollment",
            old_name="left_with",
            new_name="dropped_by_report",
        ),
        migrations.RenameField(
            model_name="enrollment",
            old_name="left_silently",
            new_name="dropped_silently",
        ),
        migrations.RenameField(
            model_name="enrollment",
            old_name="left_out",
            new_name="excluded",
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("dropped_after__isnull", True), ("state", "active")),
                    models.Q(
                        models.Q(("state", "active"), _negated=True),
                        ("dropped_after__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="enrollment_dropped_after_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("dropped_by_report__isnull", True), ("state", "dropped"), _connector="OR"
                ),
                name="enrollment_dropped_by_report_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("dropped_silently", False),
                    models.Q(("state", "active"), _negated=True),
                    _connector="OR",
                ),
                name="enrollment_dropped_silently_when_dropped",
            ),
        ),
        migrations.AddConstraint(
            model_name="enrollment",
            constraint=models.CheckConstraint(
                condition=models.Q(("excluded", ""), ("state", "dropped"), _connector="OR"),
                name="enrollment_excluded_when_dropped",
            ),
        ),
    ],
    "0069_staff_invitation": [
        migrations.CreateModel(
            name="StaffInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("role", models.CharField(max_length=11)),
                ("most", models.PositiveSmallIntegerField(default=1)),
                ("joined", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="events.event",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("joined__lte", models.F("most"))),
                        name="invitation_joined_by_at_most",
                    )
                ],
            },
        ),
    ],
    "0070_event_indexes": [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["state", "date", "id"], name="event_by_state_and_date"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["date", "id"], name="event_by_date"),
        ),
    ],
    "0071_hooks": [
        migrations.AddField(
            model_name="event",
            name="hook_kinds",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.CreateModel(
            name="HookEndpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("style", models.CharField(default="webhook", max_length=8)),
                ("name", models.CharField(max_length=60)),
                ("address", models.CharField(max_length=500)),
                ("secret", models.CharField(blank=True, max_length=300)),
                ("kinds", models.JSONField()),
                ("language", models.CharField(default="en", max_length=10)),
                ("paused", models.BooleanField(default=False)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("rests_until", models.DateTimeField(blank=True, null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hook_endpoints",
                        to="events.event",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HookMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("key", models.CharField(default=data.draw_nonce, max_length=40, unique=True)),
                ("kind", models.CharField(max_length=24)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("spread", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="events.journalentry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hook_messages",
                        to="events.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HookDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("state", models.CharField(default="waiting", max_length=9)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=16)),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="events.hookendpoint",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="events.hookmessage",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="hookendpoint",
            constraint=models.UniqueConstraint(
                fields=("event", "address"), name="hook_address_once"
            ),
        ),
        migrations.AddIndex(
            model_name="hookmessage",
            index=models.Index(
                condition=models.Q(("spread", False)), fields=["id"], name="hook_message_to_spread"
            ),
        ),
        migrations.AddIndex(
            model_name="hookmessage",
            index=models.Index(fields=["at"], name="hook_message_age"),
        ),
        migrations.AddIndex(
            model_name="hookdelivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["endpoint", "next_at"],
                name="hook_delivery_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="hookdelivery",
            constraint=models.UniqueConstraint(
                fields=("message", "endpoint"), name="hook_delivery_once"
            ),
        ),
    ],
    "0072_event_page": [
        migrations.CreateModel(
            name="Logo",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="logo",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("kind", models.CharField(max_length=60)),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                ("content", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="factsheet",
            name="address",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="contact",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="desk_closes",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="ends_at",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="logo_name",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="map_link",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="organizer_word",
            field=models.TextField(blank=True, max_length=4000),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="prizes_handed_out",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="schedule",
            field=models.TextField(blank=True, max_length=2000),
        ),
        migrations.AddField(
            model_name="factsheet",
            name="short_address",
            field=models.SlugField(blank=True, db_index=False, max_length=20),
        ),
        migrations.AddField(
            model_name="match",
            name="extension_reason",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddConstraint(
            model_name="factsheet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("short_address", ""), _negated=True),
                fields=("short_address",),
                name="short_address_once",
                violation_error_code="unique",
                violation_error_message="Another event has this short address. Choose another word.",
            ),
        ),
    ],
    "0073_organisations": [
        migrations.CreateModel(
            name="Organisation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="OrganisationInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("organizer", models.BooleanField(default=False)),
                ("head_judge", models.BooleanField(default=False)),
                ("judge", models.BooleanField(default=False)),
                ("scorekeeper", models.BooleanField(default=False)),
                ("owner", models.BooleanField(default=False)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("nonce", models.CharField(default=data.draw_nonce, max_length=22)),
            ],
        ),
        migrations.CreateModel(
            name="OrganisationMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("organizer", models.BooleanField(default=False)),
                ("head_judge", models.BooleanField(default=False)),
                ("judge", models.BooleanField(default=False)),
                ("scorekeeper", models.BooleanField(default=False)),
                ("owner", models.BooleanField(default=False)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="player",
            name="player_email_once",
        ),
        migrations.AddField(
            model_name="staffmember",
            name="inherited",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="events.organisation",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="organisation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="players",
                to="events.organisation",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                fields=["organisation", "state", "date", "id"], name="event_by_organisation"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("email", ""), _negated=True),
                fields=("organisation", "email"),
                name="player_email_once_an_organisation",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(models.Q(("email", ""), _negated=True), ("organisation", None)),
                fields=("email",),
                name="player_email_once_without_one",
            ),
        ),
        migrations.AddField(
            model_name="organisationinvitation",
            name="made_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="organisationinvitation",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="events.organisation",
            ),
        ),
        migrations.AddField(
            model_name="organisationmember",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="events.organisation",
            ),
        ),
        migrations.AddField(
            model_name="organisationmember",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="organisations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="organisationmember",
            constraint=models.UniqueConstraint(
                fields=("organisation", "user"), name="member_once_an_organisation"
            ),
        ),
    ],
    "0074_owners_organisations": [
        migrations.RunPython(data.give_organisations),
        migrations.RunPython(data.give_players),
    ],
    "0075_chance_estimate": [
        migrations.CreateModel(
            name="ChanceEstimate",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="chance_estimate",
                        serialize=False,
                        to="events.event",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("live", models.JSONField(default=dict)),
                ("public", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ],
}
